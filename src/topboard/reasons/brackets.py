"""Reasons used by the systems that pair brackets according to ordered criteria."""

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
    """The obstacle that this candidate would make the bracket worse under one criterion."""

    article: str
    criterion: QualityCriterion
    by: int = 0
    """The smallest amount by which the criterion gets worse.

    It assumes that no higher-priority criterion gets worse.
    """
    most: int = 0
    """The largest amount by which the criterion gets worse, or 0 if it is not known.

    It is known if a pairing with the candidate was found in which no higher-priority criterion gets
    worse.
    """
    more: int = 0
    """The number of further candidates with the same obstacle."""


@dataclass(frozen=True, slots=True)
class BlocksTheBest:
    """The obstacle that, with this candidate, other pairs would be worse or come later."""

    article: str
    more: int = 0
    """The number of further candidates with the same obstacle."""


@dataclass(frozen=True, slots=True)
class OpponentOfAnother:
    """The obstacle that this player gets an opponent and therefore is not the downfloater.

    No equally good pairing that comes earlier in the order leaves this player unpaired.
    """

    article: str
    opponent: Number


@dataclass(frozen=True, slots=True)
class LeftOverBelow:
    """The obstacle that letting this player downfloat would harm the brackets below.

    More players would be unpaired in the next bracket, or the round could not be completed.
    """

    article: str
    proof: LeavesUnpairable | None = None
    """The players whom this downfloat leaves unpairable and their only opponents, or None."""
    opponent: Number | None = None
    """The downfloater's only possible opponent in the next bracket, or None.

    It is set if pairing the downfloater with that opponent leaves other players without an
    opponent.
    """


# --- decisions --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ScoreWithoutBye:
    """A score at which no player can receive the pairing-allocated bye."""

    points: Tenths
    obstacle: Obstacle
    """The obstacle to giving these players the bye, or the proof that the rest is unpairable."""
    count: int = 1
    """The number of players with that score."""
    number: Number | None = None
    """The player the obstacle applies to, or None if it applies to all players with that score."""


@dataclass(frozen=True, slots=True)
class ByeAtScore(ByeGiven):
    """The pairing-allocated bye of a round with an odd number of players."""

    points: Tenths = 0
    unplayed: int = 0
    """The number of rounds in which the player did not play."""
    by_lowest_score: bool = False
    """Whether the rules give the bye to a player with the lowest possible score."""
    without: tuple[ScoreWithoutBye, ...] = ()
    """The lower scores at which no player can receive the bye."""


class LeftGround(Enum):
    """The reason why players of a bracket remain unpaired."""

    ODD_NUMBER = "their number is odd"
    CANNOT_BE_PAIRED = "not all of them can be paired with each other"
    NEEDED_BELOW = "those below could not be paired without them"


@dataclass(frozen=True, slots=True)
class BracketOpened:
    """A bracket at the start of its pairing: its residents, its MDPs and how many stay unpaired."""

    article: str
    points: Tenths
    residents: tuple[Number, ...]
    moved_down: tuple[Number, ...] = ()
    pairs: int = 0
    left: int = 0
    ground: LeftGround | None = None
    ground_article: str = ""
    proof: LeavesUnpairable | None = None
    """The proof that the players cannot all be paired with each other, or None."""
    lowest: Tenths | None = None
    """The lowest score of the residents if several scoregroups were collapsed, or else None."""


@dataclass(frozen=True, slots=True)
class QualityMeasure:
    """The number of players in the best pairing of a bracket who fall short of one criterion."""

    article: str
    criterion: QualityCriterion
    values: tuple[int, ...]
    """The number of players who fall short of the criterion.

    If the criterion compares a list of scores or score differences, this has one number for each
    entry of ``at``.
    """
    at: tuple[Tenths, ...] = ()
    """The scores or score differences that the criterion compares, in descending order."""

    @property
    def value(self) -> int:
        """Return the total number of players who fall short of the criterion."""
        return sum(self.values)


@dataclass(frozen=True, slots=True)
class BracketJudged:
    """The criteria that the best pairing of a bracket does not fully meet."""

    article: str
    points: Tenths
    measures: tuple[QualityMeasure, ...]
    want: tuple[int, int]
    """The number of players in the bracket who prefer White, and the number who prefer Black."""
    denied_at_least: int = 0
    """The smallest possible number of players denied their preferred colour, given ``want``."""


@dataclass(frozen=True, slots=True)
class Exchanged:
    """An exchange between S1 and S2, made because no transposition alone is as good."""

    article: str
    points: Tenths
    leaving: tuple[Number, ...]
    """The players who leave S1."""
    entering: tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class MovedDownPaired(OpponentChosen):
    """The opponent chosen for an MDP; the MDP is the chooser."""


class HalvesPlacing(Enum):
    """The step of the procedure that produced a pair between the two halves."""

    IN_ORDER = "half against half in order"
    TRANSPOSED = "by a transposition of the lower half"
    AFTER_EXCHANGE = "after an exchange between the halves"


@dataclass(frozen=True, slots=True)
class HalvesPaired(OpponentChosen):
    """A pair of one player from the upper half (the chooser) and one from the lower half."""

    placing: HalvesPlacing = HalvesPlacing.IN_ORDER


@dataclass(frozen=True, slots=True)
class FloatsDown(Floated):
    """A player who is unpaired and downfloats to the next bracket."""


@dataclass(frozen=True, slots=True)
class SettledBeforehand(OpponentChosen):
    """A pair that was fixed before the round was paired."""


@dataclass(frozen=True, slots=True)
class ColoursByPreference(ColourGiven):
    """The colours of a pair, decided by the colour preferences of the two players."""

    by: PreferenceGround = PreferenceGround.BOTH_GRANTED
    strengths: tuple[Strength, Strength] = (
        Strength.NONE,
        Strength.NONE,
    )
    """The strengths of the two colour preferences, first White's and then Black's."""
    wanted: tuple[Colour | None, Colour | None] = (None, None)
    """The preferred colours of White and of Black, with None for a player without a preference."""
    parity: int = 0
    """The TPN of the higher-ranked player if the initial colour decides, or else 0."""
