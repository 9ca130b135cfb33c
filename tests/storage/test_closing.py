"""Whatever happens to a file, no connection to it stays open."""

from __future__ import annotations

import gc
import sqlite3
import sys
from typing import TYPE_CHECKING, Any

import pytest

from topboard.errors import CannotReadOrWrite, TopboardError
from topboard.event.search import EventSearch
from topboard.event.session import ActionContext
from topboard.storage.register import FILE
from topboard.storage.session import JournalSession
from topboard.storage.sqlite import SqliteJournal
from topboard.web.folder_repository import FolderRepository

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from topboard.storage.sqlite import Stamp

ANNA = ActionContext("Anna", "2026-08-01T10:00:00.000+00:00")


class Watched(sqlite3.Connection):
    """A connection that knows whether it was closed; Python tells only from 3.13 on."""

    opened: list[Watched]
    is_closed = False

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.opened.append(self)

    def close(self) -> None:
        super().close()
        self.is_closed = True


@pytest.fixture
def opened_connections(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Watched]]:
    """Every connection that is opened during the test."""
    connect = sqlite3.connect
    monkeypatch.setattr(Watched, "opened", found := [], raising=False)
    monkeypatch.setattr(
        sqlite3, "connect", lambda *a, **settings: connect(*a, factory=Watched, **settings)
    )
    yield found
    for one in found:
        one.close()


def are_closed(opened: list[Watched]) -> bool:
    """Whether some were opened, and none of them is open."""
    return bool(opened) and all(one.is_closed for one in opened)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "open.topboard"


@pytest.mark.parametrize("start", [0, 16, 100, 4096])
def test_a_damaged_journal_is_closed(
    start: int, path: Path, opened_connections: list[Watched]
) -> None:
    JournalSession.create(path, "Open", ANNA).journal.close()
    content = path.read_bytes()
    path.write_bytes(content[:start] + b"?" * 100 + content[start + 100 :])

    with pytest.raises(TopboardError):
        JournalSession.open(path)

    assert are_closed(opened_connections)


def test_a_file_that_is_not_a_journal_is_closed(
    path: Path, opened_connections: list[Watched]
) -> None:
    path.write_bytes(b"The list of entries, and nothing else. " * 50)

    with pytest.raises(CannotReadOrWrite, match="not the journal of an event"):
        SqliteJournal.open(path)

    assert are_closed(opened_connections)


def test_a_journal_that_is_removed_meanwhile_is_closed(
    path: Path, opened_connections: list[Watched], monkeypatch: pytest.MonkeyPatch
) -> None:
    SqliteJournal.create(path).close()

    def is_gone(journal: SqliteJournal) -> Stamp:
        raise CannotReadOrWrite(f"cannot open {journal.path!r}")

    monkeypatch.setattr(SqliteJournal, "modification_stamp", is_gone)

    with pytest.raises(CannotReadOrWrite, match="cannot open"):
        SqliteJournal.open(path)
    with pytest.raises(CannotReadOrWrite, match="cannot open"):
        SqliteJournal.create(path.with_name("new.topboard"))

    assert are_closed(opened_connections)


def test_a_new_event_that_cannot_be_read_back_is_closed(
    path: Path, opened_connections: list[Watched], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_file: JournalSession) -> None:
        raise CannotReadOrWrite("cannot read")

    monkeypatch.setattr(JournalSession, "refresh", refuse)

    with pytest.raises(CannotReadOrWrite, match="cannot read"):
        JournalSession.create(path, "Open", ANNA)

    assert are_closed(opened_connections)


def test_a_closed_folder_has_no_files_open(
    tmp_path: Path, opened_connections: list[Watched]
) -> None:
    folder = FolderRepository(tmp_path)
    folder.create("Open", ANNA)
    (tmp_path / "broken.topboard").write_bytes(b"nothing of ours" * 100)

    assert [
        one.stem for one in folder.search_index.find_matching_events(EventSearch(), None, 0, 9)[0]
    ] == ["open"]
    folder.close()
    assert are_closed(opened_connections)

    assert folder.search_index.find_matching_events(EventSearch(), None, 0, 9)[1] == 1, (
        "it is opened again"
    )
    folder.close()
    assert are_closed(opened_connections)


def test_a_register_that_breaks_is_closed(
    tmp_path: Path, opened_connections: list[Watched]
) -> None:
    folder = FolderRepository(tmp_path)
    folder.create("Open", ANNA)
    assert folder.search_index.find_matching_events(EventSearch(), None, 0, 9)[1] == 1
    with sqlite3.connect(tmp_path / FILE) as other:
        other.execute("DROP TABLE event")
    other.close()
    folder.create("Second", ANNA)

    assert folder.search_index.find_matching_events(EventSearch(), None, 0, 9)[1] == 2, (
        "it goes on in memory"
    )

    assert [one.is_closed for one in opened_connections].count(False) == 1
    folder.close()
    assert are_closed(opened_connections)


def test_dropping_an_open_connection_is_an_error(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python says so itself from 3.13 on, tests/connections.py before."""
    gc.collect()
    errors: list[BaseException | None] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda found: errors.append(found.exc_value))
    closed, dropped = sqlite3.connect(path), sqlite3.connect(path)

    closed.close()
    del closed
    gc.collect()
    assert errors == []

    del dropped
    gc.collect()
    assert [type(one) for one in errors] == [ResourceWarning]
