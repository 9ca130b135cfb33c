"""Brackets from the highest score down: who is left over, and that nothing would be better."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cache, reduce
from itertools import pairwise
from operator import or_
from typing import Any

from topboard.proof.duals import Duals, duals_of
from topboard.proof.dutch.criteria import AnyOrder, HalvesDigits, JudgedBracket, MovedDownDigits
from topboard.proof.dutch.players import DOWN, UP, RankedPlayers
from topboard.proof.dutch.texts import DutchText
from topboard.proof.seeking import EXIT, with_exits
from topboard.proof.steps import NotProved, Steps
from topboard.proof.witnesses import as_set, blocks, in_odd_islands, members

Mates = Mapping[int, int]
Opponents = Mapping[int, int | None]
Step = dict[str, Any]
ITSELF, NEXT, ALL = "itself", "next", "all"
"""Over whom a bracket is judged: its members, the next bracket too, or everybody below."""


class PairingInProgress:
    """A round being followed: everybody's place, and the place of everybody's opponent.

    Where there is no opponent it is the place behind everybody, which a file calls 0.
    """

    score: int | None = None
    """Of who is to have the bye, where that is settled and he does not have it yet."""

    def __init__(
        self, steps: Steps, text: DutchText, ranked: RankedPlayers, opponents: Opponents
    ) -> None:
        self.steps, self.text = steps, text
        self.players, self.graph = ranked.players, ranked.graph
        self.numbers, self.nobody = [one.number for one in self.players], len(self.players)
        self.place = {n: at for at, n in enumerate((*self.numbers, EXIT))}
        self.mate = {at: self.place[opponents[n] or EXIT] for at, n in enumerate(self.numbers)}

    def groups(self) -> list[range]:
        """The places of those with the same score, the highest first; behind them nobody."""
        points = [one.points for one in self.players]
        first = [p for p in range(self.nobody) if not p or points[p] != points[p - 1]]
        return [range(a, b) for a, b in pairwise([*first, self.nobody, self.nobody])]

    def may_have_bye(self, places: Iterable[int], score: int | None) -> int:
        """Those to whom the bye may fall; it may be settled what score its receiver has."""
        allowed = [p for p in places if not self.players[p].barred]
        return as_set([p for p in allowed if score is None or self.players[p].points == score])

    def named(self, written: Any) -> int:
        """The places of those whom a file names, as a set."""
        return as_set([self.place[number] for number in written])

    def is_incomplete(self, places: Collection[int], score: int | None, written: Any) -> bool:
        """Whether a bridge shows that not all can be paired, one of an odd number with the bye."""
        graph = with_exits(self.graph, self.may_have_bye(places, score), 1)
        within = as_set(places) | len(places) % 2 << self.nobody
        return blocks(graph, within, self.named(written))

    def opponents(self, written: Any, among: Iterable[int]) -> dict[int, int]:
        """Everybody's opponent by pairs of some that a file writes."""
        found = dict.fromkeys(among, self.nobody)
        pairs = [(self.place[a], self.place[b]) for a, b in written]
        met = {a: b for one, other in pairs for a, b in ((one, other), (other, one))}
        legal = all(self.graph[a] >> b & 1 for a, b in pairs)
        if len(met) != 2 * len(pairs) or not (legal and found.keys() >= met.keys()):
            raise ValueError(written)
        return found | met

    def by(self, about: str) -> Steps:
        """What follows is the matter of an article."""
        self.steps.under(self.text.articles.get(about, about))
        return self.steps

    def unproved(self, about: str) -> NotProved:
        """The present step lacks a witness."""
        return self.by(about).refused("nothing shows that there is nothing better here")


