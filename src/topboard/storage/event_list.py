"""The data about an event that lists show and searches use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass, replace
from topboard.event.search import event_days
from topboard.event.summaries import dump_summary, summarize_event

if TYPE_CHECKING:
    from topboard.event.state import Event


@dataclass(frozen=True, slots=True)
class EventListing:
    """An event as one row of a list."""

    name: str
    first_day: str
    last_day: str
    systems: str
    """The systems of its sections, without duplicates."""
    stage: str
    words: str
    """The searchable words of the event, each preceded by a space.

    A search matches the beginning of a word.
    """
    in_short: str
    """The summary that a list shows, serialized as text."""
    public: bool | None
    """Whether everybody can see its public pages; None if that was never set."""


def build_listing(event: Event) -> EventListing:
    """Return the list row of an event."""
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
