"""The best pairing of a bracket, found by weighted matching of all legal pairs.

The cheapest matching of all unpaired players is the best pairing under the criteria. The least
significant digits of the cost represent the order in which the rules generate pairings, so the
first of the best pairings is found. The MDPs are paired first, and then the remainder.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from topboard._frozen import dataclass
from topboard.matching.weighted import find_minimum_cost_matching
from topboard.systems.fide_common.legality import permitted_pairs_graph
from topboard.systems.fide_dutch.generation_order import (
    HalvesGenerationOrder,
    MdpGenerationOrder,
    assign_bracket_sequence_numbers,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from topboard.matching.weighted import Optimum
    from topboard.reasons.criteria import QualityCriterion
    from topboard.systems.fide_common.players import FideField
    from topboard.systems.fide_dutch.brackets import Bracket
    from topboard.systems.fide_dutch.criteria import CriteriaCosts, Opened

    Open = Callable[[Opened], CriteriaCosts]
    Edge = tuple[int, int, int]
    Worse = tuple[QualityCriterion, int] | None

LEFT = -1
"""The mate of the player who gets the bye or floats down if the scope has ``leavers``."""
NOBODY = -2
"""The mate of a player who stays unpaired if the scope has ``may_leave``."""


class GenerationOrder(Protocol):
    """The order in which the rules generate pairings, as the least significant digits of a cost."""

    @property
    def digits(self) -> Opened:
        """The digits of this order, most significant first, each with its criterion and range."""

    def set_digit_weights(self, worth: Sequence[Sequence[int]]) -> None:
        """Keep the weights of this order's digits, which are the last entries of ``worth``."""


@dataclass(frozen=True, slots=True)
class PlayersMatchedTogether:
    """The players who are matched together to find the best pairing of a bracket."""

    places: tuple[int, ...]
    leavers: frozenset[int] | None = None
    """The players of whom exactly one gets the bye or floats down, or None if all are paired."""
    may_leave: bool = False
    """Whether any player may stay unpaired, to meet a player outside the scope."""


class WeightedPairing:
    """The best pairing of a bracket, found by weighted matching.

    Its costs and dual values show why other pairings are worse.
    """

    def __init__(
        self,
        mates: Mapping[int, int],
        cost: int,
        moved_down: LegalPairsWithCosts,
        rest: LegalPairsWithCosts,
    ) -> None:
        self.mates = mates
        """Each player's opponent, both as indices. Unpaired players have LEFT or NOBODY."""
        self.weights: CriteriaCosts = rest.weights
        self.cost = cost
        self.looks_below = any(place not in rest.members for place in rest.scope.places)
        """Whether players below the bracket were matched together with its members."""
        if not self.looks_below:
            # The matching charged for players unpaired in the next bracket, which was left out.
            self.cost -= sum(
                self.weights.unpaired_in_next_bracket_cost(p)
                for p, mate in mates.items()
                if mate < 0
            )
        self.moved_down = moved_down
        self.rest = rest

    # A lower bound must hold whichever residents the MDPs meet, so it is derived from the first
    # graph, which contains all players.

    def find_criterion_worsened_by_pair(self, a: int, b: int) -> Worse:
        """Return the criterion that gets worse if two members meet, and at least how much."""
        return self.moved_down.find_criterion_worsened_by_pair(a, b)

    def find_criterion_worsened_by_swap(self, a: int, b: int) -> Worse:
        """Return the criterion that gets worse if two pairs swap opponents, and by how much.

        The players at ``a`` and ``b`` meet each other, and so do their opponents. Return None if
        the effect is unknown.
        """
        graph = self.moved_down if a in self.moved_down.moved_down else self.rest
        return graph.find_criterion_worsened_by_swap(a, b)

    def find_criterion_worsened_if_player_floats(self, place: int) -> Worse:
        """Return the criterion that gets worse if a member floats down, and at least how much."""
        return self.moved_down.find_criterion_worsened_if_player_floats(place)

    def find_criterion_worsened_by_replacing_floater(self, place: int, left: int) -> Worse:
        """Return the criterion that gets worse if a player floats down instead of ``left``."""
        return self._find_matching_graph_of_player(place).find_criterion_worsened_by_swap(
            place, self.mates[left]
        )

    def _find_matching_graph_of_player(self, place: int) -> LegalPairsWithCosts:
        """Return the graph of the remainder, or the graph of the MDPs if the player meets an
        MDP.
        """
        return self.rest if self.rest.has_player(place) else self.moved_down


