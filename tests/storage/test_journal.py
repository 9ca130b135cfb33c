"""The journal on disk: what it keeps, what it refuses, and how it says so."""

from __future__ import annotations

import os
import sqlite3
import sys
import tempfile
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.skipping import not_on_windows
from topboard.errors import CannotReadOrWrite, Conflict, DamagedJournal, WrongVersion
from topboard.event import actions
from topboard.event.entries import BEGINNING, Entry, is_genuine_entry, to_stored_entry
from topboard.storage.salvage import salvage_journal_file
from topboard.storage.sqlite import VERSION, SqliteJournal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

WHEN = "2026-08-01T10:00:00+00:00"


def entry(number: int, text: str = "") -> Entry:
    return Entry(
        number,
        WHEN,
        "Ann",
        actions.Announce(text or f"Section {number}"),
        "why",
        "who",
    )


@pytest.fixture
def path(tmp_path: Path) -> Path:
    # Windows allows no question mark in a name.
    odd = "" if sys.platform == "win32" else "?"
    return tmp_path / f"event %20{odd}#.topboard"


def journal_with_entries(path: Path, count: int, text: str = "") -> SqliteJournal:
    journal = SqliteJournal.create(path)
    for number in range(1, count + 1):
        journal.append(entry(number, text))
    return journal


def test_entries_are_read_back_as_they_were_written(path: Path) -> None:
    with journal_with_entries(path, 3) as journal:
        written = journal.load_verified_entries()

    with SqliteJournal.open(path) as again:
        assert again.load_verified_entries() == written
    assert [r.number for r in written] == [1, 2, 3]
    assert written[0].previous == BEGINNING
    assert written[2].previous == written[1].hash
    assert to_stored_entry(entry(2), written[0].hash) == written[1]


def test_a_closed_journal_is_a_single_file(path: Path) -> None:
    journal_with_entries(path, 2).close()

    assert [p.name for p in path.parent.iterdir()] == [path.name]


def test_the_main_file_is_complete_while_the_journal_is_open(path: Path, tmp_path: Path) -> None:
    with journal_with_entries(path, 5):
        copy = tmp_path / "copy"
        copy.write_bytes(path.read_bytes())

    with SqliteJournal.open(copy) as again:
        assert len(again.load_verified_entries()) == 5


def test_an_existing_file_is_never_overwritten(path: Path) -> None:
    path.write_text("precious")

    with pytest.raises(CannotReadOrWrite, match="exists"):
        SqliteJournal.create(path)

    assert path.read_text() == "precious"


@pytest.mark.parametrize("content", [b'{"rounds": []}', b"012 Village Cup\r\n" * 500, b"\0" * 9000])
def test_a_file_that_is_not_a_journal_is_not_called_damaged(path: Path, content: bytes) -> None:
    path.write_bytes(content)

    with pytest.raises(
        CannotReadOrWrite, match=r"is not the journal.*event import-journal"
    ) as told:
        SqliteJournal.open(path)

    assert not isinstance(told.value, DamagedJournal)


def test_the_message_for_an_empty_file_does_not_suggest_salvaging(path: Path) -> None:
    path.write_bytes(b"")

    with pytest.raises(DamagedJournal, match=r"is empty\. .*event new\.") as told:
        SqliteJournal.open(path)

    assert "--salvage" not in str(told.value)


def test_an_emptied_file_with_its_log_can_be_salvaged(path: Path) -> None:
    path.write_bytes(b"")
    Path(f"{path}-wal").write_bytes(b"the log")

    with pytest.raises(
        DamagedJournal, match=r"was emptied\. To save what is left, run .*--salvage\."
    ):
        SqliteJournal.open(path)


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: content[:8],
        lambda content: b"X" * 30 + content[30:],
        lambda content: bytes(4096) + content[4096:],
    ],
    ids=["a few bytes are left", "other first bytes", "no first page"],
)
def test_a_journal_that_sqlite_does_not_recognize_is_damaged(
    path: Path, damage: Callable[[bytes], bytes]
) -> None:
    journal_with_entries(path, 60, "x" * 300).close()
    path.write_bytes(damage(path.read_bytes()))

    with pytest.raises(DamagedJournal, match=r"is damaged .*--salvage"):
        SqliteJournal.open(path)


def test_another_sqlite_file_is_not_a_journal(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("CREATE TABLE entry (number)")

    with pytest.raises(CannotReadOrWrite, match="not the journal"):
        SqliteJournal.open(path)


def test_a_missing_file_is_reported(path: Path) -> None:
    with pytest.raises(CannotReadOrWrite, match="no such file"):
        SqliteJournal.open(path)


# --- versions -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("version", "advice"), [(VERSION + 1, "newer version of Topboard"), (0, "import-journal")]
)
def test_a_journal_of_another_version_says_what_to_do(
    path: Path, version: int, advice: str
) -> None:
    journal_with_entries(path, 1).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.execute(f"PRAGMA user_version = {version}")

    with pytest.raises(WrongVersion, match=advice):
        SqliteJournal.open(path)


