"""The lines of a tournament report file, with their columns, codes and points.

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
"""The columns after the name that are blank on every player's line."""

CELL_WIDTH = 10
BYES: dict[str, Away] = {
    "U": PairingBye(),
    "H": HalfPointBye(),
    "F": FullPointBye(),
    "Z": ZeroPointBye(),
}
"""The bye or absence for each letter used in players' cells and in record 240."""

BYE_LETTERS = {type(outcome): letter for letter, outcome in BYES.items()}
PLAYED_RATED = "1=0"
PLAYED_UNRATED = "WDL"
RESULTS = frozenset("1=0WDL+-?HFUZ ")
UNTIL_THE_END = 999
"""The last round in a record that applies until the end of the event."""

COMMENT = "#"
"""The character that starts a comment. FIDE uses three of them, other programs also one or two."""

OPENING = "### topboard "
"""The start of a comment in which Topboard keeps data that the records cannot hold."""

SYSTEM_REMARK = "topboard system "
"""The start of a comment that names a system for which FIDE has no code."""

WRONG_ROUND = message("the round number in columns {first}-{last} is not a whole number")
WRONG_FIRST_ROUND = message("the first round in columns {first}-{last} is not a whole number")
WRONG_LAST_ROUND = message("the last round in columns {first}-{last} is not a whole number")


@dataclass(frozen=True, slots=True)
class Record:
    """A line of the file, with its code, and its line number for messages."""

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
    """A file that is being read, with its records keyed by code and the problems found so far."""

    def __init__(self, text: str, name: str) -> None:
        self.name = name
        self.sheet = ProblemCollector(name)
        self.notes: list[Problem] = []
        """Information for the user about a file in which nothing is wrong."""
        self.records: dict[str, list[Record]] = {}
        self.opponents: dict[str, Number] = {}
        """The numbers of the opponents read so far, keyed by the text in the cells."""
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
            record = Record(_record_code(line), line, number)
            if not is_printable(line):
                self.note_problem(
                    record,
                    1,
                    say("the line contains a control character"),
                    say("Use one space for each column."),
                )
            elif line.startswith(COMMENT) or (len(line) >= 3 and record.code.isalnum()):
                yield record
            else:
                self.note_problem(
                    record, 1, say("the line has no record code"), say("Correct or remove it.")
                )

    def records_with_code(self, *codes: str) -> list[Record]:
        """Return the records with these codes, grouped by code and in file order within each."""
        return [record for code in codes for record in self.records.get(code, ())]

    def note_problem(
        self, record: Record, column: int, what: str, remedy: str = "", quoted: str = ""
    ) -> None:
        """Note a problem at this column of a record; the whole line is quoted by default."""
        where = f"{self.name}:{record.number}:{column}"
        self.sheet.add(what, where, quoted or record.line, remedy)

    def add_note(self, what: str, record: Record | None = None, remedy: str = "") -> None:
        """Add a note about the file, or about one of its records."""
        where = self.name if record is None else f"{self.name}:{record.number}"
        self.notes.append(Problem(what, where, remedy=remedy))

    def pass_notes_to(self, on_note: OnNote | None) -> None:
        """Pass every note to the callback, if there is one."""
        if on_note is not None:
            for note in self.notes:
                on_note(note)

    def read_integer(self, record: Record, first: int, last: int, wrong: Message) -> int | None:
        """Return the whole number in the columns, or note a problem and return None.

        ``wrong`` is the message of the problem.
        """
        found = record.text_in_columns(first, last)
        if found.isascii() and found.isdigit():
            return int(found)
        self.note_problem(
            record,
            first,
            say_kept(wrong, first=first, last=last),
            say("Correct the line."),
            found,
        )
        return None

    def read_points(self, record: Record, first: int, last: int) -> Tenths | None:
        """Return the points in the columns, in tenths, or None if they are blank or unreadable."""
        found = record.text_in_columns(first, last)
        if not found:
            return None
        tenths = parse_points(found)
        if tenths is None:
            what = say(
                "expected points, as in 11.5, in columns {first}-{last}", first=first, last=last
            )
            self.note_problem(record, first, what, say("Correct the line."), found)
        return tenths

    def read_numbers(
        self, record: Record, first: int, width: int, wrong: Message
    ) -> Iterator[tuple[int, int]]:
        """Yield each number from column ``first`` on, with its column.

        The numbers have ``width`` columns and are separated by one blank. If they cannot be read,
        a problem with the message ``wrong`` is noted.
        """
        line = record.line
        for column in range(first, len(line) + 1, width + 1):
            found = line[column - 1 : column - 1 + width].strip(" ")
            gap = line[column - 1 + width : column + width].strip(" ")
            if gap or (found and not (found.isascii() and found.isdigit())):
                remedy = say_count(
                    "From column {first} on, write numbers of {count} digit, separated by one "
                    "blank.",
                    "From column {first} on, write numbers of {count} digits, separated by one "
                    "blank.",
                    width,
                    first=first,
                )
                self.note_problem(record, column, say_kept(wrong), remedy, found + gap)
                return
            if found:
                yield int(found), column


