"""The pairing of the brackets in a Burstein round after the seeding rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.reasons.criteria import QualityCriterion
from topboard.systems.fide_burstein.index import sort_players_by_rank
from topboard.systems.fide_dutch.brackets import PairedBracket
from topboard.systems.fide_dutch.criteria import CriteriaCostsByScores
from topboard.systems.fide_dutch.opponent_order import (
    find_first_pairing_by_numbers,
    find_first_pairing_by_weight,
)
from topboard.systems.fide_dutch.text_of_2026 import BracketsOf2026

if TYPE_CHECKING:
    from collections.abc import Mapping

    from topboard.model import Number
    from topboard.systems.fide_common.players import FideField
    from topboard.systems.fide_dutch.brackets import Bracket
    from topboard.systems.fide_dutch.criteria import CriteriaCosts, Opened
    from topboard.systems.fide_dutch.weighted_pairing import PlayersMatchedTogether


class BracketsRankedByOpposition(BracketsOf2026):
    """The brackets of a round whose members are ranked by opposition index.

    The bye has already been given. The criteria on floaters and lower brackets are those of the
    Dutch system. All other criteria and the order of pairings are those of the Burstein system.
    """

    def __init__(
        self, field: FideField, ranks: Mapping[Number, int], *, brief: bool = False
    ) -> None:
        super().__init__(field, None, brief=brief)
        self.ranks = ranks

    def rank_members(self, bracket: Bracket) -> list[int]:
        """Return the members of a bracket in ranking order, with MDPs and residents ranked
        together.
        """
        return sort_players_by_rank(self.field, self.ranks, bracket.members)

    def build_criteria_costs(
        self, bracket: Bracket, order: Opened = (), *, bye: bool = False
    ) -> CriteriaCosts:
        """Return the costs of pairs and floaters in a bracket under the Burstein criteria."""
        assert not bye, "the bye is given before the brackets are paired"
        colours = (QualityCriterion.PREFERENCE, len(bracket.members), 1)
        return CriteriaCostsByScores(self.field, bracket, [colours, *order])

    def find_pairing_by_equivalence_classes(
        self, bracket: Bracket, weights: CriteriaCosts, leavers: frozenset[int] | None
    ) -> PairedBracket | None:
        """Return the first of the best pairings, found by grouping the players into equivalence
        classes.

        Return None if no pairing reaches the lower bound for the cost.
        """
        ranked = self.rank_members(bracket)
        best = find_first_pairing_by_numbers(self.field, bracket, weights, leavers, ranked)
        if best is None:
            return None
        return PairedBracket(bracket, (), tuple(best.pairs()), best.left, weights, by_classes=best)

    def find_pairing_by_weight(
        self, bracket: Bracket, scope: PlayersMatchedTogether, *, bye: bool = False
    ) -> PairedBracket | None:
        """Return the first of the best pairings, found by weighted matching.

        Return None if the players in ``scope`` cannot all be paired.
        """
        ranked = self.rank_members(bracket)
        found = find_first_pairing_by_weight(
            self.field,
            bracket,
            scope,
            lambda order: self.build_criteria_costs(bracket, order, bye=bye),
            ranked,
        )
        if found is None:
            return None
        pairs = []
        left = set(bracket.members)
        for place in ranked:
            if place in left and (mate := found.mates[place]) in left:
                pairs.append((place, mate))
                left -= {place, mate}
        return PairedBracket(
            bracket, (), tuple(pairs), tuple(sorted(left)), found.weights, weighed=found
        )
