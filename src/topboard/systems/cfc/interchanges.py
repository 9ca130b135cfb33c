"""Interchanges between the halves of a group, used when transpositions are not enough (622b).

A small group is solved as a whole. Every permitted pair has a cost, so a comparison of costs shows
what would get worse with a different opponent. In a larger group, the players who change halves are
decided first. The new halves are then paired with each other.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.matching.cost import PackedCriteria
from topboard.matching.perfect import PerfectMatching, bit_indices, bitset, maximum_matching
from topboard.matching.sparse import (
    find_cheapest_assignment,
    find_cheapest_matching,
    list_edges_to_nearest_vertices,
)
from topboard.matching.transport import Transport
from topboard.matching.weighted import find_minimum_cost_matching
from topboard.reasons.grounds import Criterion
from topboard.reasons.obstacles import CriterionWorse, OtherPairsWorse, PassedOver
from topboard.systems.cfc.colours import colour_cost
from topboard.systems.cfc.group_pairing import (
    ChosenPair,
    DueColourClasses,
    HalvesAsMatrix,
    find_first_cheapest_pairing,
    pair_by_transposition,
)
from topboard.systems.common import meeting

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.matching.sparse import Assignment
    from topboard.reasons.obstacles import Obstacle
    from topboard.systems.cfc.group_pairing import GroupPairingTask

    Places = tuple[int, int]

WEIGHED = 24
"""The number of players in the largest group that is solved as a whole."""


def pair_group(task: GroupPairingTask) -> list[ChosenPair]:
    """Pair a group, top half with bottom half, as close to consecutive order as possible."""
    if not task.members:
        return []
    return pair_by_transposition(task) or pair_with_interchanges(task)


def pair_with_interchanges(task: GroupPairingTask) -> list[ChosenPair]:
    """Return the best pairing of the group, with interchanges between the halves allowed.

    The group must have at least one legal pairing.
    """
    return _pair_small_group(task) if len(task.members) <= WEIGHED else _pair_large_group(task)


def _pair_small_group(task: GroupPairingTask) -> list[ChosenPair]:
    costs = _CompletePairCosts(task)
    best = costs.find_best_pairing(range(2 * task.top_half_size))
    assert best is not None, "the members left in a group can be paired with each other"
    return [_build_chosen_pair(task, costs, best, row) for row in range(task.top_half_size)]


# --- a large group: who changes halves, then rows and columns -----------------------------

NEXT_TO_THE_MIDDLE = 3
"""The number of opponents from a player's own half that are tried first, nearest the middle.

