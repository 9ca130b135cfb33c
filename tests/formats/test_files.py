"""Files are read and written whole or not at all."""

from __future__ import annotations

import io
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.skipping import not_on_windows
from topboard import formats
from topboard.errors import BadInput, CannotReadOrWrite, TooLarge
from topboard.formats import files

OLYMPIAD = Path(__file__).parents[1] / "fixtures" / "olympiads" / "2022-open-r02.json"


@pytest.fixture
def event():
    """A real round."""
    return formats.read(OLYMPIAD)


def test_a_path_may_be_a_string_or_a_path_object(event):
    assert formats.read(str(OLYMPIAD)) == event


def test_open_text_and_binary_files_are_read(event):
    with OLYMPIAD.open("rb") as binary, OLYMPIAD.open(encoding="utf-8") as text:
        assert formats.read(binary) == event
        assert formats.read(text) == event
    assert formats.read(io.StringIO(OLYMPIAD.read_text(encoding="utf-8"))) == event


def test_a_dash_means_standard_input_or_output(event):
    script = "from topboard import formats;formats.write(formats.read('-'), '-', 'event-json')"

    done = subprocess.run(
        [sys.executable, "-c", script],
        input=OLYMPIAD.read_bytes(),
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )

    assert formats.read_text(done.stdout) == event
    assert done.stderr == b""


@pytest.mark.parametrize("name", ["missing.json", "a\x00b", ".", "missing/x.json"])
def test_an_unreadable_file_is_reported_by_name(tmp_path, name):
    path = str(tmp_path / name)

    with pytest.raises(CannotReadOrWrite) as caught:
        formats.read(path)

    assert repr(path) in str(caught.value)


def test_a_file_with_too_many_bytes_is_refused_before_reading_it_all(monkeypatch):
    monkeypatch.setattr(files, "MOST_BYTES", 1_000)

    with pytest.raises(
        TooLarge, match=r"the file is too large\. Stay within the limit of 1,000 bytes\."
    ):
        formats.read(OLYMPIAD)


def test_a_closed_file_cannot_be_read_or_written(event):
    closed = io.StringIO()
    closed.close()

    with pytest.raises(CannotReadOrWrite):
        formats.read(closed)
    with pytest.raises(CannotReadOrWrite):
        formats.write(event, closed, "event-json")


# --- writing -----------------------------------------------------------------------------


@pytest.mark.parametrize("format", ["round-json", "event-json", "trf26"])
def test_a_format_is_written_to_a_file(tmp_path, event, format):
    target = tmp_path / "event"

    formats.write(event, target, format)

    assert target.read_bytes().decode() == formats.dumps(event, format)
    assert [path.name for path in tmp_path.iterdir()] == ["event"]


def test_open_text_and_binary_files_are_written(event):
    text, binary = io.StringIO(), io.BytesIO()

    formats.write(event, text, "round-json")
    formats.write(event, binary, "round-json")

    assert text.getvalue() == binary.getvalue().decode() == formats.dumps(event, "round-json")


@not_on_windows("Windows has no such permissions")
def test_an_existing_file_is_replaced_and_keeps_its_permissions(tmp_path, event):
    target = tmp_path / "event.json"
    target.write_text("old")
    target.chmod(0o640)

    formats.write(event, target, "event-json")

    assert formats.read(target) == event
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_a_symbolic_link_stays_a_link(tmp_path, event):
    target, link = tmp_path / "event.json", tmp_path / "link.json"
    target.write_text("old")
    link.symlink_to(target)

    formats.write(event, link, "event-json")

    assert link.is_symlink()
    assert formats.read(target) == event


@pytest.mark.parametrize("name", ["missing/event.json", ".", "a\x00b"])
def test_an_unwritable_file_is_reported_by_name(tmp_path, event, name):
    path = str(tmp_path / name)

    with pytest.raises(CannotReadOrWrite) as caught:
        formats.write(event, path, "event-json")

    assert repr(path) in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_left_behind_when_writing_fails_halfway(tmp_path, event, monkeypatch):
    target = tmp_path / "event.json"
    target.write_text("old")

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(CannotReadOrWrite, match="No space left"):
        formats.write(event, target, "event-json")

    assert target.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["event.json"]


def test_the_old_file_stays_when_a_format_cannot_hold_the_tournament(tmp_path, event):
    players = formats.read(Path(__file__).parents[1] / "fixtures" / "trf" / "players-trf16.trf")
    target = tmp_path / "event.json"
    formats.write(event, target, "round-json")

    with pytest.raises(BadInput, match="the round JSON format supports only teams"):
        formats.write(players, target, "round-json")

    assert formats.read(target) == event


def test_an_unknown_format_is_refused_with_a_list_of_known_formats(event):
    with pytest.raises(BadInput, match=r"unknown format: 'pdf'\. Choose one of: round-json"):
        formats.dumps(event, "pdf")


def test_devices_are_written_in_place(event):
    formats.write(event, os.devnull, "event-json")

    assert not Path(os.devnull).is_file()


# --- start-up ----------------------------------------------------------------------------


def modules_after(statement):
    """The modules that Python has imported after a statement."""
    script = f"import sys; from topboard import formats; {statement}; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, text=True
    )
    return set(done.stdout.split())


def test_reading_json_does_not_import_the_report_file_code():
    found = modules_after(f"formats.read({str(OLYMPIAD)!r})")

    assert not [name for name in found if name.startswith("topboard.formats.trf")]
    assert not found & {"difflib", "tempfile", "topboard.formats.losses", "argparse"}


def test_importing_the_formats_imports_no_reader():
    found = modules_after("pass")

    formats = {name for name in found if name.startswith("topboard.formats")}
    assert formats == {f"topboard.formats{name}" for name in ("", ".files", ".problems")}
