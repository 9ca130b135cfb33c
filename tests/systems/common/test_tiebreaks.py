"""The tie-breaks: Sonneborn-Berger, opponents' match points, game points, and their items."""

from __future__ import annotations

import pytest

from tests.citing import each_edition
from tests.team_events import event
from topboard.model import Adjustment, Number
from topboard.systems.registry import system


def line(edition, tournament, number):
    return next(x for x in system(edition).standings(tournament).lines if x.number == number)


def values(edition, tournament, number):
    """The tie-breaks of a team, as points."""
    return [v.value / v.scale for v in line(edition, tournament, number).values]


def items(edition, tournament, number, column=0):
    """The items of a tie-break: opponent, what it adds, and whether it is left out."""
    value = line(edition, tournament, number).values[column]
    return [(i.opponent, i.value / value.scale, i.left_out) for i in value.items]


MIXED = (
    "1-2 4:0, bye 3, out 4",
    "3-1 3:1, 2-4 2:2",
)
"""Match points after it: 3 has three, 1 two, 2 and 4 one."""

NO_SHOW = (
    "1-2 3:0 default, 3-4 2:2",
    "1-3 2:2, 4-2 2:2",
)
"""Match points after it: 1 has three, 3 and 4 two, 2 one."""


# --- Sonneborn-Berger -----------------------------------------------------------------------


@each_edition(olympiad_2008="13a", olympiad_2008_dresden="13a", olympiad_2009="14a")
def test_three_game_points_against_sixteen_match_points_count_as_forty_eight(edition):
    sixteen = Adjustment(Number(2), match_points=160)
    after = event(4, "1-2 3:1, 3-4 2:2", "3-1 2:2, 2-4 0:4", adjustments=(sixteen,))

    # 3 has two match points and is the lowest opponent.
    assert items(edition, after, 1) == [(2, 48, False), (3, 4, True)]
    assert values(edition, after, 1)[0] == 48


@each_edition(olympiad_2008="13a", olympiad_2008_dresden="13a", olympiad_2009="14a")
def test_the_opponent_with_the_fewest_match_points_is_always_left_out(edition):
    # 2 ends with one match point, 3 with three: the four game points against 2 are lost.
    after = event(4, "1-2 4:0, 3-4 2:2", "3-1 3:1, 4-2 2:2")

    assert items(edition, after, 1) == [(2, 4, True), (3, 3, False)]
    assert values(edition, after, 1)[0] == 3


@each_edition(olympiad_2008="13a", olympiad_2008_dresden="13a", olympiad_2009="14a")
def test_among_the_lowest_opponents_the_smallest_product_is_left_out(edition):
    # 2, 3 and 4 all end with two match points.
    after = event(4, "1-2 2.5:1.5, 3-4 2:2", "4-1 1:3, 2-3 2:2", "1-3 4:0, 4-2 2:2")

    assert items(edition, after, 1) == [(2, 5, True), (4, 6, False), (3, 8, False)]
    assert values(edition, after, 1)[0] == 14


@each_edition(olympiad_2008="13a", olympiad_2008_dresden="13a", olympiad_2009="14a")
def test_half_points_are_kept_in_the_tie_breaks(edition):
    after = event(4, "1-2 2.5:1.5, 3-4 4:0", "3-1 2.5:1.5, 2-4 2:2")

    # 3 has four match points; 2 has one and is left out.
    assert values(edition, after, 1)[0] == 6
    assert values(edition, after, 2)[0] == 1.5 * 2


# --- the opponents' match points, and game points -------------------------------------------


@each_edition(olympiad_2008="13b", olympiad_2008_dresden="13b", olympiad_2009="14c")
def test_the_match_points_of_all_opponents_but_the_lowest_are_added(edition):
    after = event(4, "1-2 2.5:1.5, 3-4 2:2", "4-1 1:3, 2-3 2:2", "1-3 4:0, 4-2 2:2")
    column = 1 if edition.startswith("olympiad_2008") else 2

    assert values(edition, after, 1)[column] == 4
    # 2 met 1 (six), 3 and 4 (two each).
    assert values(edition, after, 2)[column] == 8
    assert items(edition, after, 2, column) == [(1, 6, False), (3, 2, True), (4, 2, False)]


