"""Viewers who follow a live round while results come in, all on this machine."""

from __future__ import annotations

import asyncio
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.timing import Figure, milliseconds
from topboard.event.acts import CorrectResult, TableResult
from topboard.store.event_file import EventFile, Hand

if TYPE_CHECKING:
    from collections.abc import Iterator

VIEWERS = 200
RESULTS = 4
LONGEST_WAIT = 20.0


def live_round() -> Iterator[Figure]:
    """How soon news of a result reaches every viewer, and pages a second beside that."""
    with tempfile.TemporaryDirectory() as folder:
        port = _free_port()
        server = subprocess.Popen(
            [sys.executable, "-m", "topboard", "serve", "--sample", "--port", str(port), folder],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            _wait_for(port)
            journal = next(Path(folder).glob("*.topboard"))
            delays = asyncio.run(_follow(port, journal))
            rate = _pages_per_second(port, journal.stem)
        finally:
            server.terminate()
            server.wait()
    yield Figure(f"news to {VIEWERS} viewers, median", milliseconds(statistics.median(delays)))
    yield Figure(f"news to {VIEWERS} viewers, slowest", milliseconds(max(delays)))
    yield Figure("public pages a second, one reader", f"{rate:,.0f}")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def _wait_for(port: int) -> None:
    for _ in range(200):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/p/", timeout=5).close()
        except OSError:
            time.sleep(0.2)
        else:
            return
    raise RuntimeError("the desk did not open")


async def _follow(port: int, journal: Path) -> list[float]:
    """The delays, in seconds, from each result to each viewer's news of it."""
    viewers = [await _viewer(port, journal.stem) for _ in range(VIEWERS)]
    last = max(await asyncio.gather(*(_next_number(reader) for reader, _ in viewers)))
    delays: list[float] = []
    for points in range(5, 5 * RESULTS + 1, 5):
        began = time.perf_counter()
        await asyncio.to_thread(_correct, journal, points)
        last += 1
        seen = await asyncio.gather(*(_seen(reader, last) for reader, _ in viewers))
        delays += [moment - began for moment in seen]
    for _, writer in viewers:
        writer.close()
    return delays


async def _viewer(port: int, event: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET /p/{event}/live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    await writer.drain()
    return reader, writer


async def _next_number(reader: asyncio.StreamReader) -> int:
    while True:
        line = await asyncio.wait_for(reader.readline(), LONGEST_WAIT)
        if line.startswith(b"data: "):
            return int(line[6:])


async def _seen(reader: asyncio.StreamReader, number: int) -> float:
    while await _next_number(reader) < number:
        pass
    return time.perf_counter()


def _correct(journal: Path, points: int) -> None:
    """Another process at the desk corrects the result of table 1 of the open round."""
    with EventFile.open(journal) as file:
        section = next(
            part for part in file.event.sections.values() if part.system.startswith("olympiad")
        )
        result = TableResult(1, points, 40 - points)
        act = CorrectResult(section.name, len(section.rounds), result)
        when = "2026-05-03T16:00:00+00:00"
        file.take(act, Hand("bench", when, reason="benchmark", confirmed=True))


def _pages_per_second(port: int, event: str, count: int = 60) -> float:
    began = time.perf_counter()
    for _ in range(count):
        urllib.request.urlopen(f"http://127.0.0.1:{port}/p/{event}/", timeout=10).read()
    return count / (time.perf_counter() - began)
