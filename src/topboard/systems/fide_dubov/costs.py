"""The quality criteria of a Dubov bracket, expressed as costs of pairs and upfloaters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.matching.cost import PackedCriteria
from topboard.reasons.criteria import QualityCriterion

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.systems.fide_dubov.players import DubovField

UPFLOATS_MINDED = (
    QualityCriterion.MAXIMUM_UPFLOATERS,
    QualityCriterion.UPFLOATS_OF_MAXIMUM,
    QualityCriterion.UPFLOAT_LAST,
)
"""The criteria on previous upfloats, which do not apply in the last round of the event."""


def count_denied_colours(field: DubovField, a: int, b: int) -> int:
    """Return 1 if both players of a pair are due the same colour, else 0."""
    return int(field.due_colour_of_player(a) is field.due_colour_of_player(b))


def count_upfloat_criteria_violations(field: DubovField, place: int) -> tuple[int, int, int]:
    """Return the amounts that an upfloater adds to the criteria C8, C9 and C10.

    The first value is 1 for a maximum upfloater. The second is a maximum upfloater's number of
    upfloats. The third is 1 for a player who was upfloated in the previous round. In all other
    cases, and in the last round of the event, the values are 0.
    """
    if field.is_last_round:
        return 0, 0, 0
    times = len(field.upfloats[place]) if field.is_maximum_upfloater(place) else 0
    return (
        int(field.is_maximum_upfloater(place)),
        times,
        int(field.was_upfloated_last_round(place)),
    )


class BracketCosts:
    """The costs of pairs and upfloaters in a bracket, with all quality criteria packed in one
    integer.

    ``candidates`` are the lower players who may become upfloaters, in order. If two sets are equal
    under all criteria, the one with the earlier candidates is cheaper.
    """

    def __init__(self, field: DubovField, residents: Sequence[int], candidates: Sequence[int]):
        self.field = field
        most = len(residents)
        scores = sorted({field.players[place].points for place in candidates})
        self.scores = tuple(scores)
        rounds = len(field.tournament.rounds)
        self._criteria = [
            (QualityCriterion.UPFLOATERS, most, 1),
            (QualityCriterion.UPFLOATER_SCORES, most, len(scores)),
            (QualityCriterion.PREFERENCE, most, 1),
            (QualityCriterion.MAXIMUM_UPFLOATERS, most, 1),
            (QualityCriterion.UPFLOATS_OF_MAXIMUM, most * rounds, 1),
            (QualityCriterion.UPFLOAT_LAST, most, 1),
            (QualityCriterion.UPFLOATER_SET, 1, len(candidates)),
        ]
        self.ledger = PackedCriteria(self._criteria, signed=True)
        worth = dict(zip((name for name, _, _ in self._criteria), self.ledger.worth, strict=True))
        (self._one,) = worth[QualityCriterion.UPFLOATERS]
        self._of_score = dict(zip(scores, worth[QualityCriterion.UPFLOATER_SCORES], strict=True))
        (self.denied,) = worth[QualityCriterion.PREFERENCE]
        self._again = [worth[criterion][0] for criterion in UPFLOATS_MINDED]
        first = worth[QualityCriterion.UPFLOATER_SET]
        self.upfloaters = {
            place: self.upfloater_cost(place, first[at]) for at, place in enumerate(candidates)
        }

    def pair_cost(self, a: int, b: int) -> int:
        """Return the cost of a pair of two residents, or of a resident and an upfloater."""
        cost = self.denied * count_denied_colours(self.field, a, b)
        return cost + self.upfloaters.get(a, 0) + self.upfloaters.get(b, 0)

    def upfloater_cost(self, place: int, first: int) -> int:
        """Return the cost of an upfloater, based on the player's score and previous upfloats.

        ``first`` is subtracted, which makes earlier candidates cheaper.
        """
        again = zip(self._again, count_upfloat_criteria_violations(self.field, place), strict=True)
        return (
            self._one
            + self._of_score[self.field.players[place].points]
            + sum(unit * times for unit, times in again)
            - first
        )

    def unpack_cost_by_criterion(self, total: int) -> dict[QualityCriterion, tuple[int, ...]]:
        """Return the values of each criterion in a total cost."""
        names = (name for name, _, _ in self._criteria)
        return dict(zip(names, self.ledger.unpack_digits(total), strict=True))

    def find_first_worse_criterion(
        self, best: int, instead: int
    ) -> tuple[QualityCriterion, int] | None:
        """Return the first criterion in which a set is worse than the best set, and by how much.

        Both sets are given by their costs. Return None if they are equal in all criteria.
        """
        criterion = self.ledger.first_differing_criterion(best, instead)
        if criterion is None:
            return None
        before, after = (
            self.unpack_cost_by_criterion(best)[criterion],
            self.unpack_cost_by_criterion(instead)[criterion],
        )
        return criterion, max(sum(after) - sum(before), 1)
