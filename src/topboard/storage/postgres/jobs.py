"""Long works in the tables of a host: any worker may do them, and another goes on if it dies.

Whoever takes a job writes a token of his own into it and lets his heart beat there. One whose
heart has not beaten for a while is taken for dead, and the next one goes on after the last step.
If he lives after all he finds another's token, and can write no more. All times are those of the
database: the clocks of workers may differ.
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
"""Seconds without a heartbeat after which a job is taken over."""
KEPT_FOR = 24 * 3600.0
"""Seconds for which a job that has ended is kept."""
MOST_UNFINISHED, MOST_OF_AN_EVENT = 200, 8
"""Jobs that are going on or wait, on the host and of one event."""


class JobLost(Exception):
    """The job is another's by now, or was forgotten: nothing more may be written to it."""


@dataclass(frozen=True, slots=True)
class Job:
    """A long work as the tables have it."""

    id: int
    event: str
    """The word for the event in addresses."""
    kind: str
    asked: str
    """What was asked, as JSON."""
    total: int
    last_entry: int
    steps: int
    """How many steps are done."""
    takings: int
    """How often it was taken since its last step."""
    stop_wished: bool
    ended: bool
    failure: str
    """What went wrong, in the words of whoever did it."""


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
# What nobody has taken yet ends at once.
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
# Where a connection broke after the step was written, it is sent once more.
_STEP = text(
    "INSERT INTO job_step (job, number, made) VALUES (:job, :number, :made) ON CONFLICT DO NOTHING"
)
_END = text(f"UPDATE job SET ended = clock_timestamp(), failure = :failure {_IS_MINE}")
_GIVE_BACK = text(f"UPDATE job SET taken_by = NULL, takings = takings - :unused {_IS_MINE}")


class Jobs:
    """The jobs of a host; threads may share them."""

    def __init__(self, host: Host) -> None:
        self._host = host

    def of(self, errand: str) -> Job | None:
        """The job on an errand, going on or ended."""
        with self._host.begin() as connection:
            row = connection.execute(_OF, {"errand": errand}).first()
        return None if row is None else Job(*row)

    def steps(self, job: int) -> list[bytes]:
        """What the steps of a job made, the first one first."""
        with self._host.begin() as connection:
            return [bytes(row.made) for row in connection.execute(_STEPS, {"job": job})]

    def begin(
        self,
        errand: str,
        event: str,
        kind: str,
        asked: Mapping[str, str],
        total: int,
        last_entry: int,
    ) -> Job | None:
        """A new job on an errand, or the one that is going on; None where too many are."""
        with self._host.begin() as connection:
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

    def wish_stop(self, job: int) -> None:
        """Let a job end after the step it is at."""
        with self._host.begin() as connection:
            connection.execute(_WISH_STOP, {"job": job})

    def forget(self, errand: str) -> None:
        """Keep nothing of an errand; whoever is at it finds that out at his next step."""
        with self._host.begin() as connection:
            connection.execute(_FORGET, {"errand": errand})

    def forget_old(self) -> None:
        """Keep nothing of jobs that ended long ago."""
        with self._host.begin() as connection:
            connection.execute(_FORGET_OLD, {"kept_for": KEPT_FOR})

    def take(self, kinds: Collection[str]) -> TakenJob | None:
        """The job of these kinds that has waited longest, or whose worker has died."""
        token = uuid4()
        asked = {"token": token, "kinds": list(kinds), "dead_after": DEAD_AFTER}
        with self._host.begin() as connection:
            row = connection.execute(_TAKE, asked).first()
        return None if row is None else TakenJob(self._host, Job(*row), token)


class TakenJob:
    """A job in the hands of one who does it, until another takes it over."""

    def __init__(self, host: Host, job: Job, token: UUID) -> None:
        self.job = job
        self._host = host
        self._mine = {"job": job.id, "token": token}

    def beat(self) -> None:
        """Show that it is still being done."""
        self._write(_BEAT)

    def put(self, number: int, made: bytes) -> bool:
        """Write down what a step made; whether somebody wishes it to stop."""
        return self._write(_STEP_DONE, made, number=number)

    def end(self, failure: str = "") -> None:
        """It is done, or stopped, or failed."""
        self._write(_END, failure=failure)

    def give_back(self, *, unused: bool = True) -> None:
        """Let another do the rest; ``unused`` where it was not for its own fault."""
        self._write(_GIVE_BACK, unused=int(unused))

    def _write(self, statement: Any, made: bytes | None = None, **values: Any) -> bool:
        with self._host.begin() as connection:
            row = connection.execute(statement, {**self._mine, **values}).first()
            if row is None:
                raise JobLost
            if made is not None:
                step = {"job": self.job.id, "number": values["number"], "made": made}
                connection.execute(_STEP, step)
            return bool(row.stop_wished)
