"""The order in which the pairings of a bracket are taken, and the first of the best of them.

The members are numbered by their ranks (BSN), here counted from 0. Of two pairings, the first is
the one in which number 0 has the opponent with the larger number, then number 1, and so on.
Floating comes after any opponent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass, replace
from topboard.matching.perfect import PerfectMatching
from topboard.reasons.criteria import QualityCriterion
from topboard.systems.fide_dutch.equivalence_classes import TightPairs, alike
from topboard.systems.fide_dutch.generation_order import bracket_numbers
from topboard.systems.fide_dutch.weighted_pairing import LegalPairs, Weighed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.systems.fide_common.players import Roll
    from topboard.systems.fide_dutch.brackets import Bracket
    from topboard.systems.fide_dutch.criteria import Weights
    from topboard.systems.fide_dutch.equivalence_classes import EquivalenceClass
    from topboard.systems.fide_dutch.weighted_pairing import Open, Scope


class OpponentsOrder:
    """The order as digits of a cost, one for each number."""

    def __init__(self, count: int) -> None:
        self._count = count
        self.digits = [(QualityCriterion.OPPONENT_NUMBERS, count, count)]
        self._worth: Sequence[int] = ()

    def enter(self, worth: Sequence[Sequence[int]]) -> None:
        """Take the worth of the digits from the ledger whose last criterion they are."""
        self._worth = worth[-1]

    def pair(self, one: int, other: int) -> int:
        """Return the cost of a pair, in which the larger number is the opponent of the smaller.

        Where two pairings first differ, neither has an opponent who came before.
        """
        first, second = sorted((one, other))
        return self._worth[first] * (self._count - 1 - second)

    def left(self, number: int) -> int:
        """Return the cost of a floater, which is more than that of any opponent."""
        return self._worth[number] * self._count


# --- by weight ----------------------------------------------------------------------------------


class NumberedPairs(LegalPairs):
    """The legal pairs of a bracket, with the cost of each by the criteria and by the order."""

    def __init__(
        self, roll: Roll, bracket: Bracket, scope: Scope, open_weights: Open, ranked: Sequence[int]
    ) -> None:
        self._order = OpponentsOrder(len(ranked))
        super().__init__(roll, bracket, scope, open_weights, self._order)
        self._number = bracket_numbers(ranked)

    def pair(self, a: int, b: int, together: int) -> int | None:
        """Return the cost of a pair. Any two members may be paired, even two MDPs."""
        if b in self.members:
            return self.weights.inside(a, b) + self.order(a, b)
        return super().pair(a, b, together)

    def order(self, a: int, b: int) -> int:
        """Return the cost of a pair of the bracket by the numbers of the two."""
        return self._order.pair(self._number[a], self._number[b])

    def left(self, place: int) -> int:
        """Return the cost of a floater by their number."""
        return self._order.left(self._number[place])


def weigh_in_order(
    roll: Roll, bracket: Bracket, scope: Scope, open_weights: Open, ranked: Sequence[int]
) -> Weighed | None:
    """Return the first of the best pairings, or None if the scope has no complete one."""
    graph = NumberedPairs(roll, bracket, scope, open_weights, ranked)
    mates = graph.mates(scope.places)
    return None if mates is None else Weighed(mates, graph.cost, graph, graph)


# --- by classes ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FirstByNumbers:
    """The first of the best pairings of a bracket, with players given as places."""

    alike: EquivalenceClass
    """The classes, with their members by rank."""
    made: tuple[tuple[int, int], ...]
    """The pairs, the higher-ranked player first."""
    left: tuple[int, ...]
    """The players who float."""

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Yield the pairs of the bracket."""
        yield from self.made


def first_by_numbers(
    roll: Roll,
    bracket: Bracket,
    weights: Weights,
    leavers: frozenset[int] | None,
    ranked: Sequence[int],
) -> FirstByNumbers | None:
    """Return the first of the best pairings, or None if the bound of the classes is not reached.

    ``leavers`` are the players of whom one floats, or None if all are paired.
    """
    found = alike(roll, bracket, weights, leavers)
    if found is None:
        return None
    class_of = dict(zip(found.members, found.class_of, strict=True))
    found = replace(
        found, members=tuple(ranked), class_of=tuple(class_of[place] for place in ranked)
    )
    mates = _mates(TightPairs(roll, bracket, found).graph, len(ranked))
    if mates is None:
        return None
    pairs = tuple((ranked[a], ranked[b]) for a, b in mates if b < len(ranked))
    left = tuple(ranked[a] for a, b in mates if b == len(ranked))
    return FirstByNumbers(found, pairs, left)


def _mates(graph: Sequence[int], count: int) -> list[tuple[int, int]] | None:
    """Pair each in turn with the largest number that leaves all others a tight pairing.

    A vertex after those of the members represents floating, which comes last.
    """
    matching = PerfectMatching(graph)
    if not matching.exists:
        return None
    members = (1 << count) - 1
    mates = []
    for number in range(count):
        if matching.alive >> number & 1:
            mate = _largest(matching, number, graph[number] & matching.alive & members, count)
            matching.fix(number, mate)
            mates.append((number, mate))
    return mates


def _largest(matching: PerfectMatching, number: int, near: int, floating: int) -> int:
    """Return the largest number whose pair leaves the others pairable, or else ``floating``."""
    if near and matching.can_pair(number, near.bit_length() - 1):
        return near.bit_length() - 1
    near &= matching.partners(number)
    return near.bit_length() - 1 if near else floating
