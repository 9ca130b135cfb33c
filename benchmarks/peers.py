"""Compare Topboard with other pairing engines on the same files.

Run it with ``python -m benchmarks.peers [BBPPAIRINGS]``. py4swiss is found on the PATH or in this
environment. For bbpPairings, give the path of its program. Each engine gets a report file with the
last round unpaired. Topboard is timed as a command, including its start-up time, and as a library
call.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import topboard
from benchmarks.timing import Figure, best_of, milliseconds, print_table
from topboard.analysis.generate import Wishes
from topboard.formats import read, write

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SIZES = (50, 200, 1000)
ROUNDS = 9
PATIENCE = 600
"""The number of seconds after which an engine is stopped."""


def report(folder: Path, edition: str, size: int) -> Path:
    """Write a report file of an event whose last round is not yet paired, and return its path."""
    wishes = Wishes(competitors=size, rounds=ROUNDS, absences=2, no_shows=1, unpaired_last=True)
    path = folder / f"{edition}-{size}.trf"
    write(topboard.generate(edition, 1, wishes), path, "trf16")
    return path


def peers(bbp: str | None) -> Iterator[tuple[str, str, Sequence[str]]]:
    """Yield the name, the edition and the command of each engine that is installed."""
    found = shutil.which("py4swiss") or shutil.which(
        "py4swiss", path=str(Path(sys.executable).parent)
    )
    if found:
        yield "py4swiss", "fide_dutch_2017", [found, "-t", "{file}", "-p", "{out}"]
    if bbp:
        yield "bbpPairings", "fide_dutch_2026", [bbp, "--dutch", "{file}", "-p", "{out}"]


def seconds_of(command: Sequence[str], file: Path, out: Path, runs: int) -> float:
    """Return the time of the fastest of several runs of a command, in seconds."""
    filled = [word.format(file=file, out=out) for word in command]

    def run() -> None:
        subprocess.run(filled, check=True, capture_output=True, timeout=PATIENCE)

    return best_of(runs, run, time.perf_counter)


def figures(bbp: str | None) -> Iterator[Figure]:
    """Yield Topboard's time for each size, and the time of each other engine with its ratio."""
    ours = [str(Path(sys.executable).parent / "topboard"), "pair", "{file}", "--system"]
    installed = list(peers(bbp))
    if not installed:
        yield Figure("no other engine is installed", "", note="pip install py4swiss")
    with tempfile.TemporaryDirectory() as folder:
        for size in SIZES:
            for name, edition, command in installed:
                file, out = report(Path(folder), edition, size), Path(folder) / "pairs.txt"
                facts = read(file)
                runs = 3 if size < 1000 else 1
                theirs = seconds_of(command, file, out, runs)
                spawned = seconds_of([*ours, edition], file, out, 3)
                called = best_of(5, lambda f=facts, e=edition: topboard.pair(f, e))
                yield Figure(f"{size} players, topboard command", milliseconds(spawned))
                yield Figure(f"{size} players, topboard.pair with reasons", milliseconds(called))
                note = f"{theirs / spawned:.1f} times our command, {theirs / called:.0f} our call"
                yield Figure(f"{size} players, {name} command", milliseconds(theirs), note=note)


if __name__ == "__main__":
    print_table("Other engines", list(figures(sys.argv[1] if len(sys.argv) > 1 else None)))
