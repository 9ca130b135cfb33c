"""Checks of a player's personal data, such as the title, federation, birth date and FIDE ID."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from topboard.errors import Problem
from topboard.formats.problems import LONGEST_QUOTE
from topboard.messages import message, say, say_count, say_kept
from topboard.text.dates import parse_day, parse_start

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

FIDE_TITLES = ("GM", "WGM", "IM", "WIM", "FM", "WFM", "CM", "WCM")
OTHER_TITLES = ("NM", "WNM", "LM", "AGM", "AIM", "AFM", "ACM")
"""Titles of national federations and of FIDE's online arena."""
TITLES = (*FIDE_TITLES, *OTHER_TITLES)
SEXES = ("m", "w", "f")
LONGEST_FIDE_ID = 12
EARLIEST_YEAR, LATEST_YEAR = 1850, 2100
LONGEST = {
    **{"name": 100, "captain": 100, "club": 100},
    **{"national_id": 40, "region": 200, "contact": 300},
}
"""The maximum number of characters in fields that may contain any text."""
_FEDERATION = re.compile("[A-Z]{3}")
_YEAR = re.compile("[0-9]{4}")

NAMES = {
    "name": message("name"),
    "title": message("title"),
    "federation": message("federation"),
    "sex": message("sex"),
    "birth": message("date of birth"),
    "fide_id": message("FIDE ID"),
    "captain": message("captain"),
    "club": message("club"),
    "national_id": message("national ID"),
    "region": message("region"),
    "contact": message("contact details"),
}


def is_title(text: str) -> bool:
    """Return whether the text is a chess title, in upper or lower case."""
    return text.strip().upper() in TITLES


def find_personal_problems(values: Mapping[str, str]) -> Iterator[Problem]:
    """Yield a problem for each personal field whose value cannot be right.

    Empty fields are always accepted. The place of each problem is the name of its field.
    """
    title, federation = values.get("title", ""), values.get("federation", "")
    if title and not is_title(title):
        remedy = say(
            "Enter one of these titles, or leave the field empty: {known}.", known=", ".join(TITLES)
        )
        yield Problem(say("this title is unknown"), "title", title, remedy)
    if federation and not _FEDERATION.fullmatch(federation.upper()):
        remedy = say("Enter the three letters of the federation, such as CAN.")
        yield Problem(say("this is not a federation code"), "federation", federation, remedy)
    if (sex := values.get("sex", "")) and sex.casefold() not in SEXES:
        yield Problem(
            say("invalid sex"), "sex", sex, say("Enter m or w, or leave the field empty.")
        )
    if (birth := values.get("birth", "")) and not is_birth(birth):
        remedy = say("Enter a date or a year, such as 2010-04-30 or 2010.")
        yield Problem(say("this is not a date of birth"), "birth", birth, remedy)
    if (fide_id := values.get("fide_id", "")) and not is_fide_id(fide_id):
        remedy = say("Enter the number only, such as 1503014.")
        yield Problem(say("this is not a FIDE ID"), "fide_id", fide_id, remedy)
    for field, most in LONGEST.items():
        if len(text := values.get(field, "")) > most:
            remedy = say_count(
                "Use at most {count} character.", "Use at most {count} characters.", most
            )
            what = say("this is too long")
            yield Problem(what, field, text[:LONGEST_QUOTE], remedy)


def parse_birth(text: str) -> str:
    """Return a date of birth in the form ``2010-04-30``, or the year if only the year is known.

    Other programs write ``30.04.2010``, and ``2010/00/00`` for a year. A text that is not a date is
    returned unchanged.
    """
    day = parse_day(text)
    if day[5:] == "00-00":
        return day[:4]
    return day if day and is_birth(day) else text.strip()


def is_birth(text: str) -> bool:
    """Return whether the text is a year or a valid date."""
    found = parse_start(f"{text}-01-01" if _YEAR.fullmatch(text) else parse_day(text))
    return found is not None and EARLIEST_YEAR <= found.year <= LATEST_YEAR


def is_fide_id(text: str) -> bool:
    """Return whether the text is a number that may be a FIDE ID.

    FIDE publishes no check digit, so a wrong digit cannot be found.
    """
    return text.isascii() and text.isdigit() and len(text) <= LONGEST_FIDE_ID and int(text) > 0


def describe_field(field: str) -> str:
    """Return the name of a personal field as shown to users."""
    return say_kept(NAMES[field])
