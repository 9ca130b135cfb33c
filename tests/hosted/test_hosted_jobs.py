"""Long work on a host: any worker does it, another one goes on, and every step is done once."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager, suppress
from threading import Semaphore
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from argon2 import PasswordHasher

from tests.sample_event import SAMPLE, create_sample_event
from tests.web.desk_client import Visitor
from topboard._frozen import replace
from topboard.errors import Refused
from topboard.storage.postgres import jobs as table
from topboard.storage.postgres.jobs import Jobs
from topboard.storage.postgres.journal import PostgresJournal
from topboard.storage.session import JournalSession
from topboard.web import hosted_jobs
from topboard.web.accounts import Role
from topboard.web.desk.check import CHECK, check_published_rounds
from topboard.web.folder_repository import FolderRepository
from topboard.web.hosted_jobs import MOST_TAKINGS, HostedJobQueue
from topboard.web.hosted_repository import HostedRepository
from topboard.web.jobs import JobSpec

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from tools.postgres import PostgresServer
    from topboard.web.hosted_jobs import HostedJob
    from topboard.web.jobs import JobType
    from topboard.web.repository import EventHandle

ROUNDS = 7
SPEC = JobSpec(CHECK, SAMPLE)


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of the sample event."""
    folder = tmp_path_factory.mktemp("sample")
    create_sample_event(FolderRepository(folder))
    return folder / f"{SAMPLE}.topboard"


@pytest.fixture
def repository(sample: Path, url: str) -> Iterator[HostedRepository]:
    """A host with the sample event."""
    found = HostedRepository(url)
    with JournalSession.open(sample) as file:
        PostgresJournal.create(found.host, SAMPLE, file.journal.load_stored_entries())
    yield found
    found.close()


@pytest.fixture
def handle(repository: HostedRepository) -> EventHandle:
    """The sample event on a host."""
    return repository.event(SAMPLE)


@pytest.fixture
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that takes over does not wait as long as on a real host."""
    monkeypatch.setattr(table, "DEAD_AFTER", 1.5)
    for name in ("BEAT_EVERY", "LOOK_EVERY", "TRY_AGAIN_AFTER"):
        monkeypatch.setattr(hosted_jobs, name, 0.1)


@pytest.fixture
def make_jobs(
    repository: HostedRepository, short_waits: None
) -> Iterator[Callable[..., HostedJobQueue]]:
    """Makes the job queue of a worker in this process; without threads it only looks."""

    def start_queue(kinds: Iterable[JobType[Any]] = (), workers: int = 0) -> HostedJobQueue:
        found = HostedJobQueue(repository.event, repository.host, kinds, workers=workers)
        opened.append(found)
        return found

    opened: list[HostedJobQueue] = []
    yield start_queue
    for one in opened:
        one.close()


@contextmanager
def worker(url: str, *port: str, held_up: bool = False) -> Iterator[subprocess.Popen[str]]:
    """Another worker of the host. If it is held up, each of its steps waits to be let through."""
    way = "held-up" if held_up else "free"
    command = [sys.executable, "-m", "tests.hosted.slow_worker", url, way, *port]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def let_through(process: subprocess.Popen[str], steps: int = ROUNDS) -> None:
    """Let a worker that is held up do some steps."""
    assert process.stdin is not None
    process.stdin.write("\n" * steps)
    process.stdin.flush()


def wait_until_ready(*processes: subprocess.Popen[str]) -> None:
    """Wait until these work."""
    for one in processes:
        assert one.stdout is not None
        assert one.stdout.readline() == "ready\n"


def steps_reported(process: subprocess.Popen[str]) -> list[int]:
    """The steps that a worker which has ended began."""
    assert process.stdout is not None
    return [int(line) for line in process.stdout if line.strip().isdigit()]


def steps_until_it_leaves(process: subprocess.Popen[str]) -> list[int]:
    """The steps that a worker began until it left the check, finished or not."""
    assert process.stdout is not None
    return [int(line) for line in iter(process.stdout.readline, "left\n")]


def wait_for_job(
    jobs: HostedJobQueue, reached: Callable[[HostedJob[Any]], bool], seconds: float = 30
) -> HostedJob[Any]:
    """The work as soon as it is so far."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = jobs.find_job(SPEC)
        assert found is not None
        if reached(found):
            return found
        time.sleep(0.05)
    raise AssertionError(f"never came: {found.items_done} of {found.item_count}, {found.problems}")


