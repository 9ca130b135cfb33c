"""The counting of match points and game points, and the choice of the primary score."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.model import Scale, Unfinished, VirtualPoints
from topboard.model.history import outcomes
from topboard.model.scoring import (
    WITHOUT_PLAY,
    convert_unfinished_to_draws,
    points_by_round,
    score_by_recorded_points,
    score_by_result,
    sum_adjustments_by_participant,
)
from topboard.systems.fide_common.acceleration import compute_prescribed_virtual_points
from topboard.systems.fide_common.players import PointCountingRule
from topboard.systems.fide_upfloat.team.variations import BAKU, GAME_POINTS, ONE_SCORE

if TYPE_CHECKING:
    from topboard.model import Number, Outcome, Tenths, Tournament
    from topboard.model.scoring import Rows
    from topboard.tiebreaks.ranking import Facts

TWO_ONE_NIL = Scale(win=20, draw=10, loss=0)

USUAL_TIE_BREAKS = ("MPvGP", "BH:MP", "EDE")
"""The tie-breaks used if the event has announced none. FIDE's rules do not prescribe any."""


def build_match_point_counting(tournament: Tournament) -> PointCountingRule:
    """Return the point counting in match points, based on the results of the matches."""
    scale = score_bye_as_draw_by_default(tournament.match_scale or TWO_ONE_NIL)
    return PointCountingRule(
        "match_points", scale, partial(_match_points_of_outcome, tournament.boards)
    )


def build_game_point_counting(tournament: Tournament) -> PointCountingRule:
    """Return the point counting in game points, which are the points scored on all boards."""
    of_boards = multiply_scale_by_boards(tournament.game_scale or Scale(), tournament.boards)
    return PointCountingRule(
        "game_points",
        score_bye_as_draw_by_default(of_boards),
        partial(_game_points_of_outcome, tournament.boards),
    )


def build_primary_score_counting(tournament: Tournament) -> PointCountingRule:
    """Return the point counting of the primary score, which is used for pairing.

    It counts match points unless the event has chosen game points.
    """
    by_games = GAME_POINTS.name in tournament.variations
    return (
        build_game_point_counting(tournament)
        if by_games
        else build_match_point_counting(tournament)
    )


def build_secondary_score_counting(tournament: Tournament) -> PointCountingRule | None:
    """Return the point counting of the secondary score, which affects only colours.

    Return None if the event does not use a secondary score.
    """
    if ONE_SCORE.name in tournament.variations:
        return None
    by_games = GAME_POINTS.name in tournament.variations
    return (
        build_match_point_counting(tournament)
        if by_games
        else build_game_point_counting(tournament)
    )


def score_bye_as_draw_by_default(scale: Scale) -> Scale:
    """Return the scoring scale with the pairing-allocated bye worth as much as a draw.

    If the event has set a value for the bye, that value is used.
    """
    return replace(scale, bye=scale.draw) if scale.bye is None else scale


def multiply_scale_by_boards(game: Scale, boards: int) -> Scale:
    """Return the scoring scale of a match: the value of a game times the number of boards."""
    stated = {
        name: boards * points
        for name in WITHOUT_PLAY
        if (points := getattr(game, name)) is not None
    }
    return Scale(boards * game.win, boards * game.draw, boards * game.loss, **stated)


def _match_points_of_outcome(boards: int, outcome: Outcome, scale: Scale) -> Tenths:
    return score_by_result(count_unfinished_as_drawn(outcome, boards), scale)


def _game_points_of_outcome(boards: int, outcome: Outcome, scale: Scale) -> Tenths:
    return score_by_recorded_points(count_unfinished_as_drawn(outcome, boards), scale)


def count_unfinished_as_drawn(outcome: Outcome, boards: int) -> Outcome:
    """Return a match outcome in which unfinished games count as draws."""
    return (
        convert_unfinished_to_draws(outcome, boards) if isinstance(outcome, Unfinished) else outcome
    )


# --- virtual points -----------------------------------------------------------------------------

IMAGINARY: tuple[Tenths, Tenths] = (20, 20)
"""The virtual points in rounds 1 and 2, in tenths, for teams marked as accelerated in a report.

They are used if the report does not contain the virtual points themselves.
"""


def add_recorded_virtual_points(tournament: Tournament) -> Tournament:
    """Return the tournament with virtual points for the teams marked as accelerated in a report.

    Return it unchanged if no team is marked or if virtual points are already recorded.
    """
    given = tournament.accelerated
    if given is None or tournament.virtual or BAKU.name in tournament.variations:
        return tournament
    return replace(tournament, virtual=tuple(VirtualPoints(n, IMAGINARY) for n in sorted(given)))


def compute_virtual_points_by_rule(tournament: Tournament) -> tuple[VirtualPoints, ...]:
    """Return each team's virtual points under the acceleration rules.

    Return an empty tuple if the event is not accelerated.
    """
    return compute_prescribed_virtual_points(
        tournament, build_match_point_counting(tournament).scale
    )


# --- standings ----------------------------------------------------------------------------------


def collect_results_for_standings(tournament: Tournament) -> Facts:
    """Return the data that the standings need, with match points and game points by round."""
    # Imported here because pairing a round needs no standings.
    from topboard.tiebreaks.ranking import Facts, ScoreTable

    rows = outcomes(tournament)
    first = build_primary_score_counting(tournament)
    every = {
        one.kind: one
        for one in (
            first,
            build_match_point_counting(tournament),
            build_game_point_counting(tournament),
        )
    }
    scores = {
        kind: ScoreTable(one.scale, *_compute_points_by_round(tournament, rows, one))
        for kind, one in every.items()
    }
    deciding = scores[first.kind]
    return Facts(
        tournament,
        rows,
        deciding.totals,
        rounds={
            n: tuple(zip((getattr(o, "opponent", None) for o in row), worth, strict=True))
            for (n, row), worth in zip(rows.items(), deciding.rounds.values(), strict=True)
        },
        game_points=scores["game_points"].totals,
        scores=lambda: scores,
    )


def _compute_points_by_round(
    tournament: Tournament, rows: Rows, counting: PointCountingRule
) -> tuple[dict[Number, list[Tenths]], dict[Number, Tenths]]:
    """Return each team's points in each round, and the totals including adjustments."""
    scale, kind = counting.scale, counting.kind
    rounds = points_by_round(tournament, rows, lambda o: counting.worth(o, scale), kind)
    added = sum_adjustments_by_participant(tournament, kind)
    sums = {n: sum(worth) + added.get(n, 0) for n, worth in rounds.items()}
    return rounds, sums
