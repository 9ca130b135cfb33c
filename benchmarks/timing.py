"""Measuring: best of several runs, growth from size to size, one table."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table: the work, what was measured, and the budget it is held to."""

    work: str
    measured: str
    budget: str = ""
    note: str = ""


def best_of(runs: int, work: Callable[[], object]) -> float:
    """Seconds of the fastest of several runs."""
    fastest = math.inf
    for _ in range(runs):
        started = time.perf_counter()
        work()
        fastest = min(fastest, time.perf_counter() - started)
    return fastest


def milliseconds(seconds: float) -> str:
    """Seconds as milliseconds."""
    return f"{seconds * 1000:.1f} ms"


def growth(sizes: Sequence[int], seconds: Sequence[float]) -> str:
    """The exponent by which the time grows between the two largest sizes (1 is linear)."""
    (small, large), (short, long) = sizes[-2:], seconds[-2:]
    exponent = math.log(long / short) / math.log(large / small)
    return f"grows as n^{exponent:.2f}"


def print_table(title: str, figures: Sequence[Figure]) -> None:
    """The figures in aligned columns."""
    print(f"\n{title}")
    rows = [(f.work, f.measured, f.budget, f.note) for f in figures]
    widths = [max(len(row[i]) for row in rows) for i in range(3)]
    for row in rows:
        cells = [row[0].ljust(widths[0]), row[1].rjust(widths[1]), row[2].ljust(widths[2])]
        print("  ".join([*cells, row[3]]).rstrip())
