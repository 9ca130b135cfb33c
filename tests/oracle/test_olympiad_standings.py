"""The tie-breaks of the editions, worked out by hand."""

from __future__ import annotations

import pytest

from tests.oracle.olympiad import oracle_standings
from tests.oracle.olympiad_cases import field, match, rounds
from topboard.model import Adjustment, AwardedPoints, Manner, Meeting, Number

FROM_2009 = ("olympiad_2009", "olympiad_2021_draft", "olympiad_2022")

TWO_ROUNDS = rounds(
    [match(1, 3, "3-1"), match(4, 2, "1.5-2.5")],
    [match(2, 1, "2-2"), match(3, 4, "1-3")],
)


@pytest.mark.parametrize("edition", FROM_2009)
def test_from_2009_game_points_come_second(edition):
    assert oracle_standings(field(4, *TWO_ROUNDS), edition) == [
        (1, 1, 30, 600, 50, 30),
        (2, 2, 30, 600, 45, 30),
        (3, 4, 20, 450, 45, 30),
        (4, 3, 0, 300, 20, 30),
    ]


def test_in_2008_the_sums_of_the_opponents_points_come_second_and_third():
    assert oracle_standings(field(4, *TWO_ROUNDS), "olympiad_2008") == [
        (1, 2, 30, 600, 30, 50),
        (2, 1, 30, 600, 30, 30),
        (3, 4, 20, 450, 30, 30),
        (4, 3, 0, 300, 30, 50),
    ]


def test_at_dresden_game_points_came_third():
    assert oracle_standings(field(4, *TWO_ROUNDS), "olympiad_2008_dresden") == [
        (1, 1, 30, 600, 30, 50),
        (2, 2, 30, 600, 30, 45),
        (3, 4, 20, 450, 30, 45),
        (4, 3, 0, 300, 30, 20),
    ]


def test_among_opponents_with_the_fewest_points_the_smallest_product_is_left_out():
    played = rounds(
        [match(1, 2, "4-0"), match(3, 4, "2-2")],
        [match(1, 3, "2.5-1.5"), match(2, 4, "2-2")],
        [match(1, 4, "3-1"), match(2, 3, "2-2")],
    )

    standings = oracle_standings(field(4, *played), "olympiad_2009")

    # 2, 3 and 4 have two points each: 2 x 4 + 2 x 3 without 2 x 2.5.
    assert standings[0] == (1, 1, 60, 1400, 95, 40)


def test_a_bye_is_a_drawn_match_against_the_team_itself():
    played = rounds([match(1, 2, "2.5-1.5")], [match(3, 1, "2-2")], byes={1: 3, 2: 2})
    adjustments = (Adjustment(Number(3), match_points=20),)

    # Team 3 has 4 points, team 1 has 3. In 2008 team 3 leaves out team 1 and keeps itself.
    in_2008 = oracle_standings(field(3, *played, adjustments=adjustments), "olympiad_2008_dresden")
    assert in_2008[0] == (1, 3, 40, 800, 40, 40)
    # From 2009 on its bye is the round left out.
    in_2009 = oracle_standings(field(3, *played, adjustments=adjustments), "olympiad_2009")
    assert in_2009[0] == (1, 3, 40, 600, 40, 30)


def test_a_no_show_is_a_draw_against_oneself_in_2009_but_a_3_1_win_in_2008():
    played = rounds(
        [match(1, 2, "4-0", Manner.DEFAULT), match(3, 4, "3-1")],
        [match(1, 3, "2-2"), match(2, 4, "4-0")],
    )
    tournament = field(4, *played)

    in_2009 = {line.number: line for line in oracle_standings(tournament, "olympiad_2009")}
    in_2008 = {line.number: line for line in oracle_standings(tournament, "olympiad_2008")}

    # Team 1: in 2009 itself is left out; team 3 has 3 points, 2 game points.
    assert in_2009[Number(1)] == (1, 1, 30, 600, 60, 30)
    # Team 3: team 4 (no points) is left out; team 1 counts 2 of its 3 points, 2 game points.
    assert in_2009[Number(3)] == (2, 3, 30, 400, 50, 20)
    # In 2008 team 2 (2 points, 3 game points) is the lowest and left out.
    assert in_2008[Number(1)] == (1, 1, 30, 600, 30, 50)
    # Team 2: its own no-show is an item of nothing and so the one left out.
    assert in_2008[Number(2)] == (3, 2, 20, 0, 0, 0)


def test_the_no_show_win_of_2008_counts_three_whatever_was_awarded():
    played = rounds(
        [match(1, 2, "4-0", Manner.DEFAULT)], [match(2, 3, "4-0")], [match(1, 3, "0-4")]
    )

    line = next(s for s in oracle_standings(field(3, *played), "olympiad_2008") if s.number == 1)

    # Rounds: 2 (2 points, 3), nothing, 3 (2 points, 0); the round not played is left out.
    assert line.first_tie_break == 600


def test_equal_teams_share_the_higher_place():
    played = rounds([match(1, 2, "2-2"), match(3, 4, "2-2")])

    places = [line.place for line in oracle_standings(field(4, *played), "olympiad_2009")]

    assert places == [1, 1, 1, 1]


def test_rulings_and_unfinished_matches_count():
    unfinished = Meeting(Number(1), Number(2), 15, 25, Manner.UNFINISHED)
    tournament = field(
        3,
        *rounds([unfinished], byes={1: 3}),
        adjustments=(
            Adjustment(Number(1), match_points=-10, game_points=-5, known_from=2),
            Adjustment(Number(2), match_points=-10, known_from=3),
            Adjustment(Number(2), match_points=-10, last=1),
        ),
        awarded=(AwardedPoints(Number(3), 1, match_points=0, game_points=15),),
    )

    standings = oracle_standings(tournament, "olympiad_2009")

    assert [(s.number, s.match_points, s.second_tie_break) for s in standings] == [
        (2, 20, 25),
        (3, 0, 15),
        (1, -10, 10),
    ]
