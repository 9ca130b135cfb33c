"""Reasons of the system that takes upfloaters and pairs White seekers with the others."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.reasons.decisions import Floated, OpponentChosen

if TYPE_CHECKING:
    from topboard.model import Colour, Number, Tenths
    from topboard.reasons.decisions import LeavesUnpairable, PassedOver

# --- obstacles --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NotAcross:
    """The obstacle that this candidate makes the subgroups unpairable with so few shifters."""

    proof: LeavesUnpairable | None = None


@dataclass(frozen=True, slots=True)
class StrandsOthers:
    """The obstacle that this upfloater would strand others in or below the bracket."""

    article: str
    proof: LeavesUnpairable


# --- decisions --------------------------------------------------------------------------


class UpfloatGround(Enum):
    """Why a bracket has upfloaters."""

    ODD_NUMBER = "the number of residents is odd"
    CANNOT_BE_PAIRED = "not all residents can be paired with each other"
    NEEDED_BELOW = "those below could not be paired otherwise"


@dataclass(frozen=True, slots=True)
class UpfloatersNeeded:
    """The number of upfloaters that a bracket takes, and why."""

    article: str
    points: Tenths
    count: int
    ground: UpfloatGround
    proof: LeavesUnpairable | None = None
    """The proof that the residents cannot all be paired with each other."""


@dataclass(frozen=True, slots=True)
class FloatsUp(Floated):
    """A player who upfloats to a higher bracket; those passed over come earlier in the order."""


@dataclass(frozen=True, slots=True)
class Sought:
    """A player of a subgroup with their average rating of opponents (ARO)."""

    number: Number
    aro: int


@dataclass(frozen=True, slots=True)
class SubgroupsFormed:
    """A bracket divided into the players who seek White and the others."""

    article: str
    points: Tenths
    white: tuple[Sought, ...]
    black: tuple[Sought, ...]
    halves: bool = False
    """Whether nobody has played yet, so that the first half counts as White seekers."""


@dataclass(frozen=True, slots=True)
class Shifted:
    """Players moved from their subgroup to the other one."""

    article: str
    points: Tenths
    shifters: tuple[Number, ...]
    seek: Colour
    """The colour that the subgroup they leave seeks."""
    inside: bool
    """Whether pairs have to be made inside that subgroup; otherwise it is simply the larger one."""
    halves: bool = False
    passed_over: tuple[PassedOver, ...] = ()


@dataclass(frozen=True, slots=True)
class PairedAcross(OpponentChosen):
    """A pair of one player from S1 (the chooser) and the first possible one of G2 by number."""

    aro: int = 0
    """The average rating of opponents (ARO) that decides the chooser's turn."""
