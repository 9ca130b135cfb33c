"""Benchmarks of the desk with a large event: its pages, its documents and its memory use."""

from __future__ import annotations

import re
import resource
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks import large
from benchmarks.timing import Figure, milliseconds

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from httpx import Response
    from starlette.testclient import TestClient

PLAYERS, FEWER, ROUNDS = 2_000, 300, 5
SYSTEM = "fide_dutch_2026"
TOKEN = re.compile(r'name="token" value="([^"]+)"')
MOST_MEMORY = 300


def pages() -> Iterator[Figure]:
    """Yield the results for pages and documents.

    They are measured in a separate process, so that its memory use can be measured, too.
    """
    command = [sys.executable, "-m", "benchmarks.desk"]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    for line in run.stdout.splitlines():
        yield Figure(*line.split("\t"))


def _processor_time() -> float:
    """Return the processor time, in seconds, used by this process and the programs it started."""
    parts = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(part.ru_utime + part.ru_stime for part in parts)


class _Desk:
    """A desk that runs in this process."""

    def __init__(self, folder: Path) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from starlette.testclient import TestClient

        from topboard.web.app import create_app
        from topboard.web.folder_repository import FolderRepository

        self.client: TestClient = TestClient(
            create_app(FolderRepository(folder)), base_url="http://localhost"
        )

    def measured(
        self, work: str, ask: Callable[[], Response], budget: float, note: str = ""
    ) -> tuple[str, ...]:
        """Return a table row with the processor time of a request and the size of its response."""
        wall, began = time.perf_counter(), _processor_time()
        answer = ask()
        seconds, wall = _processor_time() - began, time.perf_counter() - wall
        assert answer.status_code in (200, 303), f"{work}: {answer.status_code}"
        told = f"{len(answer.content) / 1000:,.0f} kB, wall {milliseconds(wall)}"
        return (
            work,
            milliseconds(seconds),
            f"< {budget:.0f} ms",
            ", ".join(filter(None, (told, note))),
        )

    def get(self, path: str) -> Response:
        """Return the response to a GET request."""
        return self.client.get(path)


def _lines(folder: Path) -> Iterator[tuple[str, ...]]:
    large.played(folder / "large.topboard", SYSTEM, PLAYERS, ROUNDS)
    large.played(folder / "smaller.topboard", SYSTEM, FEWER, ROUNDS)
    desk = _Desk(folder)
    many, fewer = "/e/large/s/open", "/e/smaller/s/open"
    desk.get("/e/large")
    # Work that is done only once, such as compiling templates, must not count for a request.
    for page in ("pairing", f"rounds/{ROUNDS}", "standings", f"results/{ROUNDS}", "entries"):
        desk.get(f"{fewer}/{page}")
    desk.get("/e/smaller/check")
    yield from _desk_lines(desk, many)
    yield from _paper_lines(desk, many, fewer)
    memory = _memory_in_use()
    yield "memory of the desk after all of it", f"{memory:.0f} MB", f"< {MOST_MEMORY} MB"


def _desk_lines(desk: _Desk, section: str) -> Iterator[tuple[str, ...]]:
    began = _processor_time()
    desk.get(f"{section}/pairing")
    first = _processor_time() - began
    preview = lambda: desk.get(f"{section}/pairing")  # noqa: E731
    yield desk.measured(
        f"preview of {PLAYERS:,}, once paired",
        preview,
        400,
        f"with the pairing {milliseconds(first)}",
    )
    round_page = f"{section}/rounds/{ROUNDS}"
    yield desk.measured("round page, first look", lambda: desk.get(round_page), 300, "paired again")
    yield desk.measured("round page", lambda: desk.get(round_page), 300)
    yield desk.measured("standings", lambda: desk.get(f"{section}/standings"), 200)
    yield desk.measured("check, the page", lambda: desk.get("/e/large/check"), 300)
    shown = desk.get(f"{section}/entries").text
    token = TOKEN.search(shown)
    assert token is not None
    sent = {"token": token[1], "publish": "1", "confirmed": "1"}
    yield desk.measured(
        "publish",
        lambda: desk.client.post(f"{section}/pairing", data=sent, follow_redirects=False),
        500,
    )
    lines = [
        desk.measured(
            "a result, median of nine", lambda table=table: _result(desk, token[1], table), 100
        )
        for table in range(1, 10)
    ]
    yield sorted(lines, key=lambda line: float(line[1].split()[0]))[4]


def _result(desk: _Desk, token: str, table: int) -> Response:
    return desk.client.post(
        f"/e/large/s/open/results/{ROUNDS + 1}",
        data={"token": token, f"t{table}": "1-0"},
        headers={"Accept": "application/json"},
    )


def _paper_lines(desk: _Desk, many: str, fewer: str) -> Iterator[tuple[str, ...]]:
    for section, count, name, budget in (
        (fewer, FEWER, "pairing-sheet", 600),
        (fewer, FEWER, "pairing-cards", 2_000),
        (fewer, FEWER, "cross-table", 1_500),
    ):
        address = f"{section}/paper/{name}.pdf"
        yield desk.measured(
            f"PDF, {name} of {count:,}", lambda address=address: desk.get(address), budget
        )
    cards = f"{many}/paper/pairing-cards.pdf"
    yield desk.measured(
        f"PDF, pairing-cards of {PLAYERS:,}",
        lambda: _wait_for_document(desk, cards),
        10_000,
        "two at a time",
    )


def _wait_for_document(desk: _Desk, address: str) -> Response:
    """Wait for a document that is created in the background, and return the response with it."""
    token = TOKEN.search(desk.get(address).text)
    assert token is not None
    desk.client.post(address, data={"token": token[1]})
    while True:
        answer = desk.get(address)
        if answer.headers["content-type"].startswith("application/pdf"):
            return answer
        # The page itself asks just as often.
        time.sleep(1)


def _memory_in_use() -> float:
    """Return the memory that this process uses, in megabytes."""
    status = Path("/proc/self/status")
    if status.exists():
        kilobytes = re.search(r"VmRSS:\s+(\d+)", status.read_text())
        assert kilobytes is not None
        return int(kilobytes[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as here:
        for line in _lines(Path(here)):
            print("\t".join(line), flush=True)
