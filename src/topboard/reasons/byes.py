"""Reasons of the systems that give the bye first, to the first of an order who may have it."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.reasons.decisions import ByeGiven

if TYPE_CHECKING:
    from topboard.model import Number, Tenths


class ByeStep(Enum):
    """What put the receiver of the bye before the next one of the order."""

    NOBODY_ELSE = "there is nobody else"
    LOWEST_SCORE = "the lowest score"
    MOST_GAMES = "of that score the most games played"
    LOWEST_RANKED = "of these the lowest ranked"


@dataclass(frozen=True, slots=True)
class ByeInOrder(ByeGiven):
    """The bye of an odd field; those passed over come before its receiver in the order."""

    points: Tenths = 0
    games: int = 0
    """How many games he has played."""
    step: ByeStep = ByeStep.NOBODY_ELSE
    following: Number | None = None
    """Who comes next in the order."""
