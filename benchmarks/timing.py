"""Measurement of the best of several runs and of growth by size, and printing of tables."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of a results table: what was done, the measured value, its limit and a note."""

    work: str
    measured: str
    budget: str = ""
    note: str = ""


def best_of(
    runs: int, work: Callable[[], object], clock: Callable[[], float] = time.process_time
) -> float:
    """Return the seconds of the fastest of several runs.

    By default this is processor time, because other programs may use the machine.
    """
    fastest = math.inf
    for _ in range(runs):
        started = clock()
        work()
        fastest = min(fastest, clock() - started)
    return fastest


def milliseconds(seconds: float) -> str:
    """Return a time in seconds formatted as milliseconds, such as "12.5 ms"."""
    return f"{seconds * 1000:.1f} ms"


def series(
    sizes: Sequence[int],
    measure: Callable[[int], float],
    work: Callable[[int], str],
    budgets: Mapping[int, int] | None = None,
) -> Iterator[Figure]:
    """Yield a line for each size, with its time limit and the growth since the previous size.

    ``measure`` returns the seconds for a size, and ``work`` its description. Time limits are in
    milliseconds.
    """
    before: tuple[int, float] | None = None
    for size in sizes:
        seconds = measure(size)
        allowed = (budgets or {}).get(size)
        budget = "" if allowed is None else f"< {allowed} ms"
        note = "" if before is None else growth(before, (size, seconds))
        yield Figure(work(size), milliseconds(seconds), budget, note)
        before = size, seconds


def growth(before: tuple[int, float], now: tuple[int, float]) -> str:
    """Return a note on how much size and time grew, with the exponent (1 means linear growth)."""
    larger, longer = now[0] / before[0], now[1] / before[1]
    exponent = math.log(longer) / math.log(larger)
    return f"{longer:.1f} x for {larger:.3g} x as many, n^{exponent:.2f}"


def print_table(title: str, figures: Sequence[Figure]) -> None:
    """Print a title and the results in aligned columns."""
    print(f"\n{title}")
    rows = [(f.work, f.measured, f.budget, f.note) for f in figures]
    widths = [max(len(row[i]) for row in rows) for i in range(3)]
    for row in rows:
        cells = [row[0].ljust(widths[0]), row[1].rjust(widths[1]), row[2].ljust(widths[2])]
        print("  ".join([*cells, row[3]]).rstrip())