@each_edition(olympiad_2008="13c")
def test_the_third_tie_break_of_the_2008_text_sums_over_all_opponents(edition):
    after = event(4, "1-2 2.5:1.5, 3-4 2:2", "4-1 1:3, 2-3 2:2", "1-3 4:0, 4-2 2:2")

    assert values(edition, after, 1) == [14, 4, 6]
    assert values(edition, after, 2) == [13, 8, 10]


@each_edition(olympiad_2008_dresden="13c")
def test_at_dresden_the_third_tie_break_was_game_points(edition):
    after = event(4, "1-2 2.5:1.5, 3-4 2:2", "4-1 1:3, 2-3 2:2", "1-3 4:0, 4-2 2:2")

    assert values(edition, after, 1) == [14, 4, 9.5]
    assert values(edition, after, 2) == [13, 8, 5.5]


@each_edition(olympiad_2009="14b")
def test_in_2009_the_second_tie_break_is_game_points(edition):
    after = event(4, "1-2 2.5:1.5, 3-4 2:2", "4-1 1:3, 2-3 2:2", "1-3 4:0, 4-2 2:2")

    assert values(edition, after, 1) == [14, 9.5, 4]
    assert values(edition, after, 2) == [13, 5.5, 8]


# --- byes, no-shows and rounds without a match ----------------------------------------------


@each_edition(olympiad_2008="13a", olympiad_2008_dresden="13a")
def test_in_2008_a_bye_is_a_drawn_match_against_the_team_itself(edition):
    after = event(4, *MIXED)

    # Three match points of its own, two game points; 1 with two match points is the lowest.
    assert items(edition, after, 3) == [(None, 6, False), (1, 6, True)]
    note = line(edition, after, 3).values[0].items[0].note
    assert note == "bye, counted as a draw against the team itself"


@each_edition(olympiad_2008="13a", olympiad_2008_dresden="13a", olympiad_2009="14a")
def test_the_bye_can_be_the_item_that_is_left_out(edition):
    after = event(4, "1-2 4:0, bye 3, out 4", "1-3 4:0, 2-4 2:2")

    # 3 has one match point, 1 has four.
    assert items(edition, after, 3) == [(None, 2, True), (1, 0, False)]


FROM_2009 = each_edition(
    olympiad_2009="14d", olympiad_2021_draft=(), olympiad_2022=()
)  # the later texts are silent and count alike


@FROM_2009
def test_from_2009_the_round_of_the_bye_is_left_out(edition):
    # Three match points of its own; 1 has two, and is kept all the same.
    assert items(edition, event(4, *MIXED), 3) == [(None, 6, True), (1, 6, False)]


@FROM_2009
def test_from_2009_a_no_show_is_a_left_out_draw_with_itself(edition):
    after = event(4, *NO_SHOW)

    # With the match drawn it has two match points, as many as 3.
    assert items(edition, after, 1) == [(None, 4, True), (3, 4, False)]
    # The game points are those of the match.
    assert values(edition, after, 1) == [4, 5, 2]
    assert line(edition, after, 1).points == 30


@FROM_2009
def test_from_2009_a_team_that_won_without_playing_counts_as_having_drawn(edition):
    after = event(4, *NO_SHOW)

    # 3 drew with 1, which has three match points in the table and two as an opponent.
    assert items(edition, after, 3) == [(4, 4, True), (1, 4, False)]


@FROM_2009
def test_from_2009_only_one_unplayed_round_is_left_out(edition):
    after = event(4, "1-2 3:0 default, 3-4 2:2", "1-4 4:0 default, 2-3 2:2", "1-3 2:2, 2-4 2:2")

    # Three matches, all counted as drawn: three match points of its own, as 3 has.
    assert items(edition, after, 1) == [(None, 6, True), (None, 6, False), (3, 6, False)]


@FROM_2009
def test_from_2009_an_unpaired_round_is_left_out_before_a_drawn_one(edition):
    after = event(4, "3-4 2:2, out 1, out 2", "1-2 3:0 default, 3-4 2:2", "1-3 2:2, 2-4 2:2")

    assert items(edition, after, 1) == [(None, 0, True), (None, 4, False), (3, 6, False)]


