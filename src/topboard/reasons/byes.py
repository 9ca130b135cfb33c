"""Reasons used by the systems that give the bye to the first eligible player of a fixed order."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.reasons.decisions import ByeGiven

if TYPE_CHECKING:
    from topboard.model import Number, Tenths


class ByeStep(Enum):
    """The criterion that ranked the receiver of the bye ahead of the next player in the order."""

    NOBODY_ELSE = "there is nobody else"
    LOWEST_SCORE = "the lowest score"
    MOST_GAMES = "of that score the most games played"
    LOWEST_RANKED = "of these the lowest ranked"


@dataclass(frozen=True, slots=True)
class ByeInOrder(ByeGiven):
    """The pairing-allocated bye, given to the first eligible player of an order.

    The players in ``passed_over`` come before the receiver in that order.
    """

    points: Tenths = 0
    games: int = 0
    """The number of games the player has played."""
    step: ByeStep = ByeStep.NOBODY_ELSE
    following: Number | None = None
    """The player who comes next in the order after the receiver, or None."""
