"""News of an event: what changed on a page, once for all who have it open."""

from __future__ import annotations

import asyncio
import gzip
import json
import threading
from base64 import b64decode
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from hashlib import sha256
from typing import TYPE_CHECKING
from urllib.parse import quote, urlsplit

import httpx
import pytest

from tests.sample_event import SAMPLE, create_sample_event
from tests.web.desk_client import serve_folder
from topboard.event import actions
from topboard.event.session import ActionContext
from topboard.web.folder_repository import FolderRepository
from topboard.web.public import broadcast
from topboard.web.public.broadcast import (
    Broadcast,
    FollowedPage,
    LiveUpdateStream,
    Viewer,
    find_changed_line_ranges,
)
from topboard.web.public.sites import SiteCache
from topboard.web.repository import EventHandle

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine
    from typing import Any

ROUND = "team-cup/round-4.html"
SOON = 40.0


@pytest.fixture
def handle(tmp_path) -> EventHandle:
    repository = FolderRepository(tmp_path)
    create_sample_event(repository)
    return repository.event(SAMPLE)


@pytest.fixture
def address(handle, tmp_path, monkeypatch):
    monkeypatch.setattr(broadcast, "LOOK_EVERY", 0.05)
    with serve_folder(tmp_path) as found:
        yield found


def enter(handle: EventHandle, table: int, *points: int) -> int:
    """A result of the open round is saved by another program; return the number of its entry."""
    act = actions.EnterResults("Team Cup", 4, (actions.TableResult(table, *points),))
    with handle.open() as desk:
        return desk.record(act, ActionContext("A", "2026-05-05T00:00:00+00:00")).entry.number


