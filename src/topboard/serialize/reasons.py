"""Conversion of reasons, obstacles and why-not answers to JSON values."""

from __future__ import annotations

from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from topboard._frozen import fields
from topboard.serialize.codes import CODES
from topboard.serialize.kinds import KINDS
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
"""The public names of counts that are left out if they are zero."""


def to_json(value: object) -> Any:
    """Return a frozen value as JSON; a dataclass has its public kind, and an enum its code.

    Fields that are null, empty or false are left out, and so are some counts that are zero. A kind
    may therefore get further fields without changing what was written before.
    """
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, Enum):
        return CODES[value]
    if isinstance(value, tuple | frozenset):
        return [to_json(item) for item in value]
    if isinstance(value, Fraction):
        return str(value)
    return _record_to_json(value)


def reasons_to_json(reasons: Iterable[Reason]) -> list[dict[str, Any]]:
    """Return the reasons for a round as JSON values, in order."""
    return [to_json(reason) for reason in reasons]


def _record_to_json(value: Any) -> dict[str, Any]:
    public = KINDS[type(value)]
    content: dict[str, Any] = {"kind": public.kind} if public.kind else {}
    content.update(public.fixed)
    for field in fields(value):
        if field.name in public.left_out:
            continue
        part = getattr(value, field.name)
        if field.name in public.negated:
            name, part = public.negated[field.name], not part
        else:
            name = public.renamed.get(field.name, field.name)
        if not _says_nothing(name, part):
            content[name] = _field_to_json(name, part)
    return content


def _says_nothing(name: str, part: Any) -> bool:
    if part is None or part is False or part == () or part == "":
        return True
    return part == 0 and name in ABSENT_AT_ZERO


def _field_to_json(name: str, part: Any) -> Any:
    if name in TENTHS:
        return _scale_numbers(part, 10)
    return _scale_numbers(part, 100) if name in HUNDREDTHS else to_json(part)


def _scale_numbers(part: Any, scale: int) -> Any:
    if isinstance(part, tuple):
        return [_scale_numbers(item, scale) for item in part]
    return to_json_number(part, scale)
