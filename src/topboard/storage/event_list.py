"""What a list of events shows of each, and a search looks at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass, replace
from topboard.event.search import days_of
from topboard.event.summaries import dump_summary, summarize_event

if TYPE_CHECKING:
    from topboard.event.state import Event


@dataclass(frozen=True, slots=True)
class Listing:
    """An event in a line of a list."""

    name: str
    first_day: str
    last_day: str
    systems: str
    """The systems of its sections, each once."""
    stage: str
    words: str
    """By whose first letters the event is found, each with a blank before it."""
    in_short: str
    """All that a list shows, as text."""
    public: bool | None
    """Whether everybody may see its public pages; None: nobody has said so."""


def listing_of(event: Event) -> Listing:
    """The line of an event."""
    found = summarize_event(event)
    first, last = days_of(found)
    return Listing(
        event.name,
        first,
        last,
        " ".join(found.systems),
        found.stage.value,
        "".join(f" {word}" for word in found.words),
        # The number of the last entry has its own column: most acts change nothing else here.
        dump_summary(replace(found, last=0)),
        event.public,
    )
