"""Chapter 9: the list of AROs; and the tables and standings that go with a round."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.systems.dubov_1997.cards import apart, event, format_round, texts
from topboard.model import (
    Adjustment,
    AwardedPoints,
    FixedTable,
    Number,
    Scale,
)
from topboard.reasons.decisions import FixedTableDecision, Floater
from topboard.systems.dubov_1997.dubov_1997 import SYSTEM, list_average_opponent_ratings, pair
from topboard.systems.registry import system

TWO_ROUNDS = (
    "1-4 1:0, 5-2 0:1, 3-6 1:0",
    "2-1 =, 6-3 0:1, 4-5 =",
)
RATINGS = (2400, 2300, 2200, 2100, 2000, 1900)


@pytest.mark.article("dubov_1997:9")
def test_the_list_of_aros_shows_the_opponents_behind_each_average():
    lines = list_average_opponent_ratings(event(RATINGS, *TWO_ROUNDS))

    assert [line.number for line in lines] == [3, 1, 2, 4, 5, 6]
    assert lines[1].aro == 2200
    assert lines[1].opponents == ((1, 4, 2100), (2, 2, 2300))
    assert [line.points for line in lines] == [20, 15, 15, 5, 5, 0]


@pytest.mark.article("dubov_1997:9")
def test_before_the_first_game_there_is_no_aro():
    assert {line.aro for line in list_average_opponent_ratings(event(RATINGS))} == {None}


@pytest.mark.article("dubov_1997:9")
def test_an_aro_is_an_unrounded_fraction():
    tournament = event([2400, 2301, 2200, 2100], "1-3 =, 4-2 =", "2-1 =, 3-4 =", "1-4 =, 2-3 =")

    assert {line.number: line.aro for line in list_average_opponent_ratings(tournament)}[
        1
    ] == Fraction(6601, 3)


def test_standings_go_by_points_alone_and_equal_scores_share_a_place():
    table = SYSTEM.standings(event(RATINGS, *TWO_ROUNDS))

    assert [(line.place, line.number, line.points) for line in table.lines] == [
        (1, 3, 20),
        (2, 1, 15),
        (2, 2, 15),
        (4, 4, 5),
        (4, 5, 5),
        (6, 6, 0),
    ]
    assert table.columns == ()


def test_awards_adjustments_and_the_scale_of_the_event_change_the_points():
    tournament = event(RATINGS, *TWO_ROUNDS, "1-3 1:0, 2-4 1:0, bye 5, half 6")
    changed = replace(
        tournament,
        awarded=(AwardedPoints(Number(6), 1, game_points=7),),
        adjustments=(Adjustment(Number(3), game_points=-10, known_from=4),),
        game_scale=Scale(win=30, draw=10, loss=0),
    )
    points = {line.number: line.points for line in SYSTEM.standings(changed).lines}

    assert points == {1: 25, 2: 25, 3: 10, 4: 5, 5: 35, 6: 17}


def test_the_event_may_announce_the_value_of_byes_and_forfeits():
    scale = Scale(bye=5, half_bye=4, won_by_default=8, both_defaulted=1)
    played = "1-4 1:0 default, 2-3 0:0 nobody, bye 5, half 6"
    tournament = event(RATINGS, played, game_scale=scale)

    points = {line.number: line.points for line in SYSTEM.standings(tournament).lines}

    assert points == {1: 8, 2: 1, 3: 1, 4: 0, 5: 5, 6: 4}


def test_tables_follow_the_higher_score_then_the_sum_except_fixed_tables():
    tournament = event(RATINGS, *TWO_ROUNDS)
    fixed = replace(tournament, fixed_tables=(FixedTable(Number(6), 1, "wheelchair"),))

    order = format_round(tournament)
    pairing = pair(fixed)

    assert order == ["3-2", "5-1", "6-4"]
    assert texts(pairing) == ["6-4", "3-2", "5-1"]
    assert [r.table for r in pairing.reasons if isinstance(r, FixedTableDecision)] == [1]


def test_a_player_who_is_moved_up_is_named_as_a_floater():
    tournament = event(RATINGS, "1-4 1:0, 5-2 0:1, 3-6 1:0")

    assert pair(tournament).floaters == (Floater(Number(4), 0, 10),)


def test_a_required_pair_is_made_and_a_forbidden_pair_is_not():
    tournament = event(RATINGS, *TWO_ROUNDS)

    forced = pair(replace(tournament, required=((Number(1), Number(6)),)))

    assert {1, 6} in [{p.white, p.black} for p in forced.pairs]
    kept_apart = pair(replace(tournament, forbidden=apart("3-2")))
    assert {2, 3} not in [{p.white, p.black} for p in kept_apart.pairs]


def test_the_system_is_known_by_its_name():
    assert system("dubov_1997").articles is SYSTEM.articles
    assert not SYSTEM.teams
