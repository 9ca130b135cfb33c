"""The result of a match of two games between the same two players, with colours reversed.

The player in ``white`` has White in the first game. The games are recorded like the boards of a
team match, so the players change colours in the second.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.model import Game, Manner, Meeting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.model import Number, Tenths

GAMES = 2


def build_match(white: Number, black: Number, games: Sequence[Game]) -> Meeting:
    """Return the match that consists of two games; it has no result until both games have one."""
    manner = match_manner(games)
    points = (0, 0) if manner is Manner.PENDING else sum_game_points(games)
    rated = any(game.rated for game in games)
    return Meeting(white, black, *points, manner, rated, games=tuple(games))


def sum_game_points(games: Sequence[Game]) -> tuple[Tenths, Tenths]:
    """Return the points of both players, beginning with the one who has White in the first game."""
    by_game = [points_by_side(at, game) for at, game in enumerate(games)]
    return sum(own for own, _ in by_game), sum(other for _, other in by_game)


def points_by_side(at: int, game: Game) -> tuple[Tenths, Tenths]:
    """Return the points of both players in one game, in the order of the match."""
    points = game.white_points, game.black_points
    return points if at % 2 == 0 else (points[1], points[0])


def match_manner(games: Sequence[Game]) -> Manner:
    """Return how the match ended; a player who forfeited both games has forfeited it.

    In all other cases in which a game was not played, the match counts as played.
    """
    for going_on in (Manner.PENDING, Manner.UNFINISHED):
        if any(game.manner is going_on for game in games):
            return going_on
    missed = (_forfeiting_sides(at, game) for at, game in enumerate(games))
    absent = [all(of_side) for of_side in zip(*missed, strict=True)]
    if all(absent):
        return Manner.BOTH_DEFAULTED
    return Manner.DEFAULT if any(absent) else Manner.PLAYED


def _forfeiting_sides(at: int, game: Game) -> tuple[bool, bool]:
    """Return, for each player of the match, whether they forfeited the game."""
    if game.manner is Manner.BOTH_DEFAULTED:
        return True, True
    own, other = points_by_side(at, game)
    forfeited = game.manner is Manner.DEFAULT
    return forfeited and own < other, forfeited and other < own


def side_that_forfeited(games: Sequence[Game]) -> int | None:
    """Return the index of the participant that forfeited every game of a match, or None.

    Index 0 is the first one. Games to which neither came are ignored if there are others.
    """
    unplayed = (Manner.DEFAULT, Manner.BOTH_DEFAULTED)
    if any(game.manner not in unplayed for game in games):
        return None
    points = [points_by_side(at, game) for at, game in enumerate(games)]
    won = [any(pair[side] > pair[1 - side] for pair in points) for side in (0, 1)]
    if won[0] == won[1]:
        return None
    return 1 if won[0] else 0


def pending_games(white: Number, black: Number) -> tuple[Game, Game]:
    """Return the two games of a match that has not begun."""
    first = Game(white, black, manner=Manner.PENDING)
    return first, replace(first, white=black, black=white)


def has_played_game(meeting: Meeting) -> bool:
    """Return whether at least one game was played.

    If the match has no recorded games, its manner decides.
    """
    if not meeting.games:
        return meeting.manner in (Manner.PLAYED, Manner.UNFINISHED)
    return any(game.manner in (Manner.PLAYED, Manner.UNFINISHED) for game in meeting.games)


def is_two_player_match(games: Sequence[Game]) -> bool:
    """Return whether the games are a match of two players and not the boards of teams.

    On team boards no player plays twice.
    """
    if len(games) != GAMES:
        return False
    first, second = games
    return (first.white, first.black) == (second.black, second.white)


def has_any_result(games: Sequence[Game]) -> bool:
    """Return whether at least one of the games has a result."""
    return any(game.manner is not Manner.PENDING for game in games)
