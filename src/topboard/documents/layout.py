"""The print layout of a document, used for both HTML and PDF."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TypeVar

from topboard._frozen import dataclass
from topboard.documents.cards import MARKS
from topboard.documents.sheet import Cell, Document, Heading
from topboard.documents.text import sanitize_line
from topboard.messages import translate_worded, worded

Part = TypeVar("Part")

PAPERS = ("a4", "letter")
"""The supported paper sizes."""

BRACKETS = re.compile(r"\((\d*½|\d+(?:\.\d+)?)\)")
"""A pattern for points in parentheses, which are printed in a circle because no game was played."""
WITH_CIRCLES = frozenset(
    ("wall chart", "pairing card", "cross table", "pairing sheet", "line-ups", "match sheet")
)
CIRCLES = worded(
    "Points in a circle were scored without playing. R marks a forfeit that is rated, "
    "and u marks an unfinished game."
)


@dataclass(frozen=True, slots=True)
class Layout:
    """The page layout of a kind of document."""

    landscape: bool = False
    per_page: int = 0
    """The number of documents that share a page, or 0 if each takes as many pages as it needs."""
    grid: bool = False
    """Whether all columns except the name are narrow and equally wide, with lines between them."""
    large: bool = False
    """Whether the text is large enough to be read from a distance."""
    title_size: float = 64.0
    """The font size of the title of a large document, in points."""
    wall: bool = False
    """Whether the font is as large as the width of the page allows."""
    size: float = 11.0
    """The font size in points, unless ``wall`` is set."""


LAYOUTS = {
    "result slip": Layout(per_page=4, size=14.0),
    "match sheet": Layout(per_page=1, size=13.0),
    "board label": Layout(per_page=2, large=True),
    "name card": Layout(per_page=4, large=True, title_size=32.0),
    "check-list": Layout(landscape=True),
    "score sheet": Layout(per_page=1),
    "certificate": Layout(landscape=True, per_page=1, large=True, title_size=48.0),
}
GRIDS = ("wall chart", "cross table")
ON_WALLS = frozenset(
    (
        *("pairing sheet", "pairings by name", "standings", "averages", "timetable"),
        *("starting list", "alphabetical list", "list by rating"),
        *("list by federation", "list by club"),
    )
)
"""Kinds of documents that are posted and read by many people at the same time."""
WIDEST_UPRIGHT = 10
"""The maximum number of columns of a grid that fit on a portrait page."""
CARDS = ((5, 3), (12, 2))
"""Pairs of a maximum number of rounds and the number of pairing cards that share a page."""


@dataclass(frozen=True, slots=True)
class TextRun:
    """A piece of text in a cell, optionally circled."""

    text: str
    circled: bool = False


@dataclass(frozen=True, slots=True)
class PrintedColumn:
    """A printed column, with the lines of its heading and the format of its cells."""

    titles: tuple[str, ...]
    right: bool
    name: bool
    """Whether the cells are names or sentences, which may take several lines."""
    by_hand: bool
    boxes: tuple[str, ...]
    wide: bool
    """Whether the column takes all the available width."""


PrintedCell = tuple[tuple[TextRun, ...], ...]
"""The lines of a cell, each of which is a sequence of text runs."""


@dataclass(frozen=True, slots=True)
class PrintedDocument:
    """A document laid out for printing."""

    kind: str
    title: str
    about: tuple[str, ...]
    columns: tuple[PrintedColumn, ...]
    rows: tuple[tuple[PrintedCell, ...], ...]
    notes: tuple[str, ...]
    signatures: tuple[str, ...]
    layout: Layout
    code: str = ""


def lay_out_document(document: Document) -> PrintedDocument:
    """Return the document laid out for printing, without empty columns."""
    stacks = [
        stack
        for stack in _group_stacked_columns(document.headings)
        if _is_column_used(document, stack)
    ]
    circles = document.kind in WITH_CIRCLES
    return PrintedDocument(
        kind=document.kind,
        title=sanitize_line(document.title),
        about=tuple(map(sanitize_line, document.about)),
        columns=tuple(_lay_out_column([document.headings[i] for i in stack]) for stack in stacks),
        rows=tuple(
            tuple(_lay_out_cell(row, stack, document.headings, circles) for stack in stacks)
            for row in document.rows
        ),
        notes=tuple(
            translate_worded(CIRCLES) if note == translate_worded(MARKS[0]) else sanitize_line(note)
            for note in document.notes
        ),
        signatures=tuple(map(sanitize_line, document.signatures)),
        layout=_choose_page_layout(document, len(stacks)),
        code=document.code,
    )


def _is_column_used(document: Document, stack: list[int]) -> bool:
    """Return whether a column has content or is meant to be filled in by hand."""
    headings = [document.headings[place] for place in stack]
    if not document.rows or any(heading.by_hand for heading in headings):
        return True
    return any(row[place] != "" for row in document.rows for place in stack)


def _choose_page_layout(document: Document, columns: int) -> Layout:
    if document.kind in GRIDS:
        return Layout(landscape=columns > WIDEST_UPRIGHT, grid=True, wall=True)
    if document.kind == "pairing card":
        rounds = len(document.rows)
        return Layout(per_page=next((many for most, many in CARDS if rounds <= most), 1))
    return LAYOUTS.get(document.kind, Layout(wall=document.kind in ON_WALLS))


def _group_stacked_columns(headings: Sequence[Heading]) -> list[list[int]]:
    """Return the indices of the columns, grouped by the stack they belong to.

    A column without a stack is a group by itself.
    """
    keys = [heading.stack or f"\0{place}" for place, heading in enumerate(headings)]
    return [list(places) for _, places in groupby(range(len(headings)), key=keys.__getitem__)]


def _lay_out_column(headings: Sequence[Heading]) -> PrintedColumn:
    first = headings[0]
    titles = [sanitize_line(heading.title) for heading in headings]
    return PrintedColumn(
        titles=tuple(" ".join(line) for line in _split_stack_lines(titles)),
        right=first.right,
        name=bool(first.widest) or first.wraps or _is_name_written_by_hand(first),
        by_hand=first.by_hand,
        boxes=first.boxes,
        wide=first.wraps,
    )


def _is_name_written_by_hand(heading: Heading) -> bool:
    return heading.by_hand and heading.key != "result" and not heading.boxes


def _split_stack_lines(parts: Sequence[Part]) -> Iterator[Sequence[Part]]:
    """Yield the two lines of a stacked cell.

    The first has the opponent and the result, the second the totals.
    """
    yield parts[:2]
    if parts[2:]:
        yield parts[2:]


def _lay_out_cell(
    row: Sequence[Cell], stack: list[int], headings: Sequence[Heading], circles: bool
) -> PrintedCell:
    def runs_of_column(place: int) -> tuple[TextRun, ...]:
        text = sanitize_line(str(row[place]))
        heading = headings[place]
        # A name may contain parentheses that have nothing to do with points.
        if not circles or heading.widest or heading.wraps:
            return (TextRun(text),)
        return tuple(_split_circled_points(text))

    if len(stack) == 1:
        return (runs_of_column(stack[0]),)
    return tuple(
        tuple(run for place in line for run in (TextRun("\u2002"), *runs_of_column(place)))[1:]
        for line in _split_stack_lines(stack)
    )


def _split_circled_points(text: str) -> Iterator[TextRun]:
    if "(" not in text:
        yield TextRun(text)
        return
    for place, part in enumerate(BRACKETS.split(text)):
        if part or not text:
            yield TextRun(part, circled=place % 2 == 1)
