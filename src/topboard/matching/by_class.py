"""The first perfect matching of rows with columns that are divided into classes.

A row may be matched with any column of the classes allowed for its own class, except for a few
columns closed to this row alone. In the resulting matching, the first row has the first column it
can have, then the second row, and so on.

A flow between the classes shows which classes of columns a row may choose from. A search for an
alternating path is needed only if closed columns interfere.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from heapq import merge
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.matching.perfect import bit_indices

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

EXPOSED = -1
SHOWN = 3
"""The maximum number of columns listed individually among those passed over for one reason."""


@dataclass(frozen=True, slots=True)
class SkippedColumns:
    """Free columns of one class that a row passed over for the same reason."""

    column_class: int
    shown: tuple[int, ...]
    count: int


@dataclass(frozen=True, slots=True)
class MatchedRow:
    """A row, the column it is matched with, and the free columns that it passed over."""

    row: int
    column: int
    closed: tuple[int, ...]
    """The columns passed over because they are closed to this row alone."""
    not_allowed: tuple[SkippedColumns, ...]
    """The columns passed over because their classes are not allowed for the row's class."""
    blocking: tuple[SkippedColumns, ...]
    """The allowed columns passed over because they would leave other rows without a column."""


def find_first_matching_of_rows(
    row_classes: Sequence[int],
    column_classes: Sequence[int],
    allowed: Sequence[int],
    flow: Sequence[Sequence[int]],
    closed: Sequence[Collection[int]],
) -> list[MatchedRow] | None:
    """Return the first perfect matching, row by row, or None if there is none.

    ``allowed[p]`` is the bitset of column classes allowed for row class ``p``. ``flow`` gives the
    number of rows of each row class that are matched with each column class. It uses only allowed
    pairs of classes. ``closed[row]`` is the bitset of columns closed to this row alone.
    """
    problem = _ClassMatching(row_classes, column_classes, allowed, flow, closed)
    rows = problem.match_greedily()
    # Every row has the first column that the classes allow, so nothing can come earlier.
    if len(rows) == len(row_classes):
        return rows
    return problem.find_first_matching_by_augmenting_paths({row.row: row.column for row in rows})


