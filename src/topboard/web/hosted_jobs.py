"""Background jobs on a server. They are stored in its database and run by any free worker."""

from __future__ import annotations

import json
import logging
from collections.abc import Generator
from contextlib import contextmanager, suppress
from functools import cached_property, partial
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, Generic

from topboard.errors import CannotReadOrWrite, Problem, Refused
from topboard.event.codec import dump_record_as_json, load_record_from_json
from topboard.messages import say
from topboard.storage.postgres.jobs import JobLost, Jobs
from topboard.web.jobs import Step, list_failure_problems, too_many_jobs_error

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from topboard.storage.postgres.connections import Host
    from topboard.storage.postgres.jobs import Job, TakenJob
    from topboard.web.jobs import JobSpec, JobType
    from topboard.web.repository import EventHandle

LOG = logging.getLogger("topboard.labour")
THREADS = 2
"""The number of jobs that one worker process runs at a time."""
BEAT_EVERY, LOOK_EVERY, TRY_AGAIN_AFTER, TIDY_EVERY = 1.0, 1.0, 0.5, 600.0
"""Intervals in seconds: between heartbeats, checks for new jobs, database retries and cleanups."""
GRACE = 0.5
"""Seconds that a closing worker waits for each of its threads."""
MOST_TAKINGS = 3
"""The number of attempts without progress after which a job is marked as failed.

The limit is needed because a job may crash every worker that runs it.
"""


class HostedJob(Generic[Step]):
    """A background job on a server, with its progress at the time it was read from the database."""

    def __init__(self, jobs: Jobs, job: Job, kind: JobType[Step]) -> None:
        self._jobs, self._job, self._kind = jobs, job, kind
        self.item_count = job.total
        self.last_entry = job.last_entry
        self.items_done = kind.count_items_done(job.steps, job.total)
        self.running = not job.ended
        self.stopping = self.running and job.stop_wished
        self.problems = (
            load_record_from_json(tuple[Problem, ...], job.failure) if job.failure else ()
        )
        unfinished = job.ended and self.items_done < job.total
        self.stopped = unfinished and job.stop_wished and not self.problems

    @cached_property
    def result(self) -> Sequence[Step]:
        """Return the results of the completed steps."""
        return [self._kind.load(made) for made in self._jobs.load_step_results(self._job.id)]

    def stop(self) -> None:
        """Ask the job to stop after the current step."""
        self._jobs.request_job_to_stop(self._job.id)


