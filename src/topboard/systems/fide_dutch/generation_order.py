"""The order in which the Dutch rules generate the pairings of a bracket, as digits of a cost.

Bracket sequence numbers (BSN) are counted from 0 in this module. A set of pairs occurs first in the
pairing in which the S1 player of every pair has the smaller BSN. The pairs therefore determine how
many players are exchanged, the sum of their BSNs, and which players leave and enter S1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from topboard.reasons.criteria import QualityCriterion

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


Place = TypeVar("Place")


def split_into_s1_and_s2(
    ranked: Sequence[Place], pairs: int
) -> tuple[Sequence[Place], Sequence[Place]]:
    """Split players in ranking order into S1 and S2. S1 has ``half`` players."""
    return ranked[:pairs], ranked[pairs:]


def assign_bracket_sequence_numbers(ranked: Iterable[int]) -> dict[int, int]:
    """Return each player's bracket sequence number (BSN), counted from 0."""
    return {member: number for number, member in enumerate(ranked)}


class MdpGenerationOrder:
    """The order in which the rules try sets of MDPs, and then the opponents of these MDPs."""

    def __init__(self, scores: Sequence[int], residents: int) -> None:
        self._scores = scores
        self._distinct = sorted(set(scores), reverse=True)
        count = len(scores)
        self.digits = [
            (QualityCriterion.MOVED_DOWN_SET, count, len(self._distinct)),
            (QualityCriterion.MOVED_DOWN_SET, 1, count),
            (QualityCriterion.MOVED_DOWN_OPPONENTS, residents, count),
        ]
        self._worth: Sequence[Sequence[int]] = ()

    def set_digit_weights(self, worth: Sequence[Sequence[int]]) -> None:
        """Keep the weights of this order's digits, which are the last entries of ``worth``."""
        self._worth = worth[-len(self.digits) :]

    def pair_cost(self, moved_down: int, resident: int) -> int:
        """Return the order cost of pairing an MDP with a resident.

        The total order cost is lowest if higher-ranked MDPs meet higher-ranked residents.
        """
        return self._worth[2][moved_down] * resident

    def unpaired_player_cost(self, moved_down: int) -> int:
        """Return the order cost of an MDP who is not paired in the bracket.

        It is lower for MDPs with lower scores. Of MDPs with equal scores, it is lower for those
        ranked lower.
        """
        by_score, single, _ = self._worth
        return by_score[self._distinct.index(self._scores[moved_down])] + single[moved_down]


class HalvesGenerationOrder:
    """The order of pairings by exchanges between S1 and S2, and then by transpositions of S2.

    ``half`` is the size of S1, which is the number of pairs.
    """

    def __init__(self, count: int, half: int) -> None:
        self.half = half
        self.digits = [
            (QualityCriterion.EXCHANGE, half, 1),
            (QualityCriterion.EXCHANGE, count * half, 1),
            (QualityCriterion.EXCHANGE, 1, half),
            (QualityCriterion.EXCHANGE, 1, count - half),
            (QualityCriterion.TRANSPOSITION, count, count),
        ]
        self._worth: Sequence[Sequence[int]] = ()

    def set_digit_weights(self, worth: Sequence[Sequence[int]]) -> None:
        """Keep the weights of this order's digits, which are the last entries of ``worth``."""
        self._worth = worth[-len(self.digits) :]

    def pair_cost(self, upper: int, lower: int) -> int:
        """Return the order cost of a pair, based on the exchanges it requires and the S2 player's
        BSN.

        Exchanges of the same size and sum are compared by the largest BSN that leaves S1, and then
        by the smallest BSN that enters it. To express this, each player who is not exchanged costs
        one unit.
        """
        (moved,), (total,), leaving, entering, partner = self._worth
        cost = total * upper + partner[upper] * lower
        cost += moved if upper >= self.half else leaving[self.half - 1 - upper]
        return cost + (entering[lower - self.half] if lower >= self.half else 0)

    def unpaired_player_cost(self, at: int) -> int:
        """Return the order cost of an unpaired player.

        It is one unit for a player from S2, because every S2 player who is not exchanged costs one
        unit.
        """
        return self._worth[3][at - self.half] if at >= self.half else 0
