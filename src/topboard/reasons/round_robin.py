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
    """The obstacle that, with this number, the player would meet a compatriot near the end."""

    other: Number
    round: int
    province: str
    """The home that both players share: a province or, in some regulations, a federation."""


@dataclass(frozen=True, slots=True)
class LeavesNoDraw:
    """The obstacle that, with this number, compatriots among the rest could not be kept apart."""

    proved: bool
    """Whether every arrangement was searched, or False if the search stopped early."""


# --- decisions --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PairedByTable(OpponentChosen):
    """A pair taken from the round-robin table; the chooser has White."""

    white_seat: int = 0
    """White's number in the table."""
    black_seat: int = 0
    row: int = 0
    """The row of the table that was used, which is the round number within the first cycle."""
    size: int = 0
    """The number of participants the table is made for."""
    colours_reversed: bool = False
    """Whether this is the second cycle of a double round robin."""

    @property
    def white(self) -> Number:
        """Return the participant with White (for teams, White on board 1)."""
        return self.chooser

    @property
    def black(self) -> Number:
        """Return the participant with Black (for teams, Black on board 1)."""
        return self.chosen


@dataclass(frozen=True, slots=True)
class FreeByTable(ByeGiven):
    """The bye of the number without an opponent in the table, in a field with an odd number."""

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
    """Whether the opponent had completed half its games, so that this game counts as won."""


@dataclass(frozen=True, slots=True)
class NumberDrawn:
    """A number in the table, assigned to the first eligible participant in the drawn order."""

    article: str
    seat: int
    number: Number
    passed_over: tuple[PassedOver, ...] = ()


@dataclass(frozen=True, slots=True)
class CompatriotsMeet:
    """Two compatriots who meet in one of the last three rounds, because no draw prevents it."""

    article: str
    first: Number
    second: Number
    round: int
    province: str
    least: int
    """The number of games between compatriots in the last three rounds that the draw leaves."""
    proved: bool
    """Whether it is proved that no draw leaves fewer such games."""