class HostedJobQueue:
    """The background jobs of a server, and the threads in this worker process that run them."""

    def __init__(
        self,
        event: Callable[[str], EventHandle],
        host: Host,
        kinds: Iterable[JobType[Any]],
        *,
        workers: int = THREADS,
    ) -> None:
        self._event, self._jobs = event, Jobs(host)
        self._kinds = {kind.name: kind for kind in kinds}
        self._closing, self._news = Event(), Event()
        self._taken: set[TakenJob] = set()
        self._tidied = monotonic()
        # These are daemon threads, because a step in progress must not keep a worker from closing.
        self._workers = [
            Thread(target=self._run_jobs_until_closed, name="background job", daemon=True)
            for _ in range(workers)
        ]
        for worker in self._workers:
            worker.start()

    def find_job(self, job_spec: JobSpec[Step]) -> HostedJob[Step] | None:
        """Return the job with this specification, running or finished, or None if there is none."""
        job = self._jobs.find_job(job_spec.key)
        return None if job is None else HostedJob(self._jobs, job, job_spec.kind)

    def start_job(self, job_spec: JobSpec[Step], total: int, last_entry: int) -> HostedJob[Step]:
        """Start a job, or return it if it is already running.

        Raise ``Refused`` if too many jobs are running.
        """
        job = self._jobs.find_or_create_job(
            job_spec.key, job_spec.event, job_spec.kind.name, job_spec.asked, total, last_entry
        )
        if job is None:
            raise too_many_jobs_error()
        self._news.set()
        return HostedJob(self._jobs, job, job_spec.kind)

    def discard_job(self, job_spec: JobSpec[Step]) -> None:
        """Stop the job with this specification, and delete its results."""
        self._jobs.delete_job(job_spec.key)

    def close(self) -> None:
        """Stop taking jobs, and release the current ones at once for other workers to take."""
        self._closing.set()
        self._news.set()
        for taken in [*self._taken]:
            with _ignore_lost_job(), suppress(CannotReadOrWrite):
                taken.release()
        for worker in self._workers:
            worker.join(GRACE)

    # --- worker threads --------------------------------------------------------------------------

    def _run_jobs_until_closed(self) -> None:
        while not self._closing.is_set():
            try:
                taken = self._jobs.take_next_job(self._kinds)
                if taken is None:
                    self._wait_for_new_job()
                    continue
            except CannotReadOrWrite as error:
                LOG.warning("cannot look for background jobs: %s", error)
                self._closing.wait(LOOK_EVERY)
                continue
            self._taken.add(taken)
            with _ignore_lost_job(), _send_heartbeats(taken):
                self._run_job(taken)
            self._taken.discard(taken)

    def _wait_for_new_job(self) -> None:
        """Wait until there may be a new job, and delete old jobs from time to time."""
        self._news.wait(LOOK_EVERY)
        self._news.clear()
        if monotonic() > self._tidied + TIDY_EVERY:
            self._tidied = monotonic()
            self._jobs.delete_old_jobs()

    def _run_job(self, taken: TakenJob) -> None:
        """Run the remaining steps of a job, and store the result of each step."""
        job = taken.job
        try:
            if job.takings > MOST_TAKINGS:
                what = say(
                    "The job was stopped because {times} workers failed at the same step.",
                    times=MOST_TAKINGS,
                )
                raise Refused([Problem(what)])
            self._run_remaining_steps(taken)
        except JobLost:
            raise
        except CannotReadOrWrite as error:
            # The database may have been unreachable only for a moment.
            if job.takings < MOST_TAKINGS:
                self._closing.wait(LOOK_EVERY)
                self._retry_write_until_reachable(partial(taken.release, unused=False))
            else:
                self._store_job_failure(taken, error)
        except Exception as error:
            LOG.exception("a background job failed")
            self._store_job_failure(taken, error)

    def _run_remaining_steps(self, taken: TakenJob) -> None:
        job, kind = taken.job, self._kinds[taken.job.kind]
        done, stop_wished = job.steps, job.stop_wished
        snapshot = self._event(job.event).snapshot_at(job.last_entry)
        steps = kind.steps(snapshot, json.loads(job.asked), done)
        try:
            while kind.count_items_done(done, job.total) < job.total and not stop_wished:
                made = next(steps, None)
                if made is None:
                    break
                done += 1
                stop_wished = self._retry_write_until_reachable(
                    partial(taken.store_step_result, done, kind.dump(made))
                )
        finally:
            # Closing the generator ends anything that the steps still have running.
            if isinstance(steps, Generator):
                steps.close()
        self._retry_write_until_reachable(taken.mark_job_as_ended)

    def _store_job_failure(self, taken: TakenJob, error: Exception) -> None:
        self._retry_write_until_reachable(
            partial(taken.mark_job_as_ended, dump_record_as_json(list_failure_problems(error)))
        )

    def _retry_write_until_reachable(self, write: Callable[[], Step]) -> Step:
        """Return the result of ``write``, retrying while the database is unreachable.

        Raise ``JobLost`` if this worker closes in the meantime.
        """
        while True:
            try:
                return write()
            except CannotReadOrWrite as error:
                LOG.warning("cannot save the progress of a background job, retrying: %s", error)
                if self._closing.wait(TRY_AGAIN_AFTER):
                    raise JobLost from error


@contextmanager
def _ignore_lost_job() -> Iterator[None]:
    """Suppress ``JobLost``, which is raised if another worker has taken over the job."""
    try:
        yield
    except JobLost:
        LOG.info("another worker has taken over a background job")


@contextmanager
def _send_heartbeats(taken: TakenJob) -> Iterator[None]:
    """Send heartbeats from a thread during a job, so that no other worker takes it over."""
    ended = Event()

    def beat_until_ended() -> None:
        while not ended.wait(BEAT_EVERY):
            try:
                taken.record_heartbeat()
            except CannotReadOrWrite:
                # Storing the result of the step will raise the error.
                continue
            except JobLost:
                return

    heart = Thread(target=beat_until_ended, name="heartbeat", daemon=True)
    heart.start()
    try:
        yield
    finally:
        ended.set()
        heart.join()
