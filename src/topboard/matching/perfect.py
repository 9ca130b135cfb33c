"""Perfect matchings that are built pair by pair, with proofs that a pair is impossible.

A graph is a sequence of integers. Bit ``w`` of ``open_[v]`` is set if ``v`` and ``w`` may be
matched.

No algorithm in this module takes exponential time. Each vertex costs at most one search (Edmonds).
It costs none while every vertex has enough possible partners to satisfy Dirac's theorem, which
guarantees a perfect matching.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from topboard._frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

EXPOSED = -1


def bit_indices(mask: int) -> Iterator[int]:
    """Yield the indices of the bits set in a bitset, in ascending order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def bitset(members: Iterable[int]) -> int:
    """Return a bitset of the given vertices."""
    found = 0
    for v in members:
        found |= 1 << v
    return found


def add_exit_vertices(open_: Sequence[int], may_leave: int, count: int) -> list[int]:
    """Return the graph with ``count`` added vertices, called exits.

    The exits are joined to all vertices in ``may_leave``. A vertex matched with an exit has no
    partner in the original graph.
    """
    exits = ((1 << count) - 1) << len(open_)
    graph = [*open_, *([may_leave] * count)]
    for v in bit_indices(may_leave):
        graph[v] |= exits
    return graph


@dataclass(frozen=True, slots=True)
class Certificate:
    """A proof, by the Tutte-Berge formula, that some vertices have no perfect matching.

    The bridge is a set of vertices, also called a Tutte-Berge barrier. The islands are components
    with an odd number of vertices that remain when the bridge is removed. At least one vertex of
    each island needs a partner outside the island, and only vertices of the bridge can be that
    partner. There are more islands than vertices of the bridge, so not every island gets one.
    """

    bridge: int
    islands: tuple[int, ...]


def is_valid_certificate(open_: Sequence[int], within: int, certificate: Certificate) -> bool:
    """Return whether the certificate proves that ``within`` has no perfect matching."""
    if certificate.bridge & ~within or len(certificate.islands) <= certificate.bridge.bit_count():
        return False
    taken = certificate.bridge
    for island in certificate.islands:
        if island & taken or island & ~within or island.bit_count() % 2 == 0:
            return False
        taken |= island
        reachable = 0
        for v in bit_indices(island):
            reachable |= open_[v] & within
        if reachable & ~(island | certificate.bridge):
            return False
    return True


