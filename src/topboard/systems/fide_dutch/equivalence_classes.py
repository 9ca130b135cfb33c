"""The best pairing of a bracket, found by grouping its players into equivalence classes.

The cost of a pair depends only on the classes of its two players. The number of pairs between any
two classes is the solution of a small transportation problem, and its dual solution gives a lower
bound for the cost of every pairing. A pair is *tight* if its cost equals its share of this bound.

If all players can be paired in tight pairs, these pairings are the best ones, and the first of them
in the order of the rules is found player by player. Otherwise weighted matching compares all pairs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.matching.by_class import find_first_matching_of_rows
from topboard.matching.cost import PackedCriteria
from topboard.matching.perfect import PerfectMatching, bit_indices, bitset
from topboard.matching.transport import find_cheapest_flow
from topboard.matching.weighted import find_minimum_cost_matching
from topboard.systems.fide_common.legality import have_same_absolute_preference
from topboard.systems.fide_dutch.generation_order import (
    HalvesGenerationOrder,
    assign_bracket_sequence_numbers,
    split_into_s1_and_s2,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from topboard.matching.by_class import MatchedRow
    from topboard.systems.fide_common.players import FideField
    from topboard.systems.fide_dutch.brackets import Bracket
    from topboard.systems.fide_dutch.criteria import CriteriaCosts

MAX_EXCHANGES_TRIED = 200
"""The maximum number of single exchanges to try before weighted matching is used instead."""


@dataclass(frozen=True, slots=True)
class EquivalenceClasses:
    """The equivalence classes of a bracket's members, with a lower bound for the pairing cost.

    The bound is proved by the dual solution of the transportation problem between the classes.
    """

    members: tuple[int, ...]
    class_of: tuple[int, ...]
    """The class of each member, in the order of ``members``.

    If one member floats down, there is one additional class at the end, which represents floating.
    """
    representatives: tuple[int, ...]
    counts: tuple[int, ...]
    costs: tuple[tuple[int, ...], ...]
    duals: tuple[int, ...]
    """The dual values of the classes, doubled so that they are integers."""
    bound: int

    def doubled_pair_slack(self, one: int, other: int) -> int:
        """Return twice the amount by which a pair's cost exceeds its share of the lower bound.

        The pair is given by the classes of its two players.
        """
        return 2 * self.costs[one][other] - self.duals[one] - self.duals[other]

    def find_tight_partner_classes(self) -> list[int]:
        """Return, for each class, a bitset of the classes with which it forms tight pairs.

        A pair is tight if its cost equals its share of the lower bound.
        """
        classes = range(len(self.counts))
        return [
            bitset(other for other in classes if self.doubled_pair_slack(one, other) == 0)
            for one in classes
        ]


def build_equivalence_classes(
    field: FideField, bracket: Bracket, weights: CriteriaCosts, leavers: frozenset[int] | None
) -> EquivalenceClasses | None:
    """Return the equivalence classes of a bracket, or None if it cannot be paired completely.

    One of ``leavers`` floats down. If ``leavers`` is None, all members must be paired.
    """
    members, moved = bracket.members, len(bracket.moved_down)
    keys = [
        _equivalence_class_key(field, place, at < moved, moved > 0, leavers)
        for at, place in enumerate(members)
    ]
    class_of, representatives, counts = group_members_into_classes(members, keys)
    above = set(bracket.moved_down)
    beyond = weights.ledger.beyond

    def cost_between(a: int, b: int) -> int:
        if b in above or have_same_absolute_preference(field.players[a], field.players[b]):
            return beyond
        return weights.pair_cost(a, b)

    costs = build_class_cost_matrix(representatives, counts, cost_between, beyond)
    if leavers is not None:
        down = [
            weights.downfloater_cost(place) + weights.bye_cost(place)
            if place in leavers
            else beyond
            for place in representatives
        ]
        for row, cost in zip(costs, down, strict=True):
            row.append(cost)
        costs.append([*down, beyond])
        counts.append(1)
    return build_classes_with_lower_bound(members, class_of, representatives, counts, costs, beyond)


def group_members_into_classes(
    members: Sequence[int], keys: Sequence[tuple[int, ...]]
) -> tuple[list[int], list[int], list[int]]:
    """Return the class of each member, the first member of each class, and the class sizes.

    Members with equal keys belong to the same class.
    """
    found: dict[tuple[int, ...], int] = {}
    representatives: list[int] = []
    counts: list[int] = []
    class_of: list[int] = []
    for place, key in zip(members, keys, strict=True):
        own = found.setdefault(key, len(found))
        if own == len(counts):
            counts.append(0)
            representatives.append(place)
        counts[own] += 1
        class_of.append(own)
    return class_of, representatives, counts


def build_class_cost_matrix(
    representatives: Sequence[int],
    counts: Sequence[int],
    together: Callable[[int, int], int],
    beyond: int,
) -> list[list[int]]:
    """Return a matrix with the cost of a pair from any two classes.

    The cost of a pair within a class of only one player is ``beyond``, because it is impossible.
    """
    classes = len(counts)
    costs = [[beyond] * classes for _ in range(classes)]
    for one in range(classes):
        for other in range(one, classes):
            if one != other or counts[one] > 1:
                cost = together(representatives[one], representatives[other])
                costs[one][other] = costs[other][one] = cost
    return costs


def build_classes_with_lower_bound(
    members: Sequence[int],
    class_of: Sequence[int],
    representatives: Sequence[int],
    counts: Sequence[int],
    costs: Sequence[Sequence[int]],
    beyond: int,
) -> EquivalenceClasses | None:
    """Return the equivalence classes with a lower bound for the pairing cost.

    Return None if the bracket has no complete pairing.
    """
    transport = find_cheapest_flow(counts, counts, costs)
    if transport.cost >= beyond:
        return None
    duals = tuple(
        row + column
        for row, column in zip(transport.row_duals, transport.column_duals, strict=True)
    )
    return EquivalenceClasses(
        members=tuple(members),
        class_of=tuple(class_of),
        representatives=tuple(representatives),
        counts=tuple(counts),
        costs=tuple(map(tuple, costs)),
        duals=duals,
        bound=transport.cost,
    )


def _equivalence_class_key(
    field: FideField,
    place: int,
    moved_down: bool,
    meets_moved_down: bool,
    leavers: frozenset[int] | None,
) -> tuple[int, ...]:
    """Return a key that is equal for players with equal costs in every pair."""
    profile, kind = field.players[place], field.kinds[place]
    floats = profile.floats
    if moved_down:
        return 1, profile.points, kind, floats.down_last, floats.down_before
    up = meets_moved_down and 2 * floats.up_last + floats.up_before
    own = 0, profile.points, kind, up
    if leavers is None:
        return own
    if place not in leavers:
        return *own, -1
    return *own, 2 * floats.down_last + floats.down_before, profile.unplayed


# --- the first of the best pairings ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MdpOpponentChoice:
    """An MDP, the resident chosen as the opponent, and the residents passed over."""

    chooser: int
    chosen: int
    passed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FirstBestPairing:
    """The first of the best pairings of a bracket, in the order of the rules.

    Players are represented by their indices in the field.
    """

    alike: EquivalenceClasses
    moved_down: tuple[MdpOpponentChoice, ...]
    upper: tuple[int, ...]
    lower: tuple[int, ...]
    """S2 of the remainder. Like ``upper``, which is S1, it is given after any exchange."""
    rows: tuple[MatchedRow, ...]
    """The pairs of S1 and S2 players, as indices into ``upper`` and ``lower``."""
    left: int | None
    exchanged: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    """The players exchanged out of S1, and the players exchanged into it."""

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Yield the pairs of the bracket. Pairs with an MDP come first."""
        for row in self.moved_down:
            yield row.chooser, row.chosen
        for chosen in self.rows:
            if chosen.row < len(self.upper):
                yield self.upper[chosen.row], self.lower[chosen.column]


