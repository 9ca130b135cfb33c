"""A round of a team event for the public pages: each match with its boards, and each player.

Line-ups are secret until they are published. These functions get a round from which
``show_published_line_ups`` has removed all others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass, replace
from topboard.documents import people
from topboard.documents.matches import list_match_boards
from topboard.messages import say
from topboard.model import Colour, Manner, Team

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from topboard.documents.sheet import Cell, Document
    from topboard.model import Meeting, Number, Player, Round


@dataclass(frozen=True, slots=True)
class TeamMember:
    """A team member, with the address of the results on the page of the team."""

    player: Player
    team: Team
    place: int
    """The place on the roster, starting with 1."""

    @property
    def page(self) -> str:
        """Return the address of the player's results, relative to the pages of the section."""
        return f"who-{self.team.number}.html#{member_anchor(self.place)}"


@dataclass(frozen=True, slots=True)
class BoardSeat:
    """One side of a board: its colour, and the member of the team or None."""

    colour: str
    member: TeamMember | None


@dataclass(frozen=True, slots=True)
class BoardOfMatch:
    """A board of a match, with both players and the result."""

    board: int
    home: BoardSeat
    result: str
    away: BoardSeat


@dataclass(frozen=True, slots=True)
class TeamInMatch:
    """A team in a match, with the cells that the pairing list has about it."""

    team: Team | None
    rating: Cell
    points: Cell


@dataclass(frozen=True, slots=True)
class MatchOfRound:
    """A match with the score and the boards whose line-ups are public."""

    table: int
    home: TeamInMatch
    result: str
    away: TeamInMatch
    boards: tuple[BoardOfMatch, ...]
    reason_for_no_boards: str
    """A sentence that says why the match has no boards, or an empty string."""


@dataclass(frozen=True, slots=True)
class PlayerInRound:
    """A team member in a list of all players: the match, and the board if it is public."""

    member: TeamMember
    table: int
    team_colour: str
    """The colour of the team on board 1."""
    opponent: Team | None
    board: int | None
    colour: str
    is_left_out: bool
    """Whether the line-up of the team is public but does not include this player."""


def name_colours_on_board_one(sheet: Document) -> Document:
    """Return a document about matches whose headings say that the colours are those on board 1."""
    titles = {
        "white": say("White on board 1"),
        "black": say("Black on board 1"),
        "colour": say("Colour on board 1"),
    }
    headings = (replace(one, title=titles.get(one.key, one.title)) for one in sheet.headings)
    return replace(sheet, headings=tuple(headings))


def member_anchor(place: int) -> str:
    """Return the anchor of a member on the page of the team, by the place on the roster."""
    return f"player-{place}"


def find_team_members(teams: Mapping[Number, object]) -> dict[Number, TeamMember]:
    """Return all members of teams, keyed by the number of the player."""
    return {
        player.number: TeamMember(player, team, place)
        for team in teams.values()
        if isinstance(team, Team)
        for place, player in enumerate(team.players, start=1)
    }


def list_matches(
    sheet: Document,
    shown: Round,
    teams: Mapping[Number, object],
    members: Mapping[Number, TeamMember],
    *,
    are_line_ups_published: bool,
) -> Iterator[MatchOfRound]:
    """Yield the matches of a round, in the order of its pairing list ``sheet``."""
    keys = [heading.key for heading in sheet.headings]
    for row, meeting in zip(sheet.rows, shown.meetings, strict=True):
        cells = dict(zip(keys, row, strict=True))
        boards = tuple(_list_boards(meeting, members))
        yield MatchOfRound(
            int(cells["table"]),
            _team_in_match(cells, "white", meeting.white, teams),
            str(cells["result"]),
            _team_in_match(cells, "black", meeting.black, teams),
            boards,
            "" if boards else _explain_missing_boards(meeting, published=are_line_ups_published),
        )


def _team_in_match(
    cells: Mapping[str, Cell], side: str, number: Number | None, teams: Mapping[Number, object]
) -> TeamInMatch:
    team = None if number is None else teams.get(number)
    return TeamInMatch(
        team if isinstance(team, Team) else None, cells[f"{side}_rating"], cells[f"{side}_points"]
    )


def _list_boards(meeting: Meeting, members: Mapping[Number, TeamMember]) -> Iterator[BoardOfMatch]:
    for one in list_match_boards(meeting.games):
        sides = [
            BoardSeat(_colour_name(colour), None if number is None else members.get(number))
            for number, colour in (
                (one.home, one.home_colour),
                (one.away, one.home_colour.opposite),
            )
        ]
        yield BoardOfMatch(one.board, sides[0], one.result, sides[1])


def _colour_name(colour: Colour) -> str:
    return "white" if colour is Colour.WHITE else "black"


def _explain_missing_boards(meeting: Meeting, *, published: bool) -> str:
    if meeting.manner is Manner.PENDING:
        if published:
            return say("No line-ups have been handed in.")
        return say("The line-ups are not published yet.")
    if meeting.manner in (Manner.DEFAULT, Manner.BOTH_DEFAULTED):
        return say("The match was not played.")
    return say("Only the result of the match was entered.")


def list_players_of_round(
    tables: Sequence[int], shown: Round, members: Mapping[Number, TeamMember]
) -> Iterator[PlayerInRound]:
    """Yield the members of all paired teams in alphabetical order."""
    seats = {
        seat.member.player.number: (one.board, seat.colour)
        for meeting in shown.meetings
        for one in _list_boards(meeting, members)
        for seat in (one.home, one.away)
        if seat.member is not None
    }
    lined_up = {members[number].team.number for number in seats}
    matches = {
        number: (table, colour, other)
        for table, meeting in zip(tables, shown.meetings, strict=True)
        for number, colour, other in (
            (meeting.white, "white", meeting.black),
            (meeting.black, "black", meeting.white),
        )
        if number is not None
    }
    teams = {one.team.number: one.team for one in members.values()}
    for one in sorted(members.values(), key=_alphabetical_sort_key):
        if one.team.number not in matches:
            continue
        table, colour, other = matches[one.team.number]
        board, own_colour = seats.get(one.player.number, (None, ""))
        yield PlayerInRound(
            one,
            table,
            colour,
            None if other is None else teams.get(other),
            board,
            own_colour,
            board is None and one.team.number in lined_up,
        )


def _alphabetical_sort_key(one: TeamMember) -> tuple[tuple[str, str, str], Number, int]:
    return people.alphabetical_sort_key(one.player), one.team.number, one.place
