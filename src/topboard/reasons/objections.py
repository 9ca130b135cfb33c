"""What the rules know about two participants before anything in the round is decided."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass

if TYPE_CHECKING:
    from topboard.model import Colour, Number, Tenths
    from topboard.reasons.brackets import QualityCriterion
    from topboard.reasons.decisions import LeavesUnpairable, Obstacle


@dataclass(frozen=True, slots=True)
class SetByTable:
    """The obstacle that the round-robin table pairs the two in these rounds."""

    rounds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BothDue:
    """The same colour due to both, which keeps them apart without forbidding the pair."""

    colour: Colour
    article: str


@dataclass(frozen=True, slots=True)
class CriterionWorse:
    """The verdict that a bracket gets worse if the two meet, by the first criterion to suffer."""

    article: str
    points: Tenths
    """The score of the bracket."""
    criterion: QualityCriterion
    now: tuple[int, ...]
    """The number of players who fall short of the criterion now.

    For a list of scores or differences, this is the number at each of them. It is empty if players
    count for different numbers.
    """
    then: tuple[int, ...]
    """The number of players who would fall short if the two met, counted like ``now``."""
    at: tuple[Tenths, ...] = ()
    """The scores or differences in descending order."""
    floats: Number | None = None
    """Which of the two would have to downfloat from the bracket, if they are not both in it."""
    rises: Number | None = None
    """Which of the two would have to upfloat to the bracket."""


@dataclass(frozen=True, slots=True)
class AsGoodButLater:
    """The verdict that, if the two meet, the bracket is as good but comes later in the order."""

    article: str
    points: Tenths
    floats: Number | None = None
    rises: Number | None = None


@dataclass(frozen=True, slots=True)
class OthersStranded:
    """The verdict that, if the two meet and the brackets above stay, others cannot be paired."""

    article: str
    points: Tenths
    proof: LeavesUnpairable
    bye_points: Tenths | None = None
    """The score at which the bye must stay, if that is what could not be kept."""


@dataclass(frozen=True, slots=True)
class Between:
    """What keeps two participants apart: an obstacle, their colours or their points."""

    obstacle: Obstacle | SetByTable | None
    """The obstacle that they have met, may not meet or have only the same colour left."""
    article: str
    """The article of the obstacle, or empty if the organiser forbids the pair."""
    points: tuple[Tenths, Tenths]
    """The points that decide the scoregroup of each of the two."""
    groups_article: str
    """The article by which participants of the same scoregroup meet."""
    colours: tuple[tuple[Colour, ...], tuple[Colour, ...]] = ((), ())
    """The colours of each of the two so far, oldest first."""
    due: BothDue | None = None
    weighed: bool = False
    """Whether the pairs of a group are weighed against each other instead of made one by one."""
    judged: CriterionWorse | AsGoodButLater | OthersStranded | None = None
    """The verdict on their bracket if the two met, in systems that judge brackets."""
