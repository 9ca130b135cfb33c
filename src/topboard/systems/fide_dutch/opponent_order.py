"""The order in which the Burstein system chooses among the best pairings of a bracket.

The members have bracket sequence numbers (BSN), counted from 0 in this module. The first pairing is
the one in which number 0 has the opponent with the largest number. If several pairings share this
opponent, number 1 decides, and so on. Floating comes after every possible opponent.
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
from topboard.systems.fide_dutch.generation_order import assign_bracket_sequence_numbers
from topboard.systems.fide_dutch.weighted_pairing import LegalPairsWithCosts, WeightedPairing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.systems.fide_common.players import FideField
    from topboard.systems.fide_dutch.brackets import Bracket
    from topboard.systems.fide_dutch.criteria import CriteriaCosts
    from topboard.systems.fide_dutch.equivalence_classes import EquivalenceClasses
    from topboard.systems.fide_dutch.weighted_pairing import Open, PlayersMatchedTogether


class OpponentNumberGenerationOrder:
    """The order of pairings as digits of a cost, one for each bracket sequence number (BSN)."""

    def __init__(self, count: int) -> None:
        self._count = count
        self.digits = [(QualityCriterion.OPPONENT_NUMBERS, count, count)]
        self._worth: Sequence[int] = ()

    def set_digit_weights(self, worth: Sequence[Sequence[int]]) -> None:
        """Keep the weights of this order's digits, which are the last entries of ``worth``."""
        self._worth = worth[-1]

    def pair_cost(self, one: int, other: int) -> int:
        """Return the order cost of a pair of two BSNs.

        The smaller BSN determines the digit. The larger the opponent's BSN, the lower the cost.
        """
        first, second = sorted((one, other))
        return self._worth[first] * (self._count - 1 - second)

    def unpaired_player_cost(self, number: int) -> int:
        """Return the order cost of a floater, which exceeds that of any pair."""
        return self._worth[number] * self._count


# --- weighted matching ----------------------------------------------------------------------------


class LegalPairsInNumberOrder(LegalPairsWithCosts):
    """The legal pairs of a bracket, with costs that represent the criteria and the order of
    BSNs.
    """

    def __init__(
        self,
        field: FideField,
        bracket: Bracket,
        scope: PlayersMatchedTogether,
        open_weights: Open,
        ranked: Sequence[int],
    ) -> None:
        self._order = OpponentNumberGenerationOrder(len(ranked))
        super().__init__(field, bracket, scope, open_weights, self._order)
        self._number = assign_bracket_sequence_numbers(ranked)

    def pair_cost(self, a: int, b: int, together: int) -> int | None:
        """Return the cost of a pair, including its order cost. Pairs of two MDPs are allowed."""
        if b in self.members:
            return self.weights.pair_cost(a, b) + self.order_cost(a, b)
        return super().pair_cost(a, b, together)

    def order_cost(self, a: int, b: int) -> int:
        """Return the part of a pair's cost that depends on the BSNs."""
        return self._order.pair_cost(self._number[a], self._number[b])

    def unpaired_player_cost(self, place: int) -> int:
        """Return the part of a floater's cost that depends on the BSN."""
        return self._order.unpaired_player_cost(self._number[place])


def find_first_pairing_by_weight(
    field: FideField,
    bracket: Bracket,
    scope: PlayersMatchedTogether,
    open_weights: Open,
    ranked: Sequence[int],
) -> WeightedPairing | None:
    """Return the first of the best pairings, found by weighted matching.

    Return None if the players in ``scope`` cannot all be paired.
    """
    graph = LegalPairsInNumberOrder(field, bracket, scope, open_weights, ranked)
    mates = graph.find_cheapest_partners(scope.places)
    return None if mates is None else WeightedPairing(mates, graph.cost, graph, graph)


# --- equivalence classes --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FirstPairingByNumbers:
    """The best pairing of a bracket. Of equally good pairings, it is the first in the order of
    BSNs.
    """

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
    mates = _pair_by_largest_opponent_numbers(
        TightPairGraph(field, bracket, found).graph, len(ranked)
    )
    if mates is None:
        return None
    pairs = tuple((ranked[a], ranked[b]) for a, b in mates if b < len(ranked))
    left = tuple(ranked[a] for a, b in mates if b == len(ranked))
    return FirstPairingByNumbers(found, pairs, left)


def _pair_by_largest_opponent_numbers(
    graph: Sequence[int], count: int
) -> list[tuple[int, int]] | None:
    """Pair each member with the largest BSN that lets all others form tight pairs.

    A pair is tight if its cost equals its share of the lower bound. The vertex after the last
    member represents floating, which is the last choice. Return None if the bracket cannot be
    paired in tight pairs.
    """
    matching = PerfectMatching(graph)
    if not matching.exists:
        return None
    members = (1 << count) - 1
    mates = []
    for number in range(count):
        if matching.remaining_vertices >> number & 1:
            mate = _find_largest_opponent_number(
                matching, number, graph[number] & matching.remaining_vertices & members, count
            )
            matching.fix_pair(number, mate)
            mates.append((number, mate))
    return mates


def _find_largest_opponent_number(
    matching: PerfectMatching, number: int, near: int, floating: int
) -> int:
    """Return the largest BSN in ``near`` whose pairing lets all others be paired.

    Return ``floating`` if there is none.
    """
    if near and matching.can_pair(number, near.bit_length() - 1):
        return near.bit_length() - 1
    near &= matching.find_possible_partners(number)
    return near.bit_length() - 1 if near else floating
