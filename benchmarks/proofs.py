"""Benchmarks of proofs: their size, and the time to create and to verify them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import topboard
from benchmarks.timing import Figure, best_of, milliseconds
from topboard.analysis.generate import Wishes
from topboard.proof.prove import format_proof, prove
from topboard.proof.verify import verify
from topboard.systems.registry import system

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.model import Tournament

NAMES = (
    "olympiad_2022",
    "olympiad_2009",
    "olympiad_2008",
    "dubov_1997",
    "cfc_swiss",
    "fide_dutch_2026",
    "fide_dutch_2017",
)
SIZES = {200: (9, "< 300 ms", "< 100 kB"), 1000: (7, "< 2000 ms", "")}
"""For each size, the number of rounds and the limits for verification time and proof size."""
MAKING = "< 50 %"
"""The limit for creating a proof, as a share of the time for pairing with reasons."""
TURNS = 9


def proofs() -> Iterator[Figure]:
    """Yield the results for the proof of the last round, for each system and size of event."""
    for teams, (rounds, checking, size) in SIZES.items():
        for name in NAMES:
            wishes = Wishes(competitors=teams, rounds=rounds, unpaired_last=True)
            event = topboard.generate(name, 7, wishes)
            yield from _figures(name, event, f"{teams}, round {rounds}", checking, size)


def _figures(name: str, event: Tournament, work: str, checking: str, size: str) -> Iterator[Figure]:
    rules = system(name)
    pairing = rules.pair(event)
    text = format_proof(prove(event, pairing))
    # The two are measured in turn, because the speed of the machine varies.
    turns = [
        (best_of(1, lambda: rules.pair(event)), best_of(1, lambda: prove(event, pairing)))
        for _ in range(TURNS)
    ]
    paired, made = (min(seconds) for seconds in zip(*turns, strict=True))
    checked = best_of(5, lambda: verify(json.loads(text)))
    of_pairing = f"{made / paired:.0%} of pairing, {milliseconds(paired)}"
    yield Figure(f"{name}: proof of {work}", f"{len(text) / 1000:.0f} kB", size)
    yield Figure("  made", milliseconds(made), MAKING, of_pairing)
    yield Figure("  checked", milliseconds(checked), checking)