# --- writers ------------------------------------------------------------------------------------


def test_the_second_writer_gets_a_conflict_and_may_retry(path: Path) -> None:
    with journal_with_entries(path, 1) as one, SqliteJournal.open(path) as two:
        one.append(entry(2, "from one"))
        with pytest.raises(Conflict, match="Reload the event and try again"):
            two.append(entry(2, "from two"))
        two.append(entry(3, "from two"))

        assert [r.content for r in one.load_verified_entries()[1:]] == [
            '{"section":"from one"}',
            '{"section":"from two"}',
        ]


def test_an_entry_that_would_leave_a_gap_is_refused(path: Path) -> None:
    with journal_with_entries(path, 2) as journal:
        with pytest.raises(Conflict):
            journal.append(entry(4))
        assert len(journal.load_verified_entries()) == 2


def test_other_programs_cannot_change_or_remove_entries(path: Path) -> None:
    journal_with_entries(path, 2).close()
    raw = sqlite3.connect(path)

    with pytest.raises(sqlite3.IntegrityError, match="never changed"):
        raw.execute("UPDATE entry SET who = 'Eve'")
    with pytest.raises(sqlite3.IntegrityError, match="never removed"):
        raw.execute("DELETE FROM entry")
    raw.close()


# --- trouble ------------------------------------------------------------------------------------


def test_a_full_disk_is_reported_and_the_journal_is_intact(path: Path) -> None:
    with journal_with_entries(path, 3) as journal:
        (pages,) = journal._connection.execute("PRAGMA page_count").fetchone()
        journal._connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(CannotReadOrWrite, match="disk is full"):
            journal.append(entry(4, "x" * 100_000))

        journal._connection.execute(f"PRAGMA max_page_count = {pages + 1000}")
        journal.append(entry(4))
        assert len(journal.load_verified_entries()) == 4
        journal.check_integrity()


def test_a_file_size_limit_is_reported_and_the_journal_stays_intact(path: Path) -> None:
    resource, signal = pytest.importorskip("resource"), pytest.importorskip("signal")

    with journal_with_entries(path, 3) as journal:
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        try:
            resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size, before[1]))
            with pytest.raises(CannotReadOrWrite, match="The action was not saved"):
                journal.append(entry(4, "x" * 100_000))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
            signal.signal(signal.SIGXFSZ, ignored)

        journal.append(entry(4))
        assert len(journal.load_verified_entries()) == 4
        journal.check_integrity()


