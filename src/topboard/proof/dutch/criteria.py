"""What the quality criteria of both texts count in a bracket, as digits of one cost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from topboard.model import POINT
from topboard.proof.duals import units_of
from topboard.proof.dutch.colours import faults
from topboard.proof.dutch.players import DOWN, LAST_ROUND, ROUND_BEFORE, UP, DutchPlayer

Players = Sequence[DutchPlayer]
Opened = Sequence[tuple[int, int]]
"""For every criterion what a digit can hold, and how many digits it has."""


class JudgedBracket:
    """Places to be paired together, and those of the next bracket; ``players`` are by rank."""

    def __init__(
        self, players: Players, moved_down: list[int], residents: range, following: range
    ) -> None:
        self.players, self.moved_down, self.residents = players, moved_down, residents
        self.following, self.members = following, [*moved_down, *residents]
        self.scores = distinct(players[p].points for p in self.members)
        self.points = players[residents.start].points
        """The score of the residents, of several groups the highest."""


class CountedAlike:
    """What both texts count: colours, and floats that repeat those of the last two rounds.

    The ``first`` criteria are those of a text alone. Then come colours, floats one and two rounds
    ago, and by how much; then the order of the procedure.
    """

    def __init__(
        self, bracket: JudgedBracket, first: Opened, gaps: Iterable[int], order: Opened
    ) -> None:
        self.bracket, self.players = bracket, bracket.players
        self.gaps, size = distinct(gaps), len(bracket.members)
        repeated = [(size, 1)] * 8 + [(size, len(self.gaps))] * 4
        self.units = units_of([*first, *repeated, *order])
        self.first, self._then = self.units[: len(first)], self.units[len(first) :]
        self.order = self._then[len(repeated) :]

    def criterion(self, difference: int) -> int:
        """The criterion, counted from 0, in which two costs differ first by so much."""
        return next(at for at, unit in enumerate(self.units) if unit and unit[-1] <= difference)

    def colours(self, a: int, b: int) -> int:
        """The colours of a pair."""
        charged = zip(faults(self.players[a], self.players[b]), self._then, strict=False)
        return sum([fault * unit[0] for fault, unit in charged if fault])

    def again(self, one: DutchPlayer, way: int, gap: int | None = None) -> int:
        """A float of somebody who floated that way in the last two rounds; or by how much."""
        if not (floated := one.floats & way):
            return 0
        at, turn = (0, 4) if gap is None else (self.gaps.index(gap), 8)
        last, before = self._then[turn + (way == UP) :: 2][:2]
        return last[at] * (floated & LAST_ROUND > 0) + before[at] * (floated & ROUND_BEFORE > 0)

    def bye(self, _place: int) -> int:
        """Who has the bye, where it falls to the only one left over."""
        return 0

    @staticmethod
    def weight(_bracket: JudgedBracket, _place: int) -> int:
        """How much somebody counts who is left over in the next bracket."""
        return 1


class QualityOf2026(CountedAlike):
    """Few downfloaters of low scores, the same in the next bracket, the bye, colours, floats."""

    def __init__(self, bracket: JudgedBracket, order: Opened = (), **_: bool) -> None:
        size, everybody = len(bracket.members), len(bracket.members) + len(bracket.following)
        one, scores = bracket.players[0], bracket.scores
        self._below = [*scores, *(bracket.players[p].points for p in bracket.following[:1])]
        first = [(size, 1), (size, len(scores)), (everybody, 1)]
        first += [(everybody, len(self._below)), (len(one.had) + one.unplayed, 1)]
        gaps = [own - bracket.points + more for own in scores[:-1] for more in (0, POINT)]
        super().__init__(bracket, first, gaps, order)

    def inside(self, a: int, b: int) -> int:
        """What a pair costs, the higher ranked first: of residents, or with one moved down."""
        cost = self.colours(a, b)
        if a < self.bracket.residents.start:
            one, other = self.players[a], self.players[b]
            gap = one.points - self.bracket.points
            cost += self.again(other, UP) + self.again(other, UP, gap) + self.again(one, DOWN, gap)
        return cost

    def down(self, place: int) -> int:
        """A downfloater: one of them, his score, and floats that repeat themselves."""
        one, above = self.players[place], place < self.bracket.residents.start
        gap = one.points - self.bracket.points + POINT if above else None
        by_score = self.first[1][self.bracket.scores.index(one.points)]
        return self.first[0][0] + by_score + self.again(one, DOWN, gap)

    def lost(self, place: int) -> int:
        """Somebody left over in the next bracket too: one of them, and his score."""
        return self.first[2][0] + self.first[3][self._below.index(self.players[place].points)]

    def bye(self, place: int) -> int:
        """The rounds that he has not played."""
        return self.first[4][0] * self.players[place].unplayed


class QualityOf2017(CountedAlike):
    """Many pairs, small score differences, the next bracket, colours, floats."""

    def __init__(self, bracket: JudgedBracket, order: Opened = (), *, looks_ahead: bool) -> None:
        size, self._looks_ahead = len(bracket.members), looks_ahead
        everybody = 3 * (size + len(bracket.following))
        scores, self._lowest = bracket.scores, bracket.scores[-1] - POINT
        gaps = {a - b for a in scores for b in (*scores, self._lowest) if a >= b}
        first = [(size, 1), (size, len(gaps)), (everybody, 1), (everybody, len(scores))]
        super().__init__(bracket, first, gaps, order)

    def inside(self, a: int, b: int) -> int:
        """What a pair costs: its score difference, colours, and floats that repeat themselves."""
        one, other = self.players[a], self.players[b]
        gap = one.points - other.points
        cost = self.colours(a, b) + self.first[1][self.gaps.index(gap)]
        if gap:
            cost += self.again(one, DOWN) + self.again(one, DOWN, gap)
            cost += self.again(other, UP) + self.again(other, UP, gap)
        return cost

    def down(self, place: int) -> int:
        """A downfloater: his difference is counted from a point below the lowest score."""
        one = self.players[place]
        gap = one.points - self._lowest
        cost = self.first[0][0] + self.first[1][self.gaps.index(gap)]
        return cost + self.again(one, DOWN) + self.again(one, DOWN, gap)

    @staticmethod
    def weight(bracket: JudgedBracket, place: int) -> int:
        """Who should have the bye of the last bracket and may not counts for three."""
        last = bracket.following.stop == len(bracket.players)
        return 3 if last and bracket.players[place].barred else 1

    def lost(self, place: int) -> int:
        """Somebody left over in the next bracket too; a member also by his score."""
        if not self._looks_ahead:
            return 0
        member, one = place < self.bracket.residents.stop, self.players[place]
        by_score = self.first[3][self.bracket.scores.index(one.points)] if member else 0
        return self.first[2][0] * self.weight(self.bracket, place) + by_score


Quality = QualityOf2026 | QualityOf2017


def distinct(values: Iterable[int]) -> list[int]:
    """Each value once, the largest first: so lists of them are compared."""
    return sorted(set(values), reverse=True)
