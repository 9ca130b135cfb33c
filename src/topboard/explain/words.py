"""Numbers, colours and lists as words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.figures import written
from topboard.model import Colour

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from fractions import Fraction

    from topboard.model import Number, Tenths


LONGEST_LIST = 8
"""How many names stand in a sentence before a list is told by its ends."""


def points(tenths: Tenths) -> str:
    """Points in words: ½ point, 1 point, 2½ points."""
    return f"{written(tenths)} point" + ("" if 0 < tenths <= 10 else "s")


def colour_word(colour: Colour) -> str:
    """White or Black."""
    return "White" if colour is Colour.WHITE else "Black"


def letters(history: Iterable[Colour]) -> str:
    """A colour history as letters, oldest first."""
    had = "".join("W" if colour is Colour.WHITE else "B" for colour in history)
    return had or "no colour"


def listed(numbers: Iterable[Number], name: Callable[[Number], str]) -> str:
    """Names as a list: A, B and C."""
    names = [name(number) for number in numbers]
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def span(numbers: Sequence[Number], name: Callable[[Number], str]) -> str:
    """Names as a list, a long one by its ends: A to Z (26 in all)."""
    if len(numbers) <= LONGEST_LIST:
        return listed(numbers, name)
    return f"{name(numbers[0])} to {name(numbers[-1])} ({len(numbers)} in all)"


def average(ratings: Fraction) -> str:
    """An average rating with one decimal, half up."""
    tenths = (20 * ratings.numerator + ratings.denominator) // (2 * ratings.denominator)
    return f"{tenths // 10}.{tenths % 10}"
