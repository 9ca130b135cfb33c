"""The statistics of a section: games that were played, upsets, performances and federations."""

from __future__ import annotations

from dataclasses import replace

import pytest

from topboard.documents.records import card_lines_by_participant
from topboard.model import Manner, Meeting, Number, Player, Round, Tournament
from topboard.systems.registry import system
from topboard.web.public.statistics import ResultCounts, compute_performance, compute_statistics

ANN, BEN, CY, DI = Number(1), Number(2), Number(3), Number(4)
PLAYERS = (
    Player(ANN, "Ann", 2200, federation="CAN"),
    Player(BEN, "Ben", 2100, federation="CAN"),
    Player(CY, "Cy", 1800, federation="USA"),
    Player(DI, "Di"),
)
ROUNDS = (
    Round(1, (Meeting(ANN, CY, 0, 10), Meeting(DI, BEN, 10, 0))),
    Round(2, (Meeting(CY, DI, 5, 5), Meeting(BEN, ANN, 0, 10, Manner.DEFAULT))),
)
EVENT = Tournament(system="fide_dutch_2026", competitors=PLAYERS, rounds=ROUNDS, planned_rounds=3)
LINES = card_lines_by_participant(EVENT, system(EVENT.system))


def test_games_won_by_forfeit_do_not_count() -> None:
    found = compute_statistics(EVENT, LINES)

    assert found.total == ResultCounts(white_wins=1, draws=1, black_wins=1)
    assert found.by_round == {1: ResultCounts(1, 0, 1), 2: ResultCounts(0, 1, 0)}
    assert (found.average_rating, found.highest_rating, found.unrated) == (2033, 2200, 1)
    assert found.federations == [("CAN", 2), ("USA", 1)]


def test_every_federation_is_listed() -> None:
    players = [Player(Number(n), f"P{n}", federation=f"F{n:02}") for n in range(1, 25)]
    found = compute_statistics(replace(EVENT, competitors=tuple(players), rounds=()), {})

    assert found.federations == [(f"F{n:02}", 1) for n in range(1, 25)]


@pytest.mark.parametrize(("rating", "count"), [(2100, 1), (2101, 0), (2163, 0)])
def test_a_win_is_an_upset_from_a_difference_of_100_points(rating: int, count: int) -> None:
    players = (replace(PLAYERS[0], rating=2200), replace(PLAYERS[2], rating=rating))
    first = Round(1, (Meeting(ANN, CY, 0, 10),))
    tournament = replace(EVENT, competitors=players, rounds=(first,))

    assert len(compute_statistics(tournament, {}).upsets) == count


def test_an_upset_is_a_win_against_a_higher_rating() -> None:
    (upset,) = compute_statistics(EVENT, LINES).upsets

    assert (upset.winner.name, upset.loser.name, upset.difference) == ("Cy", "Ann", 400)


def test_a_performance_counts_finished_games_against_rated_opponents() -> None:
    competitors = {one.number: one for one in PLAYERS}

    # A score of 100 percent is worth 800 points more than the opponents' average.
    assert compute_performance(LINES[CY], competitors) == 2200 + 800
    assert compute_performance(LINES[BEN], competitors) is None


def test_the_best_performances_have_their_games_and_a_mark_if_all_were_won() -> None:
    rounds = (
        Round(1, (Meeting(ANN, CY, 10, 0), Meeting(BEN, DI, 10, 0))),
        Round(2, (Meeting(BEN, ANN, 0, 10), Meeting(CY, DI, 10, 0))),
        Round(3, (Meeting(BEN, CY, 10, 0), Meeting(ANN, DI, 10, 0))),
    )
    tournament = replace(EVENT, rounds=rounds)
    found = compute_statistics(
        tournament, card_lines_by_participant(tournament, system(EVENT.system))
    ).performances

    # Games against Di, who has no rating, do not count.
    assert [(one.player.name, one.games, one.is_extrapolated) for one in found] == [
        ("Ann", 2, True),
        ("Ben", 2, False),
        ("Cy", 2, True),
        ("Di", 3, True),
    ]


def test_each_share_is_rounded_on_its_own() -> None:
    assert ResultCounts(25, 14, 27).percentages == (38, 21, 41)
    assert ResultCounts(1, 0, 7).percentages == (13, 0, 88)
    assert ResultCounts(1, 1, 1).percentages == (33, 33, 33)
    assert ResultCounts().percentages == (0, 0, 0)
