"""The columns of a table of participants: the position of the header row and the content of each
column.

The headings of other programs and languages are known. A column that is not understood is ignored,
and the user can choose its content.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.errors import BadInput, Problem
from topboard.event.column_headings import find_field_of_heading
from topboard.event.personal_fields import is_title
from topboard.event.ratings import KINDS, parse_rating_choice
from topboard.formats.problems import shorten_for_quote
from topboard.messages import say, say_count
from topboard.model import RatingKind
from topboard.systems.common.ratings import format_rating_choice

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from topboard.model import RatingChoice

NAME_FIELDS = ("name", "surname", "first_name")
PERSONAL_FIELDS = (
    *NAME_FIELDS,
    "rating",
    "title",
    "federation",
    "fide_id",
    "sex",
    "birth",
    "club",
    "region",
    "national_id",
    "contact",
)
OF_A_TEAM = ("team", "letter", "board", "captain", "previous_standing")
"""Columns that are used only in team events."""
BYES = "bye"
"""The column for requested byes, such as ``H1`` or ``Z3``, which is used only in player events."""
FIELDS = (*PERSONAL_FIELDS, *OF_A_TEAM, BYES)
"""All fields of a table other than ratings of a list."""
JOINED = ("contact", BYES)
"""Fields that may have several columns, whose cells are joined."""
LISTS = ("FIDE", "CFC", "USCF", "BCF", "ECF", "DWZ", "INGO", "estimate")
"""Rating lists whose name alone is enough as a column heading.

For any other list, the heading must also include the type of rating.
"""
NATIONAL = RatingKind.NATIONAL.value
"""The column for national ratings. A player's federation determines the rating list."""
RATING_WORDS = ("rating", "elo", "rtg")
HEADER_ROWS = 20
"""The number of rows at the top of a table that may contain the header."""
EXAMPLES = 3
LONGEST_EXAMPLE = 40
MOST_QUOTED = 5
"""The number of unused rows that are quoted in a note."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table, with its heading, the field that it holds and its first values."""

    heading: str
    field: str
    """The field or the rating list that the column holds, or "" if the column is ignored."""
    examples: tuple[str, ...] = ()

    @property
    def has_content(self) -> bool:
        """Return whether the column has a heading or any value in the first rows."""
        return bool(self.heading or self.examples)


@dataclass(frozen=True, slots=True)
class TableColumns:
    """The columns of a table and the row with their headings."""

    header: int
    """The number of the header row, counted from 1, or 0 if the table has none."""
    columns: tuple[Column, ...]

    @property
    def fields(self) -> tuple[str, ...]:
        """Return the field of each column, with "" for a column that is ignored."""
        return tuple(column.field for column in self.columns)


def is_header_row(cells: Sequence[str]) -> bool:
    """Return whether a row contains column headings.

    At least one heading must be for the name of a player or team.
    """
    head = {parse_column_heading(cell) for cell in cells}
    return not head.isdisjoint(("name", "surname", "team"))


def find_columns(rows: Sequence[Sequence[str]], where: str) -> TableColumns:
    """Return the columns of a table, found by the headings in one of its first rows.

    Other programs write titles above the header. Raise ``BadInput`` if there is no header.
    """
    if not rows:
        raise BadInput([Problem(say("the table is empty"), where)])
    heads = [at for at, row in enumerate(rows[:HEADER_ROWS]) if is_header_row(row)]
    if not heads:
        raise BadInput([_build_missing_header_problem(rows, where)])
    header = max(heads, key=lambda at: sum(map(bool, map(parse_column_heading, rows[at]))))
    return describe_columns(rows, header + 1)


def _build_missing_header_problem(rows: Sequence[Sequence[str]], where: str) -> Problem:
    known = ", ".join(sorted({"FIDE", NATIONAL, *FIELDS}))
    return Problem(
        say("the header row needs a column named 'name' or 'team'"),
        where,
        ", ".join(rows[0])[:80],
        say("Use these column names: {known}.", known=known),
    )


def describe_columns(rows: Sequence[Sequence[str]], header: int) -> TableColumns:
    """Return the columns of a table, given the number of its header row.

    Rows are counted from 1, and 0 means that the table has no header.
    """
    body = rows[header:]
    width = max(map(len, rows[max(header - 1, 0) :]), default=0)
    headings = [_cell(rows[header - 1], at) if header else "" for at in range(width)]
    examples = [_find_examples(body, at) for at in range(width)]
    fields = [parse_column_heading(heading) for heading in headings]
    _find_titles_without_heading(fields, headings, body)
    _tell_ids_apart(fields, headings)
    _resolve_name_columns(fields)
    _ignore_repeated_columns(fields)
    return TableColumns(header, tuple(map(Column, headings, fields, examples)))


def choose_columns(
    rows: Sequence[Sequence[str]], header: int, fields: Sequence[str]
) -> TableColumns:
    """Return the columns of a table with the fields that the user chose for them.

    Raise ``BadInput`` if a field is unknown or was chosen for two columns.
    """
    found = describe_columns(rows, header)
    wanted = [*fields, *([""] * len(found.columns))][: len(found.columns)]
    for field in wanted:
        if field and field != NATIONAL and field not in FIELDS:
            parse_rating_choice(field)
        if field and field not in JOINED and wanted.count(field) > 1:
            remedy = say("Choose a different use for one of the columns.")
            what = say("two columns have the same use")
            raise BadInput([Problem(what, "columns", field, remedy)])
    _resolve_name_columns(wanted)
    columns = (
        Column(column.heading, field, column.examples)
        for column, field in zip(found.columns, wanted, strict=True)
    )
    return TableColumns(header, tuple(columns))


