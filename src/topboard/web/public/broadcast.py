"""Live updates of the public pages of an event, sent to every browser that has one open.

The journal is read once for all viewers, and the changes to a page are computed once. Viewers who
were offline for a moment get the changes they missed, or a message to reload the page. If a viewer
receives messages too slowly, the viewer is disconnected and the browser reconnects later.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
from base64 import b64encode
from collections import deque
from contextlib import suppress
from difflib import SequenceMatcher
from random import random
from time import monotonic
from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from topboard.errors import TopboardError
from topboard.web.public.sites import MOST_EVENTS, PACKING
from topboard.web.repository import UnknownEvent

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from starlette.types import Receive, Scope, Send

    from topboard.web.public.sites import CachedPage, PublicEventPages, SiteCache

    Change = tuple[int, int, list[str]]

LOG = logging.getLogger("topboard.news")
LOOK_EVERY = 0.2
"""Seconds between two checks of a journal, however many viewers there are."""
SIGN_OF_LIFE = 15.0
LONGEST_STREAM = 600.0
"""Seconds after which a browser must reconnect, so that no stream lasts forever."""
MOST_PAGES = 60
"""The largest number of pages per event whose changes are computed.

Viewers of other pages get a message to reload them.
"""
MOST_VIEWERS = 10_000
REMEMBERED = 12
"""The number of changes to a page that are kept for viewers who were offline for a moment."""
MOST_WAITING = 8
"""The largest number of messages that may be queued for a viewer."""
WORTH_PACKING = 1_500
"""The number of characters above which a message with changes is compressed."""
LEAST_PAGE = 4_000
"""The size in bytes up to which a message with changes is always sent, even if reloading the page
would transfer less.
"""
GONE = b"event: gone\ndata: \n\n"
"""The message that tells a page that the event is no longer public."""
AT_ONCE = 50
"""The number of viewers served before other tasks, such as requests from the desk, get a turn."""


class Viewer:
    """A browser that has a public page open and receives its live updates."""

    def __init__(self, path: str, after: int) -> None:
        self.path, self.after = path, after
        self.waiting: deque[bytes] = deque()
        self.called = asyncio.Event()
        self.gone = False
        self.dismissed = False

    def queue_message(self, message: bytes) -> None:
        """Queue a message for the viewer, or disconnect the viewer if too many are queued."""
        if len(self.waiting) >= MOST_WAITING:
            self.disconnect()
            return
        self.waiting.append(message)
        self.called.set()

    def dismiss(self) -> None:
        """Tell the viewer that the event is no longer public, and end the stream."""
        self.waiting.clear()
        self.waiting.append(GONE)
        self.dismissed = True
        self.called.set()

    def disconnect(self) -> None:
        """End the stream of updates without sending anything else."""
        self.gone = True
        self.called.set()


class FollowedPage:
    """A page that viewers have open, in the version last sent to them."""

    def __init__(self) -> None:
        self.viewers: set[Viewer] = set()
        self.number = 0
        self.lines: list[str] | None = None
        """The lines of the page as last sent, or None before the page is first rendered."""
        self.told: deque[tuple[int, int, bytes]] = deque(maxlen=REMEMBERED)
        """The latest messages, each with the journal entry numbers before and after the change."""

    def messages_missed_since_entry(self, after: int) -> Iterator[bytes]:
        """Yield the messages for a viewer whose page shows the state after entry ``after``."""
        for before, number, message in self.told:
            if before == after:
                after = number
                yield message
        if after < self.number:
            yield _build_reload_message(self.number)

    def update_page(self, leaf: CachedPage) -> bytes:
        """Store the current version of the page, and return the message that updates viewers."""
        lines = leaf.body.decode().split("\n")
        if self.lines is None:
            message = _build_reload_message(leaf.last_entry_number)
        else:
            message = _build_change_message(self.number, leaf.last_entry_number, self.lines, lines)
            # If nearly everything has changed, loading the page again transfers fewer bytes.
            if len(message) > max(LEAST_PAGE, len(leaf.compressed_body)):
                message = _build_reload_message(leaf.last_entry_number)
            else:
                self.told.append((self.number, leaf.last_entry_number, message))
        self.number, self.lines = leaf.last_entry_number, lines
        return message


def _build_change_message(before: int, number: int, old: list[str], new: list[str]) -> bytes:
    told = {"from": before, "to": number, "lines": find_changed_line_ranges(old, new)}
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    kind = "change"
    if len(text) > WORTH_PACKING:
        # An event stream is text, and proxies do not compress it.
        kind, text = "packed", b64encode(gzip.compress(text.encode(), PACKING, mtime=0)).decode()
    return f"id: {number}\nevent: {kind}\ndata: {text}\n\n".encode()


def _build_reload_message(number: int) -> bytes:
    return f"id: {number}\nevent: news\ndata: {number}\n\n".encode()


class Broadcast:
    """The live updates of one event and their viewers."""

    def __init__(self, sites: SiteCache, shown: PublicEventPages) -> None:
        self._sites, self._shown = sites, shown
        self._pages: dict[str, FollowedPage] = {}
        self._others: set[Viewer] = set()
        """The viewers of pages whose changes are not computed, because there are too many pages."""
        self._number = 0
        self._task: asyncio.Task[None] | None = None
        self._woken = asyncio.Event()
        self._spoke = monotonic()

    @property
    def viewers(self) -> list[Viewer]:
        """Return the viewers of all pages of the event."""
        return [*self._others, *(v for page in self._pages.values() for v in page.viewers)]

    @property
    def viewer_count(self) -> int:
        """Return the number of viewers of all pages of the event."""
        return len(self._others) + sum(len(page.viewers) for page in self._pages.values())

    async def add_viewer(self, viewer: Viewer) -> None:
        """Add a viewer, and send them the changes they missed."""
        page = self._pages.get(viewer.path)
        if page is None and len(self._pages) < MOST_PAGES:
            page = await self._follow_page(viewer.path)
        if page is None:
            self._others.add(viewer)
            if viewer.after < self._number:
                viewer.queue_message(_build_reload_message(self._number))
        else:
            page.viewers.add(viewer)
            for message in page.messages_missed_since_entry(viewer.after):
                viewer.queue_message(message)
        if self._task is None:
            self._task = asyncio.create_task(self._watch_journal_for_entries())

    async def _follow_page(self, path: str) -> FollowedPage | None:
        """Start to follow a page and return it. Return None if this is not possible.

        Either the page does not exist, or too many pages of the event are already followed.
        """
        leaf = await run_in_threadpool(self._load_current_page, path)
        if leaf is None or len(self._pages) >= MOST_PAGES:
            return None
        page = self._pages.setdefault(path, FollowedPage())
        if page.lines is None:
            page.update_page(leaf)
        self._number = max(self._number, leaf.last_entry_number)
        return page

    def _load_current_page(self, path: str) -> CachedPage | None:
        return self._sites.render_page(self._shown, self._shown.current_site(LOOK_EVERY), path)

    def remove_viewer(self, viewer: Viewer) -> None:
        """Remove a viewer who has left. Without viewers, the journal is no longer watched."""
        viewer.disconnect()
        self._others.discard(viewer)
        page = self._pages.get(viewer.path)
        if page is not None:
            page.viewers.discard(viewer)
        if not self.viewer_count:
            self._pages.clear()
            if self._task is not None:
                self._task.cancel()
                self._task = None

    def check_for_new_entries_now(self) -> None:
        """Check for new journal entries at once, without waiting for the next interval."""
        self._woken.set()

    async def _watch_journal_for_entries(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)
            with suppress(TimeoutError):
                # If the repository does not announce new entries, the journal is polled.
                async with asyncio.timeout(
                    SIGN_OF_LIFE if self._shown.has_entry_announcements else 0
                ):
                    await self._woken.wait()
            self._woken.clear()
            try:
                await self._check_for_new_entries()
            except UnknownEvent:
                self._dismiss_all_viewers()
            except TopboardError as error:
                # A journal that cannot be read now may be readable again in a moment.
                LOG.warning("cannot prepare live updates: %s", error)
            except Exception:
                LOG.exception("cannot prepare live updates")

    def _dismiss_all_viewers(self) -> None:
        """Dismiss all viewers and drop all pages, because the event is now private."""
        viewers = self.viewers
        self._pages.clear()
        self._others.clear()
        for viewer in viewers:
            viewer.dismiss()

    async def _check_for_new_entries(self) -> None:
        site = await run_in_threadpool(self._shown.current_site, LOOK_EVERY / 2)
        number = site.snapshot.event.last
        if number != self._number:
            self._number = number
            self._sites.record_view(self._shown.handle.stem, number)
            for path in list(self._pages):
                await self._update_page_viewers(path)
            await _send_to_viewers(list(self._others), _build_reload_message(number))
            self._spoke = monotonic()
        elif monotonic() - self._spoke > SIGN_OF_LIFE:
            self._spoke = monotonic()
            await _send_to_viewers(self.viewers, b": nothing new\n\n")

    async def _update_page_viewers(self, path: str) -> None:
        page = self._pages[path]
        if not page.viewers:
            # The page has no viewers any more.
            del self._pages[path]
            return
        leaf = await run_in_threadpool(self._load_current_page, path)
        if leaf is None:
            message = _build_reload_message(self._number)
        elif leaf.last_entry_number == page.number:
            return
        else:
            message = await run_in_threadpool(page.update_page, leaf)
        await _send_to_viewers(list(page.viewers), message)


async def _send_to_viewers(viewers: list[Viewer], message: bytes) -> None:
    """Queue a message for all viewers, in batches so that other requests need not wait."""
    for start in range(0, len(viewers), AT_ONCE):
        for viewer in viewers[start : start + AT_ONCE]:
            viewer.queue_message(message)
        await asyncio.sleep(0)


class BroadcastsByEvent:
    """The live updates of all events in a repository."""

    def __init__(self, sites: SiteCache) -> None:
        self._sites = sites
        self._of: dict[str, Broadcast] = {}

    def find_broadcast(self, shown: PublicEventPages) -> Broadcast:
        """Return the live updates of an event, creating them on first use."""
        if len(self._of) >= MOST_EVENTS:
            self._of = {stem: one for stem, one in self._of.items() if one.viewer_count}
        return self._of.setdefault(shown.handle.stem, Broadcast(self._sites, shown))

    def announce_new_entry(self, stem: str | None) -> None:
        """Announce a new journal entry of an event, or of any event if ``stem`` is None."""
        for name, one in self._of.items():
            if stem in (None, name):
                one.check_for_new_entries_now()

    @property
    def viewer_count(self) -> int:
        """Return the total number of viewers of all events."""
        return sum(one.viewer_count for one in self._of.values())


class LiveUpdateStream(Response):
    """A response that streams the updates for one viewer as server-sent events."""

    def __init__(self, broadcast: Broadcast, viewer: Viewer) -> None:
        super().__init__(
            media_type="text/event-stream",
            headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
        )
        # The length of a stream is not known.
        del self.headers["content-length"]
        self._broadcast, self._viewer = broadcast, viewer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send messages until the viewer leaves or the time limit of the stream is reached."""
        viewer = self._viewer
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        listening = asyncio.create_task(_wait_until_browser_disconnects(receive, viewer))
        try:
            viewer.queue_message(b"retry: 3000\n\n")
            await self._broadcast.add_viewer(viewer)
            # Viewers who connected together must not all reconnect at the same time.
            async with asyncio.timeout(LONGEST_STREAM * (0.8 + 0.4 * random())):
                await _send_queued_messages(viewer, send)
        except (TimeoutError, UnknownEvent):
            pass
        finally:
            listening.cancel()
            self._broadcast.remove_viewer(viewer)
        await send({"type": "http.response.body", "body": b""})


