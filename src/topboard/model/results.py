"""The results of games and matches, byes and absences."""

from __future__ import annotations

from enum import Enum
from typing import TypeAlias

from topboard._frozen import dataclass
from topboard.model.participants import Colour, Number, Tenths


class Manner(Enum):
    """The manner in which a game or match ended, or its status if it has not ended."""

    PLAYED = "played"
    DEFAULT = "default"
    """One participant forfeited, so the other one won."""
    BOTH_DEFAULTED = "both defaulted"
    UNFINISHED = "unfinished"
    """The game or match is in progress, and its points are provisional."""
    PENDING = "pending"
    """The game or match is paired but has no result, so its points have no meaning."""


@dataclass(frozen=True, slots=True)
class Game:
    """One game of a match, with the number of each player, or None for a missing player."""

    white: Number | None
    black: Number | None
    white_points: Tenths = 0
    black_points: Tenths = 0
    manner: Manner = Manner.PLAYED
    rated: bool = True


@dataclass(frozen=True, slots=True)
class Meeting:
    """A pairing of two participants, and its result in game or match points.

    ``white`` or ``black`` is None if the record does not say who the absent opponent was.
    """

    white: Number | None
    black: Number | None
    white_points: Tenths = 0
    black_points: Tenths = 0
    manner: Manner = Manner.PLAYED
    rated: bool = True
    paired_as: tuple[Tenths, Tenths] | None = None
    """The points with which rounds were paired before the result was final or corrected, else
    None.
    """
    colour_known: bool = True
    games: tuple[Game, ...] = ()
    paired_manner: Manner = Manner.UNFINISHED
    """The manner of the result in ``paired_as``, which is ``PLAYED`` if that result was final."""
    known_from: int = 0
    """The first round that was paired with the current result.

    The value 0 means that only the round right after this game or match was paired without it.
    """
    rated_as: tuple[Tenths, Tenths] | None = None
    """The points that count for rating if they differ from those that count in the event, else
    None.

    They differ if a correction came too late for anything else.
    """
    did_not_arrive: bool | None = None
    """Whether a team that forfeited every board did not arrive at all, or None if unknown."""


GameResult: TypeAlias = "str | tuple[Tenths, Tenths] | Meeting"
"""A result as text such as ``1-0``, as the points of White and Black in tenths, or as a meeting."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game or match that was played, as one participant sees it."""

    opponent: Number
    colour: Colour
    points: Tenths
    against: Tenths
    rated: bool = True


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A game or match in progress and its provisional result, as one participant sees it."""

    opponent: Number
    colour: Colour
    points: Tenths
    against: Tenths
    as_drawn: tuple[Tenths, Tenths] | None = None
    """The participant's and opponent's points with unfinished games as draws, or None."""


@dataclass(frozen=True, slots=True)
class ForfeitWin:
    """A game or match won by forfeit. The opponent may be unknown."""

    opponent: Number | None
    points: Tenths
    rated: bool = False


@dataclass(frozen=True, slots=True)
class ForfeitLoss:
    """A game or match lost by forfeit.

    It counts neither as a colour played nor as a meeting of the two participants.
    """

    opponent: Number | None
    points: Tenths = 0
    rated: bool = False


@dataclass(frozen=True, slots=True)
class DoubleForfeit:
    """A game or match that both participants forfeited."""

    opponent: Number | None


@dataclass(frozen=True, slots=True)
class Pending:
    """A game or match that is paired but has no result yet."""

    opponent: Number
    colour: Colour


@dataclass(frozen=True, slots=True)
class PairingBye:
    """The pairing-allocated bye (PAB)."""


@dataclass(frozen=True, slots=True)
class HalfPointBye:
    """A bye worth a draw, granted on request."""


@dataclass(frozen=True, slots=True)
class FullPointBye:
    """A bye worth a win, granted by the arbiter."""


@dataclass(frozen=True, slots=True)
class ZeroPointBye:
    """Absence from one round, with or without permission, worth no points by default."""


@dataclass(frozen=True, slots=True)
class NotYetEntered:
    """A round before the participant entered the tournament."""


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A round after the participant withdrew or was excluded."""


Absence: TypeAlias = HalfPointBye | FullPointBye | ZeroPointBye | NotYetEntered | Withdrawn
Away: TypeAlias = PairingBye | Absence
Outcome: TypeAlias = Played | Unfinished | ForfeitWin | ForfeitLoss | DoubleForfeit | Pending | Away
