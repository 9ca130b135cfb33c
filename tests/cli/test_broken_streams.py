"""Closed streams, full disks, strange encodings: each is said in words and with its exit code."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import topboard
from topboard.cli import main
from topboard.cli.exit_codes import BAD_INPUT, DONE, FILE
from topboard.errors import CannotReadOrWrite
from topboard.formats.files import write_file_or_stream
from topboard.storage.salvage import salvage_journal_file
from topboard.storage.session import JournalSession
from topboard.storage.spreadsheets import read_rows
from topboard.storage.sqlite import SqliteJournal

resource = pytest.importorskip("resource", reason="these are the streams and limits of POSIX")

SAMPLE = str(Path(topboard.__file__).parent / "samples" / "chennai-2022-open-round-6.json")
TOPBOARD = f"{sys.executable} -m topboard"


def shell(command: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """A command line as a person types it, in a folder."""
    return subprocess.run(
        ["sh", "-c", command.replace("topboard ", f"{TOPBOARD} ", 1)],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event of four players whose round 1 can be paired."""
    path = tmp_path_factory.mktemp("ready") / "e.topboard"
    steps = (
        ("new", "Test Open"),
        ("section", "Open", "--system", "dubov_1997", "--rounds", "3"),
        *(("enter", name, "--rating", "2000") for name in ("Łukasz", "Ödön", "Ann", "Bob")),
        ("lot", "colour", "--colour", "white"),
        ("close-entries", "--yes"),
    )
    for verb, *more in steps:
        assert main(["event", verb, str(path), *more, "--who", "Ann"]) == DONE
    return path


@pytest.fixture
def folder(ready: Path, tmp_path: Path) -> Path:
    """A folder with the event in it."""
    shutil.copy(ready, tmp_path)
    return tmp_path


def entries(folder: Path) -> int:
    with JournalSession.open(folder / "e.topboard", read_only=True) as file:
        return len(file.entries)


# --- streams ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "stream"),
    [
        ("topboard systems --json", ">&-"),
        ("topboard systems", "> /dev/full"),
        (f"topboard convert {SAMPLE}", ">&-"),
        (f"topboard convert {SAMPLE}", "> /dev/full"),
        ("topboard event export e.topboard --to xlsx", "> /dev/full"),
        ("topboard --help", ">&-"),
        ("topboard --help", "> /dev/full"),
    ],
)
def test_an_output_that_cannot_be_written_is_reported(
    folder: Path, command: str, stream: str
) -> None:
    done = shell(f"{command} {stream}", folder)

    assert done.returncode == FILE
    assert "cannot write standard output" in done.stderr
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr


@pytest.mark.parametrize("stream", [">&-", "> /dev/full"])
def test_stored_actions_are_reported_when_nothing_can_be_printed(folder: Path, stream: str) -> None:
    before = entries(folder)

    done = shell(f"topboard event pair e.topboard --publish --yes --who Ann {stream}", folder)

    assert entries(folder) == before + 2
    assert done.returncode == FILE
    assert f"Journal entries {before + 1} and {before + 2} were saved." in done.stderr


def test_a_single_stored_action_is_reported_too(folder: Path) -> None:
    before = entries(folder)

    done = shell("topboard event forbid e.topboard 1 2 --who Ann > /dev/full", folder)

    assert done.returncode == FILE
    assert f"Journal entry {before + 1} was saved." in done.stderr


def test_a_closed_input_is_reported(folder: Path) -> None:
    done = shell("topboard pair - <&-", folder)

    assert done.returncode == FILE
    assert "cannot read standard input: the stream is closed" in done.stderr


@pytest.mark.parametrize("closed", ["2>&-", "2>/dev/full", "<&- >&- 2>&-"])
def test_a_file_is_written_even_if_messages_cannot_be_printed(folder: Path, closed: str) -> None:
    # The seed is told: there is something to talk about.
    made = "topboard generate --system dubov_1997 --players 6 --rounds 2 --to trf26 -o out.trf"
    done = shell(f"{made} {closed}", folder)

    assert done.returncode == DONE
    assert done.stdout == ""
    assert topboard.read(str(folder / "out.trf")).competitors


def test_without_standard_error_only_the_result_is_printed(folder: Path) -> None:
    done = shell(f"topboard convert {SAMPLE} --to trf26 2>&-", folder)

    assert done.returncode == DONE
    assert "\n012 44th Chess Olympiad" in done.stdout
    assert "topboard:" not in done.stdout


@pytest.mark.parametrize(("encoding", "spelled"), [("ascii", "\\u0141ukasz"), ("latin-1", "Ödön")])
def test_names_that_the_encoding_cannot_represent_are_spelled_out(
    folder: Path, encoding: str, spelled: str
) -> None:
    plain = shell("topboard event show e.topboard >out", folder, PYTHONIOENCODING=encoding)
    in_json = shell("topboard event show e.topboard --json", folder, PYTHONIOENCODING="ascii")

    assert (plain.returncode, in_json.returncode) == (DONE, DONE)
    names = [c["name"] for c in json.loads(in_json.stdout)["sections"][0]["competitors"]]
    assert names[:2] == ["Łukasz", "Ödön"]
    assert spelled in (folder / "out").read_text(encoding=encoding)


# --- who acts ---------------------------------------------------------------------------------


