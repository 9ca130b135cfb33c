"""Studies: the same files for any number of processes, and figures that a slow count gives too."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from functools import partial
from itertools import combinations
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING

import pytest

from topboard.analysis import batches
from topboard.analysis.generate import generate
from topboard.analysis.study.chunks import (
    build_chunk_files,
    chunks_by_file_name,
    read_chunk_statistics,
)
from topboard.analysis.study.event_statistics import MILLION, compute_event_statistics
from topboard.analysis.study.plan import load_study
from topboard.analysis.study.summary import estimate_mean, estimate_percentage, summarize_study
from topboard.cli import main
from topboard.cli.exit_codes import BAD_INPUT, DONE, FILE
from topboard.errors import BadInput, CannotReadOrWrite
from topboard.systems.registry import system

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.analysis.study.plan import Chunk, Study

SMALL = """
name = "Two ways"
events = 8
chunk = 2
sizes = [9, 10]
rounds = [4]
[field]
draws = 30
spread = 800
[[format]]
name = "dutch"
system = "fide_dutch_2026"
[[format]]
name = "canada"
system = "cfc_swiss"
"""
SAMPLE = Path(__file__).parents[2] / "src/topboard/samples/chennai-2022-open-round-6.json"


KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
"""The signal that ends a process at once, which is the other one on Windows."""


def write_study(tmp_path: Path, text: str = SMALL) -> Path:
    path = tmp_path / "study.toml"
    path.write_text(text)
    return path


@pytest.fixture
def small(tmp_path: Path) -> Study:
    return load_study(write_study(tmp_path))


def run(folder: Path, study: Study, jobs: int = 1, cluster: str = "") -> Iterator[Chunk]:
    return batches.process_missing_chunks(
        folder, chunks_by_file_name(study), partial(build_chunk_files, study), jobs, cluster
    )


def files_of(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.glob("*.jsonl")}


def test_one_process_and_two_processes_write_the_same_files(small: Study, tmp_path: Path) -> None:
    alone = list(run(tmp_path / "alone", small))
    list(run(tmp_path / "two", small, jobs=2))

    assert len(alone) == 16
    assert files_of(tmp_path / "alone") == files_of(tmp_path / "two")
    assert len(files_of(tmp_path / "alone")) == 16


def test_a_resumed_run_makes_only_what_is_missing(small: Study, tmp_path: Path) -> None:
    folder = tmp_path / "events"
    begun = run(folder, small)
    for _ in range(5):
        next(begun)
    begun.close()
    whole = files_of(folder)

    assert len(batches.find_missing_chunks(folder, chunks_by_file_name(small))) == 11
    assert len(list(run(folder, small))) == 11
    assert {name: files_of(folder)[name] for name in whole} == whole
    assert list(run(folder, small)) == []


def test_cluster_workers_make_the_same_files_even_if_one_is_killed(
    small: Study, tmp_path: Path
) -> None:
    from distributed import Client, LocalCluster

    list(run(tmp_path / "alone", small))
    with LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1"
    ) as cluster:
        with Client(cluster) as client:
            victim, *_ = client.run(os.getpid).values()
        done = run(tmp_path / "cluster", small, cluster=cluster.scheduler_address)
        next(done)
        os.kill(victim, KILL)
        rest = list(done)

    assert len(rest) == 15
    assert files_of(tmp_path / "cluster") == files_of(tmp_path / "alone")


def test_a_local_cluster_is_started_for_the_work(small: Study, tmp_path: Path) -> None:
    list(run(tmp_path / "alone", small))
    list(run(tmp_path / "local", small, cluster="local:1"))

    assert files_of(tmp_path / "local") == files_of(tmp_path / "alone")


def slain_once(flag: Path, study: Study, chunk: Chunk) -> batches.Files:
    """Makes a chunk; the first who comes to the fourth of them dies over it."""
    if chunk.first == 6 and not flag.exists():
        flag.touch()
        os.kill(os.getpid(), KILL)
    return build_chunk_files(study, chunk)


def test_the_work_of_a_killed_process_is_done_by_another(small: Study, tmp_path: Path) -> None:
    list(run(tmp_path / "alone", small))
    folder, make = tmp_path / "two", partial(slain_once, tmp_path / "slain", small)
    kept = list(batches.process_missing_chunks(folder, chunks_by_file_name(small), make, jobs=2))

    assert (tmp_path / "slain").exists()
    assert len(kept) == 16
    assert files_of(folder) == files_of(tmp_path / "alone")


def slain_always(chunk: Chunk) -> batches.Files:
    os.kill(os.getpid(), KILL)
    raise AssertionError(chunk)


def test_work_that_kills_every_process_is_given_up(small: Study, tmp_path: Path) -> None:
    with pytest.raises(CannotReadOrWrite, match="worker processes keep ending unexpectedly"):
        list(
            batches.process_missing_chunks(
                tmp_path / "two", chunks_by_file_name(small), slain_always, jobs=2
            )
        )

    assert files_of(tmp_path / "two") == {}


def test_a_killed_run_leaves_only_complete_files(tmp_path: Path) -> None:
    text = SMALL.replace("events = 8", "events = 400")
    path, folder = write_study(tmp_path, text), tmp_path / "events"
    command = [sys.executable, "-m", "topboard", "study", str(path), "--folder", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as child:
        deadline = monotonic() + 30
        while monotonic() < deadline and len(list(folder.glob("*.jsonl"))) < 3:
            sleep(0.01)
        child.kill()

    study = load_study(path)
    kept = [chunk for name, chunk in chunks_by_file_name(study).items() if (folder / name).exists()]
    assert len(kept) >= 3
    assert all(len(read_chunk_statistics(folder, study, chunk)) == 2 for chunk in kept)


def test_all_formats_are_studied_with_the_same_fields(small: Study) -> None:
    dutch, _, canada, _ = small.cases

    assert (dutch.competitors, dutch.format.name) == (9, "dutch")
    assert (canada.competitors, canada.format.name) == (9, "canada")
    assert (
        small.seed_for_event(dutch, 3)
        == small.seed_for_event(canada, 3)
        != small.seed_for_event(dutch, 4)
    )


def test_the_figures_of_an_event_match_a_slow_count(small: Study) -> None:
    case = small.cases[1]
    used = system(case.format.system)
    for index in range(4):
        found = compute_event_statistics(small, case, index)
        event = generate(
            used, small.seed_for_event(case, index), small.event_properties_of_case(case)
        )
        lines = used.standings(event).lines
        rating = {c.number: c.rating or 0 for c in event.competitors if hasattr(c, "rating")}

        colours = dict.fromkeys(rating, 0)
        floats = 0
        for number, played in enumerate(event.rounds, start=1):
            before = {n: 0 for n in rating}
            for earlier in event.rounds[: number - 1]:
                for m in earlier.meetings:
                    before[m.white] += m.white_points
                    before[m.black] += m.black_points
                for n, _ in earlier.away:
                    before[n] += 10
            for m in played.meetings:
                colours[m.white] += 1
                colours[m.black] -= 1
                floats += before[m.white] != before[m.black]
        assert found.rounds == 4
        assert found.floats == floats
        assert found.imbalanced == sum(abs(n) > 1 for n in colours.values())
        best = max(rating, key=rating.__getitem__)
        assert found.strongest_first == (
            [line.number for line in lines if line.place == 1] == [best]
        )
        by_points = [line.points for line in lines]
        assert found.tied[0] == sum(by_points.count(p) > 1 for p in by_points)
        assert list(found.tied) == sorted(found.tied, reverse=True)


def test_the_correlation_is_one_only_if_places_follow_strength(
    small: Study,
) -> None:
    from topboard.analysis.study.event_statistics import _compute_rank_correlation

    strength = {n: 2000 - n for n in range(1, 6)}
    assert _compute_rank_correlation(strength, {n: n for n in strength}) == MILLION
    assert _compute_rank_correlation(strength, {n: 6 - n for n in strength}) == -MILLION
    assert _compute_rank_correlation(strength, dict.fromkeys(strength, 1)) == 0
    # One exchange of neighbours: 1 - 6 * 2 / (5 * 24).
    assert _compute_rank_correlation(strength, {1: 2, 2: 1, 3: 3, 4: 4, 5: 5}) == 900_000


def test_confidence_intervals_contain_the_true_value_and_shrink() -> None:
    assert (estimate_percentage(0, 10).low, round(estimate_percentage(0, 10).high, 1)) == (
        0.0,
        27.8,
    )
    assert (
        estimate_percentage(500, 1000).high - estimate_percentage(500, 1000).low
        < estimate_percentage(50, 100).high - estimate_percentage(50, 100).low
    )
    found = estimate_mean([1, 2, 3, 4])
    assert (found.value, round(found.high - found.low, 3)) == (2.5, 2.530)
    for values in combinations((3, 5, 9), 2):
        assert estimate_mean(values) == estimate_mean(values[::-1])


def test_a_study_is_run_by_a_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, folder = write_study(tmp_path), tmp_path / "events"
    assert main(["study", str(path), "--folder", str(folder), "--json"]) == DONE
    out = json.loads(capsys.readouterr().out)

    assert out["cases"] == ["dutch-9-4", "dutch-10-4", "canada-9-4", "canada-10-4"]
    assert {"strongest_first", "correlation", "tied_0"} <= {f["figure"] for f in out["figures"]}
    assert "| events won by the strongest player, % |" in (folder / "summary.md").read_text()
    assert (folder / "correlation.svg").read_text().startswith("<svg")
    study = load_study(path)
    assert summarize_study(study, folder).events == 8
    assert main(["study", str(path), "--folder", str(folder)]) == DONE
    assert "16 of 16 parts were already finished" in capsys.readouterr().err


def test_a_study_can_use_the_entries_of_a_real_event(tmp_path: Path) -> None:
    text = f"""
