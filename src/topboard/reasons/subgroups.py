"""Reasons used by the system that takes upfloaters and pairs White seekers with the others."""

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
    """The obstacle that the subgroups cannot be paired with this candidate and so few shifters."""

    proof: LeavesUnpairable | None = None


@dataclass(frozen=True, slots=True)
class StrandsOthers:
    """The obstacle that, with this upfloater, other players could not be paired.

    They are in the bracket or below it.
    """

    article: str
    proof: LeavesUnpairable


# --- decisions --------------------------------------------------------------------------


class UpfloatGround(Enum):
    """The reason why a bracket has upfloaters."""

    ODD_NUMBER = "the number of residents is odd"
    CANNOT_BE_PAIRED = "not all residents can be paired with each other"
    NEEDED_BELOW = "those below could not be paired otherwise"


@dataclass(frozen=True, slots=True)
class UpfloatersNeeded:
    """The number of upfloaters that a bracket takes, with the reason."""

    article: str
    points: Tenths
    count: int
    ground: UpfloatGround
    proof: LeavesUnpairable | None = None
    """The proof that the residents cannot all be paired with each other, or None."""


@dataclass(frozen=True, slots=True)
class FloatsUp(Floated):
    """A player who upfloats to a higher bracket.

    The players in ``passed_over`` come earlier in the order of possible upfloaters.
    """


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
    """Whether no game has been played yet, so that the first half counts as White seekers."""


@dataclass(frozen=True, slots=True)
class Shifted:
    """Players moved from their subgroup to the other one."""

    article: str
    points: Tenths
    shifters: tuple[Number, ...]
    seek: Colour
    """The colour sought by the subgroup that the players leave."""
    inside: bool
    """Whether pairs must be made inside that subgroup, and not just because it is larger."""
    halves: bool = False
    passed_over: tuple[PassedOver, ...] = ()


@dataclass(frozen=True, slots=True)
class PairedAcross(OpponentChosen):
    """A pair of a player from S1 (the chooser) and the first possible opponent in G2.

    Candidates in G2 are considered in the order of their numbers.
    """

    aro: int = 0
    """The chooser's average rating of opponents (ARO), which decides when it is their turn."""
