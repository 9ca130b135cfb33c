"""How Topboard lays out JSON: a line for each field, team and match, so that files compare."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from topboard.formats.problems import printable

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction


def document(fields: Mapping[str, object]) -> str:
    """The text of a whole file."""
    lines = ",\n".join(f"{inline(key)}: {_laid_out(value, 1)}" for key, value in fields.items())
    return "{\n" + lines + "\n}\n"


def _laid_out(value: object, depth: int) -> str:
    if isinstance(value, list) and any(isinstance(item, dict) for item in value):
        indent = " " * depth
        items = ",\n".join(indent + _laid_out(item, depth + 1) for item in value)
        return "[\n" + items + "\n" + " " * (depth - 1) + "]"
    if isinstance(value, dict):
        inner = ", ".join(f"{inline(k)}: {_laid_out(v, depth)}" for k, v in value.items())
        return "{" + inner + "}"
    return inline(value)


def inline(value: object) -> str:
    """The value on one line, without characters that no format takes."""
    return json.dumps(_printable(value), ensure_ascii=False)


def _printable(value: object) -> object:
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, list):
        return [_printable(item) for item in value]
    if isinstance(value, dict):
        return {key: _printable(item) for key, item in value.items()}
    return value


def exact_decimal(average: Fraction) -> float | int | None:
    """The average as a JSON number, if a decimal number can say it exactly."""
    from fractions import Fraction

    if average.denominator == 1:
        return int(average)
    as_float = float(average)
    written = repr(as_float)
    if "e" not in written and len(written) <= 12 and Fraction(written) == average:
        return as_float
    return None
