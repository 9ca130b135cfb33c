"""Decisions of the Canadian rules that say more than the general ones they are instances of."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from topboard.reasons import ByeGiven, ColourGiven, Floated, OpponentChosen
from topboard.records import dataclass

if TYPE_CHECKING:
    from topboard.model import Number, Tenths


@dataclass(frozen=True, slots=True)
class ByeFalls(ByeGiven):
    """The bye of an odd field falls to a player of the lowest score group that has one for it."""

    points: Tenths = 0
    by_lot: bool = False


@dataclass(frozen=True, slots=True)
class OddManRemoved(Floated):
    """A player is the odd man of his group and paired in a lower one.

    He is the lowest ranked of his group only if nobody was passed over and nobody is ranked below
    him among the other odd men and those whom odd men from above have met.
    """

    others_below: tuple[Number, ...] = ()
    """The other odd men of his group who are ranked below him."""
    taken_below: tuple[Number, ...] = ()
    """Those ranked below him who are the opponents of odd men from above."""


@dataclass(frozen=True, slots=True)
class OddManPaired(OpponentChosen):
    """The opponent of an odd man, the chooser."""


class Placing(Enum):
    """How a pair stands to the consecutive order of the two halves."""

    CONSECUTIVE = "in consecutive order"
    TRANSPOSED = "by a transposition"
    INTERCHANGED = "by an interchange between the halves"


@dataclass(frozen=True, slots=True)
class PairedInGroup(OpponentChosen):
    """A pair of a group; the chooser is the higher ranked of the two."""

    placing: Placing = Placing.CONSECUTIVE


class DueGround(Enum):
    """What decided the colours of a pair."""

    LOT = "the lot for the first round"
    EQUALISE = "equalisation"
    NO_THIRD = "no third colour running"
    HIGHER_EQUALISES = "equalisation of the higher ranked"
    ALTERNATE = "alternation"
    HIGHER_ALTERNATES = "alternation of the higher ranked"
    NOTHING_DUE = "neither has had a colour"
    AT_THE_BOARD = "the lot at the board"


@dataclass(frozen=True, slots=True)
class ColoursDue(ColourGiven):
    """The colours of a pair by what the two are due."""

    due: DueGround = DueGround.EQUALISE
