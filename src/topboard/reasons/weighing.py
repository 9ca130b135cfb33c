"""Reasons of the systems that weigh complete pairings against each other."""

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
    """What decides between two complete pairings of a round, the weightier first."""

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
    """With this candidate the pairing would be worse by a criterion that weighs more."""

    article: str
    criterion: Criterion
    more: int = 0
    """How many further candidates the same holds for."""


@dataclass(frozen=True, slots=True)
class OthersWorse:
    """With this candidate the others could not be paired as well as they are."""

    article: str
    more: int = 0
    """How many further candidates the same holds for."""


@dataclass(frozen=True, slots=True)
class RatedFirst:
    """The candidate has no rating, and a rated one may have the bye."""

    more: int = 0
    """How many further candidates the same holds for."""


# --- decisions --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Measure:
    """How many in a score group fall short of a criterion."""

    article: str
    criterion: Criterion
    points: Tenths
    value: int
    """No pairing that is as good by the criteria before has a smaller one."""
    past: Tenths | None = None
    """The group that so many odd men of this one pass."""


@dataclass(frozen=True, slots=True)
class Measured:
    """How far some criteria of the method could be met, in their order."""

    article: str
    measures: tuple[Measure, ...]


class OddGround(Enum):
    """Why a score group has odd men."""

    ODD_NUMBER = "the number to be paired in it is odd"
    CANNOT_BE_PAIRED = "not all of them can be paired with each other"
    NEEDED_BELOW = "the groups below could not be completed without them"


@dataclass(frozen=True, slots=True)
class ScoreGroupPaired:
    """A score group: who is in it, who came as odd men, how many leave as odd men and why."""

    article: str
    points: Tenths
    members: tuple[Number, ...]
    came: tuple[Number, ...] = ()
    leaving: int = 0
    ground: OddGround | None = None
    section: str = ""
    """The part of the field it is, where the method of pairing is accelerated."""


@dataclass(frozen=True, slots=True)
class WishesHeard:
    """Who of a group asked not to meet: whom that kept apart, and who meet all the same."""

    article: str
    points: Tenths
    granted: tuple[tuple[Number, Number], ...]
    """Pairs that would have been made but for the wish."""
    refused: tuple[tuple[Number, Number], ...]


@dataclass(frozen=True, slots=True)
class GroupPassed:
    """An odd man is paired below a group that is nearer to his own score."""

    article: str
    number: Number
    from_points: Tenths
    points: Tenths
    """The score of the group that he passes."""
    may_meet_nobody: bool
    """Whether everybody in it is closed to him; otherwise the obstacles say what would suffer."""
    passed_over: tuple[PassedOver, ...] = ()


# --- decisions that say more than the general ones they are instances of --------------------


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
