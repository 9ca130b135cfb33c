"""What is on record of an event beside its sections: place, days, people; no rule looks at it."""

from __future__ import annotations

from topboard._frozen import dataclass


@dataclass(frozen=True, slots=True)
class EventInfo:
    """What a report says about an event and no rule looks at."""

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
    """Records of a file that Topboard keeps without using them: (code, text)."""
    venue: str = ""
    """The hall, where the city does not say it."""
    organiser: str = ""
    time_zone: str = ""
    """Where the clocks of the event are, by its name in the IANA list: ``America/Toronto``."""
    round_times: tuple[str, ...] = ()
    """When each round begins on its day, as in ``18:30``."""
