"""The rating on a card, where it comes from, and the rating of a team (612, 643, 644)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from topboard.errors import BadInput, Problem
from topboard.messages import worded
from topboard.model import RatingChoice, Team
from topboard.reasons import Warned
from topboard.rules.shared.boards import out_of_order, regular_members
from topboard.rules.shared.ratings import usual_kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from topboard.model import Tournament

CONVERSIONS: dict[str, Callable[[int], int]] = {
    "CFC": lambda rating: rating,
    "FIDE": lambda rating: rating,
    "USCF": lambda rating: rating,
    "BCF": lambda grade: 8 * grade + 600,
    "INGO": lambda number: 2840 - 8 * number,
    "estimate": lambda rating: rating,
}
"""Each source of a rating with its conversion, in the order in which they are preferred."""

ORDER = tuple(RatingChoice(name, usual_kind(name)) for name in CONVERSIONS)
"""Canadian, else FIDE, else national, else estimated."""

_HIGHEST = 4000


def converted(source: str, number: int) -> int:
    """The rating on the Canadian scale that a published rating stands for."""
    known = {name.casefold(): convert for name, convert in CONVERSIONS.items()}
    if source.casefold() not in known:
        raise BadInput([_problem("unknown source of a rating", source, ", ".join(CONVERSIONS))])
    rating = known[source.casefold()](number)
    if not 0 <= number <= _HIGHEST or not 0 <= rating <= _HIGHEST:
        remedy = f"a rating between 0 and {_HIGHEST}"
        raise BadInput([_problem(f"a {source} rating out of range", str(number), remedy)])
    return rating


def _problem(what: str, quoted: str, remedy: str) -> Problem:
    return Problem(what, "rating", quoted, remedy)


# --- teams --------------------------------------------------------------------------------


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
                worded(
                    "team {team}: {lower} ({lower_rating}) plays below {upper} ({upper_rating}),"
                    " more than {tolerance} points out of order",
                    team=team.number,
                    lower=lower.name,
                    lower_rating=lower.rating,
                    upper=upper.name,
                    upper_rating=upper.rating,
                    tolerance=tolerance,
                ),
            )
