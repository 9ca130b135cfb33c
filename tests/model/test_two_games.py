"""What two games of the same two players come to."""

from __future__ import annotations

import pytest

from topboard.model import Game, Manner, Meeting, Number
from topboard.model.two_games import (
    build_pending_games,
    build_two_game_match,
    has_match_any_played_game,
    sum_points_of_two_games,
)

WHITE, BLACK = Number(3), Number(8)
PLAYED = {"1": (10, 0), "=": (5, 5), "0": (0, 10), "h": (5, 0), "l": (0, 0)}
MANNERS = {
    "+": ((10, 0), Manner.DEFAULT),
    "-": ((0, 10), Manner.DEFAULT),
    "x": ((0, 0), Manner.BOTH_DEFAULTED),
    "?": ((5, 5), Manner.UNFINISHED),
    ".": ((0, 0), Manner.PENDING),
}


def match(letters: str) -> Meeting:
    """A match by the results of its games, from the view of who has White in the first."""
    games = []
    for at, letter in enumerate(letters):
        points, manner = MANNERS.get(letter) or (PLAYED[letter], Manner.PLAYED)
        sides = (WHITE, BLACK) if at == 0 else (BLACK, WHITE)
        games.append(Game(*sides, *(points if at == 0 else points[::-1]), manner))
    return build_two_game_match(WHITE, BLACK, games)


@pytest.mark.parametrize(
    ("letters", "points", "manner"),
    [
        ("11", (20, 0), Manner.PLAYED),
        ("1=", (15, 5), Manner.PLAYED),
        ("10", (10, 10), Manner.PLAYED),
        ("==", (10, 10), Manner.PLAYED),
        ("00", (0, 20), Manner.PLAYED),
        ("h=", (10, 5), Manner.PLAYED),
        ("lh", (5, 0), Manner.PLAYED),
        ("=+", (15, 5), Manner.PLAYED),
        ("x1", (10, 0), Manner.PLAYED),
        ("+-", (10, 10), Manner.PLAYED),
        ("++", (20, 0), Manner.DEFAULT),
        ("--", (0, 20), Manner.DEFAULT),
        ("+x", (10, 0), Manner.DEFAULT),
        ("x-", (0, 10), Manner.DEFAULT),
        ("xx", (0, 0), Manner.BOTH_DEFAULTED),
        ("1?", (15, 5), Manner.UNFINISHED),
        ("1.", (0, 0), Manner.PENDING),
        (".?", (0, 0), Manner.PENDING),
    ],
)
def test_a_player_who_misses_both_games_forfeits_the_match(letters, points, manner):
    made = match(letters)

    assert (made.white_points, made.black_points) == points
    assert made.manner is manner


@pytest.mark.parametrize(
    ("letters", "some"), [("1=", True), ("=+", True), ("x0", True), ("+-", False), ("++", False)]
)
def test_a_match_has_a_colour_if_one_of_its_games_was_played(letters, some):
    assert has_match_any_played_game(match(letters)) is some


def test_points_of_the_second_game_are_counted_with_reversed_colours():
    first, second = build_pending_games(WHITE, BLACK)

    assert (second.white, second.black) == (BLACK, WHITE)
    assert sum_points_of_two_games([first, Game(BLACK, WHITE, 10, 0)]) == (0, 10)


def test_a_match_is_rated_if_one_of_its_games_is():
    games = [Game(WHITE, BLACK, 10, 0, rated=False), Game(BLACK, WHITE, 5, 5)]

    assert build_two_game_match(WHITE, BLACK, games).rated
    assert not build_two_game_match(WHITE, BLACK, games[:1] * 2).rated