@each_edition(olympiad_2008="13d", olympiad_2008_dresden="13d")
def test_in_2008_a_no_show_counts_as_a_three_to_one_win(edition):
    after = event(4, *NO_SHOW)
    with_a_stronger_one = event(4, *NO_SHOW, adjustments=(Adjustment(Number(2), 20),))

    assert items(edition, after, 1) == [(2, 3, True), (3, 4, False)]
    assert items(edition, with_a_stronger_one, 1) == [(2, 9, False), (3, 4, True)]


@each_edition(olympiad_2008="13d", olympiad_2008_dresden="13d")
def test_in_2008_a_no_show_by_unknown_opponents_counts_for_nothing(edition):
    after = event(4, "1-? 4:0 default, 3-4 2:2", "1-3 2:2")

    assert items(edition, after, 1) == [(None, 0, True), (3, 4, False)]


@each_edition(olympiad_2008="13a", olympiad_2008_dresden="13a", olympiad_2009="14a")
@pytest.mark.parametrize(
    "first", ["1-2 3:0 default, 3-4 2:2", "1-2 0:0 default, 3-4 2:2", "3-4 2:2, out 2"]
)
def test_a_round_a_team_missed_counts_as_zero_and_is_left_out(edition, first):
    after = event(4, first, "1-3 2:2, 4-2 2:2")

    [(_, added, left_out), drawn] = items(edition, after, 2)

    assert (added, left_out) == (0, True)
    # 4 has two match points.
    assert drawn == (4, 4, False)
    # The sum over the opponents and, but for the text of 2008, the game points are two each.
    assert values(edition, after, 2) == [4, 2, 2]


# --- the standings --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "columns"),
    [
        ("olympiad_2008", [("SB", "13a"), ("MPO-", "13b"), ("MPO", "13c")]),
        ("olympiad_2008_dresden", [("SB", "13a"), ("MPO-", "13b"), ("GP", "13c")]),
        ("olympiad_2009", [("SB", "14a"), ("GP", "14b"), ("MPO", "14c")]),
        (
            "olympiad_2021_draft",
            [(key, "regulations of the event") for key in ("SB", "GP", "MPO")],
        ),
        ("olympiad_2022", [(key, "regulations of the event") for key in ("SB", "GP", "MPO")]),
    ],
)
def test_every_edition_lists_its_own_tie_breaks_in_order(edition, columns):
    standings = system(edition).standings(event(2, ""))

    assert [(c.code, c.article) for c in standings.columns] == columns
    assert (standings.system, standings.after_round) == (edition, 1)


@each_edition(olympiad_2008="13a", olympiad_2008_dresden="13a", olympiad_2009="14a")
def test_match_points_come_first_then_the_tie_breaks(edition):
    after = event(4, *MIXED)

    # 2 and 4 have one match point each; 4 has the better Sonneborn-Berger.
    places = [(x.place, x.number) for x in system(edition).standings(after).lines]
    assert places == [(1, 3), (2, 1), (3, 4), (4, 2)]


BY_GAME_POINTS = [(1, 1), (1, 2), (3, 3), (4, 6), (5, 4), (5, 5)]
BY_OPPONENTS_ALONE = [(1, 1), (1, 2), (1, 3), (4, 4), (4, 5), (4, 6)]


@pytest.mark.parametrize(
    ("edition", "places"),
    [
        ("olympiad_2008", BY_OPPONENTS_ALONE),
        ("olympiad_2008_dresden", BY_GAME_POINTS),
        ("olympiad_2009", BY_GAME_POINTS),
        ("olympiad_2021_draft", BY_GAME_POINTS),
        ("olympiad_2022", BY_GAME_POINTS),
    ],
)
def test_teams_that_are_equal_in_everything_share_the_higher_place(edition, places):
    after = event(6, "1-4 4:0, 2-5 4:0, 3-6 3:1")

    lines = system(edition).standings(after).lines

    assert [(x.place, x.number) for x in lines] == places
