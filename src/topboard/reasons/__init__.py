"""Why a round was paired as it was: values, one for each decision, in the order taken.

Every reason names the article it rests on and the facts the article speaks of. Sentences are
made from them elsewhere (``topboard.explain``).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from importlib import import_module
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from topboard.model import Colour, Floater, Number, Pair, Tenths
    from topboard.reasons.columns import (
        ColourFixed,
        ColumnChanged,
        ColumnEntry,
        ColumnsDrawn,
        FewerPairsLeft,
        LeavesRowsOpen,
        LimitsLifted,
        MayNotRise,
        NoneInOtherColumn,
        PlayerDropped,
        PlayerRaised,
        RiseLimitYields,
    )
    from topboard.reasons.round_robin import (
        CompatriotsMeet,
        FreeByTable,
        LeavesNoDraw,
        MeetsCompatriot,
        NumberDrawn,
        OpponentMissing,
        PairedByTable,
    )
    from topboard.reasons.weighing import (
        Criterion,
        GroupPassed,
        Measure,
        Measured,
        OddGround,
        OthersWorse,
        RatedFirst,
        ScoreGroupPaired,
        WorseBy,
    )

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


@dataclass(frozen=True, slots=True)
class RoundPairing:
    """A round as the rules pair it: tables, bye, floaters, and the reasons."""

    system: str
    round: int
    pairs: tuple[Pair, ...]
    bye: Number | None
    floaters: tuple[Floater, ...]
    reasons: tuple[Reason, ...]


if TYPE_CHECKING:
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
        | GroupPassed
    )


# --- the families -------------------------------------------------------------------------

__all__ = [
    "ColourFixed",
    "ColumnChanged",
    "ColumnEntry",
    "ColumnsDrawn",
    "CompatriotsMeet",
    "Criterion",
    "FewerPairsLeft",
    "FreeByTable",
    "GroupPassed",
    "LeavesNoDraw",
    "LeavesRowsOpen",
    "LimitsLifted",
    "MayNotRise",
    "Measure",
    "Measured",
    "MeetsCompatriot",
    "NoneInOtherColumn",
    "NumberDrawn",
    "OddGround",
    "OpponentMissing",
    "OthersWorse",
    "PairedByTable",
    "PlayerDropped",
    "PlayerRaised",
    "RatedFirst",
    "RiseLimitYields",
    "ScoreGroupPaired",
    "WorseBy",
]
"""What this package offers of the families; its own reasons stand above."""

_FAMILIES = ("columns", "round_robin", "weighing")
"""Modules of reasons that only some systems have, imported when one of them is asked for."""

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if not name.startswith("_"):
            for family in _FAMILIES:
                found = vars(import_module(f"topboard.reasons.{family}")).get(name)
                if found is not None:
                    return found
        raise AttributeError(f"module 'topboard.reasons' has no attribute {name!r}")
