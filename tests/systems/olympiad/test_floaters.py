"""Floaters of groups paired by halves: who leaves, whom they meet, and where they go on to.

Above the median a group of three and a group of four stand over nine teams; below it the same
field is turned round. The two halves of this file mirror each other, but for one article.
"""

from __future__ import annotations

from tests.citing import each_edition
from tests.team_events import (
    choice,
    floaters,
    group_treatment,
    groups,
    numbers,
    opponents,
    pair,
    passed_over,
    reason,
    reasons,
)
from topboard.reasons.decisions import Floated
from topboard.reasons.grounds import CandidateOrder
from topboard.reasons.obstacles import ForbiddenByOrganiser, LeavesUnpairable, NoOpponentInNextGroup

ABOVE = {4: "1..3", 2: "4..7", 0: "8..16"}
"""The ninth of sixteen is in the lowest group: both others are above the median."""

BELOW = {4: "1..9", 2: "10..13", 0: "14..16"}

GOES_ON_DOWN = {
    "olympiad_2008": "44",
    "olympiad_2008_dresden": "44",
    "olympiad_2009": "32",
    "olympiad_2021_draft": "8.3.4",
    "olympiad_2022": "8.3.4",
}
GOES_ON_UP = {
    "olympiad_2008": "45",
    "olympiad_2008_dresden": "45",
    "olympiad_2009": "35",
    "olympiad_2021_draft": "8.2.4",
    "olympiad_2022": "8.2.4",
}


def pairs_among(paired, text):
    """The pairs made among the teams named, and with them."""
    wanted = set(numbers(text))
    pairs = [p.split("-") for p in opponents(paired).split()]
    return " ".join(f"{a}-{b}" for a, b in pairs if {int(a), int(b)} & wanted)


# --- down: who leaves, and whom it meets ----------------------------------------------------


@each_edition(
    olympiad_2008="29a",
    olympiad_2008_dresden="29a",
    olympiad_2009="30a",
    olympiad_2021_draft="8.3.1",
    olympiad_2022="8.3.1",
)
def test_the_lowest_of_an_odd_group_floats_down_to_the_highest(edition, article):
    paired = pair(edition, groups(ABOVE))

    # 3 leaves and meets 4; of 5, 6 and 7 the last leaves and meets 8.
    assert pairs_among(paired, "1..8") == "1-2 3-4 5-6 7-8"
    assert floaters(paired) == "3 from 4 to 2, 7 from 2 to 0"
    assert reason(paired, Floated, number=3) == Floated(
        article, 3, 40, 20, order=CandidateOrder.LOWEST
    )
    assert choice(paired, 3, 4).article == article
    assert group_treatment(paired, 2).floaters == (3,)


@each_edition(
    olympiad_2008="29a",
    olympiad_2008_dresden="29a",
    olympiad_2009="30a",
    olympiad_2021_draft="8.3.1",
    olympiad_2022="8.3.1",
)
def test_a_downfloater_meets_the_highest_team_it_has_not_met(edition):
    paired = pair(edition, groups(ABOVE, closed="3-4"))

    assert pairs_among(paired, "1..8") == "1-2 3-5 4-6 7-8"
    assert passed_over(choice(paired, 3, 5)) == {4: ForbiddenByOrganiser()}


@each_edition(
    olympiad_2008="29a",
    olympiad_2008_dresden="29a",
    olympiad_2009="30a",
    olympiad_2021_draft="8.3.1",
    olympiad_2022="8.3.1",
)
def test_a_downfloater_is_not_counted_in_the_halves(edition):
    # Without 1 and 2 there are four teams: 3 meets 5 and 4 meets 6.
    paired = pair(edition, groups({4: "1", 2: "2..6", 0: "7..14"}))

    assert pairs_among(paired, "1..6") == "1-2 3-5 4-6"


@each_edition(
    olympiad_2008="29b",
    olympiad_2008_dresden="29b",
    olympiad_2009="30b",
    olympiad_2021_draft="8.3.2",
    olympiad_2022="8.3.2",
)
def test_if_the_rest_cannot_be_paired_the_second_lowest_team_floats_down(edition, article):
    paired = pair(edition, groups(ABOVE, closed="1-2"))

    assert pairs_among(paired, "1..4") == "1-3 2-4"
    floated = reason(paired, Floated, number=2)
    assert floated.article == article
    assert list(passed_over(floated)) == [3]
    assert isinstance(passed_over(floated)[3], LeavesUnpairable)


