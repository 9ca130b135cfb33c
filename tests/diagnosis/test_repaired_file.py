"""The file that ``--write`` writes: read back, it reproduces every round that was explained."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tools.spoilt_rounds import cut_after, draw_spoilt_event, pair_again
from topboard import api, diagnose, read
from topboard._frozen import replace
from topboard.analysis.generate import Wishes, generate
from topboard.checking import infer_missing_settings_from_rounds
from topboard.cli import main
from topboard.diagnosis.repaired_file import (
    NOTE,
    check_with_noted_repairs,
    read_noted_repairs,
    write_repaired_event,
)
from topboard.diagnosis.report import diagnose_event, format_diagnosis
from topboard.diagnosis.values import Diagnosis, Outcome
from topboard.errors import BadInput
from topboard.formats import read_text
from topboard.model import EventInfo, Number, PairingBye, Player, Tournament, ZeroPointBye
from topboard.systems.registry import system

REAL = Path(__file__).resolve().parents[1] / "fixtures" / "real"
DUTCH = "fide_dutch_2017"
BUDAPEST = REAL / "budapest_spring_festival_2026_group_b_2250.trf"


def write_and_read(found: Diagnosis, format: str) -> Tournament:
    """The repaired event after it was written in a format and read again."""
    name = "repaired.json" if format == "event-json" else "repaired.trf"
    return read_text(write_repaired_event(found, format), name)


def list_rounds_that_agree(event: Tournament) -> list[int]:
    """The rounds that agree with the facts of a file and with the assumptions noted in it."""
    rules = system(event.system)
    complete, noted = infer_missing_settings_from_rounds(event, rules), read_noted_repairs(event)
    rounds = range(1, len(event.rounds) + 1 + (event.published is not None))
    return [
        number
        for number in rounds
        if check_with_noted_repairs(complete.before(number), rules, noted.get(number, ())).agrees
    ]


def list_explained(found: Diagnosis) -> list[int]:
    """The rounds that the diagnosis explains or that agree as they are."""
    return [one.round for one in found.rounds if one.outcome is not Outcome.UNEXPLAINED]


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("srb_1386570", marks=pytest.mark.thorough),
        "isr_1385730",
        "frome-2026-standard",
        BUDAPEST.stem,
    ],
)
def test_the_repaired_file_of_a_real_event_reproduces_every_round(name):
    found = diagnose(REAL / f"{name}.trf", DUTCH)

    assert list_explained(found) == list(range(1, len(found.rounds) + 1))
    for format in ("trf26", "event-json"):
        assert list_rounds_that_agree(write_and_read(found, format)) == list_explained(found)


@pytest.mark.parametrize("seed", range(5))
def test_the_repaired_file_of_a_corrupted_event_reproduces_its_published_round(seed):
    found = diagnose_event(draw_spoilt_event(seed).event, system("fide_dutch_2026"))

    assert found.repairs
    for format in ("trf26", "event-json"):
        assert list_rounds_that_agree(write_and_read(found, format)) == list_explained(found)


def test_byes_that_the_ranks_contradict_are_written_without_points():
    found = diagnose(REAL / "isr_1385730.trf", DUTCH, quick=True)

    written = write_and_read(found, "trf26")
    assert found.findings[1].kind == "points denied"
    assert dict(found.event.rounds[3].away)[Number(1)] == PairingBye()
    assert dict(written.rounds[3].away)[Number(1)] == ZeroPointBye()


@pytest.mark.parametrize("ending", ["trf", "json"])
def test_check_reports_that_a_round_agrees_under_a_noted_assumption(tmp_path, capsys, ending):
    target = tmp_path / f"repaired.{ending}"
    main(["check", str(BUDAPEST), "--diagnose=quick", "--write", str(target)])
    capsys.readouterr()

    assert main(["check", str(target)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].startswith("Round 1: 18 of 40 pairs")
    assert lines[2] == (
        "    With the assumptions noted in the file, all pairs but those set aside agree."
    )
    assert lines[3] == "Round 2: 39 pairs, all as the rules require"

    assert main(["check", str(target), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["noted_assumptions"] == [{"round": 1, "agrees": True, "sets_aside": True}]


def test_a_noted_assumption_that_explains_nothing_is_reported(tmp_path, capsys):
    target = tmp_path / "noted.trf"
    note = '{"for":1,"kind":"made by hand","a":1,"b":43,"round":1}'
    target.write_text(BUDAPEST.read_text("utf-8") + f"### {NOTE}{note}\n", "utf-8")

    assert main(["check", str(target), "--round", "1"]) == 1

    lines = capsys.readouterr().out.splitlines()
    assert "    The assumptions noted in the file do not explain this round." in lines
    assert sum("the rules require Family" in line for line in lines) == 22


@pytest.mark.parametrize(
    "note",
    [
        "no JSON",
        "[1, 2]",
        '{"for":1,"kind":"seat"}',
        '{"for":1,"kind":["seat"],"newcomer":1,"gone":2,"round":1}',
        '{"for":1,"kind":"seat","newcomer":1,"gone":9,"round":1}',
        '{"for":1,"kind":"seat","newcomer":"1","gone":2,"round":1}',
        '{"for":1,"kind":"number","number":1,"behind":9,"last":1,"places":[]}',
        '{"for":1,"kind":"edition","system":"fide_dutsch","round":1}',
        '{"for":1,"kind":"kept apart","a":1,"b":2,"first":1,"last":1,"relation":0}',
    ],
)
def test_a_noted_assumption_that_cannot_be_read_is_refused(note):
    players = tuple(Player(Number(n), f"Player {n}") for n in range(1, 5))
    event = Tournament(players, details=EventInfo(comments=("Good day", NOTE + note)))

    with pytest.raises(BadInput) as refused:
        read_noted_repairs(event)

    (problem,) = refused.value.problems
    assert problem.what == "cannot read an assumption noted in the file"
    assert problem.quoted == NOTE + note
    assert problem.remedy == "Remove the comment."


def test_an_edition_that_fits_only_one_round_is_not_the_event_edition():
    new, old = system("fide_dutch_2026"), system("fide_dutch_2017")
    wishes = Wishes(competitors=9, rounds=7, absences=4, numbered=True)
    event = generate(new, 40, wishes)
    # Round 3 agrees only with the edition of 2026, and round 5 now only with that of 2017.
    before = cut_after(event, 5)
    changed = pair_again(before, replace(before, system=old.name))
    assert changed is not None
    found = diagnose_event(replace(changed, system=new.name), new)

    assert found.list_rounds(Outcome.AS_FILED) == (1, 2, 3, 4)
    lines = list(format_diagnosis(found))
    assert (
        "Round 5, possible: Round 5 may have been paired by the edition fide_dutch_2017." in lines
    )
    written = write_and_read(found, "trf26")
    assert written.system == new.name
    assert list_rounds_that_agree(written) == [1, 2, 3, 4, 5]


def test_rounds_that_are_left_out_are_named_in_a_comment():
    found = diagnose(REAL / "uzbek_agzamov_1374000.trf", DUTCH, quick=True)

    text = write_repaired_event(found, "trf26")
    assert "### Left out of this file: Round 7 and later rounds are not checked" in text
    assert not any(one.differences for one in api.check(read_text(text, "repaired.trf")))
    assert read(REAL / "frome-2026-standard.trf").details.comments == ()
