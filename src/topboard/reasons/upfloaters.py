"""Reasons of the systems whose brackets take competitors from below."""

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
    """A top-scoregroup, and the upfloaters that make it a bracket."""

    article: str
    points: Tenths
    residents: tuple[Number, ...]
    upfloaters: tuple[Number, ...] = ()
    ground: UpfloatGround | None = None
    ground_article: str = ""
    proof: LeavesUnpairable | None = None
    """Who of them cannot be paired."""
    measures: tuple[QualityMeasure, ...] = ()
    """The criteria that even the best set of upfloaters does not meet in full."""


@dataclass(frozen=True, slots=True)
class UpfloaterOfSet(Floated):
    """An upfloater, and those of its score who come before it in the order of the sets."""


@dataclass(frozen=True, slots=True)
class PairingJudged:
    """The criteria that the best pairing of a bracket does not meet in full."""

    article: str
    points: Tenths
    measures: tuple[QualityMeasure, ...]
    want: tuple[int, int]
    """How many of the bracket prefer White, and how many Black."""


@dataclass(frozen=True, slots=True)
class TopMembersChanged:
    """The top members are not the first half by number."""

    article: str
    points: Tenths
    bottoms: tuple[Number, ...]
    """Those of the first half who are none."""
    tops: tuple[Number, ...]
    """Those of the second half who are top members instead."""


@dataclass(frozen=True, slots=True)
class PairedByIdentifier(OpponentChosen):
    """A top member, the chooser, and its opponent in the first of the best pairings."""


@dataclass(frozen=True, slots=True)
class ColoursOfMatch(ColourGiven):
    """The colours of a match; ``higher`` is the one whose rank is looked at."""

    by: MatchColourGround = MatchColourGround.BOTH_GRANTED
    strengths: tuple[Strength, Strength] = (Strength.NONE, Strength.NONE)
    """How strongly White and Black ask for a colour."""
    wanted: tuple[Colour | None, Colour | None] = (None, None)
    """The colours that White and Black ask for."""
    parity: int = 0
    """The pairing number of the first, where the initial colour decides."""
