"""The lines of a report file, called records, and their columns, codes and points.

Columns are counted from 1, and a field includes its first and last column, as in FIDE's tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.errors import Problem
from topboard.formats.problems import (
    HIGHEST_POINTS,
    LOWEST_POINTS,
    MOST_ROUNDS,
    ProblemCollector,
    is_printable,
    replace_unprintable,
)
from topboard.messages import message, say, say_count, say_kept
from topboard.model import (
    FullPointBye,
    HalfPointBye,
    PairingBye,
    ZeroPointBye,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.formats import OnNote
    from topboard.messages import Message
    from topboard.model import Away, Number, Tenths


NUMBER = (5, 8)
RATING = (49, 52)
FIRST_CELL = 92
NAME_END = 47
BLANK_COLUMNS = (48, 53, 57, 69, 85, 90, 91)
"""The columns after the name that must be blank on a player's line."""

CELL_WIDTH = 10
BYES: dict[str, Away] = {
    "U": PairingBye(),
    "H": HalfPointBye(),
    "F": FullPointBye(),
    "Z": ZeroPointBye(),
}
"""The bye for each letter that stands for one in players' cells and in record 240."""

BYE_LETTERS = {type(outcome): letter for letter, outcome in BYES.items()}
PLAYED_RATED = "1=0"
PLAYED_UNRATED = "WDL"
RESULTS = frozenset("1=0WDL+-?HFUZ ")
UNTIL_THE_END = 999
"""The round number in records that means "until the end of the event"."""

COMMENT = "#"
"""The character that starts a comment.

FIDE requires three of them, but some programs write fewer.
"""

OPENING = "### topboard "
"""The start of a comment in which Topboard keeps data that records cannot hold."""

SYSTEM_REMARK = "topboard system "
"""The start of the text of a comment that names a system without a FIDE code."""

WRONG_ROUND = message("the round number in columns {first}-{last} is not a whole number")
WRONG_FIRST_ROUND = message("the first round in columns {first}-{last} is not a whole number")
WRONG_LAST_ROUND = message("the last round in columns {first}-{last} is not a whole number")


@dataclass(frozen=True, slots=True)
class Record:
    """A line of a report file, with its record code and its line number."""

    code: str
    line: str
    number: int

    def text_in_columns(self, first: int, last: int) -> str:
        """Return the text in columns ``first`` to ``last`` without surrounding blanks."""
        return self.line[first - 1 : last].strip(" ")

    @property
    def text(self) -> str:
        """Return the text after the code, without surrounding blanks."""
        return self.line[3:].strip(" ")


class Report:
    """A report file that is being read: its records by code, and the problems found so far."""

    def __init__(self, text: str, name: str) -> None:
        self.name = name
        self.sheet = ProblemCollector(name)
        self.notes: list[Problem] = []
        """Notes for the user about the file, none of which are errors."""
        self.records: dict[str, list[Record]] = {}
        self.opponents: dict[str, Number] = {}
        """The opponents' numbers read so far, keyed by their text in the cells."""
        for record in self._split_into_records(text):
            self.records.setdefault(record.code, []).append(record)

    def _split_into_records(self, text: str) -> Iterator[Record]:
        lines = text.rstrip("\x1a").replace("\r\n", "\n").replace("\r", "\n").split("\n")
        for number, line in enumerate(lines, start=1):
            line = line.rstrip(" \t")
            if not line or is_column_ruler(line):
                continue
            if line.startswith(COMMENT):
                line = replace_unprintable(line)
            elif not line.startswith("001"):
                line = line.replace("\t", " ")
            elif not line.isascii():
                line = align_columns_by_characters(line)
            record = Record(_parse_record_code(line), line, number)
            if not is_printable(line):
                self.add_problem(
                    record,
                    1,
                    say("the line contains a control character"),
                    say("Use one space for each column."),
                )
            elif line.startswith(COMMENT) or (len(line) >= 3 and record.code.isalnum()):
                yield record
            else:
                self.add_problem(
                    record,
                    1,
                    say("the line has no record code"),
                    say("Correct or remove the line."),
                )

    def records_with_code(self, *codes: str) -> list[Record]:
        """Return the records with these codes, in the order of the codes and then of the file."""
        return [record for code in codes for record in self.records.get(code, ())]

    def add_problem(
        self, record: Record, column: int, what: str, remedy: str = "", quoted: str = ""
    ) -> None:
        """Note a problem at this column of a record. The whole line is quoted by default."""
        where = f"{self.name}:{record.number}:{column}"
        self.sheet.add(what, where, quoted or record.line, remedy)

    def add_note(self, what: str, record: Record | None = None, remedy: str = "") -> None:
        """Add a note for the user about the file or about one of its records."""
        where = self.name if record is None else f"{self.name}:{record.number}"
        self.notes.append(Problem(what, where, remedy=remedy))

    def pass_notes_to(self, on_note: OnNote | None) -> None:
        """Pass every note to the callback, if there is one."""
        if on_note is not None:
            for note in self.notes:
                on_note(note)

    def read_integer(self, record: Record, first: int, last: int, wrong: Message) -> int | None:
        """Return the whole number in the columns.

        If there is none, note a problem and return None. ``wrong`` is the message of the problem.
        """
        found = record.text_in_columns(first, last)
        if found.isascii() and found.isdigit():
            return int(found)
        self.add_problem(
            record,
            first,
            say_kept(wrong, first=first, last=last),
            say("Correct the line."),
            found,
        )
        return None

    def read_points(self, record: Record, first: int, last: int) -> Tenths | None:
        """Return the points in the columns, in tenths, or None if they are blank.

        If they cannot be read, note a problem and return None.
        """
        found = record.text_in_columns(first, last)
        if not found:
            return None
        tenths = parse_trf_points(found)
        if tenths is None:
            what = say(
                "columns {first}-{last} must contain points, such as 11.5", first=first, last=last
            )
            self.add_problem(record, first, what, say("Correct the line."), found)
        return tenths

    def read_numbers(
        self, record: Record, first: int, width: int, wrong: Message
    ) -> Iterator[tuple[int, int]]:
        """Yield each number from column ``first`` on, together with its column.

        Each number has ``width`` columns and is followed by a blank. A number that cannot be read
        is noted as a problem with the message ``wrong`` and ends the list.
        """
        line = record.line
        for column in range(first, len(line) + 1, width + 1):
            found = line[column - 1 : column - 1 + width].strip(" ")
            gap = line[column - 1 + width : column + width].strip(" ")
            if gap or (found and not (found.isascii() and found.isdigit())):
                remedy = say_count(
                    (
                        "From column {first} on, write numbers of {count} digit, separated "
                        "by one space."
                    ),
                    (
                        "From column {first} on, write numbers of {count} digits, separated "
                        "by one space."
                    ),
                    width,
                    first=first,
                )
                self.add_problem(record, column, say_kept(wrong), remedy, found + gap)
                return
            if found:
                yield int(found), column


