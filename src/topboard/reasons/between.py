"""What the rules see of two competitors before anything is decided about the round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.records import dataclass

if TYPE_CHECKING:
    from topboard.model import Colour, Tenths
    from topboard.reasons import Obstacle


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