@each_edition(
    olympiad_2008="29b",
    olympiad_2008_dresden="29b",
    olympiad_2009="30b",
    olympiad_2021_draft="8.3.2",
    olympiad_2022="8.3.2",
)
def test_if_need_be_even_the_highest_team_floats_down(edition):
    paired = pair(edition, groups(ABOVE, closed="1-2 1-3"))

    assert pairs_among(paired, "1..4") == "1-4 2-3"


@each_edition(
    olympiad_2008="30",
    olympiad_2008_dresden="30",
    olympiad_2009="31",
    olympiad_2021_draft="8.3.3",
    olympiad_2022="8.3.3",
)
def test_a_downfloater_that_has_met_all_below_is_replaced_by_the_next(edition, article):
    paired = pair(edition, groups(ABOVE, closed="3-4..7"))

    assert pairs_among(paired, "1..4") == "1-3 2-4"
    floated = reason(paired, Floated, number=2)
    assert floated.article == article
    assert passed_over(floated) == {3: NoOpponentInNextGroup(20)}


@each_edition(
    olympiad_2008=("31", "44"),
    olympiad_2008_dresden=("31", "44"),
    olympiad_2009="32",
    olympiad_2021_draft="8.3.4",
    olympiad_2022="8.3.4",
)
def test_the_lowest_floats_two_groups_down_if_all_met_all_below(edition):
    paired = pair(edition, groups(ABOVE, closed="1..3-4..7"))

    # 3 finds nobody among 4 to 7, who pair among themselves, and meets 8.
    assert pairs_among(paired, "1..8") == "1-2 3-8 4-6 5-7"
    assert floaters(paired) == "3 from 4 to 0"
    first, second = reasons(paired, Floated, number=3)
    assert (first.to_points, second.to_points) == (20, 0)
    assert second.article == GOES_ON_DOWN[edition]


@each_edition(
    olympiad_2008="44",
    olympiad_2008_dresden="44",
    olympiad_2009="32",
    olympiad_2021_draft="8.3.4",
    olympiad_2022="8.3.4",
)
def test_a_downfloater_moves_on_as_often_as_needed(edition):
    paired = pair(edition, groups({6: "1", 4: "2 3", 2: "4 5", 0: "6..12"}, closed="1-2..5"))

    assert pairs_among(paired, "1..5") == "1-6 2-3 4-5"
    assert [r.to_points for r in reasons(paired, Floated, number=1)] == [40, 20, 0]


@each_edition(
    olympiad_2008="29a",
    olympiad_2008_dresden="29a",
    olympiad_2009="30a",
    olympiad_2021_draft="8.3.1",
    olympiad_2022="8.3.1",
)
def test_the_earlier_downfloater_chooses_first(edition):
    # 1 goes on through the group of 2, 3 and 4, from which 4 leaves: 1 takes 5, 4 takes 6.
    paired = pair(edition, groups({6: "1", 4: "2..4", 2: "5..8", 0: "9..18"}, closed="1-2..4"))

    assert pairs_among(paired, "1..8") == "1-5 2-3 4-6 7-8"
    assert group_treatment(paired, 2).floaters == (1, 4)


@each_edition(
    olympiad_2008="31",
    olympiad_2008_dresden="31",
    olympiad_2009="32",
    olympiad_2021_draft="8.3.4",
    olympiad_2022="8.3.4",
)
def test_two_downfloaters_sharing_one_opponent_leave_it_to_the_higher_ranked(edition):
    paired = pair(edition, groups({6: "1 2", 4: "3", 2: "4..12"}, closed="1-2"))

    assert pairs_among(paired, "1..4") == "1-3 2-4"
    assert floaters(paired) == "1 from 6 to 4, 2 from 6 to 2"


@each_edition(
    olympiad_2008="29b",
    olympiad_2008_dresden="29b",
    olympiad_2009="30b",
    olympiad_2021_draft="8.3.2",
    olympiad_2022="8.3.2",
)
def test_above_the_median_floaters_get_opponents_before_leavers_are_chosen(edition):
    # If 7 left, 3 would have to take 5 and leave 4-6. But 3 comes first and takes 4.
    paired = pair(edition, groups(ABOVE, closed="5-6"))

    assert pairs_among(paired, "1..8") == "1-2 3-4 5-7 6-8"


# --- up: the mirror -------------------------------------------------------------------------


@each_edition(
    olympiad_2008="32",
    olympiad_2008_dresden="32",
    olympiad_2009="33a",
    olympiad_2021_draft="8.2.1",
    olympiad_2022="8.2.1",
)
def test_the_highest_of_an_odd_group_floats_up_to_the_lowest(edition, article):
    paired = pair(edition, groups(BELOW))

    # 14 leaves and meets 13; 10 has left before and meets 9.
    assert pairs_among(paired, "9..16") == "9-10 11-12 13-14 15-16"
    assert floaters(paired) == "10 from 2 to 4, 14 from 0 to 2"
    assert reason(paired, Floated, number=14) == Floated(
        article, 14, 0, 20, order=CandidateOrder.HIGHEST
    )
    assert choice(paired, 13, 14).article == article
    assert choice(paired, 13, 14).chooser == 14


