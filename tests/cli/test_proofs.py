"""``topboard prove`` and ``topboard verify``."""

from __future__ import annotations

import json

import pytest

from tests.olympiads.replay import FIXTURES
from topboard.cli import main
from topboard.cli.exit_codes import BAD_INPUT, DIFFERENCE, DONE

PROVED = FIXTURES / "2010-open-r01.json"
DEPARTING = FIXTURES / "2010-open-r08.json"


@pytest.fixture
def proof(tmp_path):
    path = tmp_path / "proof.json"
    assert main(["prove", str(PROVED), "-o", str(path)]) == DONE
    return path


def test_a_proof_is_written_and_verified(capsys, proof):
    assert main(["verify", str(proof), "--steps"]) == DONE
    lines = capsys.readouterr().out.splitlines()

    assert lines[0].split() == ["Step", "Article", "Decision"]
    assert lines[-1].startswith("Proved: olympiad_2009, round 1, ")


def test_a_proof_is_also_verified_against_the_event(capsys, proof):
    assert main(["verify", str(proof), str(PROVED)]) == DONE
    assert main(["verify", str(proof), str(DEPARTING)]) == DIFFERENCE
    assert "the event data do not belong to this proof" in capsys.readouterr().out


def test_a_round_that_departs_from_the_rules_is_refused_with_the_article(capsys, tmp_path):
    path = tmp_path / "proof.json"
    main(["prove", str(DEPARTING), "-o", str(path)])

    assert main(["verify", str(path)]) == DONE
    capsys.readouterr()
    assert main(["verify", str(path), str(DEPARTING), "--json"]) == DIFFERENCE
    told = json.loads(capsys.readouterr().out)
    assert told["proved"] is False
    assert told["refused"]["article"] == "39"
    why = "according to the rules, 52 meets 91, but the published pair is 52 against 88"
    assert told["refused"]["why"] == why


# --- the event that a proof is said to be of ------------------------------------------------


@pytest.fixture
def dutch(tmp_path, capsys):
    """An event of nine players by the Dutch system of 2026, and the proof of its third round."""
    path = tmp_path / "nine.json"
    words = ["--seed", "5", "--players", "9", "--rounds", "4", "-o", str(path)]
    assert main(["generate", "--system", "fide_dutch_2026", *words]) == DONE
    proof = tmp_path / "third.json"
    assert main(["prove", str(path), "--round", "3", "-o", str(proof)]) == DONE
    capsys.readouterr()
    return path, proof


def write_changed_proof(proof, **fields):
    """The proof with other fields, in its file."""
    document = json.loads(proof.read_text(encoding="utf-8"))
    proof.write_text(json.dumps({**document, **fields}), encoding="utf-8")
    return document


def test_a_proof_under_another_edition_does_not_match_the_event(capsys, dutch):
    path, proof = dutch
    words = ["--system", "fide_dutch_2017"]
    assert main(["prove", str(path), "--round", "3", *words, "-o", str(proof)]) == DONE

    assert main(["verify", str(proof)]) == DONE
    assert main(["verify", str(proof), str(path)]) == DIFFERENCE
    told = capsys.readouterr().out
    assert "the proof is for fide_dutch_2017, but the event is paired by fide_dutch_2026" in told
    assert main(["verify", str(proof), str(path), *words]) == DONE


def test_an_event_without_a_system_asks_for_one(capsys, dutch):
    path, proof = dutch
    event = json.loads(path.read_text(encoding="utf-8"))
    del event["system"]
    path.write_text(json.dumps(event), encoding="utf-8")

    assert main(["verify", str(proof), str(path)]) == BAD_INPUT
    assert "--system NAME" in capsys.readouterr().err
    assert main(["verify", str(proof), str(path), "--system", "fide_dutch_2026"]) == DONE


def test_the_pairs_of_a_proof_must_match_the_event(capsys, dutch):
    path, proof = dutch
    document = write_changed_proof(proof)
    (a, b), (c, d), *others = document["pairs"]

    for pairs, bye, words in (
        ([[a, d], [c, b], *others], document["bye"], "the proof has different pairs"),
        (
            [[b, a], [c, d], *others],
            document["bye"],
            f"the colours of {a}-{b} are different in the proof",
        ),
        ([[document["bye"], b], [c, d], *others], a, f"the proof gives the bye to {a}"),
    ):
        write_changed_proof(proof, pairs=pairs, bye=bye)
        assert main(["verify", str(proof), str(path)]) == DIFFERENCE
        assert words in capsys.readouterr().out
    write_changed_proof(proof, pairs=document["pairs"], bye=document["bye"])
    assert main(["verify", str(proof), str(path)]) == DONE


def test_the_tables_of_a_proof_must_match_the_event(capsys, tmp_path):
    path, proof = tmp_path / "teams.json", tmp_path / "third.json"
    words = ["--seed", "7", "--teams", "12", "--rounds", "4", "-o", str(path)]
    assert main(["generate", "--system", "olympiad_2022", *words]) == DONE
    assert main(["prove", str(path), "--round", "3", "-o", str(proof)]) == DONE
    first, second, *others = write_changed_proof(proof)["pairs"]
    assert main(["verify", str(proof), str(path)]) == DONE

    write_changed_proof(proof, pairs=[second, first, *others])

    assert main(["verify", str(proof), str(path)]) == DIFFERENCE
    assert "table 1 belongs to" in capsys.readouterr().out


