"""The costs of pairs, downfloaters and unpaired players under the quality criteria.

Each criterion occupies one or more digits of an integer cost (``matching.cost``), so the best
pairing of a bracket is the cheapest one. Each edition has its own class with the same interface.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from topboard.matching.cost import PackedCriteria
from topboard.model import POINT, Colour
from topboard.reasons.criteria import QualityCriterion, Strength
from topboard.systems.fide_common.colour_preferences import (
    colour_of_higher_ranked,
    find_player_denied_preference,
    have_same_preference,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from topboard.model import Tenths
    from topboard.systems.fide_common.players import FideField, FidePlayer
    from topboard.systems.fide_dutch.brackets import Bracket

    Opened = Sequence[tuple[QualityCriterion, int, int]]


# --- colours ------------------------------------------------------------------------------------

COLOURS = (
    QualityCriterion.WIDE_DIFFERENCE,
    QualityCriterion.THIRD_COLOUR,
    QualityCriterion.PREFERENCE,
    QualityCriterion.STRONG_PREFERENCE,
)


def count_colour_faults(higher: FidePlayer, lower: FidePlayer) -> tuple[int, int, int, int]:
    """Return how many players of a pair are affected by each of four colour faults.

    The faults are a colour difference greater than two, a third consecutive game with the same
    colour, a denied preference, and a denied strong preference. The first two are counted only if
    one of the players is a topscorer.
    """
    lost = strong = 0
    if have_same_preference(higher.preference, lower.preference):
        lost, strong = (
            1,
            int(
                find_player_denied_preference(higher, lower).preference.strength is Strength.STRONG
            ),
        )
    if not (higher.topscorer or lower.topscorer):
        return 0, 0, lost, strong
    # The initial colour matters only if neither player has had a colour, so either one will do.
    colour, _ = colour_of_higher_ranked(higher, lower, Colour.WHITE)
    given = ((higher.preference, colour), (lower.preference, colour.opposite))
    wide = sum(abs(one.difference + (1 if got is Colour.WHITE else -1)) > 2 for one, got in given)
    third = sum(one.latest == (got, got) for one, got in given)
    return wide, third, lost, strong


DIFFERENCES = (
    QualityCriterion.DIFFERENCE_DOWN_LAST,
    QualityCriterion.DIFFERENCE_UP_LAST,
    QualityCriterion.DIFFERENCE_DOWN_BEFORE,
    QualityCriterion.DIFFERENCE_UP_BEFORE,
)

# --- costs ----------------------------------------------------------------------------------------


class CriteriaCosts(Protocol):
    """The costs of pairs and unpaired players in a bracket under one edition's quality criteria."""

    ledger: PackedCriteria[QualityCriterion]

    def pair_cost(self, a: int, b: int) -> int:
        """Return the cost of pairing two members. ``a`` is the higher-ranked player."""

    def downfloater_cost(self, place: int) -> int:
        """Return the cost of a member of the bracket as a downfloater."""

    def unpaired_in_next_bracket_cost(self, place: int) -> int:
        """Return the cost of a player who stays unpaired in the next bracket."""

    def bye_cost(self, place: int) -> int:
        """Return the cost of giving a player the bye."""

    def list_scores_counted_separately(self, criterion: QualityCriterion) -> tuple[Tenths, ...]:
        """Return the scores or score differences that a criterion counts separately.

        The result is empty if the criterion has only one count.
        """

    def unpack_cost_by_criterion(
        self, total: int
    ) -> list[tuple[QualityCriterion, tuple[int, ...]]]:
        """Return every criterion with its values in a total cost."""


