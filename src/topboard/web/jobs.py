"""Background jobs: what is to be done, its progress, and a way to stop it.

A job is described entirely by its specification: its type, its event and what was requested. Anyone
who reads it can do the job, including another worker of the same server, and continue after the
steps that are done. Where jobs are kept, and who does them, depends on the repository of the
events.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, Protocol, TypeVar
from urllib.parse import urlencode

from topboard._frozen import dataclass, field
from topboard.errors import BadInput, Problem, Refused
from topboard.event.codec import dump_json, load_record
from topboard.messages import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from topboard.web.repository import EventSnapshot

Step = TypeVar("Step")
Shown = TypeVar("Shown", covariant=True)


@dataclass(frozen=True, slots=True)
class JobType(Generic[Step]):
    """A type of background job: its steps, and how a step is stored."""

    name: str
    steps: Callable[[EventSnapshot, Mapping[str, str], int], Iterator[Step]]
    """The function that yields the steps.

    It gets the event as it was when the job began, what was requested, and how many steps are done.
    """
    written: Callable[[Step], bytes]
    read: Callable[[bytes], Step]
    at_once: int = 1
    """How many of the counted items, such as rounds or pages, one step does."""

    def counted(self, steps: int, total: int) -> int:
        """Return how much of the total this many steps have done."""
        return min(total, steps * self.at_once)


def kind_of_records(
    name: str,
    steps: Callable[[EventSnapshot, Mapping[str, str], int], Iterator[Step]],
    record: type[Step],
) -> JobType[Step]:
    """Return a type of job whose steps are frozen records."""
    return JobType(
        name,
        steps,
        written=lambda made: dump_json(made).encode(),
        read=lambda text: load_record(record, text.decode()),
    )


@dataclass(frozen=True, slots=True)
class JobSpec(Generic[Step]):
    """The specification of a job; equal requests about the same event mean the same job."""

    kind: JobType[Step]
    event: str
    """The name of the event in addresses."""
    asked: Mapping[str, str] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """Return the specification as a single text."""
        return f"{self.kind.name}/{self.event}?{urlencode(self.asked)}"


class Job(Protocol[Shown]):
    """A background job with its progress."""

    @property
    def total(self) -> int:
        """Return how much there is to do."""

    @property
    def done(self) -> int:
        """Return how much of it is done."""

    @property
    def last_entry(self) -> int:
        """Return the last journal entry that the job knows."""

    @property
    def result(self) -> Sequence[Shown]:
        """Return the results of the steps."""

    @property
    def problems(self) -> Sequence[Problem]:
        """Return the problems that made it fail, if it failed."""

    @property
    def running(self) -> bool:
        """Return whether the job has neither ended nor failed yet."""

    @property
    def stopping(self) -> bool:
        """Return whether it stops after the current step."""

    @property
    def stopped(self) -> bool:
        """Return whether it ended early because somebody stopped it."""

    def stop(self) -> None:
        """Stop after the current step."""


class JobQueue(Protocol):
    """The background jobs of a desk by their specifications."""

    def of(self, job_spec: JobSpec[Step]) -> Job[Step] | None:
        """Return the job for a specification, running or ended."""

    def begin(self, job_spec: JobSpec[Step], total: int, last_entry: int) -> Job[Step]:
        """Start the job for a specification, or return the one that is already running."""

    def forget(self, job_spec: JobSpec[Step]) -> None:
        """Stop the job for a specification, and keep nothing of it."""

    def close(self) -> None:
        """Stop doing jobs here, because the desk closes."""


def too_many() -> Refused:
    """Return the error that too many jobs are running to start another one."""
    remedy = say("wait until one has ended, or stop it")
    return Refused([Problem(say("too many long works are going on"), remedy=remedy)])


def problems_of(failure: Exception) -> tuple[Problem, ...]:
    """Return the problems that made a job fail."""
    if isinstance(failure, BadInput):
        return failure.problems
    name = type(failure).__name__
    what = say("the work ended unexpectedly: {name}: {error}", name=name, error=failure)
    return (Problem(what),)
