"""Measuring: best of several runs, growth from size to size, one table."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table: the work, what was measured, and the budget it is held to."""

    work: str
    measured: str
    budget: str = ""
    note: str = ""


def best_of(
    runs: int, work: Callable[[], object], clock: Callable[[], float] = time.process_time
) -> float:
    """Seconds of the fastest of several runs: of the processor, which others may be using too."""
    fastest = math.inf
    for _ in range(runs):
        started = clock()
        work()
        fastest = min(fastest, clock() - started)
    return fastest


def milliseconds(seconds: float) -> str:
    """Seconds as milliseconds."""
    return f"{seconds * 1000:.1f} ms"


def series(
    sizes: Sequence[int],
    measure: Callable[[int], float],
    work: Callable[[int], str],
    budgets: Mapping[int, int] | None = None,
) -> Iterator[Figure]:
    """A line for each size, with its budget in milliseconds and how the time grows from the last.

    ``measure`` gives the seconds of a size, ``work`` its name.
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
    """By how much sizes and seconds grew, and the exponent of that (1 is linear)."""
    larger, longer = now[0] / before[0], now[1] / before[1]
    exponent = math.log(longer) / math.log(larger)
    return f"{longer:.1f} x for {larger:.3g} x as many, n^{exponent:.2f}"


def print_table(title: str, figures: Sequence[Figure]) -> None:
    """The figures in aligned columns."""
    print(f"\n{title}")
    rows = [(f.work, f.measured, f.budget, f.note) for f in figures]
    widths = [max(len(row[i]) for row in rows) for i in range(3)]
    for row in rows:
        cells = [row[0].ljust(widths[0]), row[1].rjust(widths[1]), row[2].ljust(widths[2])]
        print("  ".join([*cells, row[3]]).rstrip())