def _record_code(line: str) -> str:
    """Return the code of a record. Another program's comment has the code ``#``."""
    if line.startswith(COMMENT) and not line.startswith("###"):
        return COMMENT
    return line[:3].upper()


def is_column_ruler(line: str) -> bool:
    """Return whether the line is only a column ruler, which Vega writes above the players."""
    if line[:8].upper() == "DDD SSSS":
        return True
    counted = line.startswith(("1234567890", "    "))
    return counted and line.replace(" ", "").isdigit()


def align_columns_by_characters(line: str) -> str:
    """Return a player's line with its columns aligned by characters.

    Some programs pad the name according to its length in bytes.
    """
    if _has_aligned_columns(line):
        return line
    missing = len(line[:NAME_END].encode(errors="replace")) - len(line[:NAME_END])
    moved = line[: NAME_END - missing] + " " * missing + line[NAME_END - missing :]
    return moved if _has_aligned_columns(moved) else line


def _has_aligned_columns(line: str) -> bool:
    return not any(line[column - 1 : column].strip(" ") for column in BLANK_COLUMNS)


def parse_points(written: str) -> Tenths | None:
    """Return points written as ``11.5``, ``.5``, ``-1`` or with a comma, in tenths.

    Return None if the text is not of this form.
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
    """Return points, given in tenths, as TRF writes them (``11.5``)."""
    sign = "-" if tenths < 0 else ""
    return f"{sign}{abs(tenths) // 10}.{abs(tenths) % 10}"


def read_round_number(report: Report, record: Record, first: int) -> int | None:
    """Return the round number in three columns. If it is not one, note a problem."""
    number = report.read_integer(record, first, first + 2, WRONG_ROUND)
    if number is not None and not 1 <= number <= MOST_ROUNDS:
        what = say("expected a round from 1 to {last}", last=MOST_ROUNDS)
        report.note_problem(record, first, what, say("Correct the line."), str(number))
        return None
    return number


# --- writing a line ----------------------------------------------------------------------


class LineBuilder:
    """A line that is being written, field by field."""

    def __init__(self, code: str) -> None:
        self.characters = list(code)

    def put(self, first: int, last: int, text: str, *, left: bool = False) -> LineBuilder:
        """Write the text into the columns, aligned right or left, and truncate it if necessary."""
        width = last - first + 1
        held = replace_unprintable(text).strip(" ")[:width]
        held = held.ljust(width) if left else held.rjust(width)
        missing = last - len(self.characters)
        self.characters.extend(" " * max(0, missing))
        self.characters[first - 1 : last] = held
        return self

    def __str__(self) -> str:
        return "".join(self.characters).rstrip(" ")
