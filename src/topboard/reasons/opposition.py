"""Reasons of the systems that rank players by the opposition they have met."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.model import Number
from topboard.reasons.decisions import OpponentChosen

if TYPE_CHECKING:
    from topboard.model import Tenths


@dataclass(frozen=True, slots=True)
class SeedingRound:
    """A round that is paired by another system, before the opposition counts."""

    article: str
    round: int
    seeding: int
    """How many rounds are paired so."""


@dataclass(frozen=True, slots=True)
class OppositionMet:
    """A player of a bracket with what his opponents have scored."""

    number: Number
    buchholz: Tenths
    sonneborn_berger: int
    """In hundredths of a point."""


NOBODY_MET = OppositionMet(Number(0), 0, 0)


@dataclass(frozen=True, slots=True)
class RankedByOpposition:
    """The members of a bracket as they are numbered, the highest ranked first."""

    article: str
    points: Tenths
    ranked: tuple[OppositionMet, ...]


@dataclass(frozen=True, slots=True)
class NumbersPaired(OpponentChosen):
    """The chooser meets the largest number of the bracket that can be."""

    numbers: tuple[int, int] = (0, 0)
    """The numbers of the two in the bracket, counted from 1."""
    opposition: tuple[OppositionMet, OppositionMet] = (NOBODY_MET, NOBODY_MET)
    """What the opponents of the two have scored, by which they have these numbers."""
