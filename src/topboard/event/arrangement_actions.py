"""Actions about the details, visibility, schedule, categories and prizes of an event."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, TypeAlias

from topboard._frozen import dataclass
from topboard.event.parameters import Argument, Option
from topboard.messages import message
from topboard.model import Number
from topboard.model.event_info import EventInfo


@dataclass(frozen=True, slots=True)
class ChangeDetails:
    """Action that changes the name and details of the event."""

    name: str
    details: EventInfo


@dataclass(frozen=True, slots=True)
class SetVisibility:
    """Action that makes the public pages of the event visible or hides them."""

    public: bool


@dataclass(frozen=True, slots=True)
class SetLogo:
    """Action that sets the logo of the event, or removes it."""

    image: str
    """A PNG, JPEG or WebP image as base64 text; empty removes the logo."""


@dataclass(frozen=True, slots=True)
class ScheduleRounds:
    """Action that sets when the rounds of a section start, beginning with round 1."""

    section: str
    starts: tuple[str, ...]
    """The start of each round as a date, or as a date and local time such as ``2026-05-01T18:30``.

    A start that has not been decided is empty.
    """
    time_zone: str = ""


# --- categories and prizes -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Category:
    """A category of participants, defined by conditions that every member must meet."""

    name: str
    under: int = 0
    """The age that members must not have reached; 0 means no limit."""
    from_age: int = 0
    """The minimum age of members; 0 means no limit."""
    low: int = 0
    """The minimum rating of members; 0 means no limit."""
    high: int = 0
    """The maximum rating of members; 0 means no limit."""
    unrated: bool = False
    """Whether unrated participants belong to the category.

    Without a rating range, it has only unrated members.
    """
    sex: str = ""
    """The sex of members, ``w`` or ``m``; empty means any."""
    label: str = ""
    """The label that members must have; empty means that none is required."""


@dataclass(frozen=True, slots=True)
class SetCategories:
    """Action that replaces the categories of a section."""

    section: str
    categories: tuple[Category, ...]
    day: str = ""
    """The reference date for ages.

    If it is empty, ages depend on the year in which the event starts, as in FIDE events.
    """


@dataclass(frozen=True, slots=True)
class LabelCompetitors:
    """Action that sets the participants who have a label chosen by the arbiter."""

    section: str
    label: Annotated[str, Argument("LABEL", message("name of the label, such as town"))]
    numbers: Annotated[
        tuple[Number, ...],
        Argument(
            "WHOM",
            message("numbers or names of all participants who have the label"),
            name="numbers",
            nargs="*",
        ),
    ]


class PrizeSharing(Enum):
    """The method of dividing prizes among participants with equal points."""

    EQUALLY = "shared equally"
    TIE_BREAK = "by the tie-breaks"


@dataclass(frozen=True, slots=True)
class Prize:
    """A prize for a place overall or in a category: an amount, an object, or both."""

    place: int
    amount: int = 0
    """The amount of money in the smallest unit of the currency, such as cents."""
    thing: str = ""
    category: str = ""
    """The name of the category that the prize is for; empty for an overall prize."""


@dataclass(frozen=True, slots=True)
class SetPrizes:
    """Action that replaces the prizes of a section."""

    section: str
    prizes: tuple[Prize, ...]
    sharing: PrizeSharing = PrizeSharing.EQUALLY
    currency: str = ""
    decimals: int = 2
    """The number of decimals in amounts of money."""


class BoardPrizeOrder(Enum):
    """The result by which the players of each board are ranked first."""

    POINTS = "points"
    PERFORMANCE = "performance"


@dataclass(frozen=True, slots=True)
class SetBoardPrizes:
    """Action that sets the conditions for board prizes in a team event."""

    section: str
    games: Annotated[
        int, Option("--games", "N", message("games that a player must have played (default: 0)"))
    ] = 0
    order: Annotated[
        BoardPrizeOrder,
        Option("--order", help=message("rank by points or performance first (default: points)")),
    ] = BoardPrizeOrder.POINTS


Arrangement: TypeAlias = (
    ScheduleRounds | SetCategories | LabelCompetitors | SetPrizes | SetBoardPrizes
)
