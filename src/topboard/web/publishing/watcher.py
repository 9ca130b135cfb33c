"""Continuous publication of an event while it is in progress."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Event as Signal
from time import monotonic

from topboard.errors import CannotReadOrWrite
from topboard.messages import say_count
from topboard.storage.session import EventSnapshot
from topboard.web.public.site import EventSite
from topboard.web.publishing.publisher import NewerPagesPublished, Publication, Publisher
from topboard.web.repository import EventHandle

LOOK_EVERY = 1.0
"""Seconds between two checks for new journal entries."""
FIRST_PAUSE, LONGEST_PAUSE = 2.0, 60.0
"""Seconds to wait after the first failure, and the longest wait. The wait doubles after each
failure.
"""


def find_entry_hash(handle: EventHandle, number: int) -> str:
    """Return the hash of a journal entry, or an empty string if there is no such entry."""
    with handle.open(read_only=True) as file:
        found = file.journal.load_stored_entries(number - 1)
        return found[0].hash if found else ""


def publish_or_withdraw(
    handle: EventHandle, publisher: Publisher, snapshot: EventSnapshot, *, only_look: bool = False
) -> Publication:
    """Publish the pages of an event in this state, or remove them if the event is private."""
    if not snapshot.public:
        return publisher.withdraw(
            snapshot, lambda number: find_entry_hash(handle, number), only_look=only_look
        )
    site = EventSite(
        snapshot,
        handle.replay_round,
        published=True,
        codes=bool(publisher.address),
        playground=publisher.playground,
    )
    return publisher.publish(
        site, lambda number: find_entry_hash(handle, number), only_look=only_look
    )


class ContinuousPublisher:
    """A publisher that publishes every new state of an event.

    It publishes at most once every ``every`` seconds.
    """

    def __init__(
        self,
        handle: EventHandle,
        publisher: Publisher,
        every: float,
        stop: Signal,
        mark: Callable[[], Hashable] = lambda: None,
    ) -> None:
        self.handle, self.publisher, self.every, self.stop = handle, publisher, every, stop
        self._mark_now = mark
        """A function whose value changes with every new journal entry, or is None if that is
        unknown.
        """
        self._mark: Hashable = None
        """The value of ``_mark_now`` before the journal was last read."""
        self._published = -1
        self._next = monotonic()
        self._pause = 0.0

    def run(self, tell: Callable[[Publication], None], regret: Callable[[str], None]) -> None:
        """Publish every new state until stopped. A publication in progress is finished first.

        ``tell`` is called with each publication, and ``regret`` with the message of each error.
        """
        while not self.stop.is_set():
            try:
                self._publish_if_changed(tell)
                self._pause = 0.0
            except NewerPagesPublished:
                raise
            except CannotReadOrWrite as error:
                if self._published < 0 and not self._pause:
                    # If even the first publication fails, the error is raised at once.
                    raise
                self._pause = min(LONGEST_PAUSE, self._pause * 2 or FIRST_PAUSE)
                regret(
                    say_count(
                        "{error}. Trying again in {count} second.",
                        "{error}. Trying again in {count} seconds.",
                        round(self._pause),
                        error=str(error).removesuffix("."),
                    )
                )
            self.stop.wait(self._pause or LOOK_EVERY)

    def _publish_if_changed(self, tell: Callable[[Publication], None]) -> None:
        mark = self._mark_now()
        if mark is not None and mark == self._mark:
            return
        if self.handle.snapshot().event.last == self._published:
            self._mark = mark
            return
        # Results come in bursts, so those within a few seconds are published together.
        if self.stop.wait(max(0.0, self._next - monotonic())):
            return
        begun = monotonic()
        mark, snapshot = self._mark_now(), self.handle.snapshot()
        tell(publish_or_withdraw(self.handle, self.publisher, snapshot))
        self._published, self._mark = snapshot.event.last, mark
        # The desk may run on the same machine, so at least half of the time nothing is published.
        self._next = max(begun + self.every, monotonic() + (monotonic() - begun))
