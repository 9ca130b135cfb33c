"""Reasons used by the systems whose brackets take upfloaters from lower scoregroups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.reasons.criteria import MatchColourGround as MatchColourGround, Strength
from topboard.reasons.decisions import ColourGiven, Floated, OpponentChosen

if TYPE_CHECKING:
    from topboard.model import Colour, Number, Tenths
    from topboard.reasons.brackets import QualityMeasure
    from topboard.reasons.decisions import LeavesUnpairable
    from topboard.reasons.subgroups import UpfloatGround


@dataclass(frozen=True, slots=True)
class BracketFilled:
    """The highest remaining scoregroup and the upfloaters that complete its bracket."""

    article: str
    points: Tenths
    residents: tuple[Number, ...]
    upfloaters: tuple[Number, ...] = ()
    ground: UpfloatGround | None = None
    ground_article: str = ""
    proof: LeavesUnpairable | None = None
    """The proof that some of the members cannot be paired with each other, or None."""
    measures: tuple[QualityMeasure, ...] = ()
    """The criteria that even the best set of upfloaters does not fully meet."""


@dataclass(frozen=True, slots=True)
class UpfloaterOfSet(Floated):
    """An upfloater, with those of the same score that come earlier in the order of sets."""


@dataclass(frozen=True, slots=True)
class PairingJudged:
    """The criteria that the best pairing of a bracket does not fully meet."""

    article: str
    points: Tenths
    measures: tuple[QualityMeasure, ...]
    want: tuple[int, int]
    """The number of members who prefer White, and the number who prefer Black."""


@dataclass(frozen=True, slots=True)
class TopMembersChanged:
    """A bracket in which the top members are not simply the first half by number."""

    article: str
    points: Tenths
    bottoms: tuple[Number, ...]
    """The members of the first half that are not top members."""
    tops: tuple[Number, ...]
    """The members of the second half that are top members instead."""


@dataclass(frozen=True, slots=True)
class PairedByIdentifier(OpponentChosen):
    """A top member (the chooser) and its opponent in the first of the best pairings."""


@dataclass(frozen=True, slots=True)
class ColoursOfMatch(ColourGiven):
    """The colours of a match; ``higher`` is the participant whose rank is compared first."""

    by: MatchColourGround = MatchColourGround.BOTH_GRANTED
    strengths: tuple[Strength, Strength] = (Strength.NONE, Strength.NONE)
    """The strength of the colour preference of White and of Black."""
    wanted: tuple[Colour | None, Colour | None] = (None, None)
    """The preferred colours of White and of Black."""
    parity: int = 0
    """The TPN of the first participant if the initial colour decides, or else 0."""
