"""Background jobs in threads of this process, for a desk with a data folder."""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Iterator
from contextvars import copy_context
from threading import Event, Lock, Thread
from typing import Any, Generic

from topboard.errors import Problem
from topboard.web.jobs import JobSpec, Step, list_failure_problems, too_many_jobs_error
from topboard.web.repository import EventHandle

LOG = logging.getLogger("topboard.labour")
MOST_KEPT = 16
"""The largest number of jobs, running or finished, that are kept."""


class ThreadedJob(Generic[Step]):
    """A background job that runs step by step in its own thread."""

    def __init__(
        self,
        event: Callable[[str], EventHandle],
        job_spec: JobSpec[Step],
        total: int,
        last_entry: int,
    ) -> None:
        self.item_count = total
        self.last_entry = last_entry
        self.result: list[Step] = []
        self.problems: tuple[Problem, ...] = ()
        self.stopped = False
        self._event, self._spec = event, job_spec
        self._stop_wished, self._ended = Event(), Event()
        # The job uses the language of the user who started it. The thread is a daemon, because a
        # desk that closes does not wait for a job that writes nothing.
        run = copy_context().run
        Thread(target=run, args=(self._run_steps,), name="background job", daemon=True).start()

    def _start_job_steps(self) -> Iterator[Step]:
        job_spec = self._spec
        snapshot = self._event(job_spec.event).snapshot_at(self.last_entry)
        return job_spec.kind.steps(snapshot, job_spec.asked, 0)

    def _run_steps(self) -> None:
        try:
            steps = self._start_job_steps()
            try:
                for made in steps:
                    self.result.append(made)
                    if self._stop_wished.is_set() and self.items_done < self.item_count:
                        self.stopped = True
                        break
            finally:
                # Closing the generator ends anything that the steps still have running.
                if isinstance(steps, Generator):
                    steps.close()
        except Exception as error:
            # Users waiting for the job must learn of any failure, and no other code could catch it.
            LOG.exception("a background job failed")
            self.problems = list_failure_problems(error)
        finally:
            self._ended.set()

    @property
    def items_done(self) -> int:
        """Return the number of items done so far."""
        return self._spec.kind.count_items_done(len(self.result), self.item_count)

    @property
    def running(self) -> bool:
        """Return whether the job is still running."""
        return not self._ended.is_set()

    @property
    def stopping(self) -> bool:
        """Return whether the job will stop after the current step."""
        return self.running and self._stop_wished.is_set()

    def stop(self) -> None:
        """Ask the job to stop after the current step."""
        self._stop_wished.set()

    def wait_for_end(self, seconds: float) -> bool:
        """Wait up to ``seconds`` for the job to end, and return whether it has ended."""
        return self._ended.wait(seconds)


class ThreadedJobQueue:
    """The background jobs of a desk with a data folder. They are lost when the desk closes."""

    def __init__(self, event: Callable[[str], EventHandle]) -> None:
        self._event = event
        self._kept: dict[str, ThreadedJob[Any]] = {}
        self._lock = Lock()

    def find_job(self, job_spec: JobSpec[Step]) -> ThreadedJob[Step] | None:
        """Return the job with this specification, running or finished, or None if there is none."""
        return self._kept.get(job_spec.key)

    def start_job(self, job_spec: JobSpec[Step], total: int, last_entry: int) -> ThreadedJob[Step]:
        """Start a job, or return it if it is already running.

        Raise ``Refused`` if too many jobs are running.
        """
        with self._lock:
            known = self._kept.get(job_spec.key)
            if known is not None and known.running:
                return known
            self._make_room_for_job(job_spec.key)
            made = ThreadedJob(self._event, job_spec, total, last_entry)
            self._kept[job_spec.key] = made
            return made

    def discard_job(self, job_spec: JobSpec[Step]) -> None:
        """Stop the job with this specification, and delete its results."""
        with self._lock:
            found = self._kept.pop(job_spec.key, None)
        if found is not None:
            found.stop()

    def close(self) -> None:
        """Do nothing. The results are no longer needed, and the threads end with the program."""

    def _make_room_for_job(self, key: str) -> None:
        """Drop the job with this key.

        If too many jobs are kept, also drop the oldest finished one. Raise ``Refused`` if too many
        jobs are running.
        """
        self._kept.pop(key, None)
        if len(self._kept) < MOST_KEPT:
            return
        ended = next((name for name, one in self._kept.items() if not one.running), None)
        if ended is None:
            raise too_many_jobs_error()
        del self._kept[ended]
