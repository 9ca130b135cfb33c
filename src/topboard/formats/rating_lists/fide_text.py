"""Reader for FIDE's text lists, which have columns of fixed width.

The first line gives the positions of the columns. A list with one kind of rating names its month
there (``NOV26``), but only the file name says which kind it is. The list with all kinds has the
columns ``SRtng``, ``RRtng`` and ``BRtng`` instead.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from topboard.formats.problems import bad_input_error
from topboard.formats.rating_lists.rating_records import (
    BirthYearCache,
    ListedPerson,
    ListHeading,
    RatingCache,
    SexCache,
    UnreadableLine,
    WordCache,
    parse_person_id,
    parse_person_name,
)
from topboard.messages import say

if TYPE_CHECKING:
    from collections.abc import Mapping

OPENING = "id number"
KINDS = ("standard", "rapid", "blitz")
MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
LONGEST_OVERRUN = 20
OF_ALL = {"SRTNG": "standard", "RRTNG": "rapid", "BRTNG": "blitz"}
_HEADS = re.compile(r"ID Number|\S+", re.IGNORECASE)
_MONTH = re.compile(r"[A-Z]{3}[0-9]{2}")
_MONTH_OF_FILE = re.compile(r"([A-Z]{3})([0-9]{2})FRL")


class ListColumns:
    """The positions of the columns in a rating list, taken from its first line."""

    def __init__(self, line: str, name: str, kind: str) -> None:
        heads = [(found.group().upper(), found.start()) for found in _HEADS.finditer(line)]
        ends = [*(start for _, start in heads[1:]), None]
        self.at = {head: slice(start, end) for (head, start), end in zip(heads, ends, strict=True)}
        self.heading, self.ratings = self._find_rating_columns(name, kind)
        missing = {"NAME", "FED"} - {*self.at}
        if missing or not self.ratings:
            what = say(
                "a column is missing: {column}", column=", ".join(sorted(missing)) or "rating"
            )
            raise bad_input_error(
                what, f"{name}:1", line.strip(), say("Use the original file from FIDE.")
            )
        self.least = max(column.start for column in self.ratings.values()) + 1

    def _find_rating_columns(self, name: str, kind: str) -> tuple[ListHeading, Mapping[str, slice]]:
        of_all = {kind: self.at[head] for head, kind in OF_ALL.items() if head in self.at}
        if of_all:
            return ListHeading("FIDE", find_month_in_file_name(name)), of_all
        months = [head for head in self.at if _MONTH.fullmatch(head)]
        if not months:
            return ListHeading("FIDE"), {}
        return ListHeading(
            f"FIDE {determine_rating_kind(name, kind)}", _parse_month(months[0], name)
        ), {determine_rating_kind(name, kind): self.at[months[0]]}


def determine_rating_kind(name: str, kind: str) -> str:
    """Return the kind of rating (standard, rapid or blitz) in a list that has only one kind.

    It is ``kind`` if given, otherwise the kind in the file name. Raise ``BadInput`` if both are
    missing.
    """
    found = kind or next((one for one in KINDS if one in name.casefold()), "")
    if not found:
        remedy = say("Add --kind {kinds}.", kinds="|".join(KINDS))
        raise bad_input_error(
            say("the list does not say whether its ratings are standard, rapid or blitz"),
            name,
            remedy=remedy,
        )
    return found


def _parse_month(month: str, name: str) -> str:
    letters, year = month[:3], month[3:]
    if letters not in MONTHS:
        raise bad_input_error(
            say("this is not the name of a month"),
            f"{name}:1",
            month,
            say("Enter the month in the form NOV26."),
        )
    return f"20{year}-{MONTHS.index(letters) + 1:02}"


def find_month_in_file_name(name: str) -> str:
    """Return the month in a file name, such as 2026-11 for ``standard_nov26frl``, or ""."""
    found = _MONTH_OF_FILE.search(name.upper())
    if found is None or found[1] not in MONTHS:
        return ""
    return _parse_month(found[1] + found[2], name)


class PersonLineParser:
    """A parser for the lines of a rating list, which caches the values of repetitive columns."""

    def __init__(self, columns: ListColumns) -> None:
        self.columns = columns
        heads = ("ID NUMBER", "NAME", "TIT", "WTIT", "SEX", "FED", "B-DAY")
        nowhere = slice(0, 0)
        self.places = [columns.at.get(head, nowhere) for head in heads]
        self.places += [columns.ratings.get(kind, nowhere) for kind in KINDS]
        self.ratings, self.years, self.sexes, self.words = (
            RatingCache(),
            BirthYearCache(),
            SexCache(),
            WordCache(),
        )
        self.width = 0

    def __call__(self, number: int, text: str) -> ListedPerson:
        """Return the person on a line, or raise ``UnreadableLine`` if there is none."""
        try:
            found = self._parse_person(number, text)
        except UnreadableLine:
            # A long text in the column of other titles pushes the following columns to the right.
            over = len(text) - self.width
            at = self.columns.at.get("FOA", slice(0)).start
            if not (self.width and at and 0 < over < LONGEST_OVERRUN):
                raise
            return self._parse_person(number, text[:at] + text[at + over :])
        self.width = self.width or len(text)
        return found

    def _parse_person(self, number: int, text: str) -> ListedPerson:
        if len(text) < self.columns.least:
            raise UnreadableLine(say("the line is incomplete"), text)
        own, name, title, womens, sex, federation, birth, standard, rapid, blitz = self.places
        words, ratings = self.words, self.ratings
        return ListedPerson(
            number,
            parse_person_id(text[own]),
            parse_person_name(text[name]),
            words[text[title]] or words[text[womens]],
            self.sexes[text[sex]],
            words[text[federation]],
            self.years[text[birth]],
            "",
            0,
            ratings[text[standard]],
            ratings[text[rapid]],
            ratings[text[blitz]],
        )