def test_a_journal_in_a_read_only_folder_can_be_read(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal_with_entries(path, 2).close()
    monkeypatch.setattr(os, "access", lambda *_, **__: False)

    with SqliteJournal.open(path, read_only=True) as journal:
        assert len(journal.load_verified_entries()) == 2
        assert [p.name for p in path.parent.iterdir()] == [path.name]


def test_a_file_opened_for_reading_is_not_written(path: Path) -> None:
    journal_with_entries(path, 1).close()

    with SqliteJournal.open(path, read_only=True) as journal:
        with pytest.raises(CannotReadOrWrite, match="read-only"):
            journal.append(entry(2))
        assert len(journal.load_verified_entries()) == 1


@contextmanager
def nobody_of_importance() -> Iterator[None]:
    """Root may write to anything, so that root steps down for a while."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@not_on_windows("Windows has no such permissions")
def test_a_write_protected_file_is_reported() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "event.topboard"
        journal_with_entries(path, 1).close()
        path.chmod(0o444)
        Path(folder).chmod(0o777)

        with nobody_of_importance(), SqliteJournal.open(path) as journal:
            with pytest.raises(CannotReadOrWrite, match="read-only"):
                journal.append(entry(2))
            assert len(journal.load_verified_entries()) == 1


@not_on_windows("Windows has no such permissions")
def test_a_read_only_folder_is_reported_with_a_remedy() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "event.topboard"
        Path(folder).chmod(0o555)

        for key in (b"", b"a key"):
            with nobody_of_importance(), pytest.raises(CannotReadOrWrite) as refused:
                SqliteJournal.create(path, key=key)
            assert str(path) in str(refused.value)
            advice = ": Permission denied. Choose a folder in which you can write, or change its"
            assert advice in str(refused.value)

        assert [*Path(folder).iterdir()] == []


def test_a_reader_also_recovers_from_an_entry_cut_off_in_the_middle(
    path: Path, tmp_path: Path
) -> None:
    killed = tmp_path / "killed"
    with journal_with_entries(path, 3, "x" * 3000) as journal:
        raw = journal._connection
        raw.execute("PRAGMA cache_size = 1")
        raw.execute("BEGIN IMMEDIATE")
        for number in range(4, 60):
            raw.execute(
                "INSERT INTO entry VALUES (?, 't', 'w', 'Announce', ?, '', '', '', '')",
                (number, "y" * 3000),
            )
        killed.write_bytes(path.read_bytes())
        Path(f"{killed}-wal").write_bytes(Path(f"{path}-wal").read_bytes())
        raw.execute("ROLLBACK")
    # Much of the transaction is on the disk already, but not its end.
    assert Path(f"{killed}-wal").stat().st_size > 100_000

    with SqliteJournal.open(killed, read_only=True) as again:
        assert len(again.load_verified_entries()) == 3


# --- damage -------------------------------------------------------------------------------------


def tamper(path: Path, change: str) -> None:
    raw = sqlite3.connect(path, isolation_level=None)
    raw.execute("DROP TRIGGER no_change")
    raw.execute("DROP TRIGGER no_removal")
    raw.execute(change)
    raw.close()


@pytest.mark.parametrize(
    ("change", "intact"),
    [
        ("UPDATE entry SET who = 'Eve' WHERE number = 4", 3),
        ('UPDATE entry SET content = \'{"section":"x"}\' WHERE number = 1', 0),
        ("UPDATE entry SET hash = upper(hash) WHERE number = 6", 5),
        ("DELETE FROM entry WHERE number = 3", 2),
        ("UPDATE entry SET reason = reason || ' ' WHERE number = 6", 5),
    ],
)
def test_a_changed_entry_is_detected_and_the_entries_before_it_are_salvaged(
    path: Path, change: str, intact: int
) -> None:
    journal_with_entries(path, 6).close()
    tamper(path, change)

    with SqliteJournal.open(path) as journal, pytest.raises(DamagedJournal) as damaged:
        journal.load_verified_entries()

    assert damaged.value.intact == intact
    assert [r.number for r in salvage_journal_file(path).chain] == list(range(1, intact + 1))


def test_an_entry_rewritten_with_its_own_hash_breaks_the_chain_after_it(path: Path) -> None:
    with journal_with_entries(path, 3) as journal:
        first, second, third = journal.load_verified_entries()
    forged = to_stored_entry(entry(2, "forged"), first.hash)

    assert is_genuine_entry(forged, 2, first.hash)
    assert is_genuine_entry(second, 2, first.hash)
    assert not is_genuine_entry(to_stored_entry(entry(3), first.hash), 2, first.hash)
    assert not is_genuine_entry(third, 3, forged.hash)


def read_through(path: Path) -> None:
    with SqliteJournal.open(path) as journal:
        journal.check_integrity()
        journal.load_verified_entries()


def test_a_truncated_file_is_detected_and_the_rest_is_salvaged(path: Path) -> None:
    with journal_with_entries(path, 60, "x" * 300) as journal:
        whole = journal.load_verified_entries()
    content = path.read_bytes()
    saved = []
    for part in (1, 2, 3):
        path.write_bytes(content[: len(content) * part // 4])
        with pytest.raises(CannotReadOrWrite):
            read_through(path)
        found = salvage_journal_file(path).chain
        assert found == whole[: len(found)]
        saved.append(len(found))

    assert saved == sorted(saved)
    assert 0 < saved[-1] < 60


def test_a_lost_file_header_does_not_lose_the_entries(path: Path) -> None:
    with journal_with_entries(path, 60, "x" * 300) as journal:
        whole = journal.load_verified_entries()
    content = bytearray(path.read_bytes())
    content[:4096] = bytes(4096)
    path.write_bytes(content)

    with pytest.raises(CannotReadOrWrite):
        SqliteJournal.open(path)
    assert salvage_journal_file(path).chain == whole


def test_a_long_entry_is_salvaged_from_all_its_pages(path: Path) -> None:
    with journal_with_entries(path, 2, "y" * 50_000) as journal:
        whole = journal.load_verified_entries()

    assert salvage_journal_file(path).chain == whole


def test_salvaging_ends_at_a_damaged_page(path: Path) -> None:
    with journal_with_entries(path, 60, "x" * 300) as journal:
        whole = journal.load_verified_entries()
    content = bytearray(path.read_bytes())
    place = content.find(b'"%s"' % (b"x" * 300), len(content) // 2)
    content[place + 5] ^= 1
    path.write_bytes(content)

    with SqliteJournal.open(path) as journal, pytest.raises(DamagedJournal) as damaged:
        journal.load_verified_entries()

    assert salvage_journal_file(path).chain == whole[: damaged.value.intact]
    assert 0 < damaged.value.intact < 60
