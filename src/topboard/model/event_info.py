"""Information about an event that no rule uses, such as the city, the dates and officials."""

from __future__ import annotations

from topboard._frozen import dataclass


@dataclass(frozen=True, slots=True)
class EventInfo:
    """Information about an event that appears in reports but is not used by any rule."""

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
    """Records of an imported file that Topboard does not use but keeps, as (code, text)."""
    venue: str = ""
    """The name of the playing venue, if the city alone does not identify it."""
    organiser: str = ""
    time_zone: str = ""
    """The IANA name of the event's time zone, such as ``America/Toronto``."""
    round_times: tuple[str, ...] = ()
    """The starting time of each round, such as ``18:30``."""
    website: str = ""
    """The address of the event's own website, which starts with ``http://`` or ``https://``."""
    organiser_contact: str = ""
    """How to reach the organiser, such as an email address or a telephone number."""
    description: str = ""
    """A few sentences about the event for its public page."""
