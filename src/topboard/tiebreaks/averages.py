"""The average rating of a player's opponents, as it is published."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.records import dataclass

if TYPE_CHECKING:
    from fractions import Fraction

    from topboard.model import Number, Tenths


@dataclass(frozen=True, slots=True)
class AverageOfOpponents:
    """A line of the list of AROs: the player, R, and the opponents behind the average."""

    number: Number
    rating: int
    points: Tenths
    aro: Fraction | None
    opponents: tuple[tuple[int, Number, int], ...]
    """(round, opponent, the opponent's R)."""