class Judged:
    """A bracket as some pairs have it, to be proved the first of the best.

    It looks ``ahead`` at the next one, if there is one and it was not given up before. By the text
    of 2026 every bracket leaves those below a complete pairing, as the round shows.
    """

    scope: str
    stop: int
    """The place behind all over whom it is judged."""
    graph: list[int]
    """Who may meet; the place behind everybody is the opponent of who may be without one."""

    def __init__(
        self, going: PairingInProgress, bracket: JudgedBracket, mate: Mates, *, ahead: bool
    ) -> None:
        self.going, self.bracket, self.mate, self.ahead = going, bracket, mate, ahead
        start, stop = bracket.residents.start, bracket.residents.stop
        self.left = [p for p in bracket.members if mate[p] >= stop or p < start > mate[p]]
        self.odd, self.closed, score = len(bracket.members) % 2 == 1, 0, going.score
        last = stop == going.nobody
        self.gives_bye = last and self.odd if score is None else score >= bracket.points
        self.bye = self.gives_bye and len(self.left) == 1
        """Whether the only one left over has the bye."""

    def prove(self, step: Step) -> None:
        """The witnesses of a step show that nothing is better, and nothing as good is earlier."""
        going, above, residents = self.going, self.bracket.moved_down, self.bracket.residents
        if "below" in step and not going.text.completes:
            near = (*self.left, *self.bracket.following)
            self.mate = {**self.mate, **going.opponents(step["below"], near)}
        self._look_around(step)
        settled = [p for p in above if p not in self.left]
        gone = {*settled, *(self.mate[p] for p in settled)}
        rest = [p for p in residents if p not in gone]
        uppers = [p for p in rest if p < self.mate[p] < residents.stop]
        if "best" in step and self.scope == ITSELF:
            best = WeighedPairs(self, AnyOrder(), self.graph)
            best.show_least(step["best"])
            self._each_gets_first(above, best, step)
            if uppers != rest[: len(uppers)]:
                order = HalvesDigits(rest, len(uppers), rows=False)
                halves = WeighedPairs(self, order, best.graph, gone)
                halves.show_least(going.steps.witness(step, "exchange", weighed=halves))
            best.halve(uppers)
            self._each_gets_first(uppers, best, step)
            return
        if above:
            first = WeighedPairs(self, MovedDownDigits(self.bracket), self.graph)
            first.show_least(step.get("first"))
        then = WeighedPairs(self, HalvesDigits(rest, len(uppers)), self.graph, gone)
        then.show_least(step.get("then"))

    def _each_gets_first(self, choosers: Iterable[int], best: WeighedPairs, step: Step) -> None:
        """Each in his turn meets the first by a tight pair, save what the next barrier closes."""
        going, numbers = self.going, self.going.numbers
        for place in choosers:
            mate = self.mate[place]
            while passed := best.graph[place] & best.alive & (1 << mate) - 1:
                closed = going.steps.witness(step, "closed", best=best, place=place, passed=passed)
                if len(closed or ()) == self.closed:
                    pair = f"{numbers[place]}-{numbers[next(members(passed))]}"
                    raise going.by("rows").refused(
                        "{first} comes first in the order, and nothing closes it", first=pair
                    )
                best.close(going.named(closed[self.closed]))
                self.closed += 1
            best.alive ^= 1 << place | 1 << mate

    # --- over whom it is judged -----------------------------------------------------------------

    def _look_around(self, step: Step) -> None:
        """What the file says, if it will do: by itself all are paired but a resident, if odd."""
        going, bracket, name = self.going, self.bracket, step.get("scope", ITSELF)
        residents, stop, score = bracket.residents, bracket.residents.stop, going.score
        if name == NEXT and self.ahead and not self.gives_bye:
            stop, may = bracket.following.stop, 0
        elif name == ALL and (going.text.completes or not self.ahead):
            everybody = (*bracket.members, *range(stop, going.nobody))
            stop, may = going.nobody, going.may_have_bye(everybody, score)
        else:
            all_paired = len(self.left) == self.odd and {*self.left}.isdisjoint(bracket.moved_down)
            one_score = bracket.scores[-1] == bracket.points
            bye_is_here = self.odd and score in (None, bracket.points)
            sees_next = bye_is_here if self.gives_bye else self.ahead or not bracket.following
            if name != ITSELF or not (all_paired and one_score and sees_next):
                raise going.unproved(going.text.criteria[0])
            may = going.may_have_bye(residents, score) if self.bye else self._best_below(step)
        self.scope, self.stop, self.graph = name, stop, [*going.graph, may]
        for p in members(may):
            self.graph[p] |= 1 << going.nobody

    def _best_below(self, step: Step) -> int:
        """Residents but those who do worse in the next bracket than the one who is left over.

        He does as well as anybody could: he is paired there, and as few are not as have to be. If
        an odd island there has to lack somebody, whoever may meet nobody of these does worse.
        """
        if not self.left:
            return 0
        going, graph, bracket, (floater,) = self.going, self.going.graph, self.bracket, self.left
        following = as_set(bracket.following)
        near = following | 1 << floater
        bridge = following & going.named(step.get("following", ()))
        odd, islands = in_odd_islands(graph, following & ~bridge)
        lacking = odd - bridge.bit_count()
        least = max(lacking - 1, near.bit_count() % 2)
        lost = [p for p in (floater, *bracket.following) if not near >> self.mate[p] & 1]
        counted = sum(going.text.quality.weight(bracket, p) for p in lost)
        if floater in lost or counted != least:
            raise going.unproved(going.text.criteria[2])
        open_ = islands if lacking > 0 else following
        return as_set([p for p in bracket.residents if graph[p] & open_])


