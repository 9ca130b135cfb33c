"""The order in which the Dutch rules generate the pairings of a bracket, as digits of a cost.

The members are numbered within the bracket (BSN), here from 0. In the first pairing that contains a
given set of pairs, the S1 player of each pair has the smaller number, because reversing a pair
would move two more players between S1 and S2. The pairs therefore determine the number of exchanged
players, the sum of their numbers, and which players leave and enter S1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from topboard.reasons.criteria import QualityCriterion

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


Place = TypeVar("Place")


def split_into_halves(
    ranked: Sequence[Place], pairs: int
) -> tuple[Sequence[Place], Sequence[Place]]:
    """Return S1 and S2 of players in ranking order. S1 has one player for each pair to be made."""
    return ranked[:pairs], ranked[pairs:]


def bracket_sequence_numbers(ranked: Iterable[int]) -> dict[int, int]:
    """Return the bracket sequence number (BSN), counted from 0, of each player in ranking order."""
    return {member: number for number, member in enumerate(ranked)}


class MovedDownOrder:
    """The order in which the rules try sets of MDPs to be paired, and then opponents for them."""

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
        """Store the weights of this order's digits, the least significant ones of a cost."""
        self._worth = worth[-len(self.digits) :]

    def pair_cost(self, moved_down: int, resident: int) -> int:
        """Return the order cost of pairing an MDP with a resident.

        The total is lowest if higher-ranked MDPs meet higher-ranked residents.
        """
        return self._worth[2][moved_down] * resident

    def cost_of_unpaired(self, moved_down: int) -> int:
        """Return the order cost of an MDP who is not paired in the bracket.

        It is lower for MDPs with lower scores and, among equal scores, for lower-ranked MDPs.
        """
        by_score, single, _ = self._worth
        return by_score[self._distinct.index(self._scores[moved_down])] + single[moved_down]


class HalvesOrder:
    """The order of pairings by exchanges between S1 and S2, and then by transpositions of S2.

    ``half`` is the size of S1, which is the number of pairs to be made.
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
        """Store the weights of this order's digits, the least significant ones of a cost."""
        self._worth = worth[-len(self.digits) :]

    def pair_cost(self, upper: int, lower: int) -> int:
        """Return the order cost of a pair, based on exchanges and on the S2 player's number.

        Exchanges of the same size and sum are compared by the largest number that leaves S1, and
        then by the smallest number that enters it. For this reason each player who is not exchanged
        costs one unit.
        """
        (moved,), (total,), leaving, entering, partner = self._worth
        cost = total * upper + partner[upper] * lower
        cost += moved if upper >= self.half else leaving[self.half - 1 - upper]
        return cost + (entering[lower - self.half] if lower >= self.half else 0)

    def cost_of_unpaired(self, at: int) -> int:
        """Return the order cost of an unpaired player.

        A player from S2 costs one unit, like every S2 player who is not exchanged into S1.
        """
        return self._worth[3][at - self.half] if at >= self.half else 0
