"""Limits on the size of a table, which are checked while the table is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.formats.problems import bad_input_error, too_large_error
from topboard.messages import say

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_ROWS = 100_000
MOST_COLUMNS = 200
MOST_CELLS = 1_000_000
MOST_CHARACTERS = 20_000_000


class TableLimits:
    """Counters for the rows, cells and characters of a table. They raise an error above a limit."""

    def __init__(self) -> None:
        self.rows = self.cells = self.characters = 0

    def count_row(self, where: str) -> None:
        """Count a row. Raise ``TooLarge`` if the table has too many rows."""
        self.rows += 1
        if self.rows > MOST_ROWS:
            raise too_large_error(say("the table has too many rows"), where, MOST_ROWS)

    def count_cell(self, row: int, column: int, where: Callable[[], str], text: str) -> None:
        """Count a cell and its characters.

        A cell far outside the table is rejected, because all empty cells before it would have to be
        added.
        """
        self.cells += 1
        if self.cells > MOST_CELLS:
            raise too_large_error(say("the table has too many cells"), where(), MOST_CELLS)
        if row > MOST_ROWS or column > MOST_COLUMNS:
            what = say(
                "a cell is beyond row {rows:,} or column {columns}",
                rows=MOST_ROWS,
                columns=MOST_COLUMNS,
            )
            raise bad_input_error(
                what, where(), text, say("Clear the cell, or save only the table.")
            )
        self.characters += len(text)
        if self.characters > MOST_CHARACTERS:
            raise too_large_error(
                say("the table has too many characters"), where(), MOST_CHARACTERS
            )

    def count_text(self, text: str, where: str) -> None:
        """Count the characters of a string that is not counted as a cell."""
        self.characters += len(text)
        if self.characters > MOST_CHARACTERS:
            raise too_large_error(say("the table has too many characters"), where, MOST_CHARACTERS)
