"""Lists of the participants: by starting number, name, rating, federation or club."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.documents import people
from topboard.documents.sheet import (
    Document,
    Heading,
    event_name,
    has_teams,
    name_heading,
    number_heading,
)
from topboard.messages import message, say, say_kept
from topboard.model import Team

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from topboard.documents.sheet import Cell
    from topboard.messages import Message
    from topboard.model import Competitor, Tournament

    SortKey = Callable[[Competitor], tuple[object, ...]]

EMPTY = message("There are no participants yet.")


def starting_list(tournament: Tournament) -> Document:
    """Return a document that lists the participants by starting number."""
    return _build_list(
        tournament,
        "starting list",
        message("{event}: Starting list"),
        sorted(tournament.competitors, key=lambda one: one.number),
    )


def alphabetical_list(tournament: Tournament) -> Document:
    """Return a document that lists the participants by surname."""
    return _build_list(
        tournament,
        "alphabetical list",
        message("{event}: Alphabetical list"),
        sorted(tournament.competitors, key=people.alphabetical_sort_key),
    )


def list_by_rating(tournament: Tournament) -> Document:
    """Return a document that lists the participants by rating, the highest first."""

    def key(one: Competitor) -> tuple[object, ...]:
        rating = people.rating_or_average_cell(one, tournament.boards)
        return -(rating if isinstance(rating, int) else 0), one.number

    return _build_list(
        tournament,
        "list by rating",
        message("{event}: List by rating"),
        sorted(tournament.competitors, key=key),
    )


def list_by_federation(tournament: Tournament) -> Document:
    """Return a document that lists the participants by federation, and by name within each."""
    return _build_grouped_list(
        tournament,
        "list by federation",
        message("{event}: List by federation"),
        ("federation", say("Federation")),
        lambda one: one.federation,
    )


def list_by_club(tournament: Tournament) -> Document:
    """Return a document that lists the players by club, and by name within each."""
    return _build_grouped_list(
        tournament,
        "list by club",
        message("{event}: List by club"),
        ("club", say("Club")),
        _club_of_player,
    )


def _club_of_player(one: Competitor) -> str:
    return "" if isinstance(one, Team) else one.club


def _build_list(
    tournament: Tournament, kind: str, title: Message, order: Iterable[Competitor]
) -> Document:
    teams = has_teams(tournament)
    rows = tuple(
        (one.number, *_player_title_cells(one, teams), *_detail_cells(one, tournament))
        for one in order
    )
    return Document(
        kind=kind,
        title=say_kept(title, event=event_name(tournament)),
        headings=(
            number_heading("number", say("No.")),
            *_name_headings(teams),
            Heading("federation", say("Fed.")),
            number_heading("rating", say("Rating")),
            name_heading("captain", say("Captain")) if teams else name_heading("club", say("Club")),
        ),
        rows=rows,
        notes=people.rating_order_notes(tournament) if rows else (say_kept(EMPTY),),
    )


def _build_grouped_list(
    tournament: Tournament,
    kind: str,
    title: Message,
    group: tuple[str, str],
    group_of: Callable[[Competitor], str],
) -> Document:
    """Return a list sorted by the group in the first column, showing the size of each group once.

    Participants without a group come last.
    """
    teams = has_teams(tournament)
    members: dict[str, list[Competitor]] = {}
    for one in sorted(tournament.competitors, key=people.alphabetical_sort_key):
        members.setdefault(group_of(one), []).append(one)
    rows = []
    for name in sorted(members, key=lambda name: (not name, name.casefold())):
        for place, one in enumerate(members[name]):
            head: tuple[Cell, ...] = (name or "-", "" if place else len(members[name]))
            rating = people.rating_or_average_cell(one, tournament.boards)
            rows.append((*head, one.number, *_player_title_cells(one, teams), rating))
    return Document(
        kind=kind,
        title=say_kept(title, event=event_name(tournament)),
        headings=(
            name_heading(*group),
            number_heading("count", say("Teams") if teams else say("Players")),
            number_heading("number", say("No.")),
            *_name_headings(teams),
            number_heading("rating", say("Rating")),
        ),
        rows=tuple(rows),
        notes=() if rows else (say_kept(EMPTY),),
    )


def _name_headings(teams: bool) -> tuple[Heading, ...]:
    """Return the headings for the name and, in player events, the title before it."""
    name = name_heading("name", say("Team") if teams else say("Name"))
    return (name,) if teams else (Heading("title", say("Title")), name)


def _player_title_cells(one: Competitor, teams: bool) -> tuple[Cell, ...]:
    return (one.name,) if teams else (people.player_title(one), one.name)


def _detail_cells(one: Competitor, tournament: Tournament) -> tuple[Cell, ...]:
    last = one.captain if isinstance(one, Team) else one.club
    return one.federation, people.rating_or_average_cell(one, tournament.boards), last
