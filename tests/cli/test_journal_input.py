"""Commands that read the section of a journal as they read an event file."""

from __future__ import annotations

import json
from contextlib import closing
from datetime import date
from typing import TYPE_CHECKING

import pytest

from tests.cli.test_commands import run
from tests.sample_event import SAMPLE, create_sample_event
from topboard.storage.session import JournalSession
from topboard.web.folder_repository import FolderRepository
from topboard.web.sample import OPEN, create_sample_events

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
        (("check",), "Add --section NAME with one of: Team Cup, Open."),
        (("check", "--section", "Open", "--round", "9"), "only 3 rounds of the section"),
    ],
)
def test_a_wrong_section_or_round_is_refused_with_advice(journal, capsys, arguments, told) -> None:
    verb, *rest = arguments
    code, _, err = run(capsys, verb, journal, *rest)
    assert code == 3
    assert told in err


def test_a_late_entry_that_moved_the_numbers_does_not_change_earlier_rounds(
    tmp_path, capsys
) -> None:
    with closing(FolderRepository(tmp_path)) as repository:
        create_sample_events(repository, date(2026, 5, 3))
    journal = tmp_path / f"{OPEN}.topboard"
    code, out, _ = run(capsys, "check", journal, "--json")
    assert code == 0
    rounds = json.loads(out)["rounds"]
    assert [one["same_colours"] for one in rounds] == [19, 20, 19, 20]
    assert all(not one["differences"] for one in rounds)
    code, out, _ = run(capsys, "explain", journal, "--round", "1", "--table", "1")
    assert code == 0
    assert "Board 1: Halvorsen, Erik (#1) - LeBlanc, Sophie (#20)" in out


def test_a_section_is_refused_for_a_file_that_is_not_a_journal(tmp_path, capsys) -> None:
    path = tmp_path / "event.trf"
    path.write_text("012 Open\n", encoding="utf-8")
    code, _, err = run(capsys, "standings", path, "--section", "Open")
    assert code == 3
    assert "only the journal of an event has sections" in err
    assert "Leave out --section." in err


def test_every_published_round_of_a_section_is_checked(journal, capsys) -> None:
    code, out, _ = run(capsys, "check", journal, "--section", "Open")
    assert code == 0
    with JournalSession.open(journal, read_only=True) as session:
        published = len(session.event.section("Open").rounds)
    assert out.count("all as the rules require") == published > 1
    code, out, _ = run(capsys, "check", journal, "--section", "Open", "--round", "2", "--json")
    assert code == 0
    assert [one["round"] for one in json.loads(out)["rounds"]] == [2]


@pytest.fixture
def small_event(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """The journal of eight players with two rounds published and round 1 corrected afterwards."""
    path = tmp_path / "small.topboard"

    def act(*arguments: object) -> None:
        verb, *rest = arguments
        code, _, err = run(capsys, "event", verb, path, *rest)
        assert code == 0, err

    act("new", "Small")
    act("section", "Open", "--system", "fide_dutch_2026", "--rounds", 5)
    for number, name in enumerate(("Ash", "Birch", "Cedar", "Elm", "Fir", "Hazel", "Oak", "Yew")):
        act("enter", name, "--rating", 2000 - 50 * number)
    act("close-entries")
    act("lot", "colour", "--colour", "white")
    act("pair", "--publish")
    for board, result in enumerate(("1-0", "0-1", "1-0", "0-1"), start=1):
        act("result", 1, board, result)
    act("pair", "--publish")
    act("result", 1, 1, "0-1", "--correct", "--reason", "misread")
    return path


def test_a_round_is_checked_with_the_results_known_when_it_was_paired(
    small_event, tmp_path, capsys
) -> None:
    code, out, _ = run(capsys, "check", small_event)
    assert (code, out.count("all as the rules require")) == (0, 2)
    # A file of another program has only the corrected result, from which round 2 differs.
    exported = tmp_path / "small.trf"
    assert run(capsys, "event", "export", small_event, "--to", "trf26", "-o", exported)[0] == 0
    lines = exported.read_text(encoding="utf-8").splitlines(keepends=True)
    kept = [line for line in lines if not line.startswith("### topboard")]
    exported.write_text("".join(kept), encoding="utf-8")
    assert run(capsys, "check", exported)[0] == 1


def test_a_published_round_that_was_changed_is_reported(small_event, capsys) -> None:
    code, out, _ = run(capsys, "check", small_event, "--round", "2", "--json")
    pairs = json.loads(run(capsys, "pair", small_event, "--round", "2", "--json")[1])["pairs"]
    one, two, *rest = [(pair["white"], pair["black"]) for pair in pairs]
    swapped = [f"{a}-{b}" for a, b in ((one[0], two[1]), (two[0], one[1]), *rest)]
    told = ("--authority", "arbiter:A. R.", "--reason", "rule 7 of the event", "--yes")
    changed = ("--pairs", *swapped, "--ground", "competition-rules")
    informed = ("--informed", *map(str, range(1, 9)))
    code, _, err = run(capsys, "event", "change-published", small_event, *changed, *informed, *told)
    assert code == 0, err
    code, out, _ = run(capsys, "check", small_event)
    assert code == 1
    assert "Round 1: 4 pairs, all as the rules require" in out
    assert "Round 2: 2 of 4 pairs are as the rules require" in out


def test_the_proof_of_a_round_is_verified_against_the_journal(
    small_event, tmp_path, capsys
) -> None:
    proof = tmp_path / "round-2.json"
    assert run(capsys, "prove", small_event, "--round", "2", "-o", proof)[0] == 0
    code, out, _ = run(capsys, "check", small_event, "--proofs", proof)
    assert code == 0
    assert "Round 2: proved in" in out
