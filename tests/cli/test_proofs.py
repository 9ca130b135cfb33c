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
    assert lines[-1].startswith("proved: olympiad_2009, round 1, ")


def test_it_is_verified_against_the_event_too(capsys, proof):
    assert main(["verify", str(proof), str(PROVED)]) == DONE
    assert main(["verify", str(proof), str(DEPARTING)]) == DIFFERENCE
    assert "the facts are not those of the proof" in capsys.readouterr().out


def test_a_round_that_departs_is_refused_with_the_article(capsys, tmp_path):
    path = tmp_path / "proof.json"
    main(["prove", str(DEPARTING), "-o", str(path)])

    assert main(["verify", str(path)]) == DONE
    capsys.readouterr()
    assert main(["verify", str(path), str(DEPARTING), "--json"]) == DIFFERENCE
    told = json.loads(capsys.readouterr().out)
    assert told["proved"] is False
    assert told["refused"]["article"] == "39"
    assert told["refused"]["why"] == "by the rules 52 meets 91; published is 52 against 88"


def test_without_facts_a_proof_needs_the_event(capsys, tmp_path):
    path = tmp_path / "proof.json"
    main(["prove", str(PROVED), "--without-facts", "-o", str(path)])

    assert main(["verify", str(path)]) == DIFFERENCE
    assert main(["verify", str(path), str(PROVED)]) == DONE


def test_an_event_is_no_proof(capsys, tmp_path):
    broken = tmp_path / "broken"
    broken.write_text("{", encoding="utf-8")

    assert main(["verify", str(PROVED)]) == DIFFERENCE
    assert "its format is not topboard-proof/1" in capsys.readouterr().out
    assert main(["verify", str(broken)]) == BAD_INPUT


def test_a_system_without_a_checker_is_named(capsys, tmp_path):
    event = tmp_path / "e.json"
    wishes = ["--system", "cfc_round_robin", "--seed", "1", "--players", "6"]
    main(["generate", *wishes, "-o", str(event)])

    assert main(["prove", str(event), "--round", "2"]) == BAD_INPUT
    assert "rounds of this system cannot be proved yet" in capsys.readouterr().err
