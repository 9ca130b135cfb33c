"""Cursors that read the values of a JSON file and check their types.

If a value is wrong, its cursor notes the problem and returns a value to continue with. A file is
therefore read to its end, and all its problems are reported together. Only a value that exceeds a
size limit raises an error at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from topboard.formats.json.text import (
    NumberAsText,
    ParsedJson,
    Path,
    find_duplicate_fields,
    format_json_path,
    locate_json_paths,
)
from topboard.formats.problems import (
    HIGHEST_POINTS,
    LONGEST_TEXT,
    ProblemCollector,
    is_printable,
    too_large_error,
)
from topboard.messages import counted, say, say_kept_count

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from topboard.errors import TooLarge
    from topboard.messages import Message
    from topboard.model import Tenths


LONGEST_LIST = 1_000_000
TOO_MANY_ITEMS = counted("{count:,} item is too many", "{count:,} items are too many")
HIGHEST_AVERAGE = 9_999
MOST_DECIMALS = 12


class _Missing:
    """The type of ``MISSING``, the value of a cursor for a field that is not in the file."""


MISSING: Final = _Missing()


class JsonFile:
    """A JSON file that is being read, with its text and the problems noted so far."""

    def __init__(self, text: str, name: str) -> None:
        self.text = text
        self.name = name
        self.notes: list[tuple[str, Path, str, str]] = []
        parsed = ParsedJson(text, name)
        self.root = Cursor(parsed.value, "", None, self)
        if parsed.has_twins:
            self._refuse_duplicate_fields()

    def _refuse_duplicate_fields(self) -> None:
        sheet = ProblemCollector(self.name)
        for path, place in find_duplicate_fields(self.text):
            sheet.add(
                say("the field {path} appears twice", path=format_json_path(path)),
                f"{self.name}:{place}",
                str(path[-1]),
                say("Keep only one field with this name."),
            )
        if not sheet.problems:
            sheet.add(
                say("a field appears twice"), remedy=say("Keep only one field with this name.")
            )
        sheet.raise_problems()

    def add_problem(self, what: str, path: Path, quoted: str, remedy: str) -> None:
        """Note a problem at a path in the file, to be raised later by ``raise_problems``."""
        self.notes.append((what, path, quoted, remedy))

    def raise_problems(self) -> None:
        """Raise ``BadInput`` with all problems noted, if any, and their lines and columns."""
        if not self.notes:
            return
        found = locate_json_paths(self.text, (path for _, path, _, _ in self.notes))
        sheet = ProblemCollector(self.name)
        for what, path, quoted, remedy in self.notes:
            place = f":{found[path]}" if path in found else ""
            at = f", {format_json_path(path)}" if path else ""
            sheet.add(what, f"{self.name}{place}{at}", quoted, remedy)
        sheet.raise_problems()


class Cursor:
    """A position in a JSON file. It has a value, which may be missing, and a path from the root."""

    __slots__ = ("document", "key", "parent", "value")

    def __init__(
        self, value: object, key: str | int, parent: Cursor | None, document: JsonFile
    ) -> None:
        self.value = value
        self.key = key
        self.parent = parent
        self.document = document

    @property
    def path(self) -> Path:
        """Return the path from the root to this value.

        For a missing value, this is the path at which it was expected.
        """
        steps: list[str | int] = []
        here = self
        while here.parent is not None:
            steps.append(here.key)
            here = here.parent
        return tuple(reversed(steps))

    @property
    def is_missing(self) -> bool:
        """Return whether the file has no value at this path, not even null."""
        return self.value is MISSING

    @property
    def is_given(self) -> bool:
        """Return whether the file has a value at this path and the value is not null."""
        return self.value is not MISSING and self.value is not None

    def add_problem(self, what: str, remedy: str = "", quoted: str | None = None) -> None:
        """Note a problem with this value.

        If the value is missing, note it for the enclosing object.
        """
        path = self.path
        if self.value is MISSING:
            path, quoted = path[:-1], quoted or ""
        self.document.add_problem(what, path, self.quoted if quoted is None else quoted, remedy)

    def note_missing_field(self, remedy: str) -> None:
        """Note that the enclosing object lacks the field of this cursor."""
        self.add_problem(say("the field {field!r} is missing", field=self.key), remedy)

    @property
    def quoted(self) -> str:
        """Return the value as error messages quote it. Objects and lists are abbreviated."""
        match self.value:
            case str():
                return self.value
            case dict():
                return "{…}"
            case list():
                return "[…]"
            case True | False:
                return str(self.value).lower()
            case None:
                return "null"
        return str(self.value)

    def _note_unexpected_value(self, expected: str, remedy: str) -> None:
        """Note that the field is missing, or that it has an unexpected value.

        ``remedy`` is shown only for a missing field.
        """
        if self.value is MISSING:
            self.note_missing_field(remedy)
        else:
            self.add_problem(expected)

    # --- containers ---------------------------------------------------------------------

    def field(self, key: str) -> Cursor:
        """Return a cursor for a field of this object, whether or not the object has that field."""
        value = self.value.get(key, MISSING) if isinstance(self.value, dict) else MISSING
        return Cursor(value, key, self, self.document)

    def item(self, index: int) -> Cursor:
        """Return a cursor for the item of this list at ``index``."""
        assert isinstance(self.value, list)
        return Cursor(self.value[index], index, self, self.document)

    def check_is_object(self, fields: tuple[str, ...], *, strict: bool = True) -> bool:
        """Return whether the value is an object.

        If not, note a problem. Also note each field that is not in ``fields``. If ``strict`` is
        false, note only unknown fields that look like typing errors.
        """
        if not isinstance(self.value, dict):
            self._note_unexpected_value(
                say("expected an object {{…}}"), say("Enter a JSON object: {{…}}.")
            )
            return False
        for key in self.value:
            if key not in fields:
                self._note_unknown_field(key, fields, strict)
        return True

    def _note_unknown_field(self, key: str, fields: tuple[str, ...], strict: bool) -> None:
        from difflib import get_close_matches

        close = [name for name in get_close_matches(key, fields, 1, 0.8) if key != name]
        if close:
            self.field(key).add_problem(
                say("unknown field"),
                say("Write {close!r} if you meant that field.", close=close[0]),
                key,
            )
        elif strict:
            self.field(key).add_problem(
                say("unknown field"),
                say("Use one of these fields: {fields}.", fields=", ".join(fields)),
                key,
            )

    def items(
        self, *, most: int = LONGEST_LIST, too_many: tuple[Message, Message] = TOO_MANY_ITEMS
    ) -> list[Cursor]:
        """Return a cursor for each item of this list.

        Return an empty list if the value is missing or not a list. Raise ``TooLarge`` with the
        message ``too_many`` if the list has more than ``most`` items.
        """
        if not self.is_given:
            return []
        if not isinstance(self.value, list):
            self._note_unexpected_value(say("expected a list […]"), say("Enter a JSON list: […]."))
            return []
        if len(self.value) > most:
            raise self._too_large_error(too_many, len(self.value), most)
        return [Cursor(value, i, self, self.document) for i, value in enumerate(self.value)]

    def read_two_items(self) -> tuple[Cursor, Cursor] | None:
        """Return cursors for the two items of a list.

        If the value is not a list of two items, note a problem and return None.
        """
        if isinstance(self.value, list) and len(self.value) == 2:
            return self.item(0), self.item(1)
        self._note_unexpected_value(
            say("expected a list of two items"), say("Enter a list of two items.")
        )
        return None

    def _too_large_error(
        self, too_many: tuple[Message, Message], count: int, most: int
    ) -> TooLarge:
        where = f"{self.document.name}, {format_json_path(self.path)}"
        return too_large_error(say_kept_count(too_many, count), where, most)

    # --- single values ------------------------------------------------------------------

    def read_integer(self, low: int, high: int) -> int | None:
        """Return the value if it is an integer from ``low`` to ``high``.

        Otherwise note a problem and return None.
        """
        value = self.value
        if type(value) is int and low <= value <= high:
            return value
        self._note_unexpected_value(
            say("expected a whole number from {low:,} to {high:,}", low=low, high=high),
            say("Enter a whole number from {low:,} to {high:,}.", low=low, high=high),
        )
        return None

    def read_integer_or_default(self, default: int, low: int, high: int) -> int:
        """Return the integer at this cursor, or the default if it is missing or out of range."""
        value = self.read_integer(low, high) if self.is_given else None
        return default if value is None else value

    def read_count_within_limit(
        self, low: int, most: int, too_many: tuple[Message, Message]
    ) -> int | None:
        """Return the value if it is an integer from ``low`` to ``most``.

        Raise ``TooLarge`` with the message ``too_many`` if it is more than ``most``. For any other
        value, note a problem and return None.
        """
        if type(self.value) is int and self.value > most:
            raise self._too_large_error(too_many, self.value, most)
        return self.read_integer(low, most)

    def read_boolean_or_default(self, default: bool) -> bool:
        """Return the Boolean value, or the default if it is missing or of a different type."""
        if isinstance(self.value, bool):
            return self.value
        if self.is_given:
            self._note_unexpected_value(say("expected true or false"), say("Enter true or false."))
        return default

    def read_text(self) -> str:
        """Return the string at this cursor, or an empty string if the value is of a different type.

        Note a problem if the type is wrong, or if the string has control characters or is too long.
        """
        value = self.value
        if type(value) is not str:
            self._note_unexpected_value(
                say('expected a string "…"'), say('Enter a string in quotation marks: "…".')
            )
            return ""
        if len(value) > LONGEST_TEXT:
            self.add_problem(
                say("the text is longer than {longest:,} characters", longest=LONGEST_TEXT),
                say("Shorten the text."),
            )
        elif not is_printable(value):
            self.add_problem(
                say("the text contains a control character"),
                say("Remove the control character."),
                repr(value),
            )
        return value

    def read_text_or_default(self, default: str) -> str:
        """Return the string at this cursor, or the default if the value is missing or null."""
        return self.read_text() if self.is_given else default

    def read_known_word(self, meanings: Mapping[str, Any]) -> Any:
        """Return the value in ``meanings`` for the word at this cursor.

        If the word is unknown, note a problem and return None.
        """
        value = self.value
        if type(value) is str and value in meanings:
            return meanings[value]
        known = ", ".join(f'"{word}"' for word in meanings)
        self._note_unexpected_value(
            say("expected one of {known}", known=known), say("Enter one of {known}.", known=known)
        )
        return None

    def read_points(self, *, least: int = 0) -> Tenths | None:
        """Return points in tenths, read from a number with at most one decimal place.

        If the value is not such a number or is out of range, note a problem and return None.
        """
        value = self.value
        tenths = None
        if type(value) is int:
            tenths = 10 * value
        elif isinstance(value, NumberAsText):
            tenths = _parse_tenths(value)
            if tenths is None and _parse_decimal(value) is not None:
                self.add_problem(
                    say("points can have at most one decimal place"),
                    say("Round the points to one decimal place."),
                )
                return None
        if tenths is not None and least * 10 <= tenths <= 10 * HIGHEST_POINTS:
            return tenths
        self._note_unexpected_value(
            say(
                "expected a number of points from {least:,} to {most:,}",
                least=least,
                most=HIGHEST_POINTS,
            ),
            say(
                "Enter a number of points from {least:,} to {most:,}.",
                least=least,
                most=HIGHEST_POINTS,
            ),
        )
        return None

    def read_average_rating(self) -> Fraction | None:
        """Return an average rating as an exact fraction, read from a number or a string like
        "8251/3".

        If the value is neither or is out of range, note a problem and return None.
        """
        from fractions import Fraction

        found = None
        value = self.value
        if type(value) is int:
            found = Fraction(value)
        elif isinstance(value, NumberAsText):
            parts = _parse_decimal(value)
            found = Fraction(parts[0], 10 ** parts[1]) if parts else None
        elif type(value) is str:
            fraction = _parse_fraction(value)
            found = Fraction(*fraction) if fraction else None
        if found is not None and 0 <= found <= HIGHEST_AVERAGE:
            return found
        self._note_unexpected_value(
            say("expected an average rating from 0 to {highest:,}", highest=HIGHEST_AVERAGE),
            say("Enter an average rating from 0 to {highest:,}.", highest=HIGHEST_AVERAGE),
        )
        return None


def _parse_decimal(written: str) -> tuple[int, int] | None:
    """Return the digits and the number of decimals, such as (25, 1) for 2.5, or None."""
    whole, _, fraction = written.partition(".")
    digits = fraction.rstrip("0")
    if len(whole) > MOST_DECIMALS or len(digits) > MOST_DECIMALS:
        return None
    if not whole.removeprefix("-").isdecimal() or not (fraction or "0").isdecimal():
        return None
    return int(whole + digits), len(digits)


def _parse_tenths(written: str) -> int | None:
    parts = _parse_decimal(written)
    if parts is None or parts[1] > 1:
        return None
    return parts[0] * 10 if parts[1] == 0 else parts[0]


def _parse_fraction(written: str) -> tuple[int, int] | None:
    above, _, below = written.partition("/")
    if not (above.isdecimal() and below.isdecimal()) or len(written) > 2 * MOST_DECIMALS:
        return None
    return (int(above), int(below)) if int(below) else None
