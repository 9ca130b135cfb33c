"""Evidence for rounds of the Dutch system: the dual values with which its brackets were paired."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any

from topboard.matching.perfect import (
    EXPOSED,
    PerfectMatching,
    bits,
    bitset,
    maximum_matching,
    with_exits,
)
from topboard.matching.weighted import minimum_cost_matching
from topboard.proof.prove import unprovable_pairing
from topboard.proof.prove.writer import (
    ProofWriter,
    barrier,
    bridge_numbers,
    duals_written,
    missable,
    whole_written,
)
from topboard.proof.verify.dutch.brackets import ALL, NEXT, Judged
from topboard.systems.fide_dutch.equivalence_classes import FirstOfBest
from topboard.systems.fide_dutch.text_of_2026 import BracketsOf2026

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from topboard.proof.prove.writer import Opponents, Step
    from topboard.proof.verify.dutch.brackets import DutchRound, Judged, WeighedPairs
    from topboard.reasons.decisions import RoundPairing
    from topboard.systems.fide_common.round_pairing import Decided
    from topboard.systems.fide_dutch.brackets import PairedBracket
    from topboard.systems.fide_dutch.weighted_pairing import LegalPairs, Weighed


class DutchMaker(ProofWriter):
    """Writer of the proof steps for a round paired by brackets."""

    def __init__(self, pairing: RoundPairing, opponents: Opponents) -> None:
        super().__init__(pairing, opponents)
        if pairing.decided is None:
            raise unprovable_pairing(pairing)
        decided: Any = pairing.decided
        self._decided: Decided[PairedBracket] = decided
        self._made = list(decided.made)[::-1]

    def deciding(self) -> dict[str, Callable[..., Step]]:
        """Return the function that creates each kind of step, keyed by kind."""
        return {"bye": self._bye, "bracket": self._bracket}

    def witness(self, step: Step, kind: str, **about: Any) -> Any:
        """Return the dual values of an exchange, or the barrier against candidates passed over.

        Return None if the step needs neither.
        """
        if kind == "exchange":
            step[kind] = _exchange(**about)
        elif kind == "closed" and (barrier := _barrier(**about)):
            step.setdefault(kind, []).append(bridge_numbers(barrier, about["best"].going.numbers))
        return step.get(kind)

    def _bye(self, going: DutchRound, scores: Sequence[int]) -> Step:
        """Return the step for the bye, with a bridge that rules out each lower score."""
        receiver = self._decided.bye
        assert receiver is not None, "the number is odd"
        step: Step = {"bye": going.numbers[receiver]}
        points = going.players[receiver].points
        lower = [
            find_blocking_bridge(going, range(going.nobody), score)
            for score in scores
            if score < points
        ]
        return {**step, **({"lower": lower} if lower else {})}

    def _bracket(self, judged: Judged) -> Step:
        given_up = self._made[-1].given_up
        if judged.ahead and given_up is not None:
            return _given_up(judged, given_up)
        paired = self._made.pop()
        evidence = _evidence(judged, paired)
        if evidence is None:
            brackets = BracketsOf2026(self._decided.field, judged.going.score)
            evidence = _evidence(judged, brackets.pair_with_all(paired.bracket)) or {}
        return {"bracket": judged.points, **evidence}


MAKER = DutchMaker


def _given_up(judged: Judged, paired: PairedBracket) -> Step:
    """Return the pairing of a bracket by itself, with the proof that it strands the rest."""

    going, trial = judged.going, copy(judged.going)
    mate = dict.fromkeys(range(going.nobody), going.nobody)
    for a, b in paired.pairs:
        mate[a], mate[b] = b, a
    trial.mate = mate
    rest = (*paired.left, *range(judged.residents.stop, going.nobody))
    itself = Judged(trial, judged.moved_down, judged.spans, ahead=True)
    return {
        "given_up": [[going.numbers[a], going.numbers[b]] for a, b in paired.pairs],
        "bracket": judged.points,
        **(_evidence(itself, paired) or {}),
        "rest": find_blocking_bridge(going, rest, None),
    }


def _evidence(judged: Judged, paired: PairedBracket) -> Step | None:
    """Return the evidence that a bracket is paired in the best way, either by classes or by weight.

    Return None if a downfloater would leave the players below without a pairing.
    """
    if paired.weighed is None:
        step = _by_classes(paired)
    else:
        step = _by_weight(judged, paired.weighed)
        if step.get("scope") == NEXT:
            return step | _below(judged, paired.weighed.mates)
    if len(paired.left) != 1 or not judged.ahead or judged.gives_bye or "scope" in step:
        return step
    below = _next_bracket(judged, paired)
    return None if below is None else step | below


def _by_weight(judged: Judged, weighed: Weighed) -> Step:
    """Return the dual values that were found when all legal pairs were weighed."""
    scope = weighed.rest.scope
    step: Step = {}
    may = judged.going.may_have_bye(judged.members, judged.going.score)
    if scope.may_leave:
        step["scope"] = NEXT
    elif len(scope.places) > len(judged.members) or (
        not judged.following and (scope.leavers is None or bitset(scope.leavers) == may)
    ):
        step["scope"] = ALL
    if judged.moved_down:
        step["first"] = _duals(judged, weighed.moved_down, by_itself="scope" not in step)
    return {**step, "then": _duals(judged, weighed.rest, by_itself="scope" not in step)}


def _duals(judged: Judged, weighed: LegalPairs, *, by_itself: bool) -> Step:
    """Return the dual values of a scope.

    If the bracket is considered by itself, the cost of losing a player in the next one is removed.
    """
    assert weighed.optimum is not None
    written = duals_written(weighed.optimum)
    if by_itself and judged.left:
        (floater,) = judged.left
        of_floater = weighed.optimum.duals[-1] - 2 * weighed.weights.unpaired_below(floater)
        written["duals"][-1] = whole_written(of_floater)
    return written


# --- the next bracket -------------------------------------------------------------------------


def _below(judged: Judged, mates: Mapping[int, int]) -> Step:
    """Return the best pairs of the next bracket, or {} if they are those of the round."""
    near = {*judged.left, *judged.following}
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
    """Return the evidence that no other downfloater is better for the next bracket, or None."""
    going, following = judged.going, bitset(judged.following)
    (floater,) = paired.left
    near = following | 1 << floater
    lost = [p for p in bits(near) if not near >> judged.mate[p] & 1]
    counted = sum(going.text.weight(judged, p) for p in lost)
    lacks = floater in lost or counted != near.bit_count() % 2
    step: Step = {}
    if lacks:
        step |= _below(judged, dict(enumerate(_with_floater(going.graph, near, floater))))
    over = missable(going.graph, following) if lacks or paired.worse_below else 0
    if over:
        step["following"] = bridge_numbers(barrier(going.graph, following), going.numbers)
    stranding = any(going.graph[p] & (over or following) for p in paired.worse_below)
    return None if stranding else step


def _with_floater(graph: Sequence[int], near: int, floater: int) -> list[int]:
    """Return a maximum matching of the next bracket in which the downfloater is paired."""
    mate = list(maximum_matching(graph, near))
    if mate[floater] == EXPOSED and (open_ := graph[floater] & near):
        other = next(bits(open_))
        if mate[other] != EXPOSED:
            mate[mate[other]] = EXPOSED
        mate[floater], mate[other] = other, floater
    return mate


def find_blocking_bridge(going: DutchRound, places: Sequence[int], score: int | None) -> list[int]:
    """Return the bridge that shows that these players cannot all be paired, or an empty list."""
    graph = with_exits(going.graph, going.may_have_bye(places, score), 1)
    within = bitset(places) | len(places) % 2 << going.nobody
    certificate = PerfectMatching(graph, within).certificate
    return [] if certificate is None else bridge_numbers(certificate.bridge, going.numbers)


# --- tight pairs -------------------------------------------------------------------------------


def _by_classes(paired: PairedBracket) -> Step:
    """Return the dual values of the class that each player belongs to."""

    found = paired.by_classes
    assert isinstance(found, FirstOfBest)
    alike = found.alike
    odd = len(alike.counts) > len(alike.representatives)
    written = [*map(whole_written, alike.duals)]
    duals = [written[own] for own in alike.class_of] + ([written[-1]] if odd else [])
    return {"best": {"duals": duals, "blossoms": []}}


def _exchange(weighed: WeighedPairs) -> Step:
    """Return the dual values that show that no earlier exchange is as good."""

    at = weighed.at
    edges = [
        (at[a], at[b], weighed.cost(a, b, legal=True))
        for a in at
        for b in bits(weighed.graph[a] & weighed.alive & -2 << a)
    ]
    best = minimum_cost_matching(len(at), edges)
    assert best is not None, "the tight pairs have a perfect matching"
    return duals_written(best)


def _barrier(best: WeighedPairs, place: int, passed: int) -> int:
    """Return the barrier that rules out candidates passed over, as a bit set, or 0.

    For an MDP it rules out one candidate, and for a row all of them. If it is 0, a candidate is not
    ruled out, and the checker reports it.
    """
    mate, residents = best.judged.mate, best.judged.residents
    own = [EXPOSED] * len(best.graph)
    for p in bits(best.alive & ~(1 << best.nobody)):
        other = mate[p] if mate[p] < residents.stop else best.nobody
        own[p], own[other] = other, p
    if place >= residents.start:
        needed = _connected_columns(best, own, passed)
        return 0 if needed >> mate[place] & 1 else needed
    candidate = next(bits(passed))
    matching = PerfectMatching(best.graph, best.alive, own)
    if matching.can_pair(place, candidate):
        return 0
    return matching.refusal(place, candidate).bridge | 1 << place | 1 << candidate


def _connected_columns(best: WeighedPairs, mate: Sequence[int], first: int) -> int:
    """Return the set of these columns and all others that their rows could have instead."""
    found, waiting = 0, first
    while waiting:
        found |= waiting
        near = 0
        for column in bits(waiting):
            near |= best.graph[mate[column]]
        waiting = near & best.alive & ~found
    return found
