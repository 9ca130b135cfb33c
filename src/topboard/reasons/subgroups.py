"""Reasons of the system that takes upfloaters and pairs those who seek White with the others."""

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
    """With this one the subgroups could not be paired with each other, with so few shifters."""

    proof: LeavesUnpairable | None = None


@dataclass(frozen=True, slots=True)
class StrandsOthers:
    """With this upfloater not everybody of the bracket, or below it, could be paired."""

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
    """How many are taken from below to a bracket, and why."""

    article: str
    points: Tenths
    count: int
    ground: UpfloatGround
    proof: LeavesUnpairable | None = None
    """Why not all of the residents can be paired with each other."""


@dataclass(frozen=True, slots=True)
class FloatsUp(Floated):
    """A player is taken to a higher bracket; those passed over come before him in the order."""


@dataclass(frozen=True, slots=True)
class Sought:
    """A player of a subgroup with the average rating of his opponents."""

    number: Number
    aro: int


@dataclass(frozen=True, slots=True)
class SubgroupsFormed:
    """A bracket parted into those who seek White and the others."""

    article: str
    points: Tenths
    white: tuple[Sought, ...]
    black: tuple[Sought, ...]
    halves: bool = False
    """Whether nobody has played, so that the first half takes the place of White seekers."""


@dataclass(frozen=True, slots=True)
class Shifted:
    """Players moved from their subgroup to the other."""

    article: str
    points: Tenths
    shifters: tuple[Number, ...]
    seek: Colour
    """What the subgroup that they leave seeks."""
    inside: bool
    """Whether as many pairs have to be made inside that subgroup; else it is the larger one."""
    halves: bool = False
    passed_over: tuple[PassedOver, ...] = ()


@dataclass(frozen=True, slots=True)
class PairedAcross(OpponentChosen):
    """A pair of S1, the chooser, with the first of G2 in the order of numbers that could be."""

    aro: int = 0
    """The average by which the chooser seeks."""
