"""What gives way in a group paired by halves, and in which order.

As few teams as possible leave; another floater is taken before a colour limit is broken, and a
limit is broken before more teams leave.
"""

from __future__ import annotations

import pytest

from tests.citing import each_edition
from tests.team_events import (
    ALL_EDITIONS,
    choice,
    colour_of,
    floaters,
    group_treatment,
    groups,
    opponents,
    pair,
    passed_over,
    reason,
    reasons,
)
from topboard.reasons.decisions import Floated
from topboard.reasons.grounds import ColourGround
from topboard.reasons.obstacles import LeavesUnpairable, NoColourLeft, NoOpponentInNextGroup

ABOVE = {4: "1..3", 2: "4..7", 0: "8..16"}
BELOW = {4: "1..9", 2: "10..13", 0: "14..16"}
BOTH_DUE_BLACK = "WW"

BY_HALVES = ("olympiad_2009", "olympiad_2021_draft", "olympiad_2022")
LIMITS_DISREGARDED = {
    "olympiad_2008": "21a",
    "olympiad_2008_dresden": "21a",
    "olympiad_2009": "23a",
    "olympiad_2021_draft": "7.4",
    "olympiad_2022": "7.4",
}
MOST_PAIRS = {
    "olympiad_2008": "47",
    "olympiad_2008_dresden": "47",
    "olympiad_2009": "42",
    "olympiad_2021_draft": "9.5",
    "olympiad_2022": "9.5",
}


# --- limits against floaters ----------------------------------------------------------------


@each_edition(
    olympiad_2008="21a",
    olympiad_2008_dresden="21a",
    olympiad_2009="23a",
    olympiad_2021_draft="7.4",
    olympiad_2022="7.4",
)
def test_a_limit_is_broken_before_a_team_leaves_its_group(edition, article):
    field = groups({2: "1 2", 0: "3..8"}, colours={1: BOTH_DUE_BLACK, 2: BOTH_DUE_BLACK})

    paired = pair(edition, field)

    assert "1-2" in opponents(paired).split()
    assert floaters(paired) == ""
    assert group_treatment(paired, 2).without_colour_limits
    assert group_treatment(paired, 2).limits_article == article
    assert colour_of(paired, 1, 2).ground is ColourGround.BALANCE_HIGHER
    assert not group_treatment(paired, 0).without_colour_limits
    assert group_treatment(paired, 0).limits_article == ""


@pytest.mark.parametrize("edition", ALL_EDITIONS)
def test_in_the_median_group_a_limit_is_broken_as_a_last_resort(edition):
    paired = pair(edition, groups({0: "1 2"}, colours={1: BOTH_DUE_BLACK, 2: BOTH_DUE_BLACK}))

    assert opponents(paired) == "1-2"
    assert group_treatment(paired, 0).without_colour_limits
    assert group_treatment(paired, 0).limits_article == LIMITS_DISREGARDED[edition]


@each_edition(
    olympiad_2008="21b",
    olympiad_2008_dresden="21b",
    olympiad_2009="23b",
    olympiad_2021_draft="8.4",
    olympiad_2022="8.4",
)
def test_another_team_floats_down_before_a_limit_is_broken(edition):
    paired = pair(edition, groups(ABOVE, colours={1: BOTH_DUE_BLACK, 2: BOTH_DUE_BLACK}))

    # Without 3 there would be 1-2, both due Black.
    assert {"1-3", "2-4"} < set(opponents(paired).split())
    assert not group_treatment(paired, 4).without_colour_limits
    assert isinstance(passed_over(reason(paired, Floated, number=2))[3], LeavesUnpairable)


@each_edition(
    olympiad_2008="21b",
    olympiad_2008_dresden="21b",
    olympiad_2009="23b",
    olympiad_2021_draft="8.4",
    olympiad_2022="8.4",
)
def test_another_team_floats_up_before_a_limit_is_broken(edition):
    paired = pair(edition, groups(BELOW, colours={15: BOTH_DUE_BLACK, 16: BOTH_DUE_BLACK}))

    assert {"13-15", "14-16"} < set(opponents(paired).split())
    assert not group_treatment(paired, 0).without_colour_limits


@each_edition(
    olympiad_2008="21b",
    olympiad_2008_dresden="21b",
    olympiad_2009="23b",
    olympiad_2021_draft="8.4",
    olympiad_2022="8.4",
)
def test_even_a_team_without_an_opponent_below_floats_before_a_limit_breaks(edition):
    field = groups(ABOVE, colours={1: BOTH_DUE_BLACK, 2: BOTH_DUE_BLACK}, closed="1..2-4..7")

    paired = pair(edition, field)

    # 2 leaves and has to go on; 4 to 7 pair among themselves.
    assert {"1-3", "2-8", "4-6", "5-7"} < set(opponents(paired).split())
    assert not group_treatment(paired, 4).without_colour_limits
    assert list(passed_over(reasons(paired, Floated, number=2)[0])) == [3]


