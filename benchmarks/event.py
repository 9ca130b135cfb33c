"""Benchmarks of events: actions per second, time to open a large event, and size on disk."""

from __future__ import annotations

import os
import random
import tempfile
import time
from pathlib import Path

from topboard.event import actions
from topboard.event.entries import BEGINNING, Entry, StoredEntry, to_stored_entry
from topboard.event.session import ActionContext
from topboard.model import Number, Player, Team
from topboard.storage.session import JournalSession
from topboard.storage.sqlite import SqliteJournal

PLAYERS, ROUNDS = 2_000, 11
WHEN = "2026-08-01T10:00:00+00:00"
RESULTS = ((10, 0), (5, 5), (0, 10))


def rows() -> list[tuple[str, str]]:
    """Return the name and the value of each result."""
    with tempfile.TemporaryDirectory(dir=os.environ.get("TOPBOARD_BENCH")) as folder:
        rate = saved_actions_per_second(Path(folder) / "rate.topboard")
        path = Path(folder) / "large.topboard"
        SqliteJournal.create(path, large_event()).close()
        seconds, entries = opening(path)
        size = path.stat().st_size
    return [
        ("acts per second, each synchronised to disk", f"{rate:,.0f}"),
        (f"open {PLAYERS:,} players x {ROUNDS} rounds ({entries:,} entries)", f"{seconds:.2f} s"),
        ("its size on disk", f"{size / 2**20:.1f} MB"),
    ]


def saved_actions_per_second(path: Path, count: int = 200) -> float:
    """Return how many actions per second are checked, applied and written to disk."""
    hand = ActionContext("bench", WHEN)
    with JournalSession.create(path, "Rate", hand) as file:
        file.record(actions.AddSection("Open", "olympiad_2022", 11, boards=4), hand)
        begun = time.perf_counter()
        for number in range(1, count + 1):
            team = Team(Number(number), f"Team {number}")
            file.record(actions.Enter("Open", (team,)), hand)
        return number / (time.perf_counter() - begun)


def opening(path: Path) -> tuple[float, int]:
    """Return the seconds to open and verify a journal and build its state, and its entry count."""
    best = float("inf")
    for _ in range(3):
        begun = time.perf_counter()
        with JournalSession.open(path, read_only=True) as file:
            best = min(best, time.perf_counter() - begun)
            entries = len(file.entries)
    return best, entries


def large_event() -> list[StoredEntry]:
    """Return the journal of a long event with randomly drawn pairs and an entry for each result."""
    chance = random.Random(7)
    records: list[StoredEntry] = []

    def put(act: actions.Act) -> None:
        previous = records[-1].hash if records else BEGINNING
        records.append(to_stored_entry(Entry(len(records) + 1, WHEN, "bench", act), previous))

    numbers = [Number(n) for n in range(1, PLAYERS + 1)]
    put(actions.CreateEvent("Large"))
    put(actions.AddSection("Open", "dubov_1997", ROUNDS))
    put(actions.Enter("Open", tuple(Player(n, f"Player, Number {n}", 2800 - n) for n in numbers)))
    put(actions.CloseEntries("Open", tuple(numbers)))
    for number in range(1, ROUNDS + 1):
        chance.shuffle(numbers)
        tables = tuple(
            actions.Table(table, white, black)
            for table, (white, black) in enumerate(
                zip(numbers[::2], numbers[1::2], strict=True), start=1
            )
        )
        put(actions.PairRound("Open", number, tables, None, "0" * 64))
        put(actions.PublishRound("Open", number))
        for table in tables:
            points = chance.choice(RESULTS)
            put(actions.EnterResults("Open", number, (actions.TableResult(table.table, *points),)))
    return records
