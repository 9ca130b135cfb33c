"""Reasons of the systems that pair by columns."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.reasons.decisions import ByeGiven

if TYPE_CHECKING:
    from fractions import Fraction

    from topboard.model import Colour, Number, Tenths
    from topboard.reasons.decisions import LeavesUnpairable, PassedOver

# --- obstacles --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MayNotRise:
    """The player was moved up in the last round, or as often as the limit allows."""


@dataclass(frozen=True, slots=True)
class FewerPairsLeft:
    """Without this player fewer pairs could be made in the score group it belongs to."""

    points: Tenths


@dataclass(frozen=True, slots=True)
class MoreWouldLeave:
    """In no complete pairing of the round does the player leave and only so many in all."""

    fewest: int


@dataclass(frozen=True, slots=True)
class ColourFixed:
    """The limits leave the player only the colour it is due."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class LeavesRowsOpen:
    """The two columns could not be paired row by row any more.

    As in LeavesUnpairable, but the islands can meet the bridge only across the columns.
    """

    bridge: tuple[Number, ...]
    islands: tuple[tuple[Number, ...], ...]


# --- decisions --------------------------------------------------------------------------


class ByeGround(Enum):
    """By what the bye was given among players of the lowest group."""

    RATING = "the lowest rating"
    COLOUR = "due the dominating colour"
    ARO = "the higher average of opponents"
    ALPHABET = "the last in the alphabet"


@dataclass(frozen=True, slots=True)
class ByeByRating(ByeGiven):
    """The bye goes to the lowest rating of the lowest group that has a player for it."""

    points: Tenths = 0
    rating: int = 0
    ground: ByeGround = ByeGround.RATING
    due: Colour | None = None
    aro: Fraction | None = None


@dataclass(frozen=True, slots=True)
class ColumnEntry:
    """A player in a column: the average rating of its opponents, its rating and its flags."""

    number: Number
    aro: Fraction | None
    rating: int
    colour_fixed: bool = False
    may_not_rise: bool = False


@dataclass(frozen=True, slots=True)
class ColumnsDrawn:
    """A score group in two columns, as it is found or as its rows are paired."""

    article: str
    points: Tenths
    white: tuple[ColumnEntry, ...]
    black: tuple[ColumnEntry, ...]
    floaters: tuple[Number, ...] = ()
    """Who comes from higher groups and is paired first."""
    standard: bool = True
    """Whether the group needs no transfer."""


@dataclass(frozen=True, slots=True)
class PlayerRaised:
    """A player of a lower group is moved up, for one player (an island) or for the group."""

    article: str
    number: Number
    from_points: Tenths
    to_points: Tenths
    island: Number | None = None
    passed_over: tuple[PassedOver, ...] = ()
    own_group: tuple[PassedOver, ...] = ()
    """What stands between the island and the others left of its group."""


@dataclass(frozen=True, slots=True)
class RiseLimitYields:
    """A player meets a higher group once more than the limit allows, lest another drop."""

    article: str
    number: Number
    points: Tenths
    """Points of the group the player is moved up to."""


@dataclass(frozen=True, slots=True)
class ColumnChanged:
    """A player is moved to the other column so that both have the same length."""

    article: str
    number: Number
    to: Colour
    points: Tenths
    passed_over: tuple[PassedOver, ...] = ()


@dataclass(frozen=True, slots=True)
class NoneInOtherColumn:
    """A player finds no opponent in the other column and seeks one in its own."""

    article: str
    number: Number
    colour: Colour
    """The column of the player."""


@dataclass(frozen=True, slots=True)
class PlayerDropped:
    """A player cannot be paired in the group and goes down to the next."""

    article: str
    number: Number
    from_points: Tenths
    already_floater: bool
    pairable_below: bool
    passed_over: tuple[PassedOver, ...] = ()
    proof: LeavesUnpairable | None = None
    """Why not all of the group can stay, where it is not the player's own matter."""
    for_the_rest: bool = False
    """True where the group could stay together but the others need opponents from it."""


@dataclass(frozen=True, slots=True)
class LimitsLifted:
    """These players need not keep the limits for colours: else the round has no pairing.

    ``bridge`` and ``islands`` show that it has none (see LeavesUnpairable).
    """

    article: str
    players: tuple[Number, ...]
    bridge: tuple[Number, ...]
    islands: tuple[tuple[Number, ...], ...]
