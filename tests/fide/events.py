"""The events of tests/fixtures/fide/dutch: the facts before every round, and its pairing.

An engine is tested in three lines::

    for before, expected in event(name).rounds("fide_dutch_2026"):
        paired = system("fide_dutch_2026").pair(before)
        assert (pairs_of(paired), paired.bye) == (expected.pairs, expected.bye)
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.formats import read
from topboard.model import Colour, Tournament

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = Path(__file__).parents[1] / "fixtures" / "fide" / "dutch"
EDITIONS = {"fide_dutch_2026": "D26", "fide_dutch_2017": "D17"}
SETS = ("plain", "forfeit", "byes", "mixed", "accel", "forbid", "big", "timing")
COLOURS = {"w": Colour.WHITE, "b": Colour.BLACK}


@dataclass(frozen=True)
class Pairing:
    """A round as an engine gave it."""

    pairs: frozenset[tuple[int, int]]
    """White first."""
    bye: int | None


@dataclass(frozen=True)
class Expected(Pairing):
    """The pairing to be found, and what engines made of the round."""

    same_pairs_by: tuple[str, ...]
    others: dict[str, Pairing]
    """Engines that gave something else."""


@dataclass(frozen=True)
class Event:
    """An event as a user's file gives it, all its rounds played."""

    name: str
    tournament: Tournament
    expected: dict[str, tuple[Expected, ...]]
    """By edition, round 1 first; the sets big and timing have no pairings of 2017."""

    def rounds(self, edition: str) -> Iterator[tuple[Tournament, Expected]]:
        """The facts before each round, and its pairing by the edition."""
        ruled = replace(self.tournament, system=edition)
        for number, expected in enumerate(self.expected.get(edition, ()), start=1):
            yield ruled.before(number), expected


def names(*sets: str, most: int = 10_000) -> list[str]:
    """The events of the sets, by default of all, with at most that many players."""
    found = [name for kind in sets or SETS for name in answers(kind)]
    return [name for name in found if players(name) <= most]


def players(name: str) -> int:
    """How many take part in an event called like ``d-plain-n010-r7-s1102``."""
    return int(name.split("-")[2].removeprefix("n"))


def kind_of(name: str) -> str:
    return name.split("-")[1]


@cache
def answers(kind: str) -> dict[str, dict]:
    """What the engines gave in the events of a set."""
    return json.loads((FOLDER / f"{kind}.json").read_text(encoding="utf-8"))


@cache
def event(name: str) -> Event:
    """An event by its name."""
    said = answers(kind_of(name))[name]
    path = FOLDER / kind_of(name) / f"{name}.trf"
    tournament = replace(
        read(path), planned_rounds=said["rounds_of_event"], lot=COLOURS[said["initial_colour"]]
    )
    expected = {
        edition: tuple(expected_in(row, short) for row in said["rounds"] if short in row)
        for edition, short in EDITIONS.items()
    }
    return Event(name, tournament, expected)


def expected_in(row: dict, short: str) -> Expected:
    """The answer of one edition; where that of 2017 names no pairs they are those of 2026."""
    said = row[short]
    given = pairing_in(said if "pairs" in said else row["D26"])
    others = {engine: pairing_in(gave) for engine, gave in said.get("others", {}).items()}
    return Expected(given.pairs, given.bye, tuple(said["same_pairs_by"].split()), others)


def pairing_in(said: dict) -> Pairing:
    pairs = [pair.split("-") for pair in said["pairs"].split()]
    return Pairing(frozenset((int(a), int(b)) for a, b in pairs), said["bye"] or None)
