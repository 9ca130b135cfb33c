"""Reasons used by the systems that compare complete pairings of a round."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.reasons.decisions import ByeGiven, ColourGiven, Floated, OpponentChosen

if TYPE_CHECKING:
    from topboard.model import Number, Tenths
    from topboard.reasons.decisions import PassedOver

# --- obstacles --------------------------------------------------------------------------


class Criterion(Enum):
    """The criteria that decide between two complete pairings, in descending priority."""

    FEWEST_ODD_MEN = "as few as possible are paired below their score group"
    NEAREST = "odd men are paired in the nearest group possible"
    UNFINISHED = "nobody with an unfinished game is an odd man"
    ODD_MAN_ONCE = "nobody is an odd man, or meets one, twice"
    WISH = "those who asked for it are kept apart"
    LOWEST_ODD_MAN = "the lowest ranked is the odd man"
    OPPONENT_DUE_OPPOSITE = "the odd man meets one who is due the opposite colour"
    HIGHEST_OPPONENT = "the odd man meets the highest ranked he may meet"
    EQUALISE = "as many as possible get the equalising colour"
    THIRD_COLOUR = "nobody gets the same colour a third time running"
    INTERCHANGE = "as few as possible are interchanged between the halves"
    ALTERNATE = "as many as possible get the alternating colour"
    CONSECUTIVE = "the halves are paired in consecutive order"


@dataclass(frozen=True, slots=True)
class WorseBy:
    """The obstacle that this candidate would make the pairing worse under an earlier criterion."""

    article: str
    criterion: Criterion
    more: int = 0
    """The number of further candidates with the same obstacle."""


@dataclass(frozen=True, slots=True)
class OthersWorse:
    """The obstacle that, with this candidate, the other players could not be paired as well."""

    article: str
    more: int = 0
    """The number of further candidates with the same obstacle."""


@dataclass(frozen=True, slots=True)
class RatedFirst:
    """The obstacle that the candidate is unrated while a rated player may have the bye."""

    more: int = 0
    """The number of further candidates with the same obstacle."""


# --- decisions --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Measure:
    """The number of players in a score group who fall short of a criterion."""

    article: str
    criterion: Criterion
    points: Tenths
    value: int
    """The smallest value among all pairings that are equally good under the earlier criteria."""
    past: Tenths | None = None
    """The score of the group that these odd men pass over, or None."""


@dataclass(frozen=True, slots=True)
class Measured:
    """The best values that could be achieved for some of the criteria, in the order of priority."""

    article: str
    measures: tuple[Measure, ...]


class OddGround(Enum):
    """The reason why a score group has odd men."""

    ODD_NUMBER = "the number to be paired in it is odd"
    CANNOT_BE_PAIRED = "not all of them can be paired with each other"
    NEEDED_BELOW = "the groups below could not be completed without them"


@dataclass(frozen=True, slots=True)
class ScoreGroupPaired:
    """A score group with its members, the odd men who came into it and the odd men who leave it."""

    article: str
    points: Tenths
    members: tuple[Number, ...]
    came: tuple[Number, ...] = ()
    leaving: int = 0
    ground: OddGround | None = None
    section: str = ""
    """The name of the section of the field, or empty if the pairing is not accelerated."""


@dataclass(frozen=True, slots=True)
class WishesHeard:
    """The requests in a group not to meet certain players, either granted or refused."""

    article: str
    points: Tenths
    granted: tuple[tuple[Number, Number], ...]
    """The pairs that would have been made without the request."""
    refused: tuple[tuple[Number, Number], ...]


@dataclass(frozen=True, slots=True)
class GroupPassed:
    """An odd man who passes over a group near their own score and is paired in a lower one."""

    article: str
    number: Number
    from_points: Tenths
    points: Tenths
    """The score of the group that is passed over."""
    may_meet_nobody: bool
    """Whether the odd man may meet nobody in that group.

    If they may, the obstacles say which criterion would get worse.
    """
    passed_over: tuple[PassedOver, ...] = ()


# --- decisions with more details than the general ones --------------------------------------


@dataclass(frozen=True, slots=True)
class ByeFalls(ByeGiven):
    """The bye, given to a player of the lowest score group with an eligible player."""

    points: Tenths = 0
    by_lot: bool = False


@dataclass(frozen=True, slots=True)
class OddManRemoved(Floated):
    """A player who is the odd man of their group and is paired in a lower one.

    The player is the lowest ranked of the group only if nobody was passed over and both
    ``others_below`` and ``taken_below`` are empty.
    """

    others_below: tuple[Number, ...] = ()
    """The other odd men of the group who are ranked lower than this player."""
    taken_below: tuple[Number, ...] = ()
    """The lower-ranked players of the group who are opponents of odd men from above."""


@dataclass(frozen=True, slots=True)
class OddManPaired(OpponentChosen):
    """The opponent chosen for an odd man; the odd man is the chooser."""


class Placing(Enum):
    """How a pair relates to the normal order, in which the two halves meet player by player."""

    CONSECUTIVE = "in consecutive order"
    TRANSPOSED = "by a transposition"
    INTERCHANGED = "by an interchange between the halves"


@dataclass(frozen=True, slots=True)
class PairedInGroup(OpponentChosen):
    """A pair within a group; the chooser is the higher ranked of the two."""

    placing: Placing = Placing.CONSECUTIVE


class DueGround(Enum):
    """The rule that decided the colours of a pair."""

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
    """The colours of a pair, decided by the due colours of the two players."""

    due: DueGround = DueGround.EQUALISE
