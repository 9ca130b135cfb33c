"""The reasons why two players do not meet in a Dubov round.

They are found by forcing the two players to meet and pairing the bracket again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.reasons.criteria import QualityCriterion
from topboard.reasons.objections import PairingAsGoodButLater
from topboard.reasons.obstacles import CriterionWorse, LeavesOthersUnpairable
from topboard.systems.common.meeting import convert_certificate_to_numbers
from topboard.systems.fide_common.legality import RestPairabilityCheck
from topboard.systems.fide_common.why_not import find_objections_or_compare_forced_pair
from topboard.systems.fide_dubov.players import DubovField
from topboard.systems.fide_dubov.upfloaters import UpfloaterChoice

if TYPE_CHECKING:
    from collections.abc import Iterable

    from topboard.model import Number
    from topboard.reasons.objections import Objections
    from topboard.systems.fide_common.round_pairing import PairsAndByeOfRound
    from topboard.systems.fide_common.why_not import Judged
    from topboard.systems.fide_dubov.citations import DubovCitations
    from topboard.systems.fide_dubov.rounds import DubovBracket
    from topboard.systems.fide_dubov.upfloaters import UpfloaterSetComparison


def find_objections(
    decided: PairsAndByeOfRound[DubovBracket], cite: DubovCitations, two: tuple[Number, Number]
) -> Objections:
    """Return the reasons why two players do not meet, or the criterion that would get worse if they
    did.
    """
    field = decided.field
    assert isinstance(field, DubovField)

    def explain_forced_pair(higher: int, lower: int) -> Judged:
        return ForcedPairComparison(field, cite, higher, lower).verdict(decided.made)

    return find_objections_or_compare_forced_pair(decided, cite, two, explain_forced_pair)


class ForcedPairComparison:
    """Two players who are forced to meet, while the brackets above theirs stay unchanged."""

    def __init__(self, field: DubovField, cite: DubovCitations, higher: int, lower: int) -> None:
        self.field = field
        self.cite = cite
        self.two = (higher, lower)

    def verdict(self, made: Iterable[DubovBracket]) -> Judged:
        """Return the consequence of forcing the two players to meet.

        Either some other players cannot be paired, or a criterion gets worse, or the pairing is as
        good but comes later in the order of the rules.
        """
        was = next(one for one in made if {*self.two} & {*one.members})
        found = UpfloaterChoice(self.field, was.residents, was.below).compare_best_upfloater_sets(
            pair=self.two
        )
        if found.instead is None:
            return self._build_verdict_if_others_unpairable(was)
        worse = found.charges.find_first_worse_criterion(found.best.cost, found.instead.cost)
        if worse is None:
            return PairingAsGoodButLater(self._find_article_on_order_of_pairings(was), was.points)
        criterion, _ = worse
        if criterion is QualityCriterion.UPFLOATER_SET:
            return PairingAsGoodButLater(
                self.cite.sets, was.points, rises=self._find_required_upfloater(was)
            )
        return self._build_verdict_if_criterion_worse(was, found, criterion)

    def _find_required_upfloater(self, was: DubovBracket) -> Number | None:
        """Return the TPN of the lower player if that player must float up for the pair, else
        None.
        """
        _, lower = self.two
        is_resident = self.two[0] in was.residents
        if is_resident and lower not in was.members:
            return self.field.number_at_index(lower)
        return None

    def _find_article_on_order_of_pairings(self, was: DubovBracket) -> str:
        first = {*was.composed.first}
        across = (self.two[0] in first) is not (self.two[1] in first)
        return self.cite.order if across else self.cite.shifters

    def _build_verdict_if_others_unpairable(self, was: DubovBracket) -> LeavesOthersUnpairable:
        rest = [place for place in (*was.residents, *was.below) if place not in self.two]
        certificate = RestPairabilityCheck(self.field, None).prove_unpairable(rest)
        assert certificate is not None, "the remaining players cannot all be paired"
        proof = convert_certificate_to_numbers(certificate, self.field.numbers_at(rest))
        return LeavesOthersUnpairable(self.cite.completion, was.points, proof)

    def _build_verdict_if_criterion_worse(
        self, was: DubovBracket, found: UpfloaterSetComparison, criterion: QualityCriterion
    ) -> CriterionWorse:
        assert found.instead is not None
        now, then = (
            found.charges.unpack_cost_by_criterion(cost)[criterion]
            for cost in (found.best.cost, found.instead.cost)
        )
        scores = criterion is QualityCriterion.UPFLOATER_SCORES
        return CriterionWorse(
            article=self.cite.criteria[criterion],
            points=was.points,
            criterion=criterion,
            # The packed cost lists the lowest score first.
            now=now[::-1],
            then=then[::-1],
            at=found.charges.scores[::-1] if scores else (),
            rises=self._find_required_upfloater(was),
        )
