"""The pairing of a group by transpositions in its bottom half alone.

Everybody who is alike in what he is due belongs to one class. How many of each class of the top
half must meet each class of the bottom half is a small transport problem; its duals show which
pairs can be in a best pairing, and prove that none is better, interchanges included.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from topboard.kernels.class_rows import first_rows
from topboard.kernels.lexicographic import places
from topboard.kernels.matching import bits
from topboard.kernels.transport import cheapest_transport
from topboard.reasons import Criterion, OthersWorse, PassedOver, WorseBy
from topboard.rules.shared.cfc import laws
from topboard.rules.shared.cfc.due_colours import colour_cost
from topboard.rules.shared.cfc.group_pairing import Chosen
from topboard.rules.shared.cfc.reasons import Placing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.kernels.class_rows import ClassRow, Skipped
    from topboard.kernels.transport import Transport
    from topboard.model import Number
    from topboard.rules.shared.cfc.due_colours import Due
    from topboard.rules.shared.cfc.group_pairing import Task

COLOUR_CRITERIA = (
    WorseBy("630", Criterion.EQUALISE),
    WorseBy("631", Criterion.THIRD_COLOUR),
    WorseBy("631", Criterion.ALTERNATE),
)


def by_transposition(task: Task) -> list[Chosen] | None:
    """The best pairing of the group if it needs no interchange; None if that is not certain."""
    classes = _Classes(task)
    transport = classes.halves()
    if not classes.no_interchange_is_better(transport):
        return None
    rows = first_rows(
        classes.top,
        classes.bottom,
        classes.tight(transport),
        transport.flow,
        classes.closed(),
    )
    if rows is None:
        return None
    return [_chosen(task, classes, transport, row) for row in rows]


class _Classes:
    """The members of a group sorted by what they are due, and the costs between the classes."""

    def __init__(self, task: Task) -> None:
        self.task = task
        half = task.half
        dues = [task.due(place) for place in range(2 * half)]
        self.kinds: list[Due] = list(dict.fromkeys(dues))
        index = {due: i for i, due in enumerate(self.kinds)}
        self.top = [index[due] for due in dues[:half]]
        self.bottom = [index[due] for due in dues[half:]]
        # Differences of costs stay readable digit by digit while no sum comes near the base.
        self.base = 8 * half + 8
        self.worth = places([self.base] * 3)
        self.costs = [[self._cost(one, other) for other in self.kinds] for one in self.kinds]

    def _cost(self, one: Due, other: Due) -> int:
        cost = colour_cost(one, other)
        alternation = cost.not_alternated if self.task.transposes_for_alternation else 0
        equalise, third, alternate = self.worth
        return equalise * cost.not_equalised + third * cost.third_running + alternate * alternation

    def halves(self) -> Transport:
        """The cheapest way to set the classes of the top half against those of the bottom."""
        supply, demand = self._counts(self.top), self._counts(self.bottom)
        return cheapest_transport(supply, demand, self.costs)

    def _counts(self, half: Sequence[int]) -> list[int]:
        counts = [0] * len(self.kinds)
        for kind in half:
            counts[kind] += 1
        return counts

    def no_interchange_is_better(self, transport: Transport) -> bool:
        """Whether no pairing at all, across halves or not, does better in what outweighs them.

        Everybody of a class against everybody of another, each player counted on both sides, is
        at least as cheap as two pairings.
        """
        third = self.worth[1]
        here = transport.cost // third
        if not here:
            return True
        everybody = self._counts([*self.top, *self.bottom])
        costs = [[cost // third for cost in row] for row in self.costs]
        return cheapest_transport(everybody, everybody, costs).cost == 2 * here

    def tight(self, transport: Transport) -> list[int]:
        """For each class of the top half the classes of the bottom half at no extra cost."""
        return [
            sum(1 << j for j, cost in enumerate(row) if transport.is_tight(i, j, cost))
            for i, row in enumerate(self.costs)
        ]

    def closed(self) -> list[frozenset[int]]:
        """For each of the top half those of the bottom half he may not meet."""
        half = self.task.half
        everybody = (1 << half) - 1
        return [frozenset(bits(everybody & ~(row >> half))) for row in self.task.graph[:half]]

    def extra(self, transport: Transport, row: int, column: int) -> WorseBy:
        """The first criterion that suffers if the classes of a row and a column meet."""
        slack = self.costs[row][column] - transport.row_duals[row] - transport.column_duals[column]
        for criterion, worth in zip(COLOUR_CRITERIA, self.worth, strict=True):
            digit, slack = divmod(slack + worth // 2, worth)
            slack -= worth // 2
            if digit:
                return criterion
        raise AssertionError("a class that is not allowed costs more")


# --- reasons ------------------------------------------------------------------------------


def _chosen(task: Task, classes: _Classes, transport: Transport, row: ClassRow) -> Chosen:
    placing = Placing.CONSECUTIVE if row.row == row.column else Placing.TRANSPOSED
    return Chosen(
        higher=task.members[row.row],
        lower=task.members[task.half + row.column],
        placing=placing,
        passed_over=tuple(_passed_over(task, classes, transport, row)),
    )


def _passed_over(
    task: Task, classes: _Classes, transport: Transport, row: ClassRow
) -> Iterator[PassedOver]:
    """Those of the bottom half before the chosen one, and what stood against each."""
    mine = task.number(row.row)
    for column in row.closed:
        number = task.number(task.half + column)
        obstacle = laws.obstacle(task.field.book, mine, number)
        yield PassedOver(number, obstacle or WorseBy("619.1", Criterion.WISH))
    for skipped in row.not_allowed:
        worse = classes.extra(transport, classes.top[row.row], skipped.column_class)
        for number, more in _shown(task, skipped):
            obstacle = None if more else laws.obstacle(task.field.book, mine, number)
            yield PassedOver(number, obstacle or replace(worse, more=more))
    for skipped in row.blocking:
        for number, more in _shown(task, skipped):
            yield PassedOver(number, OthersWorse("622b", more))


def _shown(task: Task, skipped: Skipped) -> Iterator[tuple[Number, int]]:
    """The numbers shown; the last of them with the count of those that are not."""
    last = len(skipped.shown) - 1
    for place, column in enumerate(skipped.shown):
        number = task.number(task.half + column)
        yield number, skipped.count - len(skipped.shown) if place == last else 0
