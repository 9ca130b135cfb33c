"""Several workers of one host: nothing is known to one alone, and nothing is lost with one."""

from __future__ import annotations

import io
import subprocess
import sys
import threading
import time
from contextlib import chdir, contextmanager, suppress
from typing import TYPE_CHECKING

import httpx
import pytest

from tests.hosted.worker_process import PASSWORD, Worker, add_users
from tests.sample_event import SAMPLE, create_sample_event
from tests.web.desk_client import TOKEN, Visitor, words
from topboard.cli import main
from topboard.storage.postgres.connections import Host
from topboard.storage.postgres.migrations import set_up_server
from topboard.storage.session import JournalSession
from topboard.web.hosted_repository import HostedRepository
from topboard.web.sessions import COOKIE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tools.postgres import PostgresServer

ROUND = "team-cup/round-4.html"
RESULTS = f"/e/{SAMPLE}/s/team-cup/results/4"
SOON = 30.0


@pytest.fixture(scope="module")
def url(postgres: PostgresServer) -> str:
    """A host with the sample and a user of each role."""
    database = postgres.create_database()
    with Host(database) as host:
        set_up_server(host)
    repository = HostedRepository(database)
    add_users(repository)
    create_sample_event(repository)
    repository.close()
    assert main(["event", "visibility", f"{database}#{SAMPLE}", "public"]) == 0
    return database


@pytest.fixture(scope="module")
def two_workers(url: str) -> Iterator[tuple[Worker, Worker]]:
    """Two workers of the host."""
    workers = Worker(url), Worker(url)
    for one in workers:
        one.answers()
    yield workers
    for one in workers:
        one.stop()


@pytest.fixture(autouse=True)
def _close_visitors() -> Iterator[None]:
    yield
    Visitor.close_all()


def sign_in(worker: Worker, role: str = "chief") -> Visitor:
    """A visitor who has signed in at a worker."""
    visitor = Visitor(worker.address)
    answer = visitor.send("/sign-in", name=role, password=PASSWORD, next="/")
    assert answer.url.path == "/", words(answer)
    return visitor


def at_worker(visitor: Visitor, worker: Worker) -> Visitor:
    """The same browser, whose next request comes to another worker."""
    other = Visitor(worker.address)
    other.http.cookies.set(COOKIE, visitor.http.cookies[COOKIE], domain="127.0.0.1")
    return other


def add_section(worker: Worker, name: str) -> httpx.Response:
    """An act by the API, signed in with the request itself."""
    return httpx.post(
        f"{worker.address}/api/v1/events/{SAMPLE}/acts",
        json={
            "act": "AddSection",
            "content": {"section": name, "system": "dubov_1997", "rounds": 5},
        },
        auth=("chief", PASSWORD),
        timeout=30,
    )


def sections(url: str) -> list[str]:
    """The sections that were added after the sample, as the proved journal has them."""
    with JournalSession.open(f"{url}#{SAMPLE}", read_only=True) as file:
        return list(file.event.sections)[2:]


class Stream:
    """Somebody who has a public page open at a worker."""

    def __init__(self, worker: Worker, after: int) -> None:
        self.told: list[tuple[float, str]] = []
        self._client = httpx.Client(timeout=httpx.Timeout(10, read=2 * SOON))
        self._begun = threading.Event()
        address = f"{worker.address}/p/{SAMPLE}/live"
        asked = {"page": ROUND, "after": str(after)}
        self._thread = threading.Thread(target=self._read, args=(address, asked), daemon=True)
        self._thread.start()
        assert self._begun.wait(SOON)

    def _read(self, address: str, asked: dict[str, str]) -> None:
        try:
            with self._client.stream("GET", address, params=asked) as answer:
                for line in answer.iter_lines():
                    self._begun.set()
                    if line.startswith("id: "):
                        self.told.append((time.monotonic(), line[4:]))
        except httpx.TransportError:
            return

    def hears_of(self, number: int) -> float:
        """When it was told of an entry."""
        until = time.monotonic() + SOON
        while time.monotonic() < until:
            for at, told in self.told:
                if int(told) >= number:
                    return at
            time.sleep(0.01)
        raise AssertionError(f"entry {number} was never told, only {self.told}")


@contextmanager
def following(worker: Worker, after: int) -> Iterator[Stream]:
    stream = Stream(worker, after)
    yield stream
    stream._client.close()


def last_entry(url: str) -> int:
    with JournalSession.open(f"{url}#{SAMPLE}", read_only=True) as file:
        return file.event.last


# --- what one knows all know ----------------------------------------------------------------


def test_a_session_is_valid_at_every_worker_until_one_ends_it(two_workers) -> None:
    first, second = two_workers
    here = sign_in(first)
    there, copy = at_worker(here, second), at_worker(here, second)
    assert "Riverside Chess Festival" in there.text(f"/e/{SAMPLE}")

    assert here.send("/", "/sign-out").url.path == "/sign-in"

    assert copy.get(f"/e/{SAMPLE}").url.path == "/sign-in"


