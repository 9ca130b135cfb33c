"""The pairing of a group when transpositions alone may not do: every open pair is weighed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.kernels.lexicographic import places, unpack
from topboard.kernels.matching import PerfectMatching, bits, bitset, choose
from topboard.kernels.weighted import minimum_cost_matching
from topboard.reasons import Criterion, OthersWorse, PassedOver, WorseBy
from topboard.records import dataclass
from topboard.rules.cfc import laws
from topboard.rules.cfc.due_colours import colour_cost
from topboard.rules.cfc.group_pairing import Chosen

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.reasons import Obstacle
    from topboard.rules.cfc.group_pairing import Task

    Places = tuple[int, int]

WEIGHED_AGAIN = 24
"""Up to this size every refused opponent is answered by pairing the group with him."""


WEIGHED = 300
"""Up to this size a group is weighed pair by pair; in simulated events none above 30 needs it."""


def by_weighing(task: Task) -> list[Chosen]:
    """The best of all pairings of the group, which must have one."""
    if len(task.members) > WEIGHED:
        return _without_colours(task)
    costs = _Costs(task)
    best = costs.best(range(2 * task.half))
    assert best is not None, "the members left in a group can be paired with each other"
    return [_chosen(task, costs, best, row) for row in range(task.half)]


def _without_colours(task: Task) -> list[Chosen]:
    """The pairing nearest to consecutive order, colours left aside, of a very large group."""
    half, count = task.half, 2 * task.half
    across = [row & (-1 << half) for row in task.graph[:half]]
    across += [row & (1 << half) - 1 for row in task.graph[half:]]
    matching = PerfectMatching(across)
    graph: Sequence[int] = across
    if not matching.exists:
        matching, graph = PerfectMatching(task.graph), task.graph
    chosen = []
    for higher in range(count):
        if matching.alive >> higher & 1:
            below = [v for v in bits(matching.alive & (-2 << higher))]
            ordered = sorted(below, key=lambda v: (v < half, v))
            row = choose(matching, graph, higher, ordered)
            placing = task.placing(higher, row.chosen)
            chosen.append(Chosen(task.members[higher], task.members[row.chosen], placing))
    return chosen


@dataclass(frozen=True, slots=True)
class _Best:
    """The best pairing of some members: its pairs by the higher ranked, and what it costs."""

    pairs: tuple[Places, ...]
    vector: tuple[int, ...]


class _Costs:
    """What each pair costs, as one number, and which criterion each of its places is.

    From the highest place down: not equalised, third colours, interchanges, who goes down, who
    goes up, not alternated, and for each player as the higher of his pair whom he meets.
    """

    def __init__(self, task: Task) -> None:
        self.task = task
        half, count = task.half, 2 * task.half
        columns: list[tuple[int, Obstacle]] = [
            (2 * count, WorseBy("630", Criterion.EQUALISE)),
            (2 * count, WorseBy("631", Criterion.THIRD_COLOUR)),
            (count, WorseBy("622b", Criterion.INTERCHANGE)),
            *[(1, WorseBy("622b", Criterion.INTERCHANGE))] * (2 * half),
            (2 * count, WorseBy("631", Criterion.ALTERNATE)),
            *[(count, OthersWorse("622b"))] * count,
        ]
        self.bases = [most + 1 for most, _ in columns]
        self.grounds = [ground for _, ground in columns]
        worth = places(self.bases)
        self.equalise, self.third, self.interchange = worth[:3]
        self.goes_down = worth[3 : 3 + half]
        # The lowest of the bottom half are the last to go up.
        self.goes_up = worth[3 + half : 3 + 2 * half][::-1]
        self.alternate = worth[3 + 2 * half]
        self.meets = worth[4 + 2 * half :]

    def of(self, higher: int, lower: int) -> int:
        """The cost of a pair."""
        half = self.task.half
        cost = colour_cost(self.task.due(higher), self.task.due(lower))
        total = self.equalise * cost.not_equalised + self.third * cost.third_running
        if self.task.transposes_for_alternation:
            total += self.alternate * cost.not_alternated
        if lower < half:
            total += self.interchange + self.goes_down[lower]
        elif higher >= half:
            total += self.goes_up[higher - half]
        return total + self.meets[higher] * lower

    def best(self, some: Sequence[int]) -> _Best | None:
        """The best pairing of some members with each other."""
        index = {v: i for i, v in enumerate(some)}
        among = bitset(some)
        edges = [
            (i, index[w], self.of(v, w))
            for v, i in index.items()
            for w in bits(self.task.graph[v] & among & (-2 << v))
        ]
        optimum = minimum_cost_matching(len(some), edges)
        if optimum is None:
            return None
        pairs = tuple((v, some[j]) for v, i in index.items() if i < (j := optimum.mate[i]))
        return _Best(pairs, unpack(optimum.cost, self.bases))

    def vector(self, pairs: Sequence[Places]) -> tuple[int, ...]:
        """The costs of some pairs, criterion by criterion."""
        return unpack(sum(self.of(*pair) for pair in pairs), self.bases)


# --- reasons ------------------------------------------------------------------------------


def _chosen(task: Task, costs: _Costs, best: _Best, row: int) -> Chosen:
    higher, lower = best.pairs[row]
    return Chosen(
        higher=task.members[higher],
        lower=task.members[lower],
        placing=task.placing(higher, lower),
        passed_over=tuple(_passed_over(task, costs, best, row)),
    )


def _passed_over(task: Task, costs: _Costs, best: _Best, row: int) -> Iterator[PassedOver]:
    """Those of the bottom half who were free and came before the one chosen."""
    higher, lower = best.pairs[row]
    half = task.half
    gone = {v for pair in best.pairs[:row] for v in pair}
    end = lower if lower >= half else 2 * half
    numbers = task.field.numbers(task.members)
    for candidate in range(max(half, higher + 1), end):
        if candidate not in gone:
            obstacle = laws.obstacle(task.field.book, numbers[higher], numbers[candidate])
            if obstacle is None and not task.graph[higher] >> candidate & 1:
                obstacle = WorseBy("619.1", Criterion.WISH)
            yield PassedOver(
                numbers[candidate],
                obstacle or _with_candidate(task, costs, best, row, candidate),
            )


def _with_candidate(task: Task, costs: _Costs, best: _Best, row: int, candidate: int) -> Obstacle:
    """What suffers if the higher of a pair meets the candidate and the rows before stay."""
    if len(task.members) > WEIGHED_AGAIN:
        return OthersWorse("622b")
    fixed = (*best.pairs[:row], (best.pairs[row][0], candidate))
    gone = {v for pair in fixed for v in pair}
    rest = [v for v in range(2 * task.half) if v not in gone]
    instead = costs.best(rest)
    if instead is None:
        certificate = PerfectMatching(task.graph, bitset(rest)).certificate
        assert certificate is not None
        return laws.proof_of(certificate, [task.field.cards[v] for v in task.members])
    vector = costs.vector([*fixed, *instead.pairs])
    return next(
        ground
        for ground, had, has in zip(costs.grounds, best.vector, vector, strict=True)
        if has != had
    )