def _parse_record_code(line: str) -> str:
    """Return the code at the start of a line.

    For a comment without FIDE's prefix ``###``, the code is ``#``.
    """
    if line.startswith(COMMENT) and not line.startswith("###"):
        return COMMENT
    return line[:3].upper()


def is_column_ruler(line: str) -> bool:
    """Return whether the line is a column ruler, such as Vega writes above the players."""
    if line[:8].upper() == "DDD SSSS":
        return True
    counted = line.startswith(("1234567890", "    "))
    return counted and line.replace(" ", "").isdigit()


def align_columns_by_characters(line: str) -> str:
    """Return a player's line with its columns aligned by characters.

    Some programs pad the name by its length in bytes, which shifts the columns after it.
    """
    if _has_aligned_columns(line):
        return line
    missing = len(line[:NAME_END].encode(errors="replace")) - len(line[:NAME_END])
    moved = line[: NAME_END - missing] + " " * missing + line[NAME_END - missing :]
    return moved if _has_aligned_columns(moved) else line


def _has_aligned_columns(line: str) -> bool:
    return not any(line[column - 1 : column].strip(" ") for column in BLANK_COLUMNS)


def parse_trf_points(written: str) -> Tenths | None:
    """Return points in tenths, read from a text such as ``11.5``, ``11,5``, ``.5`` or ``-1``.

    Return None if the text has a different form.
    """
    sign = -1 if written.startswith("-") else 1
    whole, _, fraction = written.removeprefix("-").replace(",", ".").partition(".")
    digits = (whole or "0") + (fraction.rstrip("0") or "0")
    if not (whole or fraction) or len(fraction.rstrip("0")) > 1 or len(digits) > 7:
        return None
    if not (digits.isascii() and digits.isdigit()):
        return None
    tenths = sign * int(digits)
    return tenths if 10 * LOWEST_POINTS <= tenths <= 10 * HIGHEST_POINTS else None


def format_trf_points(tenths: Tenths) -> str:
    """Return points as TRF writes them, such as ``11.5`` for 115 tenths."""
    sign = "-" if tenths < 0 else ""
    return f"{sign}{abs(tenths) // 10}.{abs(tenths) % 10}"


def read_round_number(report: Report, record: Record, first: int) -> int | None:
    """Return the round number in three columns.

    If there is none, note a problem and return None.
    """
    number = report.read_integer(record, first, first + 2, WRONG_ROUND)
    if number is not None and not 1 <= number <= MOST_ROUNDS:
        what = say("expected a round number from 1 to {last}", last=MOST_ROUNDS)
        report.add_problem(record, first, what, say("Correct the line."), str(number))
        return None
    return number


# --- writing a line ----------------------------------------------------------------------


class LineBuilder:
    """A line of a report file that is being written, field by field."""

    def __init__(self, code: str) -> None:
        self.characters = list(code)

    def put(self, first: int, last: int, text: str, *, left: bool = False) -> LineBuilder:
        """Write the text into the columns, aligned left or right.

        Text that is too long is truncated.
        """
        width = last - first + 1
        held = replace_unprintable(text).strip(" ")[:width]
        held = held.ljust(width) if left else held.rjust(width)
        missing = last - len(self.characters)
        self.characters.extend(" " * max(0, missing))
        self.characters[first - 1 : last] = held
        return self

    def __str__(self) -> str:
        return "".join(self.characters).rstrip(" ")
