"""Long lists in parts: what a page shows of them, and which other parts there are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from topboard.model import Number
    from topboard.tiebreaks.standings import Line, Standings

Item = TypeVar("Item")
MOST_LINES = 100
FEWEST_LINES = 25
MOST_ITEMS = 1_600
"""Addends of tie-breaks on a page: of a late round with many tie-breaks it shows fewer lines."""


@dataclass(frozen=True, slots=True)
class PartOfList(Generic[Item]):
    """The lines of a page, and where it stands among the others."""

    lines: tuple[Item, ...]
    number: int
    count: int
    size: int

    @property
    def first(self) -> int:
        """The place in the list of its first line, from 1."""
        return (self.number - 1) * self.size + 1

    @property
    def last(self) -> int:
        """The place in the list of its last line."""
        return self.first + len(self.lines) - 1

    @property
    def others(self) -> range:
        """The numbers of all parts; nothing where there is but one."""
        return range(1, self.count + 1 if self.count > 1 else 1)

    @property
    def near(self) -> list[int]:
        """The numbers of the first and the last part and of those around this one."""
        around = range(self.number - 2, self.number + 3)
        return [n for n in self.others if n in (1, self.count) or n in around]


def part_asked_for(
    number: int, some: Callable[[int, int], tuple[Sequence[Item], int]], size: int = MOST_LINES
) -> tuple[PartOfList[Item], int]:
    """That part of a list too long to be fetched as a whole, and how long the list is.

    ``some`` fetches so many lines from a place on, and knows how many there are; where there is
    no part of this number, the last one is shown.
    """
    lines, total = some((max(1, number) - 1) * size, size)
    count = max(1, -(-total // size))
    if number > count:
        return part_asked_for(count, some, size)
    return PartOfList(tuple(lines), max(1, number), count, size), total


def lines_on_a_page(table: Standings) -> int:
    """How many lines of a table a page shows; they go by the weight of the first one."""
    if not table.lines:
        return MOST_LINES
    items = sum(len(value.items) for value in table.lines[0].values)
    fitting = MOST_ITEMS // max(1, items) // FEWEST_LINES * FEWEST_LINES
    return max(FEWEST_LINES, min(MOST_LINES, fitting))


def part_of(table: Standings, number: int) -> PartOfList[Line]:
    """That part of a table; where there is none of this number, the nearest."""
    size = lines_on_a_page(table)
    count = max(1, -(-len(table.lines) // size))
    number = min(max(1, number), count)
    return PartOfList(tuple(table.lines[(number - 1) * size : number * size]), number, count, size)


def part_with(table: Standings, number: Number) -> int:
    """The number of the part in which a competitor stands."""
    place = next((i for i, line in enumerate(table.lines) if line.number == number), 0)
    return place // lines_on_a_page(table) + 1
