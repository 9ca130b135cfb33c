"""``topboard event``: proofs of an event, and files that come in and go out."""

from __future__ import annotations

import json
import sqlite3
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest

from tests.event.conftest import TEAMS
from topboard.cli import main
from topboard.cli.exit_codes import BAD_INPUT, DIFFERENCE, DONE, FILE
from topboard.formats import read, write
from topboard.model import Number, Player, Tournament

if TYPE_CHECKING:
    from pathlib import Path

    from tests.event.conftest import Run


def test_replay_prints_the_identity_whose_digest_is_in_the_journal(event_in_round_2: Run) -> None:
    code, out, _ = event_in_round_2("replay", 1, "--json")
    rounds = json.loads(event_in_round_2("show", "--json")[1])["sections"][0]["rounds"]
    found = json.loads(out)
    identity = json.dumps(found["identity"], sort_keys=True, separators=(",", ":"))

    assert code == DONE
    assert f"sha256:{sha256(identity.encode()).hexdigest()}" == rounds[0]["digest"]
    assert found["digest"] == rounds[0]["digest"]
    assert found["comparison"] == "same"
    assert {reason["kind"] for reason in found["explanation"]} >= {"pair", "colours"}
    code, text, err = event_in_round_2("replay", 2)
    assert code == DONE
    assert "Article" in text
    assert "with the same pairing and explanation" in err
    assert event_in_round_2("replay", 3)[0] == BAD_INPUT


def test_verify_checks_the_hash_chain_and_the_rounds(event_in_round_2: Run, tmp_path: Path) -> None:
    code, out, _ = event_in_round_2("verify", "--json")
    assert code == DONE
    found = json.loads(out)
    assert found["chain"] == "intact"
    assert [r["same"] for r in found["rounds"]] == [True, True]
    assert [r["proved"] for r in found["rounds"]] == [True, True]

    raw = sqlite3.connect(tmp_path / "event.topboard", isolation_level=None)
    raw.execute("DROP TRIGGER no_change")
    raw.execute("UPDATE entry SET who = 'Eve' WHERE number = 5")
    raw.close()
    code, out, err = event_in_round_2("verify")
    assert (code, out) == (FILE, "")
    assert "journal entry 5 was changed or damaged" in err
    code, out, _ = event_in_round_2("export", "--salvage")
    assert code == DONE
    assert len(json.loads(out)["entries"]) == 4


def test_verify_says_how_each_round_was_checked(event_in_round_2: Run) -> None:
    both = [line for line in event_in_round_2("verify")[1].splitlines() if "round " in line]
    by_proof = [
        line
        for line in event_in_round_2("verify", "--by-proof")[1].splitlines()
        if "round " in line
    ]

    assert all(line.endswith("with the same pairing and explanation; proved") for line in both)
    assert all(line.endswith("): proved") for line in by_proof)
    assert len(both) == len(by_proof) == 2
    found = json.loads(event_in_round_2("verify", "--by-proof", "--json")[1])["rounds"]
    assert [(r["paired_again"], r["proved"]) for r in found] == [(False, True)] * 2


@pytest.mark.parametrize("how", [(), ("--by-proof",)])
def test_a_proof_that_does_not_hold_is_reported_with_its_step(
    event_in_round_2: Run, tmp_path: Path, how: tuple[str, ...]
) -> None:
    """The chain is recomputed, as an expert forger would do; the witness is missing."""
    from dataclasses import replace

    from topboard.event.actions import PublishRound
    from topboard.event.entries import BEGINNING, parse_stored_entry as entry, to_stored_entry
    from topboard.storage.sqlite import SqliteJournal

    with SqliteJournal.open(tmp_path / "event.topboard") as journal:
        records = journal.load_verified_entries()
    forged, previous = [], BEGINNING
    for record in records:
        act = entry(record).act
        if isinstance(act, PublishRound):
            proof = json.loads(act.proof)
            del proof["steps"][1]
            act = replace(act, proof=json.dumps(proof))
        forged.append(to_stored_entry(replace_act(entry(record), act), previous))
        previous = forged[-1].hash
    SqliteJournal.create(tmp_path / "forged.topboard", forged).close()

    code, out, _ = event_in_round_2("verify", *how, file="forged.topboard")

    assert code == DIFFERENCE
    assert out.count("NOT proved, step 2, article ") == 2


