"""A bracket by tight pairs: the first of the best pairings, row by row."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from topboard.proof.duals import bound_of, units_of, whole
from topboard.proof.dutch.criteria import Charges
from topboard.proof.dutch.weighing import HalvesDigits
from topboard.proof.seeking import bridge_of
from topboard.proof.witnesses import as_set, blocks, members

Refuse = Callable[..., Exception]


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
        classes: dict[object, list[int]] = {}
        for p in members(self.alive):
            kind = (
                (self.players[p].alike, p < self.bracket.residents.start) if p < self.left else ()
            )
            classes.setdefault((kind, p in self.leavers, dual[p]), []).append(p)
        found = [(of[0], of[-1], as_set(of)) for of in classes.values()]
        for i, (a, last, own) in enumerate(found):
            for b, other, others in found[i:]:
                first, second = sorted((a, b if a != b else last))
                cost = self._cost(first, second, bye) if first != second else None
                slack = 1 if cost is None else 2 * cost - dual[a] - dual[other]
                if slack < 0:
                    return None
                if not slack:
                    for p in members(own):
                        self.graph[p] |= others
                    for p in members(others):
                        self.graph[p] |= own
        for p in self.bracket.members:
            self.graph[p] &= legal[p] | 1 << self.left
        made = [(p, self.mate[p]) for p in self.bracket.members if p < self.mate[p]]
        costs = [self._cost(a, b, bye) for a, b in made if legal[a] >> b & 1 or b == self.left]
        if None in costs or len(costs) < len(made):
            return None
        return 2 * sum(filter(None, costs)) - sum(dual.values())

    def _cost(self, a: int, b: int, bye: Callable[[int], int]) -> int | None:
        """What a pair of two classes costs, the higher ranked first; None if there is none."""
        if b == self.left:
            return self.quality.down(a) + bye(a) if a in self.leavers else None
        one, other = self.players[a].must_have(), self.players[b].must_have()
        if b < self.bracket.residents.start or one == other != 3:
            return None
        return self.quality.inside(a, b)

    def first_residents(self, bridges: Any) -> tuple[int, int] | None:
        """Who moved down passed over whom, without a bridge that closes it; else None."""
        numbers = [one.number for one in self.players]
        for at, place in enumerate(self.bracket.moved_down):
            passed = self.graph[place] & self.alive & (1 << self.mate[place]) - 1
            written = bridges[at] if isinstance(bridges, list) and at < len(bridges) else []
            bridge = bridge_of(written, numbers, (self.left,)) or 0
            for candidate in members(passed):
                two = 1 << place | 1 << candidate
                if not blocks(self.graph, self.alive & ~two, bridge & ~two):
                    return place, candidate
            self.alive &= ~(1 << place | 1 << self.mate[place])
        return None

    def first_exchange(self, written: Any) -> bool:
        """Whether no earlier exchange between the halves lets all be paired by tight pairs."""
        rest = [place for place in self.bracket.residents if self.alive >> place & 1]
        if self._uppers(rest) == rest[: len(rest) // 2]:
            return True
        order = HalvesDigits(rest, len(rest) // 2, rows=False)
        units, at = units_of(order.digits), {p: i for i, p in enumerate((*rest, self.left))}
        costs = {}
        for a in rest:
            for b in members(self.graph[a] & self.alive & -2 << a):
                cost = order.left(units, a) if b == self.left else order.pair(units, a, b)
                costs[at[a], at[b]] = cost
        made = sum(costs[at[a], at[self.mate[a]]] for a in rest if a < self.mate[a])
        return bound_of(written, len(rest) + len(rest) % 2, costs) == 2 * made

    def _uppers(self, rest: Sequence[int]) -> list[int]:
        return [place for place in rest if place < self.mate[place] != self.left]

    def first_rows(self, written: Any) -> tuple[int, int] | None:
        """Which upper passed over which lower that is not kept for others; else None.

        As many rows as have columns between them keep these: nobody else may take one.
        """
        rest = [place for place in self.bracket.residents if self.alive >> place & 1]
        uppers = self._uppers(rest)
        columns = as_set(rest) & ~as_set(uppers)
        rows = {place: self.graph[place] & columns & -2 << place for place in uppers}
        rows |= {self.left: self.graph[self.left] & columns} if self.alive >> self.left else {}
        named = {0 if row == self.left else self.players[row].number: row for row in rows}
        waiting = [*written][::-1] if isinstance(written, list) else []
        for row in uppers:
            while waiting and waiting[-1][:1] == [self.players[row].number]:
                keepers = {named[n] for n in waiting.pop()[1]}
                kept = 0
                for one in keepers:
                    kept |= rows[one] & columns
                if kept.bit_count() <= len(keepers):
                    rows = {one: r if one in keepers else r & ~kept for one, r in rows.items()}
            passed = rows.pop(row) & columns & (1 << self.mate[row]) - 1
            if passed:
                return row, next(members(passed))
            columns &= ~(1 << self.mate[row])
        return None
