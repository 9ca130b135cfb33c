"""The colours of board 1, rule by rule."""

from __future__ import annotations

import pytest

from tests.oracle.olympiad import oracle_pair
from tests.oracle.olympiad_cases import field, match, rounds, score_groups
from tests.oracle.olympiad_colours import colour_of_higher, may_have, within_limits
from tests.oracle.olympiad_record import Record
from topboard.model import Colour, Manner, Number

ONE, TWO = Number(1), Number(2)
W, B = Colour.WHITE, Colour.BLACK


def record(one: str, two: str) -> Record:
    return Record(score_groups({0: [1, 2]}, colours={1: one, 2: two}))


@pytest.mark.parametrize(
    ("had", "white", "black"),
    [
        ("", True, True),
        ("W", True, True),
        ("WW", False, True),
        ("BB", True, False),
        ("WBWBW", True, True),
        ("WWBW", False, True),
        ("BBWB", True, False),
        ("WBB", True, False),
    ],
)
def test_the_limits_are_a_difference_of_two_and_two_in_a_row(had, white, black):
    alone = record(had, "")

    assert (may_have(alone, ONE, W), may_have(alone, ONE, B)) == (white, black)


def test_unplayed_rounds_have_no_colour_and_do_not_break_a_run():
    first = [match(1, 3, "2-2"), match(2, 4, "2-2")]
    second = [match(1, 4, "4-0", Manner.DEFAULT)]
    third = [match(1, 2, "2-2")]
    history = Record(field(4, *rounds(first, second, third, byes={2: 2})))

    assert history.colours[ONE] == [W, W]
    assert history.colours[TWO] == [W, B]
    assert not may_have(history, ONE, W)


@pytest.mark.parametrize(
    ("one", "two", "possible"),
    [("WW", "WW", False), ("WW", "BB", True), ("WW", "", True), ("WW", "WWBW", False)],
)
def test_two_teams_may_meet_if_some_allocation_respects_the_limits(one, two, possible):
    assert within_limits(record(one, two), ONE, TWO) is possible


@pytest.mark.parametrize(
    ("one", "two", "colour"),
    [
        # Only one allocation respects the limits, though the difference says otherwise.
        ("BBWBBWW", "WB", B),
        ("WWBWWBB", "BW", W),
        # The smaller difference has White.
        ("W", "B", B),
        ("B", "", W),
        ("", "B", B),
        # The latest difference is reversed, counted back from the last match of each.
        ("WB", "BW", W),
        ("BW", "WB", B),
        ("WBWB", "BWWB", W),
        ("BWWBWB", "WBWB", W),
        # Identical sequences: the higher ranked is balanced, else it alternates.
        ("W", "W", B),
        ("B", "B", W),
        ("WB", "WB", W),
        ("BW", "BW", B),
        ("WBBW", "BW", B),
        # Only the lower ranked team has a colour to alternate from.
        ("", "WB", B),
        ("", "BW", W),
    ],
)
def test_the_colour_of_the_higher_ranked_team(one, two, colour):
    assert colour_of_higher(record(one, two), ONE, TWO) is colour


@pytest.mark.parametrize(("lot", "drawn"), [(W, W), (B, B), (None, W)])
def test_the_lot_decides_where_nobody_has_had_a_colour(lot, drawn):
    fresh = Record(field(4, *rounds([]), lot=lot))

    assert colour_of_higher(fresh, Number(1), Number(4)) is drawn
    assert colour_of_higher(fresh, Number(2), Number(3)) is drawn.opposite


def test_higher_ranked_is_by_the_ranking_of_the_round():
    first = [match(1, 3, "2-2"), match(2, 4, "0-4")]
    tournament = field(4, *rounds(first))

    # 4 leads with two points and had Black: it floats to 1, which had White.
    # 2 has none and is the lower of 2 and 3.
    paired = oracle_pair(tournament, "olympiad_2022")

    assert paired.pairs == {(4, 1), (3, 2)}
