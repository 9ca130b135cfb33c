"""What the quality criteria of both texts count in a bracket, as digits of one cost.

The order in which the procedure generates pairings is digits behind these.
"""

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

    def __init__(self, bracket: JudgedBracket, order: Opened) -> None:
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

    def __init__(self, bracket: JudgedBracket, order: Opened) -> None:
        size, everybody = len(bracket.members), len(bracket.members) + len(bracket.following)
        scores, self._lowest = bracket.scores, bracket.scores[-1] - POINT
        gaps = {a - b for a in scores for b in (*scores, self._lowest) if a >= b}
        first = [(size, 1), (size, len(gaps)), (3 * everybody, 1), (3 * everybody, len(scores))]
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
        member, one = place < self.bracket.residents.stop, self.players[place]
        by_score = self.first[3][self.bracket.scores.index(one.points)] if member else 0
        return self.first[2][0] * self.weight(self.bracket, place) + by_score


Quality = QualityOf2026 | QualityOf2017


def distinct(values: Iterable[int]) -> list[int]:
    """Each value once, the largest first: so lists of them are compared."""
    return sorted(set(values), reverse=True)


# --- the order of the procedure -----------------------------------------------------------------


class AnyOrder:
    """Pairings compared by the criteria alone: the order has no digits."""

    shown = "none better"
    digits: tuple[tuple[int, int], ...] = ()
    articles: tuple[str, ...] = ()
    """What each digit is about."""
    units: Sequence[Sequence[int]] = ()
    """What each digit is worth behind those of the criteria."""

    def pair(self, _a: int, _b: int) -> int | None:
        """What a pair of the bracket costs; None if the order knows no such pair."""
        return 0

    def left(self, _place: int) -> int:
        """What it costs that somebody is not paired in the bracket."""
        return 0


class MovedDownDigits(AnyOrder):
    """Those moved down: few of high scores are left, then low ones; the highest meet the first."""

    shown, articles = "those moved down", ("moved down", "moved down", "rows")

    def __init__(self, bracket: JudgedBracket) -> None:
        self._at = {p: at for at, p in enumerate(bracket.moved_down)}
        self._bracket, self._first, count = bracket, bracket.residents.start, len(self._at)
        scores = sum(points > bracket.points for points in bracket.scores)
        self.digits = (count, scores), (1, count), (len(bracket.residents), count)

    def pair(self, a: int, b: int) -> int:
        """The resident whom one moved down meets."""
        return self.units[2][self._at[a]] * (b - self._first) if a in self._at else 0

    def left(self, place: int) -> int:
        """One moved down who is not paired."""
        if (at := self._at.get(place)) is None:
            return 0
        score = self._bracket.scores.index(self._bracket.players[place].points)
        return self.units[0][score] + self.units[1][at]


class HalvesDigits(AnyOrder):
    """The residents left: the fewest exchanges between the halves, of these the first; then rows.

    In the first pairing that shows given pairs the upper of each is the one with the smaller
    number. Exchanged is then whoever has a number of the lower half and is an upper; the numbers of
    the uppers add up to little; the last of the upper half leave it, the first of the lower enter.
    """

    shown, articles = "halves", (*["exchange"] * 4, "rows")

    def __init__(self, rest: Sequence[int], half: int, *, rows: bool = True) -> None:
        self._number = {p: at for at, p in enumerate(rest)}
        self._half, self._rows, count = half, rows, len(rest)
        self.digits = (half, 1), (count * half, 1), (1, half), (1, count - half)
        self.digits += ((count, count),) * rows

    def pair(self, a: int, b: int) -> int | None:
        """Whether the upper was exchanged, and whom he meets; those moved down are settled."""
        if a not in self._number:
            return None
        upper, half, units = self._number[a], self._half, self.units
        cost = units[1][0] * upper + (units[4][upper] * self._number[b] if self._rows else 0)
        cost += units[0][0] if upper >= half else units[2][half - 1 - upper]
        return cost + self.left(b)

    def left(self, place: int) -> int:
        """Who is of the lower half, and no upper, has not entered the upper one."""
        at = self._number.get(place, -1)
        return self.units[3][at - self._half] if at >= self._half else 0
