"""Who takes part: players, teams and their ratings."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NewType, TypeAlias

from topboard._frozen import dataclass

if TYPE_CHECKING:
    from fractions import Fraction


Number = NewType("Number", int)
"""A pairing number, fixed before round 1."""

Tenths: TypeAlias = int
"""Points in tenths of a point."""

POINT: Tenths = 10


class Colour(Enum):
    """The colour of the pieces; of a team, the colour of its board 1."""

    WHITE = "white"
    BLACK = "black"

    # There is one of each. Colours are looked up often, and an Enum hashes its name each time.
    __hash__ = object.__hash__

    opposite: Colour
    """The other colour."""


Colour.WHITE.opposite, Colour.BLACK.opposite = Colour.BLACK, Colour.WHITE


class RatingKind(Enum):
    """What games a rating is made of; ``national``: those that a federation rates."""

    STANDARD = "standard"
    RAPID = "rapid"
    BLITZ = "blitz"
    NATIONAL = "national"


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating as a list publishes it."""

    value: int
    list: str
    kind: RatingKind = RatingKind.STANDARD
    period: str = ""
    """The month or the day of the list, as in ``2026-11``; empty where it is not known."""


@dataclass(frozen=True, slots=True)
class RatingChoice:
    """A rating that counts: of which list and kind; where no period is named, the latest."""

    list: str
    kind: RatingKind = RatingKind.STANDARD
    period: str = ""
    pick: str = ""
    """``highest`` or ``lowest``: it is one of those beside it that say so."""


@dataclass(frozen=True, slots=True)
class Player:
    """A single player, as a competitor or as a member of a team's roster.

    In a roster ``number`` is the person's number in the event's list of players.
    """

    number: Number
    name: str
    rating: int | None = None
    """The rating that counts, whatever list it is from."""
    sex: str = ""
    title: str = ""
    federation: str = ""
    fide_id: str = ""
    birth: str = ""
    rating_source: str = ""
    """Which of the ratings counts; empty where ``rating`` was written by hand."""
    affiliations: tuple[str, ...] = ()
    """Region, city, family …: facts. Who asks not to meet somebody is in a forbidden pair."""
    joined: int = 1
    """The first round for which the competitor could be paired."""
    pairing_score: Tenths | None = None
    """A score used for pairing only, given to a late entrant on joining."""
    ratings: tuple[Rating, ...] = ()
    """The ratings of all lists; no rule looks at them."""
    club: str = ""
    national_id: str = ""
    """The number that the federation gave."""
    contact: str = ""
    """How to reach the person: for the arbiters, on no sheet and no public page."""
    labels: tuple[str, ...] = ()
    """Words that the arbiter made up for categories; no rule looks at them."""


@dataclass(frozen=True, slots=True)
class Team:
    """A team: its roster stands in board order, reserves last."""

    number: Number
    name: str
    players: tuple[Player, ...] = ()
    average: Fraction | None = None
    """The average rating as recorded, where the roster is not known."""
    letter: str = "A"
    """Which of its federation's teams this is: A, or the host's B or C."""
    federation: str = ""
    short_name: str = ""
    previous_standing: int | None = None
    joined: int = 1
    """The first round for which the competitor could be paired."""
    pairing_score: Tenths | None = None
    """A score used for pairing only, given to a late entrant on joining."""
    labels: tuple[str, ...] = ()
    """Words that the arbiter made up for categories; no rule looks at them."""
    captain: str = ""


Competitor: TypeAlias = Player | Team
