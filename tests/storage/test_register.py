"""What a folder knows of its events without opening them."""

from __future__ import annotations

import gc
import os
import shutil
import sqlite3
import warnings
from contextlib import ExitStack, closing

import pytest

from tests.sample_event import SAMPLE, create_sample_event
from topboard.event import actions
from topboard.event.action_names import describe_action_type
from topboard.event.codec import ACTS
from topboard.event.search import AuditSearch, EventSearch
from topboard.event.session import ActionContext
from topboard.event.summaries import (
    EventStage,
    dump_event_summary,
    load_event_summary,
    summarize_event,
)
from topboard.model import EventInfo
from topboard.storage.register import FILE
from topboard.storage.session import JournalSession
from topboard.web.folder_repository import FolderRepository

ANNA, BORIS = "Anna", "Boris"


def begin(folder, stem, name, who=ANNA, day="2026-03-01", **details):
    context = ActionContext(who, f"{day}T10:00:00.000+00:00")
    path = folder.path / f"{stem}.topboard"
    with JournalSession.create(path, name, context, EventInfo(start=day, **details)) as file:
        file.record(actions.AddSection("Open", "fide_dutch_2026", 5), context)


@pytest.fixture
def program():
    """Opens a folder as another program does; it is closed at the end."""
    with ExitStack() as opened:
        yield lambda path: opened.enter_context(closing(FolderRepository(path)))


@pytest.fixture
def folder(tmp_path, program):
    made = program(tmp_path)
    begin(made, "lodz", "Łódź Open", city="Łódź", end="2026-03-04")
    begin(made, "halifax", "Harbour Cup", BORIS, "2026-05-09", city="Halifax", federation="CAN")
    return made


def stems(folder, **search):
    found, total = folder.search_index.find_matching_events(EventSearch(**search), None, 0, 100)
    assert total == len(found)
    return [one.stem for one in found]


def opened_by(folder):
    """Counts how often an event is opened."""
    seen, real = [], folder.search_index._opened

    def open_and_note(stem):
        seen.append(stem)
        return real(stem)

    folder.search_index._opened = open_and_note
    return seen


def test_a_summary_is_read_back_as_it_was_written(tmp_path):
    folder = FolderRepository(tmp_path)
    create_sample_event(folder)
    summary = summarize_event(folder.event(SAMPLE).snapshot().event)
    assert load_event_summary(dump_event_summary(summary)) == summary
    assert summary.stage is EventStage.RUNNING
    assert [(one.published, one.competitors) for one in summary.sections] == [(4, 11), (3, 17)]


def test_events_are_found_by_name_place_days_system_and_state(folder):
    assert stems(folder) == ["halifax", "lodz"], "the latest first"
    assert stems(folder, words="lod") == ["lodz"]
    assert stems(folder, words="HARB hal") == ["halifax"]
    assert stems(folder, words="harbour lodz") == []
    assert stems(folder, first="2026-03-04", last="2026-03-04") == ["lodz"]
    assert stems(folder, first="2026-03-05") == ["halifax"]
    assert stems(folder, system="olympiad_2022") == []
    assert stems(folder, stage=EventStage.CLOSED) == []
    with folder.event("lodz").open() as file:
        file.record(
            actions.CloseEvent(),
            ActionContext(ANNA, "2026-03-05T10:00:00.000+00:00", confirmed=True),
        )
    assert stems(folder, stage=EventStage.CLOSED) == ["lodz"]
    assert stems(folder, stage=EventStage.PREPARED) == ["halifax"]


def test_an_event_is_opened_once_for_each_change_of_its_file(folder, program):
    seen = opened_by(folder)
    for _ in range(3):
        stems(folder)
    assert sorted(seen) == ["halifax", "lodz"]
    with folder.event("lodz").open() as file:
        file.record(actions.Announce("Open"), ActionContext(BORIS, "2026-03-02T10:00:00.000+00:00"))
    folder.search_index.update_and_get_events()
    assert seen[2:] == ["lodz"]
    anew = program(folder.path)
    seen = opened_by(anew)
    assert anew.search_index.update_and_get_events()["lodz"].last == 3
    assert seen == [], "the register outlives the program"


def test_events_that_were_removed_or_replaced_are_forgotten(folder, program):
    assert len(folder.search_index.update_and_get_events()) == 2
    os.unlink(folder.path / "halifax.topboard")
    other = FolderRepository(folder.path.parent / "other")
    begin(other, "lodz", "Another one", BORIS, "2026-07-01")
    shutil.copyfile(other.path / "lodz.topboard", folder.path / "lodz.topboard")
    folder = program(folder.path)
    (one,) = folder.search_index.update_and_get_events().values()
    assert one.summary.name == "Another one"
    records, total = folder.search_index.audit_records(AuditSearch(), None, 0, 10)
    assert total == 2
    assert {record.who for record in records} == {BORIS}


def test_a_damaged_register_is_rebuilt_and_a_damaged_event_is_named(folder, program):
    folder.search_index.update_and_get_events()
    (folder.path / FILE).write_bytes(b"no database at all" * 100)
    (folder.path / "empty.topboard").write_bytes(b"")
    anew = program(folder.path)
    assert sorted(anew.search_index.update_and_get_events()) == ["halifax", "lodz"]
    assert [*anew.search_index.broken] == ["empty"]
    with closing(sqlite3.connect(folder.path / FILE)) as file:
        assert file.execute("SELECT count(*) FROM event").fetchone() == (2,)


def test_many_events_are_read_gradually(folder):
    found = folder.search_index.update_and_get_events(longest=-1)
    assert (len(found), folder.search_index.unread) == (0, 2)
    assert len(folder.search_index.update_and_get_events()) == 2
    assert folder.search_index.unread == 0


def test_actions_are_found_by_person_event_day_and_kind(folder):
    def numbers(**wanted):
        records, total = folder.search_index.audit_records(AuditSearch(**wanted), None, 0, 10)
        assert total == len(records)
        return [(record.stem, record.number) for record in records]

    assert numbers() == [("halifax", 2), ("halifax", 1), ("lodz", 2), ("lodz", 1)]
    assert numbers(who=ANNA) == [("lodz", 2), ("lodz", 1)]
    assert numbers(kind="AddSection") == [("halifax", 2), ("lodz", 2)]
    assert numbers(day="2026-05-09") == [("halifax", 2), ("halifax", 1)]
    assert numbers(events=EventSearch("lodz"), kind="CreateEvent") == [("lodz", 1)]
    assert folder.search_index.audit_records(AuditSearch(), ["lodz"], 1, 1)[0][0].number == 1
    assert sorted(folder.search_index.list_people_who_acted()) == [ANNA, BORIS]
    (entry,) = folder.search_index.load_entries_by_number("lodz", {2}).values()
    assert entry.act == actions.AddSection("Open", "fide_dutch_2026", 5)


def test_every_kind_of_action_has_its_own_description():
    words = [describe_action_type(kind) for kind in ACTS.values()]
    assert len({*words}) == len(ACTS)


def test_a_request_that_ends_after_the_desk_closes_leaves_no_file_open(folder):
    register = FolderRepository(folder.path).search_index
    register.close()

    assert register.find_matching_events(EventSearch(), None, 0, 10)[1] == 2
    assert register.list_people_who_acted()

    assert register._connection is None


def test_a_register_that_is_no_longer_used_closes_its_file(folder):
    register = FolderRepository(folder.path).search_index
    assert register.list_people_who_acted()

    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        del register
        gc.collect()
    assert [str(one.message) for one in found] == []
