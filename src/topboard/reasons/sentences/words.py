"""Phrases for numbers, colours and lists that are used in sentences."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

from topboard.messages import and_worded, message, retold, say, say_count, say_kept
from topboard.model import POINT, Colour, Manner
from topboard.text.numbers import format_points

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from fractions import Fraction

    from topboard.model import Number, Tenths, Tournament
    from topboard.reasons.decisions import ColourGiven


LONGEST_LIST = 8
"""The longest list of names that is given in full; a longer one shows only its first and last."""


def points(tenths: Tenths) -> str:
    """Return a number of points with the word "point" or "points", such as "2½ points"."""
    whole = -(-tenths // POINT)  # Round up, because ½ point is singular.
    return say_count("{points} point", "{points} points", whole, points=format_points(tenths))


def colour_word(colour: Colour) -> str:
    """Return the word for a colour in the current language."""
    return say("White") if colour is Colour.WHITE else say("Black")


def letters(history: Iterable[Colour]) -> str:
    """Return a colour history as the letters W and B, oldest first, or "no colour"."""
    white, black = say("W"), say("B")
    had = "".join(white if colour is Colour.WHITE else black for colour in history)
    return had or say("no colour")


ORDINALS = {1: message("{number}st"), 2: message("{number}nd"), 3: message("{number}rd")}
OTHER_ORDINALS = message("{number}th")


def ordinal(number: int) -> str:
    """Return a number as an ordinal, such as 1st, 2nd or 11th."""
    teens = number % 100 in (11, 12, 13)
    form = OTHER_ORDINALS if teens else ORDINALS.get(number % 10, OTHER_ORDINALS)
    return say_kept(form, number=number)


def and_joined(parts: Iterable[str]) -> str:
    """Join all parts with "and"."""
    return reduce(lambda told, part: say("{told} and {part}", told=told, part=part), parts)


def or_joined(parts: Iterable[str]) -> str:
    """Join all parts with "or"."""
    return reduce(lambda told, part: say("{told} or {part}", told=told, part=part), parts)


def format_names(numbers: Iterable[Number], name: Callable[[Number], str]) -> str:
    """Return the names as a list, such as A, B and C."""
    return retold(and_worded([name(number) for number in numbers]))


def span(numbers: Sequence[Number], name: Callable[[Number], str]) -> str:
    """Return the names as a list, or as "A to Z (26 in all)" if there are too many."""
    if len(numbers) <= LONGEST_LIST:
        return format_names(numbers, name)
    return say(
        "{first} to {last} ({count} in all)",
        first=name(numbers[0]),
        last=name(numbers[-1]),
        count=len(numbers),
    )


def average(ratings: Fraction | int) -> str:
    """Return an average rating with one decimal, rounded half up, or unchanged if it is an int."""
    if isinstance(ratings, int):
        return str(ratings)
    tenths = (20 * ratings.numerator + ratings.denominator) // (2 * ratings.denominator)
    return f"{tenths // 10}.{tenths % 10}"


def after_round(tournament: Tournament) -> str:
    """Return a heading with the last round that a table includes and the missing results."""
    number = len(tournament.rounds)
    missing = sum(
        meeting.manner is Manner.PENDING
        for played in tournament.rounds
        for meeting in played.meetings
    )
    if not missing:
        return say("after round {number}", number=number)
    return say_count(
        "after round {number}, {count} result missing",
        "after round {number}, {count} results missing",
        missing,
        number=number,
    )


def colours_told(
    reason: ColourGiven, name: Callable[[Number], str], why: str, *, histories: bool
) -> str:
    """Return a sentence that states the colours of a pair and the reason for them.

    Both colour histories are added if ``histories`` is set.
    """
    white, black = name(reason.white), name(reason.black)
    had = say(
        "; {white} had {white_history}, {black} {black_history}",
        white=white,
        white_history=letters(reason.white_history),
        black=black,
        black_history=letters(reason.black_history),
    )
    return say(
        "{white} has White, {black} Black: {why}{histories} ({article}).",
        white=white,
        black=black,
        why=why,
        histories=had if histories else "",
        article=reason.article,
    )
