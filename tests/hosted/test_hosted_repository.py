"""A host as the home of a desk: what a worker keeps of it, and what it hears."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

import pytest

from tests.event.sessions import CONTEXT
from tests.hosted.worker_process import PASSWORD
from topboard.errors import BadInput, CannotReadOrWrite, Unreachable
from topboard.event import actions
from topboard.storage.postgres.connections import Host
from topboard.storage.postgres.journal import PostgresJournal
from topboard.storage.postgres.migrations import set_up_server
from topboard.web import hosted_repository as host_module, sample
from topboard.web.accounts import Role
from topboard.web.folder_repository import FolderRepository
from topboard.web.hosted_repository import HostedRepository
from topboard.web.public.sites import SiteCache
from topboard.web.repository import EventHandle, UnknownEvent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tools.postgres import PostgresServer

SOON = 20.0


def run_apart(work):
    """Run a coroutine in a thread of its own: a test with a browser leaves a loop in its own."""
    with ThreadPoolExecutor(1) as other:
        return other.submit(lambda: asyncio.run(work)).result()


@pytest.fixture
def repository(url: str) -> Iterator[HostedRepository]:
    """A worker's home on a host without events."""
    opened = HostedRepository(url)
    yield opened
    opened.close()


@pytest.fixture
def other(url: str) -> Iterator[HostedRepository]:
    """The home of another worker."""
    opened = HostedRepository(url)
    yield opened
    opened.close()


def add_section(handle: EventHandle, name: str) -> int:
    """One more entry; its number."""
    with handle.open() as file:
        return file.record(actions.AddSection(name, "dubov_1997", 5), CONTEXT).entry.number


def make_public(handle: EventHandle) -> None:
    """Let everybody see the event: on a host it is private at first."""
    with handle.open() as file:
        file.record(actions.SetVisibility(public=True), CONTEXT)


# --- events -------------------------------------------------------------------------------------


def test_events_with_the_same_name_have_different_slugs(repository: HostedRepository) -> None:
    assert [repository.create("Open", CONTEXT).stem for _ in range(3)] == [
        "open",
        "open-2",
        "open-3",
    ]
    assert repository.list_event_slugs() == ["open", "open-2", "open-3"]


def test_a_request_with_a_key_is_done_once_at_any_worker(
    repository: HostedRepository, other: HostedRepository
) -> None:
    with ThreadPoolExecutor() as pool:
        made = [
            pool.submit(one.create, "Open", CONTEXT, None, "k") for one in (repository, other) * 4
        ]
    assert {one.result().stem for one in made} == {"open"}
    assert repository.create("Open", replace(CONTEXT, who="Boris"), None, "k").stem == "open-2"
    assert repository.create("Open", CONTEXT, None, "l").stem == "open-3"
    assert repository.list_event_slugs() == ["open", "open-2", "open-3"]


