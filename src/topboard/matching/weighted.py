"""The minimum-cost perfect matching of a graph with integer costs of any size, and its proof.

This is Edmonds' primal-dual method. Every vertex has a dual. An edge is *tight* if the duals of its
ends add up to its cost, and only tight edges are matched. An alternating tree of tight edges grows
from one exposed vertex at a time. Odd cycles are shrunk to blossoms. The duals of the tree change
until it reaches another exposed vertex. Costs are doubled, which keeps every dual an integer.

While a tree grows, the stored duals do not change. Only a clock advances, and the stored values are
those at clock 0. The moment at which an edge becomes tight or a blossom must open is therefore a
fixed number, and a queue of such moments drives the search. A search takes O(n^2 + m log n), and
there are at most n / 2 of them.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING

from topboard._frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Edge = tuple[int, int, int]
    Neighbours = list[dict[int, int]]

EXPOSED = -1

# The state of a vertex, and of the outermost blossom around it, in the growing tree.
_ASIDE = 0
_OUTER = 1
_INNER = 2
_GOAL = 3

# The kinds of events that can happen at a moment of the clock.
_REACH = 0
_CLOSE = 1
_OPEN = 2


@dataclass(frozen=True, slots=True)
class OddSet:
    """A set of an odd number of vertices, and twice its dual, which is positive."""

    members: tuple[int, ...]
    dual: int


@dataclass(frozen=True, slots=True)
class Optimum:
    """A minimum-cost perfect matching with the dual solution that proves it.

    ``mate`` lists the partner of every vertex, and ``duals`` lists twice the dual of every vertex.
    For each edge, twice the cost is at least the sum of its ends' ``duals`` minus the duals of the
    blossoms that contain both ends.
    """

    mate: tuple[int, ...]
    cost: int
    duals: tuple[int, ...]
    blossoms: tuple[OddSet, ...]


def find_minimum_cost_matching(n: int, edges: Sequence[Edge]) -> Optimum | None:
    """Return the minimum-cost perfect matching of vertices 0 to n - 1, or None if there is none.

    An edge is (first vertex, second vertex, cost). If several edges join two vertices, the cheapest
    counts.
    """
    neighbours = _build_neighbours(n, edges)
    if n % 2 or not all(neighbours):
        return None
    return _Solution(neighbours).find_optimum()


def is_optimal(n: int, edges: Sequence[Edge], optimum: Optimum) -> bool:
    """Return whether the matching is perfect, has the stated cost, and is proved by the duals."""
    mate = optimum.mate
    cheapest = _find_cheapest_edge_costs(edges)
    if len(mate) != n or len(optimum.duals) != n:
        return False
    if not all(0 <= w < n and w != v and mate[w] == v for v, w in enumerate(mate)):
        return False
    pairs = [(v, w) for v, w in enumerate(mate) if v < w]
    if not all(pair in cheapest for pair in pairs):
        return False
    return (
        sum(cheapest[pair] for pair in pairs) == optimum.cost
        and all(_is_valid_odd_set(n, mate, blossom) for blossom in optimum.blossoms)
        and _are_all_edge_costs_consistent_with_duals(n, cheapest, optimum)
    )


def _is_valid_odd_set(n: int, mate: tuple[int, ...], blossom: OddSet) -> bool:
    """Return whether the dual is positive and all members but one are matched with each other."""
    members = set(blossom.members)
    return (
        blossom.dual > 0
        and len(members) == len(blossom.members)
        and len(members) % 2 == 1
        and all(0 <= v < n for v in members)
        and sum(mate[v] not in members for v in members) == 1
    )


def _are_all_edge_costs_consistent_with_duals(
    n: int, cheapest: dict[tuple[int, int], int], optimum: Optimum
) -> bool:
    """Return whether no edge costs less than its duals and every matched edge costs exactly as
    much.
    """
    around: list[dict[int, int]] = [{} for _ in range(n)]
    for number, blossom in enumerate(optimum.blossoms):
        for v in blossom.members:
            around[v][number] = blossom.dual
    for (v, w), cost in cheapest.items():
        within = sum(around[v][number] for number in around[v].keys() & around[w].keys())
        slack = 2 * cost - optimum.duals[v] - optimum.duals[w] + within
        if slack < 0 or (slack > 0 and optimum.mate[v] == w):
            return False
    return True


def _find_cheapest_edge_costs(edges: Sequence[Edge]) -> dict[tuple[int, int], int]:
    """Return the lowest cost of the edges between each pair of vertices.

    Keys have the smaller vertex first.
    """
    cheapest: dict[tuple[int, int], int] = {}
    for v, w, cost in edges:
        pair = (v, w) if v < w else (w, v)
        if pair not in cheapest or cost < cheapest[pair]:
            cheapest[pair] = cost
    return cheapest


def _build_neighbours(n: int, edges: Sequence[Edge]) -> Neighbours:
    """Return the neighbours of every vertex, mapped to the doubled cost of the edge.

    Raise ``ValueError`` if an edge does not join two different vertices of the graph.
    """
    neighbours: Neighbours = [{} for _ in range(n)]
    for v, w, cost in edges:
        if v == w or not (0 <= v < n and 0 <= w < n):
            raise ValueError(f"no edge between two of the vertices 0 to {n - 1}: {(v, w, cost)}")
        near, doubled = neighbours[v], cost + cost
        if w not in near or doubled < near[w]:
            near[w] = neighbours[w][v] = doubled
    return neighbours


class _Blossom:
    """A single vertex, or an odd cycle of blossoms that is shrunk to one.

    The first of ``parts`` contains the base, the only vertex not matched inside the blossom.
    ``links[i]`` is the tight edge from ``parts[i]`` to the next part, and the last link leads back
    to ``parts[0]``. ``entry`` is the tree edge through which an inner blossom was reached, as
    (outer end, own end). The ``dual`` of a single vertex is not used, because the solution stores
    it.
    """

    __slots__ = ("base", "dual", "entry", "label", "links", "members", "parts", "whole")

    def __init__(self, members: list[int], base: int) -> None:
        self.members = members
        self.base = base
        self.parts: list[_Blossom] = []
        self.links: list[tuple[int, int]] = []
        self.whole: _Blossom | None = None
        self.label = _ASIDE
        self.entry = (EXPOSED, EXPOSED)
        self.dual = 0

    def rotate_parts(self, first: int) -> None:
        """Rotate the parts of the cycle so that the part at index ``first`` comes first."""
        self.parts = self.parts[first:] + self.parts[:first]
        self.links = self.links[first:] + self.links[:first]

    def find_even_path_to_base(self, start: int) -> list[tuple[int, int, int]]:
        """Return the even-length path from a part of the blossom to the part that contains the
        base.

        Each step is a tuple: the link's end in the part it leaves, its end in the part it enters,
        and the index of the part it enters.
        """
        if start % 2:
            following = [*range(start + 1, len(self.parts)), 0]
            return [(v, w, i) for (v, w), i in zip(self.links[start:], following, strict=True)]
        return [(w, v, i) for i, (v, w) in reversed(list(enumerate(self.links[:start])))]


class _Solution:
    """The matching and the duals found so far, between two searches."""

    def __init__(self, neighbours: Neighbours) -> None:
        n = len(neighbours)
        self.neighbours = neighbours
        self.mate = [EXPOSED] * n
        self.single = [_Blossom([v], v) for v in range(n)]
        self.outermost = list(self.single)
        self.dual = [min(near.values()) // 2 for near in neighbours]
        # This is an upper bound for the cost of every perfect matching. The value of the duals
        # never exceeds the cost of an optimum.
        self.ceiling = sum(max(near.values()) for near in neighbours) // 2
        self.value = sum(self.dual)

    def find_optimum(self) -> Optimum | None:
        """Match all vertices, and return the optimum, or None if a vertex cannot be matched.

        The vertices with the most expensive cheapest edges come first, because searches are short
        while most vertices are exposed.
        """
        for root in sorted(range(len(self.mate)), key=self.dual.__getitem__, reverse=True):
            if (
                self.mate[root] == EXPOSED
                and not self._match_without_search(root)
                and not _Search(self, root).match_root()
            ):
                return None
        return Optimum(
            tuple(self.mate),
            self._compute_matching_cost(),
            tuple(self.dual),
            tuple(self._list_odd_sets_with_duals()),
        )

    def _match_without_search(self, v: int) -> bool:
        """Raise the dual of an exposed vertex as far as possible, and match it if that is enough.

        Return whether it was matched.
        """
        dual, mate, near = self.dual, self.mate, self.neighbours[v]
        over = [cost - dual[w] for w, cost in near.items()]
        highest = min(over)
        self.value += highest - dual[v]
        dual[v] = highest
        for w, rest in zip(near, over, strict=True):
            if rest == highest and mate[w] == EXPOSED:
                mate[v], mate[w] = w, v
                return True
        return False

    def _compute_matching_cost(self) -> int:
        # Each edge is counted from both ends, and costs are doubled, so the sum is divided by four.
        return sum(near[w] for near, w in zip(self.neighbours, self.mate, strict=True)) // 4

    def _list_odd_sets_with_duals(self) -> Iterator[OddSet]:
        waiting = list(dict.fromkeys(self.outermost))
        while waiting:
            blossom = waiting.pop()
            waiting.extend(blossom.parts)
            if blossom.parts and blossom.dual:
                yield OddSet(tuple(sorted(blossom.members)), blossom.dual)

    def dissolve_blossom(self, blossom: _Blossom) -> None:
        outermost = self.outermost
        for part in blossom.parts:
            part.whole = None
            for v in part.members:
                outermost[v] = part

    def find_index_of_part_with_vertex(self, blossom: _Blossom, v: int) -> int:
        part = self.single[v]
        while part.whole is not blossom:
            assert part.whole is not None
            part = part.whole
        return blossom.parts.index(part)

    def move_base_of_blossom(self, blossom: _Blossom, base: int) -> None:
        """Rematch the vertices inside a blossom so that only ``base`` is not matched inside it."""
        waiting = [(blossom, base)]
        while waiting:
            blossom, base = waiting.pop()
            if blossom.base == base:
                continue
            start = self.find_index_of_part_with_vertex(blossom, base)
            parts = blossom.parts
            waiting.append((parts[start], base))
            way = blossom.find_even_path_to_base(start)
            for (_, _, one), (v, w, other) in zip(way[::2], way[1::2], strict=True):
                self.mate[v], self.mate[w] = w, v
                waiting += [(parts[one], v), (parts[other], w)]
            blossom.rotate_parts(start)
            blossom.base = base


class _Search:
    """A search that grows a tree from an exposed vertex until it reaches another exposed vertex.

    The dual of a vertex or blossom in the tree is stored as it was at clock 0. The current dual of
    an outer vertex is the stored one plus the clock, and that of an inner vertex is the stored one
    minus the clock. The dual of a blossom changes by twice the clock. An event is (moment, kind of
    event, two vertices or the number of a blossom).
    """

    def __init__(self, solution: _Solution, root: int) -> None:
        n = len(solution.mate)
        self.solution = solution
        self.mate = solution.mate
        self.dual = solution.dual
        self.outermost = solution.outermost
        self.root = root
        self.clock = 0
        self.events: list[tuple[int, int, int, int]] = []
        self.inner_blossoms: list[_Blossom] = []
        self.label = [_GOAL if mate == EXPOSED else _ASIDE for mate in solution.mate]
        # The tree must reach an exposed vertex before this moment.
        self.deadline = solution.ceiling - solution.value + 1
        self.goal = EXPOSED
        # For a vertex outside the tree, ``excess`` is the smallest difference between the cost of
        # an edge and the stored dual of the edge's outer vertex, and ``via`` is that outer vertex.
        self.far = 4 * (self.deadline + max(max(solution.dual), -min(solution.dual)))
        self.excess = [self.far] * n
        self.via = [EXPOSED] * n

    def match_root(self) -> bool:
        """Match the root with another exposed vertex, and return whether one could be reached."""
        self._add_outer_blossom(self.outermost[self.root])
        self._process_queued_events()
        if self.goal == EXPOSED:
            return False
        self.clock = self.deadline
        self.solution.value += self.clock
        self._update_stored_duals()
        self._augment_path_to_root()
        self._dissolve_zero_blossoms()
        return True

    def _process_queued_events(self) -> None:
        """Process the queued events in order until none is left before the deadline."""
        events, outermost = self.events, self.outermost
        while events and events[0][0] < self.deadline:
            self.clock, kind, v, w = heappop(events)
            if kind == _REACH:
                self._add_tightly_reached_vertex(v)
            elif kind == _CLOSE:
                # Most edges are inside a blossom by the time they become tight.
                if outermost[v] is not outermost[w]:
                    self._shrink_cycle(v, w)
            else:
                self._open_inner_blossom(self.inner_blossoms[v])

    def _set_label_of_blossom(self, blossom: _Blossom, label: int) -> None:
        blossom.label = label
        for v in blossom.members:
            self.label[v] = label

    def _add_outer_blossom(self, blossom: _Blossom) -> None:
        self._set_label_of_blossom(blossom, _OUTER)
        blossom.dual -= 2 * self.clock
        for v in blossom.members:
            self.dual[v] -= self.clock
        self._scan_vertices(blossom.members)

    def _add_inner_blossom(self, blossom: _Blossom, entry: tuple[int, int]) -> None:
        self._set_label_of_blossom(blossom, _INNER)
        blossom.entry = entry
        blossom.dual += 2 * self.clock
        for v in blossom.members:
            self.dual[v] += self.clock
        self._schedule_opening_of_blossom(blossom)

    def _schedule_opening_of_blossom(self, blossom: _Blossom) -> None:
        moment = blossom.dual // 2
        if blossom.parts and moment < self.deadline:
            heappush(self.events, (moment, _OPEN, len(self.inner_blossoms), EXPOSED))
            self.inner_blossoms.append(blossom)

    def _scan_vertices(self, vertices: Sequence[int]) -> None:
        for v in vertices:
            self.excess[v] = self.far
        for v in vertices:
            if self.deadline <= self.clock:
                return
            self._scan_edges_of_vertex(v)

    def _scan_edges_of_vertex(self, v: int) -> None:
        """Schedule the moment at which each edge of a new outer vertex becomes tight.

        An edge is tight if the duals of its ends add up to its cost.
        """
        blossom, stored = self.outermost[v], self.dual[v]
        label, dual, excess, via = self.label, self.dual, self.excess, self.via
        outermost, events, deadline = self.outermost, self.events, self.deadline
        for w, cost in self.solution.neighbours[v].items():
            over = cost - stored
            if over >= excess[w]:
                continue
            status = label[w]
            if status == _OUTER:
                if outermost[w] is not blossom:
                    moment = (over - dual[w]) >> 1
                    if moment < deadline:
                        heappush(events, (moment, _CLOSE, v, w))
                continue
            excess[w] = over
            via[w] = v
            if status != _INNER:
                moment = over - dual[w]
                if moment < deadline:
                    if status == _GOAL:
                        deadline, self.goal = moment, w
                    else:
                        heappush(events, (moment, _REACH, w, v))
        self.deadline = deadline

    def _add_tightly_reached_vertex(self, v: int) -> None:
        """Add the blossom of ``v`` and its partner to the tree if a tree edge to ``v`` is now
        tight.

        An edge is tight if the duals of its ends add up to its cost.
        """
        if self.label[v] != _ASIDE or self.excess[v] - self.dual[v] != self.clock:
            return
        blossom = self.outermost[v]
        self._add_inner_blossom(blossom, (self.via[v], v))
        self._add_outer_blossom(self.outermost[self.mate[blossom.base]])

    def _find_next_outer_blossom_towards_root(self, outer: _Blossom) -> _Blossom:
        return self.outermost[self.outermost[self.mate[outer.base]].entry[0]]

    def _shrink_cycle(self, v: int, w: int) -> None:
        """Shrink the odd cycle that a tight edge between two outer vertices closes."""
        one, other = self.outermost[v], self.outermost[w]
        head = self._find_common_outer_blossom(one, other)
        left, left_links = self._find_path_up_to(one, head)
        right, right_links = self._find_path_up_to(other, head)
        shrunk = _Blossom([], head.base)
        shrunk.parts = [head, *reversed(left), *right]
        shrunk.links = [
            *((b, a) for a, b in reversed(left_links)),
            (v, w),
            *right_links,
        ]
        self._merge_cycle_into_outer_blossom(shrunk)

    def _find_common_outer_blossom(self, one: _Blossom, other: _Blossom) -> _Blossom:
        seen = {one}
        while self.mate[one.base] != EXPOSED:
            one = self._find_next_outer_blossom_towards_root(one)
            seen.add(one)
        while other not in seen:
            other = self._find_next_outer_blossom_towards_root(other)
        return other

    def _find_path_up_to(
        self, outer: _Blossom, head: _Blossom
    ) -> tuple[list[_Blossom], list[tuple[int, int]]]:
        """Return the blossoms on the path from ``outer`` up to ``head``, and their links.

        ``head`` itself is not included.
        """
        blossoms: list[_Blossom] = []
        links: list[tuple[int, int]] = []
        while outer is not head:
            partner = self.mate[outer.base]
            inner = self.outermost[partner]
            above, own = inner.entry
            blossoms += [outer, inner]
            links += [(outer.base, partner), (own, above)]
            outer = self.outermost[above]
        return blossoms, links

    def _merge_cycle_into_outer_blossom(self, shrunk: _Blossom) -> None:
        """Merge the parts of a cycle into an outer blossom, and scan vertices that were inner."""
        risen: list[int] = []
        for part in shrunk.parts:
            if part.label == _INNER:
                part.dual -= 2 * self.clock
                risen += part.members
            else:
                part.dual += 2 * self.clock
            part.label = _ASIDE
            part.whole = shrunk
            shrunk.members += part.members
        shrunk.label = _OUTER
        shrunk.dual = -2 * self.clock
        for v in shrunk.members:
            self.outermost[v] = shrunk
        for v in risen:
            self.label[v] = _OUTER
            self.dual[v] -= 2 * self.clock
        self._scan_vertices(risen)

    def _open_inner_blossom(self, blossom: _Blossom) -> None:
        """Replace an inner blossom whose dual has reached zero by its parts.

        The parts on the path through the blossom stay in the tree.
        """
        if blossom.label != _INNER:
            return  # It has been shrunk into an outer blossom.
        entry = blossom.entry
        start = self.solution.find_index_of_part_with_vertex(blossom, entry[1])
        way = blossom.find_even_path_to_base(start)
        inside = {start, *(place for _, _, place in way)}
        self.solution.dissolve_blossom(blossom)
        blossom.label = _ASIDE
        blossom.dual = 0
        for v in blossom.members:
            self.dual[v] -= self.clock
        for place, part in enumerate(blossom.parts):
            self._set_label_of_blossom(part, _ASIDE)
            if place not in inside:
                self._schedule_reaching_vertex(part)
        self._add_inner_blossom(blossom.parts[start], entry)
        for (_, _, outer), (v, w, inner) in zip(way[::2], way[1::2], strict=True):
            self._add_inner_blossom(blossom.parts[inner], (v, w))
            self._add_outer_blossom(blossom.parts[outer])

    def _schedule_reaching_vertex(self, blossom: _Blossom) -> None:
        for v in blossom.members:
            moment = self.excess[v] - self.dual[v]
            if moment < self.deadline:
                heappush(self.events, (moment, _REACH, v, EXPOSED))

    def _update_stored_duals(self) -> None:
        """Replace the stored duals of the tree by their values at the current clock."""
        clock, dual = self.clock, self.dual
        for v, label in enumerate(self.label):
            if label == _OUTER:
                dual[v] += clock
            elif label == _INNER:
                dual[v] -= clock
        for blossom in dict.fromkeys(self.outermost):
            if blossom.label == _OUTER:
                blossom.dual += 2 * clock
            elif blossom.label == _INNER:
                blossom.dual -= 2 * clock

    def _augment_path_to_root(self) -> None:
        """Swap matched and unmatched edges on the path from the vertex reached to the root."""
        inner, outer = self.goal, self.via[self.goal]
        self._match_vertices(inner, outer)
        while (partner := self._match_vertices(outer, inner)) != EXPOSED:
            outer, inner = self.outermost[partner].entry
            self._match_vertices(inner, outer)

    def _match_vertices(self, v: int, w: int) -> int:
        """Match ``v`` with ``w``, and return the former partner of the outermost blossom of
        ``v``.
        """
        blossom = self.outermost[v]
        partner = self.mate[blossom.base]
        self.solution.move_base_of_blossom(blossom, v)
        self.mate[v] = w
        return partner

    def _dissolve_zero_blossoms(self) -> None:
        """Remove the tree's labels, and dissolve all outermost blossoms whose dual is zero."""
        waiting = list(dict.fromkeys(self.outermost))
        while waiting:
            blossom = waiting.pop()
            blossom.label = _ASIDE
            if blossom.parts and not blossom.dual:
                self.solution.dissolve_blossom(blossom)
                waiting += blossom.parts
