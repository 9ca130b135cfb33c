"""A match of two games between the same two players, colours reversed: what it comes to.

Its side ``white`` has White in the first game. Its games stand as the boards of a match of teams
do: in the second the sides have changed places.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.model import Game, Manner, Meeting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.model import Number, Tenths

GAMES = 2


def match_of(white: Number, black: Number, games: Sequence[Game]) -> Meeting:
    """The match that two games make; without a result until both have one."""
    manner = manner_of(games)
    points = (0, 0) if manner is Manner.PENDING else points_of(games)
    rated = any(game.rated for game in games)
    return Meeting(white, black, *points, manner, rated, games=tuple(games))


def points_of(games: Sequence[Game]) -> tuple[Tenths, Tenths]:
    """What both sides scored in their games, who had White in the first named first."""
    by_game = [of_game(at, game) for at, game in enumerate(games)]
    return sum(own for own, _ in by_game), sum(other for _, other in by_game)


def of_game(at: int, game: Game) -> tuple[Tenths, Tenths]:
    """The points of both sides in a game of the match."""
    points = game.white_points, game.black_points
    return points if at % 2 == 0 else (points[1], points[0])


def manner_of(games: Sequence[Game]) -> Manner:
    """How the match ended: a player who came to neither game has forfeited it.

    Any other game that was not played leaves it a match played.
    """
    for going_on in (Manner.PENDING, Manner.UNFINISHED):
        if any(game.manner is going_on for game in games):
            return going_on
    missed = (_missed(at, game) for at, game in enumerate(games))
    absent = [all(of_side) for of_side in zip(*missed, strict=True)]
    if all(absent):
        return Manner.BOTH_DEFAULTED
    return Manner.DEFAULT if any(absent) else Manner.PLAYED


def _missed(at: int, game: Game) -> tuple[bool, bool]:
    """Whether the sides of the match did not come to one of its games."""
    if game.manner is Manner.BOTH_DEFAULTED:
        return True, True
    own, other = of_game(at, game)
    forfeited = game.manner is Manner.DEFAULT
    return forfeited and own < other, forfeited and other < own


def side_that_forfeited(games: Sequence[Game]) -> int | None:
    """The side that lost every game of a match by forfeit: 0 is the one named first.

    Games to which neither side came do not matter beside others. None where there is no such side.
    """
    unplayed = (Manner.DEFAULT, Manner.BOTH_DEFAULTED)
    if any(game.manner not in unplayed for game in games):
        return None
    points = [of_game(at, game) for at, game in enumerate(games)]
    won = [any(pair[side] > pair[1 - side] for pair in points) for side in (0, 1)]
    if won[0] == won[1]:
        return None
    return 1 if won[0] else 0


def to_come(white: Number, black: Number) -> tuple[Game, Game]:
    """The games of a match before anything is known of them."""
    first = Game(white, black, manner=Manner.PENDING)
    return first, replace(first, white=black, black=white)


def has_a_game(meeting: Meeting) -> bool:
    """Whether one game of the match at least was played; it stands as played where none is told."""
    if not meeting.games:
        return meeting.manner in (Manner.PLAYED, Manner.UNFINISHED)
    return any(game.manner in (Manner.PLAYED, Manner.UNFINISHED) for game in meeting.games)


def are_of_two_players(games: Sequence[Game]) -> bool:
    """Whether the games are a match of two players, and no boards of teams: nobody sits at two."""
    if len(games) != GAMES:
        return False
    first, second = games
    return (first.white, first.black) == (second.black, second.white)


def has_begun(games: Sequence[Game]) -> bool:
    """Whether one of the games has a result, be it that the other is to come."""
    return any(game.manner is not Manner.PENDING for game in games)
