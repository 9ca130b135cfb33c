"""The ratings that count in Canadian events, and the conversion of other ratings to the CFC scale
(612).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.errors import BadInput, Problem
from topboard.messages import worded
from topboard.model import RatingChoice
from topboard.systems.common.ratings import default_rating_kind

if TYPE_CHECKING:
    from collections.abc import Callable

CONVERSIONS: dict[str, Callable[[int], int]] = {
    "CFC": lambda rating: rating,
    "FIDE": lambda rating: rating,
    "USCF": lambda rating: rating,
    "BCF": lambda grade: 8 * grade + 600,
    "INGO": lambda number: 2840 - 8 * number,
    "estimate": lambda rating: rating,
}
"""A function for each rating source that converts its ratings, with preferred sources first."""

ORDER = tuple(RatingChoice(name, default_rating_kind(name)) for name in CONVERSIONS)
"""The rating sources, preferred ones first: CFC, FIDE, other national ratings, estimates."""

_HIGHEST = 4000


def convert_to_canadian_scale(source: str, number: int) -> int:
    """Return a rating from a given source, converted to the CFC scale.

    Raise ``BadInput`` if the source is unknown or the rating is out of range.
    """
    known = {name.casefold(): convert for name, convert in CONVERSIONS.items()}
    if source.casefold() not in known:
        remedy = worded("Choose one of: {known}.", known=", ".join(CONVERSIONS))
        raise BadInput(
            [_find_problem_with_foreign_rating(worded("unknown rating source"), source, remedy)]
        )
    rating = known[source.casefold()](number)
    if not 0 <= number <= _HIGHEST or not 0 <= rating <= _HIGHEST:
        remedy = worded("Enter a rating between 0 and {highest}.", highest=_HIGHEST)
        raise BadInput(
            [
                _find_problem_with_foreign_rating(
                    worded("this {source} rating is out of range", source=source),
                    str(number),
                    remedy,
                )
            ]
        )
    return rating


def _find_problem_with_foreign_rating(what: str, quoted: str, remedy: str) -> Problem:
    return Problem(what, "rating", quoted, remedy)
