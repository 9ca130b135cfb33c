"""The print layout of a document, used for both HTML and PDF."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TypeVar

from topboard._frozen import dataclass, replace
from topboard.documents.cards import MARKS
from topboard.documents.sheet import LONGEST_NAME, Cell, Document, Heading
from topboard.documents.text import sanitize_line
from topboard.documents.wall_chart import PLAYER_LEGEND, TEAM_LEGEND
from topboard.messages import say, translate_worded, worded

Part = TypeVar("Part")

PAPERS = ("a4", "letter")
"""The supported paper sizes."""

BRACKETS = re.compile(r"\((\d*½|\d+(?:\.\d+)?)\)")
"""A pattern for points in parentheses, which are printed in a circle because no game was played."""
OPPONENT_AND_COLOUR = re.compile(r"^\d+[wb](?=[\d½])")
"""A pattern for what is before the points in an entry of a cross table, such as 9b3½."""
THIN_SPACE = "\N{THIN SPACE}"
WITH_CIRCLES = frozenset(
    ("wall chart", "pairing card", "cross table", "pairing sheet", "line-ups", "match sheet")
)
CIRCLES = worded(
    "Points in a circle were scored without playing. R marks a forfeit that is rated, "
    "and u marks an unfinished game."
)
PRINTED_NOTES = {
    MARKS[0]: CIRCLES,
    PLAYER_LEGEND: worded(
        "Each round shows the opponent, the colour and the result. The points so far are below."
    ),
    TEAM_LEGEND: worded(
        "Each round shows the opponent, the colour on board 1 and the match points. The game "
        "points and the match points so far are below."
    ),
}
"""The notes that are worded differently in print, where circles and lines replace characters."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The page layout of a kind of document."""

    landscape: bool = False
    per_page: int = 0
    """The number of documents that share a page, or 0 if each takes as many pages as it needs."""
    grid: bool = False
    """Whether all columns except the name are narrow and equally wide, with lines between them."""
    wall: bool = False
    """Whether the font is as large as the width of the page allows."""
    size: float = 11.0
    """The font size in points, unless ``wall`` is set."""


LAYOUTS = {
    "result slip": Layout(per_page=4),
    "match sheet": Layout(per_page=1),
    "board label": Layout(per_page=2),
    "name card": Layout(per_page=2),
    "check-list": Layout(landscape=True),
    "score sheet": Layout(per_page=1),
    "certificate": Layout(landscape=True, per_page=1),
}
MATCH_SLIPS = ((4, 3), (8, 2))
"""Pairs of a maximum number of boards and the number of match slips that share a page."""
GRIDS = ("wall chart", "cross table")
GROUPED = ("tie-breaks", "line-ups", "rosters", "team players", "board results")
"""Kinds of documents in which rows without a first cell stay with the row before."""
LEGEND_FIRST = ("tie-breaks",)
"""Kinds of documents that nobody can read without the notes, which are above the table."""
REPEATED = {"tie-breaks": 3, "board results": 1, "list by federation": 1, "list by club": 1}
"""The number of columns at the left that print leaves empty if they repeat the row before."""
SHORT_LIST_KEYS = ("title", "name", "table", "colour")
LONGEST_BY_NAME = 50
"""The largest number of rows of the list by name that is printed with the opponents.

A longer list has two columns of rows, with the name, the board and the colour.
"""
EQUALLY_WIDE = ("round_", "against_")
"""How the keys of columns begin that are equally wide in a grid."""
EMPHASIZED: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "pairing sheet": (("white", "black"), ("table",)),
    "pairings by name": (("name",), ("table",)),
    "standings": (("place", "name", "points"), ()),
    "cross table": (("place", "points"), ()),
    "wall chart": (("number", "name"), ()),
    "starting list": (("number", "name"), ()),
    "alphabetical list": (("name",), ()),
    "list by rating": (("name",), ()),
    "tie-breaks": (("place", "name", "value"), ()),
    "rosters": (("team",), ()),
    "team players": (("team",), ()),
    "board results": (("board", "player"), ()),
    "list by federation": (("federation",), ()),
    "list by club": (("club",), ()),
    "line-ups": (("home_team", "away_team"), ("match",)),
    "averages": (("points", "aro"), ()),
}
"""The keys of the columns in bold, and of those in larger letters, for each kind of document."""
ON_WALLS = frozenset(
    (
        *("pairing sheet", "pairings by name", "standings", "averages", "timetable"),
        *("starting list", "alphabetical list", "list by rating"),
        *("list by federation", "list by club", "line-ups"),
    )
)
"""Kinds of documents that are posted and read by many people at the same time.

Their letters are as large as the width and the number of pages allow.
"""
WIDEST_UPRIGHT = 61.0
"""The maximum width of a grid on a portrait page, as a multiple of the font size."""
LETTER_AND_PADDING = 0.5, 0.7
"""About the width of a letter, and of the space around a cell, as multiples of the font size."""
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
    strong: bool = False
    """Whether the cells are printed in bold."""
    large: bool = False
    """Whether the cells are larger than the others, as board numbers are."""
    centred: bool = False
    equal: bool = False
    """Whether the column is one of several that are equally wide, such as rounds."""


