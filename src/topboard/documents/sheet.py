"""A document: a title, a table and notes, without any looks."""

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
"""A cell of points: programs that read the JSON get them with a decimal point."""

LONGEST_NAME = 30
"""How wide a name is printed in a table before it is cut."""


@dataclass(frozen=True, slots=True)
class Heading:
    """The head of a column: its key in JSON and its title on paper."""

    key: str
    title: str
    right: bool = False
    """Whether the cells stand to the right, as numbers do."""
    widest: int = 0
    """How many places a cell may take on paper; 0 is as many as it needs."""
    wraps: bool = False
    """Whether a long cell goes on in the next line; for the last column only."""
    by_hand: bool = False
    """Whether an empty cell is a line to be written on."""
    boxes: tuple[str, ...] = ()
    """What an empty cell offers instead of a line: boxes, of which one is ticked."""
    stack: str = ""
    """On paper, neighbouring columns of one stack share a column; it is headed by this."""


@dataclass(frozen=True, slots=True)
class Document:
    """A sheet to be posted or handed out; how it looks is the business of text, HTML and PDF."""

    kind: str
    title: str
    headings: tuple[Heading, ...]
    rows: tuple[tuple[Cell, ...], ...]
    about: tuple[str, ...] = ()
    """Lines between the title and the table."""
    notes: tuple[str, ...] = ()
    """Lines below the table."""
    signatures: tuple[str, ...] = ()
    """Who signs at the foot."""


def as_json(document: Document) -> dict[str, object]:
    """The document as JSON values: every row has the keys of the columns."""
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
    """Points for a game that was not played; an R says that it is rated all the same."""
    return f"({format_points(tenths)})" + ("R" if rated else "")


def number_heading(key: str, title: str) -> Heading:
    """A column of numbers or points."""
    return Heading(key, title, right=True)


def name_heading(key: str, title: str) -> Heading:
    """A column of names, which are cut where they are very long."""
    return Heading(key, title, widest=LONGEST_NAME)


def place_headings() -> tuple[Heading, ...]:
    """Who has which place: the first columns of every sheet about standings."""
    return (
        number_heading("place", say("Place")),
        number_heading("number", say("No.")),
        name_heading("name", say("Name")),
    )


def event_name(tournament: Tournament) -> str:
    """The name of the event as it heads a sheet."""
    return tournament.name or "Event"


def occasion(tournament: Tournament, section: str = "", *, days: bool = True) -> str:
    """Section, place and days of the event in one line, as far as they are known."""
    details = tournament.details
    first_to_last = format_days(details.start, details.end) if days else ""
    return " · ".join(filter(None, (section, place_of(details), first_to_last)))


def place_of(details: EventInfo) -> str:
    """Where the event takes place: hall, city and federation."""
    return ", ".join(filter(None, (details.venue, details.city, details.federation)))
