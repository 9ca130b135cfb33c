"""Proofs of how different downfloaters would affect the brackets below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.matching.perfect import (
    PerfectMatching,
    add_exit_vertices,
    bit_indices,
    bitset,
    deficiency,
)
from topboard.reasons.criteria import QualityCriterion
from topboard.reasons.obstacles import HarmsLowerBrackets
from topboard.systems.common.meeting import convert_certificate_to_numbers
from topboard.systems.fide_common.legality import permitted_pairs_graph

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.matching.perfect import Certificate
    from topboard.reasons.obstacles import LeavesUnpairable
    from topboard.systems.fide_common.citations import BracketCitations
    from topboard.systems.fide_common.players import FideField
    from topboard.systems.fide_dutch.brackets import PairedBracket

MAX_SEARCHED_SIZE = 12
"""The largest size of the next bracket for which all possible opponents of a downfloater are
tried.
"""


class LowerBrackets:
    """The brackets below a paired bracket.

    They are used to prove what a different downfloater would cause there.
    """

    def __init__(self, field: FideField, paired: PairedBracket, cite: BracketCitations) -> None:
        self.field = field
        self.paired = paired
        self.bracket = paired.bracket
        self.completion = paired.completion
        self.cite = cite

    # --- why more players stay unpaired -----------------------------------------------------------

    def prove_more_players_stay_unpaired(
        self, count: int, graph: Sequence[int], places: Sequence[int]
    ) -> LeavesUnpairable | None:
        """Return a proof that more than ``count`` players must stay unpaired, or None.

        ``graph`` contains the permitted pairs of the players in ``places``.
        """
        if deficiency(graph) <= count:
            return None
        exits = add_exit_vertices(graph, bitset(range(len(places))), count)
        return self._build_proof_from_certificate(PerfectMatching(exits).certificate, places)

    def prove_more_downfloaters_needed(self, count: int) -> LeavesUnpairable | None:
        """Return a proof that the players below need more than ``count`` downfloaters.

        Return None if permitted pairs alone do not prove it.
        """
        below = range(self.bracket.end_index, len(self.field.players))
        # If their number is odd, one of these players may have the bye.
        bye = len(below) + count & 1
        return self.prove_more_players_stay_unpaired(
            count + bye, permitted_pairs_graph(self.field, below), below
        )

    # --- an impossible pair ----------------------------------------------------------------------

    def prove_pair_leaves_others_unpairable(self, a: int, b: int) -> LeavesUnpairable:
        """Return a proof that other players could not be paired if two members met each other."""
        below = range(self.bracket.end_index, len(self.field.players))
        return self._prove_unpairable(
            [p for p in (*self.bracket.members, *below) if p not in (a, b)]
        )

    # --- a different downfloater ----------------------------------------------------------------

    def find_obstacle_to_downfloater(self, place: int, instead: int) -> HarmsLowerBrackets | None:
        """Return the harm to lower brackets if ``instead`` floated down instead of ``place``.

        Either some players could not be paired at all, or fewer could be paired in the next
        bracket. Return None if neither is proved.
        """
        left = [instead if one == place else one for one in self.paired.left]
        first = self.bracket.end_index
        if self.completion is not None and not self.completion.can_pair_rest_of_field(first, left):
            rest = [*left, *range(first, len(self.field.players))]
            return HarmsLowerBrackets(self.cite.completion, self._prove_unpairable(rest))
        article = self.cite.criteria[QualityCriterion.NEXT_BRACKET]
        if self._does_next_bracket_decide_downfloater(place, instead):
            near = [*left, *self.bracket.following]
            proof = self.prove_more_players_stay_unpaired(
                self._count_unpaired_in_next_bracket, permitted_pairs_graph(self.field, near), near
            )
            if proof is not None:
                return HarmsLowerBrackets(article, proof, in_next_bracket=True)
            if (found := self._prove_downfloater_leaves_player_unpairable(instead)) is not None:
                return found
        return HarmsLowerBrackets(article) if instead in self.paired.worse_below else None

    def _does_next_bracket_decide_downfloater(self, place: int, instead: int) -> bool:
        """Return whether the next bracket can decide between two possible downfloaters.

        Their scores must be equal, and the next bracket must not be the last one.
        """
        profiles, bracket = self.field.players, self.bracket
        return (
            profiles[place].points == profiles[instead].points
            and bool(bracket.following)
            and bracket.below < len(profiles)
        )

    @property
    def _count_unpaired_in_next_bracket(self) -> int:
        """The number of players who stay unpaired in the next bracket, including downfloaters."""
        weighed = self.paired.weighed
        if weighed is not None and weighed.looks_below and self.completion is not None:
            values = dict(self.paired.weights.unpack_cost_by_criterion(weighed.cost))
            return sum(values[QualityCriterion.NEXT_BRACKET])
        return deficiency(
            permitted_pairs_graph(self.field, [*self.paired.left, *self.bracket.following])
        )

    def _prove_downfloater_leaves_player_unpairable(
        self, instead: int
    ) -> HarmsLowerBrackets | None:
        """Return the obstacle that a different downfloater would leave a player unpairable, or
        None.

        With any opponent of that downfloater, one player of the next bracket would stay unpaired
        there, and no lower bracket could pair that player.
        """
        completion, following = self.completion, self.bracket.following
        if completion is None or len(self.paired.left) > 1 or len(following) > MAX_SEARCHED_SIZE:
            return None
        if self._count_unpaired_in_next_bracket != 1:
            return None
        ways = list(self._find_pairings_with_one_unpaired(instead))
        if any(completion.can_pair_rest_of_field(self.bracket.below, [lost]) for _, lost in ways):
            return None
        if len(ways) != 1:
            return HarmsLowerBrackets(self.cite.criteria[QualityCriterion.NEXT_BRACKET])
        ((met, lost),) = ways
        rest = [lost, *range(self.bracket.below, len(self.field.players))]
        return HarmsLowerBrackets(
            self.cite.completion, self._prove_unpairable(rest), self.field.number_at_index(met)
        )

    def _find_pairings_with_one_unpaired(self, floater: int) -> Iterator[tuple[int, int]]:
        """Yield the pairings of a downfloater after which exactly one player of the next bracket is
        unpaired.

        Each pairing is given by the indices of the downfloater's opponent and of the unpaired
        player.
        """
        following = self.bracket.following
        graph = permitted_pairs_graph(self.field, [floater, *following])
        others = (1 << len(graph)) - 2
        for met in bit_indices(graph[0]):
            for lost in bit_indices(others & ~(1 << met)):
                if deficiency(graph, others & ~(1 << met) & ~(1 << lost)) == 0:
                    yield following[met - 1], following[lost - 1]

    # --- proofs ---------------------------------------------------------------------------------

    def _prove_unpairable(self, places: Sequence[int]) -> LeavesUnpairable:
        assert self.completion is not None, "all players below must be pairable"
        return self._build_proof_from_certificate(self.completion.prove_unpairable(places), places)

    def _build_proof_from_certificate(
        self, certificate: Certificate | None, places: Sequence[int]
    ) -> LeavesUnpairable:
        assert certificate is not None, "these players cannot all be paired"
        return convert_certificate_to_numbers(certificate, self.field.numbers_at(places))
