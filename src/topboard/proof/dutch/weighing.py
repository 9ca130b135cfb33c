"""A bracket weighed by dual values: nothing is better, and the best are made of tight pairs."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache, reduce
from operator import or_
from typing import Any, NamedTuple

from topboard.proof.duals import Duals, duals_of
from topboard.proof.dutch.criteria import Quality
from topboard.proof.dutch.orders import AnyOrder
from topboard.proof.dutch.players import DOWN, UP
from topboard.proof.witnesses import as_set, in_odd_islands, members

ITSELF, NEXT, ALL = "itself", "next", "all"
Places = Collection[int]


class JudgedScope(NamedTuple):
    """Over whom a bracket is judged: its members, the next bracket too, or everybody below.

    The last of the graph, the place behind everybody, is the opponent of those who may be without
    one. One of an odd number is so; with the next bracket only in view it may be anybody.
    """

    name: str
    stop: int
    graph: Sequence[int]
    bye: bool = False
    """Whether the only one left over has the bye."""


class WeighedPairs:
    """Everybody of a scope but those who are ``gone``, and what every pair of them costs."""

    def __init__(self, quality: Quality, order: AnyOrder, scope: JudgedScope, gone: Places) -> None:
        self.quality, self.bracket, self.order, self.scope = quality, quality.bracket, order, scope
        self.nobody, order.units = len(quality.players), quality.order
        everybody = (*self.bracket.members, *range(self.bracket.residents.stop, scope.stop))
        self.places = [p for p in everybody if p not in gone]
        self.vertices = [*self.places, *[self.nobody] * (len(self.places) % 2)]
        self.graph, self.alive = [*scope.graph], as_set(self.vertices)
        for p in members(self.graph[self.nobody]):
            self.graph[p] |= 1 << self.nobody
        self._alone = cache(self._left_over)

    # --- what a pair costs ----------------------------------------------------------------------

    def _left_over(self, place: int) -> int:
        """What it costs that somebody is paired outside this bracket and the next."""
        ahead = self.scope.name != ITSELF and place < self.bracket.following.stop
        cost = self.quality.lost(place) if ahead else 0
        if place < self.bracket.residents.stop:
            cost += self.quality.down(place) + self.order.left(place)
        return cost

    def cost(self, a: int, b: int, legal: int) -> int | None:
        """What a pair costs, the higher ranked first; None if it may not be made."""
        together = self._together(a, b) if legal else None
        if self.scope.name != NEXT:
            return together
        apart = self._alone(a) + self._alone(b)
        return apart if together is None else min(apart, together)

    def _together(self, a: int, b: int) -> int | None:
        residents, following = self.bracket.residents, self.bracket.following
        if b in residents:
            charged = self.order.pair(a, b)
            return None if charged is None else self.quality.inside(a, b) + charged
        if b in following:
            return 0 if a in following else self.quality.down(a) + self.order.left(a)
        if b < residents.start and self.scope.name == ITSELF:
            return None
        bye = self.quality.bye(a) if b == self.nobody and self.scope.bye else 0
        return self._alone(a) + self._alone(b) + bye

    # --- the best -------------------------------------------------------------------------------

    def exceeded(self, written: Any, mate: Mapping[int, int]) -> int:
        """By how much, twice, the pairs cost more than the duals show; ValueError if these fail.

        Then only those pairs stay in the graph that are tight: they cost as much as their duals.
        """
        duals, total = duals_of(written, len(self.vertices)), 0
        if duals is None:
            raise ValueError(written)
        at = {v: i for i, v in enumerate(self.vertices)}
        tight = self._tight(duals, at)
        for a in self.places:
            b = mate[a] if mate[a] in at else self.nobody
            if a < b and tight[a] >> b & 1:
                total += duals.least(at[a], at[b])
            elif a < b:
                if (cost := self.cost(a, b, self.graph[a] >> b & 1)) is None:
                    raise ValueError((a, b))
                total += 2 * cost
        self.graph = tight
        return total - duals.bound

    def _tight(self, duals: Duals, at: Mapping[int, int]) -> list[int]:
        """The graph of pairs that cost as much as their duals, if none costs less."""
        classes: dict[object, list[int]] = {}
        for v, i in at.items():
            classes.setdefault((self._alike(v), duals.values[i], duals.around[i]), []).append(v)
        sets = [as_set(alike) for alike in classes.values()]
        near, graph = [0] * len(sets), [*self.graph]
        for i, own in enumerate(classes.values()):
            legal = reduce(or_, [graph[v] for v in own])
            for j in range(i, len(sets)):
                a, b = own[0], sets[j].bit_length() - 1
                a, b = (a, b) if a < b else (b, a)
                cost = self.cost(a, b, legal & sets[j]) if a < b else None
                slack = 1 if cost is None else 2 * cost - duals.least(at[a], at[b])
                if slack < 0:
                    raise ValueError((a, b))
                if slack == 0:
                    near[i], near[j] = near[i] | sets[j], near[j] | sets[i]
            for v in own:
                graph[v] &= near[i]
        return graph

    def _alike(self, place: int) -> object:
        """Whoever has this in common costs the same in every pair, if the order does not count."""
        if self.order.digits or self.scope.name != ITSELF or place == self.nobody:
            return place
        one, above = self.quality.players[place], place < self.bracket.residents.start
        leaves = self.graph[place] >> self.nobody
        repeated = DOWN if leaves or above else 0
        if self.bracket.moved_down and not above:
            repeated |= UP
        return one.kind, one.points, one.floats & repeated, one.unplayed * leaves, leaves

    # --- the first of the best ------------------------------------------------------------------

    def close(self, barrier: int) -> None:
        """If as many odd islands need the barrier as it has members, nobody else meets these."""
        barrier &= self.alive
        odd, islands = in_odd_islands(self.graph, self.alive & ~barrier)
        if odd == barrier.bit_count():
            for v in members(self.alive & ~islands):
                self.graph[v] &= ~barrier
            for v in members(barrier):
                self.graph[v] &= islands

    def halve(self, uppers: Collection[int]) -> None:
        """From now on an upper meets a lower one with a greater number."""
        rows = as_set(uppers) | 1 << self.nobody
        lowers = self.alive & ~rows
        for v in uppers:
            self.graph[v] &= lowers & -2 << v
        self.graph[self.nobody] &= lowers
        for v in members(lowers):
            self.graph[v] &= rows & ((1 << v) - 1 | 1 << self.nobody)