def find_first_best_pairing(
    field: FideField, bracket: Bracket, found: EquivalenceClasses
) -> FirstBestPairing | None:
    """Return the first of the best pairings, or None if no pairing reaches the lower bound."""
    graph = TightPairGraph(field, bracket, found)
    moved_down: tuple[MdpOpponentChoice, ...] = ()
    if not bracket.is_homogeneous():
        rows = graph.pair_moved_down_players_tightly()
        if rows is None:
            return None
        moved_down = rows
    return graph.pair_remainder_tightly(moved_down)


class TightPairGraph:
    """The graph of the tight pairs in a bracket, whose vertices are the members in ranking order.

    A pair is tight if its cost equals its share of the lower bound. If one member floats down, an
    additional vertex represents floating.
    """

    def __init__(self, field: FideField, bracket: Bracket, found: EquivalenceClasses) -> None:
        self.found = found
        self.bracket = bracket
        self.moved = len(bracket.moved_down)
        self.members = found.members
        self.tight = found.find_tight_partner_classes()
        self.down = len(found.members)
        """The vertex that represents floating down."""
        self.odd = len(found.counts) > len(found.representatives)
        self.at = at = assign_bracket_sequence_numbers(self.members)
        self.closed = [
            frozenset(at[other] for other in field.closed[place] if other in at)
            for place in self.members
        ]
        self._graph: list[int] | None = None

    @property
    def graph(self) -> list[int]:
        """The neighbours of each vertex as a bitset, including the vertex for floating down."""
        if self._graph is None:
            class_of = self.found.class_of
            having = [0] * len(self.found.counts)
            for i, own in enumerate(class_of):
                having[own] |= 1 << i
            if self.odd:
                having[-1] = 1 << self.down
            partners = [sum(having[t] for t in bit_indices(classes)) for classes in self.tight]
            graph = [
                partners[own] & ~(1 << i) & ~bitset(self.closed[i])
                for i, own in enumerate(class_of)
            ]
            if self.odd:
                graph.append(partners[-1])
            self._graph = graph
        return self._graph

    # --- the MDPs -------------------------------------------------------------------------------

    def pair_moved_down_players_tightly(self) -> tuple[MdpOpponentChoice, ...] | None:
        """Pair each MDP with the first resident who lets all others still form tight pairs.

        A pair is tight if its cost equals its share of the lower bound. Return None if the bracket
        cannot be paired in tight pairs.
        """
        matching = PerfectMatching(self.graph)
        if not matching.exists:
            return None
        rows = []
        for m in range(self.moved):
            before = matching.remaining_vertices
            chosen = next(
                r
                for r in bit_indices(self.graph[m] & matching.remaining_vertices)
                if matching.can_pair(m, r)
            )
            matching.fix_pair(m, chosen)
            earlier = before & (1 << chosen) - (1 << self.moved)
            passed = tuple(self.members[r] for r in bit_indices(earlier))
            rows.append(MdpOpponentChoice(self.members[m], self.members[chosen], passed))
        return tuple(rows)

    # --- the remainder --------------------------------------------------------------------------

    def pair_remainder_tightly(
        self, moved_down: tuple[MdpOpponentChoice, ...]
    ) -> FirstBestPairing | None:
        """Pair S1 of the remainder with S2 and return the pairing of the whole bracket.

        If S1 and S2 cannot be paired, the first exchange that makes it possible is used. All pairs
        must be tight, which means that their cost equals their share of the lower bound. Return
        None if this is impossible.
        """
        taken = {row.chosen for row in moved_down}
        rest = [self.at[resident] for resident in self.bracket.remainder(taken)]
        half = len(rest) // 2
        upper, lower = split_into_s1_and_s2(rest, half)
        rows = self.pair_halves_tightly(upper, lower)
        if rows is not None:
            return self._build_first_pairing(moved_down, upper, lower, rows)
        if not moved_down and not PerfectMatching(self.graph).exists:
            return None
        return self.pair_with_first_single_exchange(
            moved_down, rest, half
        ) or self._pair_remainder_tightly_by_weight(moved_down, rest, half)

    def _build_first_pairing(
        self,
        moved_down: tuple[MdpOpponentChoice, ...],
        upper: Sequence[int],
        lower: Sequence[int],
        rows: Sequence[MatchedRow],
        exchanged: tuple[Sequence[int], Sequence[int]] = ((), ()),
    ) -> FirstBestPairing:
        left = None
        if self.odd:
            left = next(self.members[lower[r.column]] for r in rows if r.row == len(upper))
        out, entering = exchanged
        return FirstBestPairing(
            alike=self.found,
            moved_down=moved_down,
            upper=tuple(self.members[i] for i in upper),
            lower=tuple(self.members[i] for i in lower),
            rows=tuple(rows),
            left=left,
            exchanged=(
                tuple(self.members[i] for i in out),
                tuple(self.members[i] for i in entering),
            ),
        )

    def pair_halves_tightly(
        self, upper: Sequence[int], lower: Sequence[int]
    ) -> list[MatchedRow] | None:
        """Return the first pairing of S1 with S2 in tight pairs, or None if there is none.

        A pair is tight if its cost equals its share of the lower bound. The player who floats down
        is chosen last.
        """
        class_of = self.found.class_of
        row_classes = [class_of[i] for i in upper]
        column_classes = [class_of[i] for i in lower]
        if self.odd:
            row_classes.append(len(self.found.counts) - 1)
        flow = self._count_tight_pairs_between_classes(row_classes, column_classes)
        if flow is None:
            return None
        at = {i: column for column, i in enumerate(lower)}
        closed = [frozenset(at[o] for o in self.closed[i] if o in at) for i in upper]
        if self.odd:
            closed.append(frozenset())
        return find_first_matching_of_rows(row_classes, column_classes, self.tight, flow, closed)

    def _count_tight_pairs_between_classes(
        self, row_classes: Sequence[int], column_classes: Sequence[int]
    ) -> Sequence[Sequence[int]] | None:
        """Return the number of tight pairs between any two classes, or None if there is no
        solution.

        A pair is tight if its cost equals its share of the lower bound.
        """
        classes = range(len(self.found.counts))
        supply = [row_classes.count(c) for c in classes]
        demand = [column_classes.count(c) for c in classes]
        return self._find_free_flow_between_classes(tuple(supply), tuple(demand))

    def _find_free_flow_between_classes(
        self, supply: tuple[int, ...], demand: tuple[int, ...]
    ) -> Sequence[Sequence[int]] | None:
        loose = [[1 - (mask >> c & 1) for c in range(len(demand))] for mask in self.tight]
        transport = find_cheapest_flow(supply, demand, loose)
        return transport.flow if transport.cost == 0 else None

    def pair_with_first_single_exchange(
        self, moved_down: tuple[MdpOpponentChoice, ...], rest: Sequence[int], half: int
    ) -> FirstBestPairing | None:
        """Return the pairing after the first exchange of one player that makes tight pairs
        possible.

        A pair is tight if its cost equals its share of the lower bound. Return None if no such
        exchange is found within ``MAX_EXCHANGES_TRIED`` attempts.
        """
        class_of = self.found.class_of
        hopeless: set[tuple[int, int]] = set()
        tried = 0
        for out, entering in generate_single_exchanges(half, len(rest)):
            kinds = class_of[rest[out]], class_of[rest[entering]]
            if kinds in hopeless:
                continue
            upper = sorted([*rest[:out], *rest[out + 1 : half], rest[entering]])
            lower = sorted([rest[out], *rest[half:entering], *rest[entering + 1 :]])
            rows = self.pair_halves_tightly(upper, lower)
            if rows is not None:
                moves = [rest[out]], [rest[entering]]
                return self._build_first_pairing(moved_down, upper, lower, rows, moves)
            if self._count_tight_pairs_between_halves(upper, lower) is None:
                hopeless.add(kinds)
                continue
            tried += 1
            if tried == MAX_EXCHANGES_TRIED:
                return None
        return None

    def _count_tight_pairs_between_halves(
        self, upper: Sequence[int], lower: Sequence[int]
    ) -> object | None:
        class_of = self.found.class_of
        row_classes = [class_of[i] for i in upper] + [len(self.found.counts) - 1] * self.odd
        return self._count_tight_pairs_between_classes(row_classes, [class_of[i] for i in lower])

    def _pair_remainder_tightly_by_weight(
        self, moved_down: tuple[MdpOpponentChoice, ...], rest: Sequence[int], half: int
    ) -> FirstBestPairing:
        """Return the first pairing in tight pairs, found by weighted matching.

        A pair is tight if its cost equals its share of the lower bound. The weights represent the
        order in which the rules generate pairings.
        """
        order = HalvesGenerationOrder(len(rest), half)
        order.set_digit_weights(PackedCriteria(order.digits).worth)
        number = assign_bracket_sequence_numbers(rest)
        edges = [
            (at, number[j], order.pair_cost(at, number[j]))
            for at, i in enumerate(rest)
            for j in bit_indices(self.graph[i] >> i << i)
            if j in number
        ]
        vertices = len(rest)
        if self.odd:
            edges += [
                (number[i], vertices, order.unpaired_player_cost(number[i]))
                for i in bit_indices(self.graph[self.down])
                if i in number
            ]
            vertices += 1
        best = find_minimum_cost_matching(vertices, edges)
        assert best is not None, "the tight pairs have a perfect matching"
        upper: list[int] = []
        lower: list[int] = []
        for at, mate in enumerate(best.mate[: len(rest)]):
            (upper if at < mate < len(rest) else lower).append(rest[at])
        rows = self.pair_halves_tightly(upper, lower)
        assert rows is not None
        out = [i for i in rest[:half] if i not in upper]
        entering = [i for i in upper if number[i] >= half]
        return self._build_first_pairing(moved_down, upper, lower, rows, (out, entering))


def generate_single_exchanges(half: int, count: int) -> Iterator[tuple[int, int]]:
    """Yield each exchange of one S1 player with one S2 player, as two indices.

    Exchanges are sorted by the difference between the indices, smallest first, and then by the
    index of the S1 player, largest first.
    """
    for difference in range(1, count):
        for out in range(min(half - 1, count - 1 - difference), max(half - difference, 0) - 1, -1):
            yield out, out + difference
