"""2008, section K: from round 4 on the order of the tie-breaks, and the first against the last."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.citing import each_edition
from tests.team_events import (
    choice,
    colour_of,
    event,
    floaters,
    format_pairs,
    group_treatment,
    groups,
    opponents,
    pair,
    passed_over,
    reason,
    reasons,
)
from topboard.model import Adjustment, Number
from topboard.reasons.decisions import Floated
from topboard.reasons.obstacles import FloatersDoNotMeet, ForbiddenByOrganiser

SIX_TEAMS = (
    "1-6 2-5 3-4",
    "1-6 2-4 3-5",
    "1-6 2-3 4-5",
    "1-5 2-6 3-4",
    "1-5 2-4 3-6",
    "1-5 2-3 4-6",
    "1-4 2-6 3-5",
    "1-4 2-5 3-6",
    "1-4 2-3 5-6",
    "1-3 2-6 4-5",
    "1-3 2-5 4-6",
    "1-3 2-4 5-6",
    "1-2 3-6 4-5",
    "1-2 3-5 4-6",
    "1-2 3-4 5-6",
)
"""Article 50, as printed."""

FIVE_TEAMS = (
    "1-5 2-4",
    "1-5 2-3",
    "1-5 3-4",
    "1-4 2-5",
    "1-4 2-3",
    "1-4 3-5",
    "1-3 2-5",
    "1-3 2-4",
    "1-3 4-5",
    "1-2 3-5",
    "1-2 3-4",
    "1-2 4-5",
    "2-5 3-4",
    "2-4 3-5",
    "2-3 4-5",
)
"""Article 52, as printed; the floater is who is not named."""

FLOATER_OF_FIVE = (3, 4, 2, 3, 5, 2, 4, 5, 2, 4, 5, 3, 1, 1, 1)
VOID_IF_TWO_CAME_AS_A_FLOATER = (2, 5, 8)
"""Rows 3, 6 and 9, counted from 0."""

ROUND_FOUR = {"after": 3}


def closing(rows, open_row):
    """The fewest pairs, none of them in the open row, of which each of the rows has one."""
    kept = set(open_row.split())
    others = sorted({p for text in rows for p in text.split()} - kept)
    for count in range(len(others) + 1):
        for closed in combinations(others, count):
            if all(set(text.split()) & set(closed) for text in rows):
                return " ".join(closed)
    raise AssertionError("every row has a pair that the open one has not")


def turned_round(text, teams):
    """The pairs with the last team in place of the first, and so on."""
    return format_pairs(
        (teams + 1 - int(a), teams + 1 - int(b)) for a, b in (p.split("-") for p in text.split())
    )


def pairs_up_to(last, paired):
    return " ".join(p for p in opponents(paired).split() if int(p.split("-")[1]) <= last)


def floated_teams(paired):
    return [r.number for r in reasons(paired, Floated)]


# --- the order of the list ------------------------------------------------------------------


def after_draws(with_points):
    """Round 4: everybody drew one match, with opponents who have these match points since."""
    count = len(with_points)
    first = ", ".join(f"{n}-{n + count} 2:2" for n in range(1, count + 1))
    return event(
        2 * count,
        first,
        "",
        "",
        adjustments=tuple(
            Adjustment(Number(n + count), 10 * points - 10)
            for n, points in enumerate(with_points, start=1)
        ),
        absent=f"{count + 1}..{2 * count}",
    )


@each_edition(olympiad_2008="48", olympiad_2008_dresden="48")
def test_teams_are_ordered_by_the_tie_breaks(edition):
    # Sonneborn-Berger is two game points times 3, 4, 2 and 1: the order is 2, 1, 3, 4.
    paired = pair(edition, after_draws([3, 4, 2, 1]))

    assert opponents(paired) == "1-3 2-4"
    assert choice(paired, 2, 4).chooser == 2


@each_edition(olympiad_2008="48", olympiad_2008_dresden="48")
def test_equal_tie_breaks_keep_the_order_of_the_numbers(edition):
    assert opponents(pair(edition, after_draws([2, 2, 2, 2]))) == "1-4 2-3"


@each_edition(olympiad_2008="11", olympiad_2008_dresden="11")
def test_from_round_four_the_bye_goes_to_the_last_by_tie_break(edition):
    assert pair(edition, after_draws([3, 1, 4])).bye == 2


@each_edition(olympiad_2008="25a", olympiad_2008_dresden="25a")
def test_from_round_four_the_better_tie_break_is_higher_ranked(edition):
    given = colour_of(pair(edition, after_draws([1, 2])), 1, 2)

    # Both had White; 2 is higher ranked and gets Black.
    assert (given.higher, given.white) == (2, 1)


@each_edition(olympiad_2008="48", olympiad_2008_dresden="48")
def test_floaters_are_listed_by_tie_break_whatever_their_match_points(edition):
    field = groups({4: "4..6", 2: "1..3 7", 0: "8..16"}, **ROUND_FOUR)

    paired = pair(edition, field)

    # 5 floats into the list 1, 2, 3, 5, 7, and 3 into the list 3, 8 … 16.
    assert {"4-6", "1-7", "2-5", "3-16", "8-15"} < set(opponents(paired).split())
    assert floaters(paired) == "5 from 4 to 2, 3 from 2 to 0"


# --- six teams, five teams ------------------------------------------------------------------


@each_edition(olympiad_2008="50", olympiad_2008_dresden="50")
@pytest.mark.parametrize("row", range(15))
@pytest.mark.parametrize("field", [{0: "1..6"}, {2: "1..6", 0: "7..14"}], ids=["median", "above"])
def test_the_fifteen_pairings_of_six_teams_come_in_the_order_of_the_table(edition, row, field):
    closed = closing(SIX_TEAMS[:row], SIX_TEAMS[row])

    paired = pair(edition, groups(field, closed=closed, **ROUND_FOUR))

    assert pairs_up_to(6, paired) == SIX_TEAMS[row]


@each_edition(olympiad_2008="49", olympiad_2008_dresden="49")
def test_each_team_in_turn_meets_the_last_one_it_has_not_met(edition, article):
    paired = pair(edition, groups({2: "1..8", 0: "9..18"}, closed="1-8", **ROUND_FOUR))

    assert {"1-7", "2-8", "3-6", "4-5"} < set(opponents(paired).split())
    assert passed_over(choice(paired, 1, 7)) == {8: ForbiddenByOrganiser()}
    assert choice(paired, 1, 7).article == article


@each_edition(olympiad_2008="51", olympiad_2008_dresden="51")
def test_the_leftover_team_of_an_odd_group_floats(edition, article):
    paired = pair(edition, groups({2: "1..5", 0: "6..16"}, **ROUND_FOUR))

    assert pairs_up_to(5, paired) == "1-5 2-4"
    assert reason(paired, Floated) == Floated(article, Number(3), 20, 0)
    assert group_treatment(paired, 2).article == article
    # In the next group 3 is the first of the list.
    assert "3-16" in opponents(paired).split()


@each_edition(olympiad_2008="51", olympiad_2008_dresden="51")
def test_a_team_that_came_as_a_floater_is_not_left_over(edition):
    # Row 1 would leave over 3, who came down from 4 points; row 2 leaves over 4.
    paired = pair(edition, groups({4: "3", 2: "1 2 4 5", 0: "6..16"}, **ROUND_FOUR))

    assert pairs_up_to(5, paired) == "1-5 2-3"
    assert floaters(paired) == "3 from 4 to 2, 4 from 2 to 0"


@each_edition(olympiad_2008="52", olympiad_2008_dresden="52")
@pytest.mark.parametrize("row", range(15))
def test_the_fifteen_pairings_of_five_teams_come_in_the_order_of_the_table(edition, row):
    closed = closing(FIVE_TEAMS[:row], FIVE_TEAMS[row])

    paired = pair(edition, groups({2: "1..5", 0: "6..16"}, closed=closed, **ROUND_FOUR))

    assert pairs_up_to(5, paired) == FIVE_TEAMS[row]
    assert floated_teams(paired) == [FLOATER_OF_FIVE[row]]


@each_edition(olympiad_2008="52", olympiad_2008_dresden="52")
@pytest.mark.parametrize(
    "row", [row for row in range(15) if row not in VOID_IF_TWO_CAME_AS_A_FLOATER]
)
def test_a_team_that_came_as_a_floater_does_not_float_again(edition, row):
    valid_before = [FIVE_TEAMS[r] for r in range(row) if r not in VOID_IF_TWO_CAME_AS_A_FLOATER]
    field = {4: "2", 2: "1 3..5", 0: "6..16"}

    paired = pair(
        edition, groups(field, closed=closing(valid_before, FIVE_TEAMS[row]), **ROUND_FOUR)
    )

    assert pairs_up_to(5, paired) == FIVE_TEAMS[row]
    assert floated_teams(paired) == [2, FLOATER_OF_FIVE[row]]


@each_edition(olympiad_2008="52", olympiad_2008_dresden="52")
def test_row_three_is_void_if_the_second_team_came_as_a_floater(edition):
    closed = "2-4 2-3"

    resident = pair(edition, groups({2: "1..5", 0: "6..16"}, closed=closed, **ROUND_FOUR))
    floater = pair(edition, groups({4: "2", 2: "1 3..5", 0: "6..16"}, closed=closed, **ROUND_FOUR))

    assert pairs_up_to(5, resident) == FIVE_TEAMS[2]
    assert pairs_up_to(5, floater) == FIVE_TEAMS[3]


# --- groups that cannot be completed --------------------------------------------------------


@each_edition(olympiad_2008="53", olympiad_2008_dresden="53")
def test_a_floater_that_has_met_all_of_the_next_group_is_moved_back(edition):
    paired = pair(edition, groups({2: "1..5", 0: "6..16"}, closed="3-6..16", **ROUND_FOUR))

    # Row 1 floats 3; row 2 floats 4.
    assert pairs_up_to(5, paired) == FIVE_TEAMS[1]
    assert floated_teams(paired) == [4]


@each_edition(olympiad_2008="53", olympiad_2008_dresden="53")
def test_an_incompletable_group_keeps_its_pairs_and_releases_two_more_teams(edition):
    paired = pair(edition, groups({2: "1..4", 0: "5..12"}, closed="1-2..4", **ROUND_FOUR))

    # 1 can only leave; 2 still meets 4, and 3 is left over. The next list is 1, 3, 5 … 12.
    assert opponents(paired) == "1-12 2-4 3-11 5-10 6-9 7-8"
    assert group_treatment(paired, 2).leaving == 2
    assert not group_treatment(paired, 2).gave_way


@each_edition(olympiad_2008="53", olympiad_2008_dresden="53")
def test_a_floater_that_has_met_its_whole_new_group_moves_on_alone(edition, article):
    # 2 came as a floater and has met 1, 3, 4 and 5.
    field = groups({4: "2", 2: "1 3..5", 0: "6..16"}, closed="2-1 2-3..5", **ROUND_FOUR)

    paired = pair(edition, field)

    assert pairs_up_to(5, paired) == "1-5 3-4"
    assert group_treatment(paired, 2).leaving == 1
    assert floaters(paired) == "2 from 4 to 0"
    went_on = reason(paired, Floated, to_points=0)
    assert went_on.article == article
    assert passed_over(went_on) == dict.fromkeys([1, 3, 4, 5], ForbiddenByOrganiser())


@each_edition(olympiad_2008="53", olympiad_2008_dresden="53")
def test_a_group_is_paired_as_if_the_departed_floater_never_came(edition):
    # 2 and 4 come as floaters; 2 has met everybody, and 4 must not be left over.
    closed = "2-4 2-1 2-3 2-5..6"
    field = groups({4: "2 4", 2: "1 3 5 6", 0: "7..18"}, closed=closed, **ROUND_FOUR)

    paired = pair(edition, field)

    assert pairs_up_to(6, paired) == "1-6 3-4"
    assert group_treatment(paired, 2).leaving == 2
    assert group_treatment(paired, 2).floaters == (2, 4)
    assert floaters(paired) == "2 from 4 to 0, 4 from 4 to 2, 5 from 2 to 0"


@each_edition(olympiad_2008="53", olympiad_2008_dresden="53")
def test_below_the_median_a_floater_that_met_everybody_moves_up_alone(edition):
    field = groups({4: "6..16", 2: "1 3..5", 0: "2"}, closed="2-1 2-3..5", **ROUND_FOUR)

    paired = pair(edition, field)

    assert pairs_up_to(5, paired) == "1-5 3-4"
    assert floaters(paired) == "2 from 0 to 4"


@each_edition(olympiad_2008="53", olympiad_2008_dresden="53")
def test_a_floater_with_an_opponent_moves_on_when_two_more_teams_leave(edition):
    # 2 and 4 came as floaters, and each could meet 1 alone.
    closed = "2-4 2-3 2-5 4-3 4-5"
    field = groups({4: "2 4", 2: "1 3 5", 0: "6..16"}, closed=closed, **ROUND_FOUR)

    paired = pair(edition, field)

    # With 2 or 4 bound to stay there is no pairing of the five; then three leave.
    assert pairs_up_to(5, paired) == "1-5"
    assert group_treatment(paired, 2).leaving == 3


@each_edition(olympiad_2008="51", olympiad_2008_dresden="51")
def test_another_team_is_left_over_before_a_limit_is_broken(edition):
    # In row 1 there would be 2-4, both due Black.
    field = groups({2: "1..5", 0: "6..16"}, colours={2: "BWW", 4: "BWW"})

    paired = pair(edition, field)

    assert not group_treatment(paired, 2).without_colour_limits
    assert pairs_up_to(5, paired) == FIVE_TEAMS[1]


@each_edition(olympiad_2008="53", olympiad_2008_dresden="53")
def test_a_limit_is_broken_before_two_more_teams_leave(edition):
    field = groups({2: "1 2", 0: "3..8"}, colours={1: "BWW", 2: "BWW"})

    paired = pair(edition, field)

    assert "1-2" in opponents(paired).split()
    assert group_treatment(paired, 2).without_colour_limits
    assert group_treatment(paired, 2).limits_article == "21a"


@each_edition(olympiad_2008="53", olympiad_2008_dresden="53")
def test_a_group_releases_teams_so_that_the_round_can_be_paired(edition):
    paired = pair(edition, groups({2: "1..4", 0: "5..8"}, closed="5-6..8", **ROUND_FOUR))

    # 5 needs an opponent from above: 3 and 4 leave. The last list is 3 … 8.
    assert opponents(paired) == "1-2 3-8 4-5 6-7"
    assert group_treatment(paired, 2).gave_way
    assert group_treatment(paired, 2).article == "53"


@each_edition(olympiad_2008="53", olympiad_2008_dresden="53")
def test_a_group_below_the_median_releases_teams_too(edition):
    paired = pair(edition, groups({2: "1..6", 0: "7..10"}, closed="1-2..6", **ROUND_FOUR))

    # 7 and 8 leave upwards. The last list is 1 … 8, where 1 can meet only them.
    assert opponents(paired) == "1-8 2-7 3-6 4-5 9-10"
    assert group_treatment(paired, 0).gave_way


# --- the median group, and below it ---------------------------------------------------------


@each_edition(olympiad_2008="54", olympiad_2008_dresden="54")
def test_in_the_median_floaters_from_above_and_below_do_not_meet(edition):
    paired = pair(edition, groups({4: "1", 2: "2 3", 0: "4"}, **ROUND_FOUR))

    assert opponents(paired) == "1-3 2-4"
    assert passed_over(choice(paired, 1, 3)) == {4: FloatersDoNotMeet()}


@each_edition(olympiad_2008="54", olympiad_2008_dresden="54")
def test_opposite_floaters_meet_only_if_there_is_no_other_pairing(edition):
    paired = pair(edition, groups({4: "1", 2: "2 3", 0: "4"}, closed="1-2..3", **ROUND_FOUR))

    assert opponents(paired) == "1-4 2-3"
    assert not group_treatment(paired, 2).without_colour_limits


@each_edition(olympiad_2008="54", olympiad_2008_dresden="54")
def test_a_limit_is_broken_before_opposite_floaters_meet(edition):
    field = groups({4: "1", 2: "2 3", 0: "4"}, closed="1-3", colours={1: "BWW", 2: "BWW"})

    paired = pair(edition, field)

    assert opponents(paired) == "1-2 3-4"
    assert group_treatment(paired, 2).without_colour_limits


@each_edition(olympiad_2008="55", olympiad_2008_dresden="55")
@pytest.mark.parametrize("row", range(15))
def test_below_the_median_the_table_of_six_is_reversed(edition, row):
    closed = turned_round(closing(SIX_TEAMS[:row], SIX_TEAMS[row]), 6)

    paired = pair(edition, groups({2: "11..18", 0: "1..6"}, closed=closed, **ROUND_FOUR))

    assert pairs_up_to(6, paired) == turned_round(SIX_TEAMS[row], 6)


@each_edition(olympiad_2008="55", olympiad_2008_dresden="55")
@pytest.mark.parametrize("row", range(15))
def test_below_the_median_the_table_of_five_is_reversed(edition, row):
    closed = turned_round(closing(FIVE_TEAMS[:row], FIVE_TEAMS[row]), 5)

    paired = pair(edition, groups({2: "11..21", 0: "1..5"}, closed=closed, **ROUND_FOUR))

    assert pairs_up_to(5, paired) == turned_round(FIVE_TEAMS[row], 5)
    assert floated_teams(paired) == [6 - FLOATER_OF_FIVE[row]]


@each_edition(olympiad_2008="55", olympiad_2008_dresden="55")
def test_below_the_median_the_lowest_team_comes_first(edition, article):
    closed = "1-6 3-4"

    below = pair(edition, groups({2: "11..18", 0: "1..6"}, closed=closed, **ROUND_FOUR))
    alone = pair(edition, groups({0: "1..6"}, closed=closed, **ROUND_FOUR))

    assert pairs_up_to(6, alone) == "1-5 2-4 3-6"
    assert pairs_up_to(6, below) == "1-4 2-6 3-5"
    assert choice(below, 2, 6).chooser == 6
    assert choice(below, 2, 6).article == article


@each_edition(olympiad_2008="55", olympiad_2008_dresden="55")
def test_below_the_median_the_leftover_team_floats_up(edition, article):
    paired = pair(edition, groups({2: "6..16", 0: "1..5"}, **ROUND_FOUR))

    assert reason(paired, Floated) == Floated(article, Number(3), 0, 20)