PrintedCell = tuple[tuple[TextRun, ...], ...]
"""The lines of a cell, each of which is a sequence of text runs."""
EMPTY_CELL: PrintedCell = ((TextRun(""),),)


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
    columns_of_rows: int = 1
    """The number of columns in which the rows are printed side by side."""
    code: str = ""
    event: str = ""
    """The name of the event, if the title does not contain it."""
    anchor: str = ""
    logo: str = ""
    fields: tuple[tuple[str, str | tuple[str, ...]], ...] = ()


def lay_out_document(document: Document) -> PrintedDocument:
    """Return the document laid out for printing, without empty columns."""
    stacks = [
        stack
        for stack in _group_stacked_columns(document.headings)
        if _is_column_used(document, stack)
    ]
    circles = document.kind in WITH_CIRCLES
    columns = [_lay_out_column(document, [document.headings[i] for i in stack]) for stack in stacks]
    rows = [
        tuple(_lay_out_cell(row, stack, document.headings, circles) for stack in stacks)
        for row in document.rows
    ]
    rows = list(_leave_out_repeated_cells(rows, REPEATED.get(document.kind, 0)))
    is_long_list_by_name = document.kind == "pairings by name" and len(rows) > LONGEST_BY_NAME
    if is_long_list_by_name:
        columns, rows = _shorten_list_by_name(document, columns, rows)
    if document.rounds_to_come and rows:
        columns += _columns_of_rounds_to_come(document)
        rows = [(*row, *(EMPTY_CELL for _ in range(document.rounds_to_come))) for row in rows]
    event, title = _split_title(document)
    return PrintedDocument(
        kind=document.kind,
        title=sanitize_line(title),
        about=tuple(map(sanitize_line, document.about)),
        columns=tuple(columns),
        rows=tuple(rows),
        notes=tuple(
            _note_for_print(note)
            for note in document.notes
            if not document.anchor or note != document.anchor
        ),
        signatures=tuple(map(sanitize_line, document.signatures)),
        layout=_choose_page_layout(document, columns, rows),
        columns_of_rows=2 if is_long_list_by_name else 1,
        code=document.code,
        event=sanitize_line(event),
        anchor=sanitize_line(document.anchor),
        logo=document.logo,
        fields=tuple(
            (key, sanitize_line(said) if isinstance(said, str) else tuple(map(sanitize_line, said)))
            for key, said in document.fields
        ),
    )


def _shorten_list_by_name(
    document: Document,
    columns: Sequence[PrintedColumn],
    rows: Sequence[tuple[PrintedCell, ...]],
) -> tuple[list[PrintedColumn], list[tuple[PrintedCell, ...]]]:
    """Return the list without the opponents, and with the kind of absence instead of a colour."""
    keys = [h.key for h in document.headings if h.key in SHORT_LIST_KEYS or h.key == "opponent"]
    places = [[h.key for h in document.headings].index(key) for key in keys]
    used = [place for place in places if document.headings[place].key != "opponent"]
    board, colour = (keys.index(key) for key in ("table", "colour"))
    found = []
    for row, printed in zip(document.rows, rows, strict=True):
        cells = [printed[place] for place in used]
        if row[places[board]] == "":
            cells[colour] = printed[places[-1]]
        found.append(tuple(cells))
    return [columns[place] for place in used], found


def _leave_out_repeated_cells(
    rows: Sequence[tuple[PrintedCell, ...]], count: int
) -> Iterator[tuple[PrintedCell, ...]]:
    """Yield the rows, with the first ``count`` cells empty if they repeat the row before."""
    before: tuple[PrintedCell, ...] = ()
    for row in rows:
        same = bool(count) and row[:count] == before
        yield (*(EMPTY_CELL for _ in range(count)), *row[count:]) if same else row
        before = row[:count]


def _split_title(document: Document) -> tuple[str, str]:
    """Return the name of the event and the rest of the title.

    The name is empty if the title does not start with it.
    """
    rest = document.title.removeprefix(f"{document.event}: ")
    return ("", rest) if rest == document.title else (document.event, rest)


