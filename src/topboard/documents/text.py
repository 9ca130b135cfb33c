"""Documents as plain text with aligned columns, for a terminal or a monospaced font."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import category, combining, east_asian_width

from topboard.text.names import HINTS, ISOLATES, TURNING, isolate_right_to_left_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.documents.sheet import Cell, Document, Heading

CUT = "…"
GAP = "  "
LONGEST_LINE = 120
"""The maximum width, in columns, of a title, and of the lines above and below the table."""
SIGNATURE = 30

UPSETTING = (TURNING | HINTS) - ISOLATES
"""Characters that would change the display of a whole line, such as direction controls."""


def as_text(document: Document) -> str:
    """Return the document as plain text with aligned columns."""
    return "\n".join(_format_document_lines(document)) + "\n"


def _format_document_lines(document: Document) -> Iterator[str]:
    yield truncate(sanitize_line(document.title), LONGEST_LINE)
    for line in document.about:
        yield from wrap(sanitize_line(line), LONGEST_LINE)
    if document.headings:
        yield ""
        yield from _format_table_lines(document)
    if document.notes:
        yield ""
    for note in document.notes:
        yield from wrap(sanitize_line(note), LONGEST_LINE)
    for who in document.signatures:
        yield ""
        yield f"{sanitize_line(who)}: {'_' * SIGNATURE}"


def _format_table_lines(document: Document) -> Iterator[str]:
    headings = document.headings
    titles = [sanitize_line(heading.title) for heading in headings]
    rows = [
        [
            # Boxes are about all rows of the table, so that nobody can tick contradictory ones.
            "" if heading.boxes and place else _format_cell(cell, heading)
            for cell, heading in zip(row, headings, strict=True)
        ]
        for place, row in enumerate(document.rows)
    ]
    widths = [
        max(display_width(text) for text in column) for column in zip(titles, *rows, strict=True)
    ]
    if headings[-1].wraps:
        before = sum(widths[:-1]) + len(GAP) * (len(widths) - 1)
        widths[-1] = min(widths[-1], LONGEST_LINE - before)
    yield _join_aligned_cells(titles, headings, widths)
    yield GAP.join("-" * places for places in widths)
    for row in rows:
        yield from _format_table_row_lines(row, headings, widths)


def _format_table_row_lines(
    row: list[str], headings: tuple[Heading, ...], widths: list[int]
) -> Iterator[str]:
    if not headings[-1].wraps:
        yield _join_aligned_cells(row, headings, widths)
        return
    *others, last = row
    for part in wrap(last, widths[-1]):
        yield _join_aligned_cells([*others, part], headings, widths)
        others = [""] * len(others)


def _format_cell(cell: Cell, heading: Heading) -> str:
    if cell == "" and heading.boxes:
        return GAP.join(f"[ ] {one}" for one in heading.boxes)
    text = sanitize_line(str(cell))
    return truncate(text, heading.widest) if heading.widest else text


def _join_aligned_cells(texts: list[str], headings: tuple[Heading, ...], widths: list[int]) -> str:
    cells = []
    for text, heading, places in zip(texts, headings, widths, strict=True):
        space = " " * (places - display_width(text))
        # Right-to-left names would otherwise reorder the numbers beside them.
        shown = isolate_right_to_left_text(text) if ISOLATES.isdisjoint(text) else text
        cells.append(space + shown if heading.right else shown + space)
    return GAP.join(cells).rstrip()


def sanitize_line(text: str) -> str:
    """Return the text on one line, without characters that control a terminal or text direction."""
    if not text.isprintable():
        text = "".join(" " if category(c) == "Cc" else c for c in text if c not in UPSETTING)
    return " ".join(text.split())


def display_width(text: str) -> int:
    """Return the width of a string in terminal columns.

    Wide characters take two columns, and combining characters take none.
    """
    return len(text) if text.isascii() else sum(map(_character_width, text))


def _character_width(character: str) -> int:
    if combining(character) or category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if east_asian_width(character) in "WF" else 1


def truncate(text: str, places: int) -> str:
    """Return the text, truncated with an ellipsis if it is wider than ``places`` columns."""
    if display_width(text) <= places:
        return text
    kept, used = "", display_width(CUT)
    for character in text:
        used += _character_width(character)
        if used > places:
            break
        kept += character
    return kept.rstrip() + CUT


def wrap(text: str, places: int) -> Iterator[str]:
    """Yield the text in lines of at most ``places`` columns, indented from the second line on.

    A word that does not fit on a line is truncated.
    """
    line, indent = "", ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line.strip() else f"{indent}{word}"
        if line.strip() and display_width(longer) > places:
            yield line
            indent = GAP
            longer = f"{indent}{word}"
        line = truncate(longer, places)
    yield line
