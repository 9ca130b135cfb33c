"""Commands that read the section of a journal as they read an event file."""

from __future__ import annotations

import json
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from tests.cli.test_commands import run
from topboard.storage.session import JournalSession
from topboard.web.folder_repository import FolderRepository
from topboard.web.sample import SAMPLE, create_sample_event

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The journal of the sample event, with the sections Team Cup and Open."""
    folder = tmp_path_factory.mktemp("events")
    with closing(FolderRepository(folder)) as repository:
        create_sample_event(repository)
    return folder / f"{SAMPLE}.topboard"


def published_pairs(journal: Path, section: str, number: int) -> list[tuple[int, int]]:
    with JournalSession.open(journal, read_only=True) as session:
        meetings = session.event.section(section).round(number).meetings
        return [(meetings[table].white, meetings[table].black) for table in sorted(meetings)]


def test_a_published_round_is_paired_and_explained_from_its_journal(journal, capsys) -> None:
    code, out, _ = run(capsys, "pair", journal, "--section", "Open", "--round", "3", "--json")
    assert code == 0
    pairs = [(pair["white"], pair["black"]) for pair in json.loads(out)["pairs"]]
    assert pairs == published_pairs(journal, "Open", 3)
    code, out, _ = run(capsys, "explain", journal, "--section", "Open", "--round", "3")
    assert code == 0
    assert "round 3 of 6 (dubov_1997)" in out


def test_why_not_and_standings_read_the_section(journal, capsys) -> None:
    code, out, _ = run(
        capsys, "explain", journal, "--section", "Open", "--why-not", "1", "2", "--json"
    )
    assert code == 0
    assert json.loads(out)["verdict"]["article"] == "6.1"
    code, told, _ = run(capsys, "standings", journal, "--section", "Open", "--json")
    assert code == 0
    code, same, _ = run(capsys, "event", "standings", journal, "--section", "Open", "--json")
    assert json.loads(told) == json.loads(same)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("explain",), "Add --section NAME with one of: Team Cup, Open."),
        (("standings", "--section", "Seniors"), "This section does not exist: 'Seniors'"),
        (("explain", "--section", "Open", "--round", "9"), "only 3 rounds of the section"),
        (("explain", "--section", "Open", "--round", "0"), "only 3 rounds of the section"),
    ],
)
def test_a_wrong_section_or_round_is_refused_with_advice(journal, capsys, arguments, told) -> None:
    verb, *rest = arguments
    code, _, err = run(capsys, verb, journal, *rest)
    assert code == 3
    assert told in err


def test_a_section_of_a_file_that_is_no_journal_is_refused(tmp_path, capsys) -> None:
    path = tmp_path / "event.trf"
    path.write_text("012 Open\n", encoding="utf-8")
    code, _, err = run(capsys, "standings", path, "--section", "Open")
    assert code == 3
    assert "only the journal of an event has sections" in err
    assert "Leave out --section." in err
