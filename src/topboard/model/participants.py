"""The participants: players, teams and their ratings."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NewType, TypeAlias

from topboard._frozen import dataclass

if TYPE_CHECKING:
    from fractions import Fraction


Number = NewType("Number", int)
"""A pairing number (TPN), fixed before round 1."""

Tenths: TypeAlias = int
"""Points in tenths of a point."""

POINT: Tenths = 10


class Colour(Enum):
    """The colour of the pieces; for a team, the colour on board 1."""

    WHITE = "white"
    BLACK = "black"

    # There is one instance of each. Colours are looked up often, and an Enum would hash its name
    # each time.
    __hash__ = object.__hash__

    opposite: Colour
    """The other colour."""


Colour.WHITE.opposite, Colour.BLACK.opposite = Colour.BLACK, Colour.WHITE


class RatingKind(Enum):
    """The games a rating is made of; ``national`` means those that a federation rates."""

    STANDARD = "standard"
    RAPID = "rapid"
    BLITZ = "blitz"
    NATIONAL = "national"


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating as published in a list."""

    value: int
    list: str
    kind: RatingKind = RatingKind.STANDARD
    period: str = ""
    """The month or day of the list, such as ``2026-11``, or empty if unknown."""


@dataclass(frozen=True, slots=True)
class RatingChoice:
    """A rating that counts, by list and kind; without a period it is the latest."""

    list: str
    kind: RatingKind = RatingKind.STANDARD
    period: str = ""
    pick: str = ""
    """``highest`` or ``lowest`` to choose among adjacent choices with the same value, or empty."""


@dataclass(frozen=True, slots=True)
class Player:
    """A single player, as a participant or as a member of a team's roster.

    In a roster, ``number`` is the person's number in the event's list of players.
    """

    number: Number
    name: str
    rating: int | None = None
    """The rating that counts, from any list."""
    sex: str = ""
    title: str = ""
    federation: str = ""
    fide_id: str = ""
    birth: str = ""
    rating_source: str = ""
    """The source of the rating that counts, or empty if ``rating`` was entered by hand."""
    affiliations: tuple[str, ...] = ()
    """Region, city, family and the like, as facts; a wish not to meet is a forbidden pair."""
    joined: int = 1
    """The first round for which the participant could be paired."""
    pairing_score: Tenths | None = None
    """A score used for pairing only, given to a late entrant on joining."""
    ratings: tuple[Rating, ...] = ()
    """The ratings from all lists, which no rule uses."""
    club: str = ""
    national_id: str = ""
    """The number given by the federation."""
    contact: str = ""
    """How to reach the person, for the arbiters only and on no document or public page."""
    labels: tuple[str, ...] = ()
    """The arbiter's own words for categories, which no rule uses."""


@dataclass(frozen=True, slots=True)
class Team:
    """A team; its roster is in board order, reserves last."""

    number: Number
    name: str
    players: tuple[Player, ...] = ()
    average: Fraction | None = None
    """The average rating as recorded, if the roster is not known."""
    letter: str = "A"
    """Which of its federation's teams this is: A, or the host's B or C."""
    federation: str = ""
    short_name: str = ""
    previous_standing: int | None = None
    joined: int = 1
    """The first round for which the participant could be paired."""
    pairing_score: Tenths | None = None
    """A score used for pairing only, given to a late entrant on joining."""
    labels: tuple[str, ...] = ()
    """The arbiter's own words for categories, which no rule uses."""
    captain: str = ""


Competitor: TypeAlias = Player | Team
