"""Witnesses for rounds of the Dutch system: the duals by which its brackets were paired."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topboard.kernels.matching import (
    EXPOSED,
    PerfectMatching,
    bits,
    bitset,
    maximum_matching,
)
from topboard.proof.dutch.weighing import ALL, NEXT
from topboard.proving.maker import (
    Maker,
    barrier,
    duals_written,
    missable,
    named,
    whole_written,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from topboard.proof.dutch.brackets import Judged, PairingInProgress
    from topboard.proving.maker import Opponents, Step
    from topboard.reasons import RoundPairing
    from topboard.rules.fide.brackets import PairedBracket
    from topboard.rules.fide.classes import FirstOfBest
    from topboard.rules.fide.dutch import Decided
    from topboard.rules.fide.weighing import LegalPairs, Weighed


class DutchMaker(Maker):
    """Makes the steps of a round of brackets."""

    def __init__(self, pairing: RoundPairing, opponents: Opponents) -> None:
        super().__init__(pairing, opponents)
        decided: Any = pairing.decided
        self._decided: Decided[PairedBracket] = decided
        self._made = list(decided.made)[::-1]

    def deciding(self) -> dict[str, Callable[..., Step]]:
        """What makes a step of each kind."""
        return {"bye": self._bye, "bracket": self._bracket}

    def _bye(self, going: PairingInProgress, scores: Sequence[int]) -> Step:
        """Who has the bye, and against every lower score that might have it a bridge."""
        receiver = self._decided.bye
        assert receiver is not None, "the number is odd"
        step: Step = {"bye": going.numbers[receiver]}
        points = going.players[receiver].points
        lower = [_stranded(going, (), 0, score) for score in scores if score < points]
        return {**step, **({"lower": lower} if lower else {})}

    def _bracket(self, judged: Judged) -> Step:
        # By the text of 2017 only a bracket that was given up leaves all below a pairing.
        if judged.ahead and not judged.going.text.completes and self._made[-1].completion:
            return self._given_up(judged)
        paired = self._made.pop()
        evidence = _evidence(judged, paired)
        if evidence is None:
            # Hardly any round comes here: with everybody below in view nothing more is asked.
            from topboard.rules.fide.text_of_2026 import BracketsOf2026

            brackets = BracketsOf2026(self._decided.roll, judged.going.score)
            evidence = _evidence(judged, brackets.pair_with_all(paired.bracket)) or {}
        return {"bracket": judged.bracket.points, **evidence}

    def _given_up(self, judged: Judged) -> Step:
        """How a bracket would be paired by itself, and that the others could not be then."""
        # Hardly any round comes here, and the rules kept nothing of it.
        from topboard.proof.dutch.brackets import Judged
        from topboard.records import replace
        from topboard.rules.fide.text_of_2017 import BracketsOf2017

        going, bracket, made = judged.going, judged.bracket, self._made[-1].bracket
        stop = bracket.following.stop
        itself = replace(made, following=tuple(bracket.following), below=stop)
        brackets = BracketsOf2017(self._decided.roll)
        paired = brackets.pair_itself(itself) or brackets.pair_with_next(itself)
        mate = dict.fromkeys(range(going.nobody), going.nobody)
        for a, b in paired.pairs:
            mate[a], mate[b] = b, a
        return {
            "given_up": [[going.numbers[a], going.numbers[b]] for a, b in paired.pairs],
            "bracket": bracket.points,
            **(_evidence(Judged(going, bracket, mate, ahead=True), paired) or {}),
            "rest": _stranded(going, paired.left, bracket.residents.stop, None),
        }


MAKER = DutchMaker


def _evidence(judged: Judged, paired: PairedBracket) -> Step | None:
    """What shows that a bracket is paired in the best way, by classes or by weight.

    None where somebody would leave those below without a pairing.
    """
    if paired.weighed is None:
        step = _by_classes(judged, paired)
    else:
        step = _by_weight(judged, paired.weighed)
        if step.get("scope") == NEXT:
            return step | _below(judged, paired.weighed.mates)
    if len(paired.left) != 1 or not judged.ahead or judged.gives_bye or "scope" in step:
        return step
    below = _next_bracket(judged, paired)
    return None if below is None else step | below


def _by_weight(judged: Judged, weighed: Weighed) -> Step:
    """The dual values with which every legal pair was weighed."""
    scope, bracket = weighed.rest.scope, judged.bracket
    step: Step = {}
    may = judged.going.may_have_bye(bracket.members, judged.going.score)
    if scope.may_leave:
        step["scope"] = NEXT
    elif len(scope.places) > len(bracket.members) or (
        not bracket.following and (scope.leavers is None or scope.leavers == frozenset(may))
    ):
        step["scope"] = ALL
    if bracket.moved_down:
        step["first"] = _duals(judged, weighed.moved_down, by_itself="scope" not in step)
    return {**step, "then": _duals(judged, weighed.rest, by_itself="scope" not in step)}


def _duals(judged: Judged, weighed: LegalPairs, *, by_itself: bool) -> Step:
    """The dual values of a scope; a bracket by itself does not look at the next one."""
    assert weighed.optimum is not None
    written = duals_written(weighed.optimum)
    if by_itself and judged.left:
        (floater,) = judged.left
        of_floater = weighed.optimum.duals[-1] - 2 * weighed.weights.lost(floater)
        written["duals"][-1] = whole_written(of_floater)
    return written


# --- the next bracket -------------------------------------------------------------------------


def _below(judged: Judged, mates: Mapping[int, int]) -> Step:
    """The pairs that the next bracket could have, where the round has others."""
    near = {*judged.left, *judged.bracket.following}
    could = {p: mates[p] if mates[p] in near else judged.going.nobody for p in near}
    does = {p: judged.mate[p] if judged.mate[p] in near else judged.going.nobody for p in near}
    if could == does:
        return {}
    numbers = judged.going.numbers
    return {
        "below": [
            [numbers[a], numbers[b]] for a, b in sorted(could.items()) if a < b < len(numbers)
        ]
    }


def _next_bracket(judged: Judged, paired: PairedBracket) -> Step | None:
    """That nobody could do better there than the one who is left over."""
    going, following = judged.going, bitset(judged.bracket.following)
    (floater,) = paired.left
    near = following | 1 << floater
    lost = [p for p in bits(near) if not near >> judged.mate[p] & 1]
    lacks = floater in lost or sum(map(judged.quality().weight, lost)) != near.bit_count() % 2
    step: Step = {}
    if lacks:
        step |= _below(judged, dict(enumerate(_with_floater(going.graph, near, floater))))
    over = missable(going.graph, following) if lacks or paired.worse_below else 0
    if over:
        step["following"] = named(barrier(going.graph, following), going.numbers)
    stranding = any(going.graph[p] & (over or following) for p in paired.worse_below)
    return None if stranding else step


def _with_floater(graph: Sequence[int], near: int, floater: int) -> list[int]:
    """A largest pairing of the next bracket in which its downfloater is paired."""
    mate = list(maximum_matching(graph, near))
    if mate[floater] == EXPOSED:
        other = next(bits(graph[floater] & near))
        if mate[other] != EXPOSED:
            mate[mate[other]] = EXPOSED
        mate[floater], mate[other] = other, floater
    return mate


def _stranded(
    going: PairingInProgress, others: Sequence[int], first: int, score: int | None
) -> list[int]:
    """The bridge which shows that some and all from a place on cannot be paired."""
    places = [*others, *range(first, going.nobody)]
    at = {place: v for v, place in enumerate(places)}
    graph = [bitset(at[w] for w in bits(going.graph[p]) if w in at) for p in places]
    if len(places) % 2:
        may = [at[p] for p in going.may_have_bye(places, score)]
        graph = [row | (v in may) << len(places) for v, row in enumerate(graph)]
        graph.append(bitset(may))
    certificate = PerfectMatching(graph).certificate
    numbers = [going.numbers[p] for p in places]
    return [] if certificate is None else named(certificate.bridge, numbers)


# --- tight pairs -------------------------------------------------------------------------------


def _by_classes(judged: Judged, paired: PairedBracket) -> Step:
    """The duals of everybody's class, and what closes earlier pairings by tight pairs."""
    from topboard.rules.fide.classes import FirstOfBest

    found = paired.by_classes
    assert isinstance(found, FirstOfBest)
    alike = found.alike
    odd = len(alike.counts) > len(alike.representatives)
    written = [*map(whole_written, alike.duals)]
    duals = [written[own] for own in alike.class_of] + ([written[-1]] if odd else [])
    step: Step = {"best": {"duals": duals, "blossoms": []}}
    tight = ClosedPairs(judged, found)
    tight.close_for_moved_down()
    step |= tight.exchange()
    tight.close_for_rows()
    return {**step, **({"closed": tight.closed} if tight.closed else {})}


