"""Matches of two games between the same two players, with colours reversed in the second.

The player in ``white`` has White in the first game. The games are recorded like the boards of a
team match.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.model import Game, Manner, Meeting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.model import Number, Tenths

GAMES = 2


def build_two_game_match(white: Number, black: Number, games: Sequence[Game]) -> Meeting:
    """Return the match that consists of the two games.

    It has no result until both games have one.
    """
    manner = find_manner_of_two_game_match(games)
    points = (0, 0) if manner is Manner.PENDING else sum_points_of_two_games(games)
    rated = any(game.rated for game in games)
    return Meeting(white, black, *points, manner, rated, games=tuple(games))


def sum_points_of_two_games(games: Sequence[Game]) -> tuple[Tenths, Tenths]:
    """Return both players' points in the match.

    The player with White in the first game comes first.
    """
    by_game = [get_game_points_by_side(at, game) for at, game in enumerate(games)]
    return sum(own for own, _ in by_game), sum(other for _, other in by_game)


def get_game_points_by_side(at: int, game: Game) -> tuple[Tenths, Tenths]:
    """Return both players' points in one game.

    The player with White in the first game comes first.
    """
    points = game.white_points, game.black_points
    return points if at % 2 == 0 else (points[1], points[0])


def find_manner_of_two_game_match(games: Sequence[Game]) -> Manner:
    """Return how the match ended.

    A player who forfeited both games has forfeited the match. Otherwise the match counts as played,
    even if a game was forfeited.
    """
    for going_on in (Manner.PENDING, Manner.UNFINISHED):
        if any(game.manner is going_on for game in games):
            return going_on
    missed = (_find_sides_that_forfeited_game(at, game) for at, game in enumerate(games))
    absent = [all(of_side) for of_side in zip(*missed, strict=True)]
    if all(absent):
        return Manner.BOTH_DEFAULTED
    return Manner.DEFAULT if any(absent) else Manner.PLAYED


def _find_sides_that_forfeited_game(at: int, game: Game) -> tuple[bool, bool]:
    if game.manner is Manner.BOTH_DEFAULTED:
        return True, True
    own, other = get_game_points_by_side(at, game)
    forfeited = game.manner is Manner.DEFAULT
    return forfeited and own < other, forfeited and other < own


def find_forfeiting_side(games: Sequence[Game]) -> int | None:
    """Return the index (0 or 1) of the side that forfeited all games of a match.

    Return None if no side did. Double forfeits are ignored unless all games are double forfeits.
    """
    unplayed = (Manner.DEFAULT, Manner.BOTH_DEFAULTED)
    if any(game.manner not in unplayed for game in games):
        return None
    points = [get_game_points_by_side(at, game) for at, game in enumerate(games)]
    won = [any(pair[side] > pair[1 - side] for pair in points) for side in (0, 1)]
    if won[0] == won[1]:
        return None
    return 1 if won[0] else 0


def build_pending_games(white: Number, black: Number) -> tuple[Game, Game]:
    """Return the two games of a match that has not started."""
    first = Game(white, black, manner=Manner.PENDING)
    return first, replace(first, white=black, black=white)


def has_match_any_played_game(meeting: Meeting) -> bool:
    """Return whether at least one game of a match was played.

    If no games are recorded, the result of the match decides.
    """
    if not meeting.games:
        return meeting.manner in (Manner.PLAYED, Manner.UNFINISHED)
    return any(game.manner in (Manner.PLAYED, Manner.UNFINISHED) for game in meeting.games)


def is_two_player_match(games: Sequence[Game]) -> bool:
    """Return whether two games are a match between two players.

    In a team match they would be two boards, and no player would play on both.
    """
    if len(games) != GAMES:
        return False
    first, second = games
    return (first.white, first.black) == (second.black, second.white)


def has_any_game_result(games: Sequence[Game]) -> bool:
    """Return whether at least one of the games has a result."""
    return any(game.manner is not Manner.PENDING for game in games)
