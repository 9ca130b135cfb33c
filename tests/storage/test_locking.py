"""What several rewrite at once loses nothing, and new files are their owner's only."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import topboard.platforms as platforms
from tests.skipping import not_on_windows
from topboard.cli import main
from topboard.errors import CannotReadOrWrite
from topboard.event.session import ActionContext
from topboard.storage.file_locks import lock_file
from topboard.storage.session import JournalSession
from topboard.web.accounts import AccountsInFile

CONTEXT = ActionContext("ann", "2026-05-01T10:00:00Z")


def test_sixteen_users_who_sign_out_at_once_are_all_signed_out(tmp_path: Path) -> None:
    accounts = AccountsInFile(tmp_path / "users.json")

    with ThreadPoolExecutor(16) as pool:
        list(pool.map(lambda i: accounts.end_session(f"cookie {i}", 1000.0 + i, 600), range(16)))

    assert len(accounts._read_accounts_file()["ended"]) == 16


def test_other_programs_also_wait_for_the_lock(tmp_path: Path) -> None:
    path = tmp_path / "count"
    path.write_text("0")
    program = (
        "import sys, time\n"
        "from pathlib import Path\n"
        "from topboard.storage.file_locks import lock_file\n"
        "for _ in range(20):\n"
        "    with lock_file(sys.argv[1]):\n"
        "        count = int(Path(sys.argv[1]).read_text())\n"
        "        time.sleep(0.001)\n"
        "        Path(sys.argv[1]).write_text(str(count + 1))\n"
    )

    running = [subprocess.Popen([sys.executable, "-c", program, path]) for _ in range(3)]

    assert [one.wait(60) for one in running] == [0, 0, 0]
    assert path.read_text() == "60"


def test_the_error_for_a_lock_in_a_missing_folder_names_the_file(tmp_path) -> None:
    with (
        pytest.raises(CannotReadOrWrite, match=r"cannot write .*users\.json"),
        lock_file(tmp_path / "gone" / "users.json"),
    ):
        raise AssertionError("nothing is done without the lock")


# --- who may read new files -----------------------------------------------------------------------


def mode_of(path: Path) -> int:
    """Who may do what with a file."""
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture(autouse=True)
def usual_mask():
    """New files may be read by everybody, unless the program says otherwise."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@not_on_windows("Windows has no such permissions")
def test_journals_keys_and_exports_are_readable_only_by_their_owner(tmp_path: Path, capsys) -> None:
    path = tmp_path / "open.topboard"
    assert main(["event", "new", str(path), "Open"]) == 0
    assert main(["event", "export", str(path), str(tmp_path / "journal.json")]) == 0

    assert mode_of(path) == 0o600
    assert mode_of(tmp_path / "journal.json") == 0o600
    for key in tmp_path.glob("*.key"):
        assert mode_of(key) == 0o600


@not_on_windows("Windows has no such permissions")
def test_an_export_keeps_the_permissions_given_to_the_file(tmp_path: Path, capsys) -> None:
    path, shared = tmp_path / "open.topboard", tmp_path / "shared.json"
    shared.write_text("")
    shared.chmod(0o644)
    main(["event", "new", str(path), "Open"])

    assert main(["event", "export", str(path), str(shared)]) == 0

    assert mode_of(shared) == 0o644
    assert shared.stat().st_size > 0


@not_on_windows("Windows has no such permissions")
def test_an_archive_is_readable_only_by_its_owner(tmp_path: Path, capsys) -> None:
    events = tmp_path / "events"
    events.mkdir()
    main(["event", "new", str(events / "open.topboard"), "Open"])

    assert main(["host", "export", str(events), str(tmp_path / "all.zip")]) == 0

    assert mode_of(tmp_path / "all.zip") == 0o600


# --- folders that cannot be synchronised, as on Windows -------------------------------------------


@pytest.fixture
def no_folder_opens(monkeypatch):
    """Windows refuses to open a folder."""
    opened = os.open

    def refuse_folders(path, *arguments, **named):
        if os.path.isdir(path):
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return opened(path, *arguments, **named)

    monkeypatch.setattr(os, "open", refuse_folders)


@pytest.mark.usefixtures("no_folder_opens")
def test_an_event_is_created_even_if_folders_cannot_be_opened(tmp_path: Path, capsys) -> None:
    path = tmp_path / "open.topboard"

    assert main(["event", "new", str(path), "Open"]) == 0
    assert main(["event", "export", str(path), str(tmp_path / "journal.json")]) == 0
    assert main(["event", "verify", str(path)]) == 0


def test_a_creation_that_fails_at_the_end_leaves_nothing_behind(tmp_path, monkeypatch) -> None:
    def no_room(path):
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr("topboard.platforms.flush_folder_to_disk", no_room)

    with pytest.raises(CannotReadOrWrite, match="Input/output error"):
        JournalSession.create(tmp_path / "open.topboard", "Open", CONTEXT)

    assert list(tmp_path.iterdir()) == []


def test_a_file_system_that_cannot_sync_folders_causes_no_error(tmp_path, monkeypatch):
    def not_there(descriptor):
        raise OSError(errno.EINVAL, "Invalid argument")

    monkeypatch.setattr(platforms.os, "fsync", not_there)
    platforms.flush_folder_to_disk(str(tmp_path / "file"))
    monkeypatch.setattr(
        platforms.os, "fsync", lambda _: (_ for _ in ()).throw(OSError(errno.EIO, "x"))
    )
    with pytest.raises(OSError, match="x"):
        platforms.flush_folder_to_disk(str(tmp_path / "file"))
