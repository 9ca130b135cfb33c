"""Conversion between JSON text and plain values, and the line and column of each value.

Numbers with a fraction keep their text (``NumberAsText``), so that points and averages never become
floats. Lines and columns are looked up only if there is a problem. In the files that Topboard
writes, each field, team and match has its own line, so that two files can be compared with
``diff``.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, TypeAlias

from topboard.formats.problems import bad_input_error, replace_unprintable
from topboard.messages import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from fractions import Fraction

    from topboard.errors import BadInput


Path: TypeAlias = tuple[str | int, ...]

LONGEST_INTEGER = 15
LONGEST_SEARCHED = 4_000_000
"""The longest text, in characters, in which the lines of problems are looked up.

Problems in a longer text have only paths, because the search would take too long.
"""


_ENCODER = json.JSONEncoder(ensure_ascii=False)


class NumberAsText(str):
    """A JSON number with a fraction, an exponent or too many digits, kept as written."""

    __slots__ = ()


class ParsedJson:
    """A parsed JSON document, with a flag that is true if an object has the same field twice."""

    def __init__(self, text: str, name: str) -> None:
        self.has_twins = False
        try:
            self.value: object = json.loads(
                text,
                object_pairs_hook=self._build_object,
                parse_float=NumberAsText,
                parse_int=_parse_integer_or_keep_text,
                parse_constant=NumberAsText,
            )
        except json.JSONDecodeError as error:
            raise _build_json_syntax_error(text, name, error) from error
        except RecursionError as error:
            raise bad_input_error(
                say("the JSON is nested too deeply"),
                name,
                text[:LONGEST_INTEGER],
                say("Use a file with the structure described in docs/formats.md."),
            ) from error

    def _build_object(self, pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        if len(found) != len(pairs):
            self.has_twins = True
        return found


def _parse_integer_or_keep_text(digits: str) -> int | NumberAsText:
    return int(digits) if len(digits) <= LONGEST_INTEGER else NumberAsText(digits)


def _build_json_syntax_error(text: str, name: str, error: json.JSONDecodeError) -> BadInput:
    where = f"{name}:{error.lineno}:{error.colno}"
    line_start = text.rfind("\n", 0, error.pos) + 1
    line = text[line_start:].partition("\n")[0]
    near = line[max(0, error.colno - 30) : error.colno + 30]
    if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string"):
        return bad_input_error(
            say("the file ends in the middle of the JSON"),
            where,
            near,
            say("Restore the rest of the file."),
        )
    return bad_input_error(
        say("this is not valid JSON: {error}", error=f"{error.msg[0].lower()}{error.msg[1:]}"),
        where,
        near,
        say("Correct the JSON."),
    )


def format_json_path(path: Path) -> str:
    """Return the path to a JSON value in the notation ``teams[3].number``."""
    parts = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return "".join(parts).removeprefix(".")


def locate_json_paths(text: str, paths: Iterable[Path]) -> dict[Path, str]:
    """Return the ``line:column`` of each path that exists in the text.

    The result is empty if the text is too long to search.
    """
    wanted = set(paths)
    found: dict[Path, str] = {}
    if len(text) > LONGEST_SEARCHED:
        return found
    for path, offset, is_field_name in _iterate_json_paths(text):
        if path in wanted and not is_field_name and path not in found:
            found[path] = format_line_and_column(text, offset)
            if len(found) == len(wanted):
                break
    return found


def find_duplicate_fields(text: str) -> Iterator[tuple[Path, str]]:
    """Yield the path and ``line:column`` of each field that appears a second time in its object."""
    if len(text) > LONGEST_SEARCHED:
        return
    seen: set[Path] = set()
    for path, offset, is_field_name in _iterate_json_paths(text):
        if is_field_name:
            if path in seen:
                yield path, format_line_and_column(text, offset)
            seen.add(path)


def format_line_and_column(text: str, offset: int) -> str:
    """Return ``line:column`` for an offset in the text, with both counted from 1."""
    line = text.count("\n", 0, offset) + 1
    return f"{line}:{offset - text.rfind(chr(10), 0, offset)}"


def _iterate_json_paths(text: str) -> Iterator[tuple[Path, int, bool]]:
    """Yield the path and offset of each value and each field name in a valid JSON text.

    The third item of each tuple is true for a field name.
    """

    token = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')
    steps: list[str | int] = []
    inside: list[str] = []
    for match in token.finditer(text):
        word = match.group()
        expects_name = bool(inside) and inside[-1] == "{" and steps[-1] == ""
        if word in "{[":
            yield tuple(steps), match.start(), False
            inside.append(word)
            steps.append("" if word == "{" else 0)
        elif word in "}]":
            inside.pop()
            steps.pop()
        elif word == ",":
            last = steps[-1]
            steps[-1] = last + 1 if isinstance(last, int) else ""
        elif expects_name:
            steps[-1] = _parse_field_name(word)
            yield tuple(steps), match.start(), True
        elif word != ":":
            yield tuple(steps), match.start(), False


def _parse_field_name(word: str) -> str:
    # An empty name would look like a name that has not been read yet.
    return str(json.loads(word)) or '""'


def format_json_file(fields: Mapping[str, object]) -> str:
    """Return the text of a JSON file whose top-level object has these fields."""
    lines = ",\n".join(
        f"{format_inline_json(key)}: {_format_json_value(value, 1)}"
        for key, value in fields.items()
    )
    return "{\n" + lines + "\n}\n"


def _format_json_value(value: object, depth: int) -> str:
    if isinstance(value, list) and any(isinstance(item, dict) for item in value):
        indent = " " * depth
        items = ",\n".join(indent + _format_json_value(item, depth + 1) for item in value)
        return "[\n" + items + "\n" + " " * (depth - 1) + "]"
    if isinstance(value, dict):
        inner = ", ".join(
            f"{format_inline_json(k)}: {_format_json_value(v, depth)}" for k, v in value.items()
        )
        return "{" + inner + "}"
    return format_inline_json(value)


def format_inline_json(value: object) -> str:
    """Return the value as JSON on one line, with unprintable characters replaced by spaces."""
    return _ENCODER.encode(_replace_unprintable_in_json(value))


def _replace_unprintable_in_json(value: object) -> object:
    if isinstance(value, str):
        return replace_unprintable(value)
    if isinstance(value, list):
        return [_replace_unprintable_in_json(item) for item in value]
    if isinstance(value, dict):
        return {key: _replace_unprintable_in_json(item) for key, item in value.items()}
    return value


def to_exact_decimal_or_none(average: Fraction) -> float | int | None:
    """Return an average rating as a JSON number, or None if it has no short exact decimal form."""
    if average.denominator == 1:
        return int(average)
    as_float = float(average)
    written = repr(as_float)
    if "e" in written or len(written) > 12:
        return None
    whole, _, decimals = written.partition(".")
    scaled = int(whole + decimals) * average.denominator
    return as_float if scaled == average.numerator * 10 ** len(decimals) else None
