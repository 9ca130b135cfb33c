"""Benchmarks of a server with many events and many simultaneous writers, and a check for losses."""

from __future__ import annotations

import multiprocessing
import random
import shutil
import statistics
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks import large, web
from benchmarks.timing import Figure, milliseconds
from tools.postgres import program_path, running_server

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Future

    from tools.postgres import PostgresServer

WRITERS, EVENTS = 8, 50
SECONDS = 5.0
"""The number of seconds for which the writers save actions before the server is stopped."""
WORKERS, CLIENTS, AT_ONCE = 2, 8, 300
BEFORE = 2
"""The number of boards entered before measuring, so that every worker has loaded every event."""
PACED, PRESSED = 2, 2
"""The number of boards entered at a steady pace, and the number entered without a pause."""
EVERY = 10.0
"""The number of seconds between two results of one event."""
PLAYERS, ROUNDS = 40, 3
NAME, PASSWORD = "bench", "a long password"


@dataclass(frozen=True, slots=True)
class ConfirmedAction:
    """An action that the server has confirmed as saved."""

    event: str
    number: int
    hash: str
    when: float


def host() -> Iterator[Figure]:
    """Yield the results for a server, or a note that PostgreSQL is not installed."""
    try:
        program_path("initdb")
    except AssertionError as error:
        yield Figure("NOTHING OF A HOST WAS MEASURED", "?", "", str(error))
        return
    # The server waits for its disk, because no action may be lost in a power failure.
    with running_server(durable=True) as server:
        yield from actions_per_second(server)
        yield from results_entered(server)


# --- saved actions ------------------------------------------------------------------------------


def actions_per_second(server: PostgresServer) -> Iterator[Figure]:
    """Yield how many actions per second a server saves, and how many a sudden stop loses."""
    url = server.create_database()
    _create_events(url)
    bare = _bare_commits(url)
    with _writers() as pool:
        writing = [pool.submit(_write, url, writer) for writer in range(WRITERS)]
        _wait_until_all_write(url, writing)
        time.sleep(SECONDS)
        server.stop("immediate")
        done = [future.result() for future in writing]
    server.start()
    kept = [one for acts, _ in done for one in acts]
    # Only the time in which all writers were active counts.
    begin = max(acts[0].when for acts, _ in done)
    end = min(acts[-1].when for acts, _ in done)
    rate = sum(begin < one.when <= end for one in kept) / (end - begin)
    processor = sum(spent for _, spent in done) / len(kept)
    missing, gaps = _count_losses(url, kept)
    who = f"{WRITERS} writers on {EVENTS} events"
    note = f"wall; a bare commit {bare:,.0f} a second: {bare / rate:.1f} x"
    yield Figure(f"acts a second, {who}", f"{rate:,.0f}", "", note)
    yield Figure("  of the processor of a writer, for an act", milliseconds(processor))
    yield Figure("  acknowledged until the server was stopped at once", f"{len(kept):,}")
    yield Figure("  of these missing when it runs again", str(missing), "0")
    yield Figure("  gaps between entries", str(gaps), "0")


def _writers() -> ProcessPoolExecutor:
    # A forked process would share the connections of this one, so processes are spawned.
    return ProcessPoolExecutor(WRITERS, multiprocessing.get_context("spawn"))


def _slug(number: int) -> str:
    return f"event-{number}"


def _create_events(url: str) -> None:
    from topboard.event.session import ActionContext
    from topboard.storage.postgres.connections import Host
    from topboard.storage.postgres.journal import PostgresJournal
    from topboard.storage.postgres.migrations import set_up_server
    from topboard.storage.session import build_first_journal_entry

    with Host(url) as host:
        set_up_server(host)
        for number in range(EVENTS):
            hand = ActionContext("bench", "2026-08-01T10:00:00+00:00")
            PostgresJournal.create(host, _slug(number), *build_first_journal_entry("Event", hand))


