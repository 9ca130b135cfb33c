"""Documents posted before round 1: the announcement of the options in use, and the timetable."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.documents import people
from topboard.documents.sheet import Document, Heading, event_name, number_heading
from topboard.errors import BadInput, Problem
from topboard.messages import say, translate_worded, worded
from topboard.text.names import isolate_right_to_left_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.documents.sheet import Cell
    from topboard.model import Number, Tournament
    from topboard.systems.registry import System


NONE_IN_USE = worded("No options are in use. The rules apply as published.")


def announcement_sheet(
    tournament: Tournament,
    system: System,
    variations: Sequence[tuple[str, str]] | None = None,
) -> Document:
    """Return a document that lists each option in use, with its article and a description.

    ``variations`` are pairs of an article and a description. By default, the options of the
    tournament are listed.
    """
    if variations is None:
        variations = system.announce_variations(tournament)
    return Document(
        kind="announcement",
        title=say("{event}: Announcement before round 1", event=event_name(tournament)),
        headings=(
            Heading("article", say("Article")),
            Heading("text", say("Option"), wraps=True),
        ),
        rows=tuple((article, translate_worded(text)) for article, text in variations),
        about=(say("Rules: {title}", title=system.title),),
        notes=(
            *(() if variations else (translate_worded(NONE_IN_USE),)),
            *people.rating_order_notes(tournament),
        ),
    )


def timetable_sheet(tournament: Tournament, system: System) -> Document:
    """Return a document that lists the pairings and byes of every round by participant number.

    Raise ``BadInput`` if the system has no fixed timetable.
    """
    if system.timetable is None:
        raise BadInput([Problem(say("this system has no fixed timetable"), quoted=system.name)])
    return Document(
        kind="timetable",
        title=say("{event}: Timetable", event=event_name(tournament)),
        headings=(
            number_heading("round", say("Round")),
            number_heading("free", say("Bye")),
            Heading("games", say("Pairings, White first"), wraps=True),
        ),
        rows=tuple(_build_timetable_rows(tournament, system.timetable(tournament))),
        notes=tuple(_format_participant_numbers_and_names(tournament)),
    )


def _build_timetable_rows(
    tournament: Tournament, rounds: tuple[tuple[tuple[Number, Number], ...], ...]
) -> Iterator[tuple[Cell, ...]]:
    for number, pairs in enumerate(rounds, start=1):
        busy = {n for pair in pairs for n in pair}
        free = [c.number for c in tournament.competitors if c.number not in busy]
        games = " ".join(f"{white}-{black}" for white, black in pairs)
        yield number, ", ".join(map(str, free)), games


def _format_participant_numbers_and_names(tournament: Tournament) -> Iterator[str]:
    known = people.titled_names(tournament)
    return (
        f"{number} {isolate_right_to_left_text(known[number])}".rstrip() for number in sorted(known)
    )
