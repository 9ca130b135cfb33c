"""Reasons of the systems that rank players by the opposition they have met."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from topboard.model import Number
from topboard.reasons import ByeGiven, OpponentChosen
from topboard.records import dataclass

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


class ByeDecidedBy(Enum):
    """What decided between the receiver of the bye and the next in order."""

    ONLY_ONE = "nobody else could have it"
    LOWEST_SCORE = "the lowest score"
    MOST_GAMES = "of that score the most games played"
    LOWEST_RANK = "of these the lowest rank"


@dataclass(frozen=True, slots=True)
class ByeByOpposition(ByeGiven):
    """The bye of an odd field, given before anybody is paired."""

    points: Tenths = 0
    games: int = 0
    """How many games he has played."""
    ground: ByeDecidedBy = ByeDecidedBy.ONLY_ONE
    rival: Number | None = None
    """Who comes after him in order."""
