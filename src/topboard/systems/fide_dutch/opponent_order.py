"""The first of the best pairings of a bracket in the order of bracket numbers (Burstein system).

The members are numbered in ranking order (BSN), here from 0. The pairing in which number 0 has the
opponent with the largest number comes first, then number 1 decides, and so on. Floating comes after
every possible opponent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass, replace
from topboard.matching.perfect import PerfectMatching
from topboard.reasons.criteria import QualityCriterion
from topboard.systems.fide_dutch.equivalence_classes import (
    TightPairGraph,
    build_equivalence_classes,
)
from topboard.systems.fide_dutch.generation_order import bracket_sequence_numbers
from topboard.systems.fide_dutch.weighted_pairing import LegalPairs, WeightedPairing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.systems.fide_common.players import FideField
    from topboard.systems.fide_dutch.brackets import Bracket
    from topboard.systems.fide_dutch.criteria import CriteriaCosts
    from topboard.systems.fide_dutch.equivalence_classes import EquivalenceClasses
    from topboard.systems.fide_dutch.weighted_pairing import Open, PairingScope


class OpponentNumberOrder:
    """The order of pairings as digits of a cost, with one digit for each bracket number (BSN)."""

    def __init__(self, count: int) -> None:
        self._count = count
        self.digits = [(QualityCriterion.OPPONENT_NUMBERS, count, count)]
        self._worth: Sequence[int] = ()

    def set_digit_weights(self, worth: Sequence[Sequence[int]]) -> None:
        """Store the weights of this order's digits, the least significant ones of a cost."""
        self._worth = worth[-1]

    def pair_cost(self, one: int, other: int) -> int:
        """Return the order cost of a pair, given the bracket numbers of both players.

        The smaller number determines the digit. A larger opponent number costs less.
        """
        first, second = sorted((one, other))
        return self._worth[first] * (self._count - 1 - second)

    def cost_of_unpaired(self, number: int) -> int:
        """Return the order cost of a floater, which is higher than that of any pair."""
        return self._worth[number] * self._count


# --- weighted matching ----------------------------------------------------------------------------


class NumberedLegalPairs(LegalPairs):
    """The legal pairs of a bracket, with costs for the criteria and the order of pairings."""

    def __init__(
        self,
        field: FideField,
        bracket: Bracket,
        scope: PairingScope,
        open_weights: Open,
        ranked: Sequence[int],
    ) -> None:
        self._order = OpponentNumberOrder(len(ranked))
        super().__init__(field, bracket, scope, open_weights, self._order)
        self._number = bracket_sequence_numbers(ranked)

    def pair_cost(self, a: int, b: int, together: int) -> int | None:
        """Return the cost of a pair, including its order cost. Even two MDPs may be paired."""
        if b in self.members:
            return self.weights.pair_cost(a, b) + self.order_cost(a, b)
        return super().pair_cost(a, b, together)

    def order_cost(self, a: int, b: int) -> int:
        """Return the part of a pair's cost that depends on the bracket numbers."""
        return self._order.pair_cost(self._number[a], self._number[b])

    def cost_of_unpaired(self, place: int) -> int:
        """Return the part of a floater's cost that depends on the bracket number."""
        return self._order.cost_of_unpaired(self._number[place])


def find_first_pairing_by_weight(
    field: FideField,
    bracket: Bracket,
    scope: PairingScope,
    open_weights: Open,
    ranked: Sequence[int],
) -> WeightedPairing | None:
    """Return the first of the best pairings, found by weighted matching.

    Return None if the players in the scope cannot all be paired.
    """
    graph = NumberedLegalPairs(field, bracket, scope, open_weights, ranked)
    mates = graph.find_partners(scope.places)
    return None if mates is None else WeightedPairing(mates, graph.cost, graph, graph)


# --- equivalence classes --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FirstPairingByNumbers:
    """The best pairing of a bracket that comes first in the order of bracket numbers."""

    alike: EquivalenceClasses
    """The equivalence classes of the bracket, with the members in ranking order."""
    made: tuple[tuple[int, int], ...]
    """The pairs of the bracket, each with the higher-ranked player first."""
    left: tuple[int, ...]
    """The unpaired members, who float to the next bracket."""

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Yield the pairs of the bracket, in the order in which they were made."""
        yield from self.made


def find_first_pairing_by_numbers(
    field: FideField,
    bracket: Bracket,
    weights: CriteriaCosts,
    leavers: frozenset[int] | None,
    ranked: Sequence[int],
) -> FirstPairingByNumbers | None:
    """Return the first of the best pairings, found with equivalence classes.

    One of ``leavers`` floats. If ``leavers`` is None, all members are paired. Return None if no
    pairing reaches the lower bound for the cost.
    """
    found = build_equivalence_classes(field, bracket, weights, leavers)
    if found is None:
        return None
    class_of = dict(zip(found.members, found.class_of, strict=True))
    found = replace(
        found, members=tuple(ranked), class_of=tuple(class_of[place] for place in ranked)
    )
    mates = _match_by_numbers(TightPairGraph(field, bracket, found).graph, len(ranked))
    if mates is None:
        return None
    pairs = tuple((ranked[a], ranked[b]) for a, b in mates if b < len(ranked))
    left = tuple(ranked[a] for a, b in mates if b == len(ranked))
    return FirstPairingByNumbers(found, pairs, left)


def _match_by_numbers(graph: Sequence[int], count: int) -> list[tuple[int, int]] | None:
    """Pair each member in turn with the largest number that leaves a tight pairing of the others.

    The vertex after the last member represents floating, which is the last choice. Return None if
    there is no tight pairing.
    """
    matching = PerfectMatching(graph)
    if not matching.exists:
        return None
    members = (1 << count) - 1
    mates = []
    for number in range(count):
        if matching.remaining_vertices >> number & 1:
            mate = _largest_possible_opponent(
                matching, number, graph[number] & matching.remaining_vertices & members, count
            )
            matching.fix_pair(number, mate)
            mates.append((number, mate))
    return mates


def _largest_possible_opponent(
    matching: PerfectMatching, number: int, near: int, floating: int
) -> int:
    """Return the largest vertex in ``near`` that a member can meet, or ``floating`` if there is
    none.

    All other members must still be pairable after that pair.
    """
    if near and matching.can_pair(number, near.bit_length() - 1):
        return near.bit_length() - 1
    near &= matching.possible_partners(number)
    return near.bit_length() - 1 if near else floating
