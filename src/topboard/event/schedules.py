"""Dates and times of an event: parsing them and finding problems with them."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from topboard._frozen import replace
from topboard.errors import BadInput, Problem
from topboard.event import actions
from topboard.event.actions import ChangeDetails, ScheduleRounds
from topboard.messages import say
from topboard.text import dates

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.event.arguments import UserInput
    from topboard.event.state import Event
    from topboard.model import EventInfo

_EVERY = re.compile(
    r"\s*(?:(\d{1,3})\s*d(?:ays?)?)?\s*(?:(\d{1,3})\s*h(?:ours?)?)?\s*(?:(\d{1,4})\s*m(?:in)?)?\s*"
)
_WEB_ADDRESS = re.compile(r"https?://[^\s/?#]+[^\s]*", re.IGNORECASE)
TEXTS = (
    "city",
    "venue",
    "federation",
    "organiser",
    "chief_arbiter",
    "time_control",
    "time_zone",
    "website",
    "organiser_contact",
    "description",
)
"""The event details that are plain text."""


# --- parsing ------------------------------------------------------------------------------------


def update_event_details_from_input(asked: UserInput, before: EventInfo) -> EventInfo:
    """Return the event details after updating them with the values entered."""
    said: dict[str, Any] = {name: asked.text(name) for name in TEXTS if asked.has(name)}
    for name in ("start", "end"):
        if asked.has(name):
            said[name] = dates.normalize_start(asked.text(name))
    if "description" in said:
        # A form has a field of several lines, but the journal keeps texts of one line.
        said["description"] = " ".join(said["description"].split())
    if asked.has("deputies"):
        lines = (
            line.strip()
            for text in asked.all_values_of_argument("deputies")
            for line in text.splitlines()
        )
        said["deputies"] = tuple(filter(None, lines))
    return replace(before, **said)


def compute_round_starts(first: str, every: str, rounds: int) -> tuple[str, ...]:
    """Return the start of each round.

    Rounds follow at a fixed interval such as ``1d`` or ``3h 30m``. Raise ``BadInput`` if the first
    start or the interval is invalid.
    """
    found = _EVERY.fullmatch(every)
    days, hours, minutes = (int(part or 0) for part in found.groups()) if found else (0, 0, 0)
    if not days and not hours and not minutes:
        remedy = say("Enter an interval such as 1d, 7d, 4h or 3h 30m.")
        raise BadInput([Problem(say("invalid interval between rounds"), "every", every, remedy)])
    if problems := [*_find_unreadable_start_problem(first, say("round {round}", round=1))]:
        raise BadInput(problems)
    minutes += 60 * hours
    return tuple(dates.shift_start_time(first, days * n, minutes * n) for n in range(rounds))


# --- problems -----------------------------------------------------------------------------------


def find_schedule_problems(event: Event, act: actions.Act) -> Iterator[Problem]:
    """Yield the problems with the dates, times and time zones in an action."""
    if isinstance(act, actions.CreateEvent):
        yield from _find_wrong_day_order(act.details)
        yield from _find_unknown_time_zone(act.details.time_zone)
    elif isinstance(act, ChangeDetails):
        yield from _find_event_details_problems(event, act)
    elif isinstance(act, ScheduleRounds):
        yield from _find_round_start_problems(event, act)


def _find_event_details_problems(event: Event, act: ChangeDetails) -> Iterator[Problem]:
    now, before = act.details, event.details
    for word, day, old in (
        (say("first day"), now.start, before.start),
        (say("last day"), now.end, before.end),
    ):
        # A value that another program wrote may stay as it is until it is changed.
        if day != old and day:
            yield from _find_unreadable_start_problem(
                day, word, say("Enter the date in the form 2026-05-01.")
            )
    yield from _find_wrong_day_order(now)
    if now.website != before.website:
        yield from _find_unsafe_website(now.website)
    if now.time_zone != before.time_zone:
        yield from _find_unknown_time_zone(now.time_zone)
    for section in event.sections.values():
        if section.schedule is not None:
            where = say("section {name}", name=section.name)
            yield from _find_rounds_outside_event(now, section.schedule.starts, f"{where}, ")


def _find_unsafe_website(website: str) -> Iterator[Problem]:
    """Yield a problem if a website is not an address that readers can open safely."""
    if website and not is_web_address(website):
        yield Problem(
            say("the website is not a web address"),
            "website",
            website,
            say("Enter an address that starts with https:// or http://."),
        )


def is_web_address(text: str) -> bool:
    """Return whether a text is an address that starts with ``http://`` or ``https://``."""
    return _WEB_ADDRESS.fullmatch(text) is not None


