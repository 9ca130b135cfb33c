"""Conversion of reasons, obstacles and why-not answers to JSON values.

Programs read these values from the command line and from the API, so their names must not change.
Each class of ``topboard.reasons`` has a public name, which is written as ``kind``. Records that
occur in only one place have no ``kind``. Fields are written under their public names, and
enumeration members as their public codes. ``topboard-reasons-1.schema.json`` in ``formats/schemas``
describes the fields of each kind.
"""

from __future__ import annotations

from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from topboard._frozen import fields
from topboard.reasons.grounds import FloatMethod
from topboard.text.numbers import to_json_number

if TYPE_CHECKING:
    from collections.abc import Iterable

    from topboard.reasons.decisions import Reason

TENTHS = frozenset(
    {
        "at",
        "buchholz",
        "bye_points",
        "from_points",
        "imaginary_points",
        "lowest_points",
        "past_points",
        "points",
        "to_points",
    }
)
"""The public names of fields whose values are points in tenths."""
HUNDREDTHS = frozenset({"sonneborn_berger"})
ABSENT_AT_ZERO = frozenset(
    {
        "by",
        "denied_at_least",
        "imaginary_points",
        "may_leave",
        "more",
        "most",
        "parity_number",
    }
)
"""The public names of counts that are omitted if they are zero."""
ZERO_IMAGINARY = (
    FloatMethod.BRACKET,
    FloatMethod.MEDIAN,
    FloatMethod.UPFLOATER,
    FloatMethod.UPFLOATER_SET,
    FloatMethod.ODD_MAN,
)
"""Methods of choosing floaters whose points never include imaginary points.

Their ``imaginary`` field is always written as 0, as in the first version of the format.
"""
LEADING = ("method", "across")
"""The fields written directly after ``kind``, because they distinguish values of one kind."""


def to_json(value: object) -> Any:
    """Return a frozen value as JSON. Records include their public kind, and enum members become
    codes.

    Fields that are null, empty or false are omitted, and so are some counts that are zero. New
    fields can therefore be added to a kind without changing the JSON of existing values.
    """
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple | frozenset):
        return [to_json(item) for item in value]
    if isinstance(value, Fraction):
        return str(value)
    return _record_to_json(value)


def reasons_to_json(reasons: Iterable[Reason]) -> list[dict[str, Any]]:
    """Return the reasons for a round as JSON values, in order."""
    return [to_json(reason) for reason in reasons]


def _record_to_json(value: Any) -> dict[str, Any]:
    kind = getattr(value, "kind", "")
    content: dict[str, Any] = {"kind": kind} if kind else {}
    for field, name in _public_field_names(type(value)):
        part = getattr(value, field)
        if name == "imaginary_points" and value.method in ZERO_IMAGINARY:
            content["imaginary"] = 0
        elif not _is_field_omitted(name, part):
            content[name] = _field_to_json(name, part)
    return content


def _public_field_names(record: Any) -> tuple[tuple[str, str], ...]:
    """Return the fields of a class that appear in JSON, in order, each with its public name."""
    unwritten = getattr(record, "unwritten", ())
    written_as = getattr(record, "written_as", {})
    names = [field.name for field in fields(record) if field.name not in unwritten]
    names.sort(key=lambda name: name not in LEADING)
    return tuple((name, written_as.get(name, name)) for name in names)


def _is_field_omitted(name: str, part: Any) -> bool:
    if part is None or part is False or part == () or part == "":
        return True
    return part == 0 and name in ABSENT_AT_ZERO


def _field_to_json(name: str, part: Any) -> Any:
    if name in TENTHS:
        return _scaled_numbers_to_json(part, 10)
    return _scaled_numbers_to_json(part, 100) if name in HUNDREDTHS else to_json(part)


def _scaled_numbers_to_json(part: Any, scale: int) -> Any:
    if isinstance(part, tuple):
        return [_scaled_numbers_to_json(item, scale) for item in part]
    return to_json_number(part, scale)
