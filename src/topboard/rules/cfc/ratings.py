"""The rating on a card, where it comes from, and the rating of a team (612, 643, 644)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from topboard.errors import BadInput, Problem
from topboard.messages import worded
from topboard.model import Team
from topboard.reasons import Warned
from topboard.records import replace
from topboard.rules.shared.boards import out_of_order, regular_members

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from topboard.model import Player, Tournament

CONVERSIONS: dict[str, Callable[[int], int]] = {
    "CFC": lambda rating: rating,
    "FIDE": lambda rating: rating,
    "USCF": lambda rating: rating,
    "BCF": lambda grade: 8 * grade + 600,
    "INGO": lambda number: 2840 - 8 * number,
    "estimate": lambda rating: rating,
}
"""Each source of a rating with its conversion, in the order in which they are preferred."""

_HIGHEST = 4000


def converted(source: str, value: int | str) -> int:
    """The rating on the Canadian scale that a published rating stands for."""
    known = {name.casefold(): name for name in CONVERSIONS}
    if source.casefold() not in known:
        raise BadInput([_problem("unknown source of a rating", source, ", ".join(CONVERSIONS))])
    number = _number(value)
    rating = CONVERSIONS[known[source.casefold()]](number)
    if not 0 <= number <= _HIGHEST or not 0 <= rating <= _HIGHEST:
        remedy = f"a rating between 0 and {_HIGHEST}"
        raise BadInput([_problem(f"a {source} rating out of range", str(value), remedy)])
    return rating


def card_rating(published: Mapping[str, int | str]) -> tuple[int, str] | None:
    """The rating for the card and its source: Canadian, else FIDE, else national, else estimated.

    None for an entrant of whom nothing is known. The source keeps the number as published.
    """
    given = {source.casefold(): (source, value) for source, value in published.items()}
    for source, value in given.values():
        converted(source, value)
    for name in CONVERSIONS:
        if name.casefold() in given:
            value = given[name.casefold()][1]
            return converted(name, value), f"{name} {value}"
    return None


def with_card_rating(player: Player, published: Mapping[str, int | str]) -> Player:
    """The player with the rating of his card and its source on record."""
    found = card_rating(published)
    if found is None:
        return replace(player, rating=None, rating_source="")
    return replace(player, rating=found[0], rating_source=found[1])


def _number(value: int | str) -> int:
    text = str(value).strip()
    if not (text.isascii() and text.isdigit()):
        raise BadInput([_problem("a rating that is no number", str(value), "digits only")])
    return int(text)


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