def order_for_cutting(documents: Sequence[Document]) -> list[Document]:
    """Return small documents in the order in which piles of cut pages can be stacked.

    The first place of every page has the first documents, the second place the next ones, and so
    on. Empty documents fill the last page. Other documents keep their order.
    """
    found: list[Document] = []
    for _, same in groupby(documents, key=lambda one: one.kind):
        group = list(same)
        places = max(map(_documents_per_page, group))
        pages = -(-len(group) // max(places, 1))
        if places < 2 or pages < 2:
            found += group
            continue
        # Nothing is printed without a title, but the page has the places of the other documents.
        blank = replace(group[0], title="", code="")
        group += [blank] * (pages * places - len(group))
        found += [group[place * pages + page] for page in range(pages) for place in range(places)]
    return found


def _documents_per_page(document: Document) -> int:
    return _choose_page_layout(document, (), ()).per_page


def full_title(sheet: PrintedDocument) -> str:
    """Return the title with the name of the event, as a file and a repeated heading need it."""
    return f"{sheet.event}: {sheet.title}" if sheet.event else sheet.title


def _note_for_print(note: str) -> str:
    """Return a note, with the words for what print shows in a different way."""
    known = {translate_worded(said): printed for said, printed in PRINTED_NOTES.items()}
    return translate_worded(known[note]) if note in known else sanitize_line(note)


def _columns_of_rounds_to_come(document: Document) -> Iterator[PrintedColumn]:
    """Yield an empty column for each round that has not been paired."""
    played = len({heading.stack for heading in document.headings if heading.stack})
    for number in range(played + 1, played + document.rounds_to_come + 1):
        yield PrintedColumn(
            titles=(say("R{round}", round=number),),
            right=True,
            name=False,
            by_hand=False,
            boxes=(),
            wide=False,
            equal=True,
        )


def _is_column_used(document: Document, stack: list[int]) -> bool:
    """Return whether a column has content or is meant to be filled in by hand."""
    headings = [document.headings[place] for place in stack]
    if not document.rows or any(heading.by_hand for heading in headings):
        return True
    return any(row[place] != "" for row in document.rows for place in stack)


def _choose_page_layout(
    document: Document,
    columns: Sequence[PrintedColumn],
    rows: Sequence[tuple[PrintedCell, ...]],
) -> Layout:
    if document.kind in GRIDS:
        return Layout(
            landscape=_estimate_width(columns, rows) > WIDEST_UPRIGHT, grid=True, wall=True
        )
    if document.kind == "pairing card":
        rounds = len(document.rows)
        return Layout(per_page=next((many for most, many in CARDS if rounds <= most), 1))
    boards = sum(key.startswith("board_") for key, _ in document.fields)
    if document.kind == "result slip" and boards:
        return Layout(per_page=next((many for most, many in MATCH_SLIPS if boards <= most), 1))
    return LAYOUTS.get(document.kind, Layout(wall=document.kind in ON_WALLS))


def _estimate_width(
    columns: Sequence[PrintedColumn], rows: Sequence[tuple[PrintedCell, ...]]
) -> float:
    """Return about how wide the columns are, as a multiple of the font size."""
    total = 0.0
    equal: list[float] = []
    for place, column in enumerate(columns):
        lines = (line for row in rows for line in row[place])
        longest = max((sum(len(run.text) for run in line) for line in lines), default=0)
        most = LONGEST_NAME if column.name else longest
        width = LETTER_AND_PADDING[0] * min(most, max(longest, *map(len, column.titles)))
        (equal.append if column.equal else lambda one: None)(width)
        total += 0 if column.equal else width
    total += max(equal, default=0) * len(equal)
    return total + LETTER_AND_PADDING[1] * len(columns)


def _group_stacked_columns(headings: Sequence[Heading]) -> list[list[int]]:
    """Return the indices of the columns, grouped by the stack they belong to.

    A column without a stack is a group by itself.
    """
    keys = [heading.stack or f"\0{place}" for place, heading in enumerate(headings)]
    return [list(places) for _, places in groupby(range(len(headings)), key=keys.__getitem__)]


def _lay_out_column(document: Document, headings: Sequence[Heading]) -> PrintedColumn:
    first = headings[0]
    strong, large = EMPHASIZED.get(document.kind, ((), ()))
    return PrintedColumn(
        titles=(sanitize_line(first.stack or first.title),),
        right=first.right,
        name=bool(first.widest) or first.wraps or _is_name_written_by_hand(first),
        by_hand=first.by_hand,
        boxes=first.boxes,
        wide=first.wraps,
        strong=first.key in strong,
        large=first.key in large,
        centred=document.kind == "pairing sheet" and first.key == "result",
        equal=first.key.startswith(EQUALLY_WIDE),
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
        if heading.key.startswith("round_"):
            text = OPPONENT_AND_COLOUR.sub(rf"\g<0>{THIN_SPACE}", text)
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