class _AlternatingTree:
    """The alternating tree grown from an exposed vertex, the root, with its blossoms shrunk.

    Once it is fully grown, ``even`` is the set of all vertices that could be exposed instead of the
    root.
    """

    __slots__ = (
        "_alive",
        "_islands",
        "_leader",
        "_mate",
        "_members",
        "_open",
        "_parent",
        "even",
        "odd",
        "root",
    )

    def __init__(self, open_: Sequence[int], alive: int, mate: list[int], root: int) -> None:
        self._open = open_
        self._alive = alive
        self._mate = mate
        self._parent: dict[int, int] = {}
        self._leader: dict[int, int] = {}
        self._members: dict[int, int] = {}
        self._islands: tuple[int, ...] | None = None
        self.root = root
        self.even = 1 << root
        self.odd = 0

    def grow(self) -> int:
        """Grow the tree until it reaches an exposed vertex, and return that vertex.

        Return ``EXPOSED`` if the fully grown tree reaches none.
        """
        open_, parent, mate = self._open, self._parent, self._mate
        outside = self._alive & ~self.even
        queue = [self.root]
        for v in queue:
            while fresh := open_[v] & outside:
                low = fresh & -fresh
                w = low.bit_length() - 1
                parent[w] = v
                m = mate[w]
                if m == EXPOSED:
                    return w
                self.odd |= low
                self.even |= (other := 1 << m)
                outside &= ~(low | other)
                queue.append(m)
            if open_[v] & self.even:
                self._shrink_blossoms_at_vertex(v, queue)
        return EXPOSED

    def _shrink_blossoms_at_vertex(self, v: int, queue: list[int]) -> None:
        """Shrink every blossom that is closed by an edge from ``v`` to another even vertex."""
        while clash := self._open[v] & self.even & ~self._find_blossom_of_vertex(v):
            self._shrink_blossom(v, (clash & -clash).bit_length() - 1, queue)

    def _find_blossom_of_vertex(self, v: int) -> int:
        base = self._find_base_of_blossom(v)
        return self._members.get(base, 1 << base)

    def _find_base_of_blossom(self, v: int) -> int:
        leader = self._leader
        base = v
        while (above := leader.get(base, base)) != base:
            base = above
        while (above := leader.get(v, v)) != v:
            leader[v] = base
            v = above
        return base

    def _shrink_blossom(self, v: int, w: int, queue: list[int]) -> None:
        base = self._find_first_common_base(v, w)
        members = self._members.get(base, 1 << base)
        merged = self._make_path_two_way(v, base, w) + self._make_path_two_way(w, base, v)
        for inner in merged:
            members |= self._members.pop(inner, 1 << inner)
            if inner != base:
                self._leader[inner] = base
        self._members[base] = members
        risen = members & self.odd
        self.odd &= ~members
        self.even |= members
        queue.extend(bit_indices(risen))

    def _find_first_common_base(self, v: int, w: int) -> int:
        seen = set()
        a = self._find_base_of_blossom(v)
        seen.add(a)
        while self._mate[a] != EXPOSED:
            a = self._find_base_of_blossom(self._parent[self._mate[a]])
            seen.add(a)
        b = self._find_base_of_blossom(w)
        while b not in seen:
            b = self._find_base_of_blossom(self._parent[self._mate[b]])
        return b

    def _make_path_two_way(self, v: int, base: int, child: int) -> list[int]:
        """Return the blossoms on the tree path from ``v`` to the base.

        The parents along the path are also set toward ``child``. When the cycle is shrunk, odd
        vertices on the path can then be reached as even ones.
        """
        merged = []
        while self._find_base_of_blossom(v) != base:
            m = self._mate[v]
            merged += [self._find_base_of_blossom(v), self._find_base_of_blossom(m)]
            self._parent[v] = child
            child = m
            v = self._parent[m]
        return merged

    def expose_vertex(self, b: int) -> None:
        """Change the matching so that the even vertex ``b`` is exposed instead of the root."""
        v = self._mate[b]
        self._mate[b] = EXPOSED
        self.augment_path(v)

    def augment_path(self, v: int) -> None:
        """Augment the matching along the tree path from ``v`` to the root."""
        while v != EXPOSED:
            p = self._parent[v]
            following = self._mate[p]
            self._mate[v], self._mate[p] = p, v
            v = following

    def build_certificate(self, without: int = 0) -> Certificate:
        """Return a proof that the even vertices of the tree cannot all be matched.

        The odd vertices in ``without`` are first removed from the graph. The tree must be fully
        grown.
        """
        if self._islands is None:
            bases = dict.fromkeys(map(self._find_base_of_blossom, bit_indices(self.even)))
            self._islands = tuple(map(self._find_blossom_of_vertex, bases))
        return Certificate(self.odd & ~without, self._islands)


def maximum_matching(open_: Sequence[int], alive: int) -> list[int]:
    """Return the mate of each vertex in a maximum matching of the vertices in ``alive``.

    The mate of an unmatched vertex is ``EXPOSED``.
    """
    mate = [EXPOSED] * len(open_)
    single = alive
    for v in bit_indices(alive):
        if single >> v & 1 and (near := open_[v] & single):
            w = (near & -near).bit_length() - 1
            mate[v], mate[w] = w, v
            single &= ~(1 << v | 1 << w)
    for root in bit_indices(single):
        if mate[root] == EXPOSED:
            tree = _AlternatingTree(open_, alive, mate, root)
            if (reached := tree.grow()) != EXPOSED:
                tree.augment_path(reached)
    return mate


def count_most_missing_edges(open_: Sequence[int], alive: int) -> int:
    """Return how many other vertices in ``alive`` one of them is not joined to, at most."""
    return max(((alive & ~open_[v]).bit_count() - 1 for v in bit_indices(alive)), default=0)


def deficiency(open_: Sequence[int], alive: int | None = None) -> int:
    """Return the number of vertices that a maximum matching leaves unmatched."""
    alive = (1 << len(open_)) - 1 if alive is None else alive
    count = alive.bit_count()
    # By Dirac's theorem, a graph in which each vertex has at least count/2 partners has a
    # Hamiltonian cycle.
    if 2 * (count - 1 - count_most_missing_edges(open_, alive)) >= count > 1:
        return count % 2
    mate = maximum_matching(open_, alive)
    return sum(mate[v] == EXPOSED for v in bit_indices(alive))


