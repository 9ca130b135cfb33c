"""Background jobs in threads of this process, for a desk that has its folder to itself."""

from __future__ import annotations

import logging
from collections.abc import Generator
from contextvars import copy_context
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Any, Generic

from topboard.web.jobs import Step, problems_of, too_many

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from topboard.errors import Problem
    from topboard.web.jobs import JobSpec
    from topboard.web.repository import EventHandle

LOG = logging.getLogger("topboard.labour")
MOST_KEPT = 16
"""The number of jobs, running or ended, that the desk keeps."""


class ThreadedLabour(Generic[Step]):
    """A background job, done step by step in a thread of its own."""

    def __init__(
        self,
        event: Callable[[str], EventHandle],
        job_spec: JobSpec[Step],
        total: int,
        last_entry: int,
    ) -> None:
        self.total = total
        self.last_entry = last_entry
        self.result: list[Step] = []
        self.problems: tuple[Problem, ...] = ()
        self.stopped = False
        self._event, self._errand = event, job_spec
        self._stop_wished, self._ended = Event(), Event()
        # The job uses the language of the user who started it. The thread is a daemon, because a
        # desk that closes does not wait for a job that writes nothing.
        run = copy_context().run
        Thread(target=run, args=(self._run,), name="long work", daemon=True).start()

    def _steps(self) -> Iterator[Step]:
        job_spec = self._errand
        moment = self._event(job_spec.event).at(self.last_entry)
        return job_spec.kind.steps(moment, job_spec.asked, 0)

    def _run(self) -> None:
        try:
            steps = self._steps()
            try:
                for made in steps:
                    self.result.append(made)
                    if self._stop_wished.is_set() and self.done < self.total:
                        self.stopped = True
                        break
            finally:
                # Anything the steps still have running ends with them.
                if isinstance(steps, Generator):
                    steps.close()
        except Exception as error:
            # Those who wait for the job must learn of the failure, and nobody else could catch it.
            LOG.exception("a long work failed")
            self.problems = problems_of(error)
        finally:
            self._ended.set()

    @property
    def done(self) -> int:
        """Return how much of the total is done."""
        return self._errand.kind.counted(len(self.result), self.total)

    @property
    def running(self) -> bool:
        """Return whether the job has neither ended nor failed yet."""
        return not self._ended.is_set()

    @property
    def stopping(self) -> bool:
        """Return whether it stops after the current step."""
        return self.running and self._stop_wished.is_set()

    def stop(self) -> None:
        """Stop after the current step."""
        self._stop_wished.set()

    def wait(self, seconds: float) -> bool:
        """Wait for it to end, and return whether it did within this many seconds."""
        return self._ended.wait(seconds)


class ThreadedLabours:
    """The background jobs of a desk, which it forgets when it closes."""

    def __init__(self, event: Callable[[str], EventHandle]) -> None:
        self._event = event
        self._kept: dict[str, ThreadedLabour[Any]] = {}
        self._lock = Lock()

    def of(self, job_spec: JobSpec[Step]) -> ThreadedLabour[Step] | None:
        """Return the job for a specification, running or ended."""
        return self._kept.get(job_spec.key)

    def begin(self, job_spec: JobSpec[Step], total: int, last_entry: int) -> ThreadedLabour[Step]:
        """Start the job for a specification, or return the one that is already running."""
        with self._lock:
            known = self._kept.get(job_spec.key)
            if known is not None and known.running:
                return known
            self._make_room(job_spec.key)
            made = ThreadedLabour(self._event, job_spec, total, last_entry)
            self._kept[job_spec.key] = made
            return made

    def forget(self, job_spec: JobSpec[Step]) -> None:
        """Stop the job for a specification, and keep nothing of it."""
        with self._lock:
            found = self._kept.pop(job_spec.key, None)
        if found is not None:
            found.stop()

    def close(self) -> None:
        """Do nothing: no result is needed any more, and the threads end with the program."""

    def _make_room(self, key: str) -> None:
        """Drop the job with this key, and the oldest ended one if there are too many."""
        self._kept.pop(key, None)
        if len(self._kept) < MOST_KEPT:
            return
        ended = next((name for name, one in self._kept.items() if not one.running), None)
        if ended is None:
            raise too_many()
        del self._kept[ended]
