"""The standings of the Olympiads from 2010 on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.history import outcomes
from topboard.rules.shared import scoring
from topboard.tiebreaks import opponents
from topboard.tiebreaks.standings import ranked

if TYPE_CHECKING:
    from topboard.model import Tournament
    from topboard.tiebreaks.standings import Column, Standings


def by_sonneborn_berger_game_points(
    name: str, columns: tuple[Column, ...], tournament: Tournament
) -> Standings:
    """Match points, Sonneborn-Berger, game points, opponents' match points."""
    rows = outcomes(tournament)
    match, game = scoring.totals(tournament, rows)
    as_opponents = scoring.match_points_as_opponents(tournament, rows)
    values = {}
    for number, row in rows.items():
        faced = opponents.faced(
            number, row, as_opponents, opponents.unplayed_as_draw, tournament.boards
        )
        values[number] = (
            opponents.sonneborn_berger_without_lowest(faced),
            opponents.game_points_scored(game[number]),
            opponents.match_points_of_opponents_without_lowest(faced),
        )
    return ranked(name, len(tournament.rounds), columns, match, values)
