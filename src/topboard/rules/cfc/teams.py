"""Teams: their ratings, the order of their boards, and the colours down the boards."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from topboard.model import Team
from topboard.reasons import Warned
from topboard.rules.shared.boards import out_of_order, regular_members

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.model import Tournament


def team_rating(team: Team, boards: int, next_board_points: int) -> Fraction | None:
    """The average of the ratings of the regular members; None if none of them has one."""
    ratings = [player.rating or None for player in regular_members(team, boards)]
    filled = _filled([None if r is None else Fraction(r) for r in ratings], next_board_points)
    if not filled:
        return team.average
    return Fraction(sum(filled), len(filled))


def _filled(ratings: Sequence[Fraction | None], next_board_points: int) -> list[Fraction]:
    """The ratings with those of unrated boards assigned; empty if nobody is rated."""
    rated = [board for board, rating in enumerate(ratings) if rating is not None]
    if not rated:
        return []
    filled = []
    for board, rating in enumerate(ratings):
        if rating is not None:
            filled.append(rating)
        elif rated[0] < board < rated[-1]:
            filled.append(middle_board_rating(ratings, board))
        else:
            filled.append(end_board_rating(ratings, board, next_board_points))
    return filled


def end_board_rating(
    ratings: Sequence[Fraction | None], board: int, next_board_points: int
) -> Fraction:
    """An unrated top board counts so many points more than the next, a bottom board less.

    With two unrated boards at an end the points are counted from board to board.
    """
    rated = {b: rating for b, rating in enumerate(ratings) if rating is not None}
    nearest = min(rated, key=lambda b: abs(b - board))
    return rated[nearest] + next_board_points * (nearest - board)


def middle_board_rating(ratings: Sequence[Fraction | None], board: int) -> Fraction:
    """An unrated middle board counts the average of the nearest rated above and below."""
    rated = {b: rating for b, rating in enumerate(ratings) if rating is not None}
    above = max(b for b in rated if b < board)
    below = min(b for b in rated if b > board)
    return Fraction(rated[above] + rated[below], 2)


def board_order_warnings(tournament: Tournament, tolerance: int) -> Iterator[Warned]:
    """A word for the director about teams that do not play in the order of their ratings."""
    for team in tournament.competitors:
        if not isinstance(team, Team):
            continue
        for upper, lower in out_of_order(team, tolerance):
            yield Warned(
                "643",
                f"team {team.number}: {lower.name} ({lower.rating}) plays below"
                f" {upper.name} ({upper.rating}), more than {tolerance} points out of order",
            )