def _find_round_start_problems(event: Event, act: ScheduleRounds) -> Iterator[Problem]:
    planned = event.section(act.section).settings.rounds
    if len(act.starts) > planned:
        what = say(
            "there are more start times ({count}) than rounds ({planned})",
            count=len(act.starts),
            planned=planned,
        )
        yield Problem(what, remedy=say("Enter one start time for each round."))
        return
    found = [
        p
        for n, start in _list_decided_starts_by_round(act.starts)
        for p in _find_unreadable_start_problem(start, _format_round_label(n))
    ]
    yield from found
    if found:
        return
    yield from _find_unknown_time_zone(act.time_zone)
    if not act.time_zone and any(map(dates.has_time_of_day, act.starts)):
        remedy = say("Set a time zone, such as America/Toronto or Europe/Berlin.")
        yield Problem(say("a start time needs a time zone"), "time zone", remedy=remedy)
    for number, start in _list_decided_starts_by_round(act.starts):
        if trouble := dates.build_clock_change_warning(start, act.time_zone):
            remedy = say("Choose a different time.")
            yield Problem(trouble, _format_round_label(number), f"{start} {act.time_zone}", remedy)
    yield from _find_rounds_out_of_order(act.starts)
    yield from _find_rounds_outside_event(event.details, act.starts)


def _list_decided_starts_by_round(starts: Sequence[str]) -> list[tuple[int, str]]:
    return [(number, start) for number, start in enumerate(starts, start=1) if start]


def _format_round_label(number: int) -> str:
    return say("round {round}", round=number)


def _find_unreadable_start_problem(start: str, where: str, remedy: str = "") -> Iterator[Problem]:
    if dates.parse_start(start) is None:
        remedy = remedy or say("Enter the start time in the form 2026-05-01 18:30.")
        yield Problem(say("invalid date or time"), where, start, remedy)


def _find_wrong_day_order(details: EventInfo) -> Iterator[Problem]:
    first, last = dates.parse_day(details.start), dates.parse_day(details.end)
    if first and last and last < first:
        what = say("the event ends before it starts")
        remedy = say("Choose {first} or a later day.", first=first)
        yield Problem(what, say("last day"), details.end, remedy)


def _find_unknown_time_zone(zone: str) -> Iterator[Problem]:
    if not zone or dates.is_time_zone(zone):
        return
    if not dates.has_time_zone_database():
        remedy = say("Install one with pip install tzdata, or leave the time zone out.")
        what = say("this computer has no time zone database")
        yield Problem(what, "time zone", zone, remedy)
    else:
        remedy = say("Use a name from the IANA list, such as America/Toronto or Europe/Berlin.")
        yield Problem(say("unknown time zone"), "time zone", zone, remedy)


def _find_rounds_out_of_order(starts: Sequence[str]) -> Iterator[Problem]:
    """Yield a problem for each round that does not start after the previous one.

    Rounds on the same day need no start times.
    """
    for (_, before), (number, start) in pairwise(_list_decided_starts_by_round(starts)):
        both = dates.has_time_of_day(before) and dates.has_time_of_day(start)
        early = start <= before if both else start[:10] < before[:10]
        if early:
            what = say("the round must start later than the previous one")
            remedy = say("Choose a start time after {before}.", before=dates.format_start(before))
            yield Problem(what, _format_round_label(number), dates.format_start(start), remedy)


def _find_rounds_outside_event(
    details: EventInfo, starts: Sequence[str], where: str = ""
) -> Iterator[Problem]:
    first, last = dates.parse_day(details.start), dates.parse_day(details.end)
    if last and last < first:
        return
    for number, start in _list_decided_starts_by_round(starts):
        if (first and start[:10] < first) or (last and start[:10] > last):
            what = say("the round is outside the dates of the event")
            days = dates.format_event_days(details.start, details.end)
            remedy = say("Change the round or the dates of the event ({days}).", days=days)
            yield Problem(
                what, f"{where}{_format_round_label(number)}", dates.format_start(start), remedy
            )
