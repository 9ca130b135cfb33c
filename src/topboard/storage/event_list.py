"""The data about an event that lists of events show and searches use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass, replace
from topboard.event.search import event_days
from topboard.event.summaries import dump_summary, summarize_event

if TYPE_CHECKING:
    from topboard.event.state import Event


@dataclass(frozen=True, slots=True)
class EventListing:
    """The data about an event in one row of a list."""

    name: str
    first_day: str
    last_day: str
    systems: str
    """The names of its sections' pairing systems, separated by spaces, without duplicates."""
    stage: str
    words: str
    """The searchable words of the event, each preceded by a space.

    The space lets a search match only the beginning of a word.
    """
    in_short: str
    """The event summary that a list shows, serialized as text."""
    public: bool | None
    """Whether everyone can see its public pages, or None if that was never set."""


def build_listing(event: Event) -> EventListing:
    """Return the data about an event for a list."""
    found = summarize_event(event)
    first, last = event_days(found)
    return EventListing(
        event.name,
        first,
        last,
        " ".join(found.systems),
        found.stage.value,
        "".join(f" {word}" for word in found.searchable_words),
        # The number of the last journal entry has its own column, and most actions change nothing
        # else here.
        dump_summary(replace(found, last=0)),
        event.public,
    )