@each_edition(
    olympiad_2008="30",
    olympiad_2008_dresden="30",
    olympiad_2009="31",
    olympiad_2021_draft="8.3.3",
    olympiad_2022="8.3.3",
)
def test_a_team_with_an_opponent_in_the_next_group_floats_first(edition):
    # Without 3 there would be 1-2, which is closed; 2 has met all below; so 1 floats.
    paired = pair(edition, groups(ABOVE, closed="1-2 2-4..7"))

    assert {"1-4", "2-3"} < set(opponents(paired).split())
    obstacles = passed_over(reason(paired, Floated, number=1))
    assert list(obstacles) == [3, 2]
    assert isinstance(obstacles[3], LeavesUnpairable)
    assert obstacles[2] == NoOpponentInNextGroup(20)


@each_edition(olympiad_2009="32", olympiad_2021_draft="8.3.4", olympiad_2022="8.3.4")
def test_a_team_allowed_neither_colour_floats_until_a_limit_must_break(edition):
    # 3 has two Whites too many and has had Black twice running.
    paired = pair(edition, groups(ABOVE, colours={3: "WWWWBB"}))

    assert {"1-2", "4-6", "5-7", "3-8"} < set(opponents(paired).split())
    gone_on = reasons(paired, Floated, number=3)[1]
    assert passed_over(gone_on) == dict.fromkeys(range(4, 8), NoColourLeft("", 3))
    assert group_treatment(paired, 0).without_colour_limits


# --- as many pairs as possible --------------------------------------------------------------


@each_edition(
    olympiad_2008="42",
    olympiad_2008_dresden="42",
    olympiad_2009="41",
    olympiad_2021_draft="9.4",
    olympiad_2022="9.4",
)
def test_a_team_that_has_met_all_its_group_floats_down(edition):
    paired = pair(edition, groups({2: "1..4", 0: "5..12"}, closed="1-2..4"))

    # 1 meets the highest below; 4 has to go with it.
    assert {"1-5", "2-3", "4-6"} < set(opponents(paired).split())
    assert floaters(paired) == "1 from 2 to 0, 4 from 2 to 0"


@each_edition(
    olympiad_2008="43",
    olympiad_2008_dresden="43",
    olympiad_2009="41",
    olympiad_2021_draft="9.4",
    olympiad_2022="9.4",
)
def test_below_the_median_a_team_that_met_its_whole_group_floats_up(edition):
    paired = pair(edition, groups({2: "1..8", 0: "9..12"}, closed="12-9..11"))

    assert {"8-12", "7-9", "10-11"} < set(opponents(paired).split())
    assert floaters(paired) == "9 from 0 to 2, 12 from 0 to 2"


@each_edition(
    olympiad_2008="46",
    olympiad_2008_dresden="46",
    olympiad_2009="41",
    olympiad_2021_draft="9.4",
    olympiad_2022="9.4",
)
@pytest.mark.parametrize(
    ("closed", "expected"),
    [
        ("2-1 2-3 2-4", {"1-3", "2-5", "4-6"}),
        ("3-1 3-2 3-4", {"1-2", "3-5", "4-6"}),
    ],
)
def test_any_other_team_that_has_met_its_whole_group_also_floats(edition, closed, expected):
    paired = pair(edition, groups({2: "1..4", 0: "5..12"}, closed=closed))

    assert expected < set(opponents(paired).split())


@each_edition(
    olympiad_2008="47",
    olympiad_2008_dresden="47",
    olympiad_2009="42",
    olympiad_2021_draft="9.5",
    olympiad_2022="9.5",
)
def test_a_group_keeps_as_many_pairs_as_it_can(edition, article):
    # 1 to 4 have met each other: only 5 and 6 can take two of them.
    closed = "1-2..4 2-3..4 3-4"

    paired = pair(edition, groups({2: "1..6", 0: "7..16"}, closed=closed))

    assert {"1-5", "2-6", "3-7", "4-8"} < set(opponents(paired).split())
    assert group_treatment(paired, 2).leaving == 2
    assert group_treatment(paired, 2).article == article
    assert not group_treatment(paired, 2).gave_way


# --- the rest of the round ------------------------------------------------------------------


