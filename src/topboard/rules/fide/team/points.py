"""Match points and game points: which of them decide, and what a round is worth in each."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from topboard.model import Scale, Unfinished
from topboard.records import replace
from topboard.rules.fide.profiles import Counting
from topboard.rules.fide.team.variations import GAME_POINTS, ONE_SCORE
from topboard.scoring import WITHOUT_PLAY, by_points, by_result, unfinished_as_drawn

if TYPE_CHECKING:
    from topboard.model import Outcome, Tenths, Tournament

TWO_ONE_NIL = Scale(win=20, draw=10, loss=0)


def match_points(tournament: Tournament) -> Counting:
    """What matches are worth by their results."""
    scale = bye_as_draw(tournament.match_scale or TWO_ONE_NIL)
    return Counting("match_points", scale, partial(_result, tournament.boards))


def game_points(tournament: Tournament) -> Counting:
    """What the games of a match are worth together."""
    of_boards = scale_of_boards(tournament.game_scale or Scale(), tournament.boards)
    return Counting("game_points", bye_as_draw(of_boards), partial(_points, tournament.boards))


def primary(tournament: Tournament) -> Counting:
    """The score that decides who meets: the match points, unless the event says otherwise."""
    by_games = GAME_POINTS.name in tournament.variations
    return game_points(tournament) if by_games else match_points(tournament)


def secondary(tournament: Tournament) -> Counting | None:
    """The other score, where it helps to decide about colours."""
    if ONE_SCORE.name in tournament.variations:
        return None
    by_games = GAME_POINTS.name in tournament.variations
    return match_points(tournament) if by_games else game_points(tournament)


def bye_as_draw(scale: Scale) -> Scale:
    """The bye of an odd field is worth a drawn match, unless the event says otherwise."""
    return replace(scale, bye=scale.draw) if scale.bye is None else scale


def scale_of_boards(game: Scale, boards: int) -> Scale:
    """What the games of a match are worth when all boards end alike."""
    stated = {
        name: boards * points
        for name in WITHOUT_PLAY
        if (points := getattr(game, name)) is not None
    }
    return Scale(boards * game.win, boards * game.draw, boards * game.loss, **stated)


def _result(boards: int, outcome: Outcome, scale: Scale) -> Tenths:
    return by_result(_for_the_time_being(outcome, boards), scale)


def _points(boards: int, outcome: Outcome, scale: Scale) -> Tenths:
    return by_points(_for_the_time_being(outcome, boards), scale)


def _for_the_time_being(outcome: Outcome, boards: int) -> Outcome:
    """The games of a match that are still going on count as drawn."""
    return unfinished_as_drawn(outcome, boards) if isinstance(outcome, Unfinished) else outcome
