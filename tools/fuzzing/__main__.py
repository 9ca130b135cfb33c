"""Give damaged and odd input to everything that reads input, and count the answers.

    python -m tools.fuzzing --seed 1 --count 200000
    python -m tools.fuzzing --seed 1 --only forms --first 4200 --count 100

The same seed produces the same inputs. A fault is printed with its number and can be saved with the
input that caused it. To reproduce it, pass that number as ``--first``. Inputs for the desk come in
batches of 100 that share a state, so start at a multiple of 100.
"""

from __future__ import annotations

import logging
import sys
from argparse import ArgumentParser
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING

from tools.fuzzing.desk import Bodies, FormsOfDesk, Uploads
from tools.fuzzing.files import Archives, EventFiles, Fault, RatingListFiles, Tables

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tools.fuzzing.files import Target

TARGETS: dict[str, tuple[type[Target], int]] = {
    one.name: (one, share)
    for one, share in (
        (EventFiles, 34),
        (RatingListFiles, 14),
        (Archives, 6),
        (Tables, 30),
        (Bodies, 8),
        (FormsOfDesk, 4),
        (Uploads, 4),
    )
}
"""The class of each target, and its share of the inputs in per cent, keyed by name."""
PIECE = 2000
"""The number of inputs that one process handles at a time."""


def run(
    name: str, seed: int, first: int, count: int
) -> tuple[Counter[str], list[tuple[str, bytes]]]:
    """Give inputs to a target, and return the count of each answer and a list of the faults."""
    made = TARGETS[name][0]
    found: Counter[str] = Counter()
    faults: list[tuple[str, bytes]] = []
    # Hundreds of refused requests would fill the log.
    logging.disable(logging.CRITICAL)
    target = made()
    try:
        for number in range(first, first + count):
            if number > first and number % made.batch == 0:
                target.renew()
            try:
                found[target.try_one(Random(f"{seed} {name} {number}"))] += 1
            except Fault as fault:
                found["fault"] += 1
                faults.append((f"{name} {number}: {fault}", fault.content))
    finally:
        logging.disable(logging.NOTSET)
        target.close()
    return found, faults


def _split_into_batches(names: Iterable[str], first: int, count: int) -> list[tuple[str, int, int]]:
    """Return the batches of inputs as tuples of target, first number and count."""
    whole = sum(TARGETS[name][1] for name in names)
    found = []
    for name in names:
        most = max(1, count * TARGETS[name][1] // whole)
        found += [(name, first + at, min(PIECE, most - at)) for at in range(0, most, PIECE)]
    return found


def main(words: Sequence[str] | None = None) -> int:
    """Run the fuzzer and print the counts. Return 1 if there were faults, otherwise 0."""
    parser = ArgumentParser(prog="python -m tools.fuzzing", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=2000, help="inputs in all")
    parser.add_argument("--only", choices=[*TARGETS], action="append", help="one target")
    parser.add_argument("--first", type=int, default=0, help="the number of the first input")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--faults", type=Path, help="a folder for inputs that made a fault")
    asked = parser.parse_args(words)
    begun, counts, faults = perf_counter(), {name: Counter[str]() for name in TARGETS}, 0
    pieces = _split_into_batches(asked.only or [*TARGETS], asked.first, asked.count)
    with ProcessPoolExecutor(asked.jobs) as pool:
        waiting = [(name, pool.submit(run, name, asked.seed, *rest)) for name, *rest in pieces]
        for name, one in waiting:
            found, wrong = one.result()
            counts[name] += found
            for what, content in wrong:
                faults += 1
                print(what, flush=True)
                _save_fault(asked.faults, what, content)
    _print_counts(counts, perf_counter() - begun, asked.seed)
    return 1 if faults else 0


def _save_fault(folder: Path | None, what: str, content: bytes) -> None:
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        name = "-".join(what.partition(":")[0].split())
        (folder / name).write_bytes(what.encode(errors="replace") + b"\n\n" + content)


def _print_counts(counts: dict[str, Counter[str]], seconds: float, seed: int) -> None:
    print(f"{'':14}{'inputs':>9}{'taken':>9}{'refused':>9}{'faults':>9}")
    whole: Counter[str] = Counter()
    for name, found in [*counts.items(), ("all", whole)]:
        if found:
            whole += found if found is not whole else Counter()
            told = "".join(f"{found[key]:9}" for key in ("taken", "refused", "fault"))
            print(f"{name:14}{found.total():9}{told}")
    print(f"seed {seed}, {seconds:.0f} s")


if __name__ == "__main__":
    sys.exit(main())