class _CommonCriteriaCosts:
    """The costs of colour faults and repeated floats, as a base class for all editions."""

    def __init__(self, field: FideField, bracket: Bracket, opened: Opened) -> None:
        self.field = field
        self.bracket = bracket
        self.ledger: PackedCriteria[QualityCriterion] = PackedCriteria(opened, signed=True)
        self._units = {
            criterion: worth
            for (criterion, _, _), worth in zip(opened, self.ledger.worth, strict=True)
        }
        self._opened = opened
        self._values: dict[QualityCriterion, tuple[Tenths, ...]] = {}
        self._colours: dict[tuple[int, int], int] = {}
        # A criterion that the edition does not have costs nothing.
        self._colour_units = [self._units.get(criterion, (0,))[0] for criterion in COLOURS]

    def list_scores_counted_separately(self, criterion: QualityCriterion) -> tuple[Tenths, ...]:
        return self._values.get(criterion, ())

    def unpack_cost_by_criterion(
        self, total: int
    ) -> list[tuple[QualityCriterion, tuple[int, ...]]]:
        names = (criterion for criterion, _, _ in self._opened)
        return list(zip(names, self.ledger.unpack_digits(total), strict=True))

    def colour_cost(self, a: int, b: int) -> int:
        kinds = self.field.kinds[a], self.field.kinds[b]
        if kinds not in self._colours:
            faults = count_colour_faults(self.field.players[a], self.field.players[b])
            self._colours[kinds] = sum(
                fault * unit for fault, unit in zip(faults, self._colour_units, strict=True)
            )
        return self._colours[kinds]

    def cost_per_violation(
        self, criterion: QualityCriterion, values: Sequence[Tenths], value: Tenths
    ) -> int:
        """Return the cost of one violation of a criterion by a player with the score ``value``.

        ``values`` lists the scores that the criterion counts separately.
        """
        return self._units[criterion][values.index(value)]

    # --- repeated floats -------------------------------------------------------------------------

    def repeated_downfloat_cost(self, profile: FidePlayer) -> int:
        return self._repeated_float_cost(
            profile.floats.down_last, QualityCriterion.DOWNFLOAT_LAST
        ) + self._repeated_float_cost(profile.floats.down_before, QualityCriterion.DOWNFLOAT_BEFORE)

    def repeated_upfloat_cost(self, profile: FidePlayer) -> int:
        return self._repeated_float_cost(
            profile.floats.up_last, QualityCriterion.UPFLOAT_LAST
        ) + self._repeated_float_cost(profile.floats.up_before, QualityCriterion.UPFLOAT_BEFORE)

    def cost_of_difference_if_downfloat_repeated(self, profile: FidePlayer, at: int) -> int:
        """Return the cost of the score difference if the player downfloated in the last two rounds.

        ``at`` is the index of the score difference in the list of possible differences.
        """
        return self._repeated_float_cost(
            profile.floats.down_last, QualityCriterion.DIFFERENCE_DOWN_LAST, at
        ) + self._repeated_float_cost(
            profile.floats.down_before, QualityCriterion.DIFFERENCE_DOWN_BEFORE, at
        )

    def cost_of_difference_if_upfloat_repeated(self, profile: FidePlayer, at: int) -> int:
        """Return the cost of the score difference if the player upfloated in the last two rounds.

        ``at`` is the index of the score difference in the list of possible differences.
        """
        return self._repeated_float_cost(
            profile.floats.up_last, QualityCriterion.DIFFERENCE_UP_LAST, at
        ) + self._repeated_float_cost(
            profile.floats.up_before, QualityCriterion.DIFFERENCE_UP_BEFORE, at
        )

    def _repeated_float_cost(self, floated: bool, criterion: QualityCriterion, at: int = 0) -> int:
        return self._units[criterion][at] if floated else 0


def sort_distinct_descending(values: Iterable[Tenths]) -> list[Tenths]:
    """Return the distinct values in descending order."""
    return sorted(set(values), reverse=True)


class CriteriaCostsByScores(_CommonCriteriaCosts):
    """Costs based on the downfloaters from this bracket and the next one.

    Fewer downfloaters cost less, and so do downfloaters with lower scores. ``opened`` lists the
    less important criteria.
    """

    def __init__(self, field: FideField, bracket: Bracket, opened: Opened) -> None:
        profiles = field.players
        size = len(bracket.members)
        everybody = size + len(bracket.following)
        self._scores = sort_distinct_descending(profiles[p].points for p in bracket.members)
        self._scores_below = sort_distinct_descending(
            [*self._scores, *(profiles[p].points for p in bracket.following[:1])]
        )
        floaters = [
            (QualityCriterion.DOWNFLOATERS, size, 1),
            (QualityCriterion.DOWNFLOATER_SCORES, size, len(self._scores)),
            (QualityCriterion.NEXT_BRACKET, everybody, 1),
            (QualityCriterion.NEXT_BRACKET_SCORES, everybody, len(self._scores_below)),
        ]
        super().__init__(field, bracket, [*floaters, *opened])
        self._values = {
            QualityCriterion.DOWNFLOATER_SCORES: tuple(self._scores),
            QualityCriterion.NEXT_BRACKET_SCORES: tuple(self._scores_below),
        }

    def pair_cost(self, a: int, b: int) -> int:
        """Return the cost of a pair, which depends only on the players' colour histories."""
        return self.colour_cost(a, b)

    def downfloater_cost(self, place: int) -> int:
        """Return the cost of a downfloater, which increases with the player's score."""
        return self._units[QualityCriterion.DOWNFLOATERS][0] + self.cost_per_violation(
            QualityCriterion.DOWNFLOATER_SCORES, self._scores, self.field.players[place].points
        )

    def unpaired_in_next_bracket_cost(self, place: int) -> int:
        """Return the cost of a player left unpaired in the next bracket, based on their score."""
        return self._units[QualityCriterion.NEXT_BRACKET][0] + self.cost_per_violation(
            QualityCriterion.NEXT_BRACKET_SCORES,
            self._scores_below,
            self.field.players[place].points,
        )

    def bye_cost(self, _place: int) -> int:
        """Return 0, because these criteria treat the player with the bye like any downfloater."""
        return 0


