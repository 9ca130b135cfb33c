"""What the rules see of two competitors before anything is decided about the round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass

if TYPE_CHECKING:
    from topboard.model import Colour, Number, Tenths
    from topboard.reasons.brackets import QualityCriterion
    from topboard.reasons.decisions import LeavesUnpairable, Obstacle


@dataclass(frozen=True, slots=True)
class SetByTable:
    """The table of a round robin sets the two against each other in these rounds."""

    rounds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BothDue:
    """Both are due the same colour, which keeps two apart without forbidding the pair."""

    colour: Colour
    article: str


@dataclass(frozen=True, slots=True)
class CriterionWorse:
    """With the two at one table a bracket is worse: the first criterion that suffers."""

    article: str
    points: Tenths
    """The score of the bracket."""
    criterion: QualityCriterion
    now: tuple[int, ...]
    """How many fall short of it as it is; of a list of scores or differences, how many at each.
    Empty where players count for different numbers."""
    then: tuple[int, ...]
    """How many would with the two at one table."""
    at: tuple[Tenths, ...] = ()
    """The scores or differences, the largest first."""
    floats: Number | None = None
    """Who of the two would have to float down from the bracket, if they are not in one."""
    rises: Number | None = None
    """Who of the two would have to float up to the bracket."""


@dataclass(frozen=True, slots=True)
class AsGoodButLater:
    """With the two at one table a bracket is as good by all criteria, but comes later in order."""

    article: str
    points: Tenths
    floats: Number | None = None
    rises: Number | None = None


@dataclass(frozen=True, slots=True)
class OthersStranded:
    """With the two at one table, and the brackets above as they are, others cannot be paired."""

    article: str
    points: Tenths
    proof: LeavesUnpairable
    bye_points: Tenths | None = None
    """The score at which the bye must stay, where that is what could not be kept."""


@dataclass(frozen=True, slots=True)
class Between:
    """What stands between two: an obstacle, their colours, their points."""

    obstacle: Obstacle | SetByTable | None
    """They have met, may not meet, or the limits leave both the same colour."""
    article: str
    """The article of the obstacle; none for the word of an organiser."""
    points: tuple[Tenths, Tenths]
    """The points that put each of the two in a score group."""
    groups_article: str
    """The article by which competitors of one score group meet."""
    colours: tuple[tuple[Colour, ...], tuple[Colour, ...]] = ((), ())
    """The colours each has had, oldest first."""
    due: BothDue | None = None
    weighed: bool = False
    """Whether pairs of a group are weighed against each other rather than made one by one."""
    judged: CriterionWorse | AsGoodButLater | OthersStranded | None = None
    """What their bracket would be with the two at one table, where brackets are judged."""
