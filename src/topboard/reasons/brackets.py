"""Reasons of the systems that pair bracket by bracket and judge a pairing by ordered criteria."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.reasons.criteria import (
    PreferenceGround as PreferenceGround,
    QualityCriterion as QualityCriterion,
    Strength as Strength,
)
from topboard.reasons.decisions import ByeGiven, ColourGiven, Floated, OpponentChosen

if TYPE_CHECKING:
    from topboard.model import Colour, Number, Tenths
    from topboard.reasons.decisions import LeavesUnpairable, Obstacle


# --- obstacles --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CriterionSuffers:
    """With this candidate the pairing of the bracket would be worse by this criterion."""

    article: str
    criterion: QualityCriterion
    by: int = 0
    """By how much at least, if no weightier criterion suffers."""
    most: int = 0
    """By how much at most, where a pairing with the candidate is known in which no weightier
    criterion suffers; 0 where none is."""
    more: int = 0
    """How many further candidates the same holds for."""


@dataclass(frozen=True, slots=True)
class BlocksTheBest:
    """With this candidate the other pairs would be worse, or come later in the order."""

    article: str
    more: int = 0
    """How many further candidates the same holds for."""


@dataclass(frozen=True, slots=True)
class OpponentOfAnother:
    """Not left over, but paired: no pairing that is as good and comes before leaves this one."""

    article: str
    opponent: Number


@dataclass(frozen=True, slots=True)
class LeftOverBelow:
    """With this downfloater more would be left over in the next bracket, or the round would not
    be completed."""

    article: str
    proof: LeavesUnpairable | None = None
    """Who could not be paired then, and whom they could only meet."""
    opponent: Number | None = None
    """Whom alone he could meet in the next bracket, where that strands the others."""


# --- decisions --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ScoreWithoutBye:
    """A score at which nobody can have the bye."""

    points: Tenths
    obstacle: Obstacle
    """What keeps it from them, or the proof that the others could not be paired."""
    count: int = 1
    """How many have that score."""
    number: Number | None = None
    """Whom the obstacle is about; None where it is about them all."""


@dataclass(frozen=True, slots=True)
class ByeAtScore(ByeGiven):
    """The bye of an odd field."""

    points: Tenths = 0
    unplayed: int = 0
    """How many rounds he has not played in."""
    by_lowest_score: bool = False
    """Whether the lowest score decides."""
    without: tuple[ScoreWithoutBye, ...] = ()
    """The lower scores at which nobody can have it."""


class LeftGround(Enum):
    """Why players of a bracket are left over."""

    ODD_NUMBER = "their number is odd"
    CANNOT_BE_PAIRED = "not all of them can be paired with each other"
    NEEDED_BELOW = "those below could not be paired without them"


@dataclass(frozen=True, slots=True)
class BracketOpened:
    """A bracket: its residents, who was moved down to it, and how many are left over."""

    article: str
    points: Tenths
    residents: tuple[Number, ...]
    moved_down: tuple[Number, ...] = ()
    pairs: int = 0
    left: int = 0
    ground: LeftGround | None = None
    ground_article: str = ""
    proof: LeavesUnpairable | None = None
    """Why not all of them can be paired with each other."""
    lowest: Tenths | None = None
    """The lowest score of the residents, where several score groups were collapsed into one."""


@dataclass(frozen=True, slots=True)
class QualityMeasure:
    """What the best pairing of a bracket costs by one criterion."""

    article: str
    criterion: QualityCriterion
    values: tuple[int, ...]
    """How many fall short of it; of a list of scores or differences, how many at each."""
    at: tuple[Tenths, ...] = ()
    """The scores or differences, the largest first."""

    @property
    def value(self) -> int:
        """How many fall short of it in all."""
        return sum(self.values)


@dataclass(frozen=True, slots=True)
class BracketJudged:
    """The criteria that the best pairing of a bracket does not meet in full."""

    article: str
    points: Tenths
    measures: tuple[QualityMeasure, ...]
    want: tuple[int, int]
    """How many of the bracket prefer White, and how many Black."""
    denied_at_least: int = 0
    """How many are denied their colour whoever meets whom, by these numbers alone."""


@dataclass(frozen=True, slots=True)
class Exchanged:
    """Players change places between the halves, because no transposition alone is as good."""

    article: str
    points: Tenths
    leaving: tuple[Number, ...]
    """Those who leave the upper half."""
    entering: tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class MovedDownPaired(OpponentChosen):
    """The opponent of one who was moved down, the chooser."""


class HalvesPlacing(Enum):
    """How a pair came about between the two halves."""

    IN_ORDER = "half against half in order"
    TRANSPOSED = "by a transposition of the lower half"
    AFTER_EXCHANGE = "after an exchange between the halves"


@dataclass(frozen=True, slots=True)
class HalvesPaired(OpponentChosen):
    """A pair of the upper half, the chooser, with one of the lower half."""

    placing: HalvesPlacing = HalvesPlacing.IN_ORDER


@dataclass(frozen=True, slots=True)
class FloatsDown(Floated):
    """A player is left over and moves down to the next bracket."""


@dataclass(frozen=True, slots=True)
class SettledBeforehand(OpponentChosen):
    """A pair that was decided before the round was paired."""


@dataclass(frozen=True, slots=True)
class ColoursByPreference(ColourGiven):
    """The colours of a pair by what the two prefer."""

    by: PreferenceGround = PreferenceGround.BOTH_GRANTED
    strengths: tuple[Strength, Strength] = (
        Strength.NONE,
        Strength.NONE,
    )
    """How strongly White and Black ask for a colour."""
    wanted: tuple[Colour | None, Colour | None] = (None, None)
    """The colours that White and Black ask for."""
    parity: int = 0
    """The pairing number of the higher ranked, where the initial colour decides."""