Players near the middle are the first to change halves.
"""


def _pair_large_group(task: GroupPairingTask) -> list[ChosenPair]:
    """Return the best pairing of a large group, with interchanges only if they could improve it."""
    halves = _InterchangedHalves(task, (), ())
    if not halves.can_be_paired or not halves.is_best_without_interchange():
        halves = _InterchangedHalves(task, *find_best_interchange(task))
    chosen = halves.find_first_cheapest_pairing()
    assert chosen is not None, "rows and columns have the pairing by which they were found"
    return chosen


class _InterchangedHalves:
    """The halves of a group after some players have changed halves, with a cost for each pair.

    As many players move down to the bottom half as move up to the top half.
    """

    def __init__(self, task: GroupPairingTask, down: Sequence[int], up: Sequence[int]) -> None:
        half, count = task.top_half_size, len(task.members)
        rows = [*(v for v in range(half) if v not in down), *up]
        columns = [*down, *(v for v in range(half, count) if v not in up)]
        self.layout = HalvesAsMatrix(task, tuple(rows), tuple(columns))
        self.classes = DueColourClasses(self.layout)
        self._found = self._find_cheapest_assignment()

    @property
    def can_be_paired(self) -> bool:
        return self._found is not None

    def is_best_without_interchange(self) -> bool:
        """Return whether no interchange would improve a more important criterion."""
        assert self._found is not None
        return self.classes.is_best_without_interchange(self._found.cost)

    def _find_cheapest_assignment(self) -> Assignment | None:
        everybody, classes = (1 << len(self.layout.rows)) - 1, self.classes
        open_rows = [
            everybody & ~bitset(shut) for shut in self.layout.find_columns_forbidden_to_rows()
        ]
        return find_cheapest_assignment(open_rows, [*classes.top, *classes.bottom], classes.costs)

    def find_first_cheapest_pairing(self) -> list[ChosenPair] | None:
        """Return the cheapest pairing or, if several cost the same, the first in order of rank."""
        found = self._found
        assert found is not None
        classes = DueColourClasses(self.layout, [*found.row_duals, *found.column_duals])
        flow = [[0] * len(classes.kinds) for _ in classes.kinds]
        for kind, column in zip(classes.top, found.columns, strict=True):
            flow[kind][classes.bottom[column]] += 1
        duals = tuple(dual for _, dual in classes.kinds)
        matched = Transport(tuple(map(tuple, flow)), duals, duals, found.cost)
        return find_first_cheapest_pairing(self.layout, classes, matched)


def find_best_interchange(task: GroupPairingTask) -> tuple[list[int], list[int]]:
    """Return the players who change halves in the best pairing of a group: those moved down, then
    those moved up.

    Colours matter more than the number of interchanges. If the numbers are equal, the lowest
    players of the top half and the highest players of the bottom half are moved.
    """
    half, count = task.top_half_size, len(task.members)
    charges = _ColourAndInterchangeCosts(task)
    mate = maximum_matching(task.graph, (1 << count) - 1)
    first = {(v, w) for v, w in enumerate(mate) if v < w}
    first.update(list_edges_to_nearest_vertices(task.graph, charges.kinds, half))
    first.update(list_pairs_within_halves_near_middle(task.graph, half))
    found = find_cheapest_matching(task.graph, charges.costs_with_later_players, first)
    assert found is not None, "the members left in a group can be paired with each other"
    pairs = [(v, w) for v, w in enumerate(found.mate) if v < w]
    down = sorted(w for _, w in pairs if w < half)
    return down, [v for v, _ in pairs if v >= half]


def list_pairs_within_halves_near_middle(graph: Sequence[int], half: int) -> Iterator[Places]:
    """Yield, for each player, a few possible pairs within their own half.

    Opponents nearest the middle of the group come first, because they are the first to change
    halves.
    """
    top = (1 << half) - 1
    for v, row in enumerate(graph):
        own = [*bit_indices(row & top)][::-1] if v < half else bit_indices(row & ~top)
        for w in islice(own, NEXT_TO_THE_MIDDLE):
            yield min(v, w), max(v, w)


class _ColourAndInterchangeCosts:
    """The cost of each pair for colours and interchanges, as one packed integer.

    ``after`` lists less important criteria, whose costs a subclass adds.
    """

    def __init__(self, task: GroupPairingTask, *after: tuple[Obstacle, int, int]) -> None:
        half, count = task.top_half_size, len(task.members)
        self.half = half
        self.ledger: PackedCriteria[Obstacle] = PackedCriteria(
            [
                (CriterionWorse("630", None, Criterion.EQUALISE), 2 * count, 1),
                (CriterionWorse("631", None, Criterion.THIRD_COLOUR), 2 * count, 1),
                (CriterionWorse("622b", None, Criterion.INTERCHANGE), count, 1),
                (CriterionWorse("622b", None, Criterion.INTERCHANGE), 1, half),
                (CriterionWorse("622b", None, Criterion.INTERCHANGE), 1, half),
                *after,
            ]
        )
        (equalise,), (third,), (interchange,), down, up = self.ledger.worth[:5]
        self.goes_down = [interchange + one for one in down]
        # The lowest players of the bottom half are the last to move up.
        self.goes_up = up[::-1]
        dues = [*map(task.due_colour_at, range(count))]
        different = list(dict.fromkeys(dues))
        self.kinds = [different.index(due) for due in dues]
        self.refused = [[colour_cost(one, other) for other in different] for one in different]
        self.colours = [
            [equalise * cost.not_equalised + third * cost.third_running for cost in row]
            for row in self.refused
        ]

    def costs_with_later_players(self, v: int) -> list[int]:
        """Return the costs of pairing player ``v`` with each player after them in the group."""
        row, half, kinds = self.colours[self.kinds[v]], self.half, self.kinds
        if v >= half:
            own = self.goes_up[v - half]
            row = [cost + own for cost in row]
            return [row[kind] for kind in kinds[v + 1 :]]
        inside = zip(kinds[v + 1 : half], self.goes_down[v + 1 :], strict=True)
        return [*(row[kind] + moved for kind, moved in inside), *(row[k] for k in kinds[half:])]


# --- a small group: every permitted pair has a cost ---------------------------------------


@dataclass(frozen=True, slots=True)
class _BestGroupPairing:
    """The best pairing of some group members, in order of rank, and its total cost."""

    pairs: tuple[Places, ...]
    cost: int


class _CompletePairCosts(_ColourAndInterchangeCosts):
    """The cost of each pair under all criteria, as one packed integer.

    No two pairings cost the same.
    """

    def __init__(self, task: GroupPairingTask) -> None:
        count = len(task.members)
        alternate = CriterionWorse("631", None, Criterion.ALTERNATE)
        super().__init__(task, (alternate, 2 * count, 1), (OtherPairsWorse("622b"), count, count))
        self.task = task
        (self.alternate,), self.meets = self.ledger.worth[5:]

    def pair_cost(self, higher: int, lower: int) -> int:
        """Return the cost of a pair as one integer.

        The most important costs are colours that do not equalise and third colours in a row,
        followed by interchanges, alternation and the order of the opponents.
        """
        one, other = self.kinds[higher], self.kinds[lower]
        total = self.colours[one][other]
        if self.task.may_transpose_for_alternation:
            total += self.alternate * self.refused[one][other].not_alternated
        if lower < self.half:
            total += self.goes_down[lower]
        elif higher >= self.half:
            total += self.goes_up[higher - self.half]
        return total + self.meets[higher] * lower

    def find_best_pairing(self, some: Sequence[int]) -> _BestGroupPairing | None:
        index = {v: i for i, v in enumerate(some)}
        among = bitset(some)
        edges = [
            (i, index[w], self.pair_cost(v, w))
            for v, i in index.items()
            for w in bit_indices(self.task.graph[v] & among & (-2 << v))
        ]
        optimum = find_minimum_cost_matching(len(some), edges)
        if optimum is None:
            return None
        pairs = tuple((v, some[j]) for v, i in index.items() if i < (j := optimum.mate[i]))
        return _BestGroupPairing(pairs, optimum.cost)


# --- what earlier candidates would make worse ---------------------------------------------


def _build_chosen_pair(
    task: GroupPairingTask, costs: _CompletePairCosts, best: _BestGroupPairing, row: int
) -> ChosenPair:
    higher, lower = best.pairs[row]
    return ChosenPair(
        higher=task.members[higher],
        lower=task.members[lower],
        placing=task.classify_pair(higher, lower),
        passed_over=tuple(_candidates_passed_over(task, costs, best, row)),
    )


def _candidates_passed_over(
    task: GroupPairingTask, costs: _CompletePairCosts, best: _BestGroupPairing, row: int
) -> Iterator[PassedOver]:
    """Yield the unpaired bottom-half players before the chosen opponent, each with an obstacle."""
    higher, lower = best.pairs[row]
    half = task.top_half_size
    gone = {v for pair in best.pairs[:row] for v in pair}
    end = lower if lower >= half else 2 * half
    numbers = task.field.numbers_at(task.members)
    for candidate in range(max(half, higher + 1), end):
        if candidate not in gone:
            obstacle = meeting.find_pairing_obstacle(
                task.field.book, numbers[higher], numbers[candidate]
            )
            if obstacle is None and not task.graph[higher] >> candidate & 1:
                obstacle = CriterionWorse("619.1", None, Criterion.WISH)
            yield PassedOver(
                numbers[candidate],
                obstacle or _find_criterion_against_candidate(task, costs, best, row, candidate),
            )


def _find_criterion_against_candidate(
    task: GroupPairingTask,
    costs: _CompletePairCosts,
    best: _BestGroupPairing,
    row: int,
    candidate: int,
) -> Obstacle:
    """Return the criterion that gets worse if the higher-ranked player of a pair meets
    ``candidate``.

    ``row`` is the index of the pair. Earlier pairs are not changed.
    """
    fixed = (*best.pairs[:row], (best.pairs[row][0], candidate))
    gone = {v for pair in fixed for v in pair}
    rest = [v for v in range(2 * task.top_half_size) if v not in gone]
    instead = costs.find_best_pairing(rest)
    if instead is None:
        certificate = PerfectMatching(task.graph, bitset(rest)).certificate
        assert certificate is not None
        return meeting.convert_certificate_to_numbers(
            certificate, task.field.numbers_at(task.members)
        )
    total = instead.cost + sum(costs.pair_cost(*pair) for pair in fixed)
    found = costs.ledger.first_differing_criterion(best.cost, total)
    assert found is not None, "the best pairing of a group is the only one"
    return found
