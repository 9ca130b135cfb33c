"""Results and titled names as text, in the parts that a page shows apart."""

from __future__ import annotations

import re

from topboard._frozen import dataclass

_POINTS = re.compile(r"\(?(\d*)(½?)\)?[Ru ]*")
_TITLE = re.compile(r"(W?[GIFC]M) (.+)")


@dataclass(frozen=True, slots=True)
class SplitResult:
    """The two sides of a result, each with ``won``, ``drawn``, ``lost`` or an empty string."""

    white: str
    black: str
    white_outcome: str = ""
    black_outcome: str = ""


def split_result(text: str) -> SplitResult | None:
    """Return the two sides of a result such as "1 - 0", or None if it does not have two sides."""
    white, dash, black = text.partition(" - ")
    points = _parse_points_as_halves(white), _parse_points_as_halves(black)
    if not dash or points[0] is None or points[1] is None:
        return None
    if points[0] == points[1]:
        outcomes = ("drawn", "drawn") if points[0] else ("lost", "lost")
    else:
        outcomes = ("won", "lost") if points[0] > points[1] else ("lost", "won")
    return SplitResult(white, black, *outcomes)


def _parse_points_as_halves(text: str) -> int | None:
    found = _POINTS.fullmatch(text)
    if found is None or not (found[1] or found[2]):
        return None
    return 2 * int(found[1] or 0) + bool(found[2])


def split_title(text: str) -> tuple[str, str]:
    """Return the FIDE title before a name, or an empty string, and the rest of the name."""
    found = _TITLE.fullmatch(text)
    return (found[1], found[2]) if found else ("", text)
