"""The rating entered on a player's card, and where it comes from (612)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.errors import BadInput, Problem
from topboard.records import replace

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from topboard.model import Player

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
