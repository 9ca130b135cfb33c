"""A round of the Dubov system: the bye first, then the scoregroups from the top down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.systems.fide_common.byes import bye_order, find_bye_receiver
from topboard.systems.fide_dubov.subgroups import SubgroupComposition
from topboard.systems.fide_dubov.upfloaters import UpfloaterChoice

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.matching.perfect import PartnerFound
    from topboard.model import Tenths
    from topboard.systems.fide_dubov.players import DubovField
    from topboard.systems.fide_dubov.subgroups import ShiftedSubgroups


@dataclass(frozen=True, slots=True)
class DubovBracket:
    """A paired bracket, in which players are represented by their indices in the field."""

    points: Tenths
    residents: tuple[int, ...]
    upfloaters: tuple[int, ...]
    below: tuple[int, ...]
    """All players still unpaired below the bracket, including its upfloaters."""
    members: tuple[int, ...]
    """Residents and upfloaters, sorted by TPN."""
    composed: ShiftedSubgroups
    rows: tuple[PartnerFound, ...]
    """The opponents of the players in S1, as indices into ``members``."""

    @property
    def pairs(self) -> Iterator[tuple[int, int]]:
        """The pairs, each with the higher-ranked player first."""
        for row in self.rows:
            a, b = self.members[row.chooser], self.members[row.chosen]
            yield (a, b) if a < b else (b, a)


def bye_candidate_order(field: DubovField) -> list[int]:
    """Return the indices sorted by lowest score, then most games played, then largest number."""
    return bye_order(field, field.number_at_index)


def bye_receiver(field: DubovField) -> int | None:
    """Return the index of the player who gets the bye, or None if there is no bye."""
    return find_bye_receiver(field, bye_candidate_order(field))


def pair_brackets(field: DubovField, bye: int | None) -> list[DubovBracket]:
    """Pair every bracket, from the highest score down, each with the upfloaters it needs."""
    made = []
    left = [place for place in range(len(field.players)) if place != bye]
    while left:
        residents, below = split_off_top_scoregroup(field, left)
        bracket = pair_bracket(field, residents, below)
        made.append(bracket)
        gone = set(bracket.upfloaters)
        left = [place for place in below if place not in gone]
    return made


def split_off_top_scoregroup(
    field: DubovField, left: Sequence[int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the remaining players with the highest score, and all players below them."""
    points = field.players[left[0]].points
    count = next(
        (at for at, place in enumerate(left) if field.players[place].points != points), len(left)
    )
    return tuple(left[:count]), tuple(left[count:])


def pair_bracket(
    field: DubovField, residents: tuple[int, ...], below: tuple[int, ...]
) -> DubovBracket:
    """Pair the residents and the upfloaters they need across the two subgroups.

    The set of upfloaters is the smallest possible, and the first of these in order.
    """
    choice = UpfloaterChoice(field, residents, below)
    upfloaters = choice.expected_upfloaters()
    composition, composed = None, None
    if upfloaters is not None and choice.can_pair_rest_below(upfloaters):
        composition = SubgroupComposition(field, (*residents, *upfloaters))
        composed = composition.usual_composition() or composition.composition_without_inner_pairs()
    if composition is None or composed is None:
        upfloaters = choice.best_upfloaters()
        composition = SubgroupComposition(field, (*residents, *upfloaters))
        composed = composition.best_composition()
    return DubovBracket(
        points=field.players[residents[0]].points,
        residents=residents,
        upfloaters=upfloaters or (),
        below=below,
        members=tuple(composition.members),
        composed=composed,
        rows=tuple(composition.match_first_transposition(composed)),
    )
