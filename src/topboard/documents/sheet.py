"""The ``Document`` class: a title, a table and notes, independent of the output format."""

from __future__ import annotations

import re
from typing import TypeAlias

from topboard._frozen import dataclass
from topboard.messages import Message, say, say_kept, say_kept_count
from topboard.model import EventInfo, Manner, Team, Tenths, Tournament
from topboard.text.dates import format_event_days_in_full
from topboard.text.numbers import format_points

Cell: TypeAlias = str | int
"""The content of a cell, which is a number or text. Points are text such as "2½"."""

FIGURES = re.compile(r"[-+:()\d½. uRwb*]+")
"""A pattern for cells with points or results, which are written with a decimal point in JSON."""

LONGEST_NAME = 30
"""The number of characters after which a name in a table is truncated."""


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading of a column, with its key in JSON and its printed title."""

    key: str
    title: str
    right: bool = False
    """Whether the cells are right-aligned, as numbers are."""
    widest: int = 0
    """The maximum width of a cell, in characters, before it is truncated; 0 means no limit."""
    wraps: bool = False
    """Whether a long cell continues on the next line. In text output only the last column can."""
    by_hand: bool = False
    """Whether empty cells are printed as a line to write on."""
    boxes: tuple[str, ...] = ()
    """The labels of tick boxes, which are printed once for all rows instead of lines."""
    stack: str = ""
    """A name shared by adjacent columns that are printed as one column."""


@dataclass(frozen=True, slots=True)
class Document:
    """A document to be posted or handed out: a title, a table and notes."""

    kind: str
    title: str
    headings: tuple[Heading, ...]
    rows: tuple[tuple[Cell, ...], ...]
    about: tuple[str, ...] = ()
    """Lines between the title and the table."""
    notes: tuple[str, ...] = ()
    """Lines below the table."""
    signatures: tuple[str, ...] = ()
    """The labels of the signature lines at the foot."""
    code: str = ""
    """A QR code as SVG, with which a phone opens the page of the board; empty if there is none."""
    event: str = ""
    """The name of the event, which print shows above the rest of the title."""
    logo: str = ""
    """The image of the event's logo as base64 text; empty if there is none."""
    anchor: str = ""
    """The note about the journal, which print shows at the foot of every page."""
    fields: tuple[tuple[str, str | tuple[str, ...]], ...] = ()
    """Words that print places on a card or slip, by the name of their place."""
    rounds_to_come: int = 0
    """The number of rounds for which print adds empty columns to write in."""


def as_json(document: Document) -> dict[str, object]:
    """Return the document as a JSON object, in which every row is keyed by the column keys."""
    keys = [heading.key for heading in document.headings]
    made: dict[str, object] = {
        "document": document.kind,
        "title": document.title,
        "about": list(document.about),
        "columns": [{"key": h.key, "title": h.title} for h in document.headings],
        "rows": [
            dict(zip(keys, map(_convert_half_sign_to_decimal, row), strict=True))
            for row in document.rows
        ],
        "notes": list(document.notes),
    }
    if document.signatures:
        made["signatures"] = list(document.signatures)
    return made


def _convert_half_sign_to_decimal(cell: Cell) -> Cell:
    if isinstance(cell, int) or not FIGURES.fullmatch(cell):
        return cell
    return re.sub(r"(?<!\d)½", "0½", cell).replace("½", ".5")


def format_unplayed_points(tenths: Tenths, *, rated: bool = False) -> str:
    """Return the points for a game that counts as unplayed, in parentheses.

    They are followed by R for a forfeit that is rated.
    """
    return f"({format_points(tenths)})" + ("R" if rated else "")


def number_heading(key: str, title: str) -> Heading:
    """Return the heading of a column of numbers or points."""
    return Heading(key, title, right=True)


def name_heading(key: str, title: str) -> Heading:
    """Return the heading of a column of names, in which very long names are truncated."""
    return Heading(key, title, widest=LONGEST_NAME)


def place_number_and_name_headings() -> tuple[Heading, ...]:
    """Return the headings for the place, the number and the name of a participant."""
    return (
        number_heading("place", say("Place")),
        number_heading("number", say("No.")),
        name_heading("name", say("Name")),
    )


def board_heading(teams: bool) -> Heading:
    """Return the heading of the column for board numbers or, in team events, match numbers."""
    return number_heading("table", say("Match") if teams else say("Board"))


def white_and_black_titles(teams: bool) -> tuple[str, str]:
    """Return the words for both sides. The colour of a team is its colour on board 1."""
    if teams:
        return say("White on board 1"), say("Black on board 1")
    return say("White"), say("Black")


def has_teams(tournament: Tournament) -> bool:
    """Return whether the participants are teams."""
    return any(isinstance(c, Team) for c in tournament.competitors)


def title_after_round(
    tournament: Tournament, complete: Message, incomplete: tuple[Message, Message]
) -> str:
    """Return the title of a document about all rounds so far.

    The title is ``complete`` or, if results are missing, the singular or plural message in
    ``incomplete``, which includes the number of missing results.
    """
    places = {"event": event_name(tournament), "round": len(tournament.rounds)}
    if missing := count_missing_results(tournament):
        return say_kept_count(incomplete, missing, **places)
    return say_kept(complete, **places)


def count_missing_results(tournament: Tournament) -> int:
    """Return the number of paired games or matches without a result."""
    return sum(
        meeting.manner is Manner.PENDING
        for played in tournament.rounds
        for meeting in played.meetings
    )


def event_name(tournament: Tournament) -> str:
    """Return the name of the event, or "Event" if it has none."""
    return tournament.name or "Event"


def event_details_line(tournament: Tournament, section: str = "", *, days: bool = True) -> str:
    """Return the section, place and dates of the event on one line, without unknown details."""
    details = tournament.details
    first_to_last = format_event_days_in_full(details.start, details.end) if days else ""
    return " · ".join(filter(None, (section, event_location(details), first_to_last)))


def event_location(details: EventInfo) -> str:
    """Return the venue, city and federation separated by commas, without unknown parts."""
    return ", ".join(filter(None, (details.venue, details.city, details.federation)))
