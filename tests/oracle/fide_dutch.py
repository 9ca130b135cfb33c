"""A second reading of the FIDE Dutch system, in its editions of 2017 and 2026, for small fields.

Every set of downfloaters is tried, every pairing of a bracket is judged criterion by criterion,
and the candidates are gone through in the order of the text until one is as good as the best.
What the text leaves open is read as docs/interpretations has it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.oracle import fide_dutch_2017, fide_dutch_2026
from tests.oracle.fide_dutch_cards import cards, initial_colour, kept_apart
from tests.oracle.fide_dutch_field import Field, NoPairing, Paired, TooLarge

if TYPE_CHECKING:
    from collections.abc import Mapping

    from topboard.model import Tournament

__all__ = ["EDITIONS", "Answer", "NoPairing", "TooLarge", "pair_round", "the_field"]

EDITIONS = {"fide_dutch_2017": fide_dutch_2017, "fide_dutch_2026": fide_dutch_2026}


@dataclass(frozen=True)
class Answer:
    """The round."""

    pairs: frozenset[tuple[int, int]]
    """White first."""
    bye: int | None
    floaters: frozenset[tuple[int, int, int]]
    """Who was paired with a lower score: number, own score, score of the opponent."""
    brackets: tuple[Paired, ...] = field(default=(), compare=False)


def pair_round(
    tournament: Tournament, edition: str, virtual: Mapping[int, tuple[int, ...]] | None = None
) -> Answer:
    """The next round; ``virtual`` are the virtual points, where the facts do not record them."""
    here = the_field(tournament, edition, virtual)
    brackets = EDITIONS[edition].pair(here)
    ranked = [here.ranked(pair) for paired in brackets for pair in paired.pairs]
    left = brackets[-1].floaters if brackets else ()
    return Answer(
        frozenset(here.colours(*pair) for pair in ranked),
        left[0] if left else None,
        frozenset(
            (high, here.score(high), here.score(low))
            for high, low in ranked
            if here.score(high) != here.score(low)
        ),
        tuple(brackets),
    )


def the_field(
    tournament: Tournament, edition: str, virtual: Mapping[int, tuple[int, ...]] | None = None
) -> Field:
    """The cards of the next round, as the edition has them made out."""
    text = EDITIONS[edition]
    recorded = {one.number: one.points for one in tournament.virtual}
    found = cards(tournament, virtual or recorded, text.downfloat, text.bars_bye)
    return Field(found, kept_apart(tournament, set(found)), initial_colour(tournament))
