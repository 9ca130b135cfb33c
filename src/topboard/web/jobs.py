"""Long work in the background: what is to be done, how far it has come, and a way to stop it.

A work is described by its errand alone: its kind, its event and what was asked. So whoever reads
the description can do it, also another worker of the same host, and go on after the steps that
are done. Where works are kept, and who does them, depends on the home of the events.
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
    """A kind of long work: how it is done, step by step, and how a step is written down."""

    name: str
    steps: Callable[[EventSnapshot, Mapping[str, str], int], Iterator[Step]]
    """By the event as it was when the work began, what was asked, and how many steps are done."""
    written: Callable[[Step], bytes]
    read: Callable[[bytes], Step]
    at_once: int = 1
    """How many of what is counted, rounds or sheets, a step does."""

    def counted(self, steps: int, total: int) -> int:
        """How many of the total so many steps have done."""
        return min(total, steps * self.at_once)


def kind_of_records(
    name: str,
    steps: Callable[[EventSnapshot, Mapping[str, str], int], Iterator[Step]],
    record: type[Step],
) -> JobType[Step]:
    """A kind of work whose steps are frozen records."""
    return JobType(
        name,
        steps,
        written=lambda made: dump_json(made).encode(),
        read=lambda text: load_record(record, text.decode()),
    )


@dataclass(frozen=True, slots=True)
class JobSpec(Generic[Step]):
    """What is to be done; whoever asks the same of the same event means the same work."""

    kind: JobType[Step]
    event: str
    """The word for the event in addresses."""
    asked: Mapping[str, str] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """The errand in one text."""
        return f"{self.kind.name}/{self.event}?{urlencode(self.asked)}"


class Job(Protocol[Shown]):
    """One long work, as far as it has come."""

    @property
    def total(self) -> int:
        """How much there is to do."""

    @property
    def done(self) -> int:
        """How much of it is done."""

    @property
    def last_entry(self) -> int:
        """The last entry of the journal that the work knows of."""

    @property
    def result(self) -> Sequence[Shown]:
        """What the steps made."""

    @property
    def problems(self) -> Sequence[Problem]:
        """What it has to say of its failure, where it failed."""

    @property
    def running(self) -> bool:
        """Whether the work has neither ended nor failed yet."""

    @property
    def stopping(self) -> bool:
        """Whether it ends after the step it is at."""

    @property
    def stopped(self) -> bool:
        """Whether it ended early because somebody wished so."""

    def stop(self) -> None:
        """Let it end after the step it is at."""


class JobQueue(Protocol):
    """The long works of a desk by their errands."""

    def of(self, job_spec: JobSpec[Step]) -> Job[Step] | None:
        """The work on an errand, running or ended."""

    def begin(self, job_spec: JobSpec[Step], total: int, last_entry: int) -> Job[Step]:
        """Begin the work on an errand; where it is going on already, that one is the answer."""

    def forget(self, job_spec: JobSpec[Step]) -> None:
        """Stop the work on an errand, and keep nothing of it."""

    def close(self) -> None:
        """The desk closes: nothing more is done here."""


def too_many() -> Refused:
    """So many works are going on already that no other can be begun."""
    remedy = say("wait until one has ended, or stop it")
    return Refused([Problem(say("too many long works are going on"), remedy=remedy)])


def problems_of(failure: Exception) -> tuple[Problem, ...]:
    """What a work has to say of its failure."""
    if isinstance(failure, BadInput):
        return failure.problems
    name = type(failure).__name__
    what = say("the work ended unexpectedly: {name}: {error}", name=name, error=failure)
    return (Problem(what),)
