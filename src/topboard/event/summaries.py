"""Summaries of events for lists, computed after each journal entry and stored."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.event.apply_rounds import list_tables_without_result
from topboard.event.codec import dump_record_as_json, load_typed_value_from_json
from topboard.event.logo import decode_logo
from topboard.messages import message
from topboard.model.event_info import EventInfo
from topboard.text.names import folded_name_parts

if TYPE_CHECKING:
    from topboard.event.state import Event, Section


class EventStage(Enum):
    """The stages of an event, from preparation to closing."""

    PREPARED = "prepared"
    RUNNING = "running"
    PLAYED = "played"
    CLOSED = "closed"


STAGES = {
    EventStage.PREPARED: message("in preparation"),
    EventStage.RUNNING: message("in progress"),
    EventStage.PLAYED: message("finished"),
    EventStage.CLOSED: message("closed"),
}


@dataclass(frozen=True, slots=True)
class SectionSummary:
    """The summary of a section in a list of events."""

    name: str
    system: str
    rounds: int
    published: int = 0
    competitors: int = 0
    entries_closed: bool = False


@dataclass(frozen=True, slots=True)
class EventSummary:
    """The summary of an event in a list, after journal entry number ``last``."""

    name: str
    details: EventInfo
    stage: EventStage
    last: int
    sections: tuple[SectionSummary, ...] = ()
    public: bool | None = None
    """Whether everyone can see the event's public pages.

    None means the default where it is stored.
    """
    logo: str = ""
    """The file name of the event's logo; empty if there is none."""

    @property
    def closed(self) -> bool:
        """Return whether the event is closed."""
        return self.stage is EventStage.CLOSED

    @property
    def systems(self) -> tuple[str, ...]:
        """Return the pairing systems of the event's sections, without duplicates."""
        return tuple(dict.fromkeys(one.system for one in self.sections))

    @property
    def searchable_words(self) -> tuple[str, ...]:
        """Return the words in the event's name, place and section names for searching."""
        place = self.details
        named = (self.name, place.city, place.venue, place.federation, place.organiser)
        every = (*named, *(one.name for one in self.sections))
        return tuple(dict.fromkeys(word for text in every for word in folded_name_parts(text)))


def summarize_event(event: Event) -> EventSummary:
    """Return the summary of an event for a list."""
    sections = tuple(map(summarize_section, event.sections.values()))
    stage = find_event_stage(event)
    logo = decode_logo(event.logo)
    return EventSummary(
        event.name,
        event.details,
        stage,
        event.last,
        sections,
        event.public,
        logo.file_name if logo else "",
    )


def summarize_section(section: Section) -> SectionSummary:
    """Return the summary of a section for a list of events."""
    return SectionSummary(
        section.name,
        section.system,
        section.settings.rounds,
        len(section.rounds),
        len(section.competitors),
        section.entries_closed,
    )


def find_event_stage(event: Event) -> EventStage:
    """Return the stage that an event has reached.

    An event counts as played once every section has been played.
    """
    if event.closed:
        return EventStage.CLOSED
    sections = event.sections.values()
    if not any(one.rounds for one in sections):
        return EventStage.PREPARED
    return EventStage.PLAYED if all(map(is_section_played, sections)) else EventStage.RUNNING


def is_section_played(section: Section) -> bool:
    """Return whether all rounds of a section have been played and have all their results."""
    rounds = section.rounds
    done = bool(rounds) and len(rounds) >= section.settings.rounds
    return done and not list_tables_without_result(rounds[-1])


def dump_event_summary(summary: EventSummary) -> str:
    """Return a summary as a JSON string for storage."""
    return dump_record_as_json(summary)


def load_event_summary(text: str) -> EventSummary:
    """Return the summary parsed from a stored JSON string."""
    return load_typed_value_from_json(EventSummary, text)
