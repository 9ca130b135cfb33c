"""The explanations of a round that a search found, sorted by rank."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass, replace
from topboard.diagnosis.repairs import OtherNumber
from topboard.diagnosis.values import Explanation

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


@dataclass(frozen=True, slots=True)
class Hits:
    """The explanations of a round by one kind of repair, best first."""

    found: tuple[Explanation, ...]
    cut_short: bool = False
    """Whether more repairs of the kind remained to be tried."""

    @property
    def best(self) -> tuple[Explanation, ...]:
        """Return the explanations with the best rank, one for each assumption."""
        first = [one for one in self.found if one.rank == self.found[0].rank]
        return tuple({one.claim: one for one in reversed(first)}.values())[::-1]


def sort_hits(found: Iterable[Explanation], *, cut_short: bool = False) -> Hits:
    """Return the explanations sorted by rank.

    A repair that moves a participant in the list also gets all other places with the same effect.
    """
    listed = sorted(found, key=lambda one: one.rank)
    return Hits(tuple(_note_places(one, listed) for one in listed), cut_short)


def _note_places(one: Explanation, listed: Sequence[Explanation]) -> Explanation:
    repair = one.repairs[-1]
    if not isinstance(repair, OtherNumber):
        return one
    places = [
        other.repairs[-1].behind
        for other in listed
        if isinstance(other.repairs[-1], OtherNumber)
        and other.claim == one.claim
        and other.rounds == one.rounds
    ]
    noted = replace(repair, places=tuple(sorted(places)))
    return replace(one, repairs=(*one.repairs[:-1], noted))