class _ClassMatching:
    def __init__(
        self,
        row_classes: Sequence[int],
        column_classes: Sequence[int],
        allowed: Sequence[int],
        flow: Sequence[Sequence[int]],
        closed: Sequence[Collection[int]],
    ) -> None:
        self.row_classes = row_classes
        self.column_classes = column_classes
        self.allowed = [tuple(bit_indices(mask)) for mask in allowed]
        self.closed = closed
        self.flow = [list(row) for row in flow]
        self.free = self._group_columns_by_class()

    def _group_columns_by_class(self) -> list[list[int]]:
        of_class: list[list[int]] = [[] for _ in self.flow[0]] if self.flow else []
        for column, own in enumerate(self.column_classes):
            of_class[own].append(column)
        return of_class

    # --- the classes -----------------------------------------------------------------------

    def _find_flow_rerouting(self, p: int, q: int) -> list[tuple[int, int]] | None:
        """Return a rerouting that sends one more unit of flow from row class ``p`` to column class
        ``q``.

        It is a list of (row class, column class) cells that alternately lose and gain a unit.
        Return None if there is no such rerouting.
        """
        came: dict[int, tuple[int, int]] = {}
        queue = deque([q])
        seen = {q}
        while queue:
            column = queue.popleft()
            for row, amounts in enumerate(self.flow):
                if not amounts[column]:
                    continue
                if row == p:
                    return self._trace_path_of_flow_rerouting(came, p, column, q)
                for other in self.allowed[row]:
                    if other not in seen:
                        seen.add(other)
                        came[other] = (row, column)
                        queue.append(other)
        return None

    @staticmethod
    def _trace_path_of_flow_rerouting(
        came: dict[int, tuple[int, int]], p: int, column: int, q: int
    ) -> list[tuple[int, int]]:
        way = [(p, column)]
        while column != q:
            row, before = came[column]
            way += [(row, column), (row, before)]
            column = before
        return [*way, (p, q)]

    def _can_remove_flow_unit(self, p: int, q: int) -> bool:
        """Return whether a unit of the flow from row class ``p`` to column class ``q`` can be
        removed.

        It can be removed directly, or after other units are rerouted. A row of class ``p`` may then
        be matched with a column of class ``q``, and the remaining flow still matches all other
        rows.
        """
        return bool(self.flow[p][q]) or self._find_flow_rerouting(p, q) is not None

    def _remove_flow_unit(self, p: int, q: int) -> None:
        """Remove a unit of the flow from row class ``p`` to column class ``q``.

        Other units are rerouted if necessary.
        """
        if not self.flow[p][q]:
            way = self._find_flow_rerouting(p, q)
            assert way is not None
            for place, (row, column) in enumerate(way):
                self.flow[row][column] += -1 if place % 2 == 0 else 1
        self.flow[p][q] -= 1

    # --- matching by classes alone ---------------------------------------------------------

    def match_greedily(self) -> list[MatchedRow]:
        """Match each row with the first free column that it may have, and return the matched rows.

        Rows whose remaining columns are all closed to them are left out.
        """
        rows = []
        for row, p in enumerate(self.row_classes):
            open_classes = [
                q for q in self.allowed[p] if self.free[q] and self._can_remove_flow_unit(p, q)
            ]
            column = self._find_first_open_column(row, open_classes)
            if column == EXPOSED:
                # The row is left to the exact search, and a column of a class that it may use stays
                # free for it.
                self._remove_flow_unit(
                    p, next(q for q in self.allowed[p] if self._can_remove_flow_unit(p, q))
                )
                continue
            rows.append(self._record_match_with_column(row, column))
            self._remove_flow_unit(p, self.column_classes[column])
        return rows

    def _find_first_open_column(self, row: int, classes: Sequence[int]) -> int:
        first = EXPOSED
        for q in classes:
            for column in self.free[q]:
                if first != EXPOSED and column > first:
                    break
                if column not in self.closed[row]:
                    first = column
                    break
        return first

    def _record_match_with_column(self, row: int, column: int) -> MatchedRow:
        """Match the row with the column, and record the free columns that it passed over."""
        own = self.allowed[self.row_classes[row]]
        closed: list[int] = []
        not_allowed: list[SkippedColumns] = []
        blocking: list[SkippedColumns] = []
        for q, free in enumerate(self.free):
            if not free or free[0] >= column:
                continue
            before = bisect_left(free, column)
            if q not in own:
                not_allowed.append(SkippedColumns(q, tuple(free[: min(before, SHOWN)]), before))
                continue
            shut = [c for c in free[:before] if c in self.closed[row]]
            closed += shut
            if len(shut) < before:
                others = [c for c in free[:before] if c not in self.closed[row]]
                blocking.append(SkippedColumns(q, tuple(others[:SHOWN]), len(others)))
        mine = self.free[self.column_classes[column]]
        del mine[bisect_left(mine, column)]
        return MatchedRow(row, column, tuple(closed), tuple(not_allowed), tuple(blocking))

    # --- matching with alternating paths ---------------------------------------------------

    def find_first_matching_by_augmenting_paths(
        self, column_of: dict[int, int]
    ) -> list[MatchedRow] | None:
        """Return the first perfect matching, or None if there is none.

        ``column_of`` is a partial matching to start from.
        """
        self.free = self._group_columns_by_class()
        self.flow = [[0] * len(self.free) for _ in self.flow]
        self.column_of = [EXPOSED] * len(self.row_classes)
        self.row_of = [EXPOSED] * len(self.column_classes)
        for row, column in column_of.items():
            self._match_row_with_column(row, column)
        for row, column in enumerate(self.column_of):
            if column == EXPOSED and not self._augment_from_row(row, EXPOSED, avoiding=EXPOSED):
                return None
        return [self._choose_first_possible_column(row) for row in range(len(self.row_classes))]

    def _match_row_with_column(self, row: int, column: int) -> None:
        self.column_of[row], self.row_of[column] = column, row
        self.flow[self.row_classes[row]][self.column_classes[column]] += 1

    def _unmatch_row(self, row: int) -> int:
        column = self.column_of[row]
        self.column_of[row] = EXPOSED
        self.flow[self.row_classes[row]][self.column_classes[column]] -= 1
        return column

    def _choose_first_possible_column(self, row: int) -> MatchedRow:
        p = self.row_classes[row]
        classes = [q for q in self.allowed[p] if self.free[q] and self._can_remove_flow_unit(p, q)]
        candidates = merge(*(self.free[q] for q in classes))
        column = next(c for c in candidates if self._try_to_match_row_with_column(row, c))
        self._unmatch_row(row)
        return self._record_match_with_column(row, column)

    def _try_to_match_row_with_column(self, row: int, column: int) -> bool:
        """Match the row with the column if other rows can make room.

        Return whether they can.
        """
        if column in self.closed[row]:
            return False
        if column == self.column_of[row]:
            return True
        other = self.row_of[column]
        former = self._unmatch_row(row)
        self._unmatch_row(other)
        if self._augment_from_row(other, former, avoiding=column):
            self._match_row_with_column(row, column)
            return True
        self._match_row_with_column(row, former)
        self._match_row_with_column(other, column)
        return False

    def _augment_from_row(self, start: int, goal: int, avoiding: int) -> bool:
        """Match row ``start`` along an alternating path, and return whether there is such a path.

        The path ends at column ``goal`` or at a free column.
        """
        came: dict[int, int] = {}
        unseen: dict[int, list[int]] = {}
        queue = deque([start])
        while queue:
            row = queue.popleft()
            if goal != EXPOSED and self._is_column_allowed(row, goal):
                came[goal] = row
                self._flip_path(came, goal)
                return True
            for q in self.allowed[self.row_classes[row]]:
                columns = unseen.setdefault(q, [c for c in self.free[q] if c != avoiding])
                unseen[q] = [c for c in columns if c in self.closed[row]]
                for column in columns:
                    if column in self.closed[row]:
                        continue
                    came[column] = row
                    if self.row_of[column] == EXPOSED:
                        self._flip_path(came, column)
                        return True
                    queue.append(self.row_of[column])
        return False

    def _is_column_allowed(self, row: int, column: int) -> bool:
        return (
            column not in self.closed[row]
            and self.column_classes[column] in self.allowed[self.row_classes[row]]
        )

    def _flip_path(self, came: dict[int, int], column: int) -> None:
        """Match each row on an alternating path with the column that follows it there."""
        while column != EXPOSED:
            row = came[column]
            following = EXPOSED if self.column_of[row] == EXPOSED else self._unmatch_row(row)
            self._match_row_with_column(row, column)
            column = following
