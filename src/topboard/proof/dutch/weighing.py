"""A bracket weighed by dual values: nothing is better by the criteria, nor earlier in the order."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from topboard.proof.duals import duals_of
from topboard.proof.dutch.criteria import Charges, JudgedBracket

LEFT, NOBODY = -1, -2
"""In place of an opponent: the bye or a downfloat; left over in the next bracket too."""
Units = Sequence[Sequence[int]]


class MovedDownDigits:
    """Those moved down: few of high scores are left, then low ones; the highest meet the first."""

    def __init__(self, bracket: JudgedBracket) -> None:
        points = [bracket.players[p].points for p in bracket.moved_down]
        self._distinct, count = sorted(set(points), reverse=True), len(points)
        self._at = {p: at for at, p in enumerate(bracket.moved_down)}
        self._points, self._first = points, bracket.residents.start
        self.digits = [(count, len(self._distinct)), (1, count), (len(bracket.residents), count)]

    def pair(self, units: Units, a: int, b: int) -> int:
        """The resident whom one moved down meets."""
        return units[2][self._at[a]] * (b - self._first) if a in self._at else 0

    def left(self, units: Units, place: int) -> int:
        """One moved down who is not paired."""
        if (at := self._at.get(place)) is None:
            return 0
        return units[0][self._distinct.index(self._points[at])] + units[1][at]


class HalvesDigits:
    """The residents left: the fewest exchanges between the halves, of these the first; then rows.

    In the first pairing that shows given pairs the upper of each is the one with the smaller
    number. Exchanged is then whoever has a number of the lower half and is an upper; the numbers of
    the uppers add up to little; the last of the upper half leave it, the first of the lower enter.
    """

    def __init__(self, rest: Sequence[int], half: int, *, rows: bool = True) -> None:
        self._number = {p: at for at, p in enumerate(rest)}
        self._half, self._rows, count = half, rows, len(rest)
        self.digits = [(half, 1), (count * half, 1), (1, half), (1, count - half)]
        self.digits += [(count, count)] * rows

    def pair(self, units: Units, a: int, b: int) -> int:
        """Whether the upper was exchanged, and whom he meets."""
        upper, half = self._number[a], self._half
        cost = units[1][0] * upper + (units[4][upper] * self._number[b] if self._rows else 0)
        cost += units[0][0] if upper >= half else units[2][half - 1 - upper]
        return cost + self.left(units, b)

    def left(self, units: Units, place: int) -> int:
        """Who is of the lower half, and no upper, has not entered the upper one."""
        at = self._number.get(place, -1)
        return units[3][at - self._half] if at >= self._half else 0


class WeighedByDuals:
    """Everybody over whom a bracket is weighed, and what every pair of them costs.

    One of the ``leavers`` is paired with LEFT; without them, None, anybody may be left over if
    ``may_leave``. In the order of halves who was moved down and is still there meets no resident.
    """

    def __init__(
        self,
        quality: Charges,
        order: MovedDownDigits | HalvesDigits,
        graph: Sequence[int],
        leavers: Collection[int] | None,
        bye: Callable[[int], int],
    ) -> None:
        self.quality, self.bracket, self.order = quality, quality.bracket, order
        self.graph, self.leavers, self.bye = graph, leavers, bye
        self._alone: dict[int, int] = {}

    def exceeded(
        self, written: Any, places: Sequence[int], mate: Mapping[int, int], *, may_leave: bool
    ) -> int | None:
        """By how much, twice, the round costs more than the duals show; None if they fail."""
        nobody = NOBODY if self.leavers is None else LEFT
        odd = len(places) % 2 if may_leave else self.leavers is not None
        vertices, total = [*places, *[nobody] * odd], 0
        if (duals := duals_of(written, len(vertices))) is None:
            return None
        self._alone = {place: self._left_over(place) for place in places}
        for a in places:
            b = mate[a] if mate[a] in self._alone else nobody
            cost = self.cost(a, b, may_leave) if b < 0 or a < b else 0
            if cost is None:
                return None
            total += cost
        for i, a in enumerate(places):
            for j in range(i + 1, len(vertices)):
                cost = self.cost(a, vertices[j], may_leave)
                if cost is not None and 2 * cost < duals.least(i, j):
                    return None
        return 2 * total - duals.bound

    def _left_over(self, place: int) -> int:
        """What it costs that somebody is paired outside this bracket and the next."""
        cost = self.quality.lost(place) if place < self.bracket.following.stop else 0
        if place < self.bracket.residents.stop:
            cost += self.quality.down(place) + self.order.left(self.quality.order, place)
        return cost

    def cost(self, a: int, b: int, may_leave: bool) -> int | None:
        """What a pair costs, the higher ranked first; None if it may not be made."""
        if b == LEFT:
            return self._alone[a] + self.bye(a) if a in (self.leavers or ()) else None
        apart = self._alone[a] + self._alone.get(b, 0)
        together = self._together(a, b, apart) if b >= 0 and self.graph[a] >> b & 1 else None
        if may_leave:
            return apart if together is None else min(apart, together)
        return together

    def _together(self, a: int, b: int, apart: int) -> int | None:
        start, end = self.bracket.residents.start, self.bracket.residents.stop
        below = self.bracket.following.stop
        if a >= end:
            return 0 if (a < below) == (b < below) else apart
        if start <= b < end:
            if a < start and isinstance(self.order, HalvesDigits):
                return None
            return self.quality.inside(a, b) + self.order.pair(self.quality.order, a, b)
        if end <= b < below:
            return self.quality.down(a) + self.order.left(self.quality.order, a)
        return apart