@pytest.mark.parametrize("guard", ["no_change", "no_removal"])
def test_verify_detects_that_the_file_lost_its_guards(
    event_in_round_2: Run, tmp_path: Path, guard: str
) -> None:
    assert json.loads(event_in_round_2("verify", "--json")[1])["guarded"] is True
    raw = sqlite3.connect(tmp_path / "event.topboard", isolation_level=None)
    raw.execute(f"DROP TRIGGER {guard}")
    raw.close()

    code, out, _ = event_in_round_2("verify")

    assert code == DIFFERENCE
    assert "chain intact" in out
    assert "protection against changes was REMOVED" in out
    assert json.loads(event_in_round_2("verify", "--json")[1])["guarded"] is False


def test_a_round_that_contradicts_the_rules_fails_verification(
    event_in_round_2: Run, tmp_path: Path
) -> None:
    from topboard.event.entries import BEGINNING, parse_stored_entry as entry, to_stored_entry
    from topboard.storage.sqlite import SqliteJournal

    with SqliteJournal.open(tmp_path / "event.topboard") as journal:
        records = journal.load_verified_entries()
    forged, previous = [], BEGINNING
    for record in records:
        act = entry(record).act
        if record.act == "PairRound":
            from dataclasses import replace

            act = replace(act, digest="sha256:" + "0" * 64)  # type: ignore[type-var]
        new = to_stored_entry(replace_act(entry(record), act), previous)
        forged.append(new)
        previous = new.hash
    SqliteJournal.create(tmp_path / "forged.topboard", forged).close()

    code, out, _ = event_in_round_2("verify", file="forged.topboard")

    assert code == DIFFERENCE
    assert out.count("with a DIFFERENT pairing") == 2


def replace_act(entry: object, act: object) -> object:
    """The entry with another act."""
    from dataclasses import replace

    return replace(entry, act=act)  # type: ignore[type-var]


def test_the_journal_can_be_exported_and_imported(event_in_round_2: Run, tmp_path: Path) -> None:
    assert event_in_round_2("export", tmp_path / "journal.json")[0] == DONE
    assert (
        event_in_round_2("import-journal", tmp_path / "journal.json", file="again.topboard")[0]
        == DONE
    )

    assert event_in_round_2("export", file="again.topboard")[1] == event_in_round_2("export")[1]
    assert event_in_round_2("verify", file="again.topboard")[0] == DONE
    assert event_in_round_2("import-journal", tmp_path / "journal.json")[0] == FILE


@pytest.mark.parametrize("format", ["trf16", "trf26", "event-json"])
def test_a_section_is_exported_with_remarks(
    event_in_round_2: Run, tmp_path: Path, format: str
) -> None:
    event_in_round_2(
        "result", 1, 2, "1-0", "0-1", "--boards", "--correct", "--yes", "--reason", "misread"
    )
    assert event_in_round_2("export", tmp_path / "report", "--to", format)[0] == DONE

    found = read(tmp_path / "report")

    assert [c.name for c in found.competitors][:2] == ["Aland", "Bland"]
    assert len(found.rounds) >= 1
    if format.startswith("trf"):
        text = (tmp_path / "report").read_text()
        told = "correct a result of round 1: match 2 Dland - Bland 1-1"
        assert f"### 14 2026-08-01T10:00:00+00:00 {told}" in text


@pytest.mark.parametrize("format", ["event-json", "trf26"])
def test_the_standings_of_an_export_match_those_of_the_desk(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str], format: str
) -> None:
    (tmp_path / "teams.csv").write_text(TEAMS)
    open_ = ("section", "Open", "--system", "olympiad_2022", "--rounds", 3, "--boards", 2)
    for step in (
        ("new", "Test"),
        (*open_, "--tie-break", "MPO", "--tie-break", "GP"),
        ("import", tmp_path / "teams.csv"),
        ("enter", "Dland", "--player", "Da;2400", "--player", "Db;2300"),
        ("present", "all", "--players", 3),
        ("lot", "colour", "--colour", "white"),
        ("announce",),
        ("close-entries",),
        ("pair",),
        ("publish",),
        ("result", 1, 1, "1.5-0.5"),
        ("result", 1, 2, "2-0"),
    ):
        code, _, err = run(*step)
        assert code == DONE, (step, err)
    desk = json.loads(run("standings", "--json")[1])

    (tmp_path / "out").write_text(run("export", "--to", format)[1])
    assert main(["standings", str(tmp_path / "out"), "--json"]) == DONE

    assert json.loads(capsys.readouterr().out) == desk
    assert [column["key"] for column in desk["columns"]] == ["MPO", "GP"]


