"""Reasons used by the systems that rank players by the strength of their opposition."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.model import Number
from topboard.reasons.decisions import OpponentChosen

if TYPE_CHECKING:
    from topboard.model import Tenths


@dataclass(frozen=True, slots=True)
class SeedingRound:
    """A round paired with a different system, before opponents' scores are used for ranking."""

    article: str
    round: int
    seeding: int
    """The number of rounds that are paired with a different system."""


@dataclass(frozen=True, slots=True)
class OppositionMet:
    """A player of a bracket with the Buchholz and Sonneborn-Berger scores used to rank them."""

    number: Number
    buchholz: Tenths
    sonneborn_berger: int
    """The Sonneborn-Berger score in hundredths of a point."""


NOBODY_MET = OppositionMet(Number(0), 0, 0)


@dataclass(frozen=True, slots=True)
class RankedByOpposition:
    """The members of a bracket in the order of their ranking, highest ranked first."""

    article: str
    points: Tenths
    ranked: tuple[OppositionMet, ...]


@dataclass(frozen=True, slots=True)
class NumbersPaired(OpponentChosen):
    """The choice of the possible opponent with the largest number in the bracket."""

    numbers: tuple[int, int] = (0, 0)
    """The two players' numbers in the bracket, starting at 1."""
    opposition: tuple[OppositionMet, OppositionMet] = (NOBODY_MET, NOBODY_MET)
    """The opposition scores of the two players, which determine their numbers in the bracket."""
