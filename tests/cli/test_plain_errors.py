"""Errors that people meet on their first day say what happened and what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from topboard.cli import main
from topboard.cli.exit_codes import BAD_INPUT, DONE, FILE

PHOTOS = {
    "PNG": b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 9,
    "JPEG": b"\xff\xd8\xff\xe0\x00\x10JFIF\x00" + bytes(range(256)) * 9,
    "unknown": b"Photo\x00\x01\x02\x03" + bytes(range(128, 256)) * 9,
}
BINARY = ": this is a binary file, such as a picture or an archive, and not a"
NO_TABLE = BINARY + " table. Use a CSV or XLSX file."
NO_TEXT = BINARY + " text file. Use a TRF file or a Topboard JSON file."


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with an event that has one section."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TOPBOARD_USER", "Ann")
    assert main(["event", "new", "open.topboard", "City Open"]) == DONE
    assert main(["event", "section", "open.topboard", "Open", "--rounds", "3"]) == DONE
    return tmp_path


@pytest.mark.parametrize("more", [[], ["--no-key"]])
def test_a_second_event_at_the_same_path_requires_another_name(
    folder: Path, capsys: pytest.CaptureFixture[str], more: list[str]
) -> None:
    before = {one.name: one.read_bytes() for one in folder.iterdir()}
    capsys.readouterr()

    assert main(["event", "new", "open.topboard", "Second", *more]) == FILE
    assert capsys.readouterr().err == (
        "topboard: 'open.topboard' already exists. Choose a different file name.\n"
    )
    assert {one.name: one.read_bytes() for one in folder.iterdir()} == before


@pytest.mark.parametrize("photo", PHOTOS)
@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("event import open.topboard photo.csv", "photo.csv" + NO_TABLE),
        ("event import open.topboard photo.jpg", "photo.jpg" + NO_TEXT),
        ("pair photo.trf", "photo.trf" + NO_TEXT),
    ],
)
def test_a_photo_is_refused_without_showing_its_content(
    folder: Path, capsys: pytest.CaptureFixture[str], photo: str, words: str, told: str
) -> None:
    (folder / words.split()[-1]).write_bytes(PHOTOS[photo])
    capsys.readouterr()

    assert main(words.split()) == BAD_INPUT
    err = capsys.readouterr().err
    assert told in err
    assert err.isascii()
    assert "\\x" not in err
    assert "JFIF" not in err


def test_a_confirmation_names_the_option_yes(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["event", "erase", "open.topboard", "all"]) == BAD_INPUT
    assert "On the command line, add --yes." in capsys.readouterr().err


def test_a_request_for_a_ruling_names_the_options_and_the_offices(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in range(1, 5):
        main(["event", "enter", "open.topboard", f"Player {number}"])
    capsys.readouterr()

    assert main(["event", "bye", "open.topboard", "1", "1", "--points", "half"]) == BAD_INPUT
    assert (
        "Name the authority for the ruling: director or Chief Arbiter. On the command line, add"
        " --authority and --reason.\n"
        "topboard: Write the authority as OFFICE:NAME, where OFFICE is one of: arbiter, director.\n"
    ) in capsys.readouterr().err
    ruling = ["--authority", "arbiter:Ann", "--reason", "Travel"]
    assert main([*["event", "bye", "open.topboard", "1", "1", "--points", "half"], *ruling]) == DONE
