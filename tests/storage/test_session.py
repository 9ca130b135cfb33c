"""The session of an event in a file: actions go through the articles into the file, or nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.event.sessions import CONTEXT, SECTION, team
from topboard.errors import CannotReadOrWrite, Conflict, Refused
from topboard.event import actions
from topboard.model import EventInfo, Number
from topboard.storage.event_file import EventFile
from topboard.storage.locations import open_journal
from topboard.storage.session import JournalCopy, JournalSession
from topboard.storage.sqlite import SqliteJournal

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """An event with a section and a team."""
    path = tmp_path / "event.topboard"
    with JournalSession.create(path, "Test", CONTEXT, EventInfo(city="Bern")) as file:
        file.record(actions.AddSection(SECTION, "olympiad_2022", 11, 4), CONTEXT)
        file.record(actions.Enter(SECTION, (team(1),)), CONTEXT)
    return path


def test_an_event_begins_with_its_first_entry(tmp_path: Path) -> None:
    with JournalSession.create(tmp_path / "a", "Test", CONTEXT, EventInfo(city="Bern")) as file:
        assert file.event.details.city == "Bern"
        assert [type(e.act) for e in file.entries] == [actions.CreateEvent]


def test_an_event_that_cannot_be_created_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="name"):
        JournalSession.create(tmp_path / "a", "  ", CONTEXT)
    with pytest.raises(CannotReadOrWrite):
        JournalSession.create(tmp_path / "no folder" / "a", "Test", CONTEXT)

    assert list(tmp_path.iterdir()) == []


def test_a_journal_that_cannot_be_set_up_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import topboard.storage.sqlite as module

    monkeypatch.setattr(module, "TABLE", "CREATE TABLE nonsense")
    with pytest.raises(CannotReadOrWrite, match=r"cannot create '.*a': incomplete input"):
        SqliteJournal.create(tmp_path / "a")

    assert list(tmp_path.iterdir()) == []


def test_a_refused_action_is_neither_in_the_state_nor_in_the_file(path: Path) -> None:
    with JournalSession.open(path) as file:
        before = file.event
        with pytest.raises(Refused):
            file.record(actions.Enter(SECTION, (team(1),)), CONTEXT)
        assert file.event == before
        assert len(file.journal.load_stored_entries()) == 3


def test_an_action_that_cannot_be_written_is_not_in_the_state(path: Path) -> None:
    with JournalSession.open(path, read_only=True) as file:
        before = file.event
        with pytest.raises(CannotReadOrWrite, match="read-only"):
            file.record(actions.Enter(SECTION, (team(2),)), CONTEXT)

        assert file.event == before
        assert len(file.entries) == 3


def test_the_slower_of_two_desks_sees_the_other_action_and_retries(path: Path) -> None:
    with JournalSession.open(path) as one, JournalSession.open(path) as two:
        one.record(actions.Enter(SECTION, (team(2),)), CONTEXT)
        act = actions.Enter(SECTION, (team(3),))
        with pytest.raises(Conflict):
            two.record(act, CONTEXT)
        two.refresh()
        two.record(act, CONTEXT)
        one.refresh()

        assert one.event == two.event
        assert list(one.event.sections[SECTION].competitors) == [1, 2, 3]


def test_a_refreshed_desk_follows_an_undo(path: Path) -> None:
    with JournalSession.open(path) as one, JournalSession.open(path) as two:
        one.record(actions.Withdraw(SECTION, Number(1)), CONTEXT)
        one.record(actions.Undo(4), CONTEXT)
        two.refresh()

        assert two.event == one.event
        assert list(two.event.sections[SECTION].competitors) == [1]


def test_a_snapshot_is_not_changed_by_later_actions(path: Path) -> None:
    with JournalSession.open(path) as session:
        before = session.snapshot()
        last, head = before.event.last, session.head
        session.record(actions.AddSection("Late", "dubov_1997", 5), CONTEXT)
        after = session.snapshot()

    assert (before.event.last, len(before.entries), before.head) == (last, last, head)
    assert "late" not in before.sections()
    assert (after.event.last, after.entry(last + 1).act.section) == (last + 1, "Late")
    assert after.section_slug("Late") == "late"


def test_sessions_of_one_event_share_the_copy_in_memory(path: Path) -> None:
    copy = JournalCopy()
    with (
        JournalSession(open_journal(path), copy) as writer,
        JournalSession(open_journal(path, read_only=True), copy) as reader,
    ):
        writer.record(actions.AddSection("Late", "dubov_1997", 5), CONTEXT)

        assert "Late" in reader.event.sections
        assert reader.head == writer.head


def test_old_documented_names_still_work_and_give_a_warning(path: Path) -> None:
    with pytest.warns(DeprecationWarning, match=r"is now topboard\.storage\.session\.Journ"):
        file = EventFile.open(path)
    with file:
        one = file.take(actions.AddSection("Late", "dubov_1997", 5), CONTEXT)
        two = file.take_made(lambda event: actions.Announce([*event.sections][-1]), CONTEXT)
        with file.one_transaction():
            (three,) = file.take_all([actions.AddSection("Later", "dubov_1997", 5)], CONTEXT)

    assert two.entry.number == one.entry.number + 1
    assert three.entry.number == two.entry.number + 1
    with JournalSession.open(path, read_only=True) as session:
        assert list(session.event.sections)[-2:] == ["Late", "Later"]
        assert session.event.section("Late").announced
