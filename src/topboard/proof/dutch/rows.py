"""A bracket by tight pairs: the first of the best pairings, row by row."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from topboard.proof.colours import BLACK, WHITE
from topboard.proof.duals import bound_of, units_of, whole
from topboard.proof.dutch.criteria import Charges
from topboard.proof.dutch.weighing import HalvesDigits
from topboard.proof.seeking import bridge_of
from topboard.proof.witnesses import as_set, blocks, members

Passed = tuple[int, int] | None
"""Who passed over whom, without a witness that closes it."""


class FittingPairs:
    """The pairs of a bracket that fit the dual values of classes of players who are alike.

    What a pair costs depends on its classes only. If no pair costs less than the duals of the two,
    and the pairs of the round cost as much, then the best pairings are those of tight pairs.
    ``leavers`` are those of whom one is left over: the place behind everybody is his opponent.
    """

    def __init__(
        self, quality: Charges, mate: Mapping[int, int], leavers: Collection[int] | None
    ) -> None:
        self.quality, self.bracket, self.mate = quality, quality.bracket, mate
        self.players, self.leavers = quality.players, leavers or ()
        self.left = len(self.players)
        self.alive = as_set(self.bracket.members) | (leavers is not None) << self.left
        self.graph = [0] * (self.left + 1)
        """For each place those with whom he makes a tight pair."""

    def exceeded(self, written: Any, legal: Sequence[int], bye: Callable[[int], int]) -> int | None:
        """By how much, twice, the round costs more than the duals show; None if they fail."""
        try:
            values = [whole(value) for value in written["duals"]]
            of: list[int] = [values[at] for at in written["of"]]
            dual = dict(zip(members(self.alive), of, strict=True))
        except (TypeError, ValueError, KeyError, IndexError):
            return None
        found = [(alike[0], alike[-1], as_set(alike)) for alike in self._classes(dual)]
        tight = dict.fromkeys(range(len(found)), 0)
        for i, (a, last, own) in enumerate(found):
            for j, (b, _, others) in enumerate(found[i:], start=i):
                first, second = sorted((a, b if i < j else last))
                cost = self._cost(first, second, bye) if first < second else None
                if cost is not None and 2 * cost < dual[a] + dual[b]:
                    return None
                if cost is not None and 2 * cost == dual[a] + dual[b]:
                    tight[i], tight[j] = tight[i] | others, tight[j] | own
        for i, (_, _, own) in enumerate(found):
            for p in members(own):
                self.graph[p] = tight[i] & (legal[p] | 1 << self.left if p < self.left else -1)
        total = 0
        for a, b in ((p, self.mate[p]) for p in self.bracket.members if p < self.mate[p]):
            cost = self._cost(a, b, bye) if b == self.left or legal[a] >> b & 1 else None
            if cost is None:
                return None
            total += 2 * cost
        return total - sum(of)

    def _classes(self, dual: Mapping[int, int]) -> list[list[int]]:
        """Those who are alike, and have the same dual."""
        classes: dict[object, list[int]] = {(): [self.left]} if self.alive >> self.left else {}
        for p in self.bracket.members:
            one, above = self.players[p], p < self.bracket.residents.start
            alike = one.kind, one.points, one.floats, one.unplayed
            classes.setdefault((alike, above, p in self.leavers, dual[p]), []).append(p)
        return [*classes.values()]

    def _cost(self, a: int, b: int, bye: Callable[[int], int]) -> int | None:
        """What a pair of two classes costs, the higher ranked first; None if there is none."""
        if b == self.left:
            return self.quality.down(a) + bye(a) if a in self.leavers else None
        same = self.players[a].must_have() == self.players[b].must_have() != WHITE | BLACK
        return None if same or b < self.bracket.residents.start else self.quality.inside(a, b)

    def first_residents(self, bridges: Any) -> Passed:
        """Those moved down meet the first resident that no bridge closes."""
        numbers = [one.number for one in self.players]
        for at, place in enumerate(self.bracket.moved_down):
            passed = self.graph[place] & self.alive & (1 << self.mate[place]) - 1
            written = bridges[at] if isinstance(bridges, list) and at < len(bridges) else []
            bridge = (bridge_of(written, numbers, (self.left,)) or 0) if passed else 0
            for candidate in members(passed):
                two = 1 << place | 1 << candidate
                if not blocks(self.graph, self.alive & ~two, bridge & ~two):
                    return place, candidate
            self.alive &= ~(1 << place | 1 << self.mate[place])
        return None

    def halves(self) -> tuple[list[int], list[int]]:
        """The residents left, and those of them who are the upper of their pairs."""
        rest = [place for place in self.bracket.residents if self.alive >> place & 1]
        return rest, [place for place in rest if place < self.mate[place] != self.left]

    def is_first_exchange(self, written: Any) -> bool:
        """Whether no earlier exchange between the halves lets all be paired by tight pairs."""
        rest, uppers = self.halves()
        if uppers == rest[: len(rest) // 2]:
            return True
        order, costs = HalvesDigits(rest, len(rest) // 2, rows=False), {}
        units, at = units_of(order.digits), {p: i for i, p in enumerate((*rest, self.left))}
        for a in rest:
            for b in members(self.graph[a] & self.alive & -2 << a):
                cost = order.left(units, a) if b == self.left else order.pair(units, a, b)
                costs[at[a], at[b]] = cost
        made = sum(costs[at[a], at[self.mate[a]]] for a in rest if a < self.mate[a])
        return bound_of(written, len(rest) + len(rest) % 2, costs) == 2 * made

    def first_rows(self, written: Any) -> Passed:
        """Each upper meets the first lower that is not kept for others.

        As many rows as have columns between them keep these: nobody else may take one.
        """
        rest, uppers = self.halves()
        columns = as_set(rest) & ~as_set(uppers)
        rows = {place: self.graph[place] & columns & -2 << place for place in uppers}
        rows |= {self.left: self.graph[self.left] & columns} if self.alive >> self.left else {}
        named = {0 if row == self.left else self.players[row].number: row for row in rows}
        waiting = [*written][::-1] if isinstance(written, list) else []
        for row in uppers:
            while waiting and waiting[-1][:1] == [self.players[row].number]:
                keepers, kept = {named[n] for n in waiting.pop()[1]}, 0
                for one in keepers:
                    kept |= rows[one] & columns
                if kept.bit_count() <= len(keepers):
                    rows = {one: r if one in keepers else r & ~kept for one, r in rows.items()}
            passed = rows.pop(row) & columns & (1 << self.mate[row]) - 1
            if passed:
                return row, next(members(passed))
            columns &= ~(1 << self.mate[row])
        return None