def _wait_until_all_write(
    url: str, writing: list[Future[tuple[list[ConfirmedAction], float]]]
) -> None:
    import psycopg

    who = "SELECT count(DISTINCT who) FROM entry WHERE number > 1"
    with psycopg.connect(url, autocommit=True) as connection:
        while connection.execute(who).fetchall() != [(WRITERS,)]:
            for one in writing:
                assert not one.done(), one.result()
            time.sleep(0.2)


def _write(url: str, writer: int) -> tuple[list[ConfirmedAction], float]:
    """Save actions in random events until the server stops.

    Return the confirmed actions and the processor time used.
    """
    from topboard.errors import CannotReadOrWrite
    from topboard.event import actions as acts
    from topboard.event.session import ActionContext
    from topboard.model import EventInfo
    from topboard.storage.postgres.connections import Host
    from topboard.storage.postgres.journal import PostgresJournal
    from topboard.storage.session import JournalSession

    chance, kept = random.Random(writer), list[ConfirmedAction]()
    hand = ActionContext(f"writer {writer}", "2026-08-01T10:00:00+00:00")
    with Host.open(url) as host:
        slugs = [_slug(number) for number in range(EVENTS)]
        files = {slug: JournalSession(PostgresJournal.open(host, slug)) for slug in slugs}
        began = time.process_time()
        while True:
            slug = chance.choice(slugs)
            act = acts.ChangeDetails(f"act {len(kept)} of writer {writer}", EventInfo())
            try:
                made = files[slug].build_and_record(lambda _, act=act: act, hand)
            except CannotReadOrWrite:
                return kept, time.process_time() - began
            kept.append(ConfirmedAction(slug, made.entry.number, files[slug].head, time.time()))


def _count_losses(url: str, kept: list[ConfirmedAction]) -> tuple[int, int]:
    """Return how many confirmed actions are missing, and how many entry numbers are unused."""
    from topboard.storage.postgres.connections import Host
    from topboard.storage.postgres.journal import PostgresJournal

    missing = gaps = 0
    with Host.open(url) as host:
        for number in range(EVENTS):
            # The hash of each entry covers the hash of the previous one, so the chain is verified.
            there = {
                r.number: r.hash
                for r in PostgresJournal.open(host, _slug(number)).load_verified_entries()
            }
            mine = [one for one in kept if one.event == _slug(number)]
            missing += sum(there.get(one.number) != one.hash for one in mine)
            gaps += max(there) - len(there)
    return missing, gaps


