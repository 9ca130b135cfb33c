"""Standings and pairings as rows of cells, for spreadsheets: points with a decimal point."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.event.results import result_text
from topboard.figures import decimal

if TYPE_CHECKING:
    from collections.abc import Callable

    from topboard.event.state import Section
    from topboard.model import Tenths, Tournament
    from topboard.tiebreaks.standings import Standings

    Cell = str | int
    Grid = list[list[Cell]]


def standings_grid(tournament: Tournament, table: Standings) -> Grid:
    """Place, number, name, points, and a column for each tie-break."""
    names = tournament.names
    head: list[Cell] = ["Place", "No.", "Name", "Points", *(c.code for c in table.columns)]
    grid: Grid = [head]
    for line in table.lines:
        values = [decimal(value.value, value.scale) for value in line.values]
        grid.append([line.place, line.number, names[line.number], decimal(line.points), *values])
    return grid


def pairings_grid(
    section: Section, round_number: int, write: Callable[[Tenths], str] = decimal
) -> Grid:
    """The tables of a published round, with the results there are, and who is away."""
    played = section.round(round_number)
    names = {n: c.name for n, c in section.competitors.items()}
    grid: Grid = [["Table", "No.", "White", "Result", "No.", "Black"]]
    for table, meeting in played.meetings.items():
        white, black = meeting.white, meeting.black
        assert white is not None
        assert black is not None
        grid.append([table, white, names[white], result_text(meeting, write), black, names[black]])
    for number, outcome in played.away:
        kind = "".join(f" {c.lower()}" if c.isupper() else c for c in type(outcome).__name__)
        grid.append(["", number, names[number], kind.strip(), "", ""])
    return grid
