"""The explanations of a round by one kind of repair, in order, and how much the best is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass, replace
from topboard.diagnosis.repairs import KeptApart, OtherCode, OtherEdition, OtherNumber
from topboard.diagnosis.values import ENOUGH_PAIRS, ENOUGH_ROUNDS, Weight

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from topboard.diagnosis.values import Explanation


@dataclass(frozen=True, slots=True)
class Hits:
    """The explanations of a round by one kind of repair, best first."""

    found: tuple[Explanation, ...]
    cut_short: bool = False
    """Whether more repairs of the kind remained to be tried."""

    @property
    def best(self) -> tuple[Explanation, ...]:
        """Return the explanations with the best rank, one for each set of assumptions."""
        first = [one for one in self.found if one.rank == self.found[0].rank]
        return tuple({frozenset(one.claim): one for one in reversed(first)}.values())[::-1]


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


def weigh(best: Explanation, rivals: Sequence[Explanation], *, cut_short: bool) -> Weight:
    """Return the weight of the best explanation, given its rivals.

    ``cut_short`` is true if the limit of trials was reached before all repairs were tried.
    """
    if rivals or len(best.repairs) > 1 or cut_short:
        return Weight.POSSIBLE
    repair = best.repairs[-1]
    if isinstance(repair, OtherCode) and repair.traced:
        return Weight.CERTAIN
    if len(best.rounds) >= ENOUGH_ROUNDS or best.pairs_gained >= ENOUGH_PAIRS:
        return Weight.CONFIRMED
    return Weight.POSSIBLE


def limit_edition_to_round(one: Explanation, number: int) -> Explanation:
    """Return an explanation by another edition that concerns only one round."""
    repairs = (
        replace(repair, round=number) if isinstance(repair, OtherEdition) else repair
        for repair in one.repairs
    )
    return replace(one, repairs=tuple(repairs), rounds=(number,))


def link_pair(one: Explanation, wide: KeptApart, number: int) -> Explanation:
    """Return an explanation that also counts for another round, if it keeps this pair apart."""
    *others, repair = one.repairs
    if isinstance(repair, KeptApart) and (repair.a, repair.b) == (wide.a, wide.b):
        return replace(one, repairs=(*others, wide), rounds=tuple(sorted({*one.rounds, number})))
    return one
