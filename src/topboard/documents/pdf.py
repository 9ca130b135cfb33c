"""Documents as PDF, set by typst with the fonts it brings along: nothing is fetched."""

from __future__ import annotations

import json
from importlib.resources import files
from itertools import groupby
from typing import TYPE_CHECKING, Any

from topboard.documents.layout import printed
from topboard.errors import CannotReadOrWrite
from topboard.messages import retold, say, worded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.documents.layout import Printed, PrintedCell, PrintedColumn
    from topboard.documents.sheet import Document

EXTRA = worded("PDF needs a package: pip install 'topboard[pdf]'")
LONGEST_WORD = 24
"""Letters after which a word may be broken; longer ones would run over their column."""
BREAK = "\u200b"
SIZES = ((12, 11.0), (17, 9.0), (22, 8.0), (30, 7.0))
"""(Columns up to which, size of the letters in points)."""
SMALLEST = 6.0


def as_pdf(documents: Sequence[Document], paper: str = "a4") -> bytes:
    """The documents in one file; those of one look follow each other."""
    try:
        import typst
    except ImportError as error:
        raise CannotReadOrWrite(
            say("{extra} ({module} is missing)", extra=retold(EXTRA), module=error.name)
        ) from error
    sheets = [printed(document) for document in documents]
    title = sheets[0].title if sheets else say("Nothing to print")
    batches = [list(map(_values, same)) for _, same in groupby(sheets, key=_place)]
    template = files("topboard.documents").joinpath("sheet.typ").read_bytes()
    inputs = {"sheets": json.dumps(batches), "paper": paper, "title": title}
    made: Any = typst.compile(template, sys_inputs=inputs)
    assert isinstance(made, bytes)
    return made


def _place(sheet: Printed) -> tuple[bool, int, str]:
    """Sheets that share pages."""
    own = "" if sheet.layout.per_page else sheet.title
    return sheet.layout.landscape, sheet.layout.per_page, own


def _values(sheet: Printed) -> dict[str, Any]:
    layout = sheet.layout
    size = next((size for most, size in SIZES if len(sheet.columns) <= most), SMALLEST)
    return {
        "title": _breakable(sheet.title),
        "about": list(map(_breakable, sheet.about)),
        "columns": list(map(_column, sheet.columns)),
        "rows": [list(map(_cell, row)) for row in sheet.rows],
        "notes": list(map(_breakable, sheet.notes)),
        "signatures": list(map(_breakable, sheet.signatures)),
        "landscape": layout.landscape,
        "per_page": layout.per_page,
        "large": layout.large,
        "grid": layout.grid,
        "size": size,
        "result_width": 60,
    }


def _column(column: PrintedColumn) -> dict[str, Any]:
    return {
        "titles": list(map(_breakable, column.titles)),
        "right": column.right,
        "name": column.name,
        "by_hand": column.by_hand,
        "wide": column.wide,
    }


def _cell(cell: PrintedCell) -> list[list[dict[str, Any]]]:
    return [[{"text": _breakable(r.text), "circled": r.circled} for r in line] for line in cell]


def _breakable(text: str) -> str:
    """The text with places at which very long words may be broken."""
    if len(text) <= LONGEST_WORD:
        return text
    return " ".join(
        BREAK.join(word[i : i + LONGEST_WORD] for i in range(0, len(word), LONGEST_WORD))
        for word in text.split(" ")
    )
