"""Two systems of ours check each other, by whomever it is done, and what parts them is counted."""

from __future__ import annotations

import json
import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
from time import monotonic, sleep
from typing import TYPE_CHECKING

import pytest

from topboard._frozen import replace
from topboard.analysis.certify.differences import DifferenceCause, PairingDifference
from topboard.analysis.certify.exchange import OURS, THEIRS, CertificationSettings
from topboard.analysis.certify.other_systems import OtherSystem
from topboard.analysis.certify.run import open_certification
from topboard.analysis.generate import Wishes, generate
from topboard.cli import main
from topboard.cli.exit_codes import BAD_INPUT, DIFFERENCE, FILE
from topboard.formats import read
from topboard.reasons.decisions import ColourDecision
from topboard.systems.registry import system

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from topboard.analysis.certify.run import Certification
    from topboard.reasons.decisions import RoundPairing

OURS_IS, THEIRS_IS = "fide_dutch_2026", "fide_dutch_2017"
EVENTS, SEED = 8, 120
SIZES = {"competitors": [7, 9], "rounds": 4}
COMMAND = [
    *("certify", "--system", OURS_IS, "--against", THEIRS_IS, "--players", "7-9", "--rounds", "4"),
    *("--seed", str(SEED), "--events", str(EVENTS)),
]
PART = 3
"""Of the runs of this test: small, so that there are several parts."""


KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
"""The signal that ends a process at once, which is the other one on Windows."""


@pytest.fixture(scope="module", autouse=True)
def small_parts() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("topboard.analysis.certify.run.PART", PART)
        yield


def start_run(folder: Path, events: int = EVENTS) -> Certification:
    return open_certification(folder, OtherSystem(THEIRS_IS), OURS_IS, events, SEED, SIZES)


def files_in(folder: Path) -> dict[str, bytes]:
    """What is kept, whenever and by whom it was made."""
    every = (file for file in folder.rglob("*") if file.is_file())
    return {str(file.relative_to(folder)): file.read_bytes() for file in every}


