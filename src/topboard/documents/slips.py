"""Result slips and board labels, which are small documents for a single board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.documents import people
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
)
from topboard.messages import message, say, say_kept

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.documents.pairing_sheets import PairedBoard
    from topboard.documents.sheet import Cell
    from topboard.model import Number, Round, Tournament
    from topboard.reasons.decisions import RoundPairing

    Side = tuple[Cell, Cell, Cell, Cell]
    Sides = dict[Number, Side]

OTHER_RESULT = message(
    "In any other case, such as an absent player or an unfinished game, tell the arbiter."
)
OTHER_MATCH_RESULT = message(
    "In any other case, such as an absent team or an unfinished match, tell the arbiter."
)


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
    return Document(
        kind="result slip",
        title=title,
        headings=(
            Heading("colour", say("Colour")),
            *_participant_headings(),
            *results,
        ),
        rows=(
            (say("White"), *white, *("" for _ in results)),
            (say("Black"), *black, *("" for _ in results)),
        ),
        about=(event_name(tournament), *round_start_lines(tournament, paired)),
        notes=(note,),
        signatures=tuple(signatures),
    )


def _result_headings(tournament: Tournament) -> tuple[Heading, ...]:
    """Return the headings for the result: tick boxes for each game, or a line for a team match."""
    if has_teams(tournament):
        return (Heading("result", say("Result"), by_hand=True),)
    if tournament.boards == 1:
        return (_tick_box_heading("result", say("Result")),)
    return _tick_box_heading("game_1", say("Game 1")), _tick_box_heading(
        "game_2", say("Game 2, colours reversed")
    )


def _tick_box_heading(key: str, title: str) -> Heading:
    return Heading(key, title, by_hand=True, boxes=("1", "½", "0"))


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
    return tuple(
        _build_board_label(
            tournament,
            seats.table,
            (
                (say("White"), *_find_participant_cells(sides, seats.white)),
                (say("Black"), *_find_participant_cells(sides, seats.black)),
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
