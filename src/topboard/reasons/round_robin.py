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
    """The obstacle that this number would give the player a compatriot near the end."""

    other: Number
    round: int
    province: str
    """The home of both players, which is a province or, in some texts, a federation."""


@dataclass(frozen=True, slots=True)
class LeavesNoDraw:
    """The obstacle that, with this number, the other players could no longer be kept apart."""

    proved: bool
    """Whether every arrangement was searched; False if the search stopped early."""


# --- decisions --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PairedByTable(OpponentChosen):
    """A pair of numbers from the round-robin table; the chooser has White."""

    white_seat: int = 0
    """The number of White in the table."""
    black_seat: int = 0
    row: int = 0
    """The round of the table, counted in the first cycle."""
    size: int = 0
    """The number of participants the table is made for."""
    colours_reversed: bool = False
    """Whether this is the second cycle of a double round robin."""

    @property
    def white(self) -> Number:
        """Return the participant with White (on board 1)."""
        return self.chooser

    @property
    def black(self) -> Number:
        """Return the participant with Black (on board 1)."""
        return self.chosen


@dataclass(frozen=True, slots=True)
class FreeByTable(ByeGiven):
    """The bye of the number that the table leaves free, in a field with an odd number."""

    seat: int = 0
    row: int = 0
    size: int = 0


@dataclass(frozen=True, slots=True)
class OpponentMissing:
    """A scheduled opponent who has left the event or is absent from the round."""

    article: str
    number: Number
    opponent: Number
    left: bool
    """Whether the opponent has left the event for good."""
    counts: bool
    """Whether the opponent had completed half its games, so that the game counts as won."""


@dataclass(frozen=True, slots=True)
class NumberDrawn:
    """A number of the table, given to the first participant in the drawn order who may have it."""

    article: str
    seat: int
    number: Number
    passed_over: tuple[PassedOver, ...] = ()


@dataclass(frozen=True, slots=True)
class CompatriotsMeet:
    """Two compatriots who meet in one of the last three rounds because no draw keeps all apart."""

    article: str
    first: Number
    second: Number
    round: int
    province: str
    least: int
    """The number of such games that the draw leaves."""
    proved: bool
    """Whether it is proved that no draw leaves fewer such games."""
