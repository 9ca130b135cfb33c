"""The example of the Arbiters' Manual of 2026: a player who missed one round by his own choice."""

from __future__ import annotations

import pytest

from tests.tiebreaks.tables import values
from topboard.model import (
    Adjustment,
    FullPointBye,
    Meeting,
    Number,
    Player,
    Round,
    Tournament,
    ZeroPointBye,
)

OPPONENTS = (50, 50, 65, None, 45, 60, 50, 65, 55, 60)
RESULTS = (10, 10, 0, None, 10, 5, 10, 5, 10, 10)


def laxman():
    """Number 1 with these results, and opponents who end with these scores by decision."""
    rounds, added = [], []
    for place, (score, own) in enumerate(zip(OPPONENTS, RESULTS, strict=True)):
        opponent = Number(place + 2)
        others = [Number(n) for n in range(2, 12) if score is None or n != opponent]
        away = [(n, FullPointBye()) for n in others]
        meetings = ()
        if score is None or own is None:
            away.append((Number(1), ZeroPointBye()))
        else:
            meetings = (Meeting(Number(1), opponent, own, 10 - own),)
            scored = 10 - own + 10 * (len(OPPONENTS) - 1)
            added.append(Adjustment(opponent, game_points=score - scored))
        rounds.append(Round(place + 1, meetings, tuple(away)))
    players = tuple(Player(Number(n), f"P{n}") for n in range(1, 12))
    return Tournament(players, tuple(rounds), 10, adjustments=tuple(added))


@pytest.mark.parametrize(
    ("code", "year", "value"),
    [
        ("BH", "2024", "57"),
        ("BH", "2026", "55"),
        ("BH/C1", "2024", "50"),
        ("BH/C1", "2026", "50"),
        ("SB", "2026", "37.25"),
    ],
)
def test_the_tie_breaks_of_laxman_match_the_worked_example(code, year, value):
    assert values(laxman(), code, year)[1] == value
