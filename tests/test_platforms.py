"""What differs between operating systems: every refusal is simulated on this one."""

from __future__ import annotations

import errno
import io
import json
import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

import topboard.platforms as platforms
from tests.skipping import not_on_windows
from topboard.cli import main
from topboard.cli.streams import read_input_lines
from topboard.errors import BadInput, CannotReadOrWrite
from topboard.event.session import ActionContext
from topboard.formats.files import write_file_or_stream
from topboard.storage.addresses import make_slug_from_name
from topboard.storage.file_locks import lock_file
from topboard.storage.rating_lists import RatingLists
from topboard.storage.register import FILE
from topboard.storage.session import JournalSession
from topboard.web.archives import write_repository_archive
from topboard.web.folder_repository import FolderRepository
from topboard.web.publishing.targets import FolderTarget, PublishedFile

FIXTURES = Path(__file__).parent / "fixtures"
FIDE_LIST = FIXTURES / "ratings" / "players_list_foa.txt"
ENGINE_FILE = FIXTURES / "fide" / "engine" / "dutch-n09-next-r5.trf"
CONTEXT = ActionContext("ann", "2026-05-01T10:00:00Z")
simulated = not_on_windows("this simulates systems that Windows cannot be")


@pytest.fixture
def on_windows(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Files follow the rules of Windows: its own where the tests run there."""
    if sys.platform == "win32":
        monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "AppData"))
    else:
        from tests.windows_rules import follow_windows_rules

        follow_windows_rules(monkeypatch, tmp_path / "AppData")


def files_in(folder: Path) -> list[str]:
    """The names of what is in a folder."""
    return sorted(path.name for path in folder.iterdir())


# --- Windows ----------------------------------------------------------------------------------


@pytest.mark.usefixtures("on_windows")
def test_an_event_is_run_archived_and_published_under_windows_rules(tmp_path, capsys):
    folder = tmp_path / "events"
    with closing(FolderRepository(folder)) as events:
        assert events.create("Con", CONTEXT).stem == "con-event"
        assert events.create("Open", CONTEXT).stem == "open"
        journal = str(folder / "open.topboard")
        assert main(["event", "section", journal, "Swiss", "--rounds", "3"]) == 0
        assert main(["event", "export", journal, str(tmp_path / "open.json")]) == 0
        assert main(["event", "export", journal, str(tmp_path / "open.json")]) == 0
        assert main(["event", "verify", journal]) == 0
        events.accounts.end_session("cookie", 1000.0, 600)
        write_repository_archive(events, str(tmp_path / "all.zip"))
        write_repository_archive(events, str(tmp_path / "all.zip"))
        target = FolderTarget(tmp_path / "site")
        with target.lock_target():
            target.write("open/index.html", PublishedFile(b"one", "text/html", ""))
            target.write("open/index.html", PublishedFile(b"two", "text/html", ""))
            target.remove(["open/index.html"])

    assert files_in(tmp_path) == ["AppData", "all.zip", "events", "open.json", "site"]
    assert not [name for name in files_in(folder) if name.endswith(".part")]
    assert files_in(tmp_path / "site") == []


@pytest.mark.usefixtures("on_windows")
def test_a_rating_list_is_imported_refused_and_removed_under_windows_rules(tmp_path):
    lists, bad = RatingLists(tmp_path / "lists"), tmp_path / FIDE_LIST.name
    bad.write_text(f"{FIDE_LIST.read_text(encoding='utf-8')}nonsense\n" * 2, encoding="utf-8")

    lists.import_list(str(FIDE_LIST))
    with pytest.raises(BadInput):
        lists.import_list(str(bad))
    assert files_in(lists.folder) == ["fide.ratings"]

    with (
        lists._open_rating_list_database("FIDE"),
        pytest.raises(CannotReadOrWrite, match=r"cannot delete .* Close it there and try again"),
    ):
        lists.delete_rating_list("FIDE")
    lists.delete_rating_list("FIDE")
    assert files_in(lists.folder) == []


@pytest.mark.usefixtures("on_windows")
def test_a_damaged_search_index_open_elsewhere_is_left_alone(tmp_path):
    with closing(FolderRepository(tmp_path)) as folder:
        folder.create("Open", CONTEXT)
        (tmp_path / FILE).write_bytes(b"no database at all" * 100)
        with (tmp_path / FILE).open("rb"):
            assert [*folder.search_index.update_and_get_events()] == ["open"]

    assert (tmp_path / FILE).read_bytes().startswith(b"no database")


@pytest.mark.usefixtures("on_windows")
def test_a_file_is_replaced_once_closed_but_not_while_it_stays_open(tmp_path, monkeypatch):
    path = tmp_path / "sheet.pdf"
    path.write_text("old")
    paused: list[float] = []
    opened = os.open(path, os.O_RDONLY)

    def close_after_three(pause: float) -> None:
        paused.append(pause)
        if len(paused) == 3:
            os.close(opened)

    monkeypatch.setattr(platforms, "sleep", close_after_three)
    write_file_or_stream("new", path)
    assert (path.read_text(), len(paused)) == ("new", 3)

    with path.open("rb"), pytest.raises(CannotReadOrWrite) as refused:
        write_file_or_stream("newer", path)
    assert str(refused.value) == (
        f"cannot write {str(path)!r}: the file may be open in a different program. Close it there "
        "and try again"
    )
    assert len(paused) == 3 + len(platforms.PAUSES)
    assert files_in(tmp_path) == ["sheet.pdf"]
    assert path.read_text() == "new"


@simulated
def test_only_a_refusal_by_windows_is_retried(tmp_path, monkeypatch):
    tried: list[str] = []

    def refuse(draft: str, path: str) -> None:
        tried.append(path)
        raise PermissionError(errno.EACCES, "Permission denied", path)

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(CannotReadOrWrite, match="Permission denied"):
        write_file_or_stream("new", tmp_path / "a.txt")

    assert len(tried) == 1
    assert files_in(tmp_path) == []


@pytest.mark.usefixtures("on_windows")
@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("CON.topboard", "reserves the name 'CON'"),
        ("nul .x/open.topboard", "reserves the name 'nul '"),
        ("lpt².topboard", "reserves the name 'lpt²'"),
        ("C:open.topboard", "current folder of drive C:"),
        ("open:2.topboard", "no ':' in a name"),
        ("what?.topboard", r"no '\?' in a name"),
        ("open.topboard.", "no dot or space at the end"),
        ("a /open.topboard", "no dot or space at the end"),
    ],
)
def test_a_file_name_that_windows_would_misread_is_refused(
    tmp_path, monkeypatch, capsys, name, why
):
    monkeypatch.chdir(tmp_path)

    assert main(["event", "new", name, "Open"]) == 5
    with pytest.raises(CannotReadOrWrite, match=why):
        write_file_or_stream("text", name)

    assert capsys.readouterr().err.startswith(f"topboard: cannot create {name!r}: ")
    assert files_in(tmp_path) == []


@pytest.mark.usefixtures("on_windows")
def test_a_device_name_with_an_extension_is_refused_on_windows(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os.path, "exists", lambda path: True)

    assert platforms.is_device("NUL")
    with pytest.raises(CannotReadOrWrite, match="reserves the name 'con'"):
        write_file_or_stream("text", "con.pdf")
    assert files_in(tmp_path) == []


@pytest.mark.usefixtures("on_windows")
@pytest.mark.parametrize(
    "path",
    [
        r"\\?\C:\open.topboard",
        r"C:\Users\Ann\open.topboard",
        r"\\server\share\console.topboard",
        "../x/.y.json",
    ],
)
def test_usual_names_are_accepted_on_windows(path):
    platforms.check_new_path(path)


@simulated
def test_other_systems_accept_the_names_that_windows_reserves(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)

    assert main(["event", "new", "CON:1?.topboard", "Open", "--no-key"]) == 0
    assert files_in(tmp_path) == ["CON:1?.topboard"]


@pytest.mark.usefixtures("on_windows")
def test_a_lock_held_for_too_long_is_an_error(tmp_path, monkeypatch):
    monkeypatch.setattr(platforms, "LOCK_ATTEMPTS", 3)
    monkeypatch.setattr(platforms, "LOCK_PAUSE", 0.0)
    path, held = tmp_path / "users.json", tmp_path / ".users.json.lock"
    with held.open("w") as other:
        platforms.lock_or_close(other.fileno())
        with pytest.raises(CannotReadOrWrite, match=r"users\.json.*keeps the file locked"):
            lock_file(path).__enter__()
        os.lseek(other.fileno(), 0, os.SEEK_SET)
    with lock_file(path), held.open("w") as other:
        assert not platforms.try_to_lock_descriptor(other.fileno())


# --- file systems that can do less ----------------------------------------------------------------


@simulated
def test_an_event_is_created_on_a_usb_stick_without_links_or_permissions(tmp_path, monkeypatch):
    def refuse(*_: object) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    monkeypatch.setattr(os, "chmod", refuse)

    JournalSession.create(tmp_path / "open.topboard", "Open", CONTEXT, with_key=True).close()

    assert files_in(tmp_path) == ["open.topboard", "open.topboard.key"]


@simulated
def test_a_failed_creation_on_a_usb_stick_leaves_nothing_behind(tmp_path, monkeypatch):
    path, replace = str(tmp_path / "open.topboard"), os.replace

    def refuse(*_: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    def fill_up(draft: str, target: str) -> None:
        if target == path:
            raise OSError(errno.ENOSPC, "No space left on device")
        replace(draft, target)

    monkeypatch.setattr(os, "link", refuse)
    monkeypatch.setattr(os, "replace", fill_up)

    with pytest.raises(CannotReadOrWrite, match="No space left"):
        JournalSession.create(path, "Open", CONTEXT, with_key=True)

    assert files_in(tmp_path) == []


@simulated
def test_a_folder_without_locks_is_an_error_that_names_the_file(tmp_path, monkeypatch):
    def refuse(held: int, how: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(platforms.fcntl, "flock", refuse)

    with pytest.raises(CannotReadOrWrite, match=r"users\.json.*No locks available"):
        lock_file(tmp_path / "users.json").__enter__()


# --- consoles and pipes ---------------------------------------------------------------------------

NAME = "Łukasz"
WITHOUT_LETTERS = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
"""The environment in which Python uses a code page without letters beyond ASCII."""


@pytest.fixture
def event(tmp_path: Path) -> str:
    """An event of a player whose name has a letter that few code pages have."""
    path = tmp_path / "event.json"
    content = {"format": "topboard-event/1", "system": "cfc_swiss", "rounds": 3}
    players = [{"number": 1, "name": NAME}, {"number": 2, "name": "Berg"}]
    path.write_text(json.dumps({**content, "players": players}))
    return str(path)


def run_without_letters(*arguments: str, **named: object) -> subprocess.CompletedProcess[bytes]:
    """Run a command where the code page has no letters beyond ASCII."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONIOENCODING"}
    return subprocess.run(
        [sys.executable, "-m", "topboard", *arguments],
        env={**environment, **WITHOUT_LETTERS},
        check=False,
        **named,  # type: ignore[call-overload]
    )


