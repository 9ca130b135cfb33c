"""Acts that arrange an event around its rounds: its details and when the rounds begin."""

from __future__ import annotations

from typing import TypeAlias

from topboard.details import Details
from topboard.records import dataclass


@dataclass(frozen=True, slots=True)
class ChangeDetails:
    """The name and the details of the event are replaced by others."""

    name: str
    details: Details


@dataclass(frozen=True, slots=True)
class ScheduleRounds:
    """When the rounds of a section begin, round 1 first; empty where it is not settled."""

    section: str
    starts: tuple[str, ...]
    """Days, or days with a time on the clocks of the zone: ``2026-05-01T18:30``."""
    time_zone: str = ""


Arrangement: TypeAlias = ScheduleRounds