def refuse_table_without_names(columns: TableColumns, where: str) -> None:
    """Raise ``BadInput`` if no column holds names, or if two columns hold the same rating list."""
    fields = columns.fields
    if not {*NAME_FIELDS, "team"} & {*fields}:
        remedy = say("Choose the column with the names.")
        raise BadInput([Problem(say("no column holds names"), where, remedy=remedy)])
    for field in fields:
        if field and field not in FIELDS and fields.count(field) > 1:
            remedy = say(
                "Keep one of the columns, or add the type and period of the ratings to their names."
            )
            raise BadInput(
                [Problem(say("two columns belong to the same rating list"), where, field, remedy)]
            )


def _cell(row: Sequence[str], at: int) -> str:
    return row[at].strip() if at < len(row) else ""


def _find_examples(body: Sequence[Sequence[str]], at: int) -> tuple[str, ...]:
    found: list[str] = []
    for row in body:
        if (text := _cell(row, at)) and text not in found:
            found.append(shorten_for_quote(text, LONGEST_EXAMPLE))
        if len(found) == EXAMPLES:
            break
    return tuple(found)


# --- what a column holds ------------------------------------------------------------------------


def parse_column_heading(head: str) -> str:
    """Return the field or rating list for a column heading, or "" if the heading is unknown."""
    if known := find_field_of_heading(head):
        return known
    words = [w for w in head.replace("_", " ").split() if w.casefold() not in RATING_WORDS]
    if not words or [word.casefold() for word in words] == [NATIONAL]:
        return NATIONAL if words else ""
    by_list = {name.casefold(): name for name in LISTS}
    words[0] = by_list.get(words[0].casefold(), words[0])
    if words[0] not in LISTS and not {word.casefold() for word in words} & {*KINDS}:
        return ""
    try:
        return format_rating_choice(parse_rating_choice(" ".join(words)))
    except BadInput:
        return ""


def _find_titles_without_heading(
    fields: list[str], headings: Sequence[str], body: Sequence[Sequence[str]]
) -> None:
    """Recognize a column without a heading that contains only titles.

    Lists from chess-results have such a column before the names.
    """
    if "title" in fields:
        return
    for at, heading in enumerate(headings):
        values = {text for row in body if (text := _cell(row, at))}
        if not heading and values and all(map(is_title, values)):
            fields[at] = "title"
            return


def _tell_ids_apart(fields: list[str], headings: Sequence[str]) -> None:
    """Treat a column headed only ``ID`` as the national ID if another column is for the FIDE ID."""
    plain = [at for at, head in enumerate(headings) if head.strip().casefold() == "id"]
    if fields.count("fide_id") > len(plain) and "national_id" not in fields:
        for at in plain:
            fields[at] = "national_id"


def _resolve_name_columns(fields: list[str]) -> None:
    """Decide which column contains the surname if the name is in several columns.

    In many languages the same heading can stand for the whole name, the surname or the first name,
    depending on the other columns.
    """
    if "surname" in fields and "name" in fields:
        at = fields.index("name")
        fields[at] = "" if "first_name" in fields else "first_name"
    elif "first_name" in fields and "name" in fields:
        fields[fields.index("name")] = "surname"


def _ignore_repeated_columns(fields: list[str]) -> None:
    """Ignore all but the first of several columns for the same field of a person or team."""
    seen = set()
    for at, field in enumerate(fields):
        if field in FIELDS and field not in JOINED:
            if field in seen:
                fields[at] = ""
            seen.add(field)


# --- what is not used ---------------------------------------------------------------------------


def unused_fields(teams: bool | None) -> tuple[str, ...]:
    """Return the fields that teams, or players, do not use.

    If ``teams`` is None, the table is a rating list, which can be used for both.
    """
    if teams is None:
        return (BYES,)
    return (BYES,) if teams else OF_A_TEAM


def list_unused_columns(
    columns: TableColumns, body: Sequence[Sequence[str]], *, teams: bool | None
) -> Iterator[str]:
    """Yield the heading or the number of each column with content that is not used."""
    idle = unused_fields(teams)
    unnamed = []
    for at, column in enumerate(columns.columns):
        if column.field and column.field not in idle:
            continue
        if column.heading:
            yield column.heading
        elif any(_cell(row, at) for row in body):
            unnamed.append(at)
    for at in unnamed:
        yield say("column {number} (unnamed)", number=at + 1)


def note_unused_rows(lines: Iterable[int], rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Return a note that quotes the rows with these numbers, or () if all of them are empty."""
    found = [(line, _join_cells(rows[line - 1])) for line in lines]
    told = [f"{line} ({shorten_for_quote(text, LONGEST_EXAMPLE)})" for line, text in found if text]
    if not told:
        return ()
    shown = told[:MOST_QUOTED]
    if more := len(told) - len(shown):
        shown.append(say_count("{count} more", "{count} more", more))
    words = say_count(
        "Unused row: {rows}.", "Unused rows: {rows}.", len(told), rows=", ".join(shown)
    )
    return (words,)


def _join_cells(row: Sequence[str]) -> str:
    return " ".join(filter(None, map(str.strip, row)))


def rating_fields(order: Sequence[RatingChoice]) -> tuple[str, ...]:
    """Return the rating lists to choose from for a column, first those that count."""
    usual = (*map(format_rating_choice, order), "FIDE", "FIDE rapid", "FIDE blitz", NATIONAL)
    return tuple(dict.fromkeys(usual))
