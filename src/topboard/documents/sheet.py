"""A document: a title, a table and notes, without any formatting."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

from topboard._frozen import dataclass
from topboard.messages import say
from topboard.text.dates import format_days
from topboard.text.numbers import format_points

if TYPE_CHECKING:
    from topboard.model import EventInfo, Tenths, Tournament

Cell: TypeAlias = str | int
"""A number, or text as it is printed; points are text, as in 2½."""

FIGURES = re.compile(r"[-+:()\d½. uRwb*]+")
"""A cell of points; programs that read the JSON get them with a decimal point."""

LONGEST_NAME = 30
"""The most letters of a name in a table before it is cut."""


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading of a column: its key in JSON and its printed title."""

    key: str
    title: str
    right: bool = False
    """Whether the cells are right-aligned, as numbers are."""
    widest: int = 0
    """The most characters that a cell may take in print; 0 means as many as it needs."""
    wraps: bool = False
    """Whether a long cell continues on the next line; only for the last column."""
    by_hand: bool = False
    """Whether an empty cell is a line to write on."""
    boxes: tuple[str, ...] = ()
    """Labels of boxes to tick that an empty cell offers instead of a line."""
    stack: str = ""
    """In print, neighbouring columns of one stack share a column with this heading."""


@dataclass(frozen=True, slots=True)
class Document:
    """A document to be posted or handed out; text, HTML and PDF decide how it looks."""

    kind: str
    title: str
    headings: tuple[Heading, ...]
    rows: tuple[tuple[Cell, ...], ...]
    about: tuple[str, ...] = ()
    """Lines between the title and the table."""
    notes: tuple[str, ...] = ()
    """Lines below the table."""
    signatures: tuple[str, ...] = ()
    """The people who sign at the foot."""


def as_json(document: Document) -> dict[str, object]:
    """Return the document as JSON values; every row has the keys of the columns."""
    keys = [heading.key for heading in document.headings]
    made: dict[str, object] = {
        "document": document.kind,
        "title": document.title,
        "about": list(document.about),
        "columns": [{"key": h.key, "title": h.title} for h in document.headings],
        "rows": [dict(zip(keys, map(_decimal, row), strict=True)) for row in document.rows],
        "notes": list(document.notes),
    }
    if document.signatures:
        made["signatures"] = list(document.signatures)
    return made


def _decimal(cell: Cell) -> Cell:
    if isinstance(cell, int) or not FIGURES.fullmatch(cell):
        return cell
    return re.sub(r"(?<!\d)½", "0½", cell).replace("½", ".5")


def format_unplayed_points(tenths: Tenths, *, rated: bool = False) -> str:
    """Return the points of an unplayed game; an R means that it is rated nevertheless."""
    return f"({format_points(tenths)})" + ("R" if rated else "")


def number_heading(key: str, title: str) -> Heading:
    """Return the heading of a column of numbers or points."""
    return Heading(key, title, right=True)


def name_heading(key: str, title: str) -> Heading:
    """Return the heading of a column of names, which are cut if they are very long."""
    return Heading(key, title, widest=LONGEST_NAME)


def place_headings() -> tuple[Heading, ...]:
    """Return the first columns of every document about standings: place, number and name."""
    return (
        number_heading("place", say("Place")),
        number_heading("number", say("No.")),
        name_heading("name", say("Name")),
    )


def event_name(tournament: Tournament) -> str:
    """Return the name of the event for the head of a document."""
    return tournament.name or "Event"


def occasion(tournament: Tournament, section: str = "", *, days: bool = True) -> str:
    """Return section, place and dates of the event in one line, as far as they are known."""
    details = tournament.details
    first_to_last = format_days(details.start, details.end) if days else ""
    return " · ".join(filter(None, (section, place_of(details), first_to_last)))


def place_of(details: EventInfo) -> str:
    """Return where the event takes place: hall, city and federation."""
    return ", ".join(filter(None, (details.venue, details.city, details.federation)))