@simulated
def test_output_to_files_and_pipes_is_utf8_regardless_of_the_code_page(event):
    done = run_without_letters("standings", event, capture_output=True)
    Path(event).write_text(Path(event).read_text().replace("cfc_swiss", NAME))
    failed = run_without_letters("standings", event, capture_output=True)

    assert NAME in done.stdout.decode()
    assert NAME in failed.stderr.decode()


def test_a_terminal_keeps_its_code_page_and_missing_letters_are_escaped(event):
    ours, theirs = pytest.importorskip("pty").openpty()
    done = run_without_letters("standings", event, stdout=theirs)
    os.close(theirs)
    shown = os.read(ours, 65536)
    os.close(ours)

    assert done.returncode == 0
    assert b"\\u0141ukasz" in shown


@pytest.mark.parametrize("line", ["Łódź", "Müller".encode("cp1252")])
def test_piped_file_names_and_passwords_are_read_in_both_encodings(monkeypatch, line):
    raw = line if isinstance(line, bytes) else line.encode()
    stdin = io.TextIOWrapper(io.BytesIO(raw + b"\r\n\n"), encoding="cp1252")
    monkeypatch.setattr(sys, "stdin", stdin)

    assert [*read_input_lines()] == ["Müller" if isinstance(line, bytes) else line, ""]


