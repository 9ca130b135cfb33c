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
    """Already floated into the group and has no opponent in the next one."""
    B = "b"
    """Already floated into the group and has an opponent in the next one."""
    C = "c"
    """Has no opponent in the next group."""
    D = "d"
    """Has an opponent in the next group."""


class FloatCause(Enum):
    """Why a player leaves the group."""

    MET_ALL = "nobody of the group is left to meet"
    TWO_MORE = "two more of one colour, and nobody to have the other with"
    TWICE_RUNNING = "the same colour twice, and nobody to alternate with"
    EVEN = "the number is odd"
    SURPLUS = "no pairing for all of the group"


# --- obstacles ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DueSameColour:
    """The obstacle that both are due this colour and a player due the other colour is available."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class MoreDisadvantaged:
    """The obstacle that the player would be a more disadvantaged type of floater than necessary."""

    type: FloaterType


@dataclass(frozen=True, slots=True)
class FloatedLastRound:
    """The obstacle that the player met an opponent with a different score in the last round."""


@dataclass(frozen=True, slots=True)
class NotDueMajority:
    """The obstacle that the player is not due the colour that more of the group are due."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class LeavesLater:
    """The obstacle that players without an opponent in the group leave it before this player."""


@dataclass(frozen=True, slots=True)
class MedianBlocked:
    """The obstacle that the median group could not be paired with the player in it."""

    proof: LeavesUnpairable


# --- decisions ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ScoreGroupOpened:
    """A score group about to be paired, with its members and the number who leave it."""

    article: str
    points: Tenths
    side: Side
    residents: tuple[Number, ...]
    from_above: tuple[Number, ...]
    from_below: tuple[Number, ...]
    leavers: int


@dataclass(frozen=True, slots=True)
class FloaterChosen(Floated):
    """A player who leaves the group for the next one towards the median."""

    type: FloaterType = FloaterType.D
    cause: FloatCause = FloatCause.EVEN
    cause_article: str = ""
    due: Colour | None = None
    """The colour the player is due, if it decided the choice."""
    too_far: Number | None = None
    """The player who would float because of their colour but is ruled out by their rating."""
    instead_of: Number | None = None
    """The first choice, with whom the median group could not be paired."""


@dataclass(frozen=True, slots=True)
class PairCracked:
    """A pair that is undone so that the median group can be paired."""

    article: str
    pair: tuple[Number, Number]
    points: Tenths
    """The score of the group in which they had been paired."""
    side: Side
    from_above: int
    """The number of floaters the median group had from above; ``from_below`` is the other side."""
    from_below: int


@dataclass(frozen=True, slots=True)
class ByeToLowestRated(ByeGiven):
    """The bye of round 1, given to the lowest-rated player."""

    rating: int | None = None
    """The player's rating, or None for an unrated player, which counts as the lowest."""


@dataclass(frozen=True, slots=True)
class ColourByLot(ColourGiven):
    """The colours of two players who have not played, decided by lot.

    The lot drawn for number 1 is applied to the number of the higher ranked.
    """

    parity: int = 1
    """The number of the higher ranked among the players who have been paired."""