@pytest.fixture(scope="module")
def whole(small_parts: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that nobody has stopped."""
    folder = tmp_path_factory.mktemp("whole")
    assert len([*start_run(folder).check_remaining_events()]) == 2 * EVENTS
    return folder


def test_every_difference_is_kept_and_can_be_reproduced_from_its_file(whole: Path) -> None:
    found = start_run(whole).load_saved_results()

    differing = [name for one in found for name in one.differing]
    assert len(differing) > 3
    assert {*differing} == {folder.name for folder in (whole / "differences").iterdir()}
    for name in differing:
        kept = whole / "differences" / name
        before = read(kept / "event.trf")
        for file, rules in (("topboard.txt", OURS_IS), ("peer.txt", THEIRS_IS)):
            made = system(rules).pair(before)
            lines = [f"{p.white} {p.black}" for p in made.pairs]
            lines += [] if made.bye is None else [f"{made.bye} 0"]
            assert {*(kept / file).read_text().splitlines()} == {*lines}
        assert (kept / "topboard.txt").read_text() != (kept / "peer.txt").read_text()
        reasons = (kept / "reasons.txt").read_text()
        assert reasons.startswith(f"{OURS_IS}\n\n")
        assert f"\n\n{THEIRS_IS}\n\n" in reasons


def test_the_cause_is_where_the_answers_diverge_and_both_reasons_give_it(
    whole: Path,
) -> None:
    found: dict[str, str] = {}
    for one in start_run(whole).load_saved_results():
        found |= dict(zip(one.differing, one.causes, strict=True))

    assert {cause.split()[0] for cause in found.values()} == {"bye", "pair"}
    for name, cause in found.items():
        kept = whole / "differences" / name
        ours, theirs = ((kept / file).read_text() for file in ("topboard.txt", "peer.txt"))
        byes = [
            [line for line in told.split("\n") if line.endswith(" 0")] for told in (ours, theirs)
        ]
        assert cause.startswith("bye ") == (byes[0] != byes[1])
        mine, its = (kept / "reasons.txt").read_text().split(f"\n\n{THEIRS_IS}\n\n")
        by_ours, by_theirs = cause.partition(" ")[2].split(" / ")
        assert f"({by_ours})" in mine
        assert f"({by_theirs})" in its


def swap_first_colours(made: RoundPairing) -> RoundPairing:
    """The round with the colours of its first table the other way round."""
    first, *others = made.pairs
    return replace(made, pairs=(replace(first, white=first.black, black=first.white), *others))


def test_if_only_colours_differ_the_colour_article_is_the_cause() -> None:
    rules = system(OURS_IS)
    before = generate(rules, 3, Wishes(competitors=8, rounds=3, unpaired_last=True))
    ours = rules.pair(before)
    theirs = swap_first_colours(ours)
    first = ours.pairs[0]
    found = PairingDifference(before, rules, ours, theirs)

    given = [r for r in ours.reasons if isinstance(r, ColourDecision) and r.white == first.white]
    assert found.cause_of_first_difference() == DifferenceCause("colour", given[0].article)
    assert [line for line in found.reasons() if line.startswith("# ")] == [
        f"# Player {number:04} (#{number})" for number in sorted((first.white, first.black))
    ]


def test_a_round_that_only_the_other_system_can_pair_is_a_difference() -> None:
    """Who had a bye of a full point may have another by the text of 2017, not by that of 2026."""
    sizes = {"competitors": [6, 10], "rounds": 5}
    checked, files = CertificationSettings(OtherSystem(THEIRS_IS), OURS_IS, 0, sizes).check_event(
        OURS, 1202
    )
    kept = f"differences/{checked.differing[-1]}"

    assert (checked.rounds, checked.differing[-1]) == (4, "ours-01202-round-5")
    assert checked.causes[-1] == "we find none 2.3.1 C5"
    assert files[f"{kept}/topboard.txt"] == ""
    assert files[f"{kept}/peer.txt"] == "1 5\n4 6\n2 0"
    assert "no one may have the bye" in str(files[f"{kept}/reasons.txt"])


def test_their_events_do_not_repeat_ours(whole: Path) -> None:
    fields = [
        [[c.rating for c in read(file).competitors] for file in sorted((whole / way).iterdir())]
        for way in (OURS, THEIRS)
    ]

    assert [len(way) for way in fields] == [EVENTS, EVENTS]
    assert not [field for field in fields[0] if field in fields[1]]


def test_each_cause_is_counted_and_has_an_example(
    whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(whole, tmp_path / "run")
    words = [*COMMAND, "--folder", str(tmp_path / "run")]
    assert main([*words, "--json"]) == DIFFERENCE
    answer = json.loads(capsys.readouterr().out)
    assert main(words) == DIFFERENCE
    *_, last = told = capsys.readouterr().out.splitlines()

    assert sum(answer["causes"].values()) == len(answer["differences"])
    for cause, many in answer["causes"].items():
        kind, _, articles = cause.partition(" ")
        ours, _, theirs = articles.partition(" / ")
        assert kind in ("bye", "pair", "colour", "it", "we")
        assert ours in system(OURS_IS).articles or kind in ("it", "we")
        assert theirs in system(THEIRS_IS).articles or kind in ("it", "we")
        (line,) = [line for line in told if f"  {cause}  (" in line]
        assert line.split()[0] == str(many)
        assert line.split("(")[-1].rstrip(")") in answer["differences"]
    count = f"{answer['differing']} of {2 * EVENTS} events"
    assert last == f"{count} have differences, all for known reasons."


@pytest.mark.parametrize(
    "name", [OURS_IS, THEIRS_IS, "olympiad_2022", "cfc_swiss", "fide_double_swiss_2026"]
)
def test_a_system_has_no_difference_from_itself(name: str, tmp_path: Path) -> None:
    run = open_certification(tmp_path, OtherSystem(name), name, 5, 0, SIZES)
    found = [*run.check_remaining_events()]

    assert sum(one.rounds for one in found) > 20
    assert [one for one in found if one.differing] == []


def test_two_processes_make_the_same_files_even_if_one_is_killed(
    whole: Path, tmp_path: Path
) -> None:
    done = start_run(tmp_path).check_remaining_events(jobs=2)
    next(done)
    victim, *_ = multiprocessing.active_children()
    os.kill(victim.pid or 0, KILL)
    rest = [*done]

    assert len(rest) == 2 * EVENTS - 1
    assert files_in(tmp_path) == files_in(whole)


def test_cluster_workers_make_the_same_files_even_if_one_is_killed(
    whole: Path, tmp_path: Path
) -> None:
    from distributed import Client, LocalCluster

    with LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1"
    ) as cluster:
        with Client(cluster) as client:
            victim, *_ = client.run(os.getpid).values()
        done = start_run(tmp_path).check_remaining_events(cluster=cluster.scheduler_address)
        next(done)
        os.kill(victim, KILL)
        rest = [*done]

    assert len(rest) == 2 * EVENTS - 1
    assert files_in(tmp_path) == files_in(whole)


def test_a_killed_run_resumes_where_it_stopped(
    whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*COMMAND, "--folder", str(tmp_path)]
    script = f"from topboard.analysis.certify import run; run.PART = {PART}; "
    script += f"from topboard.cli import main; main({words})"
    command = [sys.executable, "-c", script]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run:
        deadline = monotonic() + 60
        while monotonic() < deadline and not [*tmp_path.glob("parts/checked-*.jsonl")]:
            sleep(0.01)
        run.kill()
    before = len(start_run(tmp_path).load_saved_results())
    made = {one: (tmp_path / OURS / f"{one:05}.trf").stat().st_mtime_ns for one in (1, PART)}

    assert main(words) == DIFFERENCE
    assert before in (2 * PART, 4 * PART, 2 * EVENTS)
    assert f"{before} events were already checked" in capsys.readouterr().err
    for number, when in made.items():
        assert (tmp_path / OURS / f"{number:05}.trf").stat().st_mtime_ns == when
    assert files_in(tmp_path) == files_in(whole)


def test_only_the_missing_events_are_checked_when_more_are_requested(
    whole: Path, tmp_path: Path
) -> None:
    assert len([*start_run(tmp_path, PART + 1).check_remaining_events()]) == 2 * (PART + 1)
    rest = [*start_run(tmp_path).check_remaining_events()]

    assert [*start_run(tmp_path).check_remaining_events()] == []
    assert [one.number for one in rest if one.made_by == THEIRS] == [*range(PART + 2, EVENTS + 1)]
    assert files_in(tmp_path) == files_in(whole)


def test_a_folder_from_an_older_version_can_be_continued(
    whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It kept a line for each event, as they came, without causes; the last may be cut off."""
    folder = tmp_path / "run"
    shutil.copytree(whole, folder)
    log = folder / "done.jsonl"
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    old = [{k: v for k, v in line.items() if k != "causes"} for line in lines[:-4][::-1]]
    log.write_text("".join(json.dumps(line) + "\n" for line in old) + json.dumps(lines[-1])[:20])
    shutil.rmtree(folder / OURS)

    words = [*COMMAND, "--folder", str(folder)]
    assert main(words) == DIFFERENCE
    captured = capsys.readouterr()
    assert f"{2 * EVENTS - 4} events were already checked" in captured.err
    assert "  a difference whose cause was not recorded  (" in captured.out
    assert [file.name for file in sorted((folder / OURS).iterdir())] == ["00007.trf", "00008.trf"]
    assert [json.loads(line) for line in log.read_text().splitlines()] == [
        *old[::-1],
        *lines[-4:],
    ]


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["--against", "fide_duch"], BAD_INPUT, "fide_duch"),
        (["--against", OURS_IS], BAD_INPUT, "fide_dutch_2026 cannot be compared with this system"),
        (
            ["--against", "olympiad_2022"],
            BAD_INPUT,
            "Choose two different systems, both for players or both for teams.",
        ),
        (
            ["--against", THEIRS_IS, "--players", "8-"],
            BAD_INPUT,
            "invalid number of players or rounds",
        ),
        (
            ["--against", THEIRS_IS, "--players", "9-8"],
            BAD_INPUT,
            "Enter a number such as 12, or a range such as 8-14.",
        ),
        (["--against", THEIRS_IS, "--rounds", "0"], BAD_INPUT, "the number of rounds must be"),
        (
            ["--against", THEIRS_IS, "--dask", "local:0"],
            BAD_INPUT,
            "the number of workers must be at least 1",
        ),
        (
            ["--against", THEIRS_IS, "--jobs", "0"],
            BAD_INPUT,
            "the number of processes must be at least 1",
        ),
        (["--against", THEIRS_IS, "--dask", "tcp://127.0.0.1:9"], FILE, "no cluster responds at"),
        (["--against", THEIRS_IS, "--dask", "nowhere"], FILE, "no cluster responds at nowhere"),
    ],
)
def test_an_impossible_run_is_refused_with_the_reason(
    words: list[str],
    code: int,
    told: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("topboard.analysis.batches.PATIENCE", 0.5)
    asked = ["certify", "--system", OURS_IS, "--events", "1", "--folder", str(tmp_path / "run")]

    assert main([*asked, *words]) == code
    assert told in capsys.readouterr().err
    assert not (tmp_path / "run" / "done.jsonl").exists()


@pytest.mark.parametrize("words", [[], ["--peer", "x", "--against", THEIRS_IS]])
def test_exactly_one_opponent_must_be_named(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["certify", "--events", "1", *words])
    assert stopped.value.code == BAD_INPUT
    assert "--against" in capsys.readouterr().err


def test_the_system_to_compare_against_must_be_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["certify", "--against", THEIRS_IS, "--events", "1", "--folder", str(tmp_path / "run")]

    assert main(asked) == BAD_INPUT
    assert "Add --system NAME." in capsys.readouterr().err
