"""Several writers and readers of one journal at once, as processes of their own.

Run as a program: ``python contending.py FILE ROLE NAME SECONDS``. A writer prints how many of
its entries were acknowledged and how many conflicts it met, a reader how often it read.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from topboard.errors import Conflict
from topboard.event import acts
from topboard.event.entries import BEGINNING, Entry
from topboard.store.journal import Journal


def write(path: Path, name: str, seconds: float) -> dict[str, int]:
    """Append own entries, one after the other; after a conflict look again and retry."""
    done = conflicts = 0
    end = time.monotonic() + seconds
    with Journal.open(path) as journal:
        last, hash_ = 0, BEGINNING
        while time.monotonic() < end:
            act = acts.Announce(f"{name} {done}")
            try:
                record = journal.append(Entry(last + 1, "now", name, act))
                done += 1
                last, hash_ = record.number, record.hash
                # Without a pause, which every desk has, one writer may starve the other.
                time.sleep(0.001)
            except Conflict:
                conflicts += 1
                for record in journal.verified(last, hash_):
                    last, hash_ = record.number, record.hash
    return {"done": done, "conflicts": conflicts}


def read(path: Path, seconds: float) -> dict[str, int]:
    """Read the whole journal again and again: it is always whole and never shorter."""
    reads = seen = 0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with Journal.open(path, read_only=True) as journal:
            entries = len(journal.verified())
        assert entries >= seen, f"{entries} entries after {seen}"
        seen = entries
        reads += 1
    return {"reads": reads, "seen": seen}


if __name__ == "__main__":
    file, role, name, seconds = sys.argv[1:]
    made = (
        write(Path(file), name, float(seconds))
        if role == "write"
        else read(Path(file), float(seconds))
    )
    print(json.dumps(made))
