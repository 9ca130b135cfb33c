"""The data that the standings of an Olympiad need, including the value of unplayed matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.model.scoring import complete_scale, points_by_round
from topboard.systems.olympiad import points
from topboard.tiebreaks import opponents
from topboard.tiebreaks.ranking import Facts, ScoreTable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from topboard.model import Number, Tenths, Tournament
    from topboard.systems.common.field import Field
    from topboard.tiebreaks.opponents import Unplayed
    from topboard.tiebreaks.ranking import Scores


def facts_with_no_shows_as_three_one(tournament: Tournament, field: Field | None = None) -> Facts:
    """Return the data for the standings, with a win against an absent team counted as 3-1."""
    found = _tally_for_standings(tournament, field)
    return _build_facts(tournament, found, found.match, opponents.count_no_show_as_three_one)


def facts_with_unplayed_as_draws(tournament: Tournament, field: Field | None = None) -> Facts:
    """Return the data for the standings, with unplayed matches counted as draws.

    They count as draws in the team's own tie-breaks and in those of its opponents.
    """
    found = _tally_for_standings(tournament, field)
    as_opponents = points.match_points_as_opponents(tournament, found.rows)
    return _build_facts(tournament, found, as_opponents, opponents.count_unplayed_as_draw)


def _tally_for_standings(tournament: Tournament, field: Field | None) -> points.Tally:
    """Return the points of all teams without imaginary points.

    They are taken from the field if it has no imaginary points, and otherwise computed again.
    """
    if field is None or field.imaginary:
        return points.tally_points(tournament)
    return points.Tally(field.rows, field.points, field.game_points)


def _build_facts(
    tournament: Tournament,
    found: points.Tally,
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


def _scores_by_round(tournament: Tournament, found: points.Tally) -> Scores:
    """Return tables of the match points and the game points in each round."""
    rows, boards = found.rows, tournament.boards
    scale = complete_scale(tournament.match_scale, points.TWO_ONE_NIL)
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