def find_best_pairing_by_weight(
    field: FideField, bracket: Bracket, scope: PlayersMatchedTogether, open_weights: Open
) -> WeightedPairing | None:
    """Return the best pairing of a bracket, or None if the players in ``scope`` cannot all be
    paired.
    """
    first = _LegalPairsForMdps(field, bracket, scope, open_weights)
    mates = first.find_cheapest_partners(scope.places)
    if mates is None:
        return None
    settled = find_opponents_of_mdps(bracket, mates)
    return _LegalPairsForRemainder(
        field, bracket, scope, open_weights, settled, mates
    ).find_best_pairing(first)


def find_opponents_of_mdps(bracket: Bracket, mates: Mapping[int, int]) -> dict[int, int]:
    """Return the resident whom each paired MDP meets, keyed by MDP.

    MDPs who are not included are in the limbo and float further down.
    """
    residents = frozenset(bracket.residents)
    return {m: mates[m] for m in bracket.moved_down if mates[m] in residents}


def count_pairs_among_members(members: Collection[int], mates: Mapping[int, int]) -> int:
    """Return the number of pairs whose two players both belong to ``members``."""
    return sum(mates[member] in members for member in members) // 2


class LegalPairsWithCosts(ABC):
    """The legal pairs of the players matched together, with their costs and the cheapest
    matching.
    """

    def __init__(
        self,
        field: FideField,
        bracket: Bracket,
        scope: PlayersMatchedTogether,
        open_weights: Open,
        order: GenerationOrder,
    ) -> None:
        self.field = field
        self.scope = scope
        self.moved_down = frozenset(bracket.moved_down)
        self.residents = frozenset(bracket.residents)
        self.members = self.moved_down | self.residents
        self.following = frozenset(bracket.following)
        self.weights = open_weights(order.digits)
        order.set_digit_weights(self.weights.ledger.worth)
        self._vertex: dict[int, int] = {}
        self._edges: list[Edge] = []
        self.optimum: Optimum | None = None

    def find_cheapest_partners(self, places: Sequence[int]) -> dict[int, int] | None:
        """Return each player's opponent in the cheapest complete pairing, as indices.

        Players without an opponent have LEFT or NOBODY. Return None if there is no complete
        pairing.
        """
        vertices = [*places, *([LEFT] if self.scope.leavers is not None else ())]
        if len(vertices) % 2 and self.scope.may_leave:
            vertices.append(NOBODY)
        edges, apart = self._build_edges(places, vertices)
        found = find_minimum_cost_matching(len(vertices), edges)
        if found is None:
            return None
        self.optimum = found
        self._vertex = {place: v for v, place in enumerate(vertices)}
        self._edges = edges
        return {
            place: NOBODY if (v, found.mate[v]) in apart else vertices[found.mate[v]]
            for v, place in enumerate(places)
        }

    @property
    def cost(self) -> int:
        """The cost of the cheapest pairing, available after ``find_cheapest_partners``."""
        assert self.optimum is not None
        return self.optimum.cost

    def has_player(self, place: int) -> bool:
        """Return whether the player is one of those matched by ``find_cheapest_partners``."""
        return place in self._vertex

    def find_criterion_worsened_by_pair(self, a: int, b: int) -> Worse:
        """Return the criterion that gets worse if two players meet, and by at least how much.

        The bound follows from the dual values of the matching. Return None if the pair is not legal
        or no criterion gets worse.
        """
        slack = self._doubled_slack_of_pair(a, b)
        return (
            None if slack is None else self.weights.ledger.find_leading_difference((slack + 1) // 2)
        )

    def find_criterion_worsened_if_player_floats(self, place: int) -> Worse:
        """Return the criterion that gets worse if a member floats down, and at least how much."""
        outside = (other for other in self._vertex if other not in self.members)
        slacks = [
            slack
            for other in outside
            if (slack := self._doubled_slack_of_pair(place, other)) is not None
        ]
        return (
            self.weights.ledger.find_leading_difference((min(slacks) + 1) // 2) if slacks else None
        )

    def _doubled_slack_of_pair(self, a: int, b: int) -> int | None:
        """Return twice the reduced cost of a pair, or None if the pair is not legal."""
        one, other = self._vertex.get(a), self._vertex.get(b)
        if one is None or other is None or self.optimum is None:
            return None
        cost = self._find_pair_cost(one, other)
        if cost is None:
            return None
        duals = self.optimum.duals
        within = sum(
            blossom.dual
            for blossom in self.optimum.blossoms
            if one in blossom.members and other in blossom.members
        )
        return 2 * cost - duals[one] - duals[other] + within

    @cached_property
    def _pair_costs(self) -> dict[tuple[int, int], int]:
        """The cost of each legal pair, keyed by its two vertices with the smaller one first."""
        return {(i, j): cost for i, j, cost in self._edges}

    def _find_pair_cost(self, one: int, other: int) -> int | None:
        return self._pair_costs.get((min(one, other), max(one, other)))

    def find_criterion_worsened_by_swap(self, a: int, b: int) -> Worse:
        """Return the criterion that gets worse if two pairs swap opponents, and by how much.

        The players at ``a`` and ``b`` meet each other, and so do their opponents. Return None if
        the effect is unknown.
        """
        one, other = self._vertex.get(a), self._vertex.get(b)
        if one is None or other is None or self.optimum is None:
            return None
        mate = self.optimum.mate
        made = self._find_pair_cost(one, other), self._find_pair_cost(mate[one], mate[other])
        undone = self._find_pair_cost(one, mate[one]), self._find_pair_cost(other, mate[other])
        if None in made or None in undone:
            return None
        return self.weights.ledger.find_leading_difference(
            sum(filter(None, made)) - sum(filter(None, undone))
        )

    def _build_edges(
        self, places: Sequence[int], vertices: Sequence[int]
    ) -> tuple[list[Edge], set[tuple[int, int]]]:
        """Return the edges with their costs, and those whose two players both stay unpaired."""
        edges: list[Edge] = []
        apart: set[tuple[int, int]] = set()
        alone = [self.cost_of_player_paired_below_next_bracket(place) for place in places]
        legal = permitted_pairs_graph(self.field, places)
        for i, a in enumerate(places):
            if a not in self.members and not self.scope.may_leave:
                edges += self._generate_edges_below_bracket(i, places, legal[i], alone)
                continue
            for j in range(i + 1, len(places)):
                together = alone[i] + alone[j]
                cost = self.pair_cost(a, places[j], together) if legal[i] >> j & 1 else None
                if self.scope.may_leave and (cost is None or together < cost):
                    cost = together
                    apart |= {(i, j), (j, i)}
                if cost is not None:
                    edges.append((i, j, cost))
        for v in range(len(places), len(vertices)):
            if vertices[v] == NOBODY:
                edges += [(i, v, cost) for i, cost in enumerate(alone)]
                apart |= {(i, v) for i in range(len(places))}
            elif self.scope.leavers is not None:
                edges += [
                    (i, v, alone[i] + self.weights.bye_cost(place))
                    for i, place in enumerate(places)
                    if place in self.scope.leavers
                ]
        return edges, apart

    def _generate_edges_below_bracket(
        self, i: int, places: Sequence[int], legal: int, alone: Sequence[int]
    ) -> Iterator[Edge]:
        """Yield the edges between a player below the bracket and all lower-ranked players.

        Most edges are of this kind, so speed matters here.
        """
        near, own, following = places[i] in self.following, alone[i], self.following
        for j in range(i + 1, len(places)):
            if legal >> j & 1:
                yield i, j, 0 if (places[j] in following) is near else own + alone[j]

    def cost_of_player_paired_below_next_bracket(self, place: int) -> int:
        """Return the cost of a player who is paired neither in this bracket nor in the next one."""
        if place in self.members:
            return (
                self.weights.downfloater_cost(place)
                + self.weights.unpaired_in_next_bracket_cost(place)
                + self.unpaired_player_cost(place)
            )
        return self.weights.unpaired_in_next_bracket_cost(place) if place in self.following else 0

    def pair_cost(self, a: int, b: int, together: int) -> int | None:
        """Return the cost of pairing two players, or None if the pair is not allowed.

        ``a`` is the higher-ranked player. ``together`` is the cost if both players are paired
        outside this bracket and the next one.
        """
        if a in self.members:
            if b in self.residents:
                return self.weights.pair_cost(a, b) + self.order_cost(a, b)
            if b in self.following:
                return self.weights.downfloater_cost(a) + self.unpaired_player_cost(a)
            return together
        return 0 if (a in self.following) == (b in self.following) else together

    @abstractmethod
    def order_cost(self, a: int, b: int) -> int:
        """Return the part of a pair's cost that represents the order of pairings."""

    @abstractmethod
    def unpaired_player_cost(self, place: int) -> int:
        """Return the part of a downfloater's cost that represents the order of pairings."""


class _LegalPairsForMdps(LegalPairsWithCosts):
    """The legal pairs from which the MDPs to be paired and their opponents are chosen."""

    def __init__(
        self, field: FideField, bracket: Bracket, scope: PlayersMatchedTogether, open_weights: Open
    ) -> None:
        scores = [field.players[place].points for place in bracket.moved_down]
        self._order = MdpGenerationOrder(scores, len(bracket.residents))
        super().__init__(field, bracket, scope, open_weights, self._order)
        self._at = assign_bracket_sequence_numbers(bracket.moved_down)
        self._number = assign_bracket_sequence_numbers(bracket.residents)

    def order_cost(self, a: int, b: int) -> int:
        return self._order.pair_cost(self._at[a], self._number[b]) if a in self._at else 0

    def unpaired_player_cost(self, place: int) -> int:
        return self._order.unpaired_player_cost(self._at[place]) if place in self._at else 0


class _LegalPairsForRemainder(LegalPairsWithCosts):
    """The legal pairs of the remainder, used after the MDPs have been paired."""

    def __init__(
        self,
        field: FideField,
        bracket: Bracket,
        scope: PlayersMatchedTogether,
        open_weights: Open,
        settled: Mapping[int, int],
        mates: Mapping[int, int],
    ) -> None:
        rest = bracket.remainder(frozenset(settled.values()))
        self._number = assign_bracket_sequence_numbers(rest)
        self._settled = settled
        self._order = HalvesGenerationOrder(
            len(rest), count_pairs_among_members(self._number, mates)
        )
        super().__init__(field, bracket, scope, open_weights, self._order)

    def find_best_pairing(self, first: _LegalPairsForMdps) -> WeightedPairing | None:
        gone = {*self._settled, *self._settled.values()}
        mates = self.find_cheapest_partners(
            [place for place in self.scope.places if place not in gone]
        )
        if mates is None:
            return None
        cost = self.cost
        for m, r in self._settled.items():
            mates[m], mates[r] = r, m
            cost += self.weights.pair_cost(m, r)
        return WeightedPairing(mates, cost, first, self)

    def pair_cost(self, a: int, b: int, together: int) -> int | None:
        """Return the cost of a pair, or None for an MDP and a resident.

        An MDP who is still unpaired is in the limbo and may not be paired in this bracket.
        """
        if a in self.moved_down and b in self.residents:
            return None
        return super().pair_cost(a, b, together)

    def order_cost(self, a: int, b: int) -> int:
        return self._order.pair_cost(self._number[a], self._number[b])

    def unpaired_player_cost(self, place: int) -> int:
        return self._order.unpaired_player_cost(self._number[place]) if place in self._number else 0
