"""A round of growing fields for every system, with all reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING

import topboard
from benchmarks.timing import Figure, best_of, growth, milliseconds
from topboard.generating import Wishes

if TYPE_CHECKING:
    from collections.abc import Iterator

SIZES = (50, 200, 1000, 10_000)
ROUND = 6
BUDGET = {
    ("olympiad", 200): "< 100 ms",
    ("cfc_swiss", 1000): "< 500 ms",
    ("cfc_swiss", 10_000): "< 5000 ms",
    ("dubov", 1000): "< 500 ms",
    ("dubov", 10_000): "< 5000 ms",
}


def rounds() -> Iterator[Figure]:
    """Round 6 of fields from 50 to 10,000, and how the time grows."""
    for name in topboard.SYSTEMS:
        if "round_robin" in name:
            continue
        seconds = []
        for size in SIZES:
            wishes = Wishes(competitors=size, rounds=ROUND, unpaired_last=True)
            event = topboard.generate(name, 1, wishes)
            seconds.append(best_of(3 if size < 5000 else 1, lambda e=event: topboard.pair(e)))
            note = growth(SIZES, seconds) if size == SIZES[-1] else ""
            yield Figure(
                f"{name}, {size} entries", milliseconds(seconds[-1]), _budget(name, size), note
            )


def _budget(name: str, size: int) -> str:
    return next(
        (text for (start, at), text in BUDGET.items() if name.startswith(start) and at == size), ""
    )


def late_rounds() -> Iterator[Figure]:
    """Late rounds of small fields, where most opponents have been met."""
    for name in topboard.SYSTEMS:
        if "round_robin" in name:
            continue
        for size, rounds_ in ((12, 9), (40, 30)):
            wishes = Wishes(competitors=size, rounds=rounds_, unpaired_last=True)
            try:
                event = topboard.generate(name, 3, wishes)
                seconds = best_of(3, lambda e=event: topboard.pair(e))
            except topboard.NoLegalPairing:
                yield Figure(f"{name}, round {rounds_} of {size} entries", "no pairing")
                continue
            yield Figure(f"{name}, round {rounds_} of {size} entries", milliseconds(seconds))
