"""Result slips and board labels, which are small documents for a single board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.documents import people
from topboard.documents.matches import players_and_result_on_board
from topboard.documents.pairing_sheets import (
    boards_of_round,
    number_of_paired_round,
    round_start_lines,
)
from topboard.documents.sheet import (
    Document,
    Heading,
    event_name,
    has_teams,
    name_heading,
    number_heading,
    white_and_black_titles,
)
from topboard.messages import message, say, say_kept
from topboard.model import Team
from topboard.reasons.sentences.words import colour_word
from topboard.systems.common.colours import list_colours_by_board

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.documents.pairing_sheets import PairedBoard
    from topboard.documents.sheet import Cell
    from topboard.model import Number, Round, Tournament
    from topboard.reasons.decisions import RoundPairing

    Side = tuple[Cell, ...]
    Sides = dict[Number, Side]

OTHER_RESULT = message("If a player is absent or the game is not finished, tell the arbiter.")
OTHER_MATCH_RESULT = message("If a player is absent or a game is not finished, tell the arbiter.")
RESULTS = ("1\N{EN DASH}0", "½\N{EN DASH}½", "0\N{EN DASH}1")
"""The results of a game between White and Black, as the labels of boxes to tick."""


def result_slips(
    tournament: Tournament, paired: RoundPairing | Round, tables: Sequence[int] = ()
) -> tuple[Document, ...]:
    """Return a slip for each board or match, with space for the result and the signatures."""
    sides = _participant_cells_by_number(tournament)
    return tuple(
        _build_result_slip(tournament, paired, seats, sides)
        for seats in boards_of_round(paired, tables)
    )


def _build_result_slip(
    tournament: Tournament, paired: RoundPairing | Round, seats: PairedBoard, sides: Sides
) -> Document:
    number, table = number_of_paired_round(paired), seats.table
    white, black = (_find_participant_cells(sides, n) for n in (seats.white, seats.black))
    if has_teams(tournament):
        title = say("Round {round}, match {table}", round=number, table=table)
        note = say_kept(OTHER_MATCH_RESULT)
        signatures = [say("Captain of {name}", name=cells[1]) for cells in (white, black)]
    else:
        title = say("Round {round}, board {table}", round=number, table=table)
        note = say_kept(OTHER_RESULT)
        signatures = [say("Signature of White"), say("Signature of Black")]
    results = _result_headings(tournament)
    white_side, black_side = white_and_black_titles(has_teams(tournament))
    return Document(
        kind="result slip",
        title=title,
        headings=(
            Heading("colour", say("Colour")),
            *_participant_headings(),
            *results,
        ),
        rows=(
            (white_side, *white, *("" for _ in results)),
            (black_side, *black, *("" for _ in results)),
        ),
        about=(event_name(tournament), *round_start_lines(tournament, paired)),
        notes=(note,),
        signatures=tuple(signatures),
        fields=(
            ("event", event_name(tournament)),
            ("start", "".join(round_start_lines(tournament, paired, with_zone=False))),
            *_side_fields(white, black, has_teams(tournament)),
            *(_match_fields(tournament, seats) if has_teams(tournament) else ()),
        ),
    )


def _side_fields(white: Side, black: Side, teams: bool) -> Iterator[tuple[str, str]]:
    """Yield the colours, names and details of both sides, as print places them."""
    white_side, black_side = white_and_black_titles(teams)
    for key, colour, (number, name, *details) in (
        ("white", white_side, white),
        ("black", black_side, black),
    ):
        known = (f"#{number}" if number else "", *map(str, details))
        yield f"{key}_colour", colour
        yield key, str(name)
        yield f"{key}_details", " · ".join(filter(None, known))


def _match_fields(
    tournament: Tournament, seats: PairedBoard
) -> Iterator[tuple[str, str | tuple[str, ...]]]:
    """Yield the rows of a match slip: for each board the colour and the players, if known."""
    teams = {c.number: c for c in tournament.competitors if isinstance(c, Team)}
    yield "score", say("Match score")
    yield "titles", (say("Board"), say("Player"), say("Result"), say("Player"))
    for board, colour in enumerate(
        list_colours_by_board(max(tournament.boards, len(seats.games))), start=1
    ):
        home, _result, away = players_and_result_on_board(board, seats, teams)
        yield (
            f"board_{board}",
            (str(board), colour_word(colour), home, away, colour_word(colour.opposite)),
        )


def _result_headings(tournament: Tournament) -> tuple[Heading, ...]:
    """Return the headings for the result: tick boxes for each game, or a line for a team match."""
    if has_teams(tournament):
        return (Heading("result", say("Result"), by_hand=True),)
    if tournament.boards == 1:
        return (_tick_box_heading("result", say("Result"), RESULTS),)
    return (
        _tick_box_heading("game_1", say("Game 1"), RESULTS),
        _tick_box_heading("game_2", say("Game 2, colours reversed"), RESULTS[::-1]),
    )


def _tick_box_heading(key: str, title: str, results: tuple[str, ...]) -> Heading:
    return Heading(key, title, by_hand=True, boxes=results)


def board_labels(
    tournament: Tournament, paired: RoundPairing | Round | None = None, tables: Sequence[int] = ()
) -> tuple[Document, ...]:
    """Return a large label for each board.

    Before a round is paired, it shows only the board number.
    """
    if paired is None:
        count = len(tournament.competitors) // 2
        return tuple(_build_board_label(tournament, n, ()) for n in range(1, count + 1))
    sides = _participant_cells_by_number(tournament)
    white, black = white_and_black_titles(has_teams(tournament))
    return tuple(
        _build_board_label(
            tournament,
            seats.table,
            (
                (white, *_find_participant_cells(sides, seats.white)),
                (black, *_find_participant_cells(sides, seats.black)),
            ),
            say("Round {round}", round=number_of_paired_round(paired)),
        )
        for seats in boards_of_round(paired, tables)
    )


def _build_board_label(
    tournament: Tournament, table: int, rows: tuple[tuple[Cell, ...], ...], of_round: str = ""
) -> Document:
    return Document(
        kind="board label",
        title=say("Table {table}", table=table)
        if has_teams(tournament)
        else say("Board {table}", table=table),
        headings=(Heading("colour", say("Colour")), *_participant_headings()) if rows else (),
        rows=rows,
        about=tuple(filter(None, (event_name(tournament), of_round))),
        fields=(
            ("word", say("Table") if has_teams(tournament) else say("Board")),
            ("number", str(table)),
            *(_side_fields(rows[0][1:], rows[1][1:], has_teams(tournament)) if rows else ()),
        ),
    )


def _participant_headings() -> tuple[Heading, ...]:
    return (
        number_heading("number", say("No.")),
        name_heading("name", say("Name")),
        Heading("federation", say("Fed.")),
        number_heading("rating", say("Rating")),
    )


def _participant_cells_by_number(tournament: Tournament) -> Sides:
    """Return the number, name, federation and rating of each participant, keyed by number."""
    return {
        c.number: (
            c.number,
            people.titled_name(c),
            c.federation,
            people.rating_or_average_cell(c, tournament.boards),
        )
        for c in tournament.competitors
    }


def _find_participant_cells(sides: Sides, number: Number | None) -> Side:
    return ("", "?", "", "") if number is None else sides.get(number, ("", "?", "", ""))
