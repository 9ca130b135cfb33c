"""Actions that arrange an event around its rounds: details, visibility, schedule, prizes."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, TypeAlias

from topboard._frozen import dataclass
from topboard.event.parameters import Argument
from topboard.messages import message
from topboard.model import Number
from topboard.model.event_info import EventInfo


@dataclass(frozen=True, slots=True)
class ChangeDetails:
    """A change of the name and the details of the event."""

    name: str
    details: EventInfo


@dataclass(frozen=True, slots=True)
class SetVisibility:
    """A change of the event's public pages to visible or hidden."""

    public: bool


@dataclass(frozen=True, slots=True)
class ScheduleRounds:
    """The start of each round of a section, beginning with round 1; empty if it is not decided."""

    section: str
    starts: tuple[str, ...]
    """The starts as dates, or as dates with a local time such as ``2026-05-01T18:30``."""
    time_zone: str = ""


# --- categories and prizes -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Category:
    """A subset of the participants: those who meet every condition given here."""

    name: str
    under: int = 0
    """The age that members have not reached yet; 0 means any age."""
    from_age: int = 0
    """The age that members have reached; 0 means any age."""
    low: int = 0
    """The lowest rating of members; 0 means no limit."""
    high: int = 0
    """The highest rating of members; 0 means no limit."""
    unrated: bool = False
    """Whether unrated participants belong to the category; without a rating range, only they do."""
    sex: str = ""
    """The sex of members, ``w`` or ``m``; empty means any."""
    label: str = ""
    """The label that members carry; empty means any."""


@dataclass(frozen=True, slots=True)
class SetCategories:
    """The new categories of a section, which replace the old ones."""

    section: str
    categories: tuple[Category, ...]
    day: str = ""
    """The date on which ages are counted.

    If it is empty, ages are counted as FIDE does, for the year in which the event starts.
    """


@dataclass(frozen=True, slots=True)
class LabelCompetitors:
    """A label chosen by the arbiter, with all the participants who carry it from now on."""

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
    """How prizes are shared among participants with the same points."""

    EQUALLY = "shared equally"
    TIE_BREAK = "by the tie-breaks"


@dataclass(frozen=True, slots=True)
class Prize:
    """A prize for a place overall or in a category: an amount, an object, or both."""

    place: int
    amount: int = 0
    """The amount in the smallest unit of the currency."""
    thing: str = ""
    category: str = ""
    """The category of the prize; empty means overall."""


@dataclass(frozen=True, slots=True)
class SetPrizes:
    """The new prizes of a section, which replace the old ones."""

    section: str
    prizes: tuple[Prize, ...]
    sharing: PrizeSharing = PrizeSharing.EQUALLY
    currency: str = ""
    decimals: int = 2
    """The number of decimals of an amount."""


Arrangement: TypeAlias = ScheduleRounds | SetCategories | LabelCompetitors | SetPrizes
