"""The details of an event that are shown in lists of events and used in searches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass, replace
from topboard.event.search import get_first_and_last_event_day
from topboard.event.summaries import dump_event_summary, summarize_event

if TYPE_CHECKING:
    from topboard.event.state import Event


@dataclass(frozen=True, slots=True)
class EventListing:
    """The details of an event in one row of a list."""

    name: str
    first_day: str
    last_day: str
    systems: str
    """The names of the sections' pairing systems, separated by spaces, without duplicates."""
    stage: str
    words: str
    """The searchable words of the event, each preceded by a space.

    The space makes a search match only the beginning of a word.
    """
    in_short: str
    """The event summary shown in a list, serialized as a string."""
    public: bool | None
    """Whether everyone can see the event's public pages, or None if that was never set."""


def build_event_listing(event: Event) -> EventListing:
    """Return the details of an event for a list."""
    found = summarize_event(event)
    first, last = get_first_and_last_event_day(found)
    return EventListing(
        event.name,
        first,
        last,
        " ".join(found.systems),
        found.stage.value,
        "".join(f" {word}" for word in found.searchable_words),
        # The number of the last journal entry has its own column, and most actions change nothing
        # else here.
        dump_event_summary(replace(found, last=0)),
        event.public,
    )
