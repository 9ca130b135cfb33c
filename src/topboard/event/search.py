"""What somebody looks for among many events, and among the acts of all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.text import dates
from topboard.text.names import parts

if TYPE_CHECKING:
    from topboard.event.summaries import EventInShort, EventStage


@dataclass(frozen=True, slots=True)
class EventSearch:
    """Which events are looked for; what is empty does not matter."""

    words: str = ""
    """Each begins a word of the name, the place, a section or the word in the address."""
    stage: EventStage | None = None
    system: str = ""
    first: str = ""
    """A day: the event ends on it or later."""
    last: str = ""
    """A day: the event begins on it or earlier."""

    @property
    def is_empty(self) -> bool:
        """Whether every event is looked for."""
        return self == EventSearch()

    def finds(self, stem: str, one: EventInShort) -> bool:
        """Whether an event is one of those looked for."""
        return (
            (self.stage is None or one.stage is self.stage)
            and (not self.system or self.system in one.systems)
            and self._finds_days(one)
            and self._finds_words(stem, one)
        )

    def _finds_days(self, one: EventInShort) -> bool:
        if not self.first and not self.last:
            return True
        start, end = days_of(one)
        return (
            bool(start)
            and (not self.first or end >= self.first)
            and (not self.last or start <= self.last)
        )

    def _finds_words(self, stem: str, one: EventInShort) -> bool:
        known = (*one.words, *parts(stem)) if self.words else ()
        return all(any(word.startswith(asked) for word in known) for asked in parts(self.words))


def days_of(one: EventInShort) -> tuple[str, str]:
    """The first and the last day of an event; one alone is both."""
    start, end = dates.parse_day(one.details.start), dates.parse_day(one.details.end)
    return start or end, end or start


def latest_first(stem: str, one: EventInShort) -> tuple[bool, int, str, str]:
    """By what events stand in a list: those without a day on top, then the latest first."""
    start, _ = days_of(one)
    return bool(start), -int(start.replace("-", "") or 0), one.name.casefold(), stem


@dataclass(frozen=True, slots=True)
class AuditSearch:
    """Which acts are looked for in all events; what is empty does not matter."""

    who: str = ""
    events: EventSearch = EventSearch()
    day: str = ""
    kind: str = ""
    """The kind of act, as journals call it."""