def test_nothing_is_read_if_standard_input_is_closed(monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)

    assert [*read_input_lines()] == []


class ClosedPipe(io.StringIO):
    """A pipe whose reader has gone, as Windows reports it."""

    def flush(self) -> None:
        raise OSError(errno.EINVAL, "Invalid argument")


@pytest.mark.parametrize(("system", "code"), [("win32", 0), ("linux", 5)])
def test_a_reader_that_closes_the_pipe_early_is_no_error_on_windows(monkeypatch, system, code):
    monkeypatch.setattr(platforms, "sys", SimpleNamespace(platform=system))
    monkeypatch.setattr("topboard.cli.streams.flush_standard_streams", lambda: None)
    monkeypatch.setattr(sys, "stdout", ClosedPipe())

    assert main(["systems"]) == code


# --- time zones -----------------------------------------------------------------------------------

WITHOUT_ZONES = """
import sys
sys.modules["tzdata"] = None
from topboard.cli import main
sys.exit(main(sys.argv[1:]))
"""


def test_without_time_zone_data_the_error_says_what_to_install(tmp_path):
    command = [sys.executable, "-c", WITHOUT_ZONES, "event", "new", "o.topboard", "Open"]
    done = subprocess.run(
        [*command, "--time-zone", "Europe/Berlin"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONTZPATH": ""},
        capture_output=True,
        check=False,
        text=True,
    )

    assert done.returncode == 3
    assert done.stderr == (
        "topboard: time zone: this computer has no time zone database: 'Europe/Berlin'. Install "
        "one with pip install tzdata, or leave the time zone out.\n"
    )
    assert files_in(tmp_path) == []


# --- folders and names ----------------------------------------------------------------------------


@simulated
@pytest.mark.parametrize(
    ("system", "environment", "folder"),
    [
        ("linux", {}, ".local/share"),
        ("linux", {"XDG_DATA_HOME": "/data"}, "/data"),
        ("darwin", {}, "Library/Application Support"),
        ("win32", {}, "AppData/Local"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local"),
    ],
)
def test_each_operating_system_has_its_own_data_folder(
    monkeypatch, tmp_path, system, environment, folder
):
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"HOME": str(tmp_path), **environment}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(platforms, "sys", SimpleNamespace(platform=system))

    assert platforms.user_data_folder() == str(tmp_path / folder)


@pytest.mark.parametrize(
    ("system", "display", "opens"),
    [("linux", "", False), ("linux", ":0", True), ("darwin", "", True), ("win32", "", True)],
)
def test_a_browser_is_opened_only_if_there_is_a_display(monkeypatch, system, display, opens):
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", display)
    monkeypatch.setattr(platforms, "sys", SimpleNamespace(platform=system))

    assert platforms.can_open_browser() == opens


@pytest.mark.parametrize(
    ("name", "slug"),
    [("CON", "con-event"), ("Com 1", "com-1"), ("COM1", "com1-event"), ("Con Open", "con-open")],
)
def test_a_slug_is_a_valid_file_name_on_every_operating_system(name, slug):
    assert make_slug_from_name(name) == slug


def test_the_engine_loads_nothing_about_platforms_to_pair_a_round():
    script = (
        "import sys\n"
        "from topboard.cli.engine import main\n"
        f"assert main(['--dutch', {str(ENGINE_FILE)!r}, '-p']) == 0\n"
        "assert 'topboard.platforms' not in sys.modules\n"
    )
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    subprocess.run(
        [sys.executable, "-c", script], check=True, env=environment, stdout=subprocess.DEVNULL
    )
