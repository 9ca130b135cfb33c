"""Reasons of round robins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.reasons.decisions import ByeGiven, OpponentChosen

if TYPE_CHECKING:
    from topboard.model import Number
    from topboard.reasons.decisions import PassedOver

# --- obstacles --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MeetsCompatriot:
    """With this number the player would meet one of the same home near the end."""

    other: Number
    round: int
    province: str
    """The home of both: a province or, by some texts, a federation."""


@dataclass(frozen=True, slots=True)
class LeavesNoDraw:
    """With this number the others could not be kept apart any more."""

    proved: bool
    """False where the search was given up before it had seen every arrangement."""


# --- decisions --------------------------------------------------------------------------


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
    """No draw keeps all compatriots apart: these two meet in one of the last three rounds."""

    article: str
    first: Number
    second: Number
    round: int
    province: str
    least: int
    """How many such games the draw leaves."""
    proved: bool
    """Whether it is proved that no draw leaves fewer."""
