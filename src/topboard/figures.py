"""Points and tie-breaks as people write them: 3, 2.5, 12.25, -0.5."""

from __future__ import annotations

from topboard.model import POINT


def decimal(amount: int, scale: int = POINT) -> str:
    """An amount as text, without needless zeros; ``scale`` of it, a power of ten, make one."""
    whole, rest = divmod(abs(amount), scale)
    sign = "-" if amount < 0 else ""
    if not rest:
        return f"{sign}{whole}"
    digits = len(str(scale)) - 1
    return f"{sign}{whole}." + f"{rest:0{digits}}".rstrip("0")


def as_number(amount: int, scale: int = POINT) -> int | float:
    """An amount as a JSON number."""
    return amount // scale if amount % scale == 0 else amount / scale
