"""Search criteria for events and for the actions of all events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.text import dates
from topboard.text.names import parts

if TYPE_CHECKING:
    from topboard.event.summaries import EventInShort, EventStage


@dataclass(frozen=True, slots=True)
class EventSearch:
    """Criteria for finding events; empty criteria match every event."""

    words: str = ""
    """Each must be the start of a word in the name, place, a section or the address."""
    stage: EventStage | None = None
    system: str = ""
    first: str = ""
    """The event ends on this day or later."""
    last: str = ""
    """The event starts on this day or earlier."""

    @property
    def is_empty(self) -> bool:
        """Return whether every event matches."""
        return self == EventSearch()

    def finds(self, stem: str, one: EventInShort) -> bool:
        """Return whether an event matches the criteria."""
        return (
            (self.stage is None or one.stage is self.stage)
            and (not self.system or self.system in one.systems)
            and self._finds_days(one)
            and self._finds_words(stem, one)
        )

    def _finds_days(self, one: EventInShort) -> bool:
        if not self.first and not self.last:
            return True
        start, end = event_days(one)
        return (
            bool(start)
            and (not self.first or end >= self.first)
            and (not self.last or start <= self.last)
        )

    def _finds_words(self, stem: str, one: EventInShort) -> bool:
        known = (*one.words, *parts(stem)) if self.words else ()
        return all(any(word.startswith(asked) for word in known) for asked in parts(self.words))


def event_days(one: EventInShort) -> tuple[str, str]:
    """Return the first and the last day of an event; if only one is known, it is both."""
    start, end = dates.parse_day(one.details.start), dates.parse_day(one.details.end)
    return start or end, end or start


def listing_order_key(stem: str, one: EventInShort) -> tuple[bool, int, str, str]:
    """Return the sort key of an event list: events without a date first, then the latest."""
    start, _ = event_days(one)
    return bool(start), -int(start.replace("-", "") or 0), one.name.casefold(), stem


@dataclass(frozen=True, slots=True)
class AuditSearch:
    """Criteria for finding actions in all events; empty criteria match every action."""

    who: str = ""
    events: EventSearch = EventSearch()
    day: str = ""
    kind: str = ""
    """The kind of action, by its name in journals."""
