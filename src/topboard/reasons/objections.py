"""The objections to pairing two given participants in the next round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass

if TYPE_CHECKING:
    from topboard.model import Colour, Number, Tenths
    from topboard.reasons.obstacles import CriterionWorse, LeavesOthersUnpairable, Obstacle
    from topboard.reasons.why_not import OthersCouldNotBePaired


@dataclass(frozen=True, slots=True)
class FixedByRoundRobinTable:
    """The obstacle that a round-robin table fixes all meetings of the two participants."""

    rounds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SharedDueColour:
    """A colour that both participants are due.

    It is a reason against the pair but does not forbid it.
    """

    colour: Colour
    article: str


@dataclass(frozen=True, slots=True)
class PairingAsGoodButLater:
    """The verdict that a pairing with the two participants is as good, but comes later in the
    order.
    """

    article: str
    points: Tenths
    floats: Number | None = None
    rises: Number | None = None


@dataclass(frozen=True, slots=True)
class Objections:
    """The arguments against a pair: an obstacle, or the colours or points of the two
    participants.
    """

    obstacle: Obstacle | FixedByRoundRobinTable | None
    """The obstacle that forbids the pair, or None if there is none.

    The two participants have met, may not meet, or can have only the same colour.
    """
    article: str
    """The article that the obstacle is based on, or empty if the organiser forbids the pair."""
    points: tuple[Tenths, Tenths]
    """The points of each participant, which decide their scoregroups."""
    groups_article: str
    """The article that says that participants of the same scoregroup meet."""
    colours: tuple[tuple[Colour, ...], tuple[Colour, ...]] = ((), ())
    """The colour histories of both participants, oldest first."""
    due: SharedDueColour | None = None
    weighed: bool = False
    """Whether the system compares all pairs of a group together instead of making them one by
    one.
    """
    judged: CriterionWorse | PairingAsGoodButLater | LeavesOthersUnpairable | None = None
    """What would be worse in the bracket if the two participants met.

    It is None if the system does not evaluate brackets.
    """
    unpairable: OthersCouldNotBePaired | None = None
    """The participants who could not be paired if the two participants of the pair met.

    It is None if there are none, or if the system does not evaluate brackets.
    """
