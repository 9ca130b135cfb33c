"""The hall screen, which shows pairings and standings in large type."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from topboard.documents import people
from topboard.documents.sheet import title_after_round
from topboard.messages import counted, message, say, say_count
from topboard.text.numbers import format_points
from topboard.tiebreaks.standings import format_name_with_withdrawal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.web.public.section_pages import SectionPages

ROWS = 10
"""The number of rows that a screen can show at a readable size."""
PLACES = 30
"""The number of places of the standings that the hall screen shows."""
SECONDS = 12


@dataclass(frozen=True, slots=True)
class HallScreenTable:
    """One of the tables that the hall screen shows in turn."""

    title: str
    heads: tuple[str, ...]
    kinds: tuple[str, ...]
    """The kind of each column: ``number``, ``name`` or ``result``."""
    rows: tuple[tuple[object, ...], ...]
    notes: tuple[str, ...] = ()
    seconds: int = SECONDS
    begins: str = ""
    """The start time of the round as text, or an empty string if it is not set."""


def hall_screens(pages: SectionPages) -> Iterator[HallScreenTable]:
    """Yield the tables of the hall screen in the order in which they are shown."""
    if pages.last_published_round:
        yield from _pairing_screens(pages)
        yield from _standings_screens(pages)
    else:
        count = len(pages.competitors)
        note = _describe_number_of_entries(count, teams=pages.document_data.system.teams)
        yield HallScreenTable(
            say("{section}: the pairings of round 1 will appear here", section=pages.section.name),
            (),
            (),
            (),
            (note,),
        )


def _describe_number_of_entries(count: int, *, teams: bool) -> str:
    if not count:
        return say("There are no entries yet.")
    if teams:
        return say_count(
            "{count} team has entered so far.", "{count} teams have entered so far.", count
        )
    return say_count(
        "{count} player has entered so far.", "{count} players have entered so far.", count
    )


def _pairing_screens(pages: SectionPages) -> Iterator[HallScreenTable]:
    sheet = pages.build_pairing_list(pages.last_published_round)
    keys = [heading.key for heading in sheet.headings]
    wanted = [keys.index(key) for key in ("table", "white", "result", "black")]
    rows = [tuple(row[i] for i in wanted) for row in sheet.rows]
    heading = say(
        "Round {number} of {rounds}",
        number=pages.last_published_round,
        rounds=pages.section.settings.rounds,
    )
    for title, part, is_last in _split_rows_into_screens(heading, rows):
        yield HallScreenTable(
            title,
            tuple(sheet.headings[at].title for at in wanted),
            ("number", "name", "result", "name"),
            tuple(part),
            sheet.notes if is_last else (),
            begins=" · ".join(sheet.about),
        )


def _standings_screens(pages: SectionPages) -> Iterator[HallScreenTable]:
    if pages.standings is None:
        return
    known = people.titled_names(pages.tournament)
    rows = [
        (
            line.place,
            format_name_with_withdrawal(known[line.number], line),
            format_points(line.points),
        )
        for line in pages.standings.lines[:PLACES]
    ]
    heads, kinds = (say("Place"), say("Name"), say("Points")), ("number", "name", "result")
    told = title_after_round(
        pages.tournament,
        message("Standings after round {round}"),
        counted(
            "Standings after round {round}, {count} result missing",
            "Standings after round {round}, {count} results missing",
        ),
    )
    for title, part, _ in _split_rows_into_screens(told, rows):
        yield HallScreenTable(title, heads, kinds, tuple(part))


def _split_rows_into_screens(
    title: str, rows: Sequence[tuple[object, ...]]
) -> Iterator[tuple[str, Sequence[tuple[object, ...]], bool]]:
    """Yield the title and the rows of each screen, and whether it is the last screen."""
    count = max(1, -(-len(rows) // ROWS))
    for part in range(count):
        shown = f"{title} ({part + 1}/{count})" if count > 1 else title
        yield shown, rows[part * ROWS : (part + 1) * ROWS], part == count - 1