@each_edition(
    olympiad_2008="32",
    olympiad_2008_dresden="32",
    olympiad_2009="33a",
    olympiad_2021_draft="8.2.1",
    olympiad_2022="8.2.1",
)
def test_an_upfloater_meets_the_lowest_team_it_has_not_met(edition):
    paired = pair(edition, groups(BELOW, closed="13-14"))

    assert pairs_among(paired, "9..16") == "9-10 11-13 12-14 15-16"
    assert passed_over(choice(paired, 12, 14)) == {13: ForbiddenByOrganiser()}


@each_edition(
    olympiad_2008="33",
    olympiad_2008_dresden="33",
    olympiad_2009="33b",
    olympiad_2021_draft="8.2.2",
    olympiad_2022="8.2.2",
)
def test_if_the_rest_cannot_be_paired_the_second_highest_team_floats_up(edition, article):
    paired = pair(edition, groups(BELOW, closed="15-16"))

    assert pairs_among(paired, "13..16") == "13-15 14-16"
    floated = reason(paired, Floated, number=15)
    assert floated.article == article
    assert list(passed_over(floated)) == [14]


@each_edition(
    olympiad_2008="34",
    olympiad_2008_dresden="34",
    olympiad_2009="34",
    olympiad_2021_draft="8.2.3",
    olympiad_2022="8.2.3",
)
def test_an_upfloater_that_has_met_all_above_is_replaced_by_the_next(edition, article):
    paired = pair(edition, groups(BELOW, closed="14-10..13"))

    assert pairs_among(paired, "13..16") == "13-15 14-16"
    floated = reason(paired, Floated, number=15)
    assert floated.article == article
    assert passed_over(floated) == {14: NoOpponentInNextGroup(20)}


@each_edition(
    olympiad_2008=("35", "45"),
    olympiad_2008_dresden=("35", "45"),
    olympiad_2009="35",
    olympiad_2021_draft="8.2.4",
    olympiad_2022="8.2.4",
)
def test_the_highest_floats_two_groups_up_if_all_met_all_above(edition):
    paired = pair(edition, groups(BELOW, closed="14..16-10..13"))

    assert pairs_among(paired, "9..16") == "9-14 10-12 11-13 15-16"
    assert floaters(paired) == "14 from 0 to 4"
    first, second = reasons(paired, Floated, number=14)
    assert (first.to_points, second.to_points) == (20, 40)
    assert second.article == GOES_ON_UP[edition]


@each_edition(
    olympiad_2008="32",
    olympiad_2008_dresden="32",
    olympiad_2009="33a",
    olympiad_2021_draft="8.2.1",
    olympiad_2022="8.2.1",
)
def test_the_earlier_upfloater_chooses_first(edition):
    # 18 goes on through the group of 15, 16 and 17, from which 15 leaves.
    paired = pair(
        edition, groups({6: "1..10", 4: "11..14", 2: "15..17", 0: "18"}, closed="18-15..17")
    )

    assert group_treatment(paired, 4).floaters == (18, 15)
    assert pairs_among(paired, "11..18") == "11-12 13-15 14-18 16-17"


@each_edition(
    olympiad_2008="35",
    olympiad_2008_dresden="35",
    olympiad_2009="35",
    olympiad_2021_draft="8.2.4",
    olympiad_2022="8.2.4",
)
def test_two_upfloaters_sharing_one_opponent_leave_it_to_the_lower_ranked(edition):
    paired = pair(edition, groups({4: "1..9", 2: "10", 0: "11 12"}, closed="11-12"))

    assert pairs_among(paired, "9..12") == "9-11 10-12"
    assert floaters(paired) == "11 from 0 to 4, 12 from 0 to 2"


@each_edition(
    olympiad_2008="33",
    olympiad_2008_dresden="33",
    olympiad_2009="33b",
    olympiad_2021_draft="8.2.2",
    olympiad_2022="8.2.2",
)
def test_below_the_median_leavers_are_chosen_before_floaters_get_opponents(edition):
    # 14 would like to meet 13, which would keep 10 in the group. But 10 leaves first.
    paired = pair(edition, groups(BELOW, closed="11-12"))

    assert pairs_among(paired, "9..16") == "9-10 11-13 12-14 15-16"
