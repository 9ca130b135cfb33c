"""The check of passwords, a few at a time and ever more rarely for those who guess.

Hashing a password takes time and memory on purpose. Therefore only a few are hashed at once, some
may wait for their turn, and everybody else is asked to try again.
"""

from __future__ import annotations

from contextlib import contextmanager
from threading import BoundedSemaphore, Lock
from typing import TYPE_CHECKING

from topboard._frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.web.accounts import Accounts, User
    from topboard.web.sessions import Throttle

AT_ONCE, WAITING = 2, 8
"""The hashes made at once by one worker, and those that may wait for their turn."""
MOST_OF_ADDRESS, MOST_OF_NAME = 30, 100
"""The failures of one address with any names, and of one name from any address, before a pause."""
LONGEST_NAME = 200


class TooManyAtOnce(Exception):
    """More people are signing in at this moment than may wait for their turn."""


class PasswordQueue:
    """A queue that decides whose password is hashed now, who waits, and who is turned away."""

    def __init__(self, at_once: int = AT_ONCE, waiting: int = WAITING) -> None:
        self._most = at_once + waiting
        self._turns = BoundedSemaphore(at_once)
        self._inside = 0
        self._lock = Lock()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for a turn and take it, or raise ``TooManyAtOnce`` if too many are waiting."""
        with self._lock:
            if self._inside >= self._most:
                raise TooManyAtOnce
            self._inside += 1
        try:
            with self._turns:
                yield
        finally:
            with self._lock:
                self._inside -= 1


@dataclass(frozen=True, slots=True)
class SignInAttempt:
    """The outcome of an attempt to sign in."""

    user: User | None = None
    wait: float = 0
    """How many seconds to wait before the next attempt, if there were too many."""


QUEUE = PasswordQueue()


def check_password(
    accounts: Accounts,
    throttle: Throttle,
    address: str,
    name: str,
    password: str,
    queue: PasswordQueue = QUEUE,
) -> SignInAttempt:
    """Return whether the password is right, unless there were too many wrong ones before."""
    keys = _keys(address, name)
    if wait := _seconds_to_wait(throttle, keys):
        return SignInAttempt(wait=wait)
    with queue.turn():
        # Others may have failed while this one waited for its turn.
        if wait := _seconds_to_wait(throttle, keys):
            return SignInAttempt(wait=wait)
        user = accounts.signed_in(name, password)
        if user is None:
            for key in keys:
                throttle.failed(key)
        return SignInAttempt(user)


def _keys(address: str, name: str) -> dict[str, int | None]:
    """Return what failures are counted for, and how many are too many; None is the default."""
    name = name[:LONGEST_NAME]
    return {
        f"{address} {name}": None,
        f"address {address}": MOST_OF_ADDRESS,
        f"name {name}": MOST_OF_NAME,
    }


def _seconds_to_wait(throttle: Throttle, keys: dict[str, int | None]) -> float:
    return max(throttle.wait(key, most) for key, most in keys.items())