def test_a_killed_worker_leaves_the_rest_to_another_and_no_step_is_done_twice(
    url: str, handle: EventHandle, make_jobs: Callable[..., HostedJobQueue]
) -> None:
    jobs, snapshot = make_jobs(), handle.snapshot()
    with worker(url, held_up=True) as first, worker(url) as second:
        wait_until_ready(first, second)
        # The second one is there all the time, and leaves alone what is being done.
        second.send_signal(signal.SIGSTOP)
        jobs.start_job(SPEC, ROUNDS, snapshot.event.last)
        let_through(first, 2)
        wait_for_job(jobs, lambda work: work.items_done == 2)
        second.send_signal(signal.SIGCONT)
        let_through(first, 1)
        wait_for_job(jobs, lambda work: work.items_done >= 3)
        first.kill()
        work = wait_for_job(jobs, lambda work: not work.running)
        second.kill()
        by_first, by_second = steps_reported(first), steps_reported(second)

    assert list(work.result) == list(check_published_rounds(snapshot))
    assert (work.items_done, work.item_count, work.stopped, work.problems) == (
        ROUNDS,
        ROUNDS,
        False,
        (),
    )
    assert by_first[:3] == [1, 2, 3]
    assert by_second == list(range(by_second[0], ROUNDS + 1))
    # What the first was at when it died is done again, and nothing else.
    assert by_first[-1] - by_second[0] in (-1, 0)


def test_a_worker_wrongly_presumed_dead_writes_nothing_more(
    url: str, handle: EventHandle, make_jobs: Callable[..., HostedJobQueue]
) -> None:
    jobs, snapshot = make_jobs(), handle.snapshot()
    with worker(url, held_up=True) as first:
        wait_until_ready(first)
        jobs.start_job(SPEC, ROUNDS, snapshot.event.last)
        let_through(first, 2)
        wait_for_job(jobs, lambda work: work.items_done == 2)
        first.send_signal(signal.SIGSTOP)
        make_jobs([CHECK], workers=1)
        work = wait_for_job(jobs, lambda work: not work.running)
        first.send_signal(signal.SIGCONT)
        let_through(first)
        by_first = steps_until_it_leaves(first)

    assert by_first == [1, 2, 3]
    assert list(work.result) == list(check_published_rounds(snapshot))


def test_a_stop_request_at_one_worker_stops_the_job_at_another(
    url: str, handle: EventHandle, make_jobs: Callable[..., HostedJobQueue]
) -> None:
    jobs, snapshot = make_jobs(), handle.snapshot()
    with worker(url, held_up=True) as first:
        wait_until_ready(first)
        jobs.start_job(SPEC, ROUNDS, snapshot.event.last)
        let_through(first, 1)
        wait_for_job(jobs, lambda work: work.items_done == 1).stop()
        stopping = jobs.find_job(SPEC)
        let_through(first)
        work = wait_for_job(jobs, lambda work: not work.running)
        by_first = steps_until_it_leaves(first)

    assert stopping is not None
    assert stopping.stopping
    assert work.stopped
    assert by_first == list(range(1, work.items_done + 1))
    assert list(work.result) == list(check_published_rounds(snapshot))[: work.items_done]
    assert work.items_done < ROUNDS


def gate_steps(kind: JobType[Any]) -> tuple[JobType[Any], Semaphore]:
    """A kind of work each of whose steps waits to be let through."""
    gate = Semaphore(0)

    def steps(*asked: Any) -> Iterator[Any]:
        for made in kind.steps(*asked):
            gate.acquire()
            yield made

    return replace(kind, steps=steps), gate


def test_a_step_may_last_longer_than_the_timeout_for_a_dead_worker(
    handle: EventHandle, make_jobs: Callable[..., HostedJobQueue]
) -> None:
    check, gate = gate_steps(CHECK)
    first, snapshot = make_jobs([check], workers=1), handle.snapshot()
    first.start_job(SPEC, ROUNDS, snapshot.event.last)
    gate.release()
    wait_for_job(first, lambda work: work.items_done == 1)
    second = make_jobs([CHECK], workers=1)
    time.sleep(1.4 * table.DEAD_AFTER)
    assert wait_for_job(second, lambda work: work.running).items_done == 1
    gate.release(ROUNDS)
    assert wait_for_job(first, lambda work: not work.running).items_done == ROUNDS


def test_the_database_may_be_restarted_during_a_job(
    handle: EventHandle, make_jobs: Callable[..., HostedJobQueue], postgres: PostgresServer
) -> None:
    check, gate = gate_steps(CHECK)
    jobs, snapshot = make_jobs([check], workers=1), handle.snapshot()
    jobs.start_job(SPEC, ROUNDS, snapshot.event.last)
    gate.release(3)
    wait_for_job(jobs, lambda work: work.items_done == 3)
    postgres.stop("immediate")
    # A step is done while nobody can write it down.
    gate.release()
    time.sleep(0.5)
    postgres.start()
    gate.release(ROUNDS)
    work = wait_for_job(jobs, lambda work: not work.running)

    assert list(work.result) == list(check_published_rounds(snapshot))
    assert not work.problems


def test_a_failed_job_is_reported_at_every_worker(
    handle: EventHandle, make_jobs: Callable[..., HostedJobQueue]
) -> None:
    def steps(*asked: Any) -> Iterator[Any]:
        yield next(CHECK.steps(*asked))
        raise ValueError("broken")

    make_jobs([replace(CHECK, steps=steps)], workers=1)
    jobs = make_jobs()
    jobs.start_job(SPEC, ROUNDS, handle.snapshot().event.last)
    work = wait_for_job(jobs, lambda work: not work.running)

    assert list(map(str, work.problems)) == [
        "The background job failed unexpectedly: ValueError: broken"
    ]
    assert (work.items_done, len(work.result), work.stopped) == (1, 1, False)


