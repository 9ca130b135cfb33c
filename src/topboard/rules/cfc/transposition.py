"""The pairing of a group by transpositions in its bottom half alone.

Everybody who is alike in what he is due belongs to one class. How many of each class of the top
half must meet each class of the bottom half is a small transport problem; its duals show which
pairs can be in a best pairing, and prove that none is better, interchanges included.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.kernels.class_rows import first_rows
from topboard.kernels.lexicographic import places
from topboard.kernels.transport import cheapest_transport
from topboard.reasons import Criterion, OthersWorse, PassedOver, WorseBy
from topboard.records import replace
from topboard.rules.cfc import laws
from topboard.rules.cfc.due_colours import colour_cost
from topboard.rules.cfc.group_pairing import Chosen
from topboard.rules.cfc.layouts import layout_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.kernels.class_rows import ClassRow, Skipped
    from topboard.kernels.transport import Transport
    from topboard.model import Number
    from topboard.rules.cfc.due_colours import Due
    from topboard.rules.cfc.group_pairing import Task
    from topboard.rules.cfc.layouts import Layout

COLOUR_CRITERIA = (
    WorseBy("630", Criterion.EQUALISE),
    WorseBy("631", Criterion.THIRD_COLOUR),
    WorseBy("631", Criterion.ALTERNATE),
)


def by_transposition(task: Task) -> list[Chosen] | None:
    """The best pairing of the group if no interchange could be better; None if that is open."""
    layout = layout_of(task)
    if layout is None:
        return None
    if not layout.rows:
        return _settled(layout)
    classes = _Classes(layout)
    transport = classes.halves()
    if not classes.no_interchange_is_better(transport):
        return None
    return _first_pairing(layout, classes, transport)


def _settled(layout: Layout) -> list[Chosen]:
    task = layout.task
    return [
        Chosen(task.members[higher], task.members[lower], task.placing(higher, lower))
        for higher, lower in layout.settled
    ]


def _first_pairing(layout: Layout, classes: _Classes, transport: Transport) -> list[Chosen] | None:
    """The first pairing of rows with columns at the least cost; None if closed pairs forbid it."""
    rows = first_rows(
        classes.top,
        classes.bottom,
        classes.tight(transport),
        transport.flow,
        layout.closed(),
    )
    if rows is None:
        return None
    chosen = [_chosen(layout, classes, transport, row) for row in rows]
    return sorted([*_settled(layout), *chosen], key=lambda c: c.higher)


class _Classes:
    """Rows and columns sorted by what they are due, and the costs between the classes."""

    def __init__(self, layout: Layout) -> None:
        self.task = layout.task
        dues = [self.task.due(place) for place in (*layout.rows, *layout.columns)]
        self.kinds: list[Due] = list(dict.fromkeys(dues))
        index = {due: i for i, due in enumerate(self.kinds)}
        count = len(layout.rows)
        self.top = [index[due] for due in dues[:count]]
        self.bottom = [index[due] for due in dues[count:]]
        # Differences of costs stay readable digit by digit while no sum comes near the base.
        self.worth = places([8 * count + 8] * 3)
        self.costs = [[self._cost(one, other) for other in self.kinds] for one in self.kinds]

    def _cost(self, one: Due, other: Due) -> int:
        cost = colour_cost(one, other)
        alternation = cost.not_alternated if self.task.transposes_for_alternation else 0
        equalise, third, alternate = self.worth
        return equalise * cost.not_equalised + third * cost.third_running + alternate * alternation

    def halves(self) -> Transport:
        """The cheapest way to set the classes of the rows against those of the columns."""
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
        """For each class of the rows the classes of the columns at no extra cost."""
        return [
            sum(1 << j for j, cost in enumerate(row) if transport.is_tight(i, j, cost))
            for i, row in enumerate(self.costs)
        ]

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


def _chosen(layout: Layout, classes: _Classes, transport: Transport, row: ClassRow) -> Chosen:
    task = layout.task
    higher, lower = layout.rows[row.row], layout.columns[row.column]
    return Chosen(
        higher=task.members[higher],
        lower=task.members[lower],
        placing=task.placing(higher, lower),
        passed_over=tuple(_passed_over(layout, classes, transport, row)),
    )


def _passed_over(
    layout: Layout, classes: _Classes, transport: Transport, row: ClassRow
) -> Iterator[PassedOver]:
    """The columns before the chosen one, and what stood against each."""
    task = layout.task
    mine = task.number(layout.rows[row.row])
    for column in row.closed:
        number = task.number(layout.columns[column])
        obstacle = laws.obstacle(task.field.book, mine, number)
        yield PassedOver(number, obstacle or WorseBy("619.1", Criterion.WISH))
    for skipped in row.not_allowed:
        worse = classes.extra(transport, classes.top[row.row], skipped.column_class)
        for number, more in _shown(layout, skipped):
            obstacle = None if more else laws.obstacle(task.field.book, mine, number)
            yield PassedOver(number, obstacle or replace(worse, more=more))
    for skipped in row.blocking:
        for number, more in _shown(layout, skipped):
            yield PassedOver(number, OthersWorse("622b", more))


def _shown(layout: Layout, skipped: Skipped) -> Iterator[tuple[Number, int]]:
    """The numbers shown; the last of them with the count of those that are not."""
    last = len(skipped.shown) - 1
    for place, column in enumerate(skipped.shown):
        number = layout.task.number(layout.columns[column])
        yield number, skipped.count - len(skipped.shown) if place == last else 0
