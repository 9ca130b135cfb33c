"""The 2N procedure: upper half against lower half, and the table of fifteen.

The three texts print the fifteen pairings of six teams. The draft of 2021 has a slip in row 4
(3 x 5 for 3 x 6). A row is reached by closing as few pairs as possible, such that none of the
rows before it is left; it must then come out, though later rows are still possible.
"""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.citing import each_edition
from tests.team_events import choice, format_pairs, groups, opponents, pair, passed_over
from topboard.reasons.obstacles import ForbiddenByOrganiser, HaveMet, LeavesUnpairable

PRINTED = (
    "1-4 2-5 3-6",
    "1-4 2-6 3-5",
    "1-4 2-3 5-6",
    "1-5 2-4 3-6",
    "1-5 2-6 3-4",
    "1-5 2-3 4-6",
    "1-6 2-4 3-5",
    "1-6 2-5 3-4",
    "1-6 2-3 4-5",
    "1-3 2-5 4-6",
    "1-3 2-6 4-5",
    "1-3 2-4 5-6",
    "1-2 3-5 4-6",
    "1-2 3-6 4-5",
    "1-2 3-4 5-6",
)

FROM_THE_TOP = {
    "olympiad_2008": "39",
    "olympiad_2008_dresden": "39",
    "olympiad_2009": "39",
    "olympiad_2021_draft": "9.3",
    "olympiad_2022": "9.3",
}
FROM_THE_BOTTOM = {
    "olympiad_2008": "41",
    "olympiad_2008_dresden": "41",
    "olympiad_2009": "38",
    "olympiad_2021_draft": "9.2",
    "olympiad_2022": "9.2",
}

SIX_ALONE = {0: "1..6"}
SIX_ABOVE = {2: "1..6", 0: "7..14"}
SIX_BELOW = {2: "11..18", 0: "1..6"}
"""Numbers 1 to 6 in the lowest group: 6 is its lowest ranked team."""


def closing_the_rows_before(row: int) -> str:
    """The fewest pairs, none of them in the row, of which every earlier row has one."""
    earlier = [set(text.split()) for text in PRINTED[:row]]
    others = sorted({p for text in PRINTED for p in text.split()} - set(PRINTED[row].split()))
    for count in range(len(others) + 1):
        for closed in combinations(others, count):
            if all(pairs & set(closed) for pairs in earlier):
                return " ".join(closed)
    raise AssertionError("every earlier row has a pair that this one has not")


def turned_round(text: str) -> str:
    """The pairs with 6 in place of 1, 5 in place of 2 …"""
    return format_pairs((7 - int(a), 7 - int(b)) for a, b in (p.split("-") for p in text.split()))


def pairs_of_six(paired) -> str:
    return " ".join(p for p in opponents(paired).split() if int(p.split("-")[1]) <= 6)


def test_the_printed_rows_are_all_the_pairings_of_six_teams():
    everything = {frozenset(text.split()) for text in PRINTED}

    assert len(everything) == 15
    assert all(sorted(text.replace("-", "").replace(" ", "")) == list("123456") for text in PRINTED)


@each_edition(
    olympiad_2008="40",
    olympiad_2008_dresden="40",
    olympiad_2009="40",
    olympiad_2021_draft="9.3",
    olympiad_2022="9.3",
)
@pytest.mark.parametrize("row", range(15))
@pytest.mark.parametrize("field", [SIX_ALONE, SIX_ABOVE], ids=["median", "above"])
def test_the_fifteen_pairings_of_six_teams_come_in_the_order_of_the_table(edition, row, field):
    paired = pair(edition, groups(field, closed=closing_the_rows_before(row)))

    assert pairs_of_six(paired) == PRINTED[row]


@each_edition(olympiad_2009="40", olympiad_2021_draft="9.3", olympiad_2022="9.3")
@pytest.mark.parametrize("row", range(15))
def test_the_pairings_keep_their_order_when_earlier_ones_have_met(edition, row):
    field = groups(SIX_ALONE, met=closing_the_rows_before(row))

    assert opponents(pair(edition, field)) == PRINTED[row]


@each_edition(
    olympiad_2008="41",
    olympiad_2008_dresden="41",
    olympiad_2009="38",
    olympiad_2021_draft="9.2",
    olympiad_2022="9.2",
)
@pytest.mark.parametrize("row", range(15))
def test_below_the_median_the_table_is_reversed(edition, row):
    closed = turned_round(closing_the_rows_before(row))

    paired = pair(edition, groups(SIX_BELOW, closed=closed))

    assert pairs_of_six(paired) == turned_round(PRINTED[row])


