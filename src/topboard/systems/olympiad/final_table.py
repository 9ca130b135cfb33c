"""The results from which the standings of an Olympiad are computed, including unplayed matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.model.scoring import complete_scoring_scale, points_by_round
from topboard.systems.olympiad import points
from topboard.tiebreaks import opponents
from topboard.tiebreaks.ranking import Facts, ScoreTable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from topboard.model import Number, Tenths, Tournament
    from topboard.systems.common.field import Field
    from topboard.tiebreaks.opponents import Unplayed
    from topboard.tiebreaks.ranking import Scores


def collect_results_scoring_no_shows_as_three_one(
    tournament: Tournament, field: Field | None = None
) -> Facts:
    """Return the results for the standings, with a win against an absent team counted as 3-1."""
    found = _tally_points_without_imaginary(tournament, field)
    return _collect_results_for_standings(
        tournament, found, found.match, opponents.score_forfeit_win_as_three_one
    )


def collect_results_scoring_unplayed_as_draws(
    tournament: Tournament, field: Field | None = None
) -> Facts:
    """Return the results for the standings, with unplayed matches counted as draws in tie-breaks.

    This applies both to the team itself and to its opponents.
    """
    found = _tally_points_without_imaginary(tournament, field)
    as_opponents = points.match_points_counted_for_opponents(tournament, found.rows)
    return _collect_results_for_standings(
        tournament, found, as_opponents, opponents.score_unplayed_win_as_draw_against_self
    )


def _tally_points_without_imaginary(
    tournament: Tournament, field: Field | None
) -> points.TeamResultsAndPoints:
    """Return the points of all teams without imaginary points."""
    if field is None or field.imaginary:
        return points.tally_results_and_points(tournament)
    return points.TeamResultsAndPoints(field.rows, field.points, field.game_points)


def _collect_results_for_standings(
    tournament: Tournament,
    found: points.TeamResultsAndPoints,
    as_opponents: Mapping[Number, Tenths],
    unplayed: Unplayed,
) -> Facts:
    boards = tournament.boards
    faced = {
        n: opponents.opponent_contributions(n, row, as_opponents, unplayed, boards)
        for n, row in found.rows.items()
    }
    return Facts(
        tournament,
        found.rows,
        found.match,
        game_points=found.game,
        faced=faced,
        scores=lambda: _scores_by_round(tournament, found),
    )


def _scores_by_round(tournament: Tournament, found: points.TeamResultsAndPoints) -> Scores:
    rows, boards = found.rows, tournament.boards
    scale = complete_scoring_scale(tournament.match_scale, points.TWO_ONE_NIL)
    matches = points_by_round(
        tournament, rows, lambda o: points.match_points(o, boards, scale), "match_points"
    )
    games = points_by_round(
        tournament, rows, lambda o: points.game_points(o, boards), "game_points"
    )
    return {
        "match_points": ScoreTable(scale, matches, found.match),
        "game_points": ScoreTable(points.game_point_scale(boards), games, found.game),
    }
