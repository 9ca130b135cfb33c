"""Reasons used by the systems that divide a scoregroup into a White and a Black column."""

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
    """The obstacle that the player upfloated in the last round or has reached the limit."""


@dataclass(frozen=True, slots=True)
class FewerPairsLeft:
    """The obstacle that the player's own scoregroup could make fewer pairs without them."""

    points: Tenths


@dataclass(frozen=True, slots=True)
class MoreWouldLeave:
    """An obstacle: more players than necessary would have to leave their scoregroups.

    If this player leaves, every complete pairing of the round has more than ``fewest`` leavers.
    """

    fewest: int


@dataclass(frozen=True, slots=True)
class ColourFixed:
    """The obstacle that the colour limits allow the player only their due colour."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class LeavesRowsOpen:
    """The obstacle that the players of the two columns could no longer all be paired.

    The proof is the same as in LeavesUnpairable, except that islands can meet members of the bridge
    only in the other column.
    """

    bridge: tuple[Number, ...]
    islands: tuple[tuple[Number, ...], ...]


# --- decisions --------------------------------------------------------------------------


class ByeGround(Enum):
    """The criterion that decided the bye among players of the lowest scoregroup."""

    RATING = "the lowest rating"
    COLOUR = "due the dominating colour"
    ARO = "the higher average of opponents"
    ALPHABET = "the last in the alphabet"


@dataclass(frozen=True, slots=True)
class ByeByRating(ByeGiven):
    """The bye, given to the lowest-rated player of the lowest group with an eligible player."""

    points: Tenths = 0
    rating: int = 0
    ground: ByeGround = ByeGround.RATING
    due: Colour | None = None
    aro: Fraction | None = None


@dataclass(frozen=True, slots=True)
class ColumnEntry:
    """A player in a column, with their average rating of opponents (ARO), rating and flags."""

    number: Number
    aro: Fraction | None
    rating: int
    colour_fixed: bool = False
    may_not_rise: bool = False


@dataclass(frozen=True, slots=True)
class ColumnsDrawn:
    """A scoregroup divided into two columns, either initially or when its rows are paired."""

    article: str
    points: Tenths
    white: tuple[ColumnEntry, ...]
    black: tuple[ColumnEntry, ...]
    floaters: tuple[Number, ...] = ()
    """The floaters from higher groups, who are paired first."""
    standard: bool = True
    """Whether no player has to be moved to the other column."""


@dataclass(frozen=True, slots=True)
class PlayerRaised:
    """A player moved up from a lower scoregroup, for one player (an island) or for the group."""

    article: str
    number: Number
    from_points: Tenths
    to_points: Tenths
    island: Number | None = None
    passed_over: tuple[PassedOver, ...] = ()
    own_group: tuple[PassedOver, ...] = ()
    """The other remaining players of the island's group, each with the obstacle to meeting them."""


@dataclass(frozen=True, slots=True)
class RiseLimitYields:
    """An upfloat beyond the limit, allowed so that no other player has to downfloat."""

    article: str
    number: Number
    points: Tenths
    """The score of the group that the player is moved up to."""


@dataclass(frozen=True, slots=True)
class ColumnChanged:
    """The move of a player to the other column to make both columns the same length."""

    article: str
    number: Number
    to: Colour
    points: Tenths
    passed_over: tuple[PassedOver, ...] = ()


@dataclass(frozen=True, slots=True)
class NoneInOtherColumn:
    """A player who has no opponent in the other column and is given one from their own column."""

    article: str
    number: Number
    colour: Colour
    """The colour of the player's own column."""


@dataclass(frozen=True, slots=True)
class PlayerDropped:
    """A player who cannot be paired in the scoregroup and downfloats to the next one."""

    article: str
    number: Number
    from_points: Tenths
    already_floater: bool
    pairable_below: bool
    passed_over: tuple[PassedOver, ...] = ()
    proof: LeavesUnpairable | None = None
    """The proof that not all players of the group can stay in it, or None.

    It is given if this player alone is not the cause.
    """
    for_the_rest: bool = False
    """Whether the group could be paired by itself but players outside it need opponents from it."""


@dataclass(frozen=True, slots=True)
class LimitsLifted:
    """The players exempt from the colour limits because the round could not be paired otherwise.

    ``bridge`` and ``islands`` prove that it could not (see LeavesUnpairable).
    """

    article: str
    players: tuple[Number, ...]
    bridge: tuple[Number, ...]
    islands: tuple[tuple[Number, ...], ...]
