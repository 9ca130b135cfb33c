"""Search criteria to find events, or actions in all events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.text import dates
from topboard.text.names import folded_name_parts

if TYPE_CHECKING:
    from topboard.event.summaries import EventStage, EventSummary


@dataclass(frozen=True, slots=True)
class EventSearch:
    """Criteria for finding events; empty criteria match every event."""

    words: str = ""
    """The search terms.

    Each must match the beginning of a word in the event's name, place, sections or web address.
    """
    stage: EventStage | None = None
    system: str = ""
    first: str = ""
    """The first day of the period; the event must end on or after it."""
    last: str = ""
    """The last day of the period; the event must start on or before it."""

    @property
    def is_empty(self) -> bool:
        """Return whether there are no criteria, so that every event matches."""
        return self == EventSearch()

    def matches_event(self, stem: str, one: EventSummary) -> bool:
        """Return whether an event matches the criteria. ``stem`` is its name in web addresses."""
        return (
            (self.stage is None or one.stage is self.stage)
            and (not self.system or self.system in one.systems)
            and self._matches_event_days(one)
            and self._matches_search_words(stem, one)
        )

    def _matches_event_days(self, one: EventSummary) -> bool:
        if not self.first and not self.last:
            return True
        start, end = get_first_and_last_event_day(one)
        return (
            bool(start)
            and (not self.first or end >= self.first)
            and (not self.last or start <= self.last)
        )

    def _matches_search_words(self, stem: str, one: EventSummary) -> bool:
        known = (*one.searchable_words, *folded_name_parts(stem)) if self.words else ()
        return all(
            any(word.startswith(asked) for word in known) for asked in folded_name_parts(self.words)
        )


def get_first_and_last_event_day(one: EventSummary) -> tuple[str, str]:
    """Return the first and last day of an event. If only one day is known, it is returned twice."""
    start, end = dates.parse_day(one.details.start), dates.parse_day(one.details.end)
    return start or end, end or start


def event_list_sort_key(stem: str, one: EventSummary) -> tuple[bool, int, str, str]:
    """Return the sort key for lists of events.

    Events without a date come first, then the latest ones.
    """
    start, _ = get_first_and_last_event_day(one)
    return bool(start), -int(start.replace("-", "") or 0), one.name.casefold(), stem


@dataclass(frozen=True, slots=True)
class AuditSearch:
    """Criteria for finding actions across all events; empty criteria match every action."""

    who: str = ""
    events: EventSearch = EventSearch()
    day: str = ""
    kind: str = ""
    """The kind of action to find, by its name in journals."""
