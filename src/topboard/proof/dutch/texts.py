"""What the two texts call things, and when an unplayed round counts for them."""

from __future__ import annotations

from typing import Any, NamedTuple

from topboard import model
from topboard.proof.dutch.players import Judge


class DutchText(NamedTuple):
    """An edition: its articles, and what it says of rounds without a game."""

    floats: Judge
    """Who does not play floats down."""
    barred: Judge
    """What keeps the bye from somebody, unless a decision lifts it."""
    criteria: tuple[str, ...]
    """The articles of the quality criteria, one for each that ``criteria`` charges."""
    bracket: str
    bye: str
    completion: str
    chosen: str
    """Which of those moved down are paired."""
    exchange: str
    rows: str
    """Transpositions: who comes first meets the first he can."""
    colours: tuple[str, ...]
    boards: str
    tables_by_pairing_score: bool
    """With virtual points, where there are any."""


def _scored(outcome: Any, points: int, scale: model.Scale) -> bool:
    return isinstance(outcome, model.PairingBye) or points > scale.loss


def _scored_a_win(outcome: Any, points: int, scale: model.Scale) -> bool:
    return not hasattr(outcome, "colour") and points >= scale.win


def _won_by_forfeit(outcome: Any, _points: int, _scale: model.Scale) -> bool:
    return isinstance(outcome, model.ForfeitWin)


TEXTS = {
    "fide_dutch_2026": DutchText(
        floats=_scored,
        barred=_scored_a_win,
        criteria=(
            *("2.4.1 C6", "2.4.2 C7", "2.4.3 C8", "2.4.3 C8"),
            *(f"2.4.{at} C{at + 5}" for at in range(4, 17)),
        ),
        bracket="1.3.2",
        bye="2.3.1 C5",
        completion="2.2.1 C4",
        chosen="4.4.2",
        exchange="4.3.2",
        rows="4.2.1",
        colours=tuple(f"5.2.{rule}" for rule in range(1, 6)),
        boards="C.04.2 3.6",
        tables_by_pairing_score=True,
    ),
    "fide_dutch_2017": DutchText(
        floats=lambda *_: True,
        barred=_won_by_forfeit,
        criteria=("C.5", "C.6", "C.7", *(f"C.{at}" for at in range(7, 20))),
        bracket="A.3",
        bye="A.5",
        completion="C.4",
        chosen="D.3",
        exchange="D.2",
        rows="D.1",
        colours=tuple(f"E.{rule}" for rule in range(1, 6)),
        boards="C.04.2 D.9",
        tables_by_pairing_score=False,
    ),
}
