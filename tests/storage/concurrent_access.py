"""Several writers and readers of journals at once, as processes of their own.

Run as a program: ``python concurrent_access.py FILE... ROLE NAME SECONDS``. A writer adds to one
journal after the other and prints how many of its entries were acknowledged and how many conflicts
it met; a reader looks at the first one and prints how often it read.
"""

from __future__ import annotations

import json
import sys
import time
from contextlib import ExitStack
from itertools import cycle

from topboard.errors import Conflict
from topboard.event import actions
from topboard.event.entries import BEGINNING, Entry
from topboard.storage.locations import open_journal


def write_repeatedly(paths: list[str], name: str, seconds: float) -> dict[str, int]:
    """Append own entries, one after the other; after a conflict look again and retry."""
    conflicts = 0
    done, known = [0] * len(paths), [(0, BEGINNING)] * len(paths)
    with ExitStack() as opened:
        journals = [opened.enter_context(open_journal(path)) for path in paths]
        end = time.monotonic() + seconds
        for turn in cycle(range(len(paths))):
            # However busy the machine is, everybody gets a turn at every journal.
            if time.monotonic() > end and min(done) > 0:
                return {"done": sum(done), "conflicts": conflicts}
            try:
                act = actions.Announce(f"{name} {done[turn]}")
                record = journals[turn].append(Entry(known[turn][0] + 1, "now", name, act))
                done[turn] += 1
                known[turn] = record.number, record.hash
                # Without a pause, which every desk has, one writer may starve the other.
                time.sleep(0.001)
            except Conflict:
                conflicts += 1
                for record in journals[turn].load_verified_entries(*known[turn]):
                    known[turn] = record.number, record.hash
    raise AssertionError("there are no journals")


def read_repeatedly(path: str, seconds: float) -> dict[str, int]:
    """Read the whole journal again and again: it is always whole and never shorter."""
    reads = seen = 0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with open_journal(path, read_only=True) as journal:
            entries = len(journal.load_verified_entries())
        assert entries >= seen, f"{entries} entries after {seen}"
        seen = entries
        reads += 1
    return {"reads": reads, "seen": seen}


if __name__ == "__main__":
    *files, role, name, seconds = sys.argv[1:]
    if role == "write":
        print(json.dumps(write_repeatedly(files, name, float(seconds))))
    else:
        print(json.dumps(read_repeatedly(files[0], float(seconds))))
