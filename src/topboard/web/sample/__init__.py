"""Sample events for newcomers, created with the actions that an arbiter would take at the desk.

An open is being played, a team event has matches with line-ups, and a weekend Swiss is over.
"""

from __future__ import annotations

from datetime import timedelta
from importlib.resources import files
from typing import TYPE_CHECKING

from topboard.event.actions import Announce, SetLineUpDeadline, SetLogo
from topboard.event.logo import encode_logo
from topboard.model import EventInfo
from topboard.web.sample import entries
from topboard.web.sample.arbiter import SampleArbiter

if TYPE_CHECKING:
    from datetime import date

    from topboard.web.repository import EventRepository

OPEN, TEAMS, WEEKEND = "atlantic-open", "north-atlantic-team-cup", "maple-weekend-swiss"
"""The names of the sample events in URLs."""
CHIEF = "Marguerite Savoie"
SATURDAY = 5


def create_sample_events(repository: EventRepository, today: date) -> None:
    """Create the sample events if the repository has no events. Round 4 of the open is today."""
    with repository.lock_and_check_for_no_events() as is_empty:
        if is_empty:
            saturday = today - timedelta(days=7 + (today.weekday() - SATURDAY) % 7)
            _create_weekend_swiss(repository, saturday)
            _create_team_event(repository, today - timedelta(days=1))
            _create_open(repository, today - timedelta(days=2))


def _set_logo(arbiter: SampleArbiter, name: str) -> None:
    image = files("topboard.web.sample").joinpath("logos", f"{name}.png").read_bytes()
    arbiter.take_action(SetLogo(encode_logo(image)))


def _create_open(repository: EventRepository, first: date) -> None:
    """Create an open in round 4 of 7, with a late entry, requested byes and a forfeit."""
    details = EventInfo(
        city="Halifax",
        federation="CAN",
        start=first.isoformat(),
        end=(first + timedelta(days=3)).isoformat(),
        chief_arbiter=CHIEF,
        deputies=("Owen Tulk",),
        time_control="90 min + 30 sec",
        venue="Pier Hall",
        organiser="Harbour Chess Club",
        time_zone="America/Halifax",
    )
    with SampleArbiter.create_event(repository, "Atlantic Open", details, first) as arbiter:
        _set_logo(arbiter, "open")
        section = "Open"
        arbiter.add_section(section, "fide_dutch_2026", 7, tie_breaks=("BH/C1", "BH", "SB", "DE"))
        arbiter.take_action(Announce(section))
        arbiter.schedule_rounds(section, (0, "18:00"), (1, "10:00"), (1, "16:00"),
                                (2, "10:00"), (2, "16:00"), (3, "09:30"), (3, "15:00"))  # fmt: skip
        arbiter.enter_participants(section, entries.build_open_players())
        arbiter.grant_half_point_bye(section, "Banerjee, Arjun", 3)
        arbiter.grant_half_point_bye(section, "Sinclair, Isla", 5)
        arbiter.play_round(section, 1)
        arbiter.enter_late(section, entries.build_late_player(), 2)
        arbiter.play_round(section, 2, forfeit_of="Jackson, Tyler")
        arbiter.play_round(section, 3)
        arbiter.play_round(section, 4, results=9)


def _create_team_event(repository: EventRepository, first: date) -> None:
    """Create a team event in round 3 of 5. The line-ups of three teams are still missing."""
    details = EventInfo(
        city="St. John's",
        federation="CAN",
        start=first.isoformat(),
        end=(first + timedelta(days=3)).isoformat(),
        chief_arbiter="Bernard Kehoe",
        time_control="90 min/40 moves + 30 min + 30 sec",
        venue="Signal Hill Centre",
        organiser="North Atlantic Chess League",
        time_zone="America/St_Johns",
    )
    name = "North Atlantic Team Cup"
    with SampleArbiter.create_event(repository, name, details, first) as arbiter:
        _set_logo(arbiter, "teams")
        section = "Teams"
        arbiter.add_section(section, "olympiad_2022", 5, boards=4)
        arbiter.take_action(Announce(section))
        arbiter.schedule_rounds(
            section, (0, "15:00"), (1, "10:00"), (1, "16:00"), (2, "15:00"), (3, "10:00")
        )
        arbiter.take_action(SetLineUpDeadline(section, 60))
        arbiter.enter_participants(section, entries.build_teams())
        arbiter.play_round(section, 1)
        arbiter.play_round(section, 2)
        arbiter.play_round(section, 3, results=1, missing_line_ups=3)


def _create_weekend_swiss(repository: EventRepository, first: date) -> None:
    """Create a weekend Swiss by the Canadian rules, in which all rounds have been played."""
    details = EventInfo(
        city="Moncton",
        federation="CAN",
        start=first.isoformat(),
        end=(first + timedelta(days=1)).isoformat(),
        chief_arbiter=CHIEF,
        time_control="60 min + 30 sec",
        organiser="Petitcodiac Chess Society",
        time_zone="America/Moncton",
    )
    with SampleArbiter.create_event(repository, "Maple Weekend Swiss", details, first) as arbiter:
        _set_logo(arbiter, "weekend")
        section = "Open"
        arbiter.add_section(section, "cfc_swiss", 5)
        arbiter.take_action(Announce(section))
        arbiter.schedule_rounds(
            section, (0, "10:00"), (0, "14:00"), (0, "18:00"), (1, "10:00"), (1, "14:30")
        )
        arbiter.enter_participants(section, entries.build_weekend_players())
        arbiter.grant_half_point_bye(section, "Lavoie, Maxime", 4)
        for number in range(1, 6):
            arbiter.play_round(section, number)
