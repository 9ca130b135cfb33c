"""Kill the writer of a journal again and again, and count what became of its entries.

Run as a program: ``python killed_writer.py FOLDER KILLS SEED``. It forks writers that report every
entry after it is acknowledged, kills each at a random instant, and prints what it found.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from pathlib import Path

from topboard.event import actions
from topboard.event.entries import Entry
from topboard.storage.sqlite import SqliteJournal

KILLS_A_FILE = 25
MOST_ENTRIES_A_LIFE = 2
LONGEST_GRACE = 0.02


def entry(number: int) -> Entry:
    """The entry of a number; some are so long that they take many pages."""
    text = f"{number}:" + "x" * (20_000 if number % 7 == 0 else number % 300)
    return Entry(number, "2026-08-01T10:00:00+00:00", "writer", actions.Announce(text))


def write_until_killed(path: Path, report: int) -> None:
    """Append entries, and report each one after it is acknowledged."""
    journal = SqliteJournal.open(path)
    number = len(journal.load_stored_entries())
    while True:
        number += 1
        journal.append(entry(number))
        os.write(report, number.to_bytes(8))


def kill_writer(path: Path, entries: int, grace: float) -> int:
    """Kill a writer some seconds after a number of entries; return the last acknowledged one."""
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reads)
        try:
            write_until_killed(path, writes)
        finally:
            os._exit(1)
    os.close(writes)
    told = b""
    while len(told) < 8 * entries:
        told += os.read(reads, 8)
    time.sleep(grace)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    while block := os.read(reads, 1 << 16):
        told += block
    os.close(reads)
    return int.from_bytes(told[-8:])


def was_cut_off(log: Path) -> bool:
    """Whether the write-ahead log ends with pages of an entry that has no end."""
    content = log.read_bytes() if log.exists() else b""
    size = int.from_bytes(content[8:12])
    ended = True
    for start in range(32, len(content) - size - 23, size + 24):
        if content[start + 8 : start + 16] != content[16:24]:
            break  # A page of an earlier use of the log.
        ended = content[start + 4 : start + 8] != bytes(4)
    return not ended


def main(folder: Path, kills: int, seed: int) -> dict[str, int]:
    """The kills, the entries, and how many were lost, half written or foreign."""
    chance = random.Random(seed)
    found = {"kills": 0, "entries": 0, "lost": 0, "half": 0, "cut": 0, "unacknowledged": 0}
    for file in range(-(-kills // KILLS_A_FILE)):
        path = folder / f"{file}.topboard"
        SqliteJournal.create(path).close()
        for _ in range(KILLS_A_FILE):
            entries = chance.randint(0, MOST_ENTRIES_A_LIFE)
            told = kill_writer(path, entries, chance.random() * LONGEST_GRACE)
            found["cut"] += was_cut_off(Path(f"{path}-wal"))
            with SqliteJournal.open(path) as journal:
                journal.check_integrity()
                records = journal.load_verified_entries()
            contents = [r.content for r in records]
            found["kills"] += 1
            found["lost"] += max(0, told - len(records))
            found["unacknowledged"] += bool(told) and len(records) > told
            found["half"] += contents != [
                json.dumps({"section": entry(n).act.section}, separators=(",", ":"))  # type: ignore[union-attr]
                for n in range(1, len(records) + 1)
            ]
            found["half"] += bool(told) and len(records) > told + 1
        found["entries"] += len(records)
        path.unlink()
    return found


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))))
