"""The match points and game points of teams in an Olympiad."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.model import POINT, ForfeitWin, HalfPointBye, Scale, Unfinished, scoring
from topboard.model.history import outcomes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from topboard.model import Number, Outcome, Tenths, Tournament
    from topboard.model.scoring import Rows

TWO_ONE_NIL = Scale(win=20, draw=10, loss=0, bye=1 * POINT)
BYE_GAME_POINTS: Tenths = 2 * POINT


def match_points(outcome: Outcome, boards: int, scale: Scale = TWO_ONE_NIL) -> Tenths:
    """Return a team's match points for a round, in tenths. The bye is worth one match point."""
    if isinstance(outcome, Unfinished):
        outcome = scoring.convert_unfinished_to_draws(outcome, boards)
    return scoring.score_by_result(outcome, scale)


def game_points(outcome: Outcome, boards: int) -> Tenths:
    """Return a team's game points for a round, in tenths. The bye is worth two game points."""
    if isinstance(outcome, Unfinished):
        outcome = scoring.convert_unfinished_to_draws(outcome, boards)
    return scoring.score_by_recorded_points(outcome, game_point_scale(boards))


@cache
def game_point_scale(boards: int) -> Scale:
    """Return the scoring scale of a match in game points, in which the bye is worth two points."""
    return Scale(boards * POINT, boards * POINT // 2, 0, bye=BYE_GAME_POINTS)


@dataclass(frozen=True, slots=True)
class TeamResultsAndPoints:
    """The outcomes, match points and game points of every team so far."""

    rows: Mapping[Number, tuple[Outcome, ...]]
    match: Mapping[Number, Tenths]
    game: Mapping[Number, Tenths]


def tally_results_and_points(tournament: Tournament) -> TeamResultsAndPoints:
    """Return the outcomes, match points and game points of every team so far."""
    rows, boards = outcomes(tournament), tournament.boards
    game = scoring.compute_total_points(
        tournament, rows, lambda o: game_points(o, boards), "game_points"
    )
    return TeamResultsAndPoints(rows, _compute_match_point_totals(tournament, rows), game)


def _compute_match_point_totals(tournament: Tournament, rows: Rows) -> dict[Number, Tenths]:
    scale, boards = (
        scoring.complete_scoring_scale(tournament.match_scale, TWO_ONE_NIL),
        tournament.boards,
    )
    return scoring.compute_total_points(
        tournament, rows, lambda o: match_points(o, boards, scale), "match_points"
    )


def match_points_counted_for_opponents(tournament: Tournament, rows: Rows) -> dict[Number, Tenths]:
    """Return each team's match points as they count in its opponents' tie-breaks.

    Wins without play count as draws.
    """
    drawn: dict[Number, tuple[Outcome, ...]] = {
        n: tuple(HalfPointBye() if isinstance(o, ForfeitWin) else o for o in row)
        for n, row in rows.items()
    }
    return _compute_match_point_totals(tournament, drawn)
