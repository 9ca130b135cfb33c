"""The order in which the procedure generates pairings, as digits of a cost behind the criteria."""

from __future__ import annotations

from collections.abc import Sequence

from topboard.proof.dutch.criteria import JudgedBracket


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
        self._bracket, count = bracket, len(self._at)
        scores = sum(points > bracket.points for points in bracket.scores)
        self.digits = (count, scores), (1, count), (len(bracket.residents), count)

    def pair(self, a: int, b: int) -> int:
        """The resident whom one moved down meets."""
        if (at := self._at.get(a)) is None:
            return 0
        return self.units[2][at] * (b - self._bracket.residents.start)

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
