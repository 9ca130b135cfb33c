"""Acts that arrange an event around its rounds: details, who sees it, schedule, prizes."""

from __future__ import annotations

from enum import Enum
from typing import TypeAlias

from topboard._frozen import dataclass
from topboard.model import Number
from topboard.model.event_info import EventInfo


@dataclass(frozen=True, slots=True)
class ChangeDetails:
    """The name and the details of the event are replaced by others."""

    name: str
    details: EventInfo


@dataclass(frozen=True, slots=True)
class SetVisibility:
    """Everybody may see the public pages of the event from here on, or nobody may."""

    public: bool


@dataclass(frozen=True, slots=True)
class ScheduleRounds:
    """When the rounds of a section begin, round 1 first; empty where it is not settled."""

    section: str
    starts: tuple[str, ...]
    """Days, or days with a time on the clocks of the zone: ``2026-05-01T18:30``."""
    time_zone: str = ""


# --- categories and prizes -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Category:
    """Some of the competitors: those of whom everything holds that is said here."""

    name: str
    under: int = 0
    """Who has not reached this age; 0: of any age."""
    from_age: int = 0
    """Who has reached this age; 0: of any age."""
    low: int = 0
    """The lowest rating; 0: any."""
    high: int = 0
    """The highest rating; 0: any."""
    unrated: bool = False
    """Whether those without a rating belong to it too; where no rating is asked for, only they."""
    sex: str = ""
    """``w`` or ``m``."""
    label: str = ""
    """That was put on the competitors."""


@dataclass(frozen=True, slots=True)
class SetCategories:
    """The categories of a section are replaced by these."""

    section: str
    categories: tuple[Category, ...]
    day: str = ""
    """On which day ages are counted; none: as FIDE does it, in the year of the first day."""


@dataclass(frozen=True, slots=True)
class LabelCompetitors:
    """These competitors, and no others, have a label that the arbiter made up."""

    section: str
    label: str
    numbers: tuple[Number, ...]


class PrizeSharing(Enum):
    """What becomes of prizes where several have the same points."""

    EQUALLY = "shared equally"
    TIE_BREAK = "by the tie-breaks"


@dataclass(frozen=True, slots=True)
class Prize:
    """A prize for a place among all, or in a category: an amount, a thing, or both."""

    place: int
    amount: int = 0
    """In the smallest unit of the currency."""
    thing: str = ""
    category: str = ""
    """None: among all."""


@dataclass(frozen=True, slots=True)
class SetPrizes:
    """The prizes of a section are replaced by these."""

    section: str
    prizes: tuple[Prize, ...]
    sharing: PrizeSharing = PrizeSharing.EQUALLY
    currency: str = ""
    decimals: int = 2
    """How many digits of an amount stand behind the point."""


Arrangement: TypeAlias = ScheduleRounds | SetCategories | LabelCompetitors | SetPrizes
