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
    """A round that is paired by a different system before the opposition counts."""

    article: str
    round: int
    seeding: int
    """The number of rounds paired this way."""


@dataclass(frozen=True, slots=True)
class OppositionMet:
    """A player of a bracket with what their opponents have scored."""

    number: Number
    buchholz: Tenths
    sonneborn_berger: int
    """The Sonneborn-Berger score in hundredths of a point."""


NOBODY_MET = OppositionMet(Number(0), 0, 0)


@dataclass(frozen=True, slots=True)
class RankedByOpposition:
    """The members of a bracket in the order of their numbers, the highest ranked first."""

    article: str
    points: Tenths
    ranked: tuple[OppositionMet, ...]


@dataclass(frozen=True, slots=True)
class NumbersPaired(OpponentChosen):
    """The choice of the largest possible number in the bracket as the opponent."""

    numbers: tuple[int, int] = (0, 0)
    """The numbers of the two in the bracket, starting at 1."""
    opposition: tuple[OppositionMet, OppositionMet] = (NOBODY_MET, NOBODY_MET)
    """What the opponents of the two have scored, which gives them these numbers."""
