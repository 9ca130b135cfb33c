"""Long work in the background: how far it has come, what it found, and a way to stop it."""

from __future__ import annotations

import logging
from collections.abc import Generator
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Generic, TypeVar

from topboard.errors import BadInput, Problem, Refused
from topboard.messages import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

LOG = logging.getLogger("topboard.labour")
MOST_KEPT = 8
"""About how many matters the desk keeps a long work, running or ended."""

Step = TypeVar("Step")


class Labour(Generic[Step]):
    """One long work, done step by step in a thread of its own."""

    def __init__(self, steps: Iterable[Step], total: int, last_entry: int) -> None:
        self.total = total
        self.last_entry = last_entry
        """The last entry of the journal that the work knows of."""
        self.result: list[Step] = []
        self.failure: Exception | None = None
        self.stopped = False
        """Whether it ended early because somebody wished so."""
        self._steps = steps
        self._stop_wished, self._ended = Event(), Event()
        # A daemon: a desk that closes does not wait for work that writes nothing.
        self._thread = Thread(target=self._run, name="long work", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            for made in self._steps:
                self.result.append(made)
                if self._stop_wished.is_set() and self.done < self.total:
                    self.stopped = True
                    break
        except Exception as error:
            # Whoever waits for the work must hear of it: nobody else is there to catch it.
            LOG.exception("a long work failed")
            self.failure = error
        finally:
            # What the steps have under way ends with them.
            if isinstance(self._steps, Generator):
                self._steps.close()
            self._ended.set()

    @property
    def done(self) -> int:
        """How many steps are done."""
        return len(self.result)

    @property
    def running(self) -> bool:
        """Whether the work has neither ended nor failed yet."""
        return not self._ended.is_set()

    @property
    def stopping(self) -> bool:
        """Whether it ends after the step it is at."""
        return self.running and self._stop_wished.is_set()

    def stop(self) -> None:
        """Let it end after the step it is at."""
        self._stop_wished.set()

    def wait(self, seconds: float) -> bool:
        """Whether it ended within so many seconds."""
        return self._ended.wait(seconds)


def problems_of(work: Labour[Step]) -> list[Problem]:
    """What a work has to say of its failure, where it failed."""
    match work.failure:
        case None:
            return []
        case BadInput() as error:
            return list(error.problems)
        case error:
            name = type(error).__name__
            what = say("the work ended unexpectedly: {name}: {error}", name=name, error=error)
            return [Problem(what)]


class Labours(Generic[Step]):
    """Long works of one kind by what they are about; the desk forgets them when it closes."""

    def __init__(self) -> None:
        self._kept: dict[str, Labour[Step]] = {}
        self._lock = Lock()

    def of(self, matter: str) -> Labour[Step] | None:
        """The work about a matter, running or ended."""
        return self._kept.get(matter)

    def begin(self, matter: str, begun: Callable[[], Labour[Step]]) -> Labour[Step]:
        """Begin the work about a matter; where it is going on already, that one is the answer."""
        with self._lock:
            known = self._kept.get(matter)
            if known is not None and known.running:
                return known
            self._make_room(matter)
            self._kept[matter] = made = begun()
            return made

    def forget(self, matter: str) -> None:
        """Stop the work about a matter, and keep nothing of it."""
        with self._lock:
            found = self._kept.pop(matter, None)
        if found is not None:
            found.stop()

    def _make_room(self, matter: str) -> None:
        """Forget the work about this, and the oldest that has ended where there are too many."""
        self._kept.pop(matter, None)
        if len(self._kept) < MOST_KEPT:
            return
        ended = next((name for name, one in self._kept.items() if not one.running), None)
        if ended is None:
            remedy = say("wait until one has ended, or stop it")
            raise Refused([Problem(say("too many long works are going on"), remedy=remedy)])
        del self._kept[ended]
