"""Signing in cannot exhaust a server: few hashes at once, and a pause for those who guess."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Event, Lock

import httpx
import pytest
from argon2 import PasswordHasher

from tests.web.desk_client import Visitor, serve_folder, words
from topboard.web import password_check
from topboard.web.accounts import Role, User
from topboard.web.folder_repository import FolderRepository
from topboard.web.password_check import (
    MOST_OF_ADDRESS,
    MOST_OF_NAME,
    PasswordQueue,
    TooManySignIns,
    check_password,
)
from topboard.web.sessions import ThrottleInMemory

PASSWORD = "correct horse battery"


class SlowAccounts:
    """Accounts whose hashes take until they are let go; they count how many are made at once."""

    def __init__(self) -> None:
        self.let_go = Event()
        self.at_once = self.most = self.made = 0
        self._lock = Lock()

    def authenticate_user(self, name: str, password: str) -> User | None:
        """Whether the password is right, after a while."""
        with self._lock:
            self.at_once += 1
            self.made += 1
            self.most = max(self.most, self.at_once)
        self.let_go.wait(10)
        with self._lock:
            self.at_once -= 1
        return User(name, Role.CHIEF) if password == PASSWORD else None


def attempts(accounts, throttle, queue, count, name="{i}", address="10.0.0.1"):
    """A number of attempts at once, each with its outcome; hashes end when all have begun."""

    def attempt(i: int):
        try:
            found = check_password(accounts, throttle, address, name.format(i=i), "wrong", queue)
        except TooManySignIns:
            return "busy"
        return "wait" if found.wait else found.user

    with ThreadPoolExecutor(count) as pool:
        running = [pool.submit(attempt, i) for i in range(count)]
        while sum(one.done() for one in running) + queue._inside < count:
            Event().wait(0.01)
        accounts.let_go.set()
        return [one.result() for one in running]


def test_eighty_simultaneous_attempts_make_two_hashes_at_once_and_ten_in_all() -> None:
    accounts = SlowAccounts()
    found = attempts(accounts, ThrottleInMemory(), PasswordQueue(2, 8), 80)

    assert accounts.most == 2
    assert accounts.made == 10
    assert found.count("busy") == 70


def test_the_queue_reopens_when_the_other_attempts_are_finished() -> None:
    accounts, queue = SlowAccounts(), PasswordQueue(1, 1)
    attempts(accounts, ThrottleInMemory(), queue, 8)

    found = check_password(accounts, ThrottleInMemory(), "10.0.0.9", "ann", PASSWORD, queue)

    assert found.user == User("ann", Role.CHIEF)


def test_one_address_may_try_only_a_limited_number_of_names() -> None:
    accounts, throttle = SlowAccounts(), ThrottleInMemory()
    accounts.let_go.set()
    for i in range(MOST_OF_ADDRESS):
        assert not check_password(accounts, throttle, "10.0.0.1", f"name{i}", "wrong").wait

    assert check_password(accounts, throttle, "10.0.0.1", "another", PASSWORD).wait > 0
    assert not check_password(accounts, throttle, "10.0.0.2", "another", PASSWORD).wait
    assert accounts.made == MOST_OF_ADDRESS + 1


def test_one_name_may_be_tried_from_only_a_limited_number_of_addresses() -> None:
    accounts, throttle = SlowAccounts(), ThrottleInMemory()
    accounts.let_go.set()
    for i in range(MOST_OF_NAME):
        assert not check_password(accounts, throttle, f"10.0.1.{i}", "ann", "wrong").wait

    assert check_password(accounts, throttle, "10.9.9.9", "ann", PASSWORD).wait > 0
    assert not check_password(accounts, throttle, "10.9.9.9", "bob", PASSWORD).wait


def test_an_attempt_from_the_queue_is_counted_before_the_next_hash() -> None:
    accounts, throttle = SlowAccounts(), ThrottleInMemory(most=2)
    found = attempts(accounts, throttle, PasswordQueue(1, 9), 10, name="ann")

    assert accounts.made == 2
    assert found.count("wait") == 8


@pytest.fixture
def desk(tmp_path):
    """A desk on a network with one account whose hash takes no time."""
    accounts = FolderRepository(tmp_path).accounts
    accounts._password_hasher = PasswordHasher(time_cost=1, memory_cost=64)
    accounts.add_user("ann", Role.CHIEF, PASSWORD)
    with serve_folder(tmp_path, open_to_all=False) as address:
        yield address


@pytest.fixture
def full_queue(monkeypatch):
    """A queue in which nobody may wait."""
    monkeypatch.setattr(PasswordQueue, "wait_for_turn", lambda self: _refuse())


def _refuse():
    raise TooManySignIns


@pytest.mark.usefixtures("full_queue")
def test_a_request_that_waited_too_long_is_asked_to_try_again(desk) -> None:
    visitor = Visitor(desk)
    answer = visitor.send("/sign-in", name="ann", password=PASSWORD, next="/")

    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "3"
    assert "Try again in a few seconds." in words(answer)
    by_program = httpx.get(f"{desk}/api/v1/events", auth=("ann", PASSWORD))
    assert (by_program.status_code, by_program.headers["Retry-After"]) == (503, "3")


def test_guessing_passwords_is_slowed_down(desk, monkeypatch) -> None:
    monkeypatch.setattr(password_check, "MOST_OF_ADDRESS", 3)
    for i in range(3):
        assert httpx.get(f"{desk}/api/v1/events", auth=(f"n{i}", "wrong")).status_code == 401

    answer = httpx.get(f"{desk}/api/v1/events", auth=("ann", PASSWORD))

    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) > 0
