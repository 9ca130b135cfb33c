"""Two engines check each other: the other one is a process of its own."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from topboard.analysis.certify.peers import (
    PeerEngine,
    PeerFailed,
    find_engine_interface,
    generator_config_entries,
    parse_check_output,
    parse_pairs,
)
from topboard.analysis.generate import Wishes
from topboard.cli import main
from topboard.errors import BadInput, NoLegalPairing
from topboard.formats import read

ENGINE = Path(__file__).with_name("foreign_engine.py")


SMALL = ("--players", "9", "--rounds", "3")


@pytest.fixture
def certify(tmp_path, capsys):
    """Run the command with an engine of that name, in a folder of this test."""

    def certify(name, events, *more):
        engine, folder = copy_engine(name, tmp_path), tmp_path / "run"
        words = ["certify", "--peer", engine, "--events", str(events), "--folder", str(folder)]
        code = main([*words, *SMALL, *more])
        captured = capsys.readouterr()
        return code, captured.out.splitlines(), captured.err, folder

    return certify


def copy_engine(name, tmp_path):
    """A copy of the engine under a name, which tells it how to behave."""
    engine = tmp_path / f"{name}.py"
    shutil.copyfile(ENGINE, engine)
    return str(engine)


def test_engines_that_agree_have_nothing_to_explain(certify):
    code, told, _, folder = certify("sound", 4)

    assert code == 0
    assert told[-1] == "None of 8 events has a difference."
    assert "Events by Topboard, checked by the other: 0 of 4 differ (12 rounds)." in told
    assert "Events by the other, checked by Topboard: 0 of 4 differ (12 rounds)." in told
    files = sorted(str(f.relative_to(folder)) for f in folder.rglob("*.trf"))
    assert files == [f"{way}/0000{n}.trf" for way in ("ours", "theirs") for n in range(1, 5)]
    accelerated = [f for f in files if "\nXXA" in (folder / f).read_text()]
    assert accelerated == ["ours/00004.trf"]


def test_a_difference_is_kept_with_the_event_both_answers_and_our_reasons(certify):
    code, told, err, folder = certify("broken", 1)

    assert code == 1
    assert told[-1] == "2 of 2 events differ, all for known reasons."
    kept = folder / "differences" / "ours-00001-round-2"
    assert f"difference: {kept.name}" in err
    assert len(read(kept / "event.trf").rounds) == 1
    ours = (kept / "topboard.txt").read_text().splitlines()
    report, _, theirs = (kept / "peer.txt").read_text().partition("\n\n")
    assert report.startswith("  Checker pairings        Tournament pairings ")
    only_theirs = {*theirs.splitlines()} - {*ours}
    assert len(only_theirs) == 2
    reasons = (kept / "reasons.txt").read_text()
    for pair in only_theirs:
        for number in pair.split():
            assert re.search(rf"^# Player \d+ \(#{number}\)$", reasons, re.MULTILINE)
    assert "(1.3.2)" in reasons
    assert (folder / "differences" / "theirs-00001-round-2" / "reasons.txt").read_text()


def test_a_refusal_of_the_other_engine_has_no_explanation_by_topboard(certify):
    code, told, _, folder = certify("refusing", 1)

    assert code == 1
    assert told[-1] == "2 of 2 events differ, 2 of them without a known reason."
    kept = folder / "differences" / "ours-00001-event" / "peer.txt"
    assert kept.read_text() == "exit code 3: this engine does not read event.trf"
    assert "       2  it failed  (ours-00001-event)" in told


def test_other_processes_check_the_same_events(certify):
    *_, alone = certify("broken", 1)
    files = {f.relative_to(alone): f.read_bytes() for f in alone.rglob("*") if f.is_file()}
    shutil.rmtree(alone)
    code, told, _, folder = certify("broken", 1, "--jobs", "2")

    assert (code, told[-1]) == (1, "2 of 2 events differ, all for known reasons.")
    again = {f.relative_to(folder): f.read_bytes() for f in folder.rglob("*") if f.is_file()}
    assert again == files


def test_a_line_that_was_cut_off_counts_for_nothing(certify):
    *_, folder = certify("sound", 1)
    log = folder / "done.jsonl"
    first, second = log.read_text().splitlines()
    log.write_text(f"{first}\n{second[:20]}")

    _, told, err, _ = certify("sound", 1)

    assert "1 event was already checked" in err
    assert told[-1] == "None of 2 events has a difference."
    assert log.read_text().splitlines() == [first, second]


def test_a_folder_holds_one_run(certify):
    certify("sound", 1, "--seed", "5")

    code, _, err, folder = certify("sound", 1, "--seed", "6")
    assert code == 3
    assert "the folder contains a run with different settings" in err
    assert json.loads((folder / "run.json").read_text())["seed"] == 5
    assert certify("sound", 1)[0] == 0
    assert certify("sound", 1, "--system", "fide_dutch_2017")[0] == 3


def test_the_answer_in_json(certify):
    code, told, _, _ = certify("broken", 1, "--json")

    answer = json.loads("\n".join(told))
    assert code == 1
    assert (answer["events"], answer["differing"], answer["unexplained"]) == (2, 2, 0)
    assert sum(answer["causes"].values()) == len(answer["differences"])
    assert "ours-00001-round-2" in answer["differences"]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_engine_that_cannot_be_started_is_a_file_that_cannot_be_read(jobs, tmp_path, capsys):
    (tmp_path / "there").write_text("no program")
    for name, why in (("none", "No such file"), ("there", "Permission denied")):
        words = ["certify", "--peer", str(tmp_path / name), "--events", "1", "--jobs", jobs]

        assert main([*words, "--folder", str(tmp_path / "run"), *SMALL]) == 5
        err = capsys.readouterr().err
        assert f"cannot start '{tmp_path / name}': {why}" in err


@pytest.mark.parametrize(
    ("program", "form"),
    [
        ("/opt/bbpPairings.exe", "bbpPairings"),
        ("javafo.jar", "javafo"),
        ("bin/py4swiss", "py4swiss"),
        ("something", "bbpPairings"),
    ],
)
def test_the_name_of_a_program_decides_how_it_is_called(program, form):
    assert find_engine_interface(program, None).name == form
    assert find_engine_interface(program, "javafo").name == "javafo"


def test_an_unknown_call_form_is_refused():
    with pytest.raises(BadInput, match=r"Choose one of: py4swiss, javafo, bbpPairings\."):
        find_engine_interface("x", "chess")


def test_the_report_of_a_checker_is_read_round_by_round():
    told = (
        "e: Round #1\ne: Round #2\n  Checker pairings        Tournament pairings \n"
        "      5 -   3                  5 -   7\n\ne: Round #3\n"
        "No valid pairing exists for round 4.\n\n\n"
    )

    found = parse_check_output(told)

    assert [*found] == [2, 4]
    assert found[2].splitlines()[1] == "      5 -   3                  5 -   7"


def test_the_answer_of_an_engine_is_read():
    pairs, bye = parse_pairs("3\n3 1\n2 5\n4 0\n")

    assert [(p.white, p.black) for p in pairs] == [(3, 1), (2, 5)]
    assert bye == 4
    with pytest.raises(PeerFailed, match="the engine wrote a line that is not a pair"):
        parse_pairs("2\n3 1\nnobody\n")


def test_rates_are_shown_as_one_in_a_number():
    told = dict(generator_config_entries(Wishes(no_shows=5, leaving=80, half_byes=0)))

    assert (told["ForfeitRate"], told["RetiredRate"]) == (20, 2)
    assert "HalfPointByeRate" not in told


def ending(tmp_path, code, said):
    """A program that says this and ends with that code, whatever it is asked for."""
    program = tmp_path / "ending.py"
    program.write_text(f"import sys\nprint({said!r}, file=sys.stderr)\nsys.exit({code})\n")
    return str(program)


IN_PYTHON = """\
Traceback (most recent call last):
  File "py4swiss/engines/common/pairing_engine.py", line 31, in write_pairings_to_file
    pairings = cls.generate_pairings(trf)
{last}"""


@pytest.mark.parametrize(
    ("speaks", "code", "said"),
    [
        ("bbpPairings", 1, "Error while pairing event.trf: No valid pairing exists: too few left"),
        ("py4swiss", 1, IN_PYTHON.format(last="py4swiss.engines.PairingError: Round ...")),
        ("py4swiss", 1, IN_PYTHON.format(last="py4swiss.engines.common.PairingException")),
    ],
)
def test_an_engine_says_in_its_own_way_that_there_is_no_pairing(tmp_path, speaks, code, said):
    peer = PeerEngine(ending(tmp_path, code, said), find_engine_interface("x", speaks))

    with pytest.raises(NoLegalPairing, match=re.escape(said)):
        peer.run_engine((), {})


@pytest.mark.parametrize(
    ("speaks", "code", "said"),
    [
        ("bbpPairings", 1, "Error while pairing: cannot allocate memory"),
        ("bbpPairings", 3, "Error parsing file: No valid pairing exists in line 3"),
        ("py4swiss", 1, IN_PYTHON.format(last="ValueError: invalid literal for int(): 'x'")),
        ("javafo", 1, "java.lang.NullPointerException at javafo.pairing.Pairing"),
    ],
)
def test_an_engine_that_failed_has_not_said_that_there_is_no_pairing(tmp_path, speaks, code, said):
    peer = PeerEngine(ending(tmp_path, code, said), find_engine_interface("x", speaks))

    with pytest.raises(PeerFailed, match=f"exit code {code}: "):
        peer.run_engine((), {})


def test_a_generator_that_finds_no_pairing_does_not_end_the_run(tmp_path, capsys):
    none = ending(tmp_path, 1, "Error generating event.trf: No valid pairing exists: too few")
    folder = tmp_path / "run"
    words = ["certify", "--peer", none, "--events", "1", "--folder", str(folder), *SMALL]

    assert main(words) == 1
    assert "2 of 2 events differ, 2 of them without a known reason." in capsys.readouterr().out
    told = folder / "differences" / "theirs-00001-event" / "peer.txt"
    assert told.read_text() == "Error generating event.trf: No valid pairing exists: too few"


def test_an_engine_is_waited_for_no_longer_than_patience(tmp_path, capsys):
    slow, folder = tmp_path / "slow.py", tmp_path / "run"
    slow.write_text("import time\ntime.sleep(60)\n")
    words = ["certify", "--peer", str(slow), "--events", "1", "--patience", "1", *SMALL]

    assert main([*words, "--folder", str(folder)]) == 1
    assert "2 of 2 events differ, 2 of them without a known reason." in capsys.readouterr().out
    for kept in ("ours-00001-event", "theirs-00001-event"):
        told = (folder / "differences" / kept / "peer.txt").read_text()
        assert told == "the engine did not answer within 1 second"
