"""An event published again and again while it is played, until somebody says stop."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from topboard.errors import CannotReadOrWrite
from topboard.messages import say
from topboard.web.public.site import Site
from topboard.web.publishing.publisher import NewerPublished

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable
    from threading import Event as Signal

    from topboard.web.publishing.publisher import Publication, Publisher
    from topboard.web.repository import EventHandle, EventSnapshot

LOOK_EVERY = 1.0
"""Seconds between two looks into the journal, or whether the store has told of something new."""
FIRST_PAUSE, LONGEST_PAUSE = 2.0, 60.0
"""Seconds of rest after a failure: twice as many after each further one."""


def hash_in(live: EventHandle, number: int) -> str:
    """The hash of an entry of the journal; nothing where it has no such entry."""
    with live.open(read_only=True) as file:
        found = file.journal.records(number - 1)
        return found[0].hash if found else ""


def publish_now(
    live: EventHandle, publisher: Publisher, moment: EventSnapshot, *, only_look: bool = False
) -> Publication:
    """Publish an event as it is at a moment; remove what was published where it is private."""
    if not moment.public:
        return publisher.withdraw(moment, lambda number: hash_in(live, number), only_look=only_look)
    site = Site(moment, live.replay, published=True, codes=bool(publisher.address))
    return publisher.publish(site, lambda number: hash_in(live, number), only_look=only_look)


class Follower:
    """Publishes whatever is put down in a journal, at most every so many seconds."""

    def __init__(
        self,
        live: EventHandle,
        publisher: Publisher,
        every: float,
        stop: Signal,
        mark: Callable[[], Hashable] = lambda: None,
    ) -> None:
        self.live, self.publisher, self.every, self.stop = live, publisher, every, stop
        self._mark_now = mark
        """The same as before as long as there is no new entry; None where only a look tells."""
        self._mark: Hashable = None
        """That before the journal was read last."""
        self._published = -1
        self._next = monotonic()
        self._pause = 0.0

    def run(self, tell: Callable[[Publication], None], regret: Callable[[str], None]) -> None:
        """Go on until it is to stop; what is being published then is finished first."""
        while not self.stop.is_set():
            try:
                self._step(tell)
                self._pause = 0.0
            except NewerPublished:
                raise
            except CannotReadOrWrite as error:
                if self._published < 0 and not self._pause:
                    # What does not work at all is better known at once.
                    raise
                self._pause = min(LONGEST_PAUSE, self._pause * 2 or FIRST_PAUSE)
                regret(
                    say(
                        "{error}; trying again in {seconds} seconds",
                        error=error,
                        seconds=round(self._pause),
                    )
                )
            self.stop.wait(self._pause or LOOK_EVERY)

    def _step(self, tell: Callable[[Publication], None]) -> None:
        mark = self._mark_now()
        if mark is not None and mark == self._mark:
            return
        if self.live.now().event.last == self._published:
            self._mark = mark
            return
        # Results come in bursts: those of some seconds are published together.
        if self.stop.wait(max(0.0, self._next - monotonic())):
            return
        begun = monotonic()
        mark, moment = self._mark_now(), self.live.now()
        tell(publish_now(self.live, self.publisher, moment))
        self._published, self._mark = moment.event.last, mark
        # The desk may be on the same machine: half of the time nothing is published.
        self._next = max(begun + self.every, monotonic() + (monotonic() - begun))
