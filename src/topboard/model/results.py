"""What happened at a table: results, games, byes and absences."""

from __future__ import annotations

from enum import Enum
from typing import TypeAlias

from topboard._frozen import dataclass
from topboard.model.participants import Colour, Number, Tenths


class Manner(Enum):
    """How a meeting of two competitors, or a single game, ended."""

    PLAYED = "played"
    DEFAULT = "default"
    """One side did not come: the other won without playing."""
    BOTH_DEFAULTED = "both defaulted"
    UNFINISHED = "unfinished"
    """Still going on; the points are the provisional ones."""
    PENDING = "pending"
    """Paired, no result yet; the points mean nothing."""


@dataclass(frozen=True, slots=True)
class Game:
    """One board of a match. The numbers are persons' numbers; None is an empty chair."""

    white: Number | None
    black: Number | None
    white_points: Tenths = 0
    black_points: Tenths = 0
    manner: Manner = Manner.PLAYED
    rated: bool = True


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two competitors set against each other, and what came of it: points of a game or a match.

    A side is None where the record does not name the absent opponent.
    """

    white: Number | None
    black: Number | None
    white_points: Tenths = 0
    black_points: Tenths = 0
    manner: Manner = Manner.PLAYED
    rated: bool = True
    paired_as: tuple[Tenths, Tenths] | None = None
    """With which rounds were paired before it was finished, or corrected."""
    colour_known: bool = True
    games: tuple[Game, ...] = ()
    paired_manner: Manner = Manner.UNFINISHED
    """How the meeting stood when it was ``paired_as``; played where those points are final."""
    known_from: int = 0
    """The first round paired with the result that stands; 0: the next one was not, all others."""
    rated_as: tuple[Tenths, Tenths] | None = None
    """What counts for the ratings where a correction came too late for the rest."""
    did_not_arrive: bool | None = None
    """Whether a team that lost every board by forfeit had not arrived; None: nobody has said."""


@dataclass(frozen=True, slots=True)
class Played:
    """A meeting that took place."""

    opponent: Number
    colour: Colour
    points: Tenths
    against: Tenths
    rated: bool = True


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A meeting still going on, with the result that is recorded for the time being."""

    opponent: Number
    colour: Colour
    points: Tenths
    against: Tenths
    as_drawn: tuple[Tenths, Tenths] | None = None
    """Own and opposing points with each unfinished game as a draw; None: games not known."""


@dataclass(frozen=True, slots=True)
class ForfeitWin:
    """Won because the opponent did not come; the opponent may be unknown to the record."""

    opponent: Number | None
    points: Tenths
    rated: bool = False


@dataclass(frozen=True, slots=True)
class ForfeitLoss:
    """A game or match lost by not coming: without colour, and the two have not met."""

    opponent: Number | None
    points: Tenths = 0
    rated: bool = False


@dataclass(frozen=True, slots=True)
class DoubleForfeit:
    """Neither side came."""

    opponent: Number | None


@dataclass(frozen=True, slots=True)
class Pending:
    """Paired, no result yet."""

    opponent: Number
    colour: Colour


@dataclass(frozen=True, slots=True)
class PairingBye:
    """The bye that falls to one competitor of an odd field."""


@dataclass(frozen=True, slots=True)
class HalfPointBye:
    """A bye asked for and granted, worth a draw."""


@dataclass(frozen=True, slots=True)
class FullPointBye:
    """A bye granted at the value of a win."""


@dataclass(frozen=True, slots=True)
class ZeroPointBye:
    """Absent from one round, with leave or without."""


@dataclass(frozen=True, slots=True)
class NotYetEntered:
    """The competitor joined later."""


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """The competitor had left, or was excluded."""


Absence: TypeAlias = HalfPointBye | FullPointBye | ZeroPointBye | NotYetEntered | Withdrawn
Away: TypeAlias = PairingBye | Absence
Outcome: TypeAlias = Played | Unfinished | ForfeitWin | ForfeitLoss | DoubleForfeit | Pending | Away
