"""Dates, times of day and time zones as strings. This module never reads the system clock.

A day is a string such as ``2026-05-01``. A start is a day, or a day and a local time at the event
such as ``2026-05-01T18:30``.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from typing import TypeAlias
from zoneinfo import ZoneInfo, available_timezones

from topboard.messages import message, say, say_kept

Instant: TypeAlias = datetime
"""A moment in time, with its time zone."""

_YEAR_FIRST = re.compile(r"\s*(\d{4})\D(\d{1,2})\D(\d{1,2})(?!\d)|\s*(\d{4})(\d{2})(\d{2})(?!\d)")
_DAY_FIRST = re.compile(r"\s*(\d{1,2})\D(\d{1,2})\D(\d{4})(?!\d)")
_START = re.compile(r"(\d{4}-\d{2}-\d{2})(?:[T ](\d{1,2}:\d{2}))?")

WEEKDAYS = (
    message("Monday"),
    message("Tuesday"),
    message("Wednesday"),
    message("Thursday"),
    message("Friday"),
    message("Saturday"),
    message("Sunday"),
)


def parse_day(text: str) -> str:
    """Return the date at the beginning of a string, in the form ``2026-05-01``.

    In the input, the year or the day may come first. Return an empty string if there is no date.
    """
    if found := _YEAR_FIRST.match(text):
        parts = [part for part in found.groups() if part]
    elif found := _DAY_FIRST.match(text):
        parts = [*reversed(found.groups())]
    else:
        return ""
    year, month, day = parts
    return f"{year}-{int(month):02}-{int(day):02}"


def parse_start(start: str) -> datetime | None:
    """Return the start of a round or event as a naive datetime, or None if it is not valid."""

    if not (found := _START.fullmatch(start.strip())):
        return None
    day, time = found.groups()
    try:
        return datetime.fromisoformat(f"{day}T{(time or '0:00').zfill(5)}")
    except ValueError:
        return None


def parse_time(text: str) -> datetime | None:
    """Return the date and time in an ISO 8601 string, or None if the string is not valid.

    A time without a time zone is taken as UTC.
    """
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def normalize_start(text: str, time: str = "") -> str:
    """Return the start of a round or event in the form ``2026-05-01T18:30``.

    The time of day may be missing, or be given separately. Invalid parts are returned as they are.
    """
    day, _, hour = text.strip().replace("T", " ").partition(" ")
    hour = time.strip() or hour.strip()
    said = (parse_day(day) or day) + (f"T{hour}" if hour else "")
    if (found := parse_start(said)) is None:
        return said
    return found.isoformat(timespec="minutes") if hour else found.date().isoformat()


def has_time_of_day(start: str) -> bool:
    """Return whether the start of a round or event includes a time of day."""
    return ":" in start


def shift_start_time(start: str, days: int, minutes: int) -> str:
    """Return a start time shifted by days and minutes of local time, ignoring clock changes."""

    found = parse_start(start)
    assert found is not None, "a start that was read before"
    moved = found + timedelta(days=days, minutes=minutes)
    return (
        moved.isoformat(timespec="minutes") if has_time_of_day(start) else moved.date().isoformat()
    )


def days_between(first: str, second: str) -> int:
    """Return the number of days from the first date to the second."""
    begins, ends = parse_start(first), parse_start(second)
    assert begins is not None, "a day that was read before"
    assert ends is not None, "a day that was read before"
    return (ends - begins).days


# --- time zones ---------------------------------------------------------------------------


def is_time_zone(name: str) -> bool:
    """Return whether the time zone database contains this name."""
    return _find_time_zone(name) is not None


def has_time_zone_database() -> bool:
    """Return whether this computer knows any time zones.

    Windows has no database of its own, so the package ``tzdata`` has to be installed there.
    """
    return bool(available_timezones())


def list_time_zones() -> list[str]:
    """Return the sorted names of all geographical time zones."""

    return sorted(name for name in available_timezones() if "/" in name and name[:4] != "Etc/")


def _find_time_zone(name: str) -> ZoneInfo | None:
    try:
        return ZoneInfo(name) if name else None
    except (KeyError, OSError, ValueError):
        # The name is unknown, is that of a folder or has invalid characters.
        return None


def start_in_utc(start: str, zone: str, minutes_before: int = 0) -> Instant | None:
    """Return the start in UTC, or a time ``minutes_before`` the start.

    Return None if the time of the start or its time zone is not known.
    """
    found, there = parse_start(start), _find_time_zone(zone)
    if found is None or there is None or not has_time_of_day(start):
        return None
    return found.replace(tzinfo=there).astimezone(UTC) - timedelta(minutes=minutes_before)


def convert_to_time_zone(moment: Instant, zone: str) -> Instant:
    """Return a moment in a time zone, or in that of this computer if the zone is not known."""
    return moment.astimezone(_find_time_zone(zone))


def build_clock_change_warning(start: str, zone: str) -> str:
    """Return a warning if a clock change skips or repeats this time, else an empty string."""

    found, there = parse_start(start), _find_time_zone(zone)
    if found is None or there is None or not has_time_of_day(start):
        return ""
    first, second = (found.replace(tzinfo=there, fold=fold) for fold in (0, 1))
    if first.astimezone(UTC).astimezone(there).replace(tzinfo=None) != found:
        return say("this time does not exist because the clocks go forward")
    if first.utcoffset() != second.utcoffset():
        return say("this time occurs twice because the clocks go back")
    return ""


def format_start(start: str, zone: str = "") -> str:
    """Return a start time as documents show it, with weekday, date, time and time zone."""
    found = parse_start(start)
    if found is None:
        return start
    day = say(
        "{weekday} {day}",
        weekday=say_kept(WEEKDAYS[found.weekday()]),
        day=found.date().isoformat(),
    )
    if not has_time_of_day(start):
        return day
    time = f"{found:%H:%M}"
    if not zone:
        return say("{day}, {time}", day=day, time=time)
    return say(
        "{day}, {time} ({zone})", day=day, time=time, zone=_format_zone_with_offset(found, zone)
    )


def format_start_in_full(start: str, zone: str = "") -> str:
    """Return a start time with the name of the month, such as "Friday, May 1, 2026, 18:30".

    The time zone follows in parentheses if it is given.
    """
    found = parse_start(start)
    if found is None:
        return start
    day = say(
        "{weekday}, {day}",
        weekday=say_kept(WEEKDAYS[found.weekday()]),
        day=format_event_days_in_full(found.date().isoformat(), ""),
    )
    if not has_time_of_day(start):
        return day
    time = f"{found:%H:%M}"
    if not zone:
        return say("{day}, {time}", day=day, time=time)
    return say(
        "{day}, {time} ({zone})", day=day, time=time, zone=_format_zone_with_offset(found, zone)
    )


def format_time_zone_at(start: str, zone: str) -> str:
    """Return a time zone with its difference from UTC at a start, such as "Oslo, UTC+01:00"."""
    found = parse_start(start)
    return zone if found is None else _format_zone_with_offset(found, zone)


def _format_zone_with_offset(found: datetime, zone: str) -> str:
    there = _find_time_zone(zone)
    offset = None if there is None else found.replace(tzinfo=there).utcoffset()
    if offset is None:
        return zone
    minutes = int(offset.total_seconds()) // 60
    hours, rest = divmod(abs(minutes), 60)
    return f"{zone}, UTC{'-' if minutes < 0 else '+'}{hours:02}:{rest:02}"


def format_event_days(start: str, end: str) -> str:
    """Return the first and last day of an event, such as "2026-05-01 to 2026-05-09".

    If only one of them is known, or they are equal, return that day.
    """
    first, last = parse_day(start) or start.strip(), parse_day(end) or end.strip()
    if first and last and first != last:
        return say("{first} to {last}", first=first, last=last)
    return first or last


MONTHS = (
    message("January"),
    message("February"),
    message("March"),
    message("April"),
    message("May"),
    message("June"),
    message("July"),
    message("August"),
    message("September"),
    message("October"),
    message("November"),
    message("December"),
)


def format_event_days_in_full(start: str, end: str) -> str:
    """Return the days of an event with the name of the month, such as "May 9, 2026".

    If a day is not a date, the days are returned as ``format_event_days`` formats them.
    """
    try:
        first = date.fromisoformat(parse_day(start) or parse_day(end))
        last = date.fromisoformat(parse_day(end) or parse_day(start))
    except ValueError:
        return format_event_days(start, end)
    month, last_month = (say_kept(MONTHS[day.month - 1]) for day in (first, last))
    if first == last:
        return say("{month} {day}, {year}", month=month, day=first.day, year=first.year)
    if (first.year, first.month) == (last.year, last.month):
        return say(
            "{month} {day}\u2013{last_day}, {year}",
            month=month,
            day=first.day,
            last_day=last.day,
            year=first.year,
        )
    return say(
        "{first} \u2013 {last}",
        first=say("{month} {day}, {year}", month=month, day=first.day, year=first.year),
        last=say("{month} {day}, {year}", month=last_month, day=last.day, year=last.year),
    )


SHORT_WEEKDAYS = (
    message("Mon"),
    message("Tue"),
    message("Wed"),
    message("Thu"),
    message("Fri"),
    message("Sat"),
    message("Sun"),
)


def format_round_start(start: str) -> str:
    """Return a start of a round in a few words, such as "Thu, November 19, 16:00".

    A start that is not a date is returned unchanged.
    """
    found = parse_start(start)
    if found is None:
        return start
    day = say(
        "{weekday}, {month} {day}",
        weekday=say_kept(SHORT_WEEKDAYS[found.weekday()]),
        month=say_kept(MONTHS[found.month - 1]),
        day=found.day,
    )
    if not has_time_of_day(start):
        return day
    return say("{day}, {time}", day=day, time=f"{found:%H:%M}")


def format_time_in_words(moment: datetime, now: datetime) -> str:
    """Return a time relative to ``now``: "today 15:40", or "November 9, 2026, 15:40".

    Both times are in the same time zone.
    """
    time, days = f"{moment:%H:%M}", (now.date() - moment.date()).days
    if days == 0:
        return say("today {time}", time=time)
    if days == 1:
        return say("yesterday {time}", time=time)
    if days == -1:
        return say("tomorrow {time}", time=time)
    return format_moment(moment)


def format_moment(moment: datetime) -> str:
    """Return a day and time such as "November 9, 2026, 15:40"."""
    day = format_event_days_in_full(moment.date().isoformat(), "")
    return say("{day}, {time}", day=day, time=f"{moment:%H:%M}")


def format_day_in_words(moment: datetime, now: datetime) -> str:
    """Return the day of a time relative to ``now``: "today", or "November 9, 2026"."""
    day = moment.date()
    if day == now.date():
        return say("today")
    return format_event_days_in_full(day.isoformat(), "")


def format_month_or_day(text: str) -> str:
    """Return a month or a day with the name of the month: "November 2026", or "May 1, 2026".

    A string that is neither is returned unchanged.
    """
    if not (found := re.fullmatch(r"(\d{4})-(0[1-9]|1[0-2])", text)):
        return format_event_days_in_full(text, "")
    year, month = map(int, found.groups())
    return say("{month} {year}", month=say_kept(MONTHS[month - 1]), year=year)
