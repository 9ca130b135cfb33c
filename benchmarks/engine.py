"""Benchmarks of ``topboard-engine`` as pairing programs use it, with a process for each round."""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import topboard
from benchmarks.timing import Figure, best_of, milliseconds
from topboard.analysis.generate import Wishes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

RUNS = 25
PROGRAM = Path(sys.executable).with_name("topboard-engine")


def child_processor_time() -> float:
    """Return the processor time, in seconds, of all child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _seconds(words: Sequence[str | Path], runs: int = RUNS) -> float:
    def run() -> None:
        subprocess.run(words, stdout=subprocess.DEVNULL, check=True)

    return best_of(runs, run, child_processor_time)


def rounds() -> Iterator[Figure]:
    """Yield the time to pair a round of 20 to 1,000 players, and that of an empty Python
    program.
    """
    nothing = _seconds([sys.executable, "-I", "-c", "pass"])
    yield Figure("python -I -c pass", milliseconds(nothing))
    with tempfile.TemporaryDirectory() as folder:
        for size in (20, 50, 1000):
            event = topboard.generate(
                "fide_dutch_2026", 1, Wishes(competitors=size, rounds=9, unpaired_last=True)
            )
            file = Path(folder, f"{size}.trf")
            topboard.write(event, str(file), "trf16")
            # Files from pairing programs have no Topboard remarks.
            lines = file.read_text(encoding="utf-8").splitlines()
            file.write_text("\n".join(line for line in lines if not line.startswith("###")))
            seconds = _seconds([PROGRAM, "--dutch", file, "-p"], RUNS if size < 1000 else 5)
            budget = "< 300 ms" if size == 1000 else f"< {milliseconds(5 * nothing)}"
            note = f"{seconds / nothing:.1f} x"
            yield Figure(f"round 9 of {size} players", milliseconds(seconds), budget, note)
