"""``topboard document``: every form, from a journal and from a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.documents.sample_documents import words_of_pdf
from tests.sample_event import create_sample_event
from topboard.cli import main
from topboard.web.folder_repository import SUFFIX, FolderRepository

CHENNAI = (
    Path(__file__).resolve().parents[2] / "src/topboard/samples/chennai-2022-open-round-6.json"
)


@pytest.fixture(scope="module")
def journal(tmp_path_factory) -> str:
    folder = tmp_path_factory.mktemp("events")
    create_sample_event(FolderRepository(folder))
    (found,) = folder.glob(f"*{SUFFIX}")
    return str(found)


def test_the_output_file_name_determines_the_format(journal, tmp_path) -> None:
    for ending in ("txt", "json", "html", "pdf"):
        target = tmp_path / f"sheet.{ending}"
        asked = ["document", "standings", journal, "--section", "Open", "-o", str(target)]
        assert main(asked) == 0

    assert (tmp_path / "sheet.txt").read_text().startswith("Riverside Chess Festival, Open")
    assert json.loads((tmp_path / "sheet.json").read_text())[0]["document"] == "standings"
    assert "<!doctype html>" in (tmp_path / "sheet.html").read_text()
    assert "Horvath,Farid" in words_of_pdf((tmp_path / "sheet.pdf").read_bytes())


def test_the_next_round_of_a_file_is_paired(capsys) -> None:
    assert main(["document", "pairing-sheet", str(CHENNAI)]) == 0

    assert "Pairings, round 6" in capsys.readouterr().out


def test_an_earlier_round_of_a_file_is_shown_with_its_results(capsys) -> None:
    assert main(["document", "pairings-by-name", str(CHENNAI), "--round", "5"]) == 0

    assert "round 5" in capsys.readouterr().out


def test_a_round_of_a_journal_is_explained(journal, capsys) -> None:
    asked = ["document", "explanation", journal, "--section", "Team Cup", "--round", "4"]

    assert main(asked) == 0

    printed = capsys.readouterr().out
    assert "Explanation of the pairings in round 4" in printed
    assert "Bastion (#2) meets Caravel (#3)" in printed


@pytest.mark.parametrize(
    ("asked", "code", "said"),
    [
        (["nothing", str(CHENNAI)], 3, "unknown document: 'nothing'"),
        (["timetable", str(CHENNAI)], 3, "unknown document: 'timetable'"),
        (["standings", "no-such-file"], 5, "cannot read 'no-such-file'"),
        (
            ["pairing-sheet", str(CHENNAI), "--round", "99"],
            3,
            "the file contains only rounds 1 to 6",
        ),
        (["standings", str(CHENNAI), "-o", "no/such/folder/x.pdf"], 5, "cannot write"),
    ],
)
def test_an_impossible_document_is_refused_with_a_message(asked, code, said, capsys) -> None:
    assert main(["document", *asked]) == code
    assert said in capsys.readouterr().err


def test_a_journal_with_several_sections_requires_a_section_name(journal, capsys) -> None:
    assert main(["document", "standings", journal]) == 3
    assert "Add --section NAME with one of: Team Cup, Open." in capsys.readouterr().err
