"""The pairing of a Burstein round after the seeding rounds: ranking, bye and brackets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass, field
from topboard.errors import BadInput, Problem
from topboard.messages import worded
from topboard.systems.common.field import extend_field
from topboard.systems.fide_burstein.brackets import BracketsRankedByOpposition
from topboard.systems.fide_burstein.index import (
    compute_opposition_indices,
    rank_by_opposition_index,
)
from topboard.systems.fide_common import round_pairing
from topboard.systems.fide_common.byes import bye_order, find_bye_receiver
from topboard.systems.fide_common.players import FideField, PairingHistory, build_field_from_history

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from topboard.model import Number, Tournament
    from topboard.systems.fide_burstein.index import OppositionIndex
    from topboard.systems.fide_common.citations import BracketCitations
    from topboard.systems.fide_common.players import Bar
    from topboard.systems.fide_dutch.brackets import PairedBracket

MOST_SEEDING_ROUNDS = 4


def compute_seeding_round_count(rounds: int) -> int:
    """Return the number of seeding rounds: half of all rounds, rounded down, but at most four."""
    return min(rounds // 2, MOST_SEEDING_ROUNDS)


def is_seeding_round(tournament: Tournament) -> bool:
    """Return whether the next round is a seeding round.

    Raise ``BadInput`` if the number of rounds is not known.
    """
    if not tournament.planned_rounds:
        what = worded(
            "the Burstein system requires a planned number of rounds, because the first half of "
            "the rounds are seeding rounds"
        )
        raise BadInput([Problem(what, remedy=worded("Enter the planned number of rounds."))])
    return tournament.round_to_pair <= compute_seeding_round_count(tournament.planned_rounds)


@dataclass(frozen=True, slots=True)
class BursteinField(FideField):
    """The players to be paired in a round, with their ranks by opposition index."""

    indices: Mapping[Number, OppositionIndex] = field(default_factory=dict)
    ranks: Mapping[Number, int] = field(default_factory=dict)

    def bye_order(self) -> list[int]:
        """Return the indices of all players in the order in which they are considered for the
        bye.
        """
        return bye_order(self, lambda place: self.ranks[self.numbers[place]])

    def build_field_without_bye_player(self, number: Number | None) -> BursteinField:
        """Return the field without the player who gets the bye, or the whole field if there is no
        bye.
        """
        return self if number is None else self.without_players(self.numbers.index(number))


def build_ranked_field(tournament: Tournament, bars: Sequence[Bar]) -> BursteinField:
    """Return the players to be paired, with their ranks by opposition index.

    In pairs fixed in advance, the higher-ranked player comes first.
    """
    history = PairingHistory(tournament)
    found = compute_opposition_indices(history)
    rank = rank_by_opposition_index(found)
    read = build_field_from_history(history, bars, topscorers=False)
    settled = tuple((a, b) if rank[a.number] < rank[b.number] else (b, a) for a, b in read.settled)
    return extend_field(read, BursteinField, settled=settled, indices=found, ranks=rank)


# --- the round ----------------------------------------------------------------------------------


def decide_pairs_and_bye(
    ranked: BursteinField, cite: BracketCitations, *, brief: bool = False
) -> round_pairing.PairsAndByeOfRound[PairedBracket]:
    """Return the bye and the pairs of a round, before colours and boards are assigned.

    The bye is given before the brackets are paired.
    """
    round_pairing.refuse_unpairable_round(ranked, cite)
    place = find_bye_receiver(ranked, ranked.bye_order())
    bye = None if place is None else ranked.numbers[place]
    paired = ranked.build_field_without_bye_player(bye)
    made = BracketsRankedByOpposition(paired, paired.ranks, brief=brief).pair_all_brackets()
    entered = None if bye is None else ranked
    return round_pairing.PairsAndByeOfRound(
        paired, made, None, ranked.points, given=bye, with_receiver=entered
    )
