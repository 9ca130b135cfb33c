"""Named templates from which new events are created.

A template contains the sections with their settings, the round schedule, the categories and the
prizes. It contains no participants, pairings or results.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from topboard._frozen import dataclass, fields, replace
from topboard.errors import BadInput, Problem
from topboard.event.actions import (
    AddSection,
    ScheduleRounds,
    SetBoardPrizes,
    SetCategories,
    SetPrizes,
)
from topboard.messages import say
from topboard.model.event_info import EventInfo
from topboard.text import dates

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from topboard.event.state import Event, Section

LONGEST_NAME = 60
SetupAct: TypeAlias = AddSection | ScheduleRounds | SetCategories | SetPrizes | SetBoardPrizes
"""The actions that a template contains."""


@dataclass(frozen=True, slots=True)
class EventTemplate:
    """The details and section settings from which new events are created."""

    name: str
    details: EventInfo
    """The place, time control and time zone of new events, and the dates of the original event."""
    arrangement: tuple[SetupAct, ...]

    @property
    def sections(self) -> tuple[AddSection, ...]:
        """Return the actions that add the sections of the template."""
        return tuple(act for act in self.arrangement if isinstance(act, AddSection))


def create_template_from_event(event: Event, name: str) -> EventTemplate:
    """Return a template with this name, made from the settings of an event.

    Raise ``BadInput`` if the name is invalid or the event has no sections.
    """
    if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
        remedy = say("Use 1 to {longest} printable characters.", longest=LONGEST_NAME)
        raise BadInput(
            [
                Problem(
                    say("the template name is empty, too long or not printable"),
                    quoted=name,
                    remedy=remedy,
                )
            ]
        )
    if not event.sections:
        remedy = say("Add a section first.")
        raise BadInput([Problem(say("the event has no sections yet"), remedy=remedy)])
    old = event.details
    kept = EventInfo(
        city=old.city,
        federation=old.federation,
        start=dates.parse_day(old.start),
        end=dates.parse_day(old.end),
        time_control=old.time_control,
        venue=old.venue,
        organiser=old.organiser,
        website=old.website,
        organiser_contact=old.organiser_contact,
        time_zone=old.time_zone,
    )
    acts = (
        act
        for section in event.sections.values()
        for act in _build_setup_actions_of_section(section)
    )
    return EventTemplate(name, kept, tuple(acts))


def _build_setup_actions_of_section(
    section: Section,
) -> Iterator[SetupAct]:
    settled: dict[str, Any] = {
        one.name: getattr(section.settings, one.name) for one in fields(type(section.settings))
    }
    yield AddSection(section.name, section.system, **settled)
    if section.schedule is not None:
        yield ScheduleRounds(section.name, section.schedule.starts, section.schedule.time_zone)
    if section.categories:
        # The reference date for ages is left out, because each event has its own.
        yield SetCategories(section.name, section.categories)
    for one in (section.prizes, section.board_prizes):
        if one is not None:
            yield replace(one, section=section.name)


def build_event_setup_from_template(
    template: EventTemplate, details: EventInfo
) -> tuple[EventInfo, list[SetupAct]]:
    """Return the details of a new event and the actions that set it up.

    Details that the user enters take precedence over those of the template. The round schedule is
    shifted to the new start date. Without a start date, no rounds are scheduled.
    """
    said = {
        one.name: value
        for one in fields(EventInfo)
        if (value := getattr(details, one.name)) != getattr(EventInfo(), one.name)
    }
    old, new = dates.parse_day(template.details.start), dates.parse_day(details.start)
    days = dates.days_between(old, new) if old and new else None
    end = template.details.end
    moved = dates.shift_start_time(end, days, 0) if end and days is not None else ""
    whole = replace(template.details, **{"start": new, "end": moved, **said})
    acts = [_shift_round_schedule(act, days) for act in template.arrangement]
    return whole, [act for act in acts if act is not None]


def _shift_round_schedule(act: SetupAct, days: int | None) -> SetupAct | None:
    if not isinstance(act, ScheduleRounds):
        return act
    if days is None:
        return None
    starts = tuple(start and dates.shift_start_time(start, days, 0) for start in act.starts)
    return replace(act, starts=starts)
