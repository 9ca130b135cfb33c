"""The brackets of a round, from the highest score down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.systems.fide_common.byes import bye_order, receiver_of_bye
from topboard.systems.fide_common.round_pairing import Decided, refuse_incomplete
from topboard.systems.fide_upfloat.identifiers import first_of_best
from topboard.systems.fide_upfloat.upfloater_sets import Stage, upfloaters_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.systems.fide_common.players import FideField
    from topboard.systems.fide_upfloat.identifiers import Identified
    from topboard.systems.fide_upfloat.terms import UpfloaterTerms


@dataclass(frozen=True, slots=True)
class FilledBracket:
    """A top-scoregroup with its upfloaters, after pairing."""

    stage: Stage
    upfloaters: tuple[int, ...]
    paired: Identified

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The pairs, each with the higher-ranked participant first."""
        return [(min(pair), max(pair)) for pair in self.paired.pairs]

    @property
    def members(self) -> tuple[int, ...]:
        """The residents and the upfloaters, in order of rank."""
        return (*self.stage.top, *self.upfloaters)


def fill_brackets(field: FideField, terms: UpfloaterTerms) -> Decided[FilledBracket]:
    """Give the bye and then pair bracket after bracket until all participants are paired."""
    refuse_incomplete(field, terms.cite)
    bye = receiver_of_bye(field, order_of_bye(field))
    left = [place for place in range(len(field.players)) if place != bye]
    return Decided(field, tuple(_brackets(field, terms, left)), bye, field.points)


def order_of_bye(field: FideField) -> list[int]:
    """Return the indices sorted by lowest score, then most matches played, then largest number."""
    return bye_order(field, field.number)


def _brackets(
    field: FideField, terms: UpfloaterTerms, left: Sequence[int]
) -> Iterator[FilledBracket]:
    while left:
        stage = top_scoregroup(field, left)
        upfloaters = upfloaters_of(stage, terms)
        members = (*stage.top, *upfloaters)
        yield FilledBracket(stage, upfloaters, first_of_best(field, terms, members, upfloaters))
        gone = set(members)
        left = [place for place in left if place not in gone]


def top_scoregroup(field: FideField, left: Sequence[int]) -> Stage:
    """Return the stage with the highest score still to be paired, and the next lower score.

    The lower score is the next one in the round, even if its participants are already paired.
    """
    highest = field.players[left[0]].points
    lower = (profile.points for profile in field.players if profile.points < highest)
    return Stage(field, left, max(lower, default=None))
