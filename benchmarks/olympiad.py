"""Benchmarks of the Olympiad systems: whole events, start-up time and memory use."""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import topboard
from benchmarks.timing import Figure, best_of, milliseconds
from topboard.analysis.generate import Wishes

if TYPE_CHECKING:
    from collections.abc import Iterator

SAMPLE = Path(topboard.__file__).parent / "samples" / "chennai-2022-open-round-6.json"


def events() -> Iterator[Figure]:
    """Yield the time to check whole Olympiads of eleven rounds."""
    for name in topboard.SYSTEMS:
        if name.startswith("olympiad"):
            event = topboard.generate(name, 1, Wishes(competitors=186, rounds=11))
            seconds = best_of(3, lambda e=event: topboard.check(e))
            work = f"{name}: 186 teams, 11 rounds checked"
            yield Figure(work, milliseconds(seconds), "< 1000 ms")


def start_up() -> Iterator[Figure]:
    """Yield the time of whole processes, as a pairing program that starts them sees it."""
    with tempfile.TemporaryDirectory() as folder:
        small = Path(folder) / "small.json"
        event = topboard.generate("olympiad_2022", 1, Wishes(competitors=20, rounds=4))
        topboard.write(event, str(small), "event-json")
        bare = _process("-I", "-c", "pass")
        yield Figure("bare interpreter", milliseconds(bare))
        for work, arguments, budget in (
            ("topboard --version", ["--version"], ""),
            ("topboard pair, 20 teams", ["pair", "--round", "4", str(small)], "< 7 x bare"),
            ("topboard pair, round 6 of Chennai", ["pair", str(SAMPLE)], ""),
        ):
            seconds = _process("-m", "topboard", *arguments)
            yield Figure(work, milliseconds(seconds), budget, f"{seconds / bare:.1f} x bare")


def _process(*arguments: str) -> float:
    """Return the seconds for a process of this Python from start to end, the best of 25 runs."""
    command = [sys.executable, *arguments]
    return best_of(
        25, lambda: subprocess.run(command, capture_output=True, check=True), time.perf_counter
    )


def memory() -> Iterator[Figure]:
    """Yield the peak memory of a process that pairs 10,000 teams."""
    program = (
        "import topboard;from topboard.analysis.generate import Wishes;"
        "topboard.pair(topboard.generate('olympiad_2022',1,"
        "Wishes(competitors=10000,rounds=3,unpaired_last=True)))"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
    largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    yield Figure("pairing 10,000 teams, largest memory", f"{largest} MB", "< 300 MB")