async def _send_queued_messages(viewer: Viewer, send: Send) -> None:
    while not viewer.gone:
        await viewer.called.wait()
        viewer.called.clear()
        while viewer.waiting and not viewer.gone:
            body = viewer.waiting.popleft()
            await send({"type": "http.response.body", "body": body, "more_body": True})
        if viewer.dismissed:
            return


async def _wait_until_browser_disconnects(receive: Receive, viewer: Viewer) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    viewer.disconnect()


# --- the changes of a page --------------------------------------------------------------------


LONGEST_MIDDLE = 3_000
"""The largest changed part, in lines, that is compared line by line. A longer one is sent whole."""


def find_changed_line_ranges(before: Sequence[str], after: Sequence[str]) -> list[Change]:
    """Return the changed ranges of lines with their replacements, the last range first."""
    start = 0
    most = min(len(before), len(after))
    while start < most and before[start] == after[start]:
        start += 1
    end = 0
    while end < most - start and before[-1 - end] == after[-1 - end]:
        end += 1
    old, new = before[start : len(before) - end], after[start : len(after) - end]
    if not old and not new:
        return []
    if max(len(old), len(new)) > LONGEST_MIDDLE:
        return [(start, start + len(old), list(new))]
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    return [
        (start + a, start + b, list(new[c:d]))
        for kind, a, b, c, d in reversed(matcher.get_opcodes())
        if kind != "equal"
    ]
