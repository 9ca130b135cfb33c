"""The reasons why two players do not meet in a Dubov round.

They are found by pairing the bracket again with these two players forced to meet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.reasons.criteria import QualityCriterion
from topboard.reasons.objections import AsGoodButLater
from topboard.reasons.obstacles import CriterionWorse, StrandsOthers
from topboard.systems.common.meeting import certificate_with_numbers
from topboard.systems.fide_common.legality import CompletionCheck
from topboard.systems.fide_common.why_not import judge_pair
from topboard.systems.fide_dubov.players import DubovField
from topboard.systems.fide_dubov.upfloaters import UpfloaterChoice

if TYPE_CHECKING:
    from collections.abc import Iterable

    from topboard.model import Number
    from topboard.reasons.objections import Objections
    from topboard.systems.fide_common.round_pairing import RoundDecisions
    from topboard.systems.fide_common.why_not import Judged
    from topboard.systems.fide_dubov.citations import DubovCitations
    from topboard.systems.fide_dubov.rounds import DubovBracket
    from topboard.systems.fide_dubov.upfloaters import UpfloaterSetComparison


def find_objections(
    decided: RoundDecisions[DubovBracket], cite: DubovCitations, two: tuple[Number, Number]
) -> Objections:
    """Return the reasons why two players do not meet, or what would get worse if they did."""
    field = decided.field
    assert isinstance(field, DubovField)

    def judge_forced_pair(higher: int, lower: int) -> Judged:
        return ForcedPair(field, cite, higher, lower).verdict(decided.made)

    return judge_pair(decided, cite, two, judge_forced_pair)


class ForcedPair:
    """Two players who are forced to meet. The brackets above them stay as paired."""

    def __init__(self, field: DubovField, cite: DubovCitations, higher: int, lower: int) -> None:
        self.field = field
        self.cite = cite
        self.two = (higher, lower)

    def verdict(self, made: Iterable[DubovBracket]) -> Judged:
        """Return the objection to the forced pair.

        Either some players could not be paired, or a criterion would get worse, or the pairing
        would come later in the order of the rules.
        """
        was = next(one for one in made if {*self.two} & {*one.members})
        found = UpfloaterChoice(self.field, was.residents, was.below).compare_with_alternative(
            pair=self.two
        )
        if found.instead is None:
            return self._stranded_verdict(was)
        worse = found.charges.first_worse_criterion(found.best.cost, found.instead.cost)
        if worse is None:
            return AsGoodButLater(self._article_on_deciding_order(was), was.points)
        criterion, _ = worse
        if criterion is QualityCriterion.UPFLOATER_SET:
            return AsGoodButLater(self.cite.sets, was.points, rises=self._required_upfloater(was))
        return self._worsened_criterion_verdict(was, found, criterion)

    def _required_upfloater(self, was: DubovBracket) -> Number | None:
        """Return the number of the player who would have to float up to meet the other player.

        Return None if the pair requires no additional upfloater.
        """
        _, lower = self.two
        is_resident = self.two[0] in was.residents
        if is_resident and lower not in was.members:
            return self.field.number_at_index(lower)
        return None

    def _article_on_deciding_order(self, was: DubovBracket) -> str:
        """Return the article whose order rules out the pair.

        It is the order of transpositions for players in different subgroups, and otherwise the
        order of shifters.
        """
        first = {*was.composed.first}
        across = (self.two[0] in first) is not (self.two[1] in first)
        return self.cite.order if across else self.cite.shifters

    def _stranded_verdict(self, was: DubovBracket) -> StrandsOthers:
        rest = [place for place in (*was.residents, *was.below) if place not in self.two]
        certificate = CompletionCheck(self.field, None).prove_unpairable(rest)
        assert certificate is not None, "the remaining players cannot all be paired"
        proof = certificate_with_numbers(certificate, self.field.numbers_at(rest))
        return StrandsOthers(self.cite.completion, was.points, proof)

    def _worsened_criterion_verdict(
        self, was: DubovBracket, found: UpfloaterSetComparison, criterion: QualityCriterion
    ) -> CriterionWorse:
        assert found.instead is not None
        now, then = (
            found.charges.unpack_criteria(cost)[criterion]
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
            rises=self._required_upfloater(was),
        )