def elsewhere(work: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    """Where a browser is driven in this process, its loop runs in this thread already."""
    with ThreadPoolExecutor() as other:
        return other.submit(lambda: asyncio.run(work())).result()


class Reader:
    """Somebody who reads the news of a page from a real connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self.writer = reader, writer

    async def next(self) -> tuple[str, Any]:
        """The kind of the next news, and what they say."""
        kind = ""
        while True:
            line = (await asyncio.wait_for(self._reader.readline(), SOON)).decode().rstrip()
            if line.startswith("event: "):
                kind = line[7:]
            elif line.startswith("data: ") and kind == "packed":
                return "change", json.loads(gzip.decompress(b64decode(line[6:])))
            elif line.startswith("data: "):
                return kind, json.loads(line[6:])

    async def opened(self) -> None:
        """Wait until the stream has begun."""
        while b"retry:" not in await asyncio.wait_for(self._reader.readline(), SOON):
            pass


@asynccontextmanager
async def following(
    address: str, after: int, page: str = ROUND, header: str = ""
) -> AsyncIterator[Reader]:
    """Somebody who has a page open that knows of the entries up to that one."""
    split = urlsplit(address)
    reader, writer = await asyncio.open_connection(split.hostname, split.port, limit=2**22)
    asked = (
        f"GET /p/{SAMPLE}/live?page={quote(page)}&after={after} HTTP/1.1\r\nHost: {split.netloc}"
    )
    writer.write(f"{asked}\r\n{header}\r\n".encode())
    await writer.drain()
    one = Reader(reader, writer)
    await one.opened()
    try:
        yield one
    finally:
        writer.close()


def page(address: str, path: str = ROUND) -> str:
    return httpx.get(f"{address}/p/{SAMPLE}/{path}").text


def apply_changes(text: str, told: dict[str, Any]) -> str:
    """A page with what has changed, as the script of the page does it."""
    lines = text.split("\n")
    for start, end, fresh in told["lines"]:
        lines[start:end] = fresh
    return "\n".join(lines)


@pytest.mark.parametrize(
    "path", [ROUND, "team-cup/standings.html", "open/standings.html", "index.html"]
)
def test_the_changes_turn_the_old_page_into_the_new_one(handle, address, path) -> None:
    before = page(address, path)
    last = handle.snapshot().event.last

    async def work():
        async with following(address, last, path) as one:
            enter(handle, 3, 25, 15)
            return await one.next()

    kind, told = elsewhere(work)
    after = page(address, path)

    assert kind == "change"
    assert (told["from"], told["to"]) == (last, last + 1)
    assert apply_changes(before, told) == after
    assert len(gzip.compress(json.dumps(told).encode())) < len(before) / 4


def test_readers_receive_what_they_missed_or_fetch_the_page_again(handle, address) -> None:
    before, last = page(address), handle.snapshot().event.last

    async def work():
        async with following(address, last) as one:
            for table, points in ((3, (25, 15)), (4, (20, 20))):
                enter(handle, table, *points)
                await one.next()
            header = f"Last-Event-ID: {last}\r\n"
            async with following(address, 0, header=header) as again:
                missed = [await again.next(), await again.next()]
            async with following(address, last + 2) as current:
                enter(handle, 5, 15, 25)
                newest = await current.next()
            async with following(address, last - 1) as late:
                return missed, newest, await late.next()

    missed, newest, late = elsewhere(work)

    text = before
    for _, told in (*missed, newest):
        text = apply_changes(text, told)
    assert text == page(address)
    assert late == ("news", last + 3)


def test_many_viewers_share_one_check_and_receive_the_same_news(
    handle, address, monkeypatch
) -> None:
    looks = []
    real = EventHandle.snapshot
    monkeypatch.setattr(EventHandle, "snapshot", lambda self: looks.append(1) or real(self))
    last = real(handle).event.last

    async def work():
        async with asyncio.TaskGroup() as group:
            told = [group.create_task(hear()) for _ in range(150)]
            while len(opened) < 150:
                await asyncio.sleep(0.01)
            looks.clear()
            await asyncio.to_thread(enter, handle, 3, 25, 15)
        return [task.result() for task in told]

    opened: list[int] = []

    async def hear():
        async with following(address, last) as one:
            opened.append(1)
            return await one.next()

    told = elsewhere(work)

    assert len(told) == 150
    assert all(one == told[0] for one in told)
    assert told[0][1]["to"] == last + 1
    assert len(looks) < 40


def test_a_reader_who_closes_the_page_is_forgotten(handle, tmp_path) -> None:
    sites = SiteCache(FolderRepository(tmp_path))

    async def work():
        news = Broadcast(sites, sites.pages_of_event(handle))
        viewers = [Viewer(ROUND, 0), Viewer("index.html", 0), Viewer("nowhere.html", 0)]
        for viewer in viewers:
            await news.add_viewer(viewer)
        followed, task = len(news.viewers), news._task
        for viewer in viewers:
            news.remove_viewer(viewer)
        await asyncio.sleep(0)
        return followed, len(news.viewers), task.cancelled(), news._task, news._pages

    assert elsewhere(work) == (3, 0, True, None, {})


class Wire:
    """A connection as the server has it; it may be stuck, and it may be closed."""

    def __init__(self, *, stuck: bool = False) -> None:
        self.sent: list[bytes] = []
        self.closed = asyncio.Event()
        self._stuck = stuck

    async def receive(self) -> dict[str, str]:
        await self.closed.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: dict[str, Any]) -> None:
        self.sent.append(message.get("body", b""))
        if self._stuck and message.get("body"):
            await self.closed.wait()


def test_a_viewer_who_reads_nothing_delays_no_one_and_is_disconnected(
    handle, tmp_path, monkeypatch
) -> None:
    monkeypatch.setattr(broadcast, "LOOK_EVERY", 0.02)
    monkeypatch.setattr(broadcast, "MOST_WAITING", 2)
    sites = SiteCache(FolderRepository(tmp_path))
    last = handle.snapshot().event.last

    async def work():
        news = Broadcast(sites, sites.pages_of_event(handle))
        wires = [Wire(stuck=True), Wire()]
        streams = [
            asyncio.create_task(
                LiveUpdateStream(news, Viewer(ROUND, last))({}, one.receive, one.send)
            )
            for one in wires
        ]
        while len(news.viewers) < 2:
            await asyncio.sleep(0.01)
        for count, (table, points) in enumerate(((3, (25, 15)), (4, (20, 20)), (5, (15, 25)))):
            await asyncio.to_thread(enter, handle, table, *points)
            while sum(b"event: change" in body for body in wires[1].sent) <= count:
                await asyncio.sleep(0.01)
        slow = [v for v in news.viewers if v.gone]
        for wire in wires:
            wire.closed.set()
        await asyncio.gather(*streams)
        return len(slow), len(news.viewers)

    assert elsewhere(lambda: asyncio.wait_for(work(), SOON)) == (1, 0)


def test_a_stream_ends_after_a_time_limit(handle, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(broadcast, "LONGEST_STREAM", 0.05)
    sites = SiteCache(FolderRepository(tmp_path))

    async def work():
        news, wire = Broadcast(sites, sites.pages_of_event(handle)), Wire()
        await asyncio.wait_for(
            LiveUpdateStream(news, Viewer(ROUND, 0))({}, wire.receive, wire.send), SOON
        )
        return wire.sent[-1], len(news.viewers)

    assert elsewhere(work) == (b"", 0)


def test_readers_beyond_the_limit_only_learn_that_there_is_news(
    handle, tmp_path, monkeypatch
) -> None:
    monkeypatch.setattr(broadcast, "MOST_PAGES", 1)
    monkeypatch.setattr(broadcast, "LOOK_EVERY", 0.02)
    sites = SiteCache(FolderRepository(tmp_path))
    last = handle.snapshot().event.last

    async def work():
        news = Broadcast(sites, sites.pages_of_event(handle))
        viewers = [Viewer(ROUND, last), Viewer("index.html", last)]
        for viewer in viewers:
            await news.add_viewer(viewer)
        await asyncio.to_thread(enter, handle, 3, 25, 15)
        while not all(viewer.waiting for viewer in viewers):
            await asyncio.sleep(0.01)
        told = [viewer.waiting.popleft() for viewer in viewers]
        for viewer in viewers:
            news.remove_viewer(viewer)
        return told

    followed, other = elsewhere(work)

    assert b"event: change" in followed
    assert other == f"id: {last + 1}\nevent: news\ndata: {last + 1}\n\n".encode()


def test_a_completely_changed_page_is_fetched_instead() -> None:
    class Known:
        def __init__(self, number: int, text: str) -> None:
            self.last_entry_number, self.body, self.compressed_body = (
                number,
                text.encode(),
                b"x" * 900,
            )

    followed = FollowedPage()
    followed.update_page(
        Known(1, "\n".join(f"{sha256(bytes([n % 256, n // 256])).hexdigest()}" for n in range(900)))
    )

    message = followed.update_page(
        Known(
            2, "\n".join(f"{sha256(bytes([n // 256, n % 256, 7])).hexdigest()}" for n in range(900))
        )
    )

    assert message == b"id: 2\nevent: news\ndata: 2\n\n"
    assert list(followed.messages_missed_since_entry(1)) == [message]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("abc", "abc"),
        ("", "abc"),
        ("abc", ""),
        ("abcd", "axcd"),
        ("abcdef", "bcxdfg"),
        ("aaaa", "aa"),
        ("abab", "babab"),
    ],
)
def test_changes_turn_one_list_of_lines_into_the_other(before, after) -> None:
    lines = list(before)
    for start, end, fresh in find_changed_line_ranges(list(before), list(after)):
        lines[start:end] = fresh

    assert lines == list(after)


def test_a_reader_does_not_wait_while_the_journal_is_being_read(handle, tmp_path) -> None:
    """A reader who asks while the journal is being read is answered from what is known."""
    sites = SiteCache(FolderRepository(tmp_path))
    shown = sites.pages_of_event(handle)
    cached = sites.render_page(shown, shown.current_site(), ROUND)
    looking, done = threading.Event(), threading.Event()
    real = handle.snapshot

    def slow():
        looking.set()
        done.wait(SOON)
        return real()

    handle.snapshot = slow
    thread = threading.Thread(target=lambda: shown.current_site(0.0))
    thread.start()
    assert looking.wait(SOON)
    assert sites.find_cached_page(f"{SAMPLE}/{ROUND}") is cached
    done.set()
    thread.join()