def test_a_worker_that_looked_too_early_finds_what_another_created(
    repository: HostedRepository, other: HostedRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    """He sees that the word is taken, and not yet that it is taken by the same form."""
    assert repository.create("Open", CONTEXT, None, "k").stem == "open"
    looks, event_of = iter([None]), host_module.find_event_by_id
    monkeypatch.setattr(
        host_module, "find_event_by_id", lambda *about: next(looks, event_of(*about))
    )

    assert other.create("Open", CONTEXT, None, "k").stem == "open"
    assert repository.list_event_slugs() == ["open"]


def test_events_created_at_once_with_the_same_name_all_exist(
    repository: HostedRepository, other: HostedRepository
) -> None:
    with ThreadPoolExecutor() as pool:
        made = [pool.submit(one.create, "Open", CONTEXT) for one in (repository, other) * 4]
    assert sorted(one.result().stem for one in made) == repository.list_event_slugs()
    assert len(repository.list_event_slugs()) == 8


def test_two_workers_starting_with_the_sample_create_it_only_once(
    repository: HostedRepository, other: HostedRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    def create_slowly(where: HostedRepository, _first: date) -> None:
        time.sleep(0.1)
        where.create("Riverside", CONTEXT)

    for name in ("open", "team_event", "weekend_swiss"):
        monkeypatch.setattr(sample, f"_create_{name}", create_slowly)
    with ThreadPoolExecutor() as pool:
        today = date(2026, 5, 1)
        made = [pool.submit(sample.create_sample_events, one, today) for one in (repository, other)]
    assert [one.result() for one in made] == [None, None]
    assert len(repository.list_event_slugs()) == 3


@pytest.mark.parametrize("stem", ["nothing", "Open", "a\0b", "../etc", "x" * 100, ""])
def test_there_is_no_event_with_an_invalid_slug(repository: HostedRepository, stem: str) -> None:
    with pytest.raises(UnknownEvent):
        repository.event(stem)


def test_only_the_entries_added_since_are_read(
    repository: HostedRepository, other: HostedRepository, monkeypatch
) -> None:
    handle = repository.create("Open", CONTEXT)
    last = add_section(handle, "A")
    asked: list[int] = []
    real = PostgresJournal.load_stored_entries
    monkeypatch.setattr(
        PostgresJournal,
        "load_stored_entries",
        lambda self, after=0: asked.append(after) or real(self, after),
    )

    assert handle.snapshot().event.last == last
    added = add_section(other.event("open"), "B")
    asked.clear()
    assert handle.snapshot().event.last == added

    # From the last one that is known, whose hash must still be the same.
    assert asked == [last - 1]


def test_a_worker_keeps_a_limited_number_of_events_and_rereads_the_others(
    repository, monkeypatch
) -> None:
    monkeypatch.setattr(host_module, "MOST_EVENTS", 2)
    first = repository.create("First", CONTEXT)
    for name in ("Second", "Third"):
        repository.create(name, CONTEXT)

    again = repository.event("first")

    assert len(repository._events) == 2
    assert again is not first
    # A handle that was forgotten continues with the same journal.
    add_section(first, "A")
    assert add_section(again, "B") == 3
    assert list(first.snapshot().event.sections) == ["A", "B"]


def test_error_messages_do_not_reveal_where_the_database_is(repository: HostedRepository) -> None:
    repository.create("Open", CONTEXT)
    with pytest.raises(CannotReadOrWrite) as refused:
        PostgresJournal.create(repository.host, "open", [])
    with (
        repository.event("open").open(read_only=True) as file,
        pytest.raises(CannotReadOrWrite) as read,
    ):
        file.record(actions.AddSection("A", "dubov_1997", 5), CONTEXT)

    told = [repository.hide_location(str(one.value)) for one in (refused, read)]

    assert "'open'" in told[0]
    assert "'open' was opened read-only" in told[1]
    assert not [one for one in told if "postgresql" in one or repository.host.address in one]


# --- what workers must know of each other -------------------------------------------------------


def test_sessions_are_listed_and_ended_by_any_worker(repository, other) -> None:
    accounts = repository.accounts
    accounts.add_user("anna", Role.CHIEF, PASSWORD)
    for token, begun in (("old", 900.0), ("one", 1000.0), ("two", 1010.5)):
        accounts.begin_session("anna", token, f"browser {token}", begun, 60)
    found = other.accounts.list_sessions("anna", 0)
    assert [(one.device, one.begun) for one in found] == [
        ("browser two", 1010.5),
        ("browser one", 1000.0),
    ]
    assert other.accounts.is_session_of_token(found[0], "two")
    stamp = accounts.find_cookie_stamp("anna")
    other.accounts.end_listed_session("anna", found[0].mark, 1020.0, 60)
    assert accounts.find_session_user("anna", stamp, "two") is None
    assert accounts.find_session_user("anna", stamp, "one") is not None
    with pytest.raises(BadInput, match="already ended"):
        accounts.end_listed_session("anna", found[0].mark, 1020.0, 60)
    with pytest.raises(BadInput, match="only chief arbiter"):
        accounts.remove_user("anna")

    accounts.change_password("anna", "another password")
    assert other.accounts.list_sessions("anna", 0) == []
    accounts.add_user("olga", Role.CHIEF, PASSWORD)
    other.accounts.remove_user("anna")
    assert accounts.roles_by_user() == {"olga": Role.CHIEF}


def test_accounts_cookies_and_failed_sign_ins_are_shared_by_all_workers(repository, other) -> None:
    repository.accounts.add_user("anna", Role.DEPUTY, PASSWORD)
    repository.accounts.add_user("anna", Role.CHIEF, PASSWORD)
    stamp = other.accounts.find_cookie_stamp("anna")
    now = time.time()

    assert not other.accounts.is_empty()
    assert other.accounts.signing_key() == repository.accounts.signing_key()
    assert other.accounts.find_session_user("anna", stamp, "token").role is Role.CHIEF
    repository.accounts.end_session("token", now, 60)
    repository.accounts.end_session("token", now, 60)
    assert other.accounts.find_session_user("anna", stamp, "token") is None
    # Forgotten once no cookie can be so old.
    repository.accounts.end_session("another", now + 61, 60)
    assert other.accounts.find_session_user("anna", stamp, "token") is not None

    for one in (repository, other, repository, other):
        one.sign_in_throttle.count_failed_attempt("10.0.0.1 anna")
    assert repository.sign_in_throttle.seconds_to_wait("10.0.0.1 anna") == 0
    repository.sign_in_throttle.count_failed_attempt("10.0.0.1 anna")
    assert 290 < other.sign_in_throttle.seconds_to_wait("10.0.0.1 anna") <= 300
    assert other.sign_in_throttle.seconds_to_wait("10.0.0.2 anna") == 0


def test_a_name_that_cannot_be_queried_belongs_to_no_user(repository: HostedRepository) -> None:
    assert repository.accounts.authenticate_user("a\0b", PASSWORD) is None


def test_the_worker_role_has_the_rights_it_needs(database: str, postgres) -> None:
    postgres.run_sql("DROP ROLE IF EXISTS desk_web; CREATE ROLE desk_web LOGIN")
    with Host(database) as owner:
        set_up_server(owner, "desk_web")
    repository = HostedRepository(database.replace("//postgres@", "//desk_web@"))

    repository.accounts.add_user("anna", Role.CHIEF, PASSWORD)
    repository.accounts.add_user("anna", Role.DEPUTY, PASSWORD)
    repository.accounts.end_session("token", time.time(), 60)
    repository.sign_in_throttle.count_failed_attempt("anna")

    assert repository.accounts.signing_key()
    assert add_section(repository.create("Open", CONTEXT), "A") == 2
    assert repository.sign_in_throttle.seconds_to_wait("anna") == 0
    repository.accounts.begin_session("anna", "another token", "Firefox", 1000.0, 60)
    assert len(repository.accounts.list_sessions("anna", 0)) == 1
    repository.accounts.delete_account("anna")
    assert repository.accounts.is_empty()
    with (
        repository.host.transaction() as connection,
        pytest.raises(Exception, match="permission denied"),
    ):
        connection.exec_driver_sql("DELETE FROM cookie_key")
    repository.close()
    postgres.run_sql("DROP OWNED BY desk_web", database.split("/")[3].split("?")[0])


# --- news ---------------------------------------------------------------------------------------


class Woken:
    """What a worker is told while it listens."""

    def __init__(self) -> None:
        self.words: list[str | None] = []

    def __call__(self, word: str | None) -> None:
        self.words.append(word)


async def wait_until(true: Callable[[], bool]) -> None:
    """Wait for something to come true."""
    async with asyncio.timeout(SOON):
        while not true():
            await asyncio.sleep(0.01)


def test_a_worker_is_notified_of_every_entry_and_reads_only_then(
    repository, other, monkeypatch
) -> None:
    handle, woken, looks = repository.create("Open", CONTEXT), Woken(), []
    make_public(handle)
    add_section(handle, "A")
    real = EventHandle.snapshot
    monkeypatch.setattr(EventHandle, "snapshot", lambda self: looks.append(1) or real(self))
    shown = SiteCache(repository).pages_of_event(handle)

    async def work() -> None:
        listening = asyncio.create_task(repository.listen_for_new_entries(woken))
        await wait_until(lambda: woken.words == [None])
        site = shown.current_site()
        await asyncio.sleep(0.5)
        # Far longer than a look into a file would be good for.
        assert shown.is_site_up_to_date(site)
        assert shown.current_site(age=0) is site
        assert len(looks) == 1
        number = await asyncio.to_thread(add_section, other.event("open"), "B")
        await wait_until(lambda: woken.words == [None, "open"])
        assert not shown.is_site_up_to_date(site)
        assert shown.current_site().snapshot.event.last == number
        assert len(looks) == 2
        listening.cancel()

    run_apart(work())
    assert repository.read_event_change_marker("open") is None


def test_a_listener_reconnects_after_the_database_was_unavailable(
    repository: HostedRepository, other: HostedRepository, postgres: PostgresServer
) -> None:
    handle, woken = repository.create("Open", CONTEXT), Woken()
    make_public(handle)
    shown = SiteCache(repository).pages_of_event(handle)

    async def work() -> None:
        listening = asyncio.create_task(repository.listen_for_new_entries(woken))
        await wait_until(lambda: repository.read_event_change_marker("open") is not None)
        before, site = repository.read_event_change_marker("open"), shown.current_site()
        await asyncio.to_thread(postgres.stop, "immediate")
        try:
            await wait_until(lambda: repository.read_event_change_marker("open") is None)
            with pytest.raises(Unreachable):
                await asyncio.to_thread(handle.snapshot)
            # Where nothing can be read nothing can be written: the pages stay.
            assert await asyncio.to_thread(shown.current_site, 0) is site
        finally:
            await asyncio.to_thread(postgres.start)
        await wait_until(lambda: repository.read_event_change_marker("open") is not None)
        assert repository.read_event_change_marker("open") != before
        assert woken.words[-1] is None
        await asyncio.to_thread(add_section, other.event("open"), "B")
        await wait_until(lambda: woken.words[-1] == "open")
        assert list(shown.current_site().snapshot.event.sections) == ["B"]
        listening.cancel()

    run_apart(work())


def test_a_folder_sends_no_notifications_and_is_polled(tmp_path) -> None:
    repository = FolderRepository(tmp_path)
    assert repository.read_event_change_marker(repository.create("Open", CONTEXT).stem) is None
    assert run_apart(repository.listen_for_new_entries(lambda _: None)) is None