def test_standings_and_pairings_can_be_exported_to_spreadsheets(
    event_in_round_2: Run, tmp_path: Path
) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    pytest.importorskip("xlsxwriter")
    assert event_in_round_2("export", tmp_path / "out.xlsx", "--to", "xlsx")[0] == DONE

    book = openpyxl.load_workbook(tmp_path / "out.xlsx")
    assert book.sheetnames == ["Standings", "Round 1", "Round 2"]
    assert [cell.value for cell in book["Round 1"][2]][1:4] == [1, "Aland", "1.5-0.5"]
    _, out, _ = event_in_round_2("export", "--to", "csv", "--what", "pairings", "--round", 1)
    assert out.splitlines()[1] == "1,1,Aland,1.5-0.5,3,Cland"
    assert event_in_round_2("export", "--to", "csv")[1].startswith("Place,No.,Name,Points")


def test_players_can_be_imported_from_workbooks_and_reports(run: Run, tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in (("Name", "Rating"), ("Bell, Anna", 2000), ("Cole, Bo", None)):
        book.active.append(row)
    book.save(tmp_path / "list.xlsx")
    players = Player(Number(8), "Dunn, Cy", 1900), Player(Number(9), "East, Di")
    entered = Tournament(players, planned_rounds=5)
    write(entered, tmp_path / "list.json", "event-json")
    write(entered, tmp_path / "list.trf", "trf26")
    run("new", "Test")
    run("section", "A", "--system", "dubov_1997", "--rounds", 5)

    for name in ("list.xlsx", "list.json", "list.trf"):
        code, _, err = run("import", tmp_path / name)
        assert code == DONE, err

    found = json.loads(run("show", "--json")[1])["sections"][0]["competitors"]
    assert [(c["number"], c["name"]) for c in found] == [
        (1, "Bell, Anna"),
        (2, "Cole, Bo"),
        (3, "Dunn, Cy"),
        (4, "East, Di"),
        (5, "Dunn, Cy"),
        (6, "East, Di"),
    ]
    assert "rating" not in found[1]


@pytest.fixture
def of_teams(run: Run) -> Run:
    """An event of teams, open for entries."""
    run("new", "Test")
    run("section", "Open", "--system", "olympiad_2022", "--rounds", 3, "--boards", 2)
    return run


def test_teams_can_be_imported_from_a_table_without_player_names(
    of_teams: Run, tmp_path: Path
) -> None:
    (tmp_path / "bare.csv").write_text("team,rating\nMonaco,2400\nMonaco,2300\nAndorra,\n")

    code, _, err = of_teams("import", tmp_path / "bare.csv")

    assert code == DONE
    assert err == (
        "topboard: note: Column 'rating' does not name a rating list. It is read as FIDE, "
        "the rating used in this section.\n"
    )
    _, out, _ = of_teams("show", "--json")
    entered = json.loads(out)["sections"][0]["competitors"]
    assert [(c["name"], c.get("players", [])) for c in entered] == [
        ("Monaco", []),
        ("Andorra", []),
    ]


def test_a_superscript_or_overlong_number_is_not_a_rating(of_teams: Run, tmp_path: Path) -> None:
    (tmp_path / "odd.csv").write_text(f"team,name,rating\nMonaco,A,²\nMonaco,B,{'9' * 5000}\n")

    code, _, err = of_teams("import", tmp_path / "odd.csv")

    assert code == 3
    assert err.count("invalid rating") == 2


def test_a_file_with_rounds_is_not_accepted_as_an_entry_list(
    event_in_round_2: Run, run: Run, tmp_path: Path
) -> None:
    event_in_round_2("export", tmp_path / "running.trf", "--to", "trf26")
    run("new", "Other", file="other.topboard")
    section = ("section", "A", "--system", "olympiad_2022", "--rounds", 3)
    assert run(*section, file="other.topboard")[0] == DONE

    code, _, err = run("import", tmp_path / "running.trf", file="other.topboard")

    assert code == BAD_INPUT
    assert "the file contains rounds, but this action imports only participants" in err