def test_a_result_entered_at_one_worker_is_seen_live_at_the_other(two_workers, url) -> None:
    first, second = two_workers
    arbiter = at_worker(sign_in(first), second)
    before = last_entry(url)
    with following(first, before) as stream:
        page = httpx.get(f"{first.address}/p/{SAMPLE}/{ROUND}").text

        answer = arbiter.send(RESULTS, t3="2.5-1.5")

        assert "1 result was saved." in words(answer)
        stream.hears_of(before + 1)
    assert httpx.get(f"{first.address}/p/{SAMPLE}/{ROUND}").text != page


def test_wrong_passwords_are_counted_over_all_workers(two_workers) -> None:
    strangers = [Visitor(two_workers[0].address), Visitor(two_workers[1].address)]
    for attempt in range(5):
        one = strangers[attempt % 2]
        answer = one.send("/sign-in", name="viewer", password="a guess", next="/")
        assert answer.status_code == 401

    for stranger in strangers:
        answer = stranger.send("/sign-in", name="viewer", password=PASSWORD, next="/")
        assert answer.status_code == 429
        assert "Too many attempts" in words(answer)


def test_two_actions_on_the_same_state_at_two_workers_conflict(two_workers) -> None:
    first, second = two_workers
    pages = [sign_in(first), sign_in(second, "deputy")]
    forms = []
    for one, result in zip(pages, ("3-1", "2-2"), strict=True):
        shown = one.get(f"/e/{SAMPLE}/s/team-cup/results/4").text
        forms.append({"token": TOKEN.search(shown)[1], "t4": result})

    answers = [one.http.post(RESULTS, data=form) for one, form in zip(pages, forms, strict=True)]

    assert "1 result was saved." in words(answers[0])
    assert answers[1].status_code == 422


# --- a worker dies ----------------------------------------------------------------------------


def test_entries_of_a_killed_worker_are_kept_and_the_other_continues(two_workers, url) -> None:
    first, second = two_workers
    acknowledged: list[str] = []

    def go_on() -> None:
        with suppress(httpx.TransportError):
            for number in range(200):
                answer = add_section(first, f"Section {number}")
                assert answer.status_code == 201, answer.text
                acknowledged.append(f"Section {number}")

    writer = threading.Thread(target=go_on)
    writer.start()
    until = time.monotonic() + SOON
    while len(acknowledged) < 5 and time.monotonic() < until:
        time.sleep(0.01)
    first.kill()
    writer.join()

    assert add_section(second, "At the other").status_code == 201
    found = sections(url)

    assert len(acknowledged) >= 5
    assert found[: len(acknowledged)] == acknowledged
    # One more may have been written whose answer nobody got.
    assert len(found) <= len(acknowledged) + 2
    assert found[-1] == "At the other"
    first.begin()
    first.answers()


# --- the database goes away -------------------------------------------------------------------


def test_the_desk_reports_an_unavailable_database_and_recovers_by_itself(
    two_workers, url, postgres: PostgresServer
) -> None:
    first, second = two_workers
    arbiter = sign_in(first)
    shown = arbiter.get(RESULTS).text
    form = {"token": TOKEN.search(shown)[1], "t5": "1.5-2.5", "reason": "as the slip says"}
    headers = {"Referer": first.address + RESULTS}
    before = last_entry(url)
    public = httpx.get(f"{first.address}/p/{SAMPLE}/{ROUND}").text
    with following(second, before) as stream:
        postgres.stop("immediate")
        try:
            first.answers(503)
            looked = arbiter.get(f"/e/{SAMPLE}")
            refused = arbiter.http.post(RESULTS, data=form, headers=headers)
            script = arbiter.http.post(RESULTS, data=form, headers={"Accept": "application/json"})
            stranger = Visitor(first.address)
            door = stranger.http.post(
                "/sign-in", data={"token": _token(stranger), "name": "chief", "password": PASSWORD}
            )
            kept = httpx.get(f"{first.address}/p/{SAMPLE}/{ROUND}")
        finally:
            postgres.start()

        assert looked.status_code == 503
        assert "The database is not responding." in words(looked)
        assert "This page reloads automatically until the connection is back." in words(looked)
        assert refused.status_code == 503
        assert "What you sent is shown below." in words(refused)
        assert 'name="t5" value="1.5-2.5"' in refused.text
        assert 'name="reason" value="as the slip says"' in refused.text
        assert script.status_code == 503
        assert script.json()["kind"] == "away"
        assert door.status_code == 503
        assert PASSWORD not in door.text
        # What everybody could see is still to be seen.
        assert (kept.status_code, kept.text) == (200, public)
        said = looked.text + refused.text + script.text + door.text
        assert "postgresql://" not in said
        assert str(postgres.folder) not in said

        first.answers()
        second.answers()
        assert last_entry(url) == before
        done = arbiter.send_again(refused)
        assert "1 result was saved." in words(done)
        stream.hears_of(before + 1)


