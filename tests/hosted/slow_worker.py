"""A worker of a host as a process of its own, whose checks can be held up.

It says on standard output which steps it does and when it leaves a check, so that a test can tell
who did what. If it is held up, each step waits for a line on standard input. With a port it is the
worker that ``topboard serve`` starts, to which every event is a large one.
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


def report_steps(kind: JobType[Any], *, held_up: bool) -> JobType[Any]:
    """A type of job whose steps are reported, and wait to be let through if it is held up."""

    def steps(snapshot: EventSnapshot, asked: Mapping[str, str], after: int) -> Iterator[Any]:
        try:
            for number, made in enumerate(kind.steps(snapshot, asked, after), start=after + 1):
                print(number, flush=True)
                if held_up:
                    sys.stdin.readline()
                yield made
        finally:
            print("left", flush=True)

    return replace(kind, steps=steps)


def main(url: str, way: str, port: str = "") -> None:
    """Work until somebody ends the process."""
    check = report_steps(checking.CHECK, held_up=way == "held-up")
    if port:
        app.JOB_TYPES, checking.MOST_AT_ONCE = (check,), 20
        topboard_command(["serve", url, "--port", port])
        return
    HostedRepository(url).open_job_queue([check])
    print("ready", flush=True)
    time.sleep(600)


if __name__ == "__main__":
    main(*sys.argv[1:])
