"""The reasons why two participants do not meet in a system with upfloaters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.matching.perfect import deficiency
from topboard.reasons.criteria import QualityCriterion
from topboard.reasons.objections import PairingAsGoodButLater
from topboard.reasons.obstacles import CriterionWorse, LeavesOthersUnpairable
from topboard.systems.fide_common.legality import permitted_pairs_graph
from topboard.systems.fide_common.why_not import find_objections_or_compare_forced_pair
from topboard.systems.fide_upfloat.bracket_reasons import (
    find_first_worse_criterion,
    list_upfloater_scores,
    prove_participants_unpairable,
)
from topboard.systems.fide_upfloat.identifiers import (
    match_members_by_weight,
    pair_upper_half_with_lower_half,
)
from topboard.systems.fide_upfloat.upfloater_sets import find_best_upfloater_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.model import Number
    from topboard.reasons.objections import Objections
    from topboard.systems.fide_common.round_pairing import PairsAndByeOfRound
    from topboard.systems.fide_common.why_not import Judged
    from topboard.systems.fide_upfloat.brackets import BracketWithUpfloaters
    from topboard.systems.fide_upfloat.terms import UpfloaterCriteriaAndArticles
    from topboard.systems.fide_upfloat.upfloater_sets import BestUpfloaterSet, UnpairedParticipants

    Two = tuple[int, int]


def find_objections(
    decided: PairsAndByeOfRound[BracketWithUpfloaters],
    terms: UpfloaterCriteriaAndArticles,
    two: tuple[Number, Number],
) -> Objections:
    """Return the reasons why two participants do not meet.

    If they may meet, the bracket is compared with the best bracket in which they meet.
    """

    def explain_forced_meeting(higher: int, lower: int) -> Judged:
        parting = next(b for b in decided.made if higher in b.members or lower in b.members)
        return _compare_forced_pair_with_bracket(parting, terms, (higher, lower))

    return find_objections_or_compare_forced_pair(decided, terms.cite, two, explain_forced_meeting)


def _compare_forced_pair_with_bracket(
    was: BracketWithUpfloaters, terms: UpfloaterCriteriaAndArticles, two: Two
) -> Judged:
    """Return the objection to a forced pair.

    The bracket with the pair is compared with the actual bracket, first by upfloaters and then by
    pairing.
    """
    stage, cite = was.stage, terms.cite
    if _can_pair_meet_with_same_upfloaters(was, two):
        return _find_criterion_worsened_by_pairing(was, terms, two) or PairingAsGoodButLater(
            cite.order, stage.points
        )
    if (worse := _find_criterion_worsened_by_upfloat(was, terms, two)) is not None:
        return worse
    now, then = (
        find_best_upfloater_set(stage, terms),
        find_best_upfloater_set(stage, terms, pair=two),
    )
    assert now is not None, "the bracket was paired with a set of upfloaters"
    if then is None:
        rest = [place for place in (*stage.top, *stage.lower) if place not in two]
        proof = prove_participants_unpairable(stage, rest, 0)
        assert proof is not None, "the others cannot all be paired"
        return LeavesOthersUnpairable(cite.completion, stage.points, proof)
    if (worse := _find_criterion_worsened_by_upfloater_set(was, terms, now, then)) is not None:
        return worse
    if then.upfloaters != now.upfloaters:
        return PairingAsGoodButLater(cite.sets, stage.points)
    if not {*two} <= {*was.members}:
        return PairingAsGoodButLater(cite.sets, stage.points)
    return _find_criterion_worsened_by_pairing(was, terms, two) or PairingAsGoodButLater(
        cite.order, stage.points
    )


def _can_pair_meet_with_same_upfloaters(was: BracketWithUpfloaters, two: Two) -> bool:
    stage = was.stage
    if not {*two} <= {*was.members} or not {*two} & {*stage.top}:
        return False
    return stage.can_pair_participants([member for member in was.members if member not in two])


def _find_criterion_worsened_by_upfloat(
    was: BracketWithUpfloaters, terms: UpfloaterCriteriaAndArticles, two: Two
) -> CriterionWorse | None:
    """Return the criterion that gets worse if the lower participant of a pair floats up.

    Return None if this quick check cannot tell, so that all sets of upfloaters must be compared.
    """
    stage, (higher, lower) = was.stage, two
    if higher not in stage.top or lower in was.members:
        return None
    top = [place for place in stage.top if place != higher]
    left = [place for place in stage.lower if place != lower]
    others = deficiency(permitted_pairs_graph(stage.field, top))
    if others > 1 or not _can_pair_residents_and_lower_participants(stage, top, left):
        return None
    if others + 1 > len(was.upfloaters):
        criterion = QualityCriterion.UPFLOATERS
        article = terms.cite.criteria[criterion]
        needed = (len(was.upfloaters),), (others + 1,)
        return CriterionWorse(article, stage.points, criterion, *needed)
    if others == 0 and len(was.upfloaters) == 1:
        points = [stage.field.players[place].points for place in (*was.upfloaters, lower)]
        if points[0] != points[1]:
            article = terms.cite.criteria[QualityCriterion.UPFLOATER_SCORES]
            return _build_verdict_on_upfloater_scores(article, was, points[:1], points[1:])
    return None


def _can_pair_residents_and_lower_participants(
    stage: UnpairedParticipants, top: Sequence[int], left: Sequence[int]
) -> bool:
    """Return whether the residents ``top`` and the lower participants ``left`` can all be paired.

    If the number of residents is odd, one lower participant floats up.
    """
    if len(top) % 2 == 0:
        return stage.can_pair_participants(top) and stage.can_pair_participants(left)
    seeking = stage.find_dispensable_members(top)
    return any(
        stage.may_meet_at_least_one(place, seeking)
        for place in stage.find_dispensable_members(left)
    )


def _find_criterion_worsened_by_upfloater_set(
    was: BracketWithUpfloaters,
    terms: UpfloaterCriteriaAndArticles,
    now: BestUpfloaterSet,
    then: BestUpfloaterSet,
) -> CriterionWorse | None:
    worse = find_first_worse_criterion(now, then)
    if worse is None:
        return None
    criterion, _ = worse
    article = terms.cite.criteria[criterion]
    if criterion is QualityCriterion.UPFLOATER_SCORES:
        return _build_verdict_on_upfloater_scores(
            article, was, list_upfloater_scores(now), list_upfloater_scores(then)
        )
    values, more = (dict(found.list_criterion_values())[criterion] for found in (now, then))
    return CriterionWorse(article, was.stage.points, criterion, values, more)


def _build_verdict_on_upfloater_scores(
    article: str, was: BracketWithUpfloaters, now: Sequence[int], then: Sequence[int]
) -> CriterionWorse:
    at = sorted({*now, *then}, reverse=True)
    fewer, more = (tuple(taken.count(score) for score in at) for taken in (now, then))
    criterion = QualityCriterion.UPFLOATER_SCORES
    return CriterionWorse(article, was.stage.points, criterion, fewer, more, tuple(at))


def _find_criterion_worsened_by_pairing(
    was: BracketWithUpfloaters, terms: UpfloaterCriteriaAndArticles, two: Two
) -> CriterionWorse | None:
    """Return the first criterion that gets worse if two participants meet, or None.

    The best pairing in which they meet is compared with the actual one.
    """
    charges = was.paired.charges
    rest = [member for member in charges.members if member not in two]
    # In a large bracket the classes often give the cost of the best pairing without matching.
    found = (
        pair_upper_half_with_lower_half(charges, rest) if rest else None
    ) or match_members_by_weight(charges, rest)
    assert found is not None, "the two participants can meet with these upfloaters"
    then = charges.unpack_cost_by_criterion(found.cost + charges.pair_cost(*two))
    for (criterion, more), (_, value) in zip(
        then, charges.unpack_cost_by_criterion(was.paired.cost), strict=True
    ):
        if more != value:
            article = terms.cite.criteria[criterion]
            return CriterionWorse(article, was.stage.points, criterion, (value,), (more,))
    return None
