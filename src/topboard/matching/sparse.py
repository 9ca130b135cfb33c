"""The minimum-cost perfect matching of a graph with too many edges to examine them all.

First, the cheapest matching of a few edges is found together with its duals. An omitted edge can
improve the matching only if it costs less than the sum of the duals of its ends. Such edges are
added and the search is repeated. When none are left, the duals prove that the matching is optimal
in the whole graph.
"""

from __future__ import annotations

from heapq import nsmallest
from itertools import islice
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.matching.perfect import EXPOSED, bit_indices, bitset, maximum_matching
from topboard.matching.weighted import find_minimum_cost_matching

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    Edge = tuple[int, int]

    from topboard.matching.weighted import Optimum

    Costs = Callable[[int], Sequence[int]]

ADDED = 6
"""The maximum number of edges added for each vertex in one iteration."""


NEAR = 2
"""The number of nearest vertices of each kind to which edges are included from the start."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """The minimum-cost assignment of rows to columns, and the duals that prove it.

    The duals of a row and a column never add up to more than the cost of the pair. For assigned
    pairs they add up to exactly the cost.
    """

    columns: tuple[int, ...]
    """The column assigned to each row."""
    row_duals: tuple[int, ...]
    column_duals: tuple[int, ...]
    cost: int


def find_cheapest_assignment(
    open_rows: Sequence[int], kinds: Sequence[int], prices: Sequence[Sequence[int]]
) -> Assignment | None:
    """Return the minimum-cost assignment of rows to open columns, or None if there is none.

    ``kinds`` lists the kind of each row and then of each column. ``prices[k][l]`` is the cost of
    assigning a row of kind ``k`` to a column of kind ``l``.
    """
    size = len(open_rows)
    columns = [bitset(i for i, row in enumerate(open_rows) if row >> j & 1) for j in range(size)]
    graph = [*(row << size for row in open_rows), *columns]
    mate = maximum_matching(graph, (1 << 2 * size) - 1)
    if EXPOSED in mate:
        return None

    def costs_to_later_vertices(v: int) -> list[int]:
        of_kind = prices[kinds[v]]
        return [of_kind[kind] for kind in kinds[v + 1 :]]

    first = {*enumerate(mate[:size]), *list_edges_to_nearest_vertices(graph, kinds, size)}
    found = find_cheapest_matching(graph, costs_to_later_vertices, first)
    assert found is not None, "the edges to begin with hold a pairing"
    # Duals of rows are rounded up and duals of columns down to avoid half units. The sum stays the
    # same if a pair is tight, and otherwise does not exceed its cost.
    return Assignment(
        tuple(w - size for w in found.mate[:size]),
        tuple(-(-dual // 2) for dual in found.duals[:size]),
        tuple(dual // 2 for dual in found.duals[size:]),
        found.cost,
    )


def list_edges_to_nearest_vertices(
    graph: Sequence[int], kinds: Sequence[int], size: int
) -> Iterator[Edge]:
    """Yield edges from the first ``size`` vertices to the nearest later ones of each kind."""
    of_kind = [bitset(w for w, own in enumerate(kinds) if own == kind) for kind in {*kinds}]
    for v in range(size):
        at = v + size
        for some in of_kind:
            candidates = graph[v] & some >> size << size
            later = candidates >> at << at
            for w in islice((*bit_indices(later), *bit_indices(candidates ^ later)), NEAR):
                yield v, w


def find_cheapest_matching(
    graph: Sequence[int], costs: Costs, first: Iterable[Edge]
) -> Optimum | None:
    """Return the minimum-cost perfect matching of a graph, or None if there is none.

    ``costs(v)`` returns the costs of pairing ``v`` with each later vertex, whether or not an edge
    joins them. ``first`` contains the edges to start with, which must include a perfect matching.
    """
    looked_at: dict[tuple[int, int], int] = {}
    wanted = [(min(pair), max(pair)) for pair in first]
    while True:
        rows = {v: costs(v) for v in {v for v, _ in wanted}}
        looked_at.update(((v, w), rows[v][w - v - 1]) for v, w in wanted)
        edges = [(v, w, cost) for (v, w), cost in looked_at.items()]
        optimum = find_minimum_cost_matching(len(graph), edges)
        if optimum is None:
            return None
        wanted = [*_find_edges_cheaper_than_duals(graph, costs, optimum)]
        if not wanted:
            return optimum


def _find_edges_cheaper_than_duals(
    graph: Sequence[int], costs: Costs, optimum: Optimum
) -> Iterator[tuple[int, int]]:
    """Yield the edges that cost less than the sum of the duals of their ends.

    At most ``ADDED`` edges are yielded for each vertex.
    """
    duals = optimum.duals
    around = _group_blossoms_by_vertex(optimum)
    for v, dual in enumerate(duals):
        behind = zip(costs(v), duals[v + 1 :], strict=True)
        missing = [
            (2 * cost - other - dual, w)
            for w, (cost, other) in enumerate(behind, start=v + 1)
            # Blossoms only reduce the shortfall, so most edges need no further check.
            if cost + cost < other + dual and graph[v] >> w & 1
        ]
        if missing and around[v]:
            inside = around[v]
            slack = (
                (over + sum(inside[b] for b in inside.keys() & around[w].keys()), w)
                for over, w in missing
            )
            missing = [(over, w) for over, w in slack if over < 0]
        for _, w in nsmallest(ADDED, missing):
            yield v, w


def _group_blossoms_by_vertex(optimum: Optimum) -> list[dict[int, int]]:
    """Return, for each vertex, the blossoms that contain it, as a mapping from index to dual."""
    around: list[dict[int, int]] = [{} for _ in optimum.duals]
    for number, blossom in enumerate(optimum.blossoms):
        for v in blossom.members:
            around[v][number] = blossom.dual
    return around