class WeighedPairs:
    """All over whom a bracket is judged but those ``gone``, and what every pair of them costs.

    One of an odd number is without an opponent; with the next bracket only in view, anybody may be.
    """

    def __init__(
        self, judged: Judged, order: AnyOrder, graph: list[int], gone: Collection[int] = ()
    ) -> None:
        self.judged, self.bracket, self.order, self.graph = judged, judged.bracket, order, graph
        self.quality = judged.going.text.quality(self.bracket, order.digits)
        self.nobody, order.units = judged.going.nobody, self.quality.order
        everybody = (*self.bracket.members, *range(self.bracket.residents.stop, judged.stop))
        self.places = [p for p in everybody if p not in gone]
        self.vertices = [*self.places, *[self.nobody] * (len(self.places) % 2)]
        self.alive, self._itself = as_set(self.vertices), judged.scope == ITSELF
        self._looks_ahead = not self._itself and (judged.going.text.completes or judged.ahead)
        self._alone = self._left_over if self._itself else cache(self._left_over)

    # --- what a pair costs ----------------------------------------------------------------------

    def _left_over(self, place: int) -> int:
        """What it costs that somebody is paired outside this bracket and the next."""
        ahead = self._looks_ahead and place < self.bracket.following.stop
        cost = self.quality.lost(place) if ahead else 0
        if place < self.bracket.residents.stop:
            cost += self.quality.down(place) + self.order.left(place)
        return cost

    def cost(self, a: int, b: int, legal: int) -> int | None:
        """What a pair costs, the higher ranked first; None if it may not be made."""
        together = self._together(a, b) if legal else None
        if self.judged.scope != NEXT:
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
        if b < residents.start and self._itself:
            return None
        bye = self.quality.bye(a) if b == self.nobody and self.judged.bye else 0
        return self._alone(a) + self._alone(b) + bye

    # --- the best -------------------------------------------------------------------------------

    def show_least(self, written: Any) -> None:
        """The pairs cost what dual values show to be the least; ValueError if these fail.

        Then only those pairs stay in the graph that are tight: they cost as much as their duals.
        """
        duals, total = duals_of(written, len(self.vertices)), 0
        if duals is None:
            raise ValueError(written)
        mate, going = self.judged.mate, self.judged.going
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
        if exceeded := total - duals.bound:
            criterion = self.quality.criterion((abs(exceeded) + 1) // 2)
            raise going.unproved((*going.text.criteria, *self.order.articles)[criterion])
        going.by("bracket").holds(f"bracket of {self.bracket.points / 10:g}: {self.order.shown}")
        self.graph = tight

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
                # Of a class the first stands before all of those that follow, and of its own.
                a, b = own[0], sets[j].bit_length() - 1
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
        if self.order.digits or not self._itself or place == self.nobody:
            return place
        one, above = self.quality.players[place], place < self.bracket.residents.start
        leaves = self.graph[place] >> self.nobody
        up = UP if self.bracket.moved_down and not above else 0
        floats = one.floats & (up | DOWN if leaves or above else up)
        return one.kind, one.points, floats, one.unplayed * leaves, leaves

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
