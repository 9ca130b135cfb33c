"""What the two texts call things, and when an unplayed round counts for them."""

from __future__ import annotations

from typing import NamedTuple

from topboard import model
from topboard.proof.dutch.criteria import Quality, QualityOf2017, QualityOf2026
from topboard.proof.dutch.players import Judge


class DutchText(NamedTuple):
    """An edition: its articles, and what it says of rounds without a game."""

    floats: Judge
    """Who does not play floats down."""
    barred: Judge
    """What keeps the bye from somebody who did not play, unless a decision lifts it."""
    quality: type[Quality]
    completes: bool
    """Whether every bracket leaves all below a complete pairing; else the next one is looked at."""
    tables_by_pairing_score: bool
    """With virtual points, where there are any."""
    articles: dict[str, str]
    criteria: tuple[str, ...]
    """The articles of the quality criteria, one for each that is charged."""
    colours: tuple[str, ...]


WORDS = ("bracket", "bye", "completion", "moved down", "exchange", "rows", "tables")
"""What ``articles`` are about; rows are transpositions: who comes first meets the first he can."""


def _named(*articles: str) -> dict[str, str]:
    return dict(zip(WORDS, articles, strict=True))


TEXTS = {
    "fide_dutch_2026": DutchText(
        floats=lambda how, points, scale: isinstance(how, model.PairingBye) or points > scale.loss,
        barred=lambda _, points, scale: points >= scale.win,
        quality=QualityOf2026,
        completes=True,
        tables_by_pairing_score=True,
        articles=_named("1.3.2", "2.3.1 C5", "2.2.1 C4", "4.4.2", "4.3.2", "4.2.1", "C.04.2 3.6"),
        criteria=tuple(f"2.4.{at} C{at + 5}" for at in (1, 2, 3, 3, *range(4, 17))),
        colours=tuple(f"5.2.{rule}" for rule in range(1, 6)),
    ),
    "fide_dutch_2017": DutchText(
        floats=lambda *_: True,
        barred=lambda how, *_: isinstance(how, model.ForfeitWin),
        quality=QualityOf2017,
        completes=False,
        tables_by_pairing_score=False,
        articles=_named("A.3", "A.5", "C.4", "D.3", "D.2", "D.1", "C.04.2 D.9"),
        criteria=tuple(f"C.{at}" for at in (5, 6, 7, 7, *range(8, 20))),
        colours=tuple(f"E.{rule}" for rule in range(1, 6)),
    ),
}
