"""Notifications from a server about new journal entries.

Each worker uses one connection for them.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import contextmanager, suppress
from itertools import count
from threading import Thread
from typing import TYPE_CHECKING

import psycopg

from topboard.storage.addresses import parse_address
from topboard.storage.postgres.connections import Host
from topboard.storage.postgres.journal import CHANNEL

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

LOG = logging.getLogger("topboard.news")
HEARTBEAT = 5.0
"""The number of seconds without a notification after which the connection is checked."""
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 5.0
"""The first and the longest pause before reconnecting, in seconds.

The pause doubles after each failed attempt.
"""
_connections = count(1)


class NotificationListener:
    """A listener for notifications about all events, which uses one connection.

    Without a connection, changes may go unnoticed.
    """

    def __init__(self, host: Host, wake: Callable[[str | None], None]) -> None:
        self._host, self._wake = host, wake
        """The server, and a function that is called with the slug of an event that has a new entry.

        The slug None means that any event may have changed.
        """
        self._connection = 0
        """The number of the current connection, or 0 while there is none."""
        self._heard: dict[str, int] = {}

    def notification_mark(self, slug: str) -> Hashable:
        """Return a value that changes with each notification about an event.

        Return None while there is no connection.
        """
        return (self._connection, self._heard.get(slug, 0)) if self._connection else None

    async def run(self) -> None:
        """Receive notifications until cancelled, reconnecting if the connection is lost."""
        pause = FIRST_PAUSE
        while True:
            try:
                async with await self._host.open_async_connection() as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    pause = FIRST_PAUSE
                    self._register_connection()
                    await self._receive_notifications(connection)
            except (psycopg.Error, OSError) as error:
                if self._connection or pause == FIRST_PAUSE:
                    LOG.warning(
                        "no notifications from the server; the journals are read instead: %s", error
                    )
            finally:
                self._connection = 0
                self._wake(None)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _register_connection(self) -> None:
        """Register a new connection, and wake all waiters in case they missed notifications."""
        self._heard.clear()
        self._connection = next(_connections)
        self._wake(None)

    async def _receive_notifications(self, connection: psycopg.AsyncConnection[object]) -> None:
        while True:
            async for news in connection.notifies(timeout=HEARTBEAT):
                slug, _, number = news.payload.rpartition(":")
                if slug and number.isdecimal():
                    self._heard[slug] = int(number)
                    self._wake(slug)
            # If the server disappears silently, no notification arrives either.
            async with asyncio.timeout(HEARTBEAT):
                await connection.execute("SELECT 1")


@contextmanager
def watch_event_notifications(address: str) -> Iterator[Callable[[], Hashable]]:
    """Yield a function whose return value changes with each notification about an event.

    A thread receives the notifications, for programs without an event loop.
    """
    found = parse_address(address)
    loop = asyncio.new_event_loop()
    with Host(found.url) as host:
        listening = NotificationListener(host, lambda _: None)
        task = loop.create_task(listening.run())
        thread = Thread(target=_run_until_cancelled, args=(loop, task), daemon=True)
        thread.start()
        try:
            yield lambda: listening.notification_mark(found.slug)
        finally:
            loop.call_soon_threadsafe(task.cancel)
            thread.join()


def _run_until_cancelled(loop: asyncio.AbstractEventLoop, task: asyncio.Task[None]) -> None:
    with suppress(asyncio.CancelledError):
        loop.run_until_complete(task)
    loop.close()
