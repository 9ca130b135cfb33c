"""Why a round was paired as it was: values, one for each decision, in the order taken.

Every reason names the article it rests on and the facts the article speaks of. Sentences are
made from them elsewhere (``topboard.explain``).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from fractions import Fraction

    from topboard.model import Colour, Floater, Number, Pair, Tenths

# --- obstacles: why a candidate that came earlier in the order was not taken --------------


@dataclass(frozen=True, slots=True)
class HaveMet:
    """The two have played each other."""

    round: int


@dataclass(frozen=True, slots=True)
class Forbidden:
    """The organiser does not let the two meet."""


@dataclass(frozen=True, slots=True)
class SameColourDue:
    """Both may only have this colour."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class NoColourLeft:
    """This competitor may have neither colour."""

    number: Number


@dataclass(frozen=True, slots=True)
class RequiredElsewhere:
    """One of the two is required to meet somebody else."""

    number: Number


@dataclass(frozen=True, slots=True)
class LeavesUnpairable:
    """The others could not all be paired any more.

    The islands are more in number than the members of the bridge and those who may leave;
    each has an odd number of competitors who, outside their island, can meet only members of
    the bridge (or leave).
    """

    bridge: tuple[Number, ...]
    islands: tuple[tuple[Number, ...], ...]
    may_leave: int = 0
    """How many of them may leave their group besides those in the bridge."""


@dataclass(frozen=True, slots=True)
class NoOpponentInNextGroup:
    """The competitor has met everybody in the group it would float to."""

    points: Tenths


@dataclass(frozen=True, slots=True)
class IncomingFloater:
    """The competitor came into the group as a floater and may not be the one left over."""


@dataclass(frozen=True, slots=True)
class FloatersDoNotMeet:
    """A floater from above and one from below, or two of one side."""


@dataclass(frozen=True, slots=True)
class HadBye:
    """The competitor has had the bye."""

    round: int


@dataclass(frozen=True, slots=True)
class WonWithoutPlaying:
    """The competitor has a win because its opponent did not come."""

    round: int


@dataclass(frozen=True, slots=True)
class JoinedLate:
    """The competitor joined after the first round was published."""

    round: int


@dataclass(frozen=True, slots=True)
class BarredByRuling:
    """An authority bars the competitor."""


@dataclass(frozen=True, slots=True)
class MayNotRise:
    """The player was moved up in the last round, or as often as the limit allows."""


@dataclass(frozen=True, slots=True)
class FewerPairsLeft:
    """Without this player fewer pairs could be made in the score group it belongs to."""

    points: Tenths


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


@dataclass(frozen=True, slots=True)
class MeetsCompatriot:
    """With this number the player would meet one of the same province near the end."""

    other: Number
    round: int
    province: str


@dataclass(frozen=True, slots=True)
class LeavesNoDraw:
    """With this number the others could not be kept apart any more."""

    proved: bool
    """False where the search was given up before it had seen every arrangement."""


class Criterion(Enum):
    """What decides between two complete pairings of a round, the weightier first."""

    FEWEST_ODD_MEN = "as few as possible are paired below their score group"
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


