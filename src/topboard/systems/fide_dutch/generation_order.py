"""The order in which the procedure generates the pairings of a bracket, as digits of a cost.

The members have numbers in the bracket (BSN), here counted from 0. In the first pairing that shows
a given set of pairs, the upper member of every pair is the one with the smaller number. Turning a
pair round would move two more players between the halves. So the pairs show how many are exchanged,
the sum of their numbers, who leaves the upper half and who enters it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from topboard.reasons.criteria import QualityCriterion

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


Place = TypeVar("Place")


def halves(ranked: Sequence[Place], pairs: int) -> tuple[Sequence[Place], Sequence[Place]]:
    """Return the upper half, one player for each pair to be made, and the lower half."""
    return ranked[:pairs], ranked[pairs:]


def bracket_numbers(ranked: Iterable[int]) -> dict[int, int]:
    """Return the numbers (BSN) of members, or of players of the remainder, by rank."""
    return {member: number for number, member in enumerate(ranked)}


class MovedDownOrder:
    """Which MDPs are paired, and with whom, in the order of the procedure."""

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

    def enter(self, worth: Sequence[Sequence[int]]) -> None:
        """Take the worth of the digits from the ledger whose last criteria they are."""
        self._worth = worth[-len(self.digits) :]

    def pair(self, moved_down: int, resident: int) -> int:
        """Return the cost of a pair. Higher-ranked MDPs meet higher-ranked residents first."""
        return self._worth[2][moved_down] * resident

    def left(self, moved_down: int) -> int:
        """Return the cost of an unpaired MDP.

        As few as possible of high scores stay unpaired, then the lowest ranked.
        """
        by_score, single, _ = self._worth
        return by_score[self._distinct.index(self._scores[moved_down])] + single[moved_down]


class HalvesOrder:
    """Exchanges between two halves, then transpositions of the lower one.

    ``half`` is the number of pairs to be made, and so the size of the upper half.
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

    def enter(self, worth: Sequence[Sequence[int]]) -> None:
        """Take the worth of the digits from the ledger whose last criteria they are."""
        self._worth = worth[-len(self.digits) :]

    def pair(self, upper: int, lower: int) -> int:
        """Return the cost of a pair, for whether its upper member was exchanged and whom they meet.

        Of exchanges with the same size and sum, the first moves the largest number out of the upper
        half and the smallest into it. So a player who stays in their half costs a unit.
        """
        (moved,), (total,), leaving, entering, partner = self._worth
        cost = total * upper + partner[upper] * lower
        cost += moved if upper >= self.half else leaving[self.half - 1 - upper]
        return cost + (entering[lower - self.half] if lower >= self.half else 0)

    def left(self, at: int) -> int:
        """Return the cost of a player left over, who if of the lower half does not enter S1."""
        return self._worth[3][at - self.half] if at >= self.half else 0