# --- the words around the table -------------------------------------------------------------


@each_edition(
    olympiad_2008="36",
    olympiad_2008_dresden="36",
    olympiad_2009="36",
    olympiad_2021_draft="9.1",
    olympiad_2022="9.1",
)
def test_the_upper_half_meets_the_lower_half_in_sequence(edition):
    paired = pair(edition, groups({0: "1..10"}))

    assert opponents(paired) == "1-6 2-7 3-8 4-9 5-10"


@each_edition(
    olympiad_2008="37",
    olympiad_2008_dresden="37",
    olympiad_2009="37",
    olympiad_2021_draft="9.2",
    olympiad_2022="9.2",
)
@pytest.mark.parametrize("field", [SIX_ALONE, SIX_ABOVE], ids=["median", "above"])
def test_in_the_median_group_and_above_the_highest_ranked_team_comes_first(edition, field):
    # With 2-5 closed the first team keeps its right opponent, the last does not.
    paired = pair(edition, groups(field, closed="2-5"))

    assert pairs_of_six(paired) == "1-4 2-6 3-5"
    assert choice(paired, 1, 4).chooser == 1
    assert choice(paired, 1, 4).article == choice(paired, 3, 5).article == FROM_THE_TOP[edition]


@each_edition(
    olympiad_2008="38",
    olympiad_2008_dresden="38",
    olympiad_2009="38",
    olympiad_2021_draft="9.2",
    olympiad_2022="9.2",
)
def test_below_the_median_the_lowest_ranked_team_comes_first(edition):
    paired = pair(edition, groups(SIX_BELOW, closed="2-5"))

    assert pairs_of_six(paired) == "1-5 2-4 3-6"
    assert choice(paired, 3, 6).chooser == 6
    assert choice(paired, 3, 6).article == FROM_THE_BOTTOM[edition]


@each_edition(
    olympiad_2008="39",
    olympiad_2008_dresden="39",
    olympiad_2009="39",
    olympiad_2021_draft="9.3",
    olympiad_2022="9.3",
)
@pytest.mark.parametrize(
    ("closed", "expected"),
    [
        ("1-5", "1-6 2-5 3-7 4-8"),
        ("1-5..6", "1-7 2-5 3-6 4-8"),
        ("1-5..7", "1-8 2-5 3-6 4-7"),
        ("1-5..8", "1-4 2-6 3-7 5-8"),
        ("1-4..8", "1-3 2-6 4-7 5-8"),
        ("1-3..8", "1-2 3-6 4-7 5-8"),
    ],
)
def test_the_first_of_eight_tries_five_to_eight_then_four_to_two(edition, closed, expected):
    paired = pair(edition, groups({0: "1..8"}, closed=closed))

    assert opponents(paired) == expected


@each_edition(
    olympiad_2008="39",
    olympiad_2008_dresden="39",
    olympiad_2009="39",
    olympiad_2021_draft="9.3",
    olympiad_2022="9.3",
)
def test_an_opponent_that_leaves_the_rest_unpairable_is_passed_over(edition, article):
    # If 1 met 3, then 2 and 4, who have met, would be left.
    paired = pair(edition, groups({0: "1..4"}, met="2-4"))

    assert opponents(paired) == "1-4 2-3"
    chosen = choice(paired, 1, 4)
    assert chosen.article == article
    obstacle = passed_over(chosen)[3]
    assert isinstance(obstacle, LeavesUnpairable)
    assert sorted(obstacle.islands) == [(2,), (4,)]
    assert obstacle.bridge == ()


@each_edition(
    olympiad_2008="39",
    olympiad_2008_dresden="39",
    olympiad_2009="39",
    olympiad_2021_draft="9.3",
    olympiad_2022="9.3",
)
def test_every_better_opponent_is_passed_over_for_a_reason(edition):
    paired = pair(edition, groups({0: "1..6"}, met="1-4", closed="1-5 2-3"))

    # 1 has met 4 and may not meet 5.
    assert opponents(paired) == "1-6 2-4 3-5"
    assert passed_over(choice(paired, 1, 6)) == {4: HaveMet(1), 5: ForbiddenByOrganiser()}
