"""Background jobs, stored in the database of a server so that any worker can run them.

A worker that takes a job stores its own token with the job and then records regular heartbeats. If
the heartbeats stop, the worker is considered dead, and another worker continues the job after the
last finished step. If the first worker is alive after all, it finds a different token and can no
longer write. All times come from the database, because the clocks of the workers may differ.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from uuid import uuid4

from sqlalchemy import text

from topboard._frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from typing import Any
    from uuid import UUID

    from topboard.storage.postgres.connections import Host

DEAD_AFTER = 8.0
"""The number of seconds without a heartbeat after which another worker takes over a job."""
KEPT_FOR = 24 * 3600.0
"""The number of seconds for which a job is kept after it has ended."""
MOST_UNFINISHED, MOST_OF_AN_EVENT = 200, 8
"""The maximum number of unfinished jobs on the server, and for a single event."""


class JobLost(Exception):
    """Raised if a worker can no longer write to a job, because it was deleted or taken over."""


@dataclass(frozen=True, slots=True)
class Job:
    """A background job as it is stored in the database."""

    id: int
    event: str
    """The slug of the event that the job is about."""
    kind: str
    asked: str
    """The parameters of the job as JSON."""
    total: int
    last_entry: int
    steps: int
    """The number of finished steps."""
    takings: int
    """The number of times a worker has taken the job since its last finished step."""
    stop_wished: bool
    ended: bool
    failure: str
    """The worker's error message; empty if the job did not fail."""


_COLUMNS = (
    "job.id, event.slug, job.kind, job.asked, job.total, job.last_entry, job.steps, job.takings,"
    " job.stop_wished, job.ended IS NOT NULL, job.failure"
)
_OF = text(
    f"SELECT {_COLUMNS} FROM job JOIN event ON event.id = job.event WHERE job.errand = :errand"
)
_STEPS = text("SELECT made FROM job_step WHERE job = :job ORDER BY number")
_BEGIN_IN_TURN = text("SELECT pg_advisory_xact_lock(hashtextextended('job', 0))")
_UNFINISHED = text(
    "SELECT count(*), count(*) FILTER (WHERE event.slug = :event)"
    " FROM job JOIN event ON event.id = job.event WHERE job.ended IS NULL"
)
_FORGET = text("DELETE FROM job WHERE errand = :errand")
_FORGET_OLD = text(
    "DELETE FROM job WHERE ended < clock_timestamp() - :kept_for * interval '1 second'"
)
_BEGIN = text(
    "INSERT INTO job (errand, event, kind, asked, total, last_entry)"
    " SELECT :errand, id, :kind, :asked, :total, :last_entry FROM event WHERE slug = :event"
)
# A job that no worker has taken yet ends at once.
_WISH_STOP = text(
    "UPDATE job SET stop_wished = true,"
    " ended = CASE WHEN taken_by IS NULL THEN clock_timestamp() END"
    " WHERE id = :job AND ended IS NULL"
)
_TAKE = text(
    "WITH next AS MATERIALIZED (SELECT id FROM job WHERE ended IS NULL AND kind = ANY(:kinds)"
    " AND (taken_by IS NULL"
    " OR heartbeat < clock_timestamp() - :dead_after * interval '1 second')"
    " ORDER BY begun, id LIMIT 1 FOR UPDATE SKIP LOCKED)"
    " UPDATE job SET taken_by = :token, heartbeat = clock_timestamp(), takings = takings + 1"
    " FROM next, event WHERE job.id = next.id AND event.id = job.event"
    f" RETURNING {_COLUMNS}"
)
_IS_MINE = "WHERE id = :job AND taken_by = :token AND ended IS NULL RETURNING stop_wished"
_BEAT = text(f"UPDATE job SET heartbeat = clock_timestamp() {_IS_MINE}")
_STEP_DONE = text(
    "UPDATE job SET heartbeat = clock_timestamp(), steps = :number, takings = 1 " + _IS_MINE
)
# If the connection broke after the step was written, the step is sent once more.
_STEP = text(
    "INSERT INTO job_step (job, number, made) VALUES (:job, :number, :made) ON CONFLICT DO NOTHING"
)
_END = text(f"UPDATE job SET ended = clock_timestamp(), failure = :failure {_IS_MINE}")
_GIVE_BACK = text(f"UPDATE job SET taken_by = NULL, takings = takings - :unused {_IS_MINE}")


