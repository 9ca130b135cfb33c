"""What a list of events shows of each, and a search looks at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.records import dataclass

if TYPE_CHECKING:
    from topboard.event.state import Event


@dataclass(frozen=True, slots=True)
class Listing:
    """An event in a line of a list."""

    name: str
    city: str
    federation: str
    first_day: str
    last_day: str
    systems: str
    """The systems of its sections, each once."""
    closed: bool


def listing_of(event: Event) -> Listing:
    """The line of an event."""
    details = event.details
    systems = dict.fromkeys(section.system for section in event.sections.values())
    return Listing(
        event.name,
        details.city,
        details.federation,
        details.start,
        details.end,
        " ".join(systems),
        event.closed,
    )
