"""Reader for the rating list of the Chess Federation of Canada, which is a CSV file.

Last and first names are in separate columns. Quotation marks are not always paired in this file, so
they are ignored. An extra comma is taken to be part of the city.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.formats.problems import bad_input_error
from topboard.formats.rating_lists.rating_records import (
    ListedPerson,
    ListHeading,
    RatingCache,
    UnreadableLine,
    parse_person_id,
    parse_person_name,
)
from topboard.messages import say

if TYPE_CHECKING:
    from collections.abc import Callable

OPENING = "cfc#"
HEADING = ListHeading("CFC")
FEDERATION = "CAN"
NEEDED = ("cfc#", "last", "first", "rating")
NOBODY = "---"
"""The text that the list shows in place of a missing name."""


def split_csv_line_into_cells(text: str) -> list[str]:
    """Return the cells of a line without quotation marks or surrounding blanks."""
    return [cell.strip() for cell in text.replace('"', "").split(",")]


def parse_column_headings(text: str, name: str) -> dict[str, int]:
    """Return the index of each column, keyed by its heading in the first line of the list.

    Raise ``BadInput`` if a required column is missing.
    """
    heads = {head.casefold(): place for place, head in enumerate(split_csv_line_into_cells(text))}
    if missing := [head for head in NEEDED if head not in heads]:
        what = say("a column is missing: {column}", column=", ".join(missing))
        remedy = say("Use the original file from the federation.")
        raise bad_input_error(what, f"{name}:1", text.strip(), remedy)
    return heads


def build_person_line_reader(heads: dict[str, int]) -> Callable[[int, str], ListedPerson | None]:
    """Return a function that returns the person on a line, given the line's number and text."""
    ratings = RatingCache()
    return lambda number, text: _parse_person(number, text, heads, ratings)


def _parse_person(
    number: int, text: str, heads: dict[str, int], ratings: RatingCache
) -> ListedPerson | None:
    """Return the person on a line, or None if the line has no name."""
    found = _join_city_cells(split_csv_line_into_cells(text), heads, text)

    def cell_under_heading(head: str) -> str:
        return found[heads[head]] if head in heads else ""

    last, first = cell_under_heading("last"), cell_under_heading("first")
    if last in ("", NOBODY):
        return None
    fide = cell_under_heading("fide number")
    return ListedPerson(
        number,
        parse_person_id(cell_under_heading("cfc#")),
        parse_person_name(f"{last}, {first}" if first.strip("-") else last),
        federation=FEDERATION,
        region=cell_under_heading("prov"),
        fide_id=parse_person_id(fide) if fide.strip("0") else 0,
        standard=ratings[cell_under_heading("fide rating")],
        national=ratings[cell_under_heading("rating")],
        quick=ratings[cell_under_heading("active rtg")],
    )


def _join_city_cells(found: list[str], heads: dict[str, int], text: str) -> list[str]:
    """Return one cell for each heading, joining the parts of a city name that contains commas."""
    # The largest index counts, because a damaged first line may name a column twice.
    over = len(found) - max(heads.values()) - 1
    if over < 0:
        raise UnreadableLine(say("the line is incomplete"), text)
    if over and "city" in heads:
        city = heads["city"]
        found[city : city + over + 1] = [", ".join(found[city : city + over + 1])]
    return found