def test_check_refuses_a_proof_with_different_pairs(capsys, dutch):
    path, proof = dutch
    (a, b), (c, d), *others = write_changed_proof(proof)["pairs"]
    write_changed_proof(proof, pairs=[[a, d], [c, b], *others])

    assert main(["check", str(path), "--proofs", str(proof)]) == DIFFERENCE
    assert "the proof has different pairs" in capsys.readouterr().out


def test_a_proof_without_facts_needs_the_event(capsys, tmp_path):
    path = tmp_path / "proof.json"
    main(["prove", str(PROVED), "--without-facts", "-o", str(path)])

    assert main(["verify", str(path)]) == DIFFERENCE
    assert main(["verify", str(path), str(PROVED)]) == DONE


def test_an_event_file_is_not_a_proof(capsys, tmp_path):
    broken = tmp_path / "broken"
    broken.write_text("{", encoding="utf-8")

    assert main(["verify", str(PROVED)]) == BAD_INPUT
    told = capsys.readouterr().err
    assert "the format is 'topboard-round/1', not topboard-proof/1" in told
    assert "topboard prove" in told
    assert main(["verify", str(broken)]) == BAD_INPUT


def test_a_system_without_a_checker_is_named(capsys, tmp_path):
    event = tmp_path / "e.json"
    wishes = ["--system", "cfc_round_robin", "--seed", "1", "--players", "6"]
    main(["generate", *wishes, "-o", str(event)])

    assert main(["prove", str(event), "--round", "2"]) == BAD_INPUT
    assert "rounds of this system cannot be proved yet" in capsys.readouterr().err


# --- check by proofs --------------------------------------------------------------------------


@pytest.fixture
def event(tmp_path, capsys):
    """An event of four rounds, and a folder with the proofs of the first two."""
    path, folder = tmp_path / "event.json", tmp_path / "proofs"
    folder.mkdir()
    wishes = ["--system", "olympiad_2022", "--seed", "7", "--teams", "13", "--rounds", "4"]
    main(["generate", *wishes, "-o", str(path)])
    for number in ("1", "2"):
        output = str(folder / f"round-{number}.json")
        assert main(["prove", str(path), "--round", number, "-o", output]) == DONE
    capsys.readouterr()
    return path


def test_proved_rounds_are_not_paired_again(capsys, event):
    assert main(["check", str(event), "--proofs", str(event.parent / "proofs")]) == DONE
    lines = capsys.readouterr().out.splitlines()

    assert [line.partition(" in ")[0] for line in lines[1:3]] == [
        "Round 1: proved",
        "Round 2: proved",
    ]
    assert lines[3] == "Rounds that were paired again:"
    assert [line.partition(":")[0] for line in lines[4:]] == ["Round 3", "Round 4"]


def test_a_failed_proof_is_reported_and_its_round_is_paired_again(capsys, event):
    path = event.parent / "proofs" / "round-2.json"
    document = json.loads(path.read_text(encoding="utf-8"))
    del document["steps"][4]
    path.write_text(json.dumps(document), encoding="utf-8")

    assert main(["check", str(event), "--proofs", str(path), "--json"]) == DIFFERENCE
    found = json.loads(capsys.readouterr().out)
    assert found["proofs"][0]["refused"]["step"] == 5
    assert [one["round"] for one in found["rounds"]] == [1, 2, 3, 4]
    assert not any(one["differences"] for one in found["rounds"])


def test_proofs_of_another_event_are_refused_with_their_location(capsys, event, tmp_path):
    folder = event.parent / "proofs"
    one = (folder / "round-1.json").read_text(encoding="utf-8")
    (tmp_path / "twice.json").write_text(one, encoding="utf-8")
    (tmp_path / "other.json").write_text(one.replace("olympiad_2022", "olympiad_2009"))
    (tmp_path / "later.json").write_text(one.replace('"round":1', '"round":9'))
    (tmp_path / "empty").mkdir()
    for name, words in {
        "twice.json": "there are two proofs for the same round",
        "other.json": "the proof uses a different system than the event",
        "later.json": "the proof is for a round that is not being checked",
        "empty": "the folder has no JSON files",
    }.items():
        paths = [str(folder), str(tmp_path / name)]
        assert main(["check", str(event), "--proofs", *paths]) == BAD_INPUT
        told = capsys.readouterr().err
        assert words in told
        assert name in told


# --- the text that a proof names -----------------------------------------------------------


def test_a_proof_with_another_list_of_articles_is_checked_against_ours(capsys, proof):
    document = json.loads(proof.read_text(encoding="utf-8"))
    proof.write_text(json.dumps({**document, "regulation": "sha256:0"}), encoding="utf-8")

    assert main(["verify", str(proof)]) == DONE
    assert "The proof refers to a different list of articles." in capsys.readouterr().out
    main(["verify", str(proof), "--json"])
    assert json.loads(capsys.readouterr().out)["same_regulation"] is False


def test_a_proof_with_the_same_list_of_articles_gets_no_remark(capsys, proof):
    main(["verify", str(proof)])
    assert len(capsys.readouterr().out.splitlines()) == 1
    main(["verify", str(proof), "--json"])
    assert json.loads(capsys.readouterr().out)["same_regulation"] is True
