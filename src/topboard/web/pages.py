"""Pagination of long lists."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from topboard.model import Number
from topboard.tiebreaks.standings import Line, Standings

Item = TypeVar("Item")
MOST_LINES = 100
FEWEST_LINES = 25
MOST_ITEMS = 1_600
"""The most addends of tie-breaks on a page, which may reduce the number of lines."""


@dataclass(frozen=True, slots=True)
class PartOfList(Generic[Item]):
    """One part of a list, with its lines and its number among all parts."""

    lines: tuple[Item, ...]
    number: int
    count: int
    size: int

    @property
    def first(self) -> int:
        """Return the position of its first line in the list, counted from 1."""
        return (self.number - 1) * self.size + 1

    @property
    def last(self) -> int:
        """Return the position in the list of the last line on this page."""
        return self.first + len(self.lines) - 1

    @property
    def others(self) -> range:
        """Return the numbers of all parts, or an empty range if there is only one."""
        return range(1, self.count + 1 if self.count > 1 else 1)

    @property
    def nearby_parts(self) -> list[int]:
        """Return the numbers of the first and last part and of the parts around this one."""
        around = range(self.number - 2, self.number + 3)
        return [n for n in self.others if n in (1, self.count) or n in around]


def load_part_of_list(
    number: int, some: Callable[[int, int], tuple[Sequence[Item], int]], size: int = MOST_LINES
) -> tuple[PartOfList[Item], int]:
    """Return one page of a list that is too long to load at once, and the length of the list.

    ``some(start, count)`` returns up to ``count`` rows and the total. A page number out of range
    gives the last page.
    """
    lines, total = some((max(1, number) - 1) * size, size)
    count = max(1, -(-total // size))
    if number > count:
        return load_part_of_list(count, some, size)
    return PartOfList(tuple(lines), max(1, number), count, size), total


def lines_per_page(table: Standings) -> int:
    """Return the number of lines per page, based on the size of the table's first line."""
    if not table.lines:
        return MOST_LINES
    items = sum(len(value.items) for value in table.lines[0].values)
    fitting = MOST_ITEMS // max(1, items) // FEWEST_LINES * FEWEST_LINES
    return max(FEWEST_LINES, min(MOST_LINES, fitting))


def select_standings_part(table: Standings, number: int) -> PartOfList[Line]:
    """Return the part of a table with this number, or the nearest one."""
    size = lines_per_page(table)
    count = max(1, -(-len(table.lines) // size))
    number = min(max(1, number), count)
    return PartOfList(tuple(table.lines[(number - 1) * size : number * size]), number, count, size)


def find_part_with_participant(table: Standings, number: Number) -> int:
    """Return the number of the part that contains the participant, or 1."""
    place = next((i for i, line in enumerate(table.lines) if line.number == number), 0)
    return place // lines_per_page(table) + 1
