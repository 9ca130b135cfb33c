"""Standings and pairings as rows of cells, for spreadsheets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.figures import decimal
from topboard.model import Manner

if TYPE_CHECKING:
    from topboard.event.state import Section
    from topboard.model import Meeting, Tournament
    from topboard.tiebreaks.standings import Standings

    Cell = str | int
    Grid = list[list[Cell]]


def standings_grid(tournament: Tournament, table: Standings) -> Grid:
    """Place, number, name, points, and a column for each tie-break."""
    names = {c.number: c.name for c in tournament.competitors}
    head: list[Cell] = ["Place", "No.", "Name", "Points", *(c.key for c in table.columns)]
    grid: Grid = [head]
    for line in table.lines:
        values = [decimal(value.value, value.scale) for value in line.values]
        grid.append([line.place, line.number, names[line.number], decimal(line.points), *values])
    return grid


def pairings_grid(section: Section, round_number: int) -> Grid:
    """The tables of a published round, with the results there are, and who is away."""
    played = section.round(round_number)
    names = {n: c.name for n, c in section.competitors.items()}
    grid: Grid = [["Table", "No.", "White", "Result", "No.", "Black"]]
    for table, meeting in played.meetings.items():
        white, black = meeting.white, meeting.black
        assert white is not None
        assert black is not None
        grid.append([table, white, names[white], result(meeting), black, names[black]])
    for number, outcome in played.away:
        kind = "".join(f" {c.lower()}" if c.isupper() else c for c in type(outcome).__name__)
        grid.append(["", number, names[number], kind.strip(), "", ""])
    return grid


def result(meeting: Meeting) -> str:
    """The result of a table as it is printed."""
    if meeting.manner is Manner.PENDING:
        return ""
    if meeting.manner is Manner.BOTH_DEFAULTED:
        return "-:-"
    if meeting.manner is Manner.DEFAULT:
        return "+:-" if meeting.white_points > meeting.black_points else "-:+"
    star = "*" if meeting.manner is Manner.UNFINISHED else ""
    return f"{decimal(meeting.white_points)}-{decimal(meeting.black_points)}{star}"
