"""Documents for team matches: match sheets for the captains, line-ups and rosters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from topboard._frozen import dataclass
from topboard.documents import people
from topboard.documents.pairing_sheets import (
    PairedBoard,
    boards_of_round,
    number_of_paired_round,
    round_start_lines,
)
from topboard.documents.sheet import (
    Cell,
    Document,
    Heading,
    event_name,
    format_unplayed_points,
    name_heading,
    number_heading,
)
from topboard.errors import BadInput, Problem
from topboard.messages import message, say, say_kept
from topboard.model import Colour, Game, Manner, Number, Player, Round, Team, Tournament
from topboard.reasons.decisions import RoundPairing
from topboard.reasons.sentences.words import colour_word
from topboard.systems.common.colours import list_colours_by_board
from topboard.text.names import isolate_right_to_left_text
from topboard.text.numbers import format_points

NOT_ENTERED = message("No line-ups have been entered for this round.")


def match_sheets(
    tournament: Tournament, paired: RoundPairing | Round, tables: Sequence[int] = ()
) -> tuple[Document, ...]:
    """Return a sheet for each match, with the colours on each board and space for the line-ups."""
    teams = _teams_by_number(tournament)
    return tuple(
        _build_match_sheet(tournament, paired, seats, teams)
        for seats in boards_of_round(paired, tables)
    )


def _build_match_sheet(
    tournament: Tournament,
    paired: RoundPairing | Round,
    seats: PairedBoard,
    teams: dict[Number, Team],
) -> Document:
    home, away = (None if n is None else teams[n] for n in (seats.white, seats.black))
    names = [_team_name_and_number(team) for team in (home, away)]
    return Document(
        kind="match sheet",
        title=say(
            "Round {round}, match {table}: {names}",
            round=number_of_paired_round(paired),
            table=seats.table,
            names=" - ".join(names),
        ),
        headings=(
            number_heading("board", say("Board")),
            Heading("home_colour", say("Colour")),
            Heading("home", names[0], by_hand=True),
            Heading("result", say("Result"), by_hand=True),
            Heading("away", names[1], by_hand=True),
            Heading("away_colour", say("Colour")),
        ),
        rows=tuple(_match_board_rows(tournament.boards, seats, teams)),
        about=(event_name(tournament), *round_start_lines(tournament, paired)),
        notes=(
            *((say("Game points: {result}", result=seats.result),) if seats.result else ()),
            *(
                _format_roster_line(team)
                for team in (home, away)
                if team is not None and team.players
            ),
        ),
        signatures=(*(say("Captain of {name}", name=name) for name in names), say("Arbiter")),
        fields=(
            ("event", event_name(tournament)),
            ("score", say("Match score")),
            ("result", seats.result),
            ("home_roster", _roster_entries(home)),
            ("away_roster", _roster_entries(away)),
        ),
    )


def _match_board_rows(
    boards: int, seats: PairedBoard, teams: dict[Number, Team]
) -> Iterator[tuple[Cell, ...]]:
    """Yield a row for each board of a match, with the colours of both teams."""
    given = list_colours_by_board(max(boards, len(seats.games)))
    for board, colour in enumerate(given, start=1):
        home, result, away = players_and_result_on_board(board, seats, teams)
        yield board, colour_word(colour), home, result, away, colour_word(colour.opposite)


@dataclass(frozen=True, slots=True)
class MatchBoard:
    """A board of a team match, with its players and result as far as they are known."""

    board: int
    home_colour: Colour
    home: Number | None
    away: Number | None
    result: str
    """The result with the points of the home player first, or an empty string if there is none."""


def list_match_boards(games: Sequence[Game]) -> Iterator[MatchBoard]:
    """Yield the boards of a match. The home team is the one with White on board 1."""
    for board, game in enumerate(games, start=1):
        sides = [(game.white, game.white_points), (game.black, game.black_points)]
        colour = Colour.WHITE
        if board % 2 == 0:
            sides.reverse()
            colour = Colour.BLACK
        (home, own), (away, other) = sides
        unplayed = game.manner in (Manner.DEFAULT, Manner.BOTH_DEFAULTED)
        write = format_unplayed_points if unplayed else format_points
        result = "" if game.manner is Manner.PENDING else f"{write(own)} - {write(other)}"
        if game.manner is Manner.UNFINISHED:
            result = say("{text} u", text=result)
        yield MatchBoard(board, colour, home, away, result)


def players_and_result_on_board(
    board: int, seats: PairedBoard, teams: dict[Number, Team]
) -> tuple[str, str, str]:
    """Return the home player, the result and the away player on a board, each "" if unknown."""
    if board > len(seats.games):
        return "", "", ""
    found = list(list_match_boards(seats.games))[board - 1]
    known = _players_by_number(teams)
    return (
        _titled_player_name(found.home, known),
        found.result,
        _titled_player_name(found.away, known),
    )


def line_ups_sheet(
    tournament: Tournament, paired: RoundPairing | Round, tables: Sequence[int] = ()
) -> Document:
    """Return a document with the games on all boards of every match whose line-ups are known."""
    teams = _teams_by_number(tournament)
    rows: list[tuple[Cell, ...]] = []
    for seats in boards_of_round(paired, tables):
        sides = [
            _team_name_and_number(None if n is None else teams[n])
            for n in (seats.white, seats.black)
        ]
        for board, colour in enumerate(list_colours_by_board(len(seats.games)), start=1):
            home, result, away = players_and_result_on_board(board, seats, teams)
            # The match is named only on the row of its first board, as in posted lists.
            head: tuple[Cell, ...] = (seats.table, *sides) if board == 1 else ("", "", "")
            row = (board, colour_word(colour), home, result, away)
            rows.append((head[0], head[1], *row, head[2]))
    return Document(
        kind="line-ups",
        title=say(
            "{event}: Line-ups, round {round}",
            event=event_name(tournament),
            round=number_of_paired_round(paired),
        ),
        headings=(
            number_heading("match", say("Match")),
            name_heading("home_team", say("Home")),
            number_heading("board", say("Board")),
            Heading("home_colour", say("Colour")),
            name_heading("home", say("Player")),
            Heading("result", say("Result")),
            name_heading("away", say("Player")),
            name_heading("away_team", say("Away")),
        ),
        rows=tuple(rows),
        about=tuple(round_start_lines(tournament, paired)),
        notes=(say("The colour is that of the home player."),)
        if rows
        else (say_kept(NOT_ENTERED),),
    )


def rosters_sheet(tournament: Tournament) -> Document:
    """Return a document that lists each team's members in board order, reserves last."""
    rows = []
    for team in sorted(_teams_by_number(tournament).values(), key=lambda t: t.number):
        for place, player in enumerate(team.players, start=1):
            head = (team.number, team.name) if place == 1 else ("", "")
            order: Cell = place if place <= tournament.boards else say("reserve")
            rows.append(
                (*head, order, people.titled_name(player), player.rating or "", player.fide_id)
            )
    return Document(
        kind="rosters",
        title=say("{event}: Rosters", event=event_name(tournament)),
        headings=(
            number_heading("number", say("No.")),
            name_heading("team", say("Team")),
            number_heading("board", say("Board")),
            name_heading("player", say("Player")),
            number_heading("rating", say("Rating")),
            Heading("fide_id", say("FIDE ID")),
        ),
        rows=tuple(rows),
        notes=() if rows else (say("No rosters have been entered."),),
    )


def _teams_by_number(tournament: Tournament) -> dict[Number, Team]:
    found = {c.number: c for c in tournament.competitors if isinstance(c, Team)}
    if len(found) < len(tournament.competitors):
        raise BadInput(
            [Problem(say("this document is for team events only"), quoted=event_name(tournament))]
        )
    return found


def _team_name_and_number(team: Team | None) -> str:
    return (
        "?"
        if team is None
        else f"{isolate_right_to_left_text(team.name)} (#{team.number})".lstrip()
    )


def _players_by_number(teams: dict[Number, Team]) -> dict[Number, Player]:
    return {player.number: player for team in teams.values() for player in team.players}


def _titled_player_name(number: Number | None, known: dict[Number, Player]) -> str:
    if number is None:
        return "-"
    return people.titled_name(known[number]) if number in known else str(number)


def _format_roster_line(team: Team) -> str:
    return f"{team.name}: {'; '.join(_roster_entries(team))}"


def _roster_entries(team: Team | None) -> tuple[str, ...]:
    """Return the members of a team with their places and ratings."""
    return tuple(
        f"{place} {people.titled_name(player)}" + (f" ({player.rating})" if player.rating else "")
        for place, player in enumerate(() if team is None else team.players, start=1)
    )