def test_an_unnamed_user_is_asked_for_a_name(folder: Path) -> None:
    """A user id without an entry in the list of users, as in many containers."""
    nobody = "import pwd, getpass, sys\nfrom topboard.cli import main\n"
    nobody += "def unknown(uid): raise KeyError(f'getpwuid(): uid not found: {uid}')\n"
    nobody += "pwd.getpwuid = unknown\nsys.exit(main(sys.argv[1:]))\n"
    names = ("LOGNAME", "USER", "LNAME", "USERNAME", "TOPBOARD_USER")
    done = subprocess.run(
        [sys.executable, "-c", nobody, "event", "forbid", "e.topboard", "1", "2"],
        cwd=folder,
        env={k: v for k, v in os.environ.items() if k not in names},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == BAD_INPUT
    assert "--who" in done.stderr
    assert "TOPBOARD_USER" in done.stderr


# --- arguments --------------------------------------------------------------------------------


def test_forbid_with_one_name_is_a_bad_request(folder: Path) -> None:
    done = shell("topboard event forbid e.topboard Ann", folder)

    assert done.returncode == BAD_INPUT
    assert "required: B" in done.stderr


def verbs() -> list[list[str]]:
    """Every verb of the command."""
    from topboard.cli.parser import VERBS
    from topboard.event.verbs import VERBS as ACTIONS

    plain = [[verb.name] for verb in VERBS if verb.name != "engine"]
    return plain + [["event", verb.name] for verb in ACTIONS]


@pytest.mark.parametrize("verb", verbs(), ids=" ".join)
def test_every_verb_has_help_and_refuses_nonsense(
    verb: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as shown:
        main([*verb, "--help"])
    with pytest.raises(SystemExit) as refused:
        main([*verb, "--nonsense"])
    out, err = capsys.readouterr()

    assert (shown.value.code, refused.value.code) == (DONE, BAD_INPUT)
    assert out.startswith(f"usage: topboard {' '.join(verb)}")
    assert "usage: topboard" in err


@pytest.mark.parametrize(
    "arguments",
    [
        ["pair", "a\0b"],
        ["convert", SAMPLE, "a\0b"],
        ["document", "standings", "a\0b"],
        ["document", "standings", SAMPLE, "--to", "pdf", "-o", "a\0b"],
        ["event", "show", "a\0b"],
        ["event", "new", "a\0b", "Name", "--who", "Ann"],
        ["event", "export", "a\0b", "--salvage"],
        ["event", "import-journal", "x.topboard", "a\0b"],
        ["publish", "a\0b", "folder"],
    ],
    ids=" ".join,
)
def test_an_impossible_path_is_reported(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == FILE
    assert "unexpected" not in capsys.readouterr().err


def test_the_library_reports_impossible_paths() -> None:
    for way in (SqliteJournal.create, SqliteJournal.open, salvage_journal_file, read_rows):
        with pytest.raises(CannotReadOrWrite):
            way("a\0b")


# --- full disks -------------------------------------------------------------------------------


def files(folder: Path) -> list[str]:
    """The files in a folder, without what SQLite keeps beside a journal that is read."""
    return sorted(p.name for p in folder.iterdir() if not p.name.startswith("e.topboard-"))


def on_a_full_disk(*command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A command that can write 64 bytes to a file, as on a disk that is nearly full."""

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))

    # What SQLite keeps beside a journal while somebody reads it is there already.
    with JournalSession.open(folder / "e.topboard", read_only=True):
        return subprocess.run(
            [sys.executable, "-B", "-m", "topboard", *command],
            cwd=folder,
            preexec_fn=limit,
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.mark.parametrize(
    "command",
    [
        ["event", "export", "e.topboard", "good", "--to", "xlsx"],
        ["event", "export", "e.topboard", "good"],
        ["document", "standings", "e.topboard", "-o", "good", "--to", "pdf"],
    ],
    ids=" ".join,
)
def test_a_full_disk_leaves_the_old_file_intact(folder: Path, command: list[str]) -> None:
    (folder / "good").write_text("the good old file")
    before = files(folder)

    done = on_a_full_disk(*command, folder=folder)

    assert done.returncode == FILE, done.stderr
    assert "cannot write 'good'" in done.stderr
    assert (folder / "good").read_text() == "the good old file"
    assert files(folder) == before


def test_publishing_on_a_full_disk_leaves_no_half_page(folder: Path) -> None:
    site = folder / "site"
    assert main(["publish", str(folder / "e.topboard"), str(site)]) == DONE
    old = {p: p.read_bytes() for p in site.rglob("*") if p.is_file()}
    (site / "public.css").write_text("other")
    (site / "index.html").unlink()

    done = on_a_full_disk("publish", "e.topboard", "site", folder=folder)

    assert done.returncode == FILE, done.stderr
    now = {p: p.read_bytes() for p in site.rglob("*") if p.is_file()}
    assert now == {
        **{p: content for p, content in old.items() if p.name != "index.html" or p.parent != site},
        site / "public.css": b"other",
    }


def test_a_new_event_on_a_full_disk_leaves_nothing(folder: Path) -> None:
    before = files(folder)

    done = on_a_full_disk("event", "new", "n.topboard", "N", "--who", "A", folder=folder)

    assert done.returncode == FILE, done.stderr
    assert files(folder) == before


def test_a_private_file_is_readable_only_by_its_owner_from_the_start(tmp_path: Path) -> None:
    secret, known = tmp_path / "secret", tmp_path / "known"
    known.write_text("old")
    known.chmod(0o644)

    for path in (secret, known):
        write_file_or_stream("word", path, private=True)
        assert path.read_text() == "word"
        assert path.stat().st_mode & 0o777 == 0o600