class ClosedPairs:
    """The tight pairs of a bracket, closed as the order of the procedure asks for it."""

    def __init__(self, judged: Judged, found: FirstOfBest) -> None:
        from topboard.proof.dutch.orders import AnyOrder
        from topboard.proof.dutch.weighing import ITSELF, JudgedScope, WeighedPairs

        self.judged, self.found, self.nobody = judged, found, judged.going.nobody
        self.numbers, self.mate = judged.going.numbers, judged.inside
        self.closed: list[list[object]] = []
        alike = found.alike
        having = [0] * len(alike.counts)
        for place, own in zip(alike.members, alike.class_of, strict=True):
            having[own] |= 1 << place
        odd = len(alike.counts) > len(alike.representatives)
        out = 1 << self.nobody
        if odd:
            having[-1] = out
        partners = [sum(having[t] for t in bits(classes)) for classes in alike.tight()]
        graph = [row | out for row in judged.going.graph]
        for place, own in zip(alike.members, alike.class_of, strict=True):
            graph[place] &= partners[own]
        graph.append(partners[-1] if odd else 0)
        bye = judged.gives_bye and odd
        scope = JudgedScope(ITSELF, judged.bracket.residents.stop, graph, odd, bye)
        self.tight = WeighedPairs(judged.quality(()), AnyOrder(), scope, ())

    def _close(self, place: int, barrier: int) -> None:
        self.closed.append([self.numbers[place], named(barrier, self.numbers)])
        self.tight.close(barrier)

    def _passed(self, place: int) -> int:
        return self.tight.graph[place] & self.tight.alive & (1 << self.mate[place]) - 1

    def close_for_moved_down(self) -> None:
        """For each moved down the barriers that close the residents he passed over."""
        tight, mate = self.tight, self.mate
        for row in self.found.moved_down:
            while passed := self._passed(row.chooser):
                candidate = next(bits(passed))
                own = [EXPOSED] * len(tight.graph)
                for p in bits(tight.alive & ~(1 << self.nobody)):
                    own[p], own[mate[p]] = mate[p], p
                matching = PerfectMatching(tight.graph, tight.alive, own)
                bridge = matching.refusal(row.chooser, candidate).bridge
                self._close(row.chooser, bridge | 1 << row.chooser | 1 << candidate)
            tight.alive &= ~(1 << row.chooser | 1 << row.chosen)

    def exchange(self) -> Step:
        """The duals which show that no earlier exchange does."""
        if not self.found.exchanged[0]:
            return {}
        # Most brackets do without.
        from topboard.kernels.weighted import minimum_cost_matching
        from topboard.proof.dutch.orders import HalvesDigits
        from topboard.proof.dutch.weighing import WeighedPairs

        uppers, tight = self.found.upper, self.tight
        rest = sorted((*uppers, *self.found.lower))
        order = HalvesDigits(rest, len(uppers), rows=False)
        gone = {p for p in self.judged.bracket.members if not tight.alive >> p & 1}
        scope = tight.scope._replace(graph=tight.graph)
        weighed = WeighedPairs(self.judged.quality(order.digits), order, scope, gone)
        at = {v: i for i, v in enumerate(weighed.vertices)}
        edges = []
        for a in weighed.places:
            for b in bits(tight.graph[a] & tight.alive & -2 << a):
                cost = weighed.cost(a, b)
                assert cost is not None
                edges.append((at[a], at[b], cost))
        best = minimum_cost_matching(len(at), edges)
        assert best is not None, "the tight pairs have a perfect matching"
        return {"exchange": duals_written(best)}

    def close_for_rows(self) -> None:
        """Before whose turn some rows need as many columns as they are."""
        uppers, mate, meets = sorted(self.found.upper), self.mate, dict[int, int]()
        self.tight.halve(uppers)
        for row in uppers:
            meets[mate[row]] = row
        if self.found.left is not None:
            meets[self.found.left] = self.nobody
        for row in uppers:
            if passed := self._passed(row):
                self._close(row, self._needed(meets, passed))
            self.tight.alive &= ~(1 << row | 1 << mate[row])

    def _needed(self, meets: Mapping[int, int], first: int) -> int:
        """Some columns, and whatever else the rows that have them could have instead."""
        found, waiting = 0, first
        while waiting:
            found |= waiting
            near = 0
            for column in bits(waiting):
                near |= self.tight.graph[meets[column]]
            waiting = near & self.tight.alive & ~found
        return found