@each_edition(
    olympiad_2008="16",
    olympiad_2008_dresden="16",
    olympiad_2009="17",
    olympiad_2021_draft="6.2",
    olympiad_2022="6.2",
)
def test_a_group_above_releases_teams_to_make_the_median_group_pairable(edition):
    paired = pair(edition, groups({2: "1 2", 0: "3 4"}, closed="3-4"))

    assert opponents(paired) == "1-3 2-4"
    assert group_treatment(paired, 2).gave_way
    assert group_treatment(paired, 2).leaving == 2
    assert group_treatment(paired, 2).article == MOST_PAIRS[edition]
    assert [(r.number, r.article) for r in reasons(paired, Floated)] == [
        (2, MOST_PAIRS[edition]),
        (1, MOST_PAIRS[edition]),
    ]


@each_edition(
    olympiad_2008="17",
    olympiad_2008_dresden="17",
    olympiad_2009="19",
    olympiad_2021_draft="6.4",
    olympiad_2022="6.4",
)
def test_a_group_below_releases_teams_to_make_the_median_group_pairable(edition):
    paired = pair(edition, groups({4: "1..4", 0: "5 6"}, closed="1-2..4"))

    # 6 chooses first and takes the lowest that leaves 1 an opponent.
    assert opponents(paired) == "1-5 2-3 4-6"
    assert group_treatment(paired, 0).gave_way


@each_edition(
    olympiad_2008="47",
    olympiad_2008_dresden="47",
    olympiad_2009="42",
    olympiad_2021_draft="9.5",
    olympiad_2022="9.5",
)
@pytest.mark.parametrize(
    ("closed", "expected"),
    [
        # 5 needs an opponent from above: the last two leave …
        ("5-6..8", "1-2 3-5 4-6 7-8"),
        # … or the last two whose going leaves a pair …
        ("5-6..8 1-2", "1-3 2-5 4-6 7-8"),
        # … and one of whom can meet 5.
        ("5-6..8 5-1..2 5-4", "1-2 3-5 4-6 7-8"),
        ("5-6..8 5-1..2 5-4 1-2", "1-4 2-6 3-5 7-8"),
        ("5-6..8 5-2..4", "1-5 2-3 4-6 7-8"),
    ],
)
def test_as_few_teams_as_possible_are_released_from_the_end_that_floats(edition, closed, expected):
    paired = pair(edition, groups({2: "1..4", 0: "5..8"}, closed=closed))

    assert opponents(paired) == expected
    assert group_treatment(paired, 2).leaving == 2


@each_edition(
    olympiad_2008="47",
    olympiad_2008_dresden="47",
    olympiad_2009="42",
    olympiad_2021_draft="9.5",
    olympiad_2022="9.5",
)
def test_below_the_median_the_highest_ranked_teams_are_released(edition):
    # The last of the median group has met all the others there.
    paired = pair(edition, groups({2: "1..6", 0: "7..10"}, closed="6-1..5"))
    without_their_pair = pair(edition, groups({2: "1..6", 0: "7..10"}, closed="6-1..5 9-10"))

    assert opponents(paired) == "1-3 2-4 5-7 6-8 9-10"
    assert opponents(without_their_pair) == "1-3 2-4 5-7 6-9 8-10"


@each_edition(
    olympiad_2008="47",
    olympiad_2008_dresden="47",
    olympiad_2009="42",
    olympiad_2021_draft="9.5",
    olympiad_2022="9.5",
)
def test_in_a_group_releasing_teams_the_limits_decide_which_ones_float(edition):
    paired = pair(
        edition,
        groups(
            {2: "1..4", 0: "5..8"},
            closed="5-6..8",
            colours={1: BOTH_DUE_BLACK, 2: BOTH_DUE_BLACK},
        ),
    )

    assert opponents(paired) == "1-3 2-5 4-6 7-8"
    assert group_treatment(paired, 2).gave_way
    assert not group_treatment(paired, 2).without_colour_limits


@each_edition(
    olympiad_2008="47",
    olympiad_2008_dresden="47",
    olympiad_2009="42",
    olympiad_2021_draft="9.5",
    olympiad_2022="9.5",
)
def test_in_a_group_releasing_teams_a_limit_breaks_before_more_leave(edition):
    paired = pair(
        edition,
        groups(
            {2: "1..4", 0: "5..8"},
            closed="5-6..8",
            colours=dict.fromkeys(range(1, 5), BOTH_DUE_BLACK),
        ),
    )

    assert opponents(paired) == "1-2 3-5 4-6 7-8"
    assert group_treatment(paired, 2).gave_way
    assert group_treatment(paired, 2).without_colour_limits
    assert group_treatment(paired, 2).limits_article == LIMITS_DISREGARDED[edition]


