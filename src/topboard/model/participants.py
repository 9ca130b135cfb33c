"""The participants of a tournament: players and teams, with their ratings."""

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
    """A colour of the pieces; for a team, its colour on board 1."""

    WHITE = "white"
    BLACK = "black"

    # Each colour has only one instance. Colours are looked up often, and an Enum would hash its
    # name each time.
    __hash__ = object.__hash__

    opposite: Colour
    """The other colour."""


Colour.WHITE.opposite, Colour.BLACK.opposite = Colour.BLACK, Colour.WHITE


class RatingKind(Enum):
    """The kind of games a rating is based on; ``national`` means games rated by a federation."""

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
    """A choice of rating list and kind that determines which rating counts.

    Without a period, it means the latest list.
    """

    list: str
    kind: RatingKind = RatingKind.STANDARD
    period: str = ""
    pick: str = ""
    """Whether the ``highest`` or ``lowest`` of adjacent choices with this value counts.

    If it is empty, the first one counts.
    """


@dataclass(frozen=True, slots=True)
class Player:
    """A person who plays, either as a participant or as a member of a team.

    In a roster, ``number`` is the person's number in the event's list of players.
    """

    number: Number
    name: str
    rating: int | None = None
    """The rating used by the rules, from any list, or None if the player is unrated."""
    sex: str = ""
    title: str = ""
    federation: str = ""
    fide_id: str = ""
    birth: str = ""
    rating_source: str = ""
    """The source of ``rating``, or empty if it was entered by hand."""
    affiliations: tuple[str, ...] = ()
    """The player's region, city, family and the like, for information.

    A request not to meet a player is recorded as a forbidden pair instead.
    """
    joined: int = 1
    """The first round for which the participant could be paired."""
    pairing_score: Tenths | None = None
    """A score used for pairing only, given to a late entry on joining."""
    ratings: tuple[Rating, ...] = ()
    """The player's ratings in all lists, for information; no rule uses them."""
    club: str = ""
    national_id: str = ""
    """The player's number in the national federation."""
    contact: str = ""
    """Contact details for the arbiters, which never appear in documents or on public pages."""
    labels: tuple[str, ...] = ()
    """Category labels chosen by the arbiter, which no rule uses."""


@dataclass(frozen=True, slots=True)
class Team:
    """A team, with its roster in board order and reserves last."""

    number: Number
    name: str
    players: tuple[Player, ...] = ()
    average: Fraction | None = None
    """The recorded average rating if the roster is not known, or else None."""
    letter: str = "A"
    """The letter that distinguishes the teams of a federation: A, or B and C for the host."""
    federation: str = ""
    short_name: str = ""
    previous_standing: int | None = None
    joined: int = 1
    """The first round for which the participant could be paired."""
    pairing_score: Tenths | None = None
    """A score used for pairing only, given to a late entry on joining."""
    labels: tuple[str, ...] = ()
    """Category labels chosen by the arbiter, which no rule uses."""
    captain: str = ""


Competitor: TypeAlias = Player | Team
