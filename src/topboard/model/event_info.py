"""Information about an event besides its sections (place, days, people) that no rule uses."""

from __future__ import annotations

from topboard._frozen import dataclass


@dataclass(frozen=True, slots=True)
class EventInfo:
    """What a report says about an event and no rule uses."""

    city: str = ""
    federation: str = ""
    start: str = ""
    end: str = ""
    type: str = ""
    chief_arbiter: str = ""
    deputies: tuple[str, ...] = ()
    time_control: str = ""
    round_dates: tuple[str, ...] = ()
    comments: tuple[str, ...] = ()
    other: tuple[tuple[str, str], ...] = ()
    """Records of a file that Topboard keeps without using them, as (code, text)."""
    venue: str = ""
    """The hall, if it is not clear from the city."""
    organiser: str = ""
    time_zone: str = ""
    """The time zone of the event by its IANA name, such as ``America/Toronto``."""
    round_times: tuple[str, ...] = ()
    """When each round begins on its day, such as ``18:30``."""
