"""The pairing of all brackets of a round, from the highest score down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.systems.fide_common.byes import bye_order, find_bye_receiver
from topboard.systems.fide_common.round_pairing import RoundDecisions, refuse_unpairable_round
from topboard.systems.fide_upfloat.identifiers import first_best_pairing
from topboard.systems.fide_upfloat.upfloater_sets import PairingStage, choose_upfloaters

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.systems.fide_common.players import FideField
    from topboard.systems.fide_upfloat.identifiers import FirstBestPairing
    from topboard.systems.fide_upfloat.terms import UpfloaterTerms


@dataclass(frozen=True, slots=True)
class FilledBracket:
    """A top-scoregroup with its upfloaters and its pairs."""

    stage: PairingStage
    upfloaters: tuple[int, ...]
    paired: FirstBestPairing

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The pairs, each with the higher-ranked participant first."""
        return [(min(pair), max(pair)) for pair in self.paired.pairs]

    @property
    def members(self) -> tuple[int, ...]:
        """The residents followed by the upfloaters, in order of rank."""
        return (*self.stage.top, *self.upfloaters)


def pair_all_brackets(field: FideField, terms: UpfloaterTerms) -> RoundDecisions[FilledBracket]:
    """Allocate the bye and then pair one bracket after another until all participants are
    paired.
    """
    refuse_unpairable_round(field, terms.cite)
    bye = find_bye_receiver(field, bye_candidate_order(field))
    left = [place for place in range(len(field.players)) if place != bye]
    return RoundDecisions(field, tuple(_pair_each_bracket(field, terms, left)), bye, field.points)


def bye_candidate_order(field: FideField) -> list[int]:
    """Return participant indices by lowest score, then most matches played, then largest TPN.

    The first participant in this order who may receive the bye receives it.
    """
    return bye_order(field, field.number_at_index)


def _pair_each_bracket(
    field: FideField, terms: UpfloaterTerms, left: Sequence[int]
) -> Iterator[FilledBracket]:
    while left:
        stage = top_scoregroup(field, left)
        upfloaters = choose_upfloaters(stage, terms)
        members = (*stage.top, *upfloaters)
        yield FilledBracket(
            stage, upfloaters, first_best_pairing(field, terms, members, upfloaters)
        )
        gone = set(members)
        left = [place for place in left if place not in gone]


def top_scoregroup(field: FideField, left: Sequence[int]) -> PairingStage:
    """Return the participants still to be paired, divided into the top-scoregroup and the rest.

    The following scoregroup has the next lower score in the tournament. It is empty if all its
    participants are already paired.
    """
    highest = field.players[left[0]].points
    lower = (profile.points for profile in field.players if profile.points < highest)
    return PairingStage(field, left, max(lower, default=None))
