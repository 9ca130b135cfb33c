"""The sample events have what newcomers know from their own events."""

from __future__ import annotations

from contextlib import closing
from datetime import date

import pytest

from topboard.event.replay import Comparison, replay_rounds
from topboard.event.summaries import EventStage, find_event_stage
from topboard.model import HalfPointBye, Manner, PairingBye
from topboard.web.folder_repository import FolderRepository
from topboard.web.sample import OPEN, TEAMS, WEEKEND, create_sample_events

TODAY = date(2026, 11, 19)


@pytest.fixture(scope="module")
def snapshots(tmp_path_factory):
    """The sample events after their creation, by their names in URLs."""
    with closing(FolderRepository(tmp_path_factory.mktemp("sample"))) as repository:
        create_sample_events(repository, TODAY)
        before = {slug: repository.event(slug).snapshot() for slug in repository.list_event_slugs()}
        create_sample_events(repository, TODAY)
        assert {slug: repository.event(slug).snapshot().head for slug in before} == {
            slug: one.head for slug, one in before.items()
        }
    return before


def test_every_round_is_paired_as_the_rules_require(snapshots):
    assert {*snapshots} == {OPEN, TEAMS, WEEKEND}
    for snapshot in snapshots.values():
        replays = list(replay_rounds(snapshot.entries))
        assert replays
        assert {one.comparison for one in replays} == {Comparison.SAME}


def test_the_open_is_in_round_four_today(snapshots):
    event = snapshots[OPEN].event
    section = event.section("Open")
    assert (section.system, section.settings.rounds) == ("fide_dutch_2026", 7)
    assert (len(section.competitors), len(section.rounds)) == (40, 4)
    assert section.schedule.starts[3] == "2026-11-19T10:00"
    late = [one.name for one in section.competitors.values() if one.joined == 2]
    assert late == ["Marchetti, Luca"]
    byes = {type(how) for played in section.rounds for _, how in played.away}
    assert {PairingBye, HalfPointBye} <= byes
    forfeits = [
        meeting
        for played in section.rounds
        for meeting in played.meetings.values()
        if meeting.manner is Manner.DEFAULT
    ]
    assert len(forfeits) == 1


def test_the_teams_have_line_ups_and_the_weekend_is_over(snapshots):
    teams = snapshots[TEAMS].event.section("Teams")
    assert teams.system == "olympiad_2022"
    assert [len(one.line_ups) for one in teams.rounds] == [10, 10, 7]
    weekend = snapshots[WEEKEND].event
    assert weekend.section("Open").system == "cfc_swiss"
    assert find_event_stage(weekend) is EventStage.PLAYED
    assert (weekend.details.start, weekend.details.end) == ("2026-11-07", "2026-11-08")
