"""Ratings as people write them: ``1850``, or with lists as in ``FIDE 2000, FIDE rapid 1950``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass, replace
from topboard.errors import BadInput, Problem
from topboard.formats.problems import (
    HIGHEST_RATING,
    MOST_RATINGS,
    PERIOD,
    is_month_or_day,
    parse_whole_number,
)
from topboard.messages import say, worded
from topboard.model import Rating, RatingChoice, RatingKind
from topboard.systems.common.ratings import (
    FIDE,
    PICKS,
    default_rating_kind,
    find_latest_rating,
    find_repeated_rating,
    format_rating,
    format_rating_choice,
    is_rating_entered_by_hand,
    is_rating_list_name,
    normalize_rating_list_and_kind,
)
from topboard.systems.registry import system

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from topboard.event.state import Section
    from topboard.model import Player

PLAIN = worded("Enter a whole number or leave the field empty.")
HOW = worded(
    "Enter a whole number or a list of ratings such as FIDE 2000, FIDE rapid 2026-11 "
    "1950, or leave the field empty."
)
KINDS = {kind.value: kind for kind in RatingKind}


def add_ratings_from_text(player: Player, text: str) -> Player:
    """Add the ratings in a string to a player, and return the changed player.

    If the string is empty, all ratings are removed. A rating replaces the one from the same list
    and period and of the same type. A rating of 0 removes it.
    """
    if not text.strip():
        return replace(player, rating=None, rating_source="", ratings=())
    by_hand, listed = _parse_entered_and_listed_ratings(text)
    if listed:
        ratings = merge_old_and_new_ratings(player.ratings, listed)
        player = replace(player, rating=None, rating_source="", ratings=ratings)
    if by_hand is None:
        return player
    return replace(player, rating=by_hand or None, rating_source="")


def replace_ratings_from_text(player: Player, text: str) -> Player:
    """Return the player with exactly the ratings in a string.

    If only ratings from lists change, the rating that counts is chosen later.
    """
    by_hand, listed = _parse_entered_and_listed_ratings(text)
    known, before = _parse_entered_and_listed_ratings(format_ratings(player))
    if by_hand == known and {*listed} == {*before}:
        return player
    if by_hand is not None or is_rating_entered_by_hand(player) or not listed:
        return replace(player, rating=by_hand or None, rating_source="", ratings=listed)
    return replace(player, ratings=listed)


def format_ratings(player: Player) -> str:
    """Return a player's ratings as a string.

    The rating entered by hand comes before those from lists.
    """
    plain = is_rating_entered_by_hand(player) or not player.ratings
    number = (str(player.rating),) if plain and player.rating else ()
    return ", ".join((*number, *map(format_rating, player.ratings)))


def merge_old_and_new_ratings(
    before: Iterable[Rating], new: Iterable[Rating]
) -> tuple[Rating, ...]:
    """Return the old and new ratings together.

    A new rating replaces the old one from the same list and period and of the same type. A new
    rating of 0 removes it.
    """
    found = {
        (*normalize_rating_list_and_kind(rating), rating.period): rating
        for rating in (*before, *new)
    }
    return tuple(rating for rating in found.values() if rating.value)


def parse_listed_ratings(text: str) -> tuple[Rating, ...]:
    """Return the ratings in a string.

    Each has a list name, and commas or line breaks separate them.
    """
    by_hand, listed = _parse_entered_and_listed_ratings(text.replace("\n", ","))
    if by_hand is not None:
        remedy = say("Write the name of the rating list before each rating, such as FIDE 2000.")
        raise BadInput(
            [Problem(say("the rating list is missing"), "ratings", str(by_hand), remedy)]
        )
    return listed


def _parse_entered_and_listed_ratings(text: str) -> tuple[int | None, tuple[Rating, ...]]:
    """Return the ratings in a string: first the one without a list name, then the others.

    The first is None if every rating has a list name.
    """
    by_hand: int | None = None
    listed: list[Rating] = []
    for part in filter(None, (one.strip() for one in text.split(","))):
        name, _, value = part.rpartition(" ")
        number = _parse_rating_value(value, text)
        if name:
            choice = parse_rating_choice(name)
            listed.append(Rating(number, choice.list, choice.kind, choice.period))
        elif by_hand is None:
            by_hand = number
        else:
            raise BadInput(
                [Problem(say("two ratings do not name a rating list"), quoted=text, remedy=HOW)]
            )
    for problem in find_rating_problems(listed):
        raise BadInput([problem])
    return by_hand, tuple(listed)


# --- form fields --------------------------------------------------------------------------------


NATIONAL_LISTS = {"CAN": "CFC", "USA": "USCF", "ENG": "ECF", "GER": "DWZ"}
"""National rating lists that are not named after the federation code, keyed by that code."""


def find_national_list_name(section: Section, federation: str) -> str:
    """Return the name of the national rating list that counts in a section.

    If the section does not name one, it is the list of the federation.
    """
    chosen = (
        one.list for one in get_section_rating_order(section) if one.kind is RatingKind.NATIONAL
    )
    return next(chosen, "") or NATIONAL_LISTS.get(federation, federation)


@dataclass(frozen=True, slots=True)
class RatingFields:
    """The ratings of a player as strings for three fields of a form."""

    fide: str = ""
    national: str = ""
    other: str = ""


def build_rating_form_fields(player: Player, national: str) -> RatingFields:
    """Return the ratings of a player as form fields.

    ``national`` is the name of the national list.
    """
    apart = [
        find_latest_rating(player.ratings, choice)
        for choice in _fide_and_national_choices(national)
    ]
    rest = (one for one in player.ratings if one not in apart)
    by_hand = (str(player.rating),) if is_rating_entered_by_hand(player) else ()
    fide, own = ("" if one is None else str(one.value) for one in apart)
    return RatingFields(fide, own, ", ".join((*by_hand, *map(format_rating, rest))))


def format_rating_form_fields(
    fields: RatingFields, national: str, before: Iterable[Rating] = ()
) -> str:
    """Return the ratings in form fields as one string.

    A rating that has not changed keeps its period.
    """
    if fields.national and not national:
        remedy = say("Enter the federation, which determines the rating list.")
        what = say("the rating list that the national rating comes from is unknown")
        raise BadInput([Problem(what, quoted=fields.national, remedy=remedy)])
    parts = [fields.other]
    for value, choice in zip(
        (fields.fide, fields.national), _fide_and_national_choices(national), strict=True
    ):
        known = find_latest_rating(before, choice)
        period = known.period if known and str(known.value) == value else ""
        if value:
            source = format_rating_choice(replace(choice, period=period))
            parts.append(f"{source} {_parse_rating_value(value, value)}")
    return ", ".join(filter(None, parts))


def _fide_and_national_choices(national: str) -> tuple[RatingChoice, RatingChoice]:
    return RatingChoice(FIDE), RatingChoice(national, RatingKind.NATIONAL)


def _parse_rating_value(written_as: str, text: str) -> int:
    number = parse_whole_number(written_as)
    if number is None:
        raise BadInput([Problem(say("invalid rating"), quoted=text, remedy=HOW)])
    if number > HIGHEST_RATING:
        remedy = say("Enter a number from 0 to {highest:,}.", highest=HIGHEST_RATING)
        raise BadInput(
            [Problem(say("the rating is out of range"), quoted=written_as, remedy=remedy)]
        )
    return number


# --- ratings that count -----------------------------------------------------------------------


def get_section_rating_order(section: Section) -> tuple[RatingChoice, ...]:
    """Return the ratings that count in a section, in order of preference.

    If the section sets none, the order of its system applies.
    """
    return section.settings.rating_order or system(section.system).rating_order


def parse_rating_order(text: str) -> tuple[RatingChoice, ...]:
    """Return the rating lists that count, parsed from a string such as ``FIDE rapid, FIDE``.

    The preferred list comes first. An empty string means the order of the system. ``highest FIDE,
    highest CFC`` means the higher of the two ratings.
    """
    order = tuple(
        _parse_rating_order_part(part) for part in map(str.strip, text.split(",")) if part
    )
    for problem in find_rating_problems(order):
        raise BadInput([problem])
    return order


def _parse_rating_order_part(text: str) -> RatingChoice:
    """Return the rating list in one part of a rating order, such as ``highest FIDE``."""
    first, _, rest = text.partition(" ")
    pick = first.casefold() if first.casefold() in PICKS else ""
    return replace(parse_rating_choice(rest if pick else text), pick=pick)


def parse_rating_choice(text: str) -> RatingChoice:
    """Return the rating list parsed from ``FIDE``, ``FIDE rapid``, ``rapid`` or ``CFC 2026-11``.

    A type alone means the FIDE list. A list name alone means its usual type.
    """
    words = text.split()
    period = words.pop() if words and words[-1][:1].isdigit() else ""
    kind = KINDS.get(words[-1].casefold()) if words else None
    rest = words[:-1] if kind else words
    if len(rest) > 1:
        remedy = say("Choose one of: {known}.", known=", ".join(KINDS))
        raise BadInput([Problem(say("unknown type of rating"), quoted=rest[1], remedy=remedy)])
    if not rest and kind in (None, RatingKind.NATIONAL):
        remedy = say("Write the name of the rating list before the rating, such as CFC 1850.")
        raise BadInput([Problem(say("the rating list is missing"), quoted=text, remedy=remedy)])
    name = rest[0] if rest else FIDE
    name = FIDE if name.casefold() == FIDE.casefold() else name
    return RatingChoice(name, kind or default_rating_kind(name), period)


def find_rating_problems(ratings: Iterable[Rating | RatingChoice]) -> Iterator[Problem]:
    """Yield the problems with ratings, such as an invalid list or period, or a repeated rating."""
    given = tuple(ratings)
    if len(given) > MOST_RATINGS:
        yield Problem(
            say("there are more than {most} ratings", most=MOST_RATINGS),
            "ratings",
            str(len(given)),
        )
    for one in given:
        if not is_rating_list_name(one.list):
            remedy = say("Name the rating list with a single word, such as FIDE.")
            yield Problem(
                say("this is not a valid name for a rating list"), "ratings", one.list, remedy
            )
        if getattr(one, "pick", "") not in ("", *PICKS):
            yield Problem(say("invalid choice"), "ratings", getattr(one, "pick", ""))
        if one.period and not is_month_or_day(one.period):
            yield Problem(say("invalid rating period"), "ratings", one.period, PERIOD)
    if (twice := find_repeated_rating(given)) is not None:
        yield Problem(
            say("two ratings have the same list, kind and period"),
            "ratings",
            format_rating_choice(twice),
            say("Keep one of them."),
        )
