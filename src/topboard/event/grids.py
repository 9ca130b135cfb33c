"""Standings and pairings as spreadsheet rows, with points written as decimals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.event.remarks import format_absence_name
from topboard.event.results import describe_result_with_games
from topboard.messages import say
from topboard.text.numbers import format_decimal
from topboard.tiebreaks.standings import format_name_with_withdrawal

if TYPE_CHECKING:
    from collections.abc import Callable

    from topboard.event.state import Section
    from topboard.model import Tenths, Tournament
    from topboard.tiebreaks.standings import Standings

Cell = str | int
Grid = list[list[Cell]]


def build_standings_spreadsheet_rows(tournament: Tournament, table: Standings) -> Grid:
    """Return the standings as rows with place, number, name, points and tie-break values.

    The first row contains the column headings.
    """
    names = tournament.names
    head = [say("Place"), say("No."), say("Name"), say("Points")]
    grid: Grid = [[*head, *(column.code for column in table.columns)]]
    for line in table.lines:
        values = [value.decimal_text for value in line.values]
        name = format_name_with_withdrawal(names[line.number], line)
        grid.append([line.place, line.number, name, format_decimal(line.points), *values])
    return grid


def build_pairings_spreadsheet_rows(
    section: Section, round_number: int, write: Callable[[Tenths], str] = format_decimal
) -> Grid:
    """Return the pairings of a published round as rows, with results so far and absences.

    The first row contains the column headings.
    """
    played = section.round(round_number)
    names = {n: c.name for n, c in section.competitors.items()}
    grid: Grid = [[say("Table"), say("No."), say("White"), say("Result"), say("No."), say("Black")]]
    for table, meeting in played.meetings.items():
        white, black = meeting.white, meeting.black
        assert white is not None
        assert black is not None
        grid.append(
            [
                table,
                white,
                names[white],
                describe_result_with_games(meeting, write),
                black,
                names[black],
            ]
        )
    for number, outcome in played.away:
        grid.append(["", number, names[number], format_absence_name(outcome), "", ""])
    return grid
