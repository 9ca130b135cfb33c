"""Reasons used by the systems that pair towards the median group by scrutiny and exchange."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.reasons.decisions import ByeGiven, ColourGiven, Floated

if TYPE_CHECKING:
    from topboard.model import Colour, Number, Tenths
    from topboard.reasons.decisions import LeavesUnpairable, Side


class FloaterType(Enum):
    """The four types of floaters, from the most to the least disadvantaged."""

    A = "a"
    """A player who already floated into the group and has no possible opponent in the next one."""
    B = "b"
    """A player who already floated into the group and has a possible opponent in the next one."""
    C = "c"
    """A player of the group who has no possible opponent in the next one."""
    D = "d"
    """A player of the group who has a possible opponent in the next one."""


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
    """The obstacle that both players are due this colour and a better opponent exists.

    The better opponent is due the other colour.
    """

    colour: Colour


@dataclass(frozen=True, slots=True)
class MoreDisadvantaged:
    """The obstacle that the player would become a more disadvantaged floater than necessary."""

    type: FloaterType


@dataclass(frozen=True, slots=True)
class FloatedLastRound:
    """The obstacle that the player met an opponent with a different score in the last round."""


@dataclass(frozen=True, slots=True)
class NotDueMajority:
    """The obstacle that the player is not due the colour that most of the group are due."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class LeavesLater:
    """The obstacle that players without an opponent in the group leave it first."""


@dataclass(frozen=True, slots=True)
class MedianBlocked:
    """The obstacle that the median group could not be paired if this player were in it."""

    proof: LeavesUnpairable


# --- decisions ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ScoreGroupOpened:
    """A score group about to be paired, with its members and the number who must leave it."""

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
    """The colour the player is due if it decided the choice, or else None."""
    too_far: Number | None = None
    """The player preferred because of their colour but ruled out by their rating, or None."""
    instead_of: Number | None = None
    """The player chosen first, with whom the median group could not be paired, or None."""


@dataclass(frozen=True, slots=True)
class PairCracked:
    """A pair that is broken up so that the median group can be paired."""

    article: str
    pair: tuple[Number, Number]
    points: Tenths
    """The score of the group in which the two had been paired."""
    side: Side
    from_above: int
    """The number of floaters that came into the median group from above.

    ``from_below`` is the number that came from below.
    """
    from_below: int


@dataclass(frozen=True, slots=True)
class ByeToLowestRated(ByeGiven):
    """The bye of round 1, given to the lowest-rated player."""

    rating: int | None = None
    """The player's rating, or None for an unrated player, who counts as the lowest rated."""


@dataclass(frozen=True, slots=True)
class ColourByLot(ColourGiven):
    """The colours of two players who have not played before, decided by drawing lots.

    The colour drawn for number 1 decides the colour of the higher-ranked player, depending on their
    number.
    """

    parity: int = 1
    """The higher-ranked player's number, counted among the players who have been paired."""