entries = "{SAMPLE}"
events = 1
rounds = [2]
[[format]]
name = "2022"
system = "olympiad_2022"
"""
    study = load_study(write_study(tmp_path, text))

    assert [case.competitors for case in study.cases] == [187]
    assert compute_event_statistics(study, study.cases[0], 0).rounds == 2


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("events = 8", "events = 0"), "a whole number from 1"),
        (("sizes = [9, 10]", 'sizes = "9"'), "this must be a list of whole numbers"),
        (("sizes = [9, 10]", "sizes = [9, 1]"), "dutch-1-4: the number of participants must be"),
        (("draws = 30", "draws = 300"), "the percentage of draws must be between 0 and 100"),
        (("cfc_swiss", "cfc_suisse"), "unknown pairing system"),
        (('name = "canada"', 'name = "dutch"'), "two tournament formats have the same name"),
        (("draws = 30", "drawz = 30"), "unknown setting"),
        (("[field]", "[field"), "the file is not valid TOML"),
    ],
)
def test_problems_of_a_study_file_are_reported(
    change: tuple[str, str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_study(tmp_path, SMALL.replace(*change))
    with pytest.raises(BadInput, match=told):
        load_study(path)
    assert main(["study", str(path), "--folder", str(tmp_path / "none")]) == BAD_INPUT
    assert told in capsys.readouterr().err
    assert not (tmp_path / "none").exists()


def test_a_damaged_file_of_events_is_reported(small: Study, tmp_path: Path) -> None:
    list(run(tmp_path / "events", small))
    file = tmp_path / "events" / next(iter(chunks_by_file_name(small)))
    file.write_text(file.read_text()[:-20])

    with pytest.raises(BadInput, match="Delete the file and run the study again"):
        summarize_study(small, tmp_path / "events")


@pytest.mark.parametrize("address", ["local:0", "local:", "local:two"])
def test_a_local_cluster_has_workers(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["study", str(write_study(tmp_path)), "--dask", address]) == BAD_INPUT
    assert (
        f"--dask: the number of workers must be at least 1: '{address}'" in capsys.readouterr().err
    )


def test_a_missing_cluster_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("topboard.analysis.batches.PATIENCE", 0.5)
    asked = ["study", str(write_study(tmp_path)), "--dask", "tcp://127.0.0.1:9"]
    assert main([*asked, "--folder", str(tmp_path / "events")]) == FILE
    assert "no cluster responds at tcp://127.0.0.1:9" in capsys.readouterr().err