def _bare_commits(url: str) -> float:
    """Return how many rows per second the same number of writers can insert without Topboard."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE TABLE bare (words text)")
    with _writers() as pool:
        done = list(pool.map(_commit, [url] * WRITERS))
    return sum(done)


def _commit(url: str) -> float:
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        count, began = 0, time.perf_counter()
        while time.perf_counter() < began + SECONDS / 2:
            connection.execute("INSERT INTO bare VALUES (%s)", ["act" * 50])
            count += 1
        return count / (time.perf_counter() - began)


# --- results entered ----------------------------------------------------------------------------


def results_entered(server: PostgresServer) -> Iterator[Figure]:
    """Yield how long it takes to enter a result while many events play a round at the same time.

    A server with PostgreSQL is compared with a desk that uses a data folder.
    """
    with tempfile.TemporaryDirectory() as folder:
        first = Path(folder) / f"{_slug(0)}.topboard"
        large.played(first, "fide_dutch_2026", PLAYERS, ROUNDS, open_round=True)
        for number in range(1, AT_ONCE):
            shutil.copy(first, first.with_name(f"{_slug(number)}.topboard"))
        url = server.create_database()
        _copy_to_host(first, url)
        with ExitStack() as stack:
            workers = [stack.enter_context(web.running_desk(url)) for _ in range(WORKERS)]
            taken = _post_results(workers, sign_in=True)
            memory = max(web.memory_in_use(process) for _, process in workers)
        with web.running_desk(folder) as desk:
            beside = _post_results([desk], sign_in=False)
    of = f"{AT_ONCE} events at once"
    p95, p95_beside = (web.percentile(one.paced, 95) for one in (taken, beside))
    yield Figure(
        f"a result, {of}, {WORKERS} workers, p95",
        milliseconds(p95),
        "< 100 ms",
        f"wall, each event one in {EVERY:.0f} s; {p95 / p95_beside:.1f} x one desk of a folder",
    )
    yield Figure("  median", milliseconds(statistics.median(taken.paced)), "", "wall")
    yield Figure(
        "  of the processor of the workers",
        milliseconds(taken.processor),
        "",
        f"{taken.processor / beside.processor:.1f} x one desk of a folder",
    )
    yield Figure(
        f"  {CLIENTS} clients without a pause, p95",
        milliseconds(web.percentile(taken.pressed, 95)),
        "",
        f"wall, {len(taken.pressed) / taken.seconds:.0f} results a second",
    )
    yield Figure(f"  memory of a worker, {of}", f"{memory:.0f} MB")


@dataclass(frozen=True, slots=True)
class EntryTimes:
    """How long it took to enter results, in seconds."""

    paced: list[float]
    """The time of each result entered at a steady pace, from the moment it was due."""
    pressed: list[float]
    seconds: float
    """The total time of all results in ``pressed``."""
    processor: float
    """The processor time of the desks for one result."""


def _copy_to_host(path: Path, url: str) -> None:
    from topboard.storage.postgres.connections import Host
    from topboard.storage.postgres.journal import PostgresJournal
    from topboard.storage.postgres.migrations import set_up_server
    from topboard.storage.sqlite import SqliteJournal
    from topboard.web.accounts import Role
    from topboard.web.hosted_repository import AccountsOnHost

    with SqliteJournal.open(path, read_only=True) as journal:
        records = journal.load_stored_entries()
    with Host(url) as host:
        set_up_server(host)
        AccountsOnHost(host).add_user(NAME, Role.CHIEF, PASSWORD)
        for number in range(AT_ONCE):
            PostgresJournal.create(host, _slug(number), records)


def _post_results(desks: list[tuple[int, int]], *, sign_in: bool) -> EntryTimes:
    """Post results, first at a steady pace and then without a pause, and return the times."""
    posters: list[web.Poster] = []
    for number in range(CLIENTS):
        port, _ = desks[number % len(desks)]
        posters.append(web.Poster(port, "/sign-in" if sign_in else _page(0)))
        if sign_in:
            posters[-1].sign_in(NAME, PASSWORD, _page(0))

    def post(number: int, table: int, pause: float) -> list[float]:
        # All clients write to an event in turn, so that every worker is used.
        events = range((number + table) % CLIENTS, AT_ONCE, CLIENTS)
        began, taken = time.perf_counter(), []
        for turn, event in enumerate(events):
            # Clients start one after the other. A late client has waited since its result was due.
            due = began + (turn + number / CLIENTS) * pause
            late = time.perf_counter() - due
            if late < 0:
                time.sleep(-late)
            taken.append(posters[number].post(_page(event), table) + max(late, 0) * (pause > 0))
        return taken

    def spent() -> float:
        return sum(web.spent(process) for _, process in desks)

    def tables(first: int, count: int, pause: float) -> list[float]:
        return [
            taken
            for table in range(first, first + count)
            for times in pool.map(post, range(CLIENTS), [table] * CLIENTS, [pause] * CLIENTS)
            for taken in times
        ]

    with ThreadPoolExecutor(CLIENTS) as pool:
        tables(1, BEFORE, 0)
        before = spent()
        paced = tables(1 + BEFORE, PACED, EVERY * CLIENTS / AT_ONCE)
        began = time.perf_counter()
        pressed = tables(1 + BEFORE + PACED, PRESSED, 0)
        seconds = time.perf_counter() - began
        used = spent() - before
    return EntryTimes(paced, pressed, seconds, used / (len(paced) + len(pressed)))


def _page(event: int) -> str:
    return f"/e/{_slug(event)}/s/open/results/{ROUNDS + 1}"
