"""Information about an event that no rule uses, such as place, days and people."""

from __future__ import annotations

from topboard._frozen import dataclass


@dataclass(frozen=True, slots=True)
class EventInfo:
    """The information about an event that appears in reports but that no rule uses."""

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
    """The name of the playing hall, if the city is not enough."""
    organiser: str = ""
    time_zone: str = ""
    """The IANA name of the event's time zone, such as ``America/Toronto``."""
    round_times: tuple[str, ...] = ()
    """The starting time of each round, such as ``18:30``."""
