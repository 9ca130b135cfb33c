"""The halves of a group, and what becomes of them when a pair is required inside one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.kernels.matching import bits
from topboard.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.rules.cfc.group_pairing import Task

    Places = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Layout:
    """Who is to meet whom: rows of the upper half, columns of the lower, pairs settled before."""

    task: Task
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    settled: tuple[Places, ...] = ()

    def closed(self) -> list[frozenset[int]]:
        """For each row the columns that it may not have."""
        column_at = {place: j for j, place in enumerate(self.columns)}
        everybody = (1 << len(self.task.members)) - 1
        return [
            frozenset(
                column_at[v] for v in bits(everybody & ~self.task.graph[row]) if v in column_at
            )
            for row in self.rows
        ]


def layout_of(task: Task) -> Layout | None:
    """The halves; with a required pair inside one of them after the interchange that it needs.

    None if several interchanges are needed.
    """
    half, count = task.half, len(task.members)
    required = required_pairs(task)
    inside = [(a, b) for a, b in required if (a < half) == (b < half)]
    if not inside:
        return _laid_out(task, range(half), range(half, count), required)
    if len(inside) > 1:
        return None
    # Of the pair one changes halves, and with him the one next to the middle of the other half.
    higher, lower = inside[0]
    goes_down, goes_up = (lower, half) if lower < half else (half - 1, higher)
    rows = [*(v for v in range(half) if v != goes_down), goes_up]
    columns = [goes_down, *(v for v in range(half, count) if v != goes_up)]
    return _laid_out(task, rows, columns, required)


def required_pairs(task: Task) -> list[Places]:
    """The pairs of the group that must be made, the higher ranked first."""
    required = task.field.book.required
    if not required:
        return []
    place = {task.number(i): i for i in range(len(task.members))}
    return [
        (i, place[other])
        for number, i in place.items()
        if (other := required.get(number)) in place and i < place[other]
    ]


def _laid_out(
    task: Task, rows: Sequence[int], columns: Sequence[int], settled: Sequence[Places]
) -> Layout:
    gone = {v for pair in settled for v in pair}
    return Layout(
        task,
        tuple(v for v in rows if v not in gone),
        tuple(v for v in columns if v not in gone),
        tuple(settled),
    )
