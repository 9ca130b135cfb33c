"""The first places of the standings, as the overview of a section shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.tiebreaks.standings import Line

USUAL_LEADERS = 8
"""The number of participants that the overview lists."""
MOST_LEADERS = 12
"""The number that it lists if those who have the same points as the last one then fit."""


@dataclass(frozen=True, slots=True)
class Leaders:
    """The first lines of the standings."""

    lines: Sequence[Line]
    others_with_same_points: int
    """The number of participants with the points of the last line that are left out."""


def select_leaders(lines: Sequence[Line]) -> Leaders:
    """Return the first lines, with all that have the same points as the last one if they fit."""
    first, rest = lines[:USUAL_LEADERS], lines[USUAL_LEADERS:]
    tied = sum(line.points == first[-1].points for line in rest)
    if len(first) + tied <= MOST_LEADERS:
        return Leaders(lines[: len(first) + tied], 0)
    return Leaders(first, tied)
