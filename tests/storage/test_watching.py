"""A journal that others write to, damage or replace while it is open; and what can be saved."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.event.sessions import CONTEXT
from topboard.cli import main
from topboard.cli.exit_codes import DONE, FILE
from topboard.errors import CannotReadOrWrite, DamagedJournal
from topboard.event import actions
from topboard.event.entries import Entry
from topboard.storage import session
from topboard.storage.locations import open_journal
from topboard.storage.salvage import salvage_journal_file
from topboard.storage.session import JournalSession
from topboard.storage.sqlite import SqliteJournal
from topboard.web.folder_repository import FolderRepository
from topboard.web.repository import EventHandle

BUSY = """
import sys, time
from topboard.event import actions
from topboard.event.session import ActionContext
from topboard.storage.session import JournalSession
with JournalSession.open(sys.argv[1]) as file:
    end = time.monotonic() + float(sys.argv[2])
    while time.monotonic() < end:
        name = f"S{time.monotonic_ns()}"
        try:
            by = ActionContext("busy", "2026-08-01T10:00Z")
            file.record(actions.AddSection(name, "dubov_1997", 5), by)
        except Exception:
            file.refresh()
        # A desk reads requests and renders pages between two entries.
        time.sleep(0.002)
"""


def live_event(path: Path) -> EventHandle:
    """The event of a file as a desk has it."""
    return EventHandle(path.stem, lambda read_only: open_journal(path, read_only=read_only))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """An event with eight sections."""
    path = tmp_path / "event.topboard"
    with JournalSession.create(path, "Test", CONTEXT) as file:
        for number in range(1, 9):
            file.record(actions.AddSection(f"Section {number}", "dubov_1997", 5), CONTEXT)
    return path


def wait_for_another_entry(path: Path) -> None:
    """Return as soon as somebody else has written to the journal."""
    with closing(sqlite3.connect(path)) as raw:
        count = "SELECT count(*) FROM entry"
        before = raw.execute(count).fetchone()
        deadline = time.monotonic() + 30
        while raw.execute(count).fetchone() == before:
            assert time.monotonic() < deadline, "nobody wrote to the journal"
            time.sleep(0.002)


def tamper(path: Path, change: str) -> None:
    raw = sqlite3.connect(path, isolation_level=None)
    raw.execute("DROP TRIGGER IF EXISTS no_change")
    raw.execute("DROP TRIGGER IF EXISTS no_removal")
    raw.execute(change)
    raw.close()


# --- somebody else is faster --------------------------------------------------------------------


def test_commands_succeed_beside_a_busy_desk(path: Path) -> None:
    busy = subprocess.Popen([sys.executable, "-c", BUSY, path, "60"])
    try:
        codes = []
        for n in range(1, 9):
            wait_for_another_entry(path)
            codes.append(
                main(["event", "announce", str(path), "--section", f"Section {n}", "--who", "Ann"])
            )
    finally:
        busy.kill()
        busy.communicate()

    with JournalSession.open(path) as file:
        by_others = sum(entry.who == "busy" for entry in file.entries)
        assert [s.announced for s in file.event.sections.values()][:8] == [True] * 8
    assert codes == [DONE] * 8
    assert by_others >= 8


def test_an_action_is_built_from_the_latest_state_of_the_event(path: Path) -> None:
    with JournalSession.open(path) as one, JournalSession.open(path) as two:
        one.record(actions.AddSection("Late", "dubov_1997", 5), CONTEXT)
        two.build_and_record(lambda event: actions.Announce(list(event.sections)[-1]), CONTEXT)

        assert two.event.section("Late").announced


def test_an_action_refused_while_others_wait_leaves_nothing_behind(path: Path) -> None:
    with JournalSession.open(path) as file:
        with pytest.raises(CannotReadOrWrite, match="gone"):
            file.build_and_record(_complains, CONTEXT)
        before = len(file.entries)
        file.record(actions.AddSection("After", "dubov_1997", 5), CONTEXT)
        assert len(file.journal.load_verified_entries()) == before + 1


def _complains(_event: object) -> actions.Act:
    raise CannotReadOrWrite("gone")


# --- an open file notices -----------------------------------------------------------------------


def test_an_open_desk_notices_an_older_copy(path: Path, tmp_path: Path) -> None:
    older = tmp_path / "older"
    shutil.copy(path, older)
    handle = live_event(path)
    with handle.open() as file:
        file.record(actions.Announce("Section 1"), CONTEXT)
    assert len(handle.snapshot().entries) == 10

    os.replace(older, path)

    with pytest.raises(DamagedJournal, match=r"older copy.*--salvage"):
        handle.snapshot()
    with pytest.raises(DamagedJournal, match="older copy"):
        handle.open()


def test_an_older_copy_that_has_grown_again_is_noticed_too(path: Path, tmp_path: Path) -> None:
    older = tmp_path / "older"
    shutil.copy(path, older)
    handle = live_event(path)
    with handle.open() as file:
        file.record(actions.Announce("Section 1"), CONTEXT)
    with JournalSession.open(older) as file:
        for number in (2, 3, 4):
            file.record(actions.Announce(f"Section {number}"), CONTEXT)

    os.replace(older, path)

    with pytest.raises(DamagedJournal, match="older copy"):
        handle.snapshot()


def test_no_entry_is_written_to_a_file_that_was_replaced(path: Path, tmp_path: Path) -> None:
    older = tmp_path / "older"
    shutil.copy(path, older)
    with JournalSession.open(path) as file:
        os.replace(older, path)
        with pytest.raises(DamagedJournal, match="older copy"):
            file.record(actions.Announce("Section 1"), CONTEXT)
        with pytest.raises(DamagedJournal, match="older copy"):
            file.refresh()


def test_an_open_desk_notices_an_entry_that_was_changed(path: Path) -> None:
    handle = live_event(path)
    handle.snapshot()

    tamper(path, "UPDATE entry SET who = 'Eve' WHERE number = 4")

    with pytest.raises(
        DamagedJournal,
        match=r"journal entry 4 was changed or damaged\. To save what is left, .*--salvage\.",
    ):
        handle.snapshot()


def test_new_entries_do_not_hide_damage(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    handle = live_event(path)
    handle.snapshot()
    tamper(path, "UPDATE entry SET who = 'Eve' WHERE number = 4")
    with SqliteJournal.open(path) as journal:
        journal.append(Entry(10, CONTEXT.time, "Ann", actions.Announce("Section 1")))

    assert len(handle.snapshot().entries) == 10
    monkeypatch.setattr(session, "VERIFIED_EVERY", -1.0)
    with SqliteJournal.open(path) as journal:
        journal.append(Entry(11, CONTEXT.time, "Ann", actions.Announce("Section 2")))

    with pytest.raises(DamagedJournal, match="entry 4"):
        handle.snapshot()


def test_an_open_desk_notices_broken_pages(path: Path) -> None:
    handle = live_event(path)
    handle.snapshot()
    content = path.read_bytes()

    path.write_bytes(content[:4096] + b"\xff" * (len(content) - 4096))

    with pytest.raises(DamagedJournal, match="--salvage"):
        handle.snapshot()


# --- emptied or shortened -----------------------------------------------------------------------


@pytest.mark.parametrize("left", [100, 4096, 6000])
def test_a_shortened_file_is_noticed(
    path: Path, left: int, capsys: pytest.CaptureFixture[str]
) -> None:
    os.truncate(path, left)

    assert main(["event", "verify", str(path)]) == FILE
    assert "--salvage" in capsys.readouterr().err


def test_a_journal_without_entries_is_not_an_event(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tamper(path, "DELETE FROM entry")

    assert main(["event", "verify", str(path)]) == FILE
    assert (
        "has no journal entries, because it was emptied. To save what is left, run"
        in capsys.readouterr().err
    )
    with pytest.raises(DamagedJournal, match="--salvage"):
        live_event(path).snapshot()


def test_an_event_created_at_the_desk_exists_completely_or_not_at_all(tmp_path: Path) -> None:
    """Killed at any moment, the creation of an event leaves an event or nothing."""
    program = "import sys; from topboard.web.folder_repository import FolderRepository\n"
    program += (
        "from topboard.event.session import ActionContext\nfolder = FolderRepository(sys.argv[1])\n"
    )
    program += "print('go', flush=True)\n"
    program += (
        "for n in range(500): folder.create('Event', ActionContext('A', '2026-08-01T10:00Z'))\n"
    )
    for milliseconds in (15, 60, 90):
        folder = tmp_path / str(milliseconds)
        child = subprocess.Popen(
            [sys.executable, "-c", program, folder], stdout=subprocess.PIPE, text=True
        )
        assert child.stdout is not None
        child.stdout.readline()
        time.sleep(milliseconds / 1000)
        child.kill()
        child.communicate()
        repository = FolderRepository(folder)
        assert all(
            repository.event(stem).snapshot().event.name == "Event"
            for stem in repository.list_event_slugs()
        )


# --- salvage ------------------------------------------------------------------------------------


def test_entries_after_a_gap_are_salvaged(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with SqliteJournal.open(path) as journal:
        whole = journal.load_verified_entries()
    tamper(path, "DELETE FROM entry WHERE number = 3")

    left = salvage_journal_file(path)
    assert main(["event", "export", str(path), "--salvage"]) == DONE
    out, err = capsys.readouterr()

    assert (left.chain, left.beyond) == (whole[:2], whole[3:])
    written = json.loads(out)
    assert [row["number"] for row in written["entries"]] == [1, 2]
    assert [row["number"] for row in written["after_gap"]] == [4, 5, 6, 7, 8, 9]
    assert "Recovered the first 2 journal entries." in err
    assert "After a gap (entries lost: 1), 6 more journal entries were recovered: 4 to 9." in err


def test_entries_salvaged_before_the_gap_can_be_imported(path: Path, tmp_path: Path) -> None:
    tamper(path, "UPDATE entry SET who = 'Eve' WHERE number = 5")
    saved, again = tmp_path / "saved.json", tmp_path / "again.topboard"

    assert main(["event", "export", str(path), str(saved), "--salvage"]) == DONE
    assert main(["event", "import-journal", str(again), str(saved)]) == DONE

    with JournalSession.open(again) as file:
        assert [entry.number for entry in file.entries] == [1, 2, 3, 4]


def test_an_entry_in_the_log_is_salvaged(path: Path, tmp_path: Path) -> None:
    """As after a loss of power: the log has entries that the file has not."""
    writer = sqlite3.connect(path, isolation_level=None)
    writer.execute("PRAGMA wal_autocheckpoint = 0")
    with SqliteJournal.open(path) as journal:
        journal._connection.execute("PRAGMA wal_autocheckpoint = 0")
        record = journal.append(Entry(10, CONTEXT.time, "Ann", actions.Announce("x" * 9000)))
        copy = tmp_path / "copy"
        shutil.copy(path, copy)
        shutil.copy(f"{path}-wal", f"{copy}-wal")
    writer.close()
    alone = tmp_path / "alone"
    shutil.copy(copy, alone)

    assert salvage_journal_file(alone).chain[-1].number == 9
    assert salvage_journal_file(copy).chain[-1] == record


def test_an_emptied_file_is_salvaged_from_its_log(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    with JournalSession.open(path) as file:
        file.record(actions.Announce("Section 1"), CONTEXT)
        last = file.journal.load_verified_entries()[-1]
        shutil.copy(f"{path}-wal", f"{copy}-wal")
    copy.write_bytes(b"")

    left = salvage_journal_file(copy)

    assert last in [*left.chain, *left.beyond]


def test_an_entry_that_was_never_completed_is_not_salvaged(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    with SqliteJournal.open(path) as journal:
        raw = journal._connection
        raw.execute("PRAGMA cache_size = 1")
        raw.execute("BEGIN IMMEDIATE")
        for number in range(10, 40):
            journal.append(Entry(number, CONTEXT.time, "Ann", actions.Announce("x" * 3000)))
        shutil.copy(path, copy)
        shutil.copy(f"{path}-wal", f"{copy}-wal")
        raw.execute("ROLLBACK")
    assert Path(f"{copy}-wal").stat().st_size > 50_000

    assert [r.number for r in salvage_journal_file(copy).chain] == list(range(1, 10))