class CriteriaCosts2026(CriteriaCostsByScores):
    """The costs of pairs, downfloaters and the bye in a bracket under the 2026 criteria.

    ``bye_unplayed`` is true if the bracket's only downfloater will certainly get the bye.
    """

    def __init__(
        self, field: FideField, bracket: Bracket, order: Opened = (), *, bye_unplayed: bool = False
    ) -> None:
        size = len(bracket.members)
        higher = [field.players[p].points - bracket.points for p in bracket.moved_down]
        self._gaps = sort_distinct_descending([*higher, *(gap + POINT for gap in higher)])
        gaps = len(self._gaps)
        opened = [
            (QualityCriterion.BYE_UNPLAYED, len(field.tournament.rounds), 1),
            *((criterion, size, 1) for criterion in COLOURS),
            (QualityCriterion.DOWNFLOAT_LAST, size, 1),
            (QualityCriterion.UPFLOAT_LAST, size, 1),
            (QualityCriterion.DOWNFLOAT_BEFORE, size, 1),
            (QualityCriterion.UPFLOAT_BEFORE, size, 1),
            (QualityCriterion.DIFFERENCE_DOWN_LAST, size, gaps),
            (QualityCriterion.DIFFERENCE_UP_LAST, size, gaps),
            (QualityCriterion.DIFFERENCE_DOWN_BEFORE, size, gaps),
            (QualityCriterion.DIFFERENCE_UP_BEFORE, size, gaps),
            *order,
        ]
        super().__init__(field, bracket, opened)
        self._moved_down = frozenset(bracket.moved_down)
        self._bye_unplayed = bye_unplayed
        self._values |= dict.fromkeys(DIFFERENCES, tuple(self._gaps))

    def pair_cost(self, a: int, b: int) -> int:
        """Return the cost of a pair, based on colours.

        If an MDP is paired, the cost also depends on repeated floats.
        """
        if a not in self._moved_down:
            return self.colour_cost(a, b)
        one, other = self.field.players[a], self.field.players[b]
        at = self._gaps.index(one.points - self.bracket.points)
        return (
            self.colour_cost(a, b)
            + self.repeated_upfloat_cost(other)
            + self.cost_of_difference_if_upfloat_repeated(other, at)
            + self.cost_of_difference_if_downfloat_repeated(one, at)
        )

    def downfloater_cost(self, place: int) -> int:
        """Return the cost of a downfloater, based on the player's score and repeated downfloats."""
        profile = self.field.players[place]
        cost = super().downfloater_cost(place)
        if place not in self._moved_down:
            return cost + self.repeated_downfloat_cost(profile)
        at = self._gaps.index(profile.points - self.bracket.points + POINT)
        return cost + self.cost_of_difference_if_downfloat_repeated(profile, at)

    def bye_cost(self, place: int) -> int:
        """Return the cost of giving a player the bye, based on the player's unplayed games.

        The cost is 0 if the bracket's downfloater does not get the bye.
        """
        if not self._bye_unplayed:
            return 0
        return self._units[QualityCriterion.BYE_UNPLAYED][0] * self.field.players[place].unplayed


