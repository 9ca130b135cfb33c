"""Reasons of the systems that pair towards the median by scrutiny and exchange."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.reasons.decisions import ByeGiven, ColourGiven, Floated

if TYPE_CHECKING:
    from topboard.model import Colour, Number, Tenths
    from topboard.reasons.decisions import LeavesUnpairable, Side


class FloaterType(Enum):
    """The four types of floaters, the most disadvantaged first."""

    A = "a"
    """Floated into the group already, and no opponent in the next one."""
    B = "b"
    """Floated into the group already, with an opponent in the next one."""
    C = "c"
    """No opponent in the next group."""
    D = "d"
    """With an opponent in the next group."""


class FloatCause(Enum):
    """Why somebody leaves the group."""

    MET_ALL = "nobody of the group is left to meet"
    TWO_MORE = "two more of one colour, and nobody to have the other with"
    TWICE_RUNNING = "the same colour twice, and nobody to alternate with"
    EVEN = "the number is odd"
    SURPLUS = "no pairing for all of the group"


# --- obstacles ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DueSameColour:
    """Both are due this colour, and somebody due the other one is available."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class MoreDisadvantaged:
    """The player would be a floater of a type that is to be avoided before another."""

    type: FloaterType


@dataclass(frozen=True, slots=True)
class FloatedLastRound:
    """The player met somebody of another score in the last round."""


@dataclass(frozen=True, slots=True)
class NotDueMajority:
    """More of the group are due this colour, and the player is not."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class LeavesLater:
    """Those whom nobody of the group can meet leave it before the player."""


@dataclass(frozen=True, slots=True)
class MedianBlocked:
    """The median group could not be paired with the player in it."""

    proof: LeavesUnpairable


# --- decisions ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ScoreGroupOpened:
    """A score group is paired: who is in it, and how many leave it."""

    article: str
    points: Tenths
    side: Side
    residents: tuple[Number, ...]
    from_above: tuple[Number, ...]
    from_below: tuple[Number, ...]
    leavers: int


@dataclass(frozen=True, slots=True)
class FloaterChosen(Floated):
    """Somebody leaves the group for the next one towards the median."""

    type: FloaterType = FloaterType.D
    cause: FloatCause = FloatCause.EVEN
    cause_article: str = ""
    due: Colour | None = None
    """The colour he is due, where that made the choice."""
    too_far: Number | None = None
    """Who would float for his colour, but for his rating."""
    instead_of: Number | None = None
    """The first choice, with whom the median group could not be paired."""


@dataclass(frozen=True, slots=True)
class PairCracked:
    """A pair is taken back, so that the median group can be paired."""

    article: str
    pair: tuple[Number, Number]
    points: Tenths
    """Of the group in which they had been paired."""
    side: Side
    from_above: int
    """How many floaters the median group had from above, and from below."""
    from_below: int


@dataclass(frozen=True, slots=True)
class ByeToLowestRated(ByeGiven):
    """The bye of round 1 goes to the lowest rated."""

    rating: int | None = None
    """None: he has no rating, which counts as the lowest."""


@dataclass(frozen=True, slots=True)
class ColourByLot(ColourGiven):
    """Neither has played: the lot for number 1 decides, by the number of the higher ranked."""

    parity: int = 1
    """The number he has among those who have been paired."""
