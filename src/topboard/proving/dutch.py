"""Witnesses for rounds of the Dutch system: the duals by which its brackets were paired."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topboard.kernels.matching import (
    EXPOSED,
    PerfectMatching,
    bits,
    bitset,
    deficiency,
    maximum_matching,
)
from topboard.proof.dutch.brackets import ALL, NEXT
from topboard.proving.maker import Maker, barrier, duals_written, named, whole_written

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from topboard.proof.dutch.brackets import Judged, PairingInProgress
    from topboard.proof.dutch.criteria import JudgedBracket
    from topboard.proving.maker import Opponents, Step
    from topboard.reasons import RoundPairing
    from topboard.rules.fide.brackets import PairedBracket
    from topboard.rules.fide.classes import FirstOfBest
    from topboard.rules.fide.dutch import Decided
    from topboard.rules.fide.weighing import Weighed


class DutchMaker(Maker):
    """Makes the steps of a round of brackets."""

    def __init__(self, pairing: RoundPairing, opponents: Opponents) -> None:
        super().__init__(pairing, opponents)
        decided: Any = pairing.decided
        self._decided: Decided[PairedBracket] = decided
        self._made = list(decided.made)[::-1]

    def deciding(self) -> dict[str, Callable[..., Step]]:
        """What makes a step of each kind."""
        return {"bye": self._bye, "bracket": self._bracket, "given_up": self._given_up}

    def perhaps(self, article: str, kind: str, **about: object) -> Step | None:
        """A bracket was given up where the one that was paired leaves all below a pairing."""
        again = self._made[-1].completion is not None
        return self.take(article, kind, **about) if again else None

    def _bye(self, going: PairingInProgress, scores: Sequence[int]) -> Step:
        """Who has the bye, and against every lower score that might have it a bridge."""
        receiver = self._decided.bye
        assert receiver is not None, "the number is odd"
        step: Step = {"bye": going.numbers[receiver]}
        points = going.players[receiver].points
        lower = [_stranded(going, (), 0, score) for score in scores if score < points]
        return {**step, **({"lower": lower} if lower else {})}

    def _bracket(self, judged: Judged) -> Step:
        paired = self._made.pop()
        return {"bracket": judged.bracket.points, **_evidence(judged, paired)}

    def _given_up(self, going: PairingInProgress, bracket: JudgedBracket) -> Step:
        """How a bracket would be paired by itself, and that the others could not be then."""
        # Hardly any round comes here, and the rules kept nothing of it.
        from topboard.proof.dutch.brackets import JudgedOf2017
        from topboard.records import replace
        from topboard.rules.fide.text_of_2017 import BracketsOf2017

        made = self._made[-1].bracket
        stop = bracket.following.stop
        itself = replace(made, following=tuple(bracket.following), below=stop)
        brackets = BracketsOf2017(self._decided.roll)
        paired = brackets.pair_itself(itself) or brackets.pair_with_next(itself)
        mate = dict.fromkeys(range(going.nobody), going.nobody)
        for a, b in paired.pairs:
            mate[a], mate[b] = b, a
        evidence = _evidence(JudgedOf2017(going, bracket, mate), paired)
        return {
            "given_up": [[going.numbers[a], going.numbers[b]] for a, b in paired.pairs],
            "bracket": bracket.points,
            **evidence,
            "rest": _stranded(going, paired.left, bracket.residents.stop, None),
        }


MAKER = DutchMaker


def _evidence(judged: Judged, paired: PairedBracket) -> Step:
    """What shows that a bracket is paired in the best way, by classes or by weight."""
    if paired.weighed is None:
        step = _by_classes(judged, paired)
    else:
        step = _by_weight(judged, paired.weighed)
        if step.get("scope") == NEXT:
            return step | _below(judged, paired.weighed.mates)
    floats = len(paired.left) == 1 and judged.looks_ahead and not judged.bye_is_here()
    return step | _next_bracket(judged, paired) if floats and "scope" not in step else step


def _by_weight(judged: Judged, weighed: Weighed) -> Step:
    """The dual values with which every legal pair was weighed."""
    scope, bracket = weighed.rest.scope, judged.bracket
    step: Step = {}
    may = judged.going.may_have_bye(bracket.members, judged.going.score)
    if scope.may_leave:
        step["scope"] = NEXT
    elif len(scope.places) > len(bracket.members) or (
        judged.is_last and (scope.leavers is None or scope.leavers == frozenset(may))
    ):
        step["scope"] = ALL
    if bracket.moved_down:
        assert weighed.moved_down.optimum is not None
        step["first"] = duals_written(weighed.moved_down.optimum)
    assert weighed.rest.optimum is not None
    return {**step, "then": duals_written(weighed.rest.optimum)}


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


def _next_bracket(judged: Judged, paired: PairedBracket) -> Step:
    """That nobody could do better there than the one who is left over."""
    going, following = judged.going, bitset(judged.bracket.following)
    (floater,) = paired.left
    near = following | 1 << floater
    lost = [p for p in bits(near) if not near >> judged.mate[p] & 1]
    step: Step = {}
    least = near.bit_count() % 2
    if floater in lost or sum(map(judged.charges.weight, lost)) != least:
        mate = _with_floater(going.graph, near, floater)
        over = mate.count(EXPOSED) - (going.nobody - near.bit_count())
        least = max(over, least)
        step |= _below(judged, dict(enumerate(mate)))
        step["following"] = named(barrier(going.graph, following), going.numbers)
    worse = []
    for place in paired.worse_below:
        with_him = following | 1 << place
        if not going.graph[place] & following:
            bridge = []
        elif deficiency(going.graph, with_him) > least:
            bridge = named(barrier(going.graph, with_him), going.numbers)
        else:
            bridge = _stranded(going, (place,), judged.bracket.residents.stop, going.score)
        worse.append([going.numbers[place], bridge])
    return {**step, **({"worse": worse} if worse else {})}


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
    """The duals of the classes, and what closes earlier pairings by tight pairs."""
    from topboard.rules.fide.classes import FirstOfBest

    found = paired.by_classes
    assert isinstance(found, FirstOfBest)
    alike = found.alike
    odd = len(alike.counts) > len(alike.representatives)
    of = [*alike.class_of, *([len(alike.counts) - 1] if odd else [])]
    step: Step = {"classes": {"duals": [*map(whole_written, alike.duals)], "of": of}}
    tight = TightGraph(judged, found)
    return {**step, **tight.moved_down(), **tight.exchange(), **tight.kept()}


class TightGraph:
    """The tight pairs of a bracket by the places of its members; the last is who is left over."""

    def __init__(self, judged: Judged, found: FirstOfBest) -> None:
        self.judged, self.found = judged, found
        self.nobody = judged.going.nobody
        alike = found.alike
        having = [0] * len(alike.counts)
        for place, own in zip(alike.members, alike.class_of, strict=True):
            having[own] |= 1 << place
        odd = len(alike.counts) > len(alike.representatives)
        if odd:
            having[-1] = 1 << self.nobody
        partners = [sum(having[t] for t in bits(classes)) for classes in alike.tight()]
        legal, out = judged.going.graph, 1 << self.nobody
        self.graph = [0] * (self.nobody + 1)
        for place, own in zip(alike.members, alike.class_of, strict=True):
            self.graph[place] = partners[own] & (legal[place] | out)
        self.graph[self.nobody] = partners[-1] if odd else 0
        self.alive = bitset(alike.members) | (out if odd else 0)

    def moved_down(self) -> Step:
        """For each moved down the bridge that closes the residents he passed over."""
        bridges = []
        alive, mate = self.alive, self.judged.inside
        for row in self.found.moved_down:
            passed = self.graph[row.chooser] & alive & (1 << row.chosen) - 1
            bridge = 0
            if passed:
                own = [EXPOSED] * len(self.graph)
                for p in bits(alive):
                    if p < self.nobody:
                        own[p] = mate[p]
                        own[mate[p]] = p
                matching = PerfectMatching(self.graph, alive, own)
                for candidate in bits(passed):
                    if not matching.can_pair(row.chooser, candidate):
                        bridge |= matching.refusal(row.chooser, candidate).bridge
            bridges.append(named(bridge, self.judged.going.numbers))
            alive &= ~(1 << row.chooser | 1 << row.chosen)
        return {"moved_down": bridges} if any(bridges) else {}

    def exchange(self) -> Step:
        """The duals which show that no earlier exchange does."""
        if not self.found.exchanged[0]:
            return {}
        # Most brackets do without.
        from topboard.kernels.weighted import minimum_cost_matching
        from topboard.proof.duals import units_of
        from topboard.proof.dutch.weighing import HalvesDigits

        rest = sorted((*self.found.upper, *self.found.lower))
        order = HalvesDigits(rest, len(rest) // 2, rows=False)
        units = units_of(order.digits)
        at = {place: v for v, place in enumerate((*rest, self.nobody))}
        among = bitset(at)
        edges = []
        for a in rest:
            for b in bits(self.graph[a] & among & -2 << a):
                cost = order.left(units, a) if b == self.nobody else order.pair(units, a, b)
                edges.append((at[a], at[b], cost))
        best = minimum_cost_matching(len(rest) + len(rest) % 2, edges)
        assert best is not None, "the tight pairs have a perfect matching"
        return {"exchange": duals_written(best)}

    def kept(self) -> Step:
        """Before whose turn some rows keep as many columns as they are."""
        numbers, mate = self.judged.going.numbers, self.judged.inside
        columns = bitset(self.found.lower)
        rows = {place: self.graph[place] & columns & -2 << place for place in self.found.upper}
        if self.found.left is not None:
            rows[self.nobody] = self.graph[self.nobody] & columns
        meets = {mate[row]: row for row in self.found.upper}
        meets |= {} if self.found.left is None else {self.found.left: self.nobody}
        written = []
        for row in sorted(self.found.upper):
            passed = rows[row] & columns & (1 << mate[row]) - 1
            if passed:
                keepers, kept = self._keepers(rows, columns, meets, passed)
                named_ = [0 if one == self.nobody else numbers[one] for one in sorted(keepers)]
                written.append([numbers[row], named_])
                for other in rows:
                    if other not in keepers:
                        rows[other] &= ~kept
            del rows[row]
            columns &= ~(1 << mate[row])
        return {"kept": written} if written else {}

    def _keepers(
        self, rows: Mapping[int, int], columns: int, meets: Mapping[int, int], first: int
    ) -> tuple[set[int], int]:
        """The rows that have some columns, and whatever else those rows could have instead."""
        keepers, kept, waiting = set(), 0, first
        while waiting:
            kept |= waiting
            found = [meets[column] for column in bits(waiting)]
            keepers.update(found)
            near = 0
            for row in found:
                near |= rows[row]
            waiting = near & columns & ~kept
        return keepers, kept
