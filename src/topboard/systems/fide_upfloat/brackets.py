"""The pairing of all brackets of a round, from the highest score down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.systems.fide_common.byes import bye_order, find_bye_receiver
from topboard.systems.fide_common.round_pairing import PairsAndByeOfRound, refuse_unpairable_round
from topboard.systems.fide_upfloat.identifiers import find_best_pairing
from topboard.systems.fide_upfloat.upfloater_sets import UnpairedParticipants, choose_upfloaters

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.systems.fide_common.players import FideField
    from topboard.systems.fide_upfloat.identifiers import FirstBestPairing
    from topboard.systems.fide_upfloat.terms import UpfloaterCriteriaAndArticles


@dataclass(frozen=True, slots=True)
class BracketWithUpfloaters:
    """A top-scoregroup with its upfloaters and its pairing."""

    stage: UnpairedParticipants
    upfloaters: tuple[int, ...]
    paired: FirstBestPairing

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The pairs, each with the higher-ranked participant first."""
        return [(min(pair), max(pair)) for pair in self.paired.pairs]

    @property
    def members(self) -> tuple[int, ...]:
        """The indices of the residents and then of the upfloaters, both in order of rank."""
        return (*self.stage.top, *self.upfloaters)


def pair_all_brackets(
    field: FideField, terms: UpfloaterCriteriaAndArticles
) -> PairsAndByeOfRound[BracketWithUpfloaters]:
    """Allocate the bye and pair all brackets, from the highest score down."""
    refuse_unpairable_round(field, terms.cite)
    bye = find_bye_receiver(field, sort_bye_candidates(field))
    left = [place for place in range(len(field.players)) if place != bye]
    return PairsAndByeOfRound(
        field, tuple(_pair_brackets_from_top(field, terms, left)), bye, field.points
    )


def sort_bye_candidates(field: FideField) -> list[int]:
    """Return the participants' indices in the order in which they are considered for the bye.

    They are sorted by lowest score, then most matches played, then largest TPN.
    """
    return bye_order(field, field.number_at_index)


def _pair_brackets_from_top(
    field: FideField, terms: UpfloaterCriteriaAndArticles, left: Sequence[int]
) -> Iterator[BracketWithUpfloaters]:
    while left:
        stage = divide_unpaired_participants(field, left)
        upfloaters = choose_upfloaters(stage, terms)
        members = (*stage.top, *upfloaters)
        yield BracketWithUpfloaters(
            stage, upfloaters, find_best_pairing(field, terms, members, upfloaters)
        )
        gone = set(members)
        left = [place for place in left if place not in gone]


def divide_unpaired_participants(field: FideField, left: Sequence[int]) -> UnpairedParticipants:
    """Return the unpaired participants, divided into the top-scoregroup and the others.

    The following scoregroup is the one with the next lower score in the tournament. It is empty if
    all its participants are already paired.
    """
    highest = field.players[left[0]].points
    lower = (profile.points for profile in field.players if profile.points < highest)
    return UnpairedParticipants(field, left, max(lower, default=None))
