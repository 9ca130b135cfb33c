"""The pairing of a Dubov round: the pairing-allocated bye, then the brackets from the top down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.systems.fide_common.byes import bye_order, find_bye_receiver
from topboard.systems.fide_dubov.subgroups import SubgroupComposer
from topboard.systems.fide_dubov.upfloaters import UpfloaterChoice

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.matching.perfect import PartnerChoice
    from topboard.model import Tenths
    from topboard.systems.fide_dubov.players import DubovField
    from topboard.systems.fide_dubov.subgroups import ShiftedSubgroups


@dataclass(frozen=True, slots=True)
class DubovBracket:
    """A paired bracket. Players are represented by their indices in the field."""

    points: Tenths
    residents: tuple[int, ...]
    upfloaters: tuple[int, ...]
    below: tuple[int, ...]
    """All unpaired players with a lower score than the residents, including the upfloaters."""
    members: tuple[int, ...]
    """The residents and the upfloaters, sorted by TPN."""
    composed: ShiftedSubgroups
    rows: tuple[PartnerChoice, ...]
    """The opponent of each player in S1. Both players are indices into ``members``."""

    @property
    def pairs(self) -> Iterator[tuple[int, int]]:
        """The pairs, each with the higher-ranked player first."""
        for row in self.rows:
            a, b = self.members[row.chooser], self.members[row.chosen]
            yield (a, b) if a < b else (b, a)


def sort_bye_candidates(field: DubovField) -> list[int]:
    """Return the players' indices in the order in which they are considered for the bye.

    They are sorted by lowest score, then most games played, then largest TPN.
    """
    return bye_order(field, field.number_at_index)


def choose_bye_receiver(field: DubovField) -> int | None:
    """Return the index of the player who gets the bye, or None if the number of players is even."""
    return find_bye_receiver(field, sort_bye_candidates(field))


def pair_brackets(field: DubovField, bye: int | None) -> list[DubovBracket]:
    """Return all brackets with their pairs and upfloaters, from the highest score down.

    The player at index ``bye`` is left out.
    """
    made = []
    left = [place for place in range(len(field.players)) if place != bye]
    while left:
        residents, below = split_into_top_scoregroup_and_rest(field, left)
        bracket = pair_bracket(field, residents, below)
        made.append(bracket)
        gone = set(bracket.upfloaters)
        left = [place for place in below if place not in gone]
    return made


def split_into_top_scoregroup_and_rest(
    field: DubovField, left: Sequence[int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the unpaired players with the highest score, followed by all other unpaired
    players.
    """
    points = field.players[left[0]].points
    count = next(
        (at for at, place in enumerate(left) if field.players[place].points != points), len(left)
    )
    return tuple(left[:count]), tuple(left[count:])


def pair_bracket(
    field: DubovField, residents: tuple[int, ...], below: tuple[int, ...]
) -> DubovBracket:
    """Return the pairing of a scoregroup's residents and the upfloaters they need.

    As few upfloaters as possible are used, and the best set of that size is chosen. Every pair has
    one player from each of the two subgroups.
    """
    choice = UpfloaterChoice(field, residents, below)
    upfloaters = choice.find_expected_upfloaters()
    composition, composed = None, None
    if upfloaters is not None and choice.can_pair_players_left_below(upfloaters):
        composition = SubgroupComposer(field, (*residents, *upfloaters))
        composed = (
            composition.compose_subgroups_with_first_shifters()
            or composition.compose_without_pairs_in_smaller_subgroup()
        )
    if composition is None or composed is None:
        upfloaters = choice.find_best_upfloaters()
        composition = SubgroupComposer(field, (*residents, *upfloaters))
        composed = composition.find_best_composition()
    return DubovBracket(
        points=field.players[residents[0]].points,
        residents=residents,
        upfloaters=upfloaters or (),
        below=below,
        members=tuple(composition.members),
        composed=composed,
        rows=tuple(composition.generate_pairs_of_first_transposition(composed)),
    )
