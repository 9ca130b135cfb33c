"""Results of boards and matches, games, byes and absences."""

from __future__ import annotations

from enum import Enum
from typing import TypeAlias

from topboard._frozen import dataclass
from topboard.model.participants import Colour, Number, Tenths


class Manner(Enum):
    """The way in which a meeting of two participants, or a single game, ended."""

    PLAYED = "played"
    DEFAULT = "default"
    """One participant did not come, so the other won by forfeit."""
    BOTH_DEFAULTED = "both defaulted"
    UNFINISHED = "unfinished"
    """The meeting is in progress, and its points are provisional."""
    PENDING = "pending"
    """The meeting is paired but has no result, so its points mean nothing."""


@dataclass(frozen=True, slots=True)
class Game:
    """One board of a match, with the numbers of the persons, or None for an empty chair."""

    white: Number | None
    black: Number | None
    white_points: Tenths = 0
    black_points: Tenths = 0
    manner: Manner = Manner.PLAYED
    rated: bool = True


@dataclass(frozen=True, slots=True)
class Meeting:
    """A pairing of two participants and its result, in points of a game or a match.

    A participant is None if the record does not name the absent opponent.
    """

    white: Number | None
    black: Number | None
    white_points: Tenths = 0
    black_points: Tenths = 0
    manner: Manner = Manner.PLAYED
    rated: bool = True
    paired_as: tuple[Tenths, Tenths] | None = None
    """The points with which rounds were paired before the result was finished or corrected."""
    colour_known: bool = True
    games: tuple[Game, ...] = ()
    paired_manner: Manner = Manner.UNFINISHED
    """The manner of the meeting when the points were ``paired_as``; played if those were final."""
    known_from: int = 0
    """The first round paired with the current result.

    The value 0 means that only the next round was paired without it.
    """
    rated_as: tuple[Tenths, Tenths] | None = None
    """The points for rating if a correction came too late for everything else, or None."""
    did_not_arrive: bool | None = None
    """Whether a team that forfeited every board had not arrived, or None if not recorded."""


@dataclass(frozen=True, slots=True)
class Played:
    """A meeting that was played, from the view of one participant."""

    opponent: Number
    colour: Colour
    points: Tenths
    against: Tenths
    rated: bool = True


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A meeting still in progress and its provisional result, from the view of one participant."""

    opponent: Number
    colour: Colour
    points: Tenths
    against: Tenths
    as_drawn: tuple[Tenths, Tenths] | None = None
    """The own and the opponent's points with unfinished games as draws, or None if unknown."""


@dataclass(frozen=True, slots=True)
class ForfeitWin:
    """A win by forfeit; the opponent may be unknown."""

    opponent: Number | None
    points: Tenths
    rated: bool = False


@dataclass(frozen=True, slots=True)
class ForfeitLoss:
    """A game or match lost by forfeit.

    It has no colour, and the two have not met.
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
    """A meeting that is paired but has no result yet."""

    opponent: Number
    colour: Colour


@dataclass(frozen=True, slots=True)
class PairingBye:
    """The pairing-allocated bye (PAB)."""


@dataclass(frozen=True, slots=True)
class HalfPointBye:
    """A bye worth a draw that was requested and granted."""


@dataclass(frozen=True, slots=True)
class FullPointBye:
    """A bye that was granted with the points of a win."""


@dataclass(frozen=True, slots=True)
class ZeroPointBye:
    """Absence from one round, with or without permission."""


@dataclass(frozen=True, slots=True)
class NotYetEntered:
    """A round before the participant joined."""


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A round after the participant left or was excluded."""


Absence: TypeAlias = HalfPointBye | FullPointBye | ZeroPointBye | NotYetEntered | Withdrawn
Away: TypeAlias = PairingBye | Absence
Outcome: TypeAlias = Played | Unfinished | ForfeitWin | ForfeitLoss | DoubleForfeit | Pending | Away
