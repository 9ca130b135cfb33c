"""Background jobs: their specification, their progress, and how they are stopped.

The specification describes a job completely: its type, its event and the request. Any worker on a
server can therefore run the job or continue it after the completed steps. The repository determines
where jobs are stored and run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Generic, Protocol, TypeVar
from urllib.parse import urlencode

from topboard._frozen import dataclass, field
from topboard.errors import BadInput, Problem, Refused
from topboard.event.codec import dump_record_as_json, load_record_from_json
from topboard.messages import say
from topboard.storage.session import EventSnapshot

Step = TypeVar("Step")
Shown = TypeVar("Shown", covariant=True)


@dataclass(frozen=True, slots=True)
class JobType(Generic[Step]):
    """A type of background job: the function that runs its steps, and their result format."""

    name: str
    steps: Callable[[EventSnapshot, Mapping[str, str], int], Iterator[Step]]
    """The function that yields the result of each step.

    Its arguments are the event when the job began, the request, and the number of completed steps.
    """
    dump: Callable[[Step], bytes]
    load: Callable[[bytes], Step]
    at_once: int = 1
    """The number of items, such as rounds or pages, in each step."""

    def count_items_done(self, steps: int, total: int) -> int:
        """Return how many of the ``total`` items are done after ``steps`` steps."""
        return min(total, steps * self.at_once)


def build_record_job_type(
    name: str,
    steps: Callable[[EventSnapshot, Mapping[str, str], int], Iterator[Step]],
    record: type[Step],
) -> JobType[Step]:
    """Return a job type whose results are instances of the dataclass ``record``, stored as JSON."""
    return JobType(
        name,
        steps,
        dump=lambda made: dump_record_as_json(made).encode(),
        load=lambda text: load_record_from_json(record, text.decode()),
    )


@dataclass(frozen=True, slots=True)
class JobSpec(Generic[Step]):
    """The specification of a job. Equal requests for the same event share one job."""

    kind: JobType[Step]
    event: str
    """The name of the event in URLs."""
    asked: Mapping[str, str] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """Return a string that identifies the job."""
        return f"{self.kind.name}/{self.event}?{urlencode(self.asked)}"


class Job(Protocol[Shown]):
    """A background job and its progress."""

    @property
    def item_count(self) -> int:
        """Return the number of items, such as rounds or pages, that the job consists of."""

    @property
    def items_done(self) -> int:
        """Return the number of items done so far."""

    @property
    def last_entry(self) -> int:
        """Return the number of the last journal entry that the job uses."""

    @property
    def result(self) -> Sequence[Shown]:
        """Return the results of the completed steps."""

    @property
    def problems(self) -> Sequence[Problem]:
        """Return the problems that made the job fail, or an empty sequence."""

    @property
    def running(self) -> bool:
        """Return whether the job is still running."""

    @property
    def stopping(self) -> bool:
        """Return whether the job will stop after the current step."""

    @property
    def stopped(self) -> bool:
        """Return whether the job ended early because a user stopped it."""

    def stop(self) -> None:
        """Ask the job to stop after the current step."""


class JobQueue(Protocol):
    """The background jobs of a desk, found by their specifications."""

    def find_job(self, job_spec: JobSpec[Step]) -> Job[Step] | None:
        """Return the job with this specification, running or finished, or None if there is none."""

    def start_job(self, job_spec: JobSpec[Step], total: int, last_entry: int) -> Job[Step]:
        """Start a job, or return it if it is already running.

        Raise ``Refused`` if too many jobs are running.
        """

    def discard_job(self, job_spec: JobSpec[Step]) -> None:
        """Stop the job with this specification, and delete its results."""

    def close(self) -> None:
        """Close the queue, because the desk is closing."""


def too_many_jobs_error() -> Refused:
    """Return the error that refuses a new job because too many jobs are running."""
    remedy = say("Wait until a job has finished, or stop one.")
    return Refused([Problem(say("Too many background jobs are running."), remedy=remedy)])


def list_failure_problems(failure: Exception) -> tuple[Problem, ...]:
    """Return the problems that explain why a job failed."""
    if isinstance(failure, BadInput):
        return failure.problems
    name = type(failure).__name__
    what = say("The background job failed unexpectedly: {name}: {error}", name=name, error=failure)
    return (Problem(what),)
