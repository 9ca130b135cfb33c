"""Benchmarks of a live round that thousands of viewers follow while results are entered."""

from __future__ import annotations

import asyncio
import http.client
import os
import re
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks import large
from benchmarks.timing import Figure, milliseconds

if TYPE_CHECKING:
    from collections.abc import Iterator

VIEWERS = 3_000
RESULTS = 20
PLAYERS, ROUNDS = 300, 5
PAGES = ("standings.html", f"round-{ROUNDS + 1}.html", "index.html")
"""The pages that viewers have open, assigned to them in turn."""
LONGEST_WAIT = 30.0
QUIET = 4.0
PATIENCE = 3.0
"""The number of idle seconds after which a connection is reopened. The desk closes idle ones."""
READINGS = 3_000


def live_round() -> Iterator[Figure]:
    """Yield how soon every viewer learns of a result, what that costs, and pages per second."""
    _raise_open_file_limit(2 * VIEWERS + 500)
    with (
        tempfile.TemporaryDirectory() as folder,
        _desk_with_open_round(Path(folder)) as (port, server),
    ):
        plain, packed = (len(_page(port, "standings.html", how)) for how in ("identity", "gzip"))
        yield Figure("standings page of 300", f"{plain / 1000:.0f} kB", "< 300 kB")
        yield Figure("  as it is sent", f"{packed / 1000:.0f} kB")
        rate, share = _pages_per_second(port, server)
        yield Figure("a kept page a second, one worker", f"{rate:,.0f}", "> 2,000", "wall")
        yield Figure("  by the time of its processor", f"{share:,.0f}", "> 2,000")
        yield from asyncio.run(_measure_viewers(port, server))


async def _measure_viewers(port: int, server: int) -> list[Figure]:
    viewers = [await _join(port, PAGES[n % len(PAGES)]) for n in range(VIEWERS)]
    while not all(viewer.opened for viewer in viewers):
        await asyncio.sleep(0.1)
    before = spent(server)
    await asyncio.sleep(QUIET)
    idle = (spent(server) - before) / QUIET
    delays, posts, sent = [], [], 0
    before = spent(server)
    page = f"/e/large/s/open/results/{ROUNDS + 1}"
    desk = await asyncio.to_thread(Poster, port, page)
    for table in range(1, RESULTS + 1):
        heard = [asyncio.get_running_loop().create_future() for _ in viewers]
        for viewer, told in zip(viewers, heard, strict=True):
            viewer.told = told
        began = time.perf_counter()
        posts.append(await asyncio.to_thread(desk.post, page, table))
        await asyncio.wait_for(asyncio.gather(*heard), LONGEST_WAIT)
        delays += [told.result()[0] - began for told in heard]
        sent += sum(told.result()[1] for told in heard)
    memory, used = memory_in_use(server), spent(server) - before
    for viewer in viewers:
        viewer.close()
    of, slowest = f"{VIEWERS:,} viewers", percentile(posts, 99)
    return [
        Figure(f"news to {of}, median", milliseconds(statistics.median(delays)), note="wall"),
        Figure(f"news to {of}, p99", milliseconds(percentile(delays, 99)), "< 1000 ms", "wall"),
        Figure(f"news of a result to {of}", f"{sent / RESULTS / 1e6:.1f} MB", "< 340 MB"),
        Figure("  and of the processor of the server", milliseconds(used / RESULTS)),
        Figure(f"posting a result, {of}, p99", milliseconds(slowest), "< 100 ms", "wall"),
        Figure(f"processor while nothing happens, {of}", f"{idle:.1%}", "< 10 %"),
        Figure(f"memory of the server, {of}", f"{memory:.0f} MB", "< 300 MB"),
    ]


