"""Evidence for rounds of the Dutch system: the dual values with which its brackets were paired."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any

from topboard.matching.perfect import (
    EXPOSED,
    PerfectMatching,
    add_exit_vertices,
    bit_indices,
    bitset,
    maximum_matching,
)
from topboard.matching.weighted import find_minimum_cost_matching
from topboard.proof.prove import build_unprovable_pairing_error
from topboard.proof.prove.writer import (
    ProofWriter,
    bridge_to_json,
    duals_to_json,
    find_gallai_edmonds_barrier,
    find_participants_possibly_unpaired,
    integer_to_json,
)
from topboard.proof.verify.dutch.brackets import ALL, NEXT, CheckedBracket
from topboard.systems.fide_dutch.equivalence_classes import FirstBestPairing
from topboard.systems.fide_dutch.text_of_2026 import BracketsOf2026

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from topboard.proof.prove.writer import Opponents, Step
    from topboard.proof.verify.dutch.brackets import CheckedBracket, DutchRound, ScopeWithPairCosts
    from topboard.reasons.decisions import RoundPairing
    from topboard.systems.fide_common.round_pairing import PairsAndByeOfRound
    from topboard.systems.fide_dutch.brackets import PairedBracket
    from topboard.systems.fide_dutch.weighted_pairing import LegalPairsWithCosts, WeightedPairing


class DutchProofWriter(ProofWriter):
    """Writer of the proof steps for a round of the FIDE Dutch system, paired bracket by bracket."""

    def __init__(self, pairing: RoundPairing, opponents: Opponents) -> None:
        super().__init__(pairing, opponents)
        if pairing.decided is None:
            raise build_unprovable_pairing_error(pairing)
        decided: Any = pairing.decided
        self._decided: PairsAndByeOfRound[PairedBracket] = decided
        self._made = list(decided.made)[::-1]

    def get_step_builders(self) -> dict[str, Callable[..., Step]]:
        """Return the functions that build steps, keyed by kind of step."""
        return {"bye": self._build_bye_step, "bracket": self._build_bracket_step}

    def get_additional_evidence(self, step: Step, kind: str, **about: Any) -> Any:
        """Return additional evidence for a step, or None if the step needs none.

        The evidence is the dual values of an exchange, or a barrier that rules out the candidates
        passed over.
        """
        if kind == "exchange":
            step[kind] = _compute_duals_against_earlier_exchanges(**about)
        elif kind == "closed" and (barrier := _find_barrier_against_candidates(**about)):
            step.setdefault(kind, []).append(bridge_to_json(barrier, about["best"].going.numbers))
        return step.get(kind)

    def _build_bye_step(self, going: DutchRound, scores: Sequence[int]) -> Step:
        """Return the step for the bye.

        For each lower score, a bridge (a Tutte-Berge barrier) proves that no player with that score
        can have the bye.
        """
        receiver = self._decided.bye
        assert receiver is not None, "the number is odd"
        step: Step = {"bye": going.numbers[receiver]}
        points = going.players[receiver].points
        lower = [
            find_bridge_against_complete_pairing(going, range(going.nobody), score)
            for score in scores
            if score < points
        ]
        return {**step, **({"lower": lower} if lower else {})}

    def _build_bracket_step(self, judged: CheckedBracket) -> Step:
        given_up = self._made[-1].given_up
        if judged.ahead and given_up is not None:
            return _build_step_for_bracket_paired_again(judged, given_up)
        paired = self._made.pop()
        evidence = _build_evidence_for_bracket(judged, paired)
        if evidence is None:
            brackets = BracketsOf2026(self._decided.field, judged.going.score)
            evidence = (
                _build_evidence_for_bracket(
                    judged, brackets.pair_bracket_with_all_below(paired.bracket)
                )
                or {}
            )
        return {"bracket": judged.points, **evidence}


MAKER = DutchProofWriter


def _build_step_for_bracket_paired_again(judged: CheckedBracket, paired: PairedBracket) -> Step:
    """Return the step for a bracket that has to be paired again.

    It contains the pairing of the bracket by itself, and the proof that not all players below could
    then be paired.
    """

    going, trial = judged.going, copy(judged.going)
    mate = dict.fromkeys(range(going.nobody), going.nobody)
    for a, b in paired.pairs:
        mate[a], mate[b] = b, a
    trial.mate = mate
    rest = (*paired.left, *range(judged.residents.stop, going.nobody))
    itself = CheckedBracket(trial, judged.moved_down, judged.spans, ahead=True)
    return {
        "given_up": [[going.numbers[a], going.numbers[b]] for a, b in paired.pairs],
        "bracket": judged.points,
        **(_build_evidence_for_bracket(itself, paired) or {}),
        "rest": find_bridge_against_complete_pairing(going, rest, None),
    }


def _build_evidence_for_bracket(judged: CheckedBracket, paired: PairedBracket) -> Step | None:
    """Return the evidence that the pairing of a bracket is the best one.

    Return None if not all players below could be paired after one of the downfloaters leaves the
    bracket.
    """
    if paired.weighed is None:
        step = _expand_class_duals_to_players(paired)
    else:
        step = _compute_duals_by_weighted_matching(judged, paired.weighed)
        if step.get("scope") == NEXT:
            return step | _find_best_pairs_of_next_bracket(judged, paired.weighed.mates)
    if len(paired.left) != 1 or not judged.ahead or judged.gives_bye or "scope" in step:
        return step
    below = _build_evidence_for_downfloater_choice(judged, paired)
    return None if below is None else step | below


def _compute_duals_by_weighted_matching(judged: CheckedBracket, weighed: WeightedPairing) -> Step:
    scope = weighed.rest.scope
    step: Step = {}
    may = judged.going.find_players_eligible_for_bye(judged.members, judged.going.score)
    if scope.may_leave:
        step["scope"] = NEXT
    elif len(scope.places) > len(judged.members) or (
        not judged.following and (scope.leavers is None or bitset(scope.leavers) == may)
    ):
        step["scope"] = ALL
    if judged.moved_down:
        step["first"] = _compute_duals_of_considered_players(
            judged, weighed.moved_down, by_itself="scope" not in step
        )
    return {
        **step,
        "then": _compute_duals_of_considered_players(
            judged, weighed.rest, by_itself="scope" not in step
        ),
    }


def _compute_duals_of_considered_players(
    judged: CheckedBracket, weighed: LegalPairsWithCosts, *, by_itself: bool
) -> Step:
    """Return the dual values of all players who were considered when the bracket was paired.

    If the bracket was paired by itself, the cost of a player left unpaired in the next bracket is
    removed.
    """
    assert weighed.optimum is not None
    written = duals_to_json(weighed.optimum)
    if by_itself and judged.left:
        (floater,) = judged.left
        of_floater = weighed.optimum.duals[-1] - 2 * weighed.weights.unpaired_in_next_bracket_cost(
            floater
        )
        written["duals"][-1] = integer_to_json(of_floater)
    return written


# --- the next bracket -------------------------------------------------------------------------


def _find_best_pairs_of_next_bracket(judged: CheckedBracket, mates: Mapping[int, int]) -> Step:
    """Return the best pairs of the next bracket, or {} if the published pairs are the best."""
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


def _build_evidence_for_downfloater_choice(
    judged: CheckedBracket, paired: PairedBracket
) -> Step | None:
    """Return the evidence that no other downfloater is better for the next bracket, or None."""
    going, following = judged.going, bitset(judged.following)
    (floater,) = paired.left
    near = following | 1 << floater
    lost = [p for p in bit_indices(near) if not near >> judged.mate[p] & 1]
    counted = sum(going.text.count_weight_of_unpaired_player(judged, p) for p in lost)
    lacks = floater in lost or counted != near.bit_count() % 2
    step: Step = {}
    if lacks:
        step |= _find_best_pairs_of_next_bracket(
            judged,
            dict(enumerate(_match_next_bracket_with_downfloater(going.graph, near, floater))),
        )
    over = (
        find_participants_possibly_unpaired(going.graph, following)
        if lacks or paired.worse_below
        else 0
    )
    if over:
        step["following"] = bridge_to_json(
            find_gallai_edmonds_barrier(going.graph, following), going.numbers
        )
    stranding = any(going.graph[p] & (over or following) for p in paired.worse_below)
    return None if stranding else step


def _match_next_bracket_with_downfloater(
    graph: Sequence[int], near: int, floater: int
) -> list[int]:
    mate = list(maximum_matching(graph, near))
    if mate[floater] == EXPOSED and (open_ := graph[floater] & near):
        other = next(bit_indices(open_))
        if mate[other] != EXPOSED:
            mate[mate[other]] = EXPOSED
        mate[floater], mate[other] = other, floater
    return mate


def find_bridge_against_complete_pairing(
    going: DutchRound, places: Sequence[int], score: int | None
) -> list[int]:
    """Return a bridge as proof that these players cannot all be paired, or an empty list if they
    can.

    A bridge is a set of players whose removal leaves more odd components than it has members.
    """
    graph = add_exit_vertices(going.graph, going.find_players_eligible_for_bye(places, score), 1)
    within = bitset(places) | len(places) % 2 << going.nobody
    certificate = PerfectMatching(graph, within).certificate
    return [] if certificate is None else bridge_to_json(certificate.bridge, going.numbers)


# --- tight pairs -------------------------------------------------------------------------------


def _expand_class_duals_to_players(paired: PairedBracket) -> Step:
    """Return the dual value of each player: the value of their class of interchangeable players."""

    found = paired.by_classes
    assert isinstance(found, FirstBestPairing)
    alike = found.alike
    odd = len(alike.counts) > len(alike.representatives)
    written = [*map(integer_to_json, alike.duals)]
    duals = [written[own] for own in alike.class_of] + ([written[-1]] if odd else [])
    return {"best": {"duals": duals, "blossoms": []}}


def _compute_duals_against_earlier_exchanges(weighed: ScopeWithPairCosts) -> Step:
    """Return dual values as proof that no earlier exchange is as good."""

    at = weighed.at
    edges = [
        (at[a], at[b], weighed.pair_cost(a, b, legal=True))
        for a in at
        for b in bit_indices(weighed.graph[a] & weighed.alive & -2 << a)
    ]
    best = find_minimum_cost_matching(len(at), edges)
    assert best is not None, "the tight pairs have a perfect matching"
    return duals_to_json(best)


def _find_barrier_against_candidates(best: ScopeWithPairCosts, place: int, passed: int) -> int:
    """Return a barrier that rules out the candidates passed over, as a bitset, or 0 if there is
    none.

    For an MDP, the barrier rules out one candidate. For a resident, it rules out all candidates.
    """
    mate, residents = best.judged.mate, best.judged.residents
    own = [EXPOSED] * len(best.graph)
    for p in bit_indices(best.alive & ~(1 << best.nobody)):
        other = mate[p] if mate[p] < residents.stop else best.nobody
        own[p], own[other] = other, p
    if place >= residents.start:
        needed = _find_interchangeable_columns(best, own, passed)
        return 0 if needed >> mate[place] & 1 else needed
    candidate = next(bit_indices(passed))
    matching = PerfectMatching(best.graph, best.alive, own)
    if matching.can_pair(place, candidate):
        return 0
    return matching.prove_pair_impossible(place, candidate).bridge | 1 << place | 1 << candidate


def _find_interchangeable_columns(best: ScopeWithPairCosts, mate: Sequence[int], first: int) -> int:
    """Return the columns in ``first`` and all others that the rows matched with them could take, as
    a bitset.

    The rows matched with these other columns are followed in the same way.
    """
    found, waiting = 0, first
    while waiting:
        found |= waiting
        near = 0
        for column in bit_indices(waiting):
            near |= best.graph[mate[column]]
        waiting = near & best.alive & ~found
    return found
