"""The reasons why two participants do not meet in a system with upfloaters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.matching.perfect import deficiency
from topboard.reasons.criteria import QualityCriterion
from topboard.reasons.objections import AsGoodButLater
from topboard.reasons.obstacles import CriterionWorse, StrandsOthers
from topboard.systems.fide_common.legality import permitted_pairs_graph
from topboard.systems.fide_common.why_not import judge_pair
from topboard.systems.fide_upfloat.bracket_reasons import (
    explain_unpairable,
    first_worse_criterion,
    upfloater_scores,
)
from topboard.systems.fide_upfloat.identifiers import (
    first_best_pairing_by_weight,
    pair_half_against_half,
)
from topboard.systems.fide_upfloat.upfloater_sets import best_upfloater_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.model import Number
    from topboard.reasons.objections import Objections
    from topboard.systems.fide_common.round_pairing import RoundDecisions
    from topboard.systems.fide_common.why_not import Judged
    from topboard.systems.fide_upfloat.brackets import FilledBracket
    from topboard.systems.fide_upfloat.terms import UpfloaterTerms
    from topboard.systems.fide_upfloat.upfloater_sets import BestUpfloaterSet, PairingStage

    Two = tuple[int, int]


def find_objections(
    decided: RoundDecisions[FilledBracket], terms: UpfloaterTerms, two: tuple[Number, Number]
) -> Objections:
    """Return the reasons why two participants do not meet.

    If they may meet at all, the reasons compare their bracket with the best one in which they do.
    """

    def judge_meeting(higher: int, lower: int) -> Judged:
        parting = next(b for b in decided.made if higher in b.members or lower in b.members)
        return _judge_forced_pair(parting, terms, (higher, lower))

    return judge_pair(decided, terms.cite, two, judge_meeting)


def _judge_forced_pair(was: FilledBracket, terms: UpfloaterTerms, two: Two) -> Judged:
    """Return the objection to a forced pair.

    The upfloaters of the bracket with and without the pair are compared first, then the pairings.
    """
    stage, cite = was.stage, terms.cite
    if _can_meet_with_same_upfloaters(was, two):
        return _criterion_worse_for_pairing(was, terms, two) or AsGoodButLater(
            cite.order, stage.points
        )
    if (worse := _criterion_worse_for_upfloaters(was, terms, two)) is not None:
        return worse
    now, then = best_upfloater_set(stage, terms), best_upfloater_set(stage, terms, pair=two)
    assert now is not None, "the bracket was paired with a set of upfloaters"
    if then is None:
        rest = [place for place in (*stage.top, *stage.lower) if place not in two]
        proof = explain_unpairable(stage, rest, 0)
        assert proof is not None, "the others cannot all be paired"
        return StrandsOthers(cite.completion, stage.points, proof)
    if (worse := _criterion_worse_for_best_set(was, terms, now, then)) is not None:
        return worse
    if then.upfloaters != now.upfloaters:
        return AsGoodButLater(cite.sets, stage.points)
    if not {*two} <= {*was.members}:
        return AsGoodButLater(cite.sets, stage.points)
    return _criterion_worse_for_pairing(was, terms, two) or AsGoodButLater(cite.order, stage.points)


def _can_meet_with_same_upfloaters(was: FilledBracket, two: Two) -> bool:
    """Return whether two members of a bracket can meet without a change of upfloaters."""
    stage = was.stage
    if not {*two} <= {*was.members} or not {*two} & {*stage.top}:
        return False
    return stage.can_be_paired([member for member in was.members if member not in two])


def _criterion_worse_for_upfloaters(
    was: FilledBracket, terms: UpfloaterTerms, two: Two
) -> CriterionWorse | None:
    """Return the criterion that gets worse if the lower of two participants floats up to meet the
    other.

    Return None if this quick check cannot decide, so that all sets of upfloaters must be compared.
    """
    stage, (higher, lower) = was.stage, two
    if higher not in stage.top or lower in was.members:
        return None
    top = [place for place in stage.top if place != higher]
    left = [place for place in stage.lower if place != lower]
    others = deficiency(permitted_pairs_graph(stage.field, top))
    if others > 1 or not _can_pair_group_and_rest(stage, top, left):
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
            return _upfloater_scores_worse(article, was, points[:1], points[1:])
    return None


def _can_pair_group_and_rest(stage: PairingStage, top: Sequence[int], left: Sequence[int]) -> bool:
    """Return whether the residents ``top`` and the lower participants ``left`` can all be paired.

    If the number of residents is odd, one participant floats up.
    """
    if len(top) % 2 == 0:
        return stage.can_be_paired(top) and stage.can_be_paired(left)
    seeking = stage.dispensable_members(top)
    return any(
        stage.may_meet_at_least_one(place, seeking) for place in stage.dispensable_members(left)
    )


def _criterion_worse_for_best_set(
    was: FilledBracket, terms: UpfloaterTerms, now: BestUpfloaterSet, then: BestUpfloaterSet
) -> CriterionWorse | None:
    """Return the first criterion in which set ``then`` is worse than set ``now``, or None."""
    worse = first_worse_criterion(now, then)
    if worse is None:
        return None
    criterion, _ = worse
    article = terms.cite.criteria[criterion]
    if criterion is QualityCriterion.UPFLOATER_SCORES:
        return _upfloater_scores_worse(article, was, upfloater_scores(now), upfloater_scores(then))
    values, more = (dict(found.criterion_values())[criterion] for found in (now, then))
    return CriterionWorse(article, was.stage.points, criterion, values, more)


def _upfloater_scores_worse(
    article: str, was: FilledBracket, now: Sequence[int], then: Sequence[int]
) -> CriterionWorse:
    at = sorted({*now, *then}, reverse=True)
    fewer, more = (tuple(taken.count(score) for score in at) for taken in (now, then))
    criterion = QualityCriterion.UPFLOATER_SCORES
    return CriterionWorse(article, was.stage.points, criterion, fewer, more, tuple(at))


def _criterion_worse_for_pairing(
    was: FilledBracket, terms: UpfloaterTerms, two: Two
) -> CriterionWorse | None:
    """Return the first criterion that gets worse in the best pairing in which two participants
    meet.

    Return None if no criterion gets worse.
    """
    charges = was.paired.charges
    rest = [member for member in charges.members if member not in two]
    # In a large bracket the classes often give the cost of the best pairing without matching.
    found = (
        pair_half_against_half(charges, rest) if rest else None
    ) or first_best_pairing_by_weight(charges, rest)
    assert found is not None, "the two participants can meet with these upfloaters"
    then = charges.unpack_criteria(found.cost + charges.pair_cost(*two))
    for (criterion, more), (_, value) in zip(
        then, charges.unpack_criteria(was.paired.cost), strict=True
    ):
        if more != value:
            article = terms.cite.criteria[criterion]
            return CriterionWorse(article, was.stage.points, criterion, (value,), (more,))
    return None
