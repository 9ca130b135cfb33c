"""What the standings of the Olympiads look at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.history import outcomes
from topboard.rules.olympiad import points
from topboard.tiebreaks import opponents
from topboard.tiebreaks.ranking import Facts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from topboard.model import Number, Outcome, Tenths, Tournament
    from topboard.tiebreaks.opponents import Unplayed


def no_shows_won_three_one(tournament: Tournament) -> Facts:
    """Match points; opponents that did not appear count as beaten by three to one."""
    rows = outcomes(tournament)
    match, game = points.totals(tournament, rows)
    unplayed = opponents.no_show_as_three_one
    return Facts(
        tournament,
        rows,
        match,
        game_points=game,
        faced=_faced(rows, match, unplayed, tournament.boards),
    )


def unplayed_drawn(tournament: Tournament) -> Facts:
    """Match points; what was not played counts as a draw, for oneself and for the opponents."""
    rows = outcomes(tournament)
    match, game = points.totals(tournament, rows)
    as_opponents = points.match_points_as_opponents(tournament, rows)
    unplayed = opponents.unplayed_as_draw
    return Facts(
        tournament,
        rows,
        match,
        game_points=game,
        faced=_faced(rows, as_opponents, unplayed, tournament.boards),
    )


def _faced(
    rows: Mapping[Number, tuple[Outcome, ...]],
    as_opponents: Mapping[Number, Tenths],
    unplayed: Unplayed,
    boards: int,
) -> dict[Number, tuple[opponents.Faced, ...]]:
    return {n: opponents.faced(n, row, as_opponents, unplayed, boards) for n, row in rows.items()}
