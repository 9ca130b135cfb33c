"""Ties: Sonneborn-Berger, the results between the tied, and the director's word."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.citing import each_edition
from tests.systems.round_robin.cfc_round_robin.scores import (
    TEAMS,
    event,
    match_event,
    places,
    scores,
    standings,
    value,
)
from topboard.errors import BadInput
from topboard.model import Lot, Number
from topboard.tiebreaks.standings import Item

# Worked out by hand: 1 has beaten 3 (2 points) and drawn with 2 (2), 4 has lost everything.
FOUR = ("1-4 1:0, 2-3 0:1", "4-3 0:1, 1-2 =", "2-4 1:0, 3-1 0:1")


@pytest.mark.article("cfc_round_robin:673")
def test_scores_of_beaten_and_half_scores_of_drawn_opponents_are_added() -> None:
    tournament = event(4, *FOUR)

    assert scores(tournament) == {1: 25, 3: 20, 2: 15, 4: 0}
    assert value(tournament, 1, "SB") == 100 * 0 + 75 + 200
    assert value(tournament, 2, "SB") == 125 + 0
    assert value(tournament, 3, "SB") == 150 + 0
    assert value(tournament, 4, "SB") == 0


@pytest.mark.article("cfc_round_robin:673")
def test_the_sum_can_be_expanded_into_its_addends() -> None:
    winner, second, *_ = standings(event(4, *FOUR)).lines

    assert winner.values[0].items == (
        Item(1, Number(4), 0),
        Item(2, Number(2), 75),
        Item(3, Number(3), 200),
    )
    assert second.values[0].items == (Item(1, Number(2), 150), Item(2, Number(4), 0))


@pytest.mark.article("cfc_round_robin:673")
def test_an_unplayed_game_adds_nothing() -> None:
    played = event(4, "1-4 1:0, 2-3 1:0", "4-3 1:0, 1-2 =", "2-4 =, 3-1 =")
    default = event(4, "1-4 +:-, 2-3 1:0", "4-3 1:0, 1-2 =", "2-4 =, 3-1 =")

    assert scores(played) == scores(default)
    assert value(played, 1, "SB") - value(default, 1, "SB") == 10 * scores(played)[4]


@pytest.mark.article("cfc_team_round_robin:673")
def test_the_tie_break_of_teams_uses_match_points() -> None:
    tournament = match_event(4, 3, "2-3 4:0, bye 1", "1-2 2:2, bye 3", "3-1 1:3, bye 2")

    assert scores(tournament) == {1: 15, 2: 15, 3: 0}
    assert value(tournament, 1, "SB") == 75


@each_edition(cfc_round_robin="673.between", cfc_team_round_robin="673.between")
def test_the_results_between_the_tied_players_decide_next(edition: str) -> None:
    # 1 and 4 are tied in points (3) and Sonneborn-Berger; 1 won their game.
    rounds = (
        "1-6 0:1, 2-5 0:1, 3-4 0:1",
        "6-4 0:1, 5-3 1:0, 1-2 1:0",
        "2-6 1:0, 3-1 0:1, 4-5 0:1",
        "6-5 1:0, 1-4 1:0, 2-3 0:1",
        "3-6 0:1, 4-2 1:0, 5-1 1:0",
    )
    tournament = event(6, *rounds)
    if edition == TEAMS:
        tournament = match_event(1, 6, *rounds)

    assert scores(tournament) == {5: 40, 1: 30, 4: 30, 6: 30, 2: 10, 3: 10}
    assert {n: value(tournament, n, "SB") for n in (1, 4, 6)} == {1: 500, 4: 500, 6: 800}
    assert [value(tournament, n, "DE") for n in (1, 4)] == [10, 0]
    assert places(tournament)[:4] == [(1, 5), (2, 6), (3, 1), (4, 4)]


@pytest.mark.article("cfc_round_robin:673.between")
def test_a_default_between_tied_players_counts_as_it_was_scored() -> None:
    tournament = event(4, "1-4 0:1, 2-3 1:0", "4-3 1:0, 1-2 +:-", "2-4 0:1, 3-1 -:-")

    assert scores(tournament) == {4: 30, 1: 10, 2: 10, 3: 0}
    assert [value(tournament, n, "SB") for n in (1, 2)] == [0, 0]
    assert places(tournament) == [(1, 4), (2, 1), (3, 2), (4, 3)]


@each_edition(cfc_round_robin="671", cfc_team_round_robin="671")
def test_tied_players_share_a_place_until_the_director_decides(edition: str) -> None:
    drawn = ("1-4 =, 2-3 =", "4-3 =, 1-2 =", "2-4 =, 3-1 =")
    tournament = event(4, *drawn) if edition != TEAMS else match_event(1, 4, *drawn)
    word = Lot("director's order of the tied", (Number(3), Number(1), Number(4)))

    spoken = replace(tournament, lots=(word,))

    assert places(tournament) == [(1, 1), (1, 2), (1, 3), (1, 4)]
    assert [c.code for c in standings(tournament).columns] == ["SB", "DE"]
    assert places(spoken) == [(1, 3), (2, 1), (3, 4), (4, 2)]
    assert [c.code for c in standings(spoken).columns] == ["SB", "DE", "TD"]


@pytest.mark.article("cfc_round_robin:671")
def test_the_director_cannot_overrule_an_earlier_criterion() -> None:
    word = Lot("director's order of the tied", tuple(Number(n) for n in (4, 2, 3, 1)))

    assert places(event(4, *FOUR, lots=(word,))) == places(event(4, *FOUR))


@each_edition(cfc_round_robin="671", cfc_team_round_robin="671")
def test_the_later_of_two_director_rulings_counts(edition: str) -> None:
    drawn = ("1-4 =, 2-3 =", "4-3 =, 1-2 =", "2-4 =, 3-1 =")
    tournament = event(4, *drawn) if edition != TEAMS else match_event(1, 4, *drawn)
    words = ((3, 1, 4, 2), (2, 4, 1, 3))
    lots = (Lot("director's order of the tied", tuple(map(Number, word))) for word in words)

    spoken = replace(tournament, lots=tuple(lots))

    assert places(spoken) == [(1, 2), (2, 4), (3, 1), (4, 3)]


@pytest.mark.parametrize(
    ("order", "what"),
    [((1, 9), "no participant has this number: '9'"), ((1, 1), "participant listed twice: '1'")],
)
def test_a_director_ruling_that_does_not_fit_is_refused(order: tuple[int, ...], what: str) -> None:
    word = Lot("director's order of the tied", tuple(Number(n) for n in order))

    with pytest.raises(BadInput) as refusal:
        standings(event(4, *FOUR, lots=(word,)))

    assert what in str(refusal.value)
