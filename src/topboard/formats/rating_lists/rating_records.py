"""The data that rating lists give about a person, and parsers for the columns of a line."""

from __future__ import annotations

from typing import IO, TYPE_CHECKING, NamedTuple

from topboard._frozen import dataclass
from topboard.errors import BadInput, Problem
from topboard.formats.problems import (
    HIGHEST_RATING,
    bad_input_error,
    is_printable,
    parse_whole_number,
    replace_unprintable,
    shorten_for_quote,
)
from topboard.messages import say, say_count
from topboard.text.names import has_direction_marks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PIECE = 1 << 18
"""The number of bytes read at a time."""
LONGEST_LINE = 10_000
LONGEST_ID = 12
MOST_WORDS = 100_000
"""The maximum number of words in a cache, so that no file can exhaust the available memory."""
OLDEST = 1850
"""The earliest year of birth that is accepted."""
TOLD = 20
"""The number of skipped lines that are reported one by one."""
LEFT_OUT_OF = 100
"""A file is refused as a rating list if more than one in this many lines cannot be read."""


class ListedPerson(NamedTuple):
    """A person on a rating list.

    A rating or ID that is missing is 0. This is a named tuple, unlike other records, because a list
    can have two million people.
    """

    line: int
    id: int
    name: str
    title: str = ""
    sex: str = ""
    federation: str = ""
    birth: str = ""
    region: str = ""
    fide_id: int = 0
    """The person's FIDE ID on the list of a national federation."""
    standard: int = 0
    rapid: int = 0
    blitz: int = 0
    national: int = 0
    quick: int = 0
    """The federation's rating for games with short time limits."""


@dataclass(frozen=True, slots=True)
class ListHeading:
    """The name of a rating list, and its month or day if the file gives it."""

    list: str
    period: str = ""


class UnreadableLine(Exception):
    """Raised when a line of a rating list does not describe a person."""

    def __init__(self, what: str, quoted: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.quoted = quoted


class SkippedLines:
    """The lines of a rating list that could not be read.

    Details are kept only for the first few.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.told: list[Problem] = []
        self.count = 0

    def add(self, line: int, what: str, quoted: str) -> None:
        """Count a skipped line, and keep its problem if it is one of the first few."""
        self.count += 1
        if len(self.told) < TOLD:
            quoted = shorten_for_quote(replace_unprintable(quoted.strip()))
            self.told.append(Problem(what, f"{self.name}:{line}", quoted))

    def raise_if_too_many_skipped(self, read: int) -> None:
        """Raise ``BadInput`` if too many lines were skipped for the file to be a rating list.

        ``read`` is the number of lines that could be read.
        """
        if self.count * LEFT_OUT_OF > read + self.count:
            what = say_count(
                "{count} of {all} lines cannot be read",
                "{count} of {all} lines cannot be read",
                self.count,
                all=read + self.count,
            )
            remedy = say(
                "Download the list again, because this file is damaged or not a rating list."
            )
            raise BadInput([*self.told, Problem(what, self.name, remedy=remedy)])


class RatingCache(dict[str, int]):
    """Maps each string in a rating column to a rating. Each distinct string is parsed only once."""

    def __missing__(self, text: str) -> int:
        value = parse_whole_number(text.strip() or "0")
        if value is None or value > HIGHEST_RATING:
            raise UnreadableLine(say("invalid rating"), text)
        self[text] = value
        return value


class BirthYearCache(dict[str, str]):
    """Maps each string in a birth year column to the year, which is empty if unknown.

    Each distinct string is parsed only once.
    """

    def __missing__(self, text: str) -> str:
        year = parse_whole_number(text.strip() or "0")
        if year is None or (year and not OLDEST <= year <= OLDEST + 300):
            raise UnreadableLine(say("this is not a year of birth"), text)
        self[text] = found = str(year) if year else ""
        return found


class WordCache(dict[str, str]):
    """Maps each string in a column with few distinct words, such as titles, to the stripped word.

    A word with control characters raises ``UnreadableLine``.
    """

    def __missing__(self, text: str) -> str:
        found = text.strip()
        if not is_printable(found):
            raise UnreadableLine(say("the text contains control characters"), text)
        if len(self) < MOST_WORDS:
            self[text] = found
        return found


class SexCache(dict[str, str]):
    """Maps each string in the sex column to ``m`` or ``w``, as in tournament reports."""

    def __missing__(self, text: str) -> str:
        self[text] = found = {"M": "m", "F": "w", "W": "w"}.get(text.strip().upper(), "")
        return found


def parse_person_id(text: str) -> int:
    """Return a person's ID as an integer, or raise ``UnreadableLine`` if the text is not an ID."""
    text = text.strip()
    found = int(text) if text.isdecimal() and text.isascii() and len(text) <= LONGEST_ID else 0
    if not found:
        raise UnreadableLine(say("this is not a player ID"), text)
    return found


def parse_person_name(text: str) -> str:
    """Return a person's name.

    Raise ``UnreadableLine`` if it is missing or contains control characters.
    """
    name = text.strip()
    if not name:
        raise UnreadableLine(say("the name is missing"), text)
    if not (name.isprintable() or is_printable(name)):
        raise UnreadableLine(say("the name contains control characters"), text)
    if has_direction_marks(name):
        raise UnreadableLine(
            say("the text contains a character that changes the writing direction"), text
        )
    return name


def decode_utf8_or_windows_line(line: bytes) -> str:
    """Return the line decoded as UTF-8 or, if it is not UTF-8, as Windows-1252."""
    try:
        return line.decode()
    except UnicodeDecodeError:
        return line.decode("cp1252", "replace")


class LinesAfterHeading:
    """The numbered lines of a list after its first line, decoded and without line endings."""

    def __init__(self, stream: IO[bytes], name: str) -> None:
        self.stream, self.name = stream, name
        self.is_cut = False
        """Whether the current line is the last one and has no line ending."""

    def __iter__(self) -> Iterator[tuple[int, str]]:
        number, rest = 2, b""
        while piece := self.stream.read(PIECE):
            whole_lines, end, rest = (rest + piece).rpartition(b"\n")
            if end:
                texts = self._decode_lines(whole_lines)
                yield from enumerate(texts, start=number)
                number += len(texts)
            if len(rest) > LONGEST_LINE:
                where = f"{self.name}:{number}"
                raise bad_input_error(
                    say("a line is too long"), where, decode_utf8_or_windows_line(rest[:100])
                )
        if rest:
            self.is_cut = True
            yield number, decode_utf8_or_windows_line(rest).rstrip("\r")

    @staticmethod
    def _decode_lines(lines: bytes) -> list[str]:
        # Nearly all lists are plain ASCII, and decoding all lines at once is much faster.
        try:
            return lines.decode("ascii").replace("\r", "").split("\n")
        except UnicodeDecodeError:
            return [decode_utf8_or_windows_line(line).rstrip("\r") for line in lines.split(b"\n")]

    def read_persons(
        self, read: Callable[[int, str], ListedPerson | None], left_out: SkippedLines
    ) -> Iterator[ListedPerson]:
        """Yield the people on the readable lines, and add the unreadable lines to ``left_out``."""
        for number, text in self:
            try:
                found = read(number, text) if text.strip() else None
            except UnreadableLine as trouble:
                if self.is_cut:
                    what = say("the file ends in the middle of a line")
                    where = f"{self.name}:{number}"
                    raise bad_input_error(
                        what, where, text, say("Download the list again.")
                    ) from trouble
                left_out.add(number, trouble.what, trouble.quoted or text)
            else:
                if found is not None:
                    yield found
