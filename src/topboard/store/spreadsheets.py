"""Rows of cells from and to CSV and XLSX files; XLSX needs the extra ``xlsx``."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING
from zipfile import BadZipFile, ZipFile

from topboard.errors import BadInput, CannotReadOrWrite, Problem
from topboard.formats.files import head_of
from topboard.messages import retold, say, worded

if TYPE_CHECKING:
    from topboard.event.grids import Cell, Grid

EXTRA = worded("install it with: pip install 'topboard[xlsx]'")
MOST_ROWS = 100_000
LARGEST_UNPACKED = 30_000_000
"""In bytes. A workbook is an archive: a small one may unpack to more than a machine can hold."""
LONGEST_SHEET_NAME = 31
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def rows_in(path: str) -> list[list[str]]:
    """The rows of a CSV or XLSX file, all cells as text."""
    return rows_of(head_of(path), path)


def rows_of(content: bytes, path: str) -> list[list[str]]:
    """The rows in the content of a CSV or XLSX file of that name."""
    if content.startswith(b"PK"):
        return _rows_of_workbook(content, path)
    return _rows_of_csv(content, path)


def _rows_of_csv(content: bytes, path: str) -> list[list[str]]:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("cp1252", errors="replace")
    head = text.partition("\n")[0]
    delimiter = max(",;\t", key=head.count)
    try:
        return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))
    except csv.Error as error:
        raise BadInput([Problem(say("not CSV ({error})", error=error), path)]) from error


def _rows_of_workbook(content: bytes, path: str) -> list[list[str]]:
    try:
        from openpyxl import load_workbook  # type: ignore[import-untyped]
    except ImportError as error:
        raise CannotReadOrWrite(
            say(
                "cannot read {path!r}: XLSX needs openpyxl; {extra}", path=path, extra=retold(EXTRA)
            )
        ) from error
    _refuse_bomb(content, path)
    try:
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        rows = [
            ["" if cell is None else str(cell) for cell in row]
            for row in book.worksheets[0].iter_rows(values_only=True, max_row=MOST_ROWS)
        ]
        book.close()
    except Exception as error:
        # openpyxl raises whatever its parsers raise.
        raise BadInput([Problem(say("not a workbook ({error})", error=error), path)]) from error
    return rows


def _refuse_bomb(content: bytes, path: str) -> None:
    try:
        with ZipFile(io.BytesIO(content)) as archive:
            unpacked = sum(part.file_size for part in archive.infolist())
    except BadZipFile as error:
        raise BadInput([Problem(say("not a workbook ({error})", error=error), path)]) from error
    if unpacked > LARGEST_UNPACKED:
        what = say(
            "the workbook unpacks to {size} MB, more than {most}",
            size=unpacked // 1_000_000,
            most=LARGEST_UNPACKED // 1_000_000,
        )
        remedy = say("save the sheet with the entries alone, or as CSV")
        raise BadInput([Problem(what, path, remedy=remedy)])


def csv_text(grid: Grid) -> str:
    """The grid as CSV; a name that looks like a formula is defused."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    for row in grid:
        writer.writerow([_defused(cell) for cell in row])
    return out.getvalue()


def _defused(cell: Cell) -> Cell:
    if isinstance(cell, str) and cell.startswith(FORMULA) and cell not in ("+:-", "-:+", "-:-"):
        return f"'{cell}"
    return cell


def workbook(sheets: dict[str, Grid]) -> bytes:
    """The grids as an XLSX file, a sheet for each."""
    try:
        from xlsxwriter import Workbook  # type: ignore[import-untyped]
    except ImportError as error:
        raise CannotReadOrWrite(
            say("XLSX needs xlsxwriter; {extra}", extra=retold(EXTRA))
        ) from error
    out = io.BytesIO()
    with Workbook(out, {"in_memory": True, "strings_to_formulas": False}) as book:
        bold = book.add_format({"bold": True})
        for title, grid in sheets.items():
            sheet = book.add_worksheet(_sheet_name(title))
            for r, row in enumerate(grid):
                for c, cell in enumerate(row):
                    sheet.write(r, c, cell, bold if r == 0 else None)
            sheet.freeze_panes(1, 0)
            sheet.autofit()
    return out.getvalue()


def _sheet_name(title: str) -> str:
    return "".join(c for c in title if c not in "[]:*?/\\")[:LONGEST_SHEET_NAME] or "Sheet"
