"""A worker of a host as a process of its own, whose checks take their time.

It says on standard output which steps it does, so that a test can tell who did what. With a port
it is the worker that ``topboard serve`` starts, to which every event is a large one.
"""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any

from topboard._frozen import replace
from topboard.cli import main as topboard_command
from topboard.storage.postgres import jobs
from topboard.web import app, hosted_jobs
from topboard.web.desk import check as checking
from topboard.web.hosted_repository import HostedRepository

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from topboard.storage.session import EventSnapshot
    from topboard.web.jobs import JobType

# A test does not wait as long as a host does before it takes a worker for dead.
jobs.DEAD_AFTER, hosted_jobs.BEAT_EVERY, hosted_jobs.LOOK_EVERY = 1.5, 0.3, 0.1


def slow_down(kind: JobType[Any], seconds: float) -> JobType[Any]:
    """A type of job whose steps take that long and are reported."""

    def steps(snapshot: EventSnapshot, asked: Mapping[str, str], after: int) -> Iterator[Any]:
        for number, made in enumerate(kind.steps(snapshot, asked, after), start=after + 1):
            print(number, flush=True)
            time.sleep(seconds)
            yield made

    return replace(kind, steps=steps)


def main(url: str, seconds: float, port: str = "") -> None:
    """Work until somebody ends the process."""
    check = slow_down(checking.CHECK, seconds)
    if port:
        app.JOB_TYPES, checking.MOST_AT_ONCE = (check,), 20
        topboard_command(["serve", url, "--port", port])
        return
    HostedRepository(url).open_job_queue([check])
    print("ready", flush=True)
    time.sleep(600)


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]), *sys.argv[3:])
