"""What the kernels compute, done by trying everything; shares no code with them.

A graph is a set of pairs (v, w) with v < w.
"""

from __future__ import annotations

from itertools import combinations, islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterable, Iterator, Sequence

    Pair = tuple[int, int]
    Graph = frozenset[Pair]
    Costs = dict[Pair, int]
    Order = Callable[[Sequence[int]], Iterable[int]]


def pair(v: int, w: int) -> Pair:
    """The two, the smaller first."""
    return (v, w) if v < w else (w, v)


def every_pair(n: int) -> list[Pair]:
    """All pairs of the vertices 0 to n - 1."""
    return list(combinations(range(n), 2))


def every_graph(n: int) -> Iterator[Graph]:
    """All labelled graphs on the vertices 0 to n - 1."""
    pairs = every_pair(n)
    for choice in range(1 << len(pairs)):
        yield frozenset(p for i, p in enumerate(pairs) if choice >> i & 1)


def many_graphs(n: int) -> Iterator[Graph]:
    """All labelled graphs on up to five vertices, of the 32,768 on six every fifth.

    For what takes long with each of them; that the rest can be paired is tried on all.
    """
    return islice(every_graph(n), 0, None, 5 if n > 5 else 1)


def random_graph(rng: random.Random, n: int, density: float) -> Graph:
    """A graph in which each pair is joined with the given probability."""
    return frozenset(p for p in every_pair(n) if rng.random() < density)


def rows(n: int, graph: Graph) -> list[int]:
    """The graph as the kernels take it: for each vertex the bitset of its neighbours."""
    return [sum(1 << w for w in range(n) if pair(v, w) in graph) for v in range(n)]


def mask(vertices: Iterable[int]) -> int:
    """The vertices as a bitset."""
    return sum(1 << v for v in vertices)


def members(bitset: int) -> set[int]:
    """The vertices of a bitset."""
    return {v for v in range(bitset.bit_length()) if bitset >> v & 1}


def perfect_matchings(vertices: Sequence[int]) -> Iterator[tuple[Pair, ...]]:
    """Every way to split the vertices into pairs, whichever may meet."""
    if not vertices:
        yield ()
        return
    if len(vertices) % 2:
        return
    first, *others = vertices
    for partner in others:
        rest = [v for v in others if v != partner]
        for matching in perfect_matchings(rest):
            yield ((first, partner), *matching)


def least_cost(matchings: Iterable[Sequence[Pair]], costs: Costs) -> int | None:
    """The cost of the cheapest of the matchings whose pairs all have one; None without such."""
    return min(
        (
            sum(costs[p] for p in matching)
            for matching in matchings
            if all(p in costs for p in matching)
        ),
        default=None,
    )


class Trial:
    """Answers about one graph, found by trying the partners of the first vertex in turn."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._near: dict[int, list[int]] = {}
        for v, w in sorted(graph):
            self._near.setdefault(v, []).append(1 << w)
        self._known = {0: True}

    def can_all_meet(self, vertices: Iterable[int]) -> bool:
        """Whether the vertices have a perfect matching."""
        return self._try(sum(1 << v for v in vertices))

    def _try(self, left: int) -> bool:
        if left not in self._known:
            rest = left & (left - 1)
            first = (left ^ rest).bit_length() - 1
            self._known[left] = any(
                rest & partner and self._try(rest ^ partner)
                for partner in self._near.get(first, ())
            )
        return self._known[left]

    def partners(self, vertices: Iterable[int], a: int) -> set[int]:
        """All with whom ``a`` can meet such that the others can all meet."""
        others = set(vertices) - {a}
        return {b for b in others if pair(a, b) in self._graph and self.can_all_meet(others - {b})}

    def floaters(self, vertices: Iterable[int]) -> set[int]:
        """All without whom the others can all meet."""
        everybody = set(vertices)
        return {f for f in everybody if self.can_all_meet(everybody - {f})}

    def left_over(self, vertices: Sequence[int]) -> int:
        """The least number of vertices without whom the others can all meet."""
        return next(
            count
            for count in range(len(vertices) + 1)
            if any(
                self.can_all_meet(some) for some in combinations(vertices, len(vertices) - count)
            )
        )

    def first_matching(self, vertices: Sequence[int], order: Order) -> list[Pair] | None:
        """The first perfect matching in the order in which the first vertex seeks its partner."""
        left = list(vertices)
        if not self.can_all_meet(left):
            return None
        matching = []
        while left:
            possible = self.partners(left, left[0])
            b = next(left[place] for place in order(left) if left[place] in possible)
            matching.append((left[0], b))
            left = [v for v in left[1:] if v != b]
        return matching


def first_matching_by_backtracking(
    graph: Graph, vertices: Sequence[int], order: Order
) -> list[Pair] | None:
    """The same as ``Trial.first_matching``, with no shortcut at all."""
    if not vertices:
        return []
    a = vertices[0]
    for place in order(vertices):
        b = vertices[place]
        if pair(a, b) in graph:
            rest = [v for v in vertices if v not in (a, b)]
            following = first_matching_by_backtracking(graph, rest, order)
            if following is not None:
                return [(a, b), *following]
    return None


def proves_unmatchable(
    graph: Graph, vertices: Iterable[int], bridge: set[int], islands: Sequence[set[int]]
) -> bool:
    """Whether more islands than the bridge has members can be matched only inside or with it."""
    everybody = set(vertices)
    on_islands = [v for island in islands for v in island]
    if not everybody.issuperset(bridge) or not everybody.issuperset(on_islands):
        return False
    if len({*bridge, *on_islands}) < len(bridge) + len(on_islands):
        return False
    return (
        len(islands) > len(bridge)
        and all(len(island) % 2 for island in islands)
        and not any(
            pair(v, w) in graph
            for island in islands
            for v in island
            for w in everybody - island - bridge
        )
    )


def halves(vertices: Sequence[int]) -> Iterator[int]:
    """Of 2N places, counted from 0: N, N + 1, ... 2N - 1, then N - 1 down to 1."""
    half = len(vertices) // 2
    yield from range(half, 2 * half)
    yield from range(half - 1, 0, -1)


def fold(vertices: Sequence[int]) -> Iterator[int]:
    """The last place first, then upwards to the second."""
    yield from range(len(vertices) - 1, 0, -1)
