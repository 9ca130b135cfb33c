"""Formatting of points and tie-break values, such as 3, 2.5, 12.25 and -0.5."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

JsonNumber: TypeAlias = int | float
"""A number in JSON. Nothing is decided by it."""

POINT = 10
"""The number of units in one point, because points are stored in tenths."""


def format_decimal(amount: int, scale: int = POINT) -> str:
    """Return an amount as a decimal number without trailing zeros, such as 2.5.

    ``scale`` is the number of units in one point and must be a power of ten.
    """
    whole, rest = divmod(abs(amount), scale)
    sign = "-" if amount < 0 else ""
    if not rest:
        return f"{sign}{whole}"
    digits = len(str(scale)) - 1
    return f"{sign}{whole}." + f"{rest:0{digits}}".rstrip("0")


def format_points(amount: int, scale: int = POINT) -> str:
    """Return an amount as points are usually written, such as 3, 2½, ½ or 12.25."""
    whole, rest = divmod(abs(amount), scale)
    if 2 * rest != scale:
        return format_decimal(amount, scale)
    return f"{'-' if amount < 0 else ''}{whole or ''}½"


def format_html_table(rows: Sequence[Mapping[str, object]]) -> str:
    """Return rows with equal keys as an HTML table. The keys are the column headings."""
    from html import escape

    if not rows:
        return "<table></table>"

    def html_row(cell: str, values: Iterable[object]) -> str:
        return "<tr>" + "".join(f"<{cell}>{escape(str(v))}</{cell}>" for v in values) + "</tr>"

    head = html_row("th", (key.replace("_", " ") for key in rows[0]))
    body = "".join(html_row("td", row.values()) for row in rows)
    return f"<table><thead>{head}</thead><tbody>{body}</tbody></table>"


def to_json_number(amount: int, scale: int = POINT) -> JsonNumber:
    """Return an amount as a JSON number, which is an integer if the amount is whole."""
    return amount // scale if amount % scale == 0 else amount / scale
