"""The details of an event and the starts of its rounds: what is taken, and what is refused why."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.event.sessions import ARBITER, CONTEXT, SECTION, Play, dutch_event
from topboard.documents.catalog import available_document_kinds, build_documents
from topboard.documents.render import render
from topboard.documents.section_input import build_document_input
from topboard.errors import AuthorityNeeded, BadInput, Refused
from topboard.event import actions
from topboard.event.actions import ChangeDetails, ScheduleRounds
from topboard.event.arguments import UserInput
from topboard.event.schedules import compute_round_starts, update_event_details_from_input
from topboard.event.tournament import build_tournament
from topboard.formats import dumps, read_text
from topboard.model import EventInfo
from topboard.systems.registry import system
from topboard.text import dates

TORONTO = "America/Toronto"
DETAILS = EventInfo(
    city="Toronto",
    federation="CAN",
    start="2026-05-01",
    end="2026-05-03",
    venue="Library Hall",
    organiser="Chess Club",
    chief_arbiter="IA Ash, Ann",
    deputies=("FA Birch, Ben", "Cedar, Cy"),
    time_control="90 min + 30 sec",
    time_zone=TORONTO,
)
STARTS = ("2026-05-01T18:30", "2026-05-02T10:00", "2026-05-03")


def event_with_schedule():
    """Six players; the event has its details and three of its rounds their days."""
    play = dutch_event("fide_dutch_2026", 6, rounds=3)
    play.do(ChangeDetails("Spring Open", DETAILS))
    play.do(ScheduleRounds(SECTION, STARTS, TORONTO))
    return play


def problems_of(play, act) -> list[str]:
    with pytest.raises(BadInput) as caught:
        play.do(act)
    return [str(problem) for problem in caught.value.problems]


def test_the_tournament_data_of_a_section_include_details_and_schedule():
    facts = build_tournament(event_with_schedule().event, event_with_schedule().section)

    assert facts.name == "Spring Open"
    assert facts.details == replace(
        DETAILS,
        round_dates=("2026-05-01", "2026-05-02", "2026-05-03"),
        round_times=("18:30", "10:00", ""),
    )


@pytest.mark.parametrize("edition", ["trf16", "trf26", "event-json"])
def test_files_preserve_the_event_details(edition):
    play = event_with_schedule()
    facts = build_tournament(play.event, play.section)

    text = dumps(facts, edition)

    assert read_text(text).details == facts.details
    if edition == "trf26":
        assert "042 2026/05/01" in text
        assert "112 FA Birch, Ben" in text
        assert "132" + " " * 88 + "26/05/01  26/05/02  26/05/03" in text


def test_every_document_shows_date_place_and_section():
    play = event_with_schedule()
    play.round()
    matter = build_document_input(play.event, play.section)

    for name, one in available_document_kinds(system("fide_dutch_2026")).items():
        if one.looks_before:
            continue
        for form in ("text", "html"):
            shown = render(build_documents(name, matter), form)
            assert f"{SECTION} · Library Hall, Toronto, CAN" in shown
            small = name in ("result-slips", "board-labels", "score-sheets", "name-cards")
            assert ("May 1\N{EN DASH}3, 2026" in shown) != small, name
            when = "Friday, May 1, 2026, 18:30 (America/Toronto, UTC-04:00)"
            assert (when in shown) == one.of_a_round, name


# --- what is refused ------------------------------------------------------------------------------


def test_an_event_cannot_end_before_it_starts():
    told = problems_of(
        event_with_schedule(), ChangeDetails("X", replace(DETAILS, end="2026-04-30"))
    )
    assert told == [
        (
            "last day: the event ends before it starts: '2026-04-30'. Choose 2026-05-01 or a "
            "later day."
        )
    ]
    details = EventInfo(start="2026-05-02", end="2026/05/01")
    with pytest.raises(Refused, match="ends before it starts"):
        Play().prepare_action(actions.CreateEvent("X", details), CONTEXT)


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"start": "2026-02-30"}, "first day: invalid date or time: '2026-02-30'"),
        ({"end": "soon"}, "last day: invalid date or time: 'soon'"),
        ({"time_zone": "Canada/Nowhere"}, "time zone: unknown time zone: 'Canada/Nowhere'"),
        ({"start": "2026-05-02"}, "round 1: the round is outside the dates of the event"),
    ],
)
def test_invalid_dates_and_time_zones_are_named(changed, words):
    told = problems_of(event_with_schedule(), ChangeDetails("X", replace(DETAILS, **changed)))
    assert words in "; ".join(told)


def test_a_date_written_by_another_program_is_kept():
    play = dutch_event("fide_dutch_2026", 6, rounds=3)
    odd = replace(play.event.details, start="Mar 1, 2026")
    play.event = replace(play.event, details=odd)

    play.do(ChangeDetails("X", replace(odd, city="Lyon")))

    assert play.event.details.start == "Mar 1, 2026"


@pytest.mark.parametrize(
    ("starts", "zone", "words"),
    [
        (("2026-05-01T18:30",), "", "a start time needs a time zone"),
        (("2026-05-01T18:30",), "Mars/Base", "unknown time zone: 'Mars/Base'"),
        (("2026-05-01T25:00",), TORONTO, "round 1: invalid date or time: '2026-05-01T25:00'"),
        (
            ("2026-05-02T18:30", "2026-05-01T18:30"),
            TORONTO,
            (
                "round 2: the round must start later than the previous one: 'Friday 2026-05-01, "
                "18:30'. Choose a start time after Saturday 2026-05-02, 18:30."
            ),
        ),
        (
            ("2026-05-01T18:30", "2026-05-01T18:30"),
            TORONTO,
            "round 2: the round must start later than",
        ),
        (("2026-05-04",), "", "the round is outside the dates of the event: 'Monday 2026-05-04'"),
        (("2026-05-01",) * 4, "", "there are more start times (4) than rounds (3)"),
    ],
)
def test_an_invalid_schedule_is_refused_with_the_round(starts, zone, words):
    assert words in "; ".join(
        problems_of(event_with_schedule(), ScheduleRounds(SECTION, starts, zone))
    )


@pytest.mark.parametrize(
    ("start", "words"),
    [
        ("2026-03-08T02:30", "this time does not exist because the clocks go forward"),
        ("2026-11-01T01:30", "this time occurs twice because the clocks go back"),
    ],
)
def test_times_skipped_or_repeated_by_a_clock_change_are_refused(start, words):
    play = dutch_event("fide_dutch_2026", 6, rounds=3)
    assert words in problems_of(play, ScheduleRounds(SECTION, (start,), TORONTO))[0]

    play.do(ScheduleRounds(SECTION, (start,), "Africa/Lagos"))
    assert play.section.schedule.starts == (start,)


def test_rounds_on_the_same_day_can_be_scheduled_without_times():
    play = dutch_event("fide_dutch_2026", 6, rounds=3)
    play.do(ScheduleRounds(SECTION, ("2026-05-01", "2026-05-01", "2026-05-02T09:00"), TORONTO))
    play.do(ScheduleRounds(SECTION, ()))
    assert play.section.schedule is None


def test_changing_the_start_date_across_a_rule_change_needs_a_ruling():
    play = event_with_schedule()
    play.round()
    act = ChangeDetails("X", replace(DETAILS, start="2025-05-01"))

    with pytest.raises(
        AuthorityNeeded, match="follow FIDE's 2024 regulations instead of those of 2026"
    ):
        play.do(act, None)
    play.do(act, ARBITER)
    assert play.event.details.start == "2025-05-01"


# --- as people write them -------------------------------------------------------------------------


def test_unspecified_details_stay_unchanged():
    said = UserInput(
        [("city", " Lyon "), ("start", "1.5.2026"), ("deputies", "A\n\nB"), ("deputies", "C")]
    )

    found = update_event_details_from_input(said, DETAILS)

    assert found == replace(DETAILS, city="Lyon", deputies=("A", "B", "C"))


def test_round_starts_are_computed_from_the_first_round():
    assert compute_round_starts("2026-03-07T18:30", "1d", 3) == (
        "2026-03-07T18:30",
        "2026-03-08T18:30",
        "2026-03-09T18:30",
    )
    assert compute_round_starts("2026-03-07T09:00", "3h 30m", 2)[1] == "2026-03-07T12:30"
    assert compute_round_starts("2026-03-07", "7 days", 2) == ("2026-03-07", "2026-03-14")
    with pytest.raises(BadInput, match="invalid interval between rounds: 'often'"):
        compute_round_starts("2026-03-07", "often", 2)
    with pytest.raises(BadInput, match="round 1: invalid date or time"):
        compute_round_starts("", "1d", 2)


def test_an_outdated_time_zone_is_still_shown():
    assert (
        dates.format_start("2026-05-01T18:30", "Old/Zone") == "Friday 2026-05-01, 18:30 (Old/Zone)"
    )
    assert dates.format_start("1st of May") == "1st of May"


def test_details_and_schedule_are_set_by_commands(run):
    for step in (
        ("new", "Test", "--no-key", "--start", "1/5/2026", "--time-zone", TORONTO),
        ("section", "Open", "--rounds", 3),
        ("details", "--city", "Toronto", "--deputies", "A", "--deputies", "B", "--name", "Fest"),
        ("schedule", "2026-05-01 18:30", "--every", "12h"),
    ):
        assert run(*step)[0] == 0, step
    shown = run("log")[1]
    assert "change the details of Fest" in shown
    assert "schedule the rounds (America/Toronto): round 1: Friday 2026-05-01, 18:30; " in shown
    assert "round 2: Saturday 2026-05-02, 06:30; round 3: Saturday 2026-05-02, 18:30" in shown
    code, _, trouble = run("schedule", "a", "b", "--every", "1d")
    assert code != 0
    assert "--every needs exactly one start time: 'a b'" in trouble
