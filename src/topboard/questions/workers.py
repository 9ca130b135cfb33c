"""Processes that answer questions, each of which is stopped if it takes too long.

Only a process of its own can be stopped at any moment. A worker keeps nothing from one question for
the next one.
"""

from __future__ import annotations

import json
import logging
import signal
import sys
from contextlib import suppress
from multiprocessing import get_context
from queue import Empty, Queue
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any

from topboard._frozen import dataclass
from topboard.messages import say_count
from topboard.questions.answers import QUESTIONS
from topboard.questions.failures import Failure, build_failure, describe_error
from topboard.questions.sent_events import SentEvent

if TYPE_CHECKING:
    from collections.abc import Mapping
    from multiprocessing.connection import Connection

LOG = logging.getLogger("topboard.questions")
MOST_MEMORY = 4 * 2**30
"""The address space that a worker may use, in bytes, on systems that can limit it."""
START_PROCESS = get_context("spawn")


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a server that answers questions."""

    seconds: float = 30
    """How long an answer may take."""
    participants: int = 5_000
    body_bytes: int = 20_000_000
    workers: int = 2
    """The number of questions that are answered at the same time."""
    waiting: int = 16
    """The number of further questions that may wait."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question by its name, with the event and the options of the question."""

    name: str
    sent: SentEvent
    options: Mapping[str, Any]


def answer_question(question: Question) -> bytes | Failure:
    """Return the answer as JSON, or the reason why there is none."""
    try:
        found = QUESTIONS[question.name](question.sent, **question.options)
        return json.dumps(found, ensure_ascii=False).encode()
    except Exception as error:
        failure = describe_error(error)
        if failure.kind == "error":
            LOG.exception("The question %s failed.", question.name)
        return failure


class Worker:
    """A process that answers one question at a time."""

    def __init__(self) -> None:
        self._connection, other = START_PROCESS.Pipe()
        self._process = START_PROCESS.Process(target=run_worker, args=(other,), daemon=True)
        self._process.start()
        other.close()

    def is_alive(self) -> bool:
        """Return whether the process is still there."""
        return self._process.is_alive()

    def answer(self, question: Question, seconds: float) -> bytes | Failure | None:
        """Return the answer, or None if the process ended or took longer than ``seconds``."""
        try:
            self._connection.send(question)
            if not self._connection.poll(seconds):
                return None
            found: bytes | Failure = self._connection.recv()
        except (EOFError, OSError):
            return None
        return found

    def stop(self) -> None:
        """End the process at once."""
        self._connection.close()
        self._process.kill()
        self._process.join()
        self._process.close()


def run_worker(connection: Connection) -> None:
    """Answer questions until the other end of the connection is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _limit_memory()
    while True:
        try:
            question = connection.recv()
        except (EOFError, OSError):
            return
        connection.send(answer_question(question))


def _limit_memory() -> None:
    if sys.platform == "win32":
        return
    # Seam: Windows has no such module.
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_AS)
    if most == resource.RLIM_INFINITY or most > MOST_MEMORY:
        # Where the system refuses this limit, the limits on the size of questions remain.
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, most))


class WorkerPool:
    """A number of workers, and a bounded queue of questions that wait for one of them."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._idle: Queue[Worker | None] = Queue()
        for _ in range(limits.workers):
            # A worker starts when it is needed for the first time.
            self._idle.put(None)
        self._lock, self._count, self._is_closed = Lock(), 0, False

    def has_room(self) -> bool:
        """Return whether another question may wait."""
        return self._count < self.limits.workers + self.limits.waiting

    def answer(self, question: Question) -> bytes | Failure:
        """Return the answer to a question, waiting for a worker if all of them are busy."""
        with self._lock:
            if self._is_closed or not self.has_room():
                return Failure("busy")
            self._count += 1
        try:
            return self._answer_with_idle_worker(question)
        finally:
            with self._lock:
                self._count -= 1

    def _answer_with_idle_worker(self, question: Question) -> bytes | Failure:
        began = monotonic()
        try:
            worker = self._idle.get(timeout=self.limits.seconds)
        except Empty:
            return Failure("busy")
        found = None
        try:
            if worker is not None and not worker.is_alive():
                worker.stop()
                worker = None
            worker = worker or Worker()
            began = monotonic()
            found = worker.answer(question, self.limits.seconds)
        finally:
            if found is None and worker is not None:
                worker.stop()
                worker = None
            self._idle.put(worker)
        if found is not None:
            return found
        if monotonic() - began < self.limits.seconds:
            LOG.error("A worker ended while it answered the question %s.", question.name)
            return Failure("error")
        return build_failure(
            "time-limit",
            say_count(
                "the answer takes longer than {count} second",
                "the answer takes longer than {count} seconds",
                round(self.limits.seconds),
            ),
        )

    def close(self) -> None:
        """End all workers that answer no question. Later questions are refused."""
        with self._lock:
            self._is_closed = True
        while True:
            try:
                worker = self._idle.get_nowait()
            except Empty:
                return
            if worker is not None:
                worker.stop()
