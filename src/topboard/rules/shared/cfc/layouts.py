"""The halves of a group, and what becomes of them when a pair is required inside one of them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from topboard.kernels.matching import bits

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.rules.shared.cfc.group_pairing import Task

    Places = tuple[int, int]

TRIED = 6
"""How many interchanges are tried to make room for a required pair."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Who is to meet whom: rows of the upper half, columns of the lower, pairs settled before."""

    task: Task
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    settled: tuple[Places, ...] = ()

    def closed(self) -> list[frozenset[int]]:
        """For each row the columns that it may not have; no row meets one ranked above it."""
        column_at = {place: j for j, place in enumerate(self.columns)}
        return [self._closed_to(row, column_at) for row in self.rows]

    def _closed_to(self, row: int, column_at: dict[int, int]) -> frozenset[int]:
        everybody = (1 << len(self.task.members)) - 1
        shut = {column_at[v] for v in bits(everybody & ~self.task.graph[row]) if v in column_at}
        if row > self.columns[0]:
            shut |= {j for v, j in column_at.items() if v < row}
        return frozenset(shut)


def layouts(task: Task) -> Iterator[Layout]:
    """The halves; with a required pair inside one of them also the interchange that it needs.

    The first layout in which all can be paired as well as they can at all is the right one.
    Nothing is offered if several interchanges are needed.
    """
    half, count = task.half, len(task.members)
    required = required_pairs(task)
    inside = [(a, b) for a, b in required if (a < half) == (b < half)]
    if not inside:
        yield _laid_out(task, range(half), range(half, count), required)
    elif len(inside) == 1:
        for goes_down, goes_up in islice(_interchanges(inside[0], half, count), TRIED):
            rows = [*(v for v in range(half) if v != goes_down), goes_up]
            columns = [goes_down, *(v for v in range(half, count) if v != goes_up)]
            yield _laid_out(task, rows, columns, required)


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


def _interchanges(pair: Places, half: int, count: int) -> Iterator[Places]:
    """Who goes down and who goes up, those next to the middle first."""
    higher, lower = pair
    if lower < half:
        yield from ((lower, goes_up) for goes_up in range(half, count))
    else:
        yield from ((goes_down, higher) for goes_down in range(half - 1, -1, -1))


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