class Jobs:
    """The background jobs on a server. Threads can share this object."""

    def __init__(self, host: Host) -> None:
        self._host = host

    def find_job(self, errand: str) -> Job | None:
        """Return the job with the key ``errand``, or None. The job may have ended."""
        with self._host.transaction() as connection:
            row = connection.execute(_OF, {"errand": errand}).first()
        return None if row is None else Job(*row)

    def load_step_results(self, job: int) -> list[bytes]:
        """Return the results of a job's finished steps, in order."""
        with self._host.transaction() as connection:
            return [bytes(row.made) for row in connection.execute(_STEPS, {"job": job})]

    def find_or_create_job(
        self,
        errand: str,
        event: str,
        kind: str,
        asked: Mapping[str, str],
        total: int,
        last_entry: int,
    ) -> Job | None:
        """Return the unfinished job with the key ``errand``, or create and return a new one.

        Return None if the server or the event already has too many unfinished jobs.
        """
        with self._host.transaction() as connection:
            connection.execute(_BEGIN_IN_TURN)
            connection.execute(_FORGET_OLD, {"kept_for": KEPT_FOR})
            known = connection.execute(_OF, {"errand": errand}).first()
            if known is not None and not Job(*known).ended:
                return Job(*known)
            everywhere, here = connection.execute(_UNFINISHED, {"event": event}).one()
            if everywhere >= MOST_UNFINISHED or here >= MOST_OF_AN_EVENT:
                return None
            connection.execute(_FORGET, {"errand": errand})
            values = {"event": event, "kind": kind, "total": total, "last_entry": last_entry}
            connection.execute(_BEGIN, {"errand": errand, "asked": json.dumps(asked), **values})
            return Job(*connection.execute(_OF, {"errand": errand}).one())

    def request_job_to_stop(self, job: int) -> None:
        """Ask a job to stop after its current step. A job that no worker has taken ends at once."""
        with self._host.transaction() as connection:
            connection.execute(_WISH_STOP, {"job": job})

    def delete_job(self, errand: str) -> None:
        """Delete the job with the key ``errand``.

        A worker that is running it notices at the next step.
        """
        with self._host.transaction() as connection:
            connection.execute(_FORGET, {"errand": errand})

    def delete_old_jobs(self) -> None:
        """Delete the jobs that ended more than ``KEPT_FOR`` seconds ago."""
        with self._host.transaction() as connection:
            connection.execute(_FORGET_OLD, {"kept_for": KEPT_FOR})

    def take_next_job(self, kinds: Collection[str]) -> TakenJob | None:
        """Take the oldest job of these kinds that is waiting or has lost its worker.

        Return None if there is no such job.
        """
        token = uuid4()
        asked = {"token": token, "kinds": list(kinds), "dead_after": DEAD_AFTER}
        with self._host.transaction() as connection:
            row = connection.execute(_TAKE, asked).first()
        return None if row is None else TakenJob(self._host, Job(*row), token)


class TakenJob:
    """A job that a worker has taken.

    The worker may write to it until another worker takes it over.
    """

    def __init__(self, host: Host, job: Job, token: UUID) -> None:
        self.job = job
        self._host = host
        self._mine = {"job": job.id, "token": token}

    def record_heartbeat(self) -> None:
        """Record that the worker is still running the job."""
        self._update_job_row(_BEAT)

    def store_step_result(self, number: int, made: bytes) -> bool:
        """Store the result of a step, and return whether the job was asked to stop."""
        return self._update_job_row(_STEP_DONE, made, number=number)

    def mark_job_as_ended(self, failure: str = "") -> None:
        """Mark the job as ended. ``failure`` is the error message if it failed."""
        self._update_job_row(_END, failure=failure)

    def release(self, *, unused: bool = True) -> None:
        """Release the job for another worker. If ``unused`` is set, this attempt is not counted."""
        self._update_job_row(_GIVE_BACK, unused=int(unused))

    def _update_job_row(self, statement: Any, made: bytes | None = None, **values: Any) -> bool:
        with self._host.transaction() as connection:
            row = connection.execute(statement, {**self._mine, **values}).first()
            if row is None:
                raise JobLost
            if made is not None:
                step = {"job": self.job.id, "number": values["number"], "made": made}
                connection.execute(_STEP, step)
            return bool(row.stop_wished)