class PerfectMatching:
    """A perfect matching of a graph whose pairs are fixed one by one.

    ``alive`` is the bitset of vertices to be matched, by default all. If a perfect matching is
    already known, pass it as ``mate``.
    """

    __slots__ = ("_alive", "_left", "_mate", "_measured", "_most_closed", "_open", "_tree")

    def __init__(
        self, open_: Sequence[int], alive: int | None = None, mate: list[int] | None = None
    ) -> None:
        self._open = open_
        self._alive = (1 << len(open_)) - 1 if alive is None else alive
        self._left = self._alive.bit_count()
        self._mate = mate
        self._tree: tuple[int, _AlternatingTree] | None = None
        # If a perfect matching is known, Dirac's condition is not needed.
        self._measured, self._most_closed = self._left, self._left
        if mate is None:
            self._measure_most_missing_edges()

    def _measure_most_missing_edges(self) -> None:
        self._measured = self._left
        self._most_closed = count_most_missing_edges(self._open, self._alive)

    @property
    def remaining_vertices(self) -> int:
        """Return the vertices without a fixed partner, as a bitset."""
        return self._alive

    @property
    def exists(self) -> bool:
        """Return whether the remaining vertices have a perfect matching."""
        if self._left % 2:
            return False
        if self._satisfies_dirac(self._left):
            return True
        mate = self._find_mates_of_remaining_vertices()
        return all(mate[v] != EXPOSED for v in bit_indices(self._alive))

    @property
    def certificate(self) -> Certificate | None:
        """Return a proof that the remaining vertices have no perfect matching, or else None."""
        if self.exists:
            return None
        mate = self._find_mates_of_remaining_vertices()
        root = next(v for v in bit_indices(self._alive) if mate[v] == EXPOSED)
        tree = _AlternatingTree(self._open, self._alive, mate, root)
        tree.grow()
        return tree.build_certificate()

    def _satisfies_dirac(self, count: int) -> bool:
        """Return whether any ``count`` of the remaining vertices satisfy Dirac's condition.

        If they do, they have a perfect matching.
        """
        return count == 0 or 2 * (count - 1 - self._most_closed) >= count

    def _find_mates_of_remaining_vertices(self) -> list[int]:
        if self._mate is None:
            self._mate = maximum_matching(self._open, self._alive)
        return self._mate

    def can_pair(self, a: int, b: int) -> bool:
        """Return whether the other vertices still have a perfect matching if ``a`` and ``b`` are
        matched.

        Call this method only while a perfect matching exists.
        """
        if not self._open[a] >> b & 1 or not self._alive >> b & 1:
            return False
        if self._mate is None:
            if self._satisfies_dirac(self._left - 2):
                return True
            # Measuring again at every step would take more time than the searches it saves.
            if 5 * self._left <= 4 * self._measured:
                self._measure_most_missing_edges()
                if self._satisfies_dirac(self._left - 2):
                    return True
        mate = self._find_mates_of_remaining_vertices()
        widowed = mate[a]
        if b == widowed or self._open[widowed] >> mate[b] & 1:
            return True
        return bool(self._grow_tree_from_mate_of(a).even >> b & 1)

    def find_possible_partners(self, a: int) -> int:
        """Return, as a bitset, the vertices that can be the partner of ``a`` in a perfect
        matching.
        """
        if self._mate is None and self._satisfies_dirac(self._left - 2):
            return self._open[a] & self._alive
        self._find_mates_of_remaining_vertices()
        return self._open[a] & self._grow_tree_from_mate_of(a).even

    def prove_pair_impossible(self, a: int, b: int) -> Certificate:
        """Return a proof that the other vertices have no perfect matching if ``a`` is matched with
        ``b``.

        The graph must allow the pair.
        """
        assert self._open[a] >> b & 1, "a closed pair needs no proof"
        assert not self.can_pair(a, b)
        return self._grow_tree_from_mate_of(a).build_certificate(without=1 << b)

    def _grow_tree_from_mate_of(self, a: int) -> _AlternatingTree:
        """Return the alternating tree grown from the mate of ``a`` while ``a`` is removed.

        Vertex ``a`` can be matched with those even vertices of the tree that are joined to it.
        """
        if self._tree is None or self._tree[0] != a:
            mate = self._find_mates_of_remaining_vertices()
            root = mate[a]
            mate[a] = mate[root] = EXPOSED
            tree = _AlternatingTree(self._open, self._alive & ~(1 << a), mate, root)
            tree.grow()
            mate[a], mate[root] = root, a
            self._tree = (a, tree)
        return self._tree[1]

    def fix_pair(self, a: int, b: int) -> None:
        """Match ``a`` and ``b`` permanently. ``can_pair(a, b)`` must be true."""
        if self._mate is not None:
            self._rearrange_mates_along_path(self._mate, a, b)
        self._tree = None
        self._alive &= ~(1 << a | 1 << b)
        self._left -= 2

    def _rearrange_mates_along_path(self, mate: list[int], a: int, b: int) -> None:
        widowed, other = mate[a], mate[b]
        if b == widowed:
            return
        if self._open[widowed] >> other & 1:
            mate[widowed], mate[other] = other, widowed
        else:
            tree = self._grow_tree_from_mate_of(a)
            mate[a] = mate[widowed] = EXPOSED
            tree.expose_vertex(b)
        mate[a], mate[b] = b, a


