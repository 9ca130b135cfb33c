"""What the rules look at in a player before a round is paired, for whoever checks it by hand."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from topboard._frozen import dataclass

if TYPE_CHECKING:
    from topboard.model import Colour, Number, Tenths
    from topboard.reasons.brackets import Strength
    from topboard.reasons.decisions import Obstacle
    from topboard.reasons.opposition import OppositionMet


class FloatOfRound(Enum):
    """How a player floated in a round."""

    DOWN = "down"
    UP = "up"


@dataclass(frozen=True, slots=True)
class CheckLine:
    """A player of the round to come."""

    number: Number
    points: Tenths
    pairing_points: Tenths
    """The score by which he is paired: with virtual points where there are any."""
    opponents: tuple[Number | None, ...]
    """Whom he has played, round by round; None where he has not played."""
    colours: tuple[Colour | None, ...]
    """His colours, round by round; None where he has not played."""
    preferred: Colour | None
    strength: Strength
    float_last: FloatOfRound | None
    """How he floated one round ago."""
    float_before: FloatOfRound | None
    """How he floated two rounds ago."""
    barred: Obstacle | None
    """What keeps the bye from him; None if he may have it."""
    topscorer: bool = False
    opposition: OppositionMet | None = None
    """What his opponents have scored, where players are ranked by it and not by floats."""