Obstacle: TypeAlias = (
    HaveMet
    | Forbidden
    | SameColourDue
    | NoColourLeft
    | RequiredElsewhere
    | LeavesUnpairable
    | NoOpponentInNextGroup
    | IncomingFloater
    | FloatersDoNotMeet
    | HadBye
    | WonWithoutPlaying
    | JoinedLate
    | BarredByRuling
    | MayNotRise
    | FewerPairsLeft
    | ColourFixed
    | LeavesRowsOpen
    | MeetsCompatriot
    | LeavesNoDraw
    | WorseBy
    | OthersWorse
    | RatedFirst
)


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A candidate that came earlier in the order, and what stood in its way."""

    candidate: Number
    obstacle: Obstacle


# --- decisions ----------------------------------------------------------------------------


class Side(Enum):
    """Where a score group lies: it decides the direction in which the group is paired."""

    ABOVE = "above the median group"
    BELOW = "below the median group"
    MEDIAN = "the median group"


@dataclass(frozen=True, slots=True)
class GroupOpened:
    """A score group is paired: who is in it and how many must leave it."""

    article: str
    points: Tenths
    side: Side
    residents: tuple[Number, ...]
    incoming: tuple[Number, ...]
    leavers: int
    limits_kept: bool = True
    limits_article: str = ""
    gave_way: bool = False
    """True where more leave than the group itself needs, so that the rest can be paired."""


@dataclass(frozen=True, slots=True)
class OpponentChosen:
    """A competitor got the first opponent of its order that it may meet."""

    article: str
    chooser: Number
    chosen: Number
    points: Tenths
    """Match points of the group in which the pair was made."""
    passed_over: tuple[PassedOver, ...] = ()


@dataclass(frozen=True, slots=True)
class Floated:
    """A competitor leaves its group (or, a floater already, goes on)."""

    article: str
    number: Number
    from_points: Tenths
    to_points: Tenths
    passed_over: tuple[PassedOver, ...] = ()


@dataclass(frozen=True, slots=True)
class ByeGiven:
    """A competitor gets the bye."""

    article: str
    number: Number
    passed_over: tuple[PassedOver, ...] = ()


class ColourGround(Enum):
    """What decided the colours of a pair."""

    LOT = "the lot"
    LIMITS = "only one allocation respects the limits"
    EQUALISE = "equalisation"
    ALTERNATE = "alternation from the latest difference"
    BALANCE_HIGHER = "balance of the higher ranked"
    ALTERNATE_HIGHER = "alternation of the higher ranked"
    LOT_OF_PAIRS = "the lot for the first pair, by turns down the list"
    COLUMN = "the column of the due colour"
    HIGHER_ARO = "White to the higher average of opponents"
    LOWER_RATING = "White to the lower rating"
    ALPHABET = "White to the first in the alphabet"


@dataclass(frozen=True, slots=True)
class ColourGiven:
    """The colours of a pair (of board 1)."""

    article: str
    white: Number
    black: Number
    ground: ColourGround
    white_history: tuple[Colour, ...] = ()
    black_history: tuple[Colour, ...] = ()
    higher: Number | None = None
    """The higher ranked of the two, where its rank decided."""


@dataclass(frozen=True, slots=True)
class TableFixed:
    """A pair sits at a table by decision, not by the order of publication."""

    article: str
    number: Number
    table: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class Warned:
    """Something the arbiter should know about the round."""

    article: str
    what: str


# --- decisions of the systems that pair by columns ----------------------------------------


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


# --- decisions of round robins ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PairedByTable(OpponentChosen):
    """The table of rounds sets two numbers against each other; the chooser has White."""

    white_seat: int = 0
    """The number of White in the table."""
    black_seat: int = 0
    row: int = 0
    """The round of the table, which is that of the first cycle."""
    size: int = 0
    """The number of competitors for which the table is made."""
    colours_reversed: bool = False
    """True in the second cycle of a double round robin."""

    @property
    def white(self) -> Number:
        """Who has White (on board 1)."""
        return self.chooser

    @property
    def black(self) -> Number:
        """Who has Black (on board 1)."""
        return self.chosen


@dataclass(frozen=True, slots=True)
class FreeByTable(ByeGiven):
    """In an odd field the table leaves one number free in each round."""

    seat: int = 0
    row: int = 0
    size: int = 0


@dataclass(frozen=True, slots=True)
class OpponentMissing:
    """The opponent of the table has left, or is absent from the round."""

    article: str
    number: Number
    opponent: Number
    left: bool
    """Whether the opponent has left the event for good."""
    counts: bool
    """Whether the opponent had completed half its games, so that the game counts as won."""


@dataclass(frozen=True, slots=True)
class NumberDrawn:
    """A number of the table goes to the first in the order drawn who may have it."""

    article: str
    seat: int
    number: Number
    passed_over: tuple[PassedOver, ...] = ()


@dataclass(frozen=True, slots=True)
class CompatriotsMeet:
    """No draw keeps all provinces apart: these two meet in one of the last three rounds."""

    article: str
    first: Number
    second: Number
    round: int
    province: str
    least: int
    """How many such games the draw leaves."""
    proved: bool
    """Whether it is proved that no draw leaves fewer."""


# --- the Canadian rules -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Measure:
    """How many in a score group fall short of a criterion."""

    article: str
    criterion: Criterion
    points: Tenths
    value: int
    """No pairing that is as good by the criteria before has a smaller one."""


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


Reason: TypeAlias = (
    GroupOpened
    | OpponentChosen
    | Floated
    | ByeGiven
    | ColourGiven
    | TableFixed
    | Warned
    | ColumnsDrawn
    | PlayerRaised
    | RiseLimitYields
    | ColumnChanged
    | NoneInOtherColumn
    | PlayerDropped
    | LimitsLifted
    | PairedByTable
    | FreeByTable
    | OpponentMissing
    | NumberDrawn
    | CompatriotsMeet
    | Measured
    | ScoreGroupPaired
)


@dataclass(frozen=True, slots=True)
class RoundPairing:
    """A round as the rules pair it: tables, bye, floaters, and the reasons."""

    system: str
    round: int
    pairs: tuple[Pair, ...]
    bye: Number | None
    floaters: tuple[Floater, ...]
    reasons: tuple[Reason, ...]
