"""Reading and writing of tables in CSV and XLSX files. Writing XLSX needs the extra ``xlsx``."""

from __future__ import annotations

import csv
import io
from codecs import getincrementaldecoder
from itertools import chain, islice
from typing import IO, TYPE_CHECKING

from topboard.errors import CannotReadOrWrite
from topboard.event.column_headings import find_field_of_heading
from topboard.event.entry_columns import HEADER_ROWS
from topboard.formats.files import CANNOT_READ, OPENING_LENGTH, build_file_error, is_binary_content
from topboard.formats.problems import bad_input_error, too_large_error
from topboard.messages import say, say_count
from topboard.storage.table_limits import MOST_COLUMNS, TableLimits
from topboard.storage.workbooks import (
    LARGEST_WORKBOOK,
    list_unread_sheets,
    read_workbook_rows,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.event.grids import Cell, Grid

ZIP_FILE, OLD_OFFICE_FILE = b"PK", b"\xd0\xcf\x11\xe0"
LONGEST_LINE = 100_000
"""The maximum length of a line in a CSV file, in characters."""
DELIMITERS = ",;\t"
LONGEST_SHEET_NAME = 31
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def read_rows(path: str) -> list[list[str]]:
    """Return the rows of a CSV or XLSX file, with all cells as text."""
    try:
        with open(path, "rb") as file:
            return _read_table_rows(file, path)
    except (OSError, ValueError) as error:
        raise build_file_error(CANNOT_READ, path, error) from error


def parse_spreadsheet_rows(content: bytes, path: str) -> list[list[str]]:
    """Return the rows in the content of a CSV or XLSX file.

    ``path`` is the name of the file for messages.
    """
    return _read_table_rows(io.BytesIO(content), path)


def note_unread_sheets(content: bytes, path: str) -> tuple[str, ...]:
    """Return a note on the sheets of an XLSX file that are not read, or () if there are none."""
    names = list_unread_sheets(content, path) if content.startswith(ZIP_FILE) else ()
    if not names:
        return ()
    words = say_count(
        "Only the first sheet is read. Unused sheet: {names}.",
        "Only the first sheet is read. Unused sheets: {names}.",
        len(names),
        names=", ".join(names),
    )
    return (words,)


def _read_table_rows(file: IO[bytes], path: str) -> list[list[str]]:
    """Return the rows of a CSV or XLSX file. Reading stops as soon as a limit is exceeded."""
    opening = file.read(OPENING_LENGTH)
    file.seek(0)
    if opening.startswith(ZIP_FILE):
        return read_workbook_rows(file.read(LARGEST_WORKBOOK + 1), path, TableLimits())
    if opening.startswith(OLD_OFFICE_FILE):
        what = say("this is an old Excel file (XLS) or is protected by a password")
        raise bad_input_error(
            what, path, remedy=say("Save it as XLSX without a password, or as CSV.")
        )
    if opening.startswith((b"\xff\xfe", b"\xfe\xff")):
        what = say("the file is encoded in UTF-16")
        raise bad_input_error(what, path, remedy=say("Save the file as UTF-8."))
    if _is_binary_table(opening):
        what = say("this is a binary file, such as a picture or an archive, and not a table")
        raise bad_input_error(what, path, remedy=say("Use a CSV or XLSX file."))
    try:
        return _read_csv_rows(file, path, "utf-8-sig")
    except UnicodeDecodeError:
        file.seek(0)
        return _read_csv_rows(file, path, "cp1252")


def _is_binary_table(opening: bytes) -> bool:
    """Return whether the first bytes of a file show that it cannot be CSV.

    The bytes may end in the middle of a character.
    """
    try:
        return is_binary_content(getincrementaldecoder("utf-8")().decode(opening))
    except UnicodeDecodeError:
        return b"\0" in opening or is_binary_content(opening.decode("cp1252", "replace"))


def _read_csv_rows(file: IO[bytes], path: str, encoding: str) -> list[list[str]]:
    text = io.TextIOWrapper(file, encoding, newline="", errors=ERRORS.get(encoding, "strict"))
    limits, rows = TableLimits(), []
    try:
        lines = _read_limited_lines(text, path)
        first = [*islice(lines, HEADER_ROWS)]
        everything = chain(first, lines)
        delimiter = _find_delimiter(first)
        for at, row in enumerate(csv.reader(everything, delimiter=delimiter, strict=True), start=1):
            limits.count_row(path)
            for column, cell in enumerate(row, start=1):
                limits.count_cell(1, column, lambda at=at: f"{path}:{at}", cell)  # type: ignore[misc]
            rows.append(row)
    except csv.Error as error:
        what = say("this is not a valid CSV file ({error})", error=error)
        remedy = say("Save the table as CSV again.")
        raise bad_input_error(what, path, remedy=remedy) from error
    finally:
        text.detach()
    return rows


ERRORS = {"cp1252": "replace"}


def _find_delimiter(lines: Sequence[str]) -> str:
    """Return the character between the cells of a CSV file, given its first lines.

    The header decides, because names contain commas, and other programs write titles above it. In
    a file without a known header, the first line decides.
    """
    first = next(filter(str.strip, lines), "")
    return max(DELIMITERS, key=lambda one: (_count_known_headings(lines, one), first.count(one)))


def _count_known_headings(lines: Sequence[str], delimiter: str) -> int:
    """Return the largest number of column headings that one of the lines contains."""
    rows = (line.split(delimiter, MOST_COLUMNS) for line in lines)
    known = ([find_field_of_heading(cell.strip(' "\r\n')) for cell in row] for row in rows)
    return max((sum(map(bool, fields)) for fields in known), default=0)


def _read_limited_lines(text: io.TextIOWrapper, path: str) -> Iterator[str]:
    """Yield the lines of a file. Raise ``TooLarge`` if a line is too long."""
    line, at = text.readline(LONGEST_LINE), 1
    while line:
        if len(line) >= LONGEST_LINE:
            what = say("a line has too many characters")
            raise too_large_error(what, f"{path}:{at}", LONGEST_LINE)
        yield line
        line, at = text.readline(LONGEST_LINE), at + 1


def format_grid_as_csv(grid: Grid) -> str:
    """Return the grid as CSV. Text that a spreadsheet would interpret as a formula is escaped."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    for row in grid:
        writer.writerow([_escape_formula_in_cell(cell) for cell in row])
    return out.getvalue()


def _escape_formula_in_cell(cell: Cell) -> Cell:
    if isinstance(cell, str) and cell.startswith(FORMULA) and cell not in ("+:-", "-:+", "-:-"):
        return f"'{cell}"
    return cell


def build_xlsx_workbook(sheets: dict[str, Grid]) -> bytes:
    """Return the content of an XLSX file with one sheet for each grid.

    The keys are the sheet names.
    """
    try:
        from xlsxwriter import Workbook  # type: ignore[import-untyped]
    except ImportError as error:
        raise CannotReadOrWrite(
            say("XLSX needs the package xlsxwriter. Install it with pip install 'topboard[xlsx]'.")
        ) from error
    out = io.BytesIO()
    with Workbook(out, {"in_memory": True, "strings_to_formulas": False}) as book:
        bold = book.add_format({"bold": True})
        for title, grid in sheets.items():
            sheet = book.add_worksheet(_make_valid_sheet_name(title))
            for r, row in enumerate(grid):
                for c, cell in enumerate(row):
                    sheet.write(r, c, cell, bold if r == 0 else None)
            sheet.freeze_panes(1, 0)
            sheet.autofit()
    return out.getvalue()


def _make_valid_sheet_name(title: str) -> str:
    return "".join(c for c in title if c not in "[]:*?/\\")[:LONGEST_SHEET_NAME] or "Sheet"
