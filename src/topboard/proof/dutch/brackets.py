"""Brackets from the highest score down: who is left over, and that nothing would be better."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import partial
from itertools import pairwise
from typing import Any

from topboard.proof.dutch.criteria import JudgedBracket
from topboard.proof.dutch.orders import AnyOrder, HalvesDigits, MovedDownDigits
from topboard.proof.dutch.players import RankedPlayers
from topboard.proof.dutch.texts import DutchText
from topboard.proof.dutch.weighing import ALL, ITSELF, NEXT, JudgedScope, Places, WeighedPairs
from topboard.proof.seeking import EXIT, with_exits
from topboard.proof.steps import NotProved, Steps
from topboard.proof.witnesses import as_set, blocks, in_odd_islands, members

Mates = Mapping[int, int]
Opponents = Mapping[int, int | None]
Step = dict[str, Any]


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
        self.numbers = [one.number for one in self.players]
        self.nobody = len(self.players)
        self.place = {n: at for at, n in enumerate((*self.numbers, EXIT))}
        self.mate = {at: self.place[opponents[n] or EXIT] for at, n in enumerate(self.numbers)}

    def groups(self) -> list[range]:
        """The places of those with the same score, the highest first; behind them nobody."""
        points = [one.points for one in self.players]
        first = [p for p in range(self.nobody) if not p or points[p] != points[p - 1]]
        return [range(a, b) for a, b in pairwise([*first, self.nobody, self.nobody])]

    def may_have_bye(self, places: Iterable[int], score: int | None) -> list[int]:
        """Those to whom the bye may fall; it may be settled what score its receiver has."""
        allowed = (p for p in places if not self.players[p].barred)
        return [p for p in allowed if score is None or self.players[p].points == score]

    def named(self, written: Any) -> int:
        """The places of those whom a file names, as a set."""
        return as_set([self.place[number] for number in written])

    def is_incomplete(self, places: Collection[int], score: int | None, written: Any) -> bool:
        """Whether a bridge shows that not all can be paired, one of an odd number with the bye."""
        graph = with_exits(self.graph, as_set(self.may_have_bye(places, score)), 1)
        within = as_set(places) | len(places) % 2 << self.nobody
        return blocks(graph, within, self.named(written))

    def opponents(self, written: Any, among: Iterable[int]) -> dict[int, int]:
        """Everybody's opponent by pairs of some that a file writes."""
        found = dict.fromkeys(among, self.nobody)
        pairs = [(self.place[a], self.place[b]) for a, b in written]
        met = {a: b for one, other in pairs for a, b in ((one, other), (other, one))}
        if len(met) != 2 * len(pairs) or not found.keys() >= met.keys():
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

    def __init__(
        self, going: PairingInProgress, bracket: JudgedBracket, mate: Mates, *, ahead: bool
    ) -> None:
        self.going, self.bracket, self.mate, self.ahead = going, bracket, mate, ahead
        self.quality = partial(going.text.quality, bracket, looks_ahead=ahead)
        start, stop = bracket.residents.start, bracket.residents.stop
        self.left = [p for p in bracket.members if mate[p] >= stop or max(p, mate[p]) < start]
        self.odd, self.closed, score = len(bracket.members) % 2 == 1, 0, going.score
        last = stop == going.nobody
        self.gives_bye = last and self.odd if score is None else score >= bracket.points

    def prove(self, step: Step) -> None:
        """The witnesses of a step show that nothing is better, and nothing as good is earlier."""
        going, above, residents = self.going, self.bracket.moved_down, self.bracket.residents
        if "below" in step and not going.text.completes:
            near = (*self.left, *self.bracket.following)
            self.mate = {**self.mate, **going.opponents(step["below"], near)}
        scope, mate = self._scope(step), self.mate
        settled = [p for p in above if p not in self.left]
        gone = {*settled, *(mate[p] for p in settled)}
        rest = [p for p in residents if p not in gone]
        uppers = [p for p in rest if p < mate[p] < residents.stop]
        if "best" in step and scope.name == ITSELF:
            best = self._weigh(step["best"], AnyOrder(), scope)
            self._each_gets_first(above, best, step)
            if uppers != rest[: len(uppers)]:
                order = HalvesDigits(rest, len(uppers), rows=False)
                scope = scope._replace(graph=best.graph)
                about = {"judged": self, "order": order, "scope": scope, "gone": gone}
                self._weigh(going.steps.witness(step, "exchange", **about), order, scope, gone)
            best.halve(uppers)
            self._each_gets_first(uppers, best, step)
            return
        if above:
            self._weigh(step.get("first"), MovedDownDigits(self.bracket), scope)
        self._weigh(step.get("then"), HalvesDigits(rest, len(uppers)), scope, gone)

    def _weigh(
        self, written: Any, order: AnyOrder, scope: JudgedScope, gone: Places = ()
    ) -> WeighedPairs:
        """The pairs cost what dual values show to be the least."""
        quality = self.quality(order.digits)
        weighed = WeighedPairs(quality, order, scope, gone)
        if exceeded := weighed.exceeded(written, self.mate):
            at = quality.criterion((abs(exceeded) + 1) // 2)
            raise self.going.unproved((*self.going.text.criteria, *order.articles)[at])
        self.going.by("bracket").holds(f"bracket of {self.bracket.points / 10:g}: {order.shown}")
        return weighed

    def _each_gets_first(self, choosers: Iterable[int], best: WeighedPairs, step: Step) -> None:
        """Each in his turn meets the first by a tight pair, save what the next barrier closes."""
        going, numbers = self.going, self.going.numbers
        for place in choosers:
            mate = self.mate[place]
            while passed := best.graph[place] & best.alive & (1 << mate) - 1:
                about = {"judged": self, "best": best, "place": place, "passed": passed}
                barriers = going.steps.witness(step, "closed", **about) or []
                if len(barriers) == self.closed:
                    pair = f"{numbers[place]}-{numbers[next(members(passed))]}"
                    raise going.by("rows").refused(
                        "{first} comes first in the order, and nothing closes it", first=pair
                    )
                best.close(going.named(barriers[self.closed]))
                self.closed += 1
            best.alive &= ~(1 << place | 1 << mate)

    # --- over whom it is judged -----------------------------------------------------------------

    def _scope(self, step: Step) -> JudgedScope:
        """What the file says, if it will do: by itself all are paired but a resident, if odd."""
        going, bracket, name = self.going, self.bracket, step.get("scope", ITSELF)
        residents, score, graph = bracket.residents, going.score, going.graph
        bye = self.gives_bye and len(self.left) == 1
        if name == NEXT and self.ahead and not self.gives_bye:
            return JudgedScope(NEXT, bracket.following.stop, [*graph, 0])
        if name == ALL and (going.text.completes or not self.ahead):
            everybody = [*bracket.members, *range(residents.stop, going.nobody)]
            may = as_set(going.may_have_bye(everybody, score))
            return JudgedScope(ALL, going.nobody, [*graph, may], bye)
        all_paired = len(self.left) == self.odd and {*self.left}.isdisjoint(bracket.moved_down)
        one_score = bracket.scores[-1] == bracket.points
        bye_is_here = self.odd and score in (None, bracket.points)
        sees_next = bye_is_here if self.gives_bye else self.ahead or not bracket.following
        if name != ITSELF or not (all_paired and one_score and sees_next):
            raise going.unproved(going.text.criteria[0])
        may = 0
        if self.odd:
            may = as_set(going.may_have_bye(residents, score) if bye else self._best_below(step))
        return JudgedScope(ITSELF, residents.stop, [*graph, may], bye)

    def _best_below(self, step: Step) -> Collection[int]:
        """Residents but those who do worse in the next bracket than the one who is left over.

        He does as well as anybody could: he is paired there, and as few are not as have to be. If
        an odd island there has to lack somebody, whoever may meet nobody of these does worse.
        """
        going, graph, mate, (floater,) = self.going, self.going.graph, self.mate, self.left
        following = as_set(self.bracket.following)
        near = following | 1 << floater
        bridge = following & going.named(step.get("following", ()))
        odd, islands = in_odd_islands(graph, following & ~bridge)
        lacking = odd - bridge.bit_count()
        least = max(lacking - 1, near.bit_count() % 2)
        lost = [p for p in (floater, *self.bracket.following) if not near >> mate[p] & 1]
        legal = all(graph[p] >> mate[p] & 1 for p in self.bracket.following if p not in lost)
        counted = sum(going.text.quality.weight(self.bracket, p) for p in lost)
        if floater in lost or not legal or counted != least:
            raise going.unproved(going.text.criteria[2])
        open_ = islands if lacking > 0 else following
        return [p for p in self.bracket.residents if graph[p] & open_]
