"""Division of long lists into pages."""

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
"""The largest number of tie-break addends on one page of the standings.

Long calculations therefore mean fewer lines per page.
"""


@dataclass(frozen=True, slots=True)
class ListPage(Generic[Item]):
    """One page of a list, with its lines, its page number and the number of pages."""

    lines: tuple[Item, ...]
    number: int
    count: int
    size: int

    @property
    def position_of_first_line(self) -> int:
        """Return the position of the page's first line in the whole list, counted from 1."""
        return (self.number - 1) * self.size + 1

    @property
    def position_of_last_line(self) -> int:
        """Return the position of the page's last line in the whole list, counted from 1."""
        return self.position_of_first_line + len(self.lines) - 1

    @property
    def page_numbers(self) -> range:
        """Return the numbers of all pages, or an empty range if there is only one."""
        return range(1, self.count + 1 if self.count > 1 else 1)

    @property
    def nearby_page_numbers(self) -> list[int]:
        """Return the numbers of the first page, the last page, and the pages close to this one."""
        around = range(self.number - 2, self.number + 3)
        return [n for n in self.page_numbers if n in (1, self.count) or n in around]


def load_list_page(
    number: int, some: Callable[[int, int], tuple[Sequence[Item], int]], size: int = MOST_LINES
) -> tuple[ListPage[Item], int]:
    """Return one page of a list that is loaded page by page, and the length of the whole list.

    ``some(start, count)`` must return up to ``count`` rows and the total. If the page number is too
    large, return the last page.
    """
    lines, total = some((max(1, number) - 1) * size, size)
    count = max(1, -(-total // size))
    if number > count:
        return load_list_page(count, some, size)
    return ListPage(tuple(lines), max(1, number), count, size), total


def standings_lines_per_page(table: Standings) -> int:
    """Return the number of lines per page of the standings.

    It is smaller for long tie-break calculations.
    """
    if not table.lines:
        return MOST_LINES
    items = sum(len(value.items) for value in table.lines[0].values)
    fitting = MOST_ITEMS // max(1, items) // FEWEST_LINES * FEWEST_LINES
    return max(FEWEST_LINES, min(MOST_LINES, fitting))


def select_standings_page(table: Standings, number: int) -> ListPage[Line]:
    """Return the page of the standings with this number, or the nearest one that exists."""
    size = standings_lines_per_page(table)
    count = max(1, -(-len(table.lines) // size))
    number = min(max(1, number), count)
    return ListPage(tuple(table.lines[(number - 1) * size : number * size]), number, count, size)


def find_standings_page_number(table: Standings, number: Number) -> int:
    """Return the number of the standings page that shows a participant, or 1 if none does."""
    place = next((i for i, line in enumerate(table.lines) if line.number == number), 0)
    return place // standings_lines_per_page(table) + 1