def test_a_step_that_kills_workers_is_not_retried_forever(
    repository: HostedRepository,
    handle: EventHandle,
    make_jobs: Callable[..., HostedJobQueue],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    jobs = make_jobs()
    jobs.start_job(SPEC, ROUNDS, handle.snapshot().event.last)
    monkeypatch.setattr(table, "DEAD_AFTER", 0.0)
    assert all(Jobs(repository.host).take_next_job([CHECK.name]) for _ in range(MOST_TAKINGS))
    make_jobs([CHECK], workers=1)
    work = wait_for_job(jobs, lambda work: not work.running)

    assert list(map(str, work.problems)) == [
        "The job was stopped because 3 workers failed at the same step."
    ]


def test_a_worker_that_closes_lets_another_continue_at_once(
    handle: EventHandle, make_jobs: Callable[..., HostedJobQueue], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "DEAD_AFTER", 3600.0)
    check, gate = gate_steps(CHECK)
    first, snapshot = make_jobs([check], workers=1), handle.snapshot()
    first.start_job(SPEC, ROUNDS, snapshot.event.last)
    gate.release(2)
    wait_for_job(first, lambda work: work.items_done == 2)
    first.close()
    second = make_jobs([CHECK], workers=1)
    work = wait_for_job(second, lambda work: not work.running)
    # The first comes to the end of its step, and has nothing more to say.
    gate.release(ROUNDS)
    first.close()

    assert list(work.result) == list(check_published_rounds(snapshot))


def test_too_many_jobs_are_refused_with_a_message(
    handle: EventHandle, make_jobs: Callable[..., HostedJobQueue], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "MOST_OF_AN_EVENT", 1)
    jobs = make_jobs()
    jobs.start_job(SPEC, ROUNDS, handle.snapshot().event.last)
    with pytest.raises(Refused, match="Too many background jobs are running"):
        jobs.start_job(JobSpec(CHECK, SAMPLE, {"another": "one"}), ROUNDS, 1)
    jobs.discard_job(SPEC)
    assert jobs.find_job(SPEC) is None


# --- with pages -----------------------------------------------------------------------------------

CHECK_PAGE = f"/e/{SAMPLE}/check"
PASSWORD = "a long password"


@pytest.fixture
def chief(repository: HostedRepository) -> None:
    """Somebody who may sign in."""
    repository.accounts._password_hasher = PasswordHasher(time_cost=1, memory_cost=64)
    repository.accounts.add_user("chief", Role.CHIEF, PASSWORD)


def free_ports(count: int) -> list[int]:
    """Ports at which nobody listens."""
    with ExitStack() as stack:
        probes = [stack.enter_context(socket.socket()) for _ in range(count)]
        for probe in probes:
            probe.bind(("127.0.0.1", 0))
        return [probe.getsockname()[1] for probe in probes]


def sign_in_chief(port: str) -> Visitor:
    """The chief at a worker, as soon as it serves."""
    visitor = Visitor(f"http://127.0.0.1:{port}")
    for _ in range(300):
        with suppress(httpx.TransportError):
            visitor.send("/sign-in", name="chief", password=PASSWORD)
            return visitor
        time.sleep(0.1)
    raise AssertionError("the worker never served")


def wait_for_page(visitor: Visitor, told: str) -> str:
    """The words of the page of the check as soon as it says this."""
    for _ in range(400):
        if told in (shown := visitor.text(CHECK_PAGE)):
            return shown
        time.sleep(0.05)
    raise AssertionError(f"{told!r} never came: {shown}")


def test_a_check_started_at_a_killed_worker_is_shown_complete_at_another(
    url: str, chief: None
) -> None:
    here, there = (str(port) for port in free_ports(2))
    with worker(url, here, held_up=True) as first, worker(url, there) as second:
        at_first, at_second = sign_in_chief(here), sign_in_chief(there)
        # The second one is busy elsewhere while the check begins.
        second.send_signal(signal.SIGSTOP)
        at_first.send(CHECK_PAGE)
        let_through(first, 2)
        wait_for_page(at_first, f"2 of {ROUNDS} rounds checked")
        second.send_signal(signal.SIGCONT)
        assert f"of {ROUNDS} rounds checked" in at_second.text(CHECK_PAGE)
        first.kill()
        shown = wait_for_page(
            at_second, f"{ROUNDS} of {ROUNDS} rounds were checked, using the journal up to"
        )
        Visitor.close_all()
        second.kill()
        by_second = steps_reported(second)

    assert shown.count("matches the rules") == ROUNDS
    assert "Stopped" not in shown
    assert by_second == list(range(by_second[0], ROUNDS + 1))
    assert by_second[0] > 1
