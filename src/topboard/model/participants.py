"""The participants of a tournament (players and teams) and their ratings."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NewType, TypeAlias

from topboard._frozen import dataclass

if TYPE_CHECKING:
    from fractions import Fraction


Number = NewType("Number", int)
"""A tournament pairing number (TPN), fixed before round 1."""

Tenths: TypeAlias = int
"""A number of points, in tenths of a point."""

POINT: Tenths = 10


class Colour(Enum):
    """A colour of the pieces. For a team, it is the colour on board 1."""

    WHITE = "white"
    BLACK = "black"

    # Each colour has only one instance. Colours are looked up often, and an Enum would hash its
    # name each time.
    __hash__ = object.__hash__

    opposite: Colour
    """The other colour."""


Colour.WHITE.opposite, Colour.BLACK.opposite = Colour.BLACK, Colour.WHITE


class RatingKind(Enum):
    """The kind of games on which a rating is based.

    ``national`` means games rated by a national federation.
    """

    STANDARD = "standard"
    RAPID = "rapid"
    BLITZ = "blitz"
    NATIONAL = "national"


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating published in a rating list."""

    value: int
    list: str
    kind: RatingKind = RatingKind.STANDARD
    period: str = ""
    """The month or day of the rating list, such as ``2026-11``, or an empty string if unknown."""


@dataclass(frozen=True, slots=True)
class RatingChoice:
    """A rating list and kind of rating that an event uses.

    If no period is given, the latest list is used.
    """

    list: str
    kind: RatingKind = RatingKind.STANDARD
    period: str = ""
    pick: str = ""
    """Which rating counts among adjacent choices with the same ``pick``: ``highest`` or ``lowest``.

    If it is empty, the first rating found is used.
    """


@dataclass(frozen=True, slots=True)
class Player:
    """A person who plays, either as a participant or as a member of a team.

    For a team member, ``number`` is the person's number in the event's list of players.
    """

    number: Number
    name: str
    rating: int | None = None
    """The rating that the rules use, or None if the player is unrated."""
    sex: str = ""
    title: str = ""
    federation: str = ""
    fide_id: str = ""
    birth: str = ""
    rating_source: str = ""
    """The source of ``rating``, or an empty string if it was entered by hand."""
    affiliations: tuple[str, ...] = ()
    """The player's region, city, family and similar groups.

    They do not keep players apart. A request not to meet is recorded as a forbidden pair.
    """
    joined: int = 1
    """The first round in which the participant can be paired."""
    pairing_score: Tenths | None = None
    """The score, used for pairing only, that a late entry is given on joining."""
    ratings: tuple[Rating, ...] = ()
    """The player's ratings in all rating lists, for information only."""
    club: str = ""
    national_id: str = ""
    """The player's ID number in their national federation."""
    contact: str = ""
    """Contact details for the arbiters. They never appear in documents or on public pages."""
    labels: tuple[str, ...] = ()
    """Category labels assigned by the arbiter. No pairing rule uses them."""


@dataclass(frozen=True, slots=True)
class Team:
    """A team and its roster, in board order with reserves last."""

    number: Number
    name: str
    players: tuple[Player, ...] = ()
    average: Fraction | None = None
    """The recorded average rating of a team whose roster is unknown, else None."""
    letter: str = "A"
    """The letter of the team within its federation: A, or B and C for further teams of the host."""
    federation: str = ""
    short_name: str = ""
    previous_standing: int | None = None
    joined: int = 1
    """The first round in which the team can be paired."""
    pairing_score: Tenths | None = None
    """The score, used for pairing only, that a late entry is given on joining."""
    labels: tuple[str, ...] = ()
    """Category labels assigned by the arbiter. No pairing rule uses them."""
    captain: str = ""


Competitor: TypeAlias = Player | Team