class CriteriaCosts2017(_CommonCriteriaCosts):
    """The costs of pairs and downfloaters in a bracket under the 2017 criteria.

    ``looks_ahead`` is false if all remaining players are paired together. ``bye_below`` is true if
    the next bracket is the last one. In that bracket, an unpaired player counts three times if
    barred from the bye.
    """

    def __init__(
        self,
        field: FideField,
        bracket: Bracket,
        order: Opened = (),
        *,
        looks_ahead: bool = True,
        bye_below: bool = False,
    ) -> None:
        profiles = field.players
        size = len(bracket.members)
        everybody = 3 * (size + len(bracket.following))
        scores = sort_distinct_descending(profiles[p].points for p in bracket.members)
        self._scores = scores
        lowest = bracket.points if bracket.lowest is None else bracket.lowest
        self._lowest = lowest - POINT
        self._gaps = sort_distinct_descending(
            [
                *(one - other for one in scores for other in scores if one >= other),
                *(one - self._lowest for one in scores),
            ]
        )
        gaps = len(self._gaps)
        opened = [
            (QualityCriterion.DOWNFLOATERS, size, 1),
            (QualityCriterion.SCORE_DIFFERENCES, size, gaps),
            (QualityCriterion.NEXT_BRACKET, everybody, 1),
            (QualityCriterion.NEXT_BRACKET_SCORES, everybody, len(scores)),
            *((criterion, size, 1) for criterion in COLOURS),
            (QualityCriterion.DOWNFLOAT_LAST, size, 1),
            (QualityCriterion.UPFLOAT_LAST, size, 1),
            (QualityCriterion.DOWNFLOAT_BEFORE, size, 1),
            (QualityCriterion.UPFLOAT_BEFORE, size, 1),
            (QualityCriterion.DIFFERENCE_DOWN_LAST, size, gaps),
            (QualityCriterion.DIFFERENCE_UP_LAST, size, gaps),
            (QualityCriterion.DIFFERENCE_DOWN_BEFORE, size, gaps),
            (QualityCriterion.DIFFERENCE_UP_BEFORE, size, gaps),
            *order,
        ]
        super().__init__(field, bracket, opened)
        self._members = frozenset(bracket.members)
        self._values = {
            QualityCriterion.NEXT_BRACKET_SCORES: tuple(scores),
            QualityCriterion.SCORE_DIFFERENCES: tuple(self._gaps),
            **dict.fromkeys(DIFFERENCES, tuple(self._gaps)),
        }
        self._looks_ahead = looks_ahead
        self._bye_below = bye_below

    def pair_cost(self, a: int, b: int) -> int:
        """Return the cost of a pair, based on score difference, colours and repeated floats."""
        one, other = self.field.players[a], self.field.players[b]
        at = self._gaps.index(one.points - other.points)
        cost = self.colour_cost(a, b) + self._units[QualityCriterion.SCORE_DIFFERENCES][at]
        if one.points > other.points:
            cost += self.repeated_downfloat_cost(
                one
            ) + self.cost_of_difference_if_downfloat_repeated(one, at)
            cost += self.repeated_upfloat_cost(other) + self.cost_of_difference_if_upfloat_repeated(
                other, at
            )
        return cost

    def downfloater_cost(self, place: int) -> int:
        """Return the cost of a downfloater, based on score difference and repeated downfloats.

        The opponent's score is assumed to be one point below the lowest score in the bracket.
        """
        profile = self.field.players[place]
        at = self._gaps.index(profile.points - self._lowest)
        return (
            self._units[QualityCriterion.DOWNFLOATERS][0]
            + self._units[QualityCriterion.SCORE_DIFFERENCES][at]
            + self.repeated_downfloat_cost(profile)
            + self.cost_of_difference_if_downfloat_repeated(profile, at)
        )

    def unpaired_in_next_bracket_cost(self, place: int) -> int:
        """Return the cost of a player who stays unpaired in the next bracket.

        The cost of a downfloater from this bracket also depends on the player's score.
        """
        if not self._looks_ahead:
            return 0
        profile = self.field.players[place]
        heavy = self._bye_below and profile.barred is not None
        cost = self._units[QualityCriterion.NEXT_BRACKET][0] * (3 if heavy else 1)
        if place in self._members:
            cost += self.cost_per_violation(
                QualityCriterion.NEXT_BRACKET_SCORES, self._scores, profile.points
            )
        return cost

    def bye_cost(self, _place: int) -> int:
        """Return 0, because the player with the bye costs only as much as a downfloater."""
        return 0