def _token(visitor: Visitor) -> str:
    found = TOKEN.search(visitor.get("/sign-in").text)
    assert found is not None
    return found[1]


# --- behind a proxy -----------------------------------------------------------------------------

NAME = "desk.example"


@pytest.fixture(scope="module")
def worker_behind_proxy(url: str) -> Iterator[Worker]:
    """A worker that believes a proxy on this machine, and answers to one name."""
    worker = Worker(url, "--proxy", "127.0.0.1", "--name", NAME)
    worker.answers()
    yield worker
    worker.stop()


def try_sign_in(
    worker: Worker, client: str, host: str = "", password: str = "a guess"
) -> httpx.Response:
    """Somebody tries to sign in through a proxy that says for whom it asks."""
    headers = {"X-Forwarded-For": client, "X-Forwarded-Proto": "https"}
    headers |= {"Host": host} if host else {}
    with httpx.Client(base_url=worker.address, headers=headers) as http:
        door = http.get("/sign-in")
        token = TOKEN.search(door.text)
        # A cookie for encrypted pages only does not go back to us by itself.
        cookie = door.headers["set-cookie"].partition(";")[0]
        return http.post(
            "/sign-in",
            data={"token": token[1], "name": "entry", "password": password},
            headers={"Cookie": cookie},
        )


def test_behind_a_proxy_the_real_client_counts_and_cookies_are_secure(
    worker_behind_proxy,
) -> None:
    for _ in range(5):
        assert try_sign_in(worker_behind_proxy, "203.0.113.5", NAME).status_code == 401
    assert try_sign_in(worker_behind_proxy, "203.0.113.5", NAME).status_code == 429

    let_in = try_sign_in(worker_behind_proxy, "203.0.113.6", NAME, PASSWORD)

    assert let_in.status_code == 303
    assert "Secure" in let_in.headers["set-cookie"]
    assert "strict-transport-security" in let_in.headers


def test_a_named_desk_answers_to_no_other_name_except_for_health_checks(
    worker_behind_proxy,
) -> None:
    assert httpx.get(f"{worker_behind_proxy.address}/p/", headers={"Host": NAME}).status_code == 200
    assert httpx.get(f"{worker_behind_proxy.address}/p/").status_code == 400
    assert httpx.head(f"{worker_behind_proxy.address}/healthy").status_code == 200


def test_only_a_trusted_proxy_may_name_the_client(two_workers) -> None:
    for number in range(5):
        assert try_sign_in(two_workers[0], f"203.0.113.{10 + number}").status_code == 401

    refused = try_sign_in(two_workers[0], "203.0.113.20")

    assert refused.status_code == 429
    assert "strict-transport-security" not in refused.headers


# --- what is refused before anything is served --------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (
            ["postgresql://anna:secret@host:door/events"],
            3,
            "this is not the address of a database",
        ),
        (["postgresql://nobody@/events?host=/nowhere"], 5, "does not answer"),
        (
            ["events", "--proxy", "127.0.0.1"],
            3,
            "requires everyone to sign in, but there are no users yet",
        ),
        (["events", "--proxy", "next door"], 3, "invalid network address: 'next door'"),
    ],
)
def test_an_invalid_address_is_refused_with_a_message(
    arguments, code, told, capsys, tmp_path
) -> None:
    with chdir(tmp_path):
        assert main(["serve", *arguments]) == code
    said = capsys.readouterr().err
    assert told in said
    assert "secret" not in said


def test_a_host_that_is_not_set_up_or_has_no_users_is_not_served(database, capsys) -> None:
    assert main(["serve", database]) == 5
    assert "topboard host set-up" in capsys.readouterr().err
    with Host(database) as host:
        set_up_server(host)

    assert main(["serve", database]) == 3
    assert (
        "a desk on a server requires everyone to sign in, but there are no users yet"
        in capsys.readouterr().err
    )


def test_a_message_names_the_host_packages_that_are_missing(tmp_path) -> None:
    program = (
        "import sys; sys.modules['psycopg'] = None; from topboard.cli import main\n"
        "sys.exit(main(['serve', 'postgresql://nobody@/events']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert done.returncode == 5
    assert "pip install 'topboard[hosted]'" in done.stderr


def test_a_user_of_a_host_is_added_with_the_password_from_standard_input(
    database, capsys, monkeypatch
) -> None:
    with Host(database) as host:
        set_up_server(host)
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{PASSWORD}\n"))

    assert main(["serve", database, "--add-user", "anna", "deputy"]) == 0

    repository = HostedRepository(database)
    user = repository.accounts.authenticate_user("anna", PASSWORD)
    repository.close()
    assert user is not None
    assert user.title == "deputy arbiter"
