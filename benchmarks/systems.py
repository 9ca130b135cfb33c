"""Benchmarks of pairing a round with all its reasons, and of standings and report files."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import topboard
from benchmarks.timing import Figure, best_of, milliseconds, series
from topboard.analysis.generate import Wishes
from topboard.model import ForbiddenPair, Manner, Meeting, Number, Round

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


@dataclass(frozen=True, slots=True)
class Family:
    """The systems whose names have a common prefix, and time limits in ms by number of players."""

    names: str
    budgets: Mapping[int, int] = field(default_factory=dict)

    def systems(self) -> list[str]:
        """Return the systems of this family.

        Raise ``ValueError`` if there are none, which is a typing error.
        """
        found = [name for name in topboard.SYSTEMS if name.startswith(self.names)]
        if not found:
            raise ValueError(f"no system has a name that begins with {self.names!r}")
        return found


FAMILIES = (
    Family("fide_dutch_2026", {50: 15, 200: 15, 1000: 60, 10_000: 3000}),
    Family("fide_dutch_2017", {50: 30, 200: 30, 1000: 120, 10_000: 6000}),
    Family("fide_burstein", {50: 15, 200: 30, 1000: 200, 10_000: 6000}),
    Family("fide_dubov_2026", {50: 30, 200: 100, 1000: 200, 10_000: 3000}),
    Family("fide_lim", {50: 20, 200: 60, 1000: 300}),
    Family("fide_team", {50: 50, 200: 100, 1000: 400, 10_000: 6000}),
    Family("fide_double_swiss", {50: 30, 200: 30, 1000: 200, 10_000: 3000}),
    Family("olympiad", {200: 100}),
    Family("cfc_swiss", {1000: 500, 10_000: 5000}),
    Family("cfc_team_swiss"),
    Family("dubov", {1000: 500, 10_000: 5000}),
)
"""The families to measure.

Add a row for a new family. Round robins are not included, because they do not search for opponents.
"""

SIZES = (50, 200, 1000, 10_000)
ROUND = 6


def rounds() -> Iterator[Figure]:
    """Yield the time to pair round 6 of events with 50 to 10,000 participants, and its growth."""
    for family in FAMILIES:
        for name in family.systems():
            yield from series(
                SIZES,
                lambda size, name=name: _seconds(name, size, ROUND),
                lambda size, name=name: f"{name}, {size} entries",
                family.budgets,
            )


def _seconds(name: str, size: int, number: int, seed: int = 1) -> float:
    wishes = Wishes(competitors=size, rounds=number, unpaired_last=True)
    event = topboard.generate(name, seed, wishes)
    return best_of(3 if size < 5000 else 1, lambda: topboard.pair(event))


def late_rounds() -> Iterator[Figure]:
    """Yield the time to pair late rounds of small events, in which most opponents have already
    met.
    """
    for family in FAMILIES:
        for name in family.systems():
            for size, number in ((12, 9), (20, 15), (40, 30)):
                work = f"{name}, round {number} of {size} entries"
                try:
                    yield Figure(work, milliseconds(_seconds(name, size, number, seed=3)))
                except topboard.NoLegalPairing:
                    yield Figure(work, "no pairing")


def interchanges() -> Iterator[Figure]:
    """Yield the time to pair Canadian score groups that need many interchanges.

    Nobody in the bottom half may meet the first player of the top half.
    """

    def pairing(size: int) -> float:
        players = tuple(topboard.Player(Number(n), f"P{n}", 2800) for n in range(1, size + 1))
        closed = tuple(ForbiddenPair(Number(1), p.number) for p in players[size // 2 :])
        event = topboard.Tournament(players, planned_rounds=9, forbidden=closed)
        return best_of(1, lambda: topboard.pair(event, "cfc_swiss"))

    budgets = {400: 1000, 1000: 5000, 2000: 20_000}
    yield from series(
        budgets, pairing, lambda n: f"cfc_swiss, a group of {n} interchanged", budgets
    )


EIGHT_TIE_BREAKS = ("DE", "BH/C1", "BH", "SB", "AOB", "WIN", "ARO", "PTP")


def tie_breaks() -> Iterator[Figure]:
    """Yield the time to compute standings with eight of FIDE's tie-breaks after eleven rounds."""

    def ranking(size: int) -> float:
        event = _event_with_random_pairs(size, 11)
        return best_of(3, lambda: topboard.standings(event, "fide_dutch_2026"))

    yield from series(
        (1000, 10_000), ranking, lambda n: f"{n} players, eight tie-breaks", {10_000: 2000}
    )


def _event_with_random_pairs(size: int, count: int) -> topboard.Tournament:
    """Return an event with random pairs. Pairing it according to the rules would take minutes."""
    dice = Random(size)
    players = tuple(topboard.Player(Number(n), f"P{n}", 2800 - n // 5) for n in range(1, size + 1))
    rounds = []
    for number in range(1, count + 1):
        order = dice.sample(range(1, size + 1), size)
        meetings = []
        for white, black in zip(order[::2], order[1::2], strict=False):
            points = dice.choice((10, 5, 0))
            manner = Manner.DEFAULT if points != 5 and dice.random() < 0.03 else Manner.PLAYED
            meetings.append(Meeting(Number(white), Number(black), points, 10 - points, manner))
        rounds.append(Round(number, tuple(meetings)))
    return topboard.Tournament(players, tuple(rounds), count, tie_breaks=EIGHT_TIE_BREAKS)


def reports() -> Iterator[Figure]:
    """Yield the time to read report files of nine rounds."""
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "event.trf")

        def reading(size: int) -> float:
            event = topboard.generate("dubov_1997", 1, Wishes(competitors=size, rounds=9))
            topboard.write(event, path, "trf16")
            return best_of(5, lambda: topboard.read(path))

        yield from series((100, 1000), reading, lambda n: f"a report of {n} players read")
