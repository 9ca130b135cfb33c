"""Documents as PDF, typeset with typst and its bundled fonts. Nothing is downloaded."""

from __future__ import annotations

import json
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from importlib.resources import as_file, files
from importlib.util import find_spec
from itertools import groupby
from subprocess import PIPE, Popen
from typing import Any
from unicodedata import category

from topboard import platforms
from topboard.documents.layout import (
    GROUPED,
    LEGEND_FIRST,
    PrintedCell,
    PrintedColumn,
    PrintedDocument,
    full_title,
    lay_out_document,
    order_for_cutting,
)
from topboard.documents.pdf_merge import merge_pdfs
from topboard.documents.sheet import Document
from topboard.errors import CannotReadOrWrite
from topboard.event.logo import decode_logo
from topboard.installation import TYPESET, is_app
from topboard.messages import say

LONGEST_WORD = 24
"""The number of characters after which a word may be broken, so that it fits its column."""
BREAK = "\u200b"
LARGEST = 22.0
"""The largest font size of a document for the wall, in points."""
SHEETS_AT_ONCE = 120
"""The number of documents typeset together. It is a multiple of every possible number per page."""
TEMPLATES = ("sheet.typ", "hand_outs.typ")
LEAST_ROWS = 6
"""The smallest number of rows on the last of several pages, so that no note stands alone."""
SETTERS = 2
"""The number of typesetting processes that run at the same time."""


def as_pdf(documents: Sequence[Document], paper: str = "a4") -> bytes:
    """Return the documents as one PDF file, in the given order."""
    return merge_pdfs(list(typeset_pdf_parts(order_for_cutting(documents), paper)))


def typeset_pdf_parts(documents: Sequence[Document], paper: str = "a4") -> Iterator[bytes]:
    """Yield parts of the PDF file as they are finished.

    Closing the generator stops the typesetting.
    """
    if find_spec("typst") is None:
        raise CannotReadOrWrite(
            say("PDF output needs typst. Install it with: pip install 'topboard[pdf]'")
        )
    setting: deque[_TypesettingProcess] = deque()
    try:
        for part in split_documents_into_batches(documents):
            setting.append(_TypesettingProcess(part, paper))
            if len(setting) == SETTERS:
                yield setting.popleft().finish()
        while setting:
            yield setting.popleft().finish()
    finally:
        for one in setting:
            one.stop()


def split_documents_into_batches(documents: Sequence[Document]) -> list[Sequence[Document]]:
    """Return the documents in batches that are typeset together.

    Only small documents, such as result slips, are numerous enough to need several batches.
    """
    return [
        documents[start : start + SHEETS_AT_ONCE]
        for start in range(0, max(1, len(documents)), SHEETS_AT_ONCE)
    ]


class _TypesettingProcess:
    """A separate process that typesets a batch of documents."""

    def __init__(self, documents: Sequence[Document], paper: str) -> None:
        sheets = [lay_out_document(document) for document in documents]
        title = full_title(sheets[0]) if sheets else say("Nothing to print")
        batches = [
            [_document_to_typst(sheet) for sheet in same]
            for _, same in groupby(sheets, key=_page_group_key)
        ]
        words = json.dumps(batches, ensure_ascii=False)
        here = files("topboard.documents")
        given = {
            "template": "\n".join(
                here.joinpath(name).read_text(encoding="utf-8") for name in TEMPLATES
            ),
            "inputs": {"sheets": words, "paper": paper, "title": title, **_logo_input(sheets)},
            "doubtful": "".join(sorted(filter(_may_lack_glyph, {*words}))),
            "missing": say(
                "No font on this computer has these characters: {missing}", missing="{missing}"
            ),
        }
        with as_file(here.joinpath("typst_worker.py")) as program:
            # Without -P, Python would import modules beside the program instead of its own. The
            # app is not a Python that runs programs, so it starts itself.
            arguments = [TYPESET] if is_app() else ["-P", str(program)]
            self._process = Popen(
                [sys.executable, *arguments], stdin=PIPE, stdout=PIPE, stderr=PIPE
            )
        assert self._process.stdin is not None
        # The process reads everything before it starts to work, and then waits until its output is
        # read. If it ends earlier, its message is read later.
        try:
            with self._process.stdin as pipe:
                pipe.write(json.dumps(given).encode())
        except OSError as error:
            if not platforms.is_closed_pipe(error):
                raise
        self._process.stdin = None

    def finish(self) -> bytes:
        """Wait for the process and return the PDF file that it wrote."""
        made, trouble = self._process.communicate()
        if self._process.returncode:
            raise RuntimeError(f"typst: {trouble.decode(errors='replace')}")
        return made

    def stop(self) -> None:
        """Kill the process, because its output is no longer needed."""
        self._process.kill()
        self._process.communicate()


