"""Benchmarks of importing a rating list of FIDE's size and searching for names in it."""

from __future__ import annotations

import random
import re
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.timing import Figure, best_of, milliseconds
from topboard.storage.rating_lists import RatingLists

if TYPE_CHECKING:
    from collections.abc import Iterator

PERSONS = 2_000_000
HEAD = (
    "ID Number      Name                                                         "
    "Fed Sex Tit  WTit OTit           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
)
SYLLABLES = re.findall("..", "anbadaelfagahailjokalamonaorperasataulviwayazo")
SEARCHES = ("moh", "mo dae", "anna")


def lists() -> Iterator[Figure]:
    """Yield the processor time for importing a list and for showing the first search results."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "players_list_foa.txt")
        _write(path)
        found = RatingLists(Path(folder, "lists"))
        began = time.process_time()
        found.import_list(str(path), period="2026-11")
        took = time.process_time() - began
        yield Figure(f"import of {PERSONS:,} lines", f"{took:.1f} s", "< 120 s")
        for typed in SEARCHES:
            took = best_of(5, lambda typed=typed: found.search_people(typed))  # type: ignore[misc]
            yield Figure(f"search for {typed!r}", milliseconds(took), "< 50 ms")


def _write(path: Path) -> None:
    chance = random.Random(1)
    with path.open("w", encoding="ascii", newline="\r\n") as out:
        print(HEAD, file=out)
        for number in range(1, PERSONS + 1):
            name = f"{_word(chance)}, {_word(chance)}"
            rating = chance.randint(1400, 2700) if chance.random() < 0.4 else 0
            ratings = "".join(f"{rating:<6}0   20 " for _ in range(3))
            print(f"{number:<15}{name:<61}CAN M   {'':<29}{ratings}1990      ", file=out)


def _word(chance: random.Random) -> str:
    return "".join(chance.choices(SYLLABLES, k=chance.randint(2, 4))).capitalize()
