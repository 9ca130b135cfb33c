"""A check list of the data about each player that the rules use in the next round.

It lets an arbiter check the pairing by hand.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from topboard._frozen import dataclass

if TYPE_CHECKING:
    from topboard.model import Colour, Number, Tenths
    from topboard.reasons.criteria import Strength
    from topboard.reasons.family_decisions import OppositionScores
    from topboard.reasons.obstacles import Obstacle


class FloatDirection(Enum):
    """The direction in which a player floated in a round."""

    DOWN = "down"
    UP = "up"


@dataclass(frozen=True, slots=True)
class CheckListRow:
    """The scores, colours, opponents and floats of one player before the next round."""

    number: Number
    points: Tenths
    pairing_points: Tenths
    """The score used for pairing, including any virtual points."""
    opponents: tuple[Number | None, ...]
    """The player's opponents in round order, with None for rounds not played."""
    colours: tuple[Colour | None, ...]
    """The player's colours in round order, with None for rounds not played."""
    preferred: Colour | None
    strength: Strength
    float_last: FloatDirection | None
    """The player's float in the last round, or None if the player did not float."""
    float_before: FloatDirection | None
    """The player's float two rounds ago, or None if the player did not float."""
    barred: Obstacle | None
    """The obstacle to the bye for this player, or None if they may have it."""
    topscorer: bool = False
    opposition: OppositionScores | None = None
    """The Buchholz and Sonneborn-Berger scores if the system ranks players by them, else None."""