def percentile(values: list[float], of_hundred: int) -> float:
    """Return the value that the given percentage of all values do not exceed."""
    return sorted(values)[max(0, -(-of_hundred * len(values) // 100) - 1)]


class _Follower(asyncio.Protocol):
    """A viewer with a page open, who records when an update arrives and how long it is."""

    def __init__(self, request: bytes) -> None:
        self._request = request
        self._length = 0
        self.opened = False
        """Whether the stream of updates has begun."""
        self.told: asyncio.Future[tuple[float, int]] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Request the stream of updates."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        """Count the received bytes, and record the time at the empty line that ends an update."""
        self._length += len(data)
        self.opened = True
        if data.endswith(b"\n\n\r\n") and self.told is not None and not self.told.done():
            self.told.set_result((time.perf_counter(), self._length))
            self._length = 0

    def close(self) -> None:
        """Close the connection."""
        self._transport.close()


async def _join(port: int, page: str) -> _Follower:
    query = urllib.parse.urlencode({"page": f"open/{page}", "after": "999999"})
    request = f"GET /p/large/live?{query} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode()
    loop = asyncio.get_running_loop()
    _, made = await loop.create_connection(lambda: _Follower(request), "127.0.0.1", port)
    return made


class Poster:
    """A user of the desk who enters results through the form on a page."""

    def __init__(self, port: int, page: str) -> None:
        self._desk = http.client.HTTPConnection("127.0.0.1", port, timeout=LONGEST_WAIT)
        self._cookie, self._asked = "", 0.0
        self._token = self._token_of(page)

    def _token_of(self, page: str) -> str:
        answer, content = self._ask("GET", page)
        found = re.search(rb'name="token" value="([^"]+)"', content)
        assert found is not None, (answer.status, page)
        return found[1].decode()

    def _ask(self, method: str, page: str, **fields: str) -> tuple[http.client.HTTPResponse, bytes]:
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Accept": "application/json" if fields else "text/html",
            "Cookie": self._cookie,
        }
        if time.monotonic() > self._asked + PATIENCE:
            self._desk.close()
        self._desk.request(method, page, urllib.parse.urlencode(fields), headers)
        answer = self._desk.getresponse()
        if (cookie := answer.getheader("set-cookie")) is not None:
            self._cookie = cookie.partition(";")[0]
        content = answer.read()
        self._asked = time.monotonic()
        return answer, content

    def sign_in(self, name: str, password: str, page: str) -> None:
        """Sign in, and load the page with the form for results."""
        fields = {"token": self._token, "name": name, "password": password}
        answer, told = self._ask("POST", "/sign-in", **fields)
        assert answer.status == 303, told
        self._token = self._token_of(page)

    def post(self, page: str, table: int) -> float:
        """Enter a result, and return the seconds until it is saved."""
        began = time.perf_counter()
        answer, told = self._ask("POST", page, token=self._token, **{f"t{table}": "1-0"})
        assert answer.status == 200, told
        return time.perf_counter() - began


def _pages_per_second(port: int, server: int) -> tuple[float, float]:
    """Return how often a page is sent per second of elapsed time and of server processor time."""
    # A bare socket is used, because an HTTP client would need more time than the server.
    asked = (
        b"GET /p/large/open/index.html HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: gzip\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", port), LONGEST_WAIT) as reader:
        reader.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        before, began = spent(server), time.perf_counter()
        for _ in range(READINGS):
            reader.sendall(asked)
            _read_page(reader)
        wall = time.perf_counter() - began
    return READINGS / wall, READINGS / (spent(server) - before)


def _read_page(reader: socket.socket) -> None:
    got = b""
    while b"\r\n\r\n" not in got:
        got += reader.recv(1 << 16)
    head, _, body = got.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200"), head
    length = re.search(rb"content-length: (\d+)", head)
    assert length is not None, head
    left = int(length[1]) - len(body)
    while left > 0:
        left -= len(reader.recv(1 << 16))


def _page(port: int, name: str, accepted: str) -> bytes:
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/p/large/open/{name}", headers={"Accept-Encoding": accepted}
    )
    with urllib.request.urlopen(request, timeout=LONGEST_WAIT) as answer:
        content: bytes = answer.read()
    return content


# --- the server -----------------------------------------------------------------------------------


@contextmanager
def _desk_with_open_round(folder: Path) -> Iterator[tuple[int, int]]:
    """Yield the port and the process ID of a desk with a round in progress."""
    large.played(folder / "large.topboard", "fide_dutch_2026", PLAYERS, ROUNDS, open_round=True)
    with running_desk(str(folder)) as served:
        yield served


@contextmanager
def running_desk(home: str) -> Iterator[tuple[int, int]]:
    """Run a desk, and yield its port and its process ID."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    server = subprocess.Popen(
        [sys.executable, "-m", "topboard", "serve", "--port", str(port), home],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait_for(port)
        yield port, server.pid
    finally:
        server.terminate()
        server.wait()


def _wait_for(port: int) -> None:
    for _ in range(200):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/p/", timeout=5).close()
        except OSError:
            time.sleep(0.2)
        else:
            return
    raise RuntimeError("the desk did not open")


def _raise_open_file_limit(files: int) -> None:
    """Raise the limit of open files, because each viewer needs one here and one on the server."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(files, most), most))


def spent(process: int) -> float:
    """Return the processor time that a process has used, in seconds."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_in_use(process: int) -> float:
    """Return the memory that a process uses, in megabytes."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{process}/status").read_text())
    assert found is not None
    return int(found[1]) / 1024
