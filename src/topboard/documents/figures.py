"""Points and tie-breaks as they are printed: 3, 2.5, 12.25."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.figures import decimal

if TYPE_CHECKING:
    from topboard.model import Tenths
    from topboard.tiebreaks.standings import Value


def points(tenths: Tenths) -> str:
    """Points as a decimal number without needless zeros."""
    return decimal(tenths)


def circled(tenths: Tenths, *, rated: bool = False) -> str:
    """Points for a game that was not played; an R says that it is rated all the same."""
    return f"({points(tenths)})" + ("R" if rated else "")


def tie_break(value: Value) -> str:
    """A tie-break in its own unit."""
    return decimal(value.value, value.scale)
