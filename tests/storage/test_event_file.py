"""The file of an event: acts go through the articles into the file, or nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.event.sessions import CONTEXT, SECTION, team
from topboard.errors import CannotReadOrWrite, Conflict, Refused
from topboard.event import actions
from topboard.model import EventInfo, Number
from topboard.storage.event_file import EventFile
from topboard.storage.sqlite import SqliteJournal

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """An event with a section and a team."""
    path = tmp_path / "event.topboard"
    with EventFile.create(path, "Test", CONTEXT, EventInfo(city="Bern")) as file:
        file.take(actions.AddSection(SECTION, "olympiad_2022", 11, 4), CONTEXT)
        file.take(actions.Enter(SECTION, (team(1),)), CONTEXT)
    return path


def test_an_event_begins_with_its_first_entry(tmp_path: Path) -> None:
    with EventFile.create(tmp_path / "a", "Test", CONTEXT, EventInfo(city="Bern")) as file:
        assert file.event.details.city == "Bern"
        assert [type(e.act) for e in file.entries] == [actions.CreateEvent]


def test_an_event_that_cannot_begin_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="name"):
        EventFile.create(tmp_path / "a", "  ", CONTEXT)
    with pytest.raises(CannotReadOrWrite):
        EventFile.create(tmp_path / "no folder" / "a", "Test", CONTEXT)

    assert list(tmp_path.iterdir()) == []


def test_a_journal_that_cannot_be_set_up_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import topboard.storage.sqlite as module

    monkeypatch.setattr(module, "TABLE", "CREATE TABLE nonsense")
    with pytest.raises(CannotReadOrWrite, match="create"):
        SqliteJournal.create(tmp_path / "a")

    assert list(tmp_path.iterdir()) == []


def test_what_is_refused_is_neither_in_the_state_nor_in_the_file(path: Path) -> None:
    with EventFile.open(path) as file:
        before = file.event
        with pytest.raises(Refused):
            file.take(actions.Enter(SECTION, (team(1),)), CONTEXT)
        assert file.event == before
        assert len(file.journal.records()) == 3


def test_what_cannot_be_written_is_not_in_the_state(path: Path) -> None:
    with EventFile.open(path, read_only=True) as file:
        before = file.event
        with pytest.raises(CannotReadOrWrite, match="read-only"):
            file.take(actions.Enter(SECTION, (team(2),)), CONTEXT)

        assert file.event == before
        assert len(file.entries) == 3


def test_the_slower_of_two_desks_sees_what_the_other_did_and_retries(path: Path) -> None:
    with EventFile.open(path) as one, EventFile.open(path) as two:
        one.take(actions.Enter(SECTION, (team(2),)), CONTEXT)
        act = actions.Enter(SECTION, (team(3),))
        with pytest.raises(Conflict):
            two.take(act, CONTEXT)
        two.refresh()
        two.take(act, CONTEXT)
        one.refresh()

        assert one.event == two.event
        assert list(one.event.sections[SECTION].competitors) == [1, 2, 3]


def test_a_desk_that_is_refreshed_follows_an_undo(path: Path) -> None:
    with EventFile.open(path) as one, EventFile.open(path) as two:
        one.take(actions.Withdraw(SECTION, Number(1)), CONTEXT)
        one.take(actions.Undo(4), CONTEXT)
        two.refresh()

        assert two.event == one.event
        assert list(two.event.sections[SECTION].competitors) == [1]