@each_edition(
    olympiad_2008="47",
    olympiad_2008_dresden="47",
    olympiad_2009="42",
    olympiad_2021_draft="9.5",
    olympiad_2022="9.5",
)
@pytest.mark.parametrize(
    ("closed", "expected", "floated"),
    [
        ("5-6..8", "1-2 3-5 4-6 7-8", "1 from 4 to 2, 3 from 2 to 0, 4 from 2 to 0"),
        ("5-6..8 1-2", "1-3 2-5 4-6 7-8", "1 from 4 to 2, 2 from 2 to 0, 4 from 2 to 0"),
    ],
)
def test_a_floater_stays_when_its_new_group_releases_teams(edition, closed, expected, floated):
    paired = pair(edition, groups({4: "1", 2: "2..4", 0: "5..8"}, closed=closed))

    assert opponents(paired) == expected
    assert floaters(paired) == floated


# --- the median group -----------------------------------------------------------------------


@each_edition(
    olympiad_2008=("29a", "32"),
    olympiad_2008_dresden=("29a", "32"),
    olympiad_2009=("30a", "33a"),
    olympiad_2021_draft=("8.2.1", "8.3.1"),
    olympiad_2022=("8.2.1", "8.3.1"),
)
def test_in_the_median_group_floaters_from_above_are_paired_first(edition):
    paired = pair(edition, groups({4: "1", 2: "2..7", 0: "8"}))

    assert opponents(paired) == "1-2 3-5 4-6 7-8"
    assert choice(paired, 1, 2).chooser == 1
    assert choice(paired, 7, 8).chooser == 8
    assert choice(paired, 1, 2).article == reason(paired, Floated, number=1).article
    assert choice(paired, 7, 8).article == reason(paired, Floated, number=8).article


@each_edition(
    olympiad_2008=("29a", "32"),
    olympiad_2008_dresden=("29a", "32"),
    olympiad_2009=("30a", "33a"),
    olympiad_2021_draft=("8.2.1", "8.3.1"),
    olympiad_2022=("8.2.1", "8.3.1"),
)
def test_in_the_median_group_floaters_from_both_sides_look_ahead(edition):
    def opponents_with(closed):
        return opponents(pair(edition, groups({4: "1", 2: "2 3", 0: "4"}, closed=closed)))

    assert opponents_with("") == "1-2 3-4"
    assert opponents_with("1-2") == "1-3 2-4"
    assert opponents_with("3-4") == "1-3 2-4"


@each_edition(
    olympiad_2008="42",
    olympiad_2008_dresden="42",
    olympiad_2009="41",
    olympiad_2021_draft="9.4",
    olympiad_2022="9.4",
)
def test_floaters_meet_only_if_nothing_else_completes_the_median_group(edition):
    paired = pair(edition, groups({4: "1", 2: "2 3", 0: "4"}, closed="1-2 1-3"))

    assert opponents(paired) == "1-4 2-3"


@each_edition(
    olympiad_2008="29a",
    olympiad_2008_dresden="29a",
    olympiad_2009="30a",
    olympiad_2021_draft="8.3.1",
    olympiad_2022="8.3.1",
)
def test_a_floater_from_above_then_takes_the_highest_one_from_below(edition):
    field = groups({4: "1", 2: "2..4", 0: "5 6"}, closed="1-2..4 5-6")

    assert opponents(pair(edition, field)) == "1-5 2-3 4-6"


@each_edition(
    olympiad_2008="42",
    olympiad_2008_dresden="42",
    olympiad_2009="41",
    olympiad_2021_draft="9.4",
    olympiad_2022="9.4",
)
def test_floaters_meet_each_other_before_a_limit_is_broken(edition):
    # 1-2 would break a limit and 1-3 is closed.
    field = groups(
        {4: "1", 2: "2 3", 0: "4"}, closed="1-3", colours={1: BOTH_DUE_BLACK, 2: BOTH_DUE_BLACK}
    )

    paired = pair(edition, field)

    assert opponents(paired) == "1-4 2-3"
    assert not group_treatment(paired, 2).without_colour_limits


@pytest.mark.parametrize("edition", ALL_EDITIONS)
def test_floaters_from_the_same_side_do_not_meet_while_residents_remain(edition):
    # The upper group gives way, so 1 and 2 have not met; in the median group they stay apart.
    field = groups({4: "1 2", 2: "3..6"}, closed="3-4..6")

    paired = pair(edition, field)

    assert opponents(paired) == "1-3 2-4 5-6"
    assert passed_over(choice(paired, 1, 3)) == {}
