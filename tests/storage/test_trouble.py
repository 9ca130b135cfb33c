"""Writers killed at any instant, and many processes at one journal: nothing is lost.

TOPBOARD_KILLS and TOPBOARD_CONTENTION (seconds) make the tests longer than usual.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

from tests.skipping import not_on_windows
from topboard.storage.sqlite import SqliteJournal

HERE = Path(__file__).parent
KILLS = int(os.environ.get("TOPBOARD_KILLS", "200"))
SECONDS = float(os.environ.get("TOPBOARD_CONTENTION", "3"))
READERS = 20 if SECONDS >= 60 else 4


def start(script: str, *arguments: object) -> subprocess.Popen[str]:
    """Start a program of this folder."""
    return subprocess.Popen(
        [sys.executable, str(HERE / script), *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )


def answer(program: subprocess.Popen[str]) -> dict[str, int]:
    """What the program prints at its end."""
    out, err = program.communicate(timeout=600)
    assert program.returncode == 0, err
    found: dict[str, int] = json.loads(out)
    return found


@not_on_windows("Windows has no fork")
def test_a_killed_writer_loses_no_acknowledged_entry_and_leaves_no_partial_one(
    tmp_path: Path,
) -> None:
    found = answer(start("killed_writer.py", tmp_path, KILLS, 5))

    assert found["kills"] >= KILLS
    assert found["entries"] > KILLS / 2
    assert found["lost"] == 0
    assert found["half"] == 0
    # The kills were not all between two entries: some cut a transaction off.
    assert found["cut"] + found["unacknowledged"] > 0


def test_two_writers_and_many_readers_lose_and_interleave_no_entries(tmp_path: Path) -> None:
    path = tmp_path / "shared.topboard"
    SqliteJournal.create(path).close()
    writers = {
        name: start("concurrent_access.py", path, "write", name, SECONDS) for name in ("a", "b")
    }
    readers = [start("concurrent_access.py", path, "read", "-", SECONDS) for _ in range(READERS)]

    written = {name: answer(program) for name, program in writers.items()}
    read = [answer(program) for program in readers]

    with SqliteJournal.open(path) as journal:
        journal.check_integrity()
        records = journal.load_verified_entries()
    counts = Counter(record.who for record in records)
    assert counts == {name: found["done"] for name, found in written.items()}
    for name in writers:
        own = [record.content for record in records if record.who == name]
        assert own == [f'{{"section":"{name} {i}"}}' for i in range(len(own))]
    assert min(found["done"] for found in written.values()) > 0
    assert sum(found["conflicts"] for found in written.values()) > 0
    assert all(found["reads"] > 0 for found in read)
