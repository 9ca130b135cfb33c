"""Workbooks that people send, and one made to fill the memory."""

from __future__ import annotations

import io
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from topboard.errors import BadInput
from topboard.store.spreadsheets import LARGEST_UNPACKED, rows_of, workbook

SHEET = "xl/worksheets/sheet1.xml"


def swollen(content: bytes) -> bytes:
    """The workbook with a sheet that unpacks to more than is read."""
    made = io.BytesIO()
    with ZipFile(io.BytesIO(content)) as old, ZipFile(made, "w", ZIP_DEFLATED) as new:
        for name in old.namelist():
            text = old.read(name)
            new.writestr(name, text + b" " * LARGEST_UNPACKED if name == SHEET else text)
    return made.getvalue()


def test_a_workbook_is_read_as_it_was_written() -> None:
    grid = [("name", "rating"), ("Adams", 2200)]
    assert rows_of(workbook({"Entries": grid}), "x.xlsx") == [["name", "rating"], ["Adams", "2200"]]


def test_a_small_file_that_unpacks_to_very_much_is_refused_unread() -> None:
    content = swollen(workbook({"Entries": [("name",), ("Adams",)]}))
    assert len(content) < 100_000
    with pytest.raises(BadInput, match=r"unpacks to 30 MB, more than 30 .*as CSV"):
        rows_of(content, "x.xlsx")


def test_what_only_begins_like_a_workbook_is_refused() -> None:
    with pytest.raises(BadInput, match="not a workbook"):
        rows_of(b"PK and nothing else", "x.xlsx")
