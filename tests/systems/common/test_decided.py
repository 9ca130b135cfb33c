"""Awarded and adjusted points mean the same in every system."""

from __future__ import annotations

import pytest

from tests.team_events import squad
from topboard.model import (
    Adjustment,
    AwardedPoints,
    Meeting,
    Number,
    Player,
    Round,
    Team,
    Tournament,
)
from topboard.systems.registry import SYSTEMS, system

OF_TEAMS = tuple(name for name in SYSTEMS if system(name).teams)
OF_PLAYERS = tuple(name for name in SYSTEMS if not system(name).teams and system(name).games == 1)
OF_ONE_GAME = tuple(name for name in SYSTEMS if system(name).games == 1)
"""A match of two games has its own test: its rounds are not made of single games."""
LOSER = Number(3)


def after_one_round(name, **facts):
    """1 beat 4 and 2 beat 3, as the table of a round robin has it."""
    teams = name in OF_TEAMS
    numbers = [Number(n) for n in range(1, 5)]
    competitors = [
        Team(n, f"T{n}", squad(f"T{n}", 2000).players) if teams else Player(n, f"P{n}", 2000)
        for n in numbers
    ]
    won = 30 if teams else 10
    meetings = (Meeting(Number(1), Number(4), won, 0), Meeting(Number(2), LOSER, won, 0))
    return Tournament(
        tuple(competitors), (Round(1, meetings),), 3, boards=4 if teams else 1, system=name, **facts
    )


def points(name, **facts):
    table = system(name).standings(after_one_round(name, **facts))
    return {line.number: line.points for line in table.lines}[LOSER]


AWARDS = [(10, 5, 5), (10, None, 10), (None, 5, 5), (None, None, 0), (10, 0, 0), (None, -5, -5)]
ADJUSTMENTS = [(10, 10, 10), (10, 0, 10), (0, 5, 5), (-10, 5, 5), (0, 0, 0), (0, -5, -5)]


@pytest.mark.parametrize("name", OF_PLAYERS)
@pytest.mark.parametrize(("match", "game", "counts"), AWARDS)
def test_a_players_award_counts_game_points_before_match_points(name, match, game, counts):
    assert points(name, awarded=(AwardedPoints(LOSER, 1, match, game),)) == counts


@pytest.mark.parametrize("name", OF_TEAMS)
@pytest.mark.parametrize(("match", "game"), [(10, 5), (10, None), (None, 5), (None, None)])
def test_a_teams_award_replaces_each_kind_of_points_separately(name, match, game):
    award = AwardedPoints(LOSER, 1, match, game)

    assert points(name, awarded=(award,)) == (match or 0)


@pytest.mark.parametrize("name", OF_PLAYERS)
@pytest.mark.parametrize(("match", "game", "counts"), ADJUSTMENTS)
def test_a_players_adjustment_counts_game_points_before_match_points(name, match, game, counts):
    assert points(name, adjustments=(Adjustment(LOSER, match, game),)) == counts


@pytest.mark.parametrize("name", OF_TEAMS)
@pytest.mark.parametrize(("match", "game"), [(10, 10), (10, 0), (0, 5), (-10, 5)])
def test_a_teams_adjustment_changes_each_kind_of_points_separately(name, match, game):
    assert points(name, adjustments=(Adjustment(LOSER, match, game),)) == match


@pytest.mark.parametrize("name", OF_ONE_GAME)
def test_only_the_last_of_several_awards_for_a_round_counts(name):
    said = (AwardedPoints(LOSER, 1, 10, 10), AwardedPoints(LOSER, 1, 5, 5))
    as_usual = (*said, AwardedPoints(LOSER, 1))

    assert points(name, awarded=said) == 5
    assert points(name, awarded=as_usual) == 0


@pytest.mark.parametrize("name", OF_ONE_GAME)
def test_awards_for_future_rounds_wait_and_adjustments_apply_in_their_rounds(name):
    assert points(name, awarded=(AwardedPoints(LOSER, 2, 5, 5), AwardedPoints(LOSER, 0, 5, 5))) == 0
    assert points(name, adjustments=(Adjustment(LOSER, 5, 5, known_from=3),)) == 0
    assert points(name, adjustments=(Adjustment(LOSER, 5, 5, last=1),)) == 0
    assert points(name, adjustments=(Adjustment(LOSER, 5, 5), Adjustment(LOSER, 5, 5))) == 10