def _page_group_key(sheet: PrintedDocument) -> tuple[bool, int, str]:
    """Return a key that is equal for documents that may share a page."""
    own = "" if sheet.layout.per_page else sheet.title
    return sheet.layout.landscape, sheet.layout.per_page, own


def _may_lack_glyph(letter: str) -> bool:
    """Return whether a character may be missing from the bundled fonts.

    The fonts contain Latin, Greek and Cyrillic letters. Combining marks are not checked.
    """
    if letter <= "\u052f" or "\u1e00" <= letter <= "\u206f":
        return False
    kind = category(letter)
    return kind[0] in "LNS" or kind == "Co"


def _logo_input(sheets: Sequence[PrintedDocument]) -> dict[str, str]:
    """Return the bytes of the logo as a JSON array, because typst inputs are strings."""
    logo = decode_logo(sheets[0].logo) if sheets and sheets[0].logo else None
    return {} if logo is None else {"logo": json.dumps([*logo.content])}


def _document_to_typst(sheet: PrintedDocument) -> dict[str, Any]:
    layout = sheet.layout
    return {
        "title": _insert_invisible_break_points(sheet.title),
        "about": list(map(_insert_invisible_break_points, sheet.about)),
        "columns": list(map(_column_to_typst, sheet.columns)),
        "rows": [list(map(_cell_to_typst, row)) for row in sheet.rows],
        "notes": list(map(_insert_invisible_break_points, sheet.notes)),
        "signatures": list(map(_insert_invisible_break_points, sheet.signatures)),
        "code": sheet.code,
        "landscape": layout.landscape,
        "per_page": layout.per_page,
        "grid": layout.grid,
        "kind": sheet.kind,
        "fields": dict(sheet.fields),
        "event": _insert_invisible_break_points(sheet.event),
        "anchor": sheet.anchor,
        "wall": layout.wall,
        "largest": LARGEST if layout.wall else layout.size,
        "least": LEAST_ROWS,
        "side_by_side": sheet.columns_of_rows,
        "grouped": sheet.kind in GROUPED,
        "legend_first": sheet.kind in LEGEND_FIRST,
    }


def _column_to_typst(column: PrintedColumn) -> dict[str, Any]:
    return {
        "titles": list(map(_insert_invisible_break_points, column.titles)),
        "right": column.right,
        "name": column.name,
        "by_hand": column.by_hand,
        "boxes": list(column.boxes),
        "wide": column.wide,
        "strong": column.strong,
        "large": column.large,
        "centred": column.centred,
        "equal": column.equal,
    }


def _cell_to_typst(cell: PrintedCell) -> str | list[list[dict[str, Any]]]:
    """Return the lines of a cell, or a plain string for a single line without circled points."""
    if len(cell) == len(cell[0]) == 1 and not cell[0][0].circled:
        return _insert_invisible_break_points(cell[0][0].text)
    return [
        [{"text": _insert_invisible_break_points(r.text), "circled": r.circled} for r in line]
        for line in cell
    ]


def _insert_invisible_break_points(text: str) -> str:
    """Return the text with invisible break points inserted in very long words."""
    if len(text) <= LONGEST_WORD:
        return text
    return " ".join(
        BREAK.join(word[i : i + LONGEST_WORD] for i in range(0, len(word), LONGEST_WORD))
        for word in text.split(" ")
    )
