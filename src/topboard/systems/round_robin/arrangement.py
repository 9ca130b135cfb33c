"""The assignment of graph vertices to groups so that few edges lie within one group.

Each group takes as many vertices as it has members. The graph is the union of a few matchings. The
search follows a given order of the vertices and remembers every situation in which it failed. A
situation consists of the members still to be placed, and the groups of those placed vertices that
have a neighbour not placed yet. In the order used for Berger tables there are at most four such
vertices, so the number of situations stays small.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

Joined = tuple[int, int]


class SearchLimitReached(Exception):
    """Raised when the search has examined the allowed number of situations without an answer."""


@dataclass(frozen=True, slots=True)
class ArrangementProblem:
    """The vertices in search order, the matchings that join them, and the group sizes.

    ``sizes[i]`` is the number of members of group i. The other vertices belong to no group. They
    have the value ``LONER`` and may be joined to any vertex.
    """

    vertices: tuple[int, ...]
    matchings: tuple[tuple[Joined, ...], ...]
    sizes: tuple[int, ...]

    @property
    def loner_count(self) -> int:
        """The number of vertices that belong to no group."""
        return len(self.vertices) - sum(self.sizes)


LONER = -1


def find_minimum_of_edges_within_groups(seating: ArrangementProblem) -> int:
    """Return a lower bound for the number of edges with both ends in the same group."""
    places = [len(seating.vertices) - len(edges) for edges in seating.matchings]
    return sum(max(size - place, 0) for size in seating.sizes for place in places)


@dataclass(slots=True)
class ArrangementSearch:
    """A search for arrangements with a limited number of edges within groups.

    ``limit`` is the number of situations that all its calls together may examine.
    """

    seating: ArrangementProblem
    limit: int
    examined: int = 0
    neighbours: dict[int, list[int]] = field(default_factory=dict)
    open_after: list[tuple[int, ...]] = field(default_factory=list)
    """For each position in search order, the earlier vertices with a neighbour at or after it."""
    outlook: list[list[tuple[int, tuple[int, ...]]]] = field(default_factory=list)
    """For each position and matching, the room left for one group and the number of open edge ends.

    The room is the number of remaining vertices minus the edges between them. An open edge end is a
    placed vertex whose edge leads to a remaining one.
    """

    def __post_init__(self) -> None:
        place = {v: i for i, v in enumerate(self.seating.vertices)}
        self.neighbours = {v: [] for v in place}
        for edges in self.seating.matchings:
            for a, b in edges:
                self.neighbours[a].append(b)
                self.neighbours[b].append(a)
        last = {v: max((place[n] for n in ns), default=-1) for v, ns in self.neighbours.items()}
        self.open_after = [
            tuple(v for v in self.seating.vertices[:i] if last[v] >= i) for i in range(len(place))
        ]
        self.outlook = [
            [
                _count_free_vertices_and_open_ends(place, edges, i)
                for edges in self.seating.matchings
            ]
            for i in range(len(place))
        ]

    def count_edges_within_groups(self, groups: Mapping[int, int]) -> int:
        """Return the number of edges with both ends in the same group."""
        return sum(
            groups.get(a, LONER) == groups.get(b, LONER) != LONER
            for edges in self.seating.matchings
            for a, b in edges
        )

    def count_own_group_edges_at(self, vertex: int, groups: Mapping[int, int]) -> int:
        """Return the number of edges that join a vertex to another vertex of its own group."""
        own = groups[vertex]
        return sum(groups[n] == own != LONER for n in self.neighbours[vertex])

    def find_arrangement(self, fixed: Mapping[int, int], most: int) -> dict[int, int] | None:
        """Return a group for every vertex, or None if there is no such arrangement.

        The vertices in ``fixed`` keep their groups. At most ``most`` edges may have both ends in
        the same group.
        """
        left = list(self.seating.sizes)
        loners = self.seating.loner_count
        for group in fixed.values():
            if group == LONER:
                loners -= 1
            else:
                left[group] -= 1
        if loners < 0 or min(left, default=0) < 0:
            return None
        question = _PlacementSearch(self, fixed, left, loners, Counter(fixed.values()))
        return question.groups if question.place_vertices_from(0, most) else None


def _count_free_vertices_and_open_ends(
    place: Mapping[int, int], edges: Sequence[Joined], index: int
) -> tuple[int, tuple[int, ...]]:
    inner = sum(place[a] >= index and place[b] >= index for a, b in edges)
    ends = tuple(v for a, b in edges for v, w in ((a, b), (b, a)) if place[v] < index <= place[w])
    return len(place) - index - inner, ends


@dataclass(slots=True)
class _PlacementSearch:
    """The state of a search for an arrangement: the vertices placed, and the members left."""

    search: ArrangementSearch
    fixed: Mapping[int, int]
    left: list[int]
    """The number of vertices that each group still needs, not counting fixed ones."""
    loners: int
    fixed_ahead: Counter[int]
    """The number of fixed vertices of each group that are not placed yet."""
    groups: dict[int, int] = field(default_factory=dict)
    hopeless: dict[object, int] = field(default_factory=dict)

    def place_vertices_from(self, index: int, most: int) -> bool:
        """Place the vertices from ``index`` to the end, and return whether that was possible.

        At most ``most`` further edges may have both ends in the same group.
        """
        vertices = self.search.seating.vertices
        if index == len(vertices):
            return True
        situation = self._key_of_search_situation(index)
        if self.hopeless.get(situation, -1) >= most or self._must_exceed_edge_limit(index, most):
            return False
        self.search.examined += 1
        if self.search.examined > self.search.limit:
            raise SearchLimitReached
        vertex = vertices[index]
        for cost, group in self._sort_possible_groups_of_vertex(vertex):
            if cost <= most and self._try_to_place_vertex_in_group(
                vertex, group, index, most - cost
            ):
                return True
        self.hopeless[situation] = most
        return False

    def _try_to_place_vertex_in_group(self, vertex: int, group: int, index: int, most: int) -> bool:
        self.groups[vertex] = group
        self._adjust_counts_of_members_to_place(vertex, group, -1)
        found = self.place_vertices_from(index + 1, most)
        if not found:
            self._adjust_counts_of_members_to_place(vertex, group, 1)
            del self.groups[vertex]
        return found

    def _adjust_counts_of_members_to_place(self, vertex: int, group: int, change: int) -> None:
        if vertex in self.fixed:
            self.fixed_ahead[group] += change
        elif group == LONER:
            self.loners += change
        else:
            self.left[group] += change

    def _sort_possible_groups_of_vertex(self, vertex: int) -> list[tuple[int, int]]:
        """Return the possible groups of a vertex as (cost, group), best first.

        The cost is the number of edges within the group that the choice adds.
        """
        near = Counter(self.groups[n] for n in self.search.neighbours[vertex] if n in self.groups)
        near[LONER] = 0
        if vertex in self.fixed:
            return [(near[self.fixed[vertex]], self.fixed[vertex])]
        waiting = [(near[g], -left, g) for g, left in enumerate(self.left) if left]
        # Loners fit anywhere, so they are kept for vertices where no group fits.
        if self.loners:
            waiting.append((0, 0, LONER))
        return [(cost, group) for cost, _, group in sorted(waiting)]

    def _key_of_search_situation(self, index: int) -> object:
        """Return a key with everything in a situation that the rest of the search depends on.

        If two situations have the same key, the remaining vertices can be placed in both or in
        neither.
        """
        beside = tuple(self.groups[v] for v in self.search.open_after[index])
        named = {g for g in beside if g != LONER} | {
            g for g, ahead in self.fixed_ahead.items() if ahead and g != LONER
        }
        others = sorted(left for g, left in enumerate(self.left) if left and g not in named)
        order = {
            g: i
            for i, g in enumerate(sorted(named, key=lambda g: self._key_of_group_state(g, beside)))
        }
        return (
            index,
            tuple(order.get(g, LONER) for g in beside),
            tuple(self._key_of_group_state(g, beside) for g in order),
            tuple(others),
        )

    def _key_of_group_state(self, group: int, beside: tuple[int, ...]) -> tuple[int, int, int]:
        """Return a key of a group's state, as far as it affects the rest of the search.

        Groups with the same key are interchangeable.
        """
        pinned = group if self.fixed_ahead[group] else LONER
        first = beside.index(group) if group in beside else len(beside)
        return pinned, first, self.left[group]

    def _must_exceed_edge_limit(self, index: int, most: int) -> bool:
        """Return whether the remaining members force more than ``most`` edges within groups."""
        needed = 0
        for room, ends in self.search.outlook[index]:
            taken = Counter(self.groups[v] for v in ends)
            for group, left in enumerate(self.left):
                over = left + self.fixed_ahead[group] + taken[group] - room
                if over > 0:
                    needed += over
        return needed > most