class MaintainedMatching:
    """A perfect matching that is updated as vertices lose possible partners."""

    __slots__ = ("_alive", "_mate", "_open")

    def __init__(self, open_: Sequence[int]) -> None:
        self._open = list(open_)
        self._alive = (1 << len(open_)) - 1
        self._mate = maximum_matching(open_, self._alive)

    @property
    def exists(self) -> bool:
        """Return whether the graph has a perfect matching."""
        return EXPOSED not in self._mate

    def restrict_partners(self, v: int, partners: int) -> bool:
        """Restrict ``v`` to these partners if a perfect matching remains, and return whether it
        does.

        Call this method only while a perfect matching exists.
        """
        lost = self._open[v] & ~partners
        self._toggle_edges(v, lost)
        former = self._mate[v]
        if not lost >> former & 1:
            return True
        self._mate[v] = self._mate[former] = EXPOSED
        tree = _AlternatingTree(self._open, self._alive, self._mate, v)
        if (reached := tree.grow()) != EXPOSED:
            tree.augment_path(reached)
            return True
        self._mate[v], self._mate[former] = former, v
        self._toggle_edges(v, lost)
        return False

    def prove_restriction_impossible(self, v: int, partners: int) -> Certificate:
        """Return a proof that there is no perfect matching if ``v`` is restricted to these
        partners.
        """
        lost = self._open[v] & ~partners
        self._toggle_edges(v, lost)
        certificate = PerfectMatching(list(self._open)).certificate
        self._toggle_edges(v, lost)
        assert certificate is not None, "v can do with these partners"
        return certificate

    def _toggle_edges(self, v: int, others: int) -> None:
        """Remove the edges between ``v`` and ``others`` from the graph, or restore them."""
        self._open[v] ^= others
        for w in bit_indices(others):
            self._open[w] ^= 1 << v


@dataclass(frozen=True, slots=True)
class PartnerChoice:
    """A vertex, the partner chosen for it, and the candidates that were passed over.

    A candidate has a certificate if the graph allowed the pair but the other vertices would then
    have had no perfect matching.
    """

    chooser: int
    chosen: int
    passed: tuple[tuple[int, Certificate | None], ...] = ()


def choose_partner(
    matching: PerfectMatching, open_: Sequence[int], a: int, candidates: Iterable[int]
) -> PartnerChoice:
    """Match ``a`` with the first candidate that leaves a perfect matching of the other vertices."""
    passed: list[tuple[int, Certificate | None]] = []
    for b in candidates:
        if matching.can_pair(a, b):
            matching.fix_pair(a, b)
            return PartnerChoice(a, b, tuple(passed))
        passed.append((b, matching.prove_pair_impossible(a, b) if open_[a] >> b & 1 else None))
    raise AssertionError("a vertex of a perfect matching has a partner among its candidates")


def find_first_perfect_matching(
    matching: PerfectMatching,
    open_: Sequence[int],
    vertices: Sequence[int],
    order: Callable[[Sequence[int]], Iterable[int]],
) -> Iterator[PartnerChoice]:
    """Yield the pairs of the lexicographically first perfect matching of ``vertices``.

    ``order`` is given the list of unmatched vertices. It yields indices into this list, in the
    order in which partners are tried for the first vertex.
    """
    left = list(vertices)
    while left:
        row = choose_partner(matching, open_, left[0], (left[place] for place in order(left)))
        yield row
        del left[next(islice(order(left), len(row.passed), None))]
        del left[0]
