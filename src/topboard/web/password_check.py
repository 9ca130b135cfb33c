"""Password checks, with a limit on how many run at once and a pause after repeated failures.

Hashing a password is slow and uses much memory on purpose. Therefore only a few passwords are
hashed at once, and a few more users wait for their turn. All others are asked to try again.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Lock

from topboard._frozen import dataclass
from topboard.web.accounts import Accounts, User
from topboard.web.sessions import Throttle

AT_ONCE, WAITING = 2, 8
"""The number of passwords that one worker hashes at once, and the number of users who may wait."""
MOST_OF_ADDRESS, MOST_OF_NAME = 30, 100
"""The numbers of failed attempts that cause a pause: from one network address, and for one user
name.
"""
LONGEST_NAME = 200


class TooManySignIns(Exception):
    """Raised when too many sign-in attempts are already waiting for their turn."""


class PasswordQueue:
    """A queue that limits how many passwords are hashed at once and how many users may wait."""

    def __init__(self, at_once: int = AT_ONCE, waiting: int = WAITING) -> None:
        self._most = at_once + waiting
        self._turns = BoundedSemaphore(at_once)
        self._inside = 0
        self._lock = Lock()

    @contextmanager
    def wait_for_turn(self) -> Iterator[None]:
        """Wait for a turn to hash a password, and keep it within the ``with`` block.

        Raise ``TooManySignIns`` if too many users are waiting.
        """
        with self._lock:
            if self._inside >= self._most:
                raise TooManySignIns
            self._inside += 1
        try:
            with self._turns:
                yield
        finally:
            with self._lock:
                self._inside -= 1


@dataclass(frozen=True, slots=True)
class SignInAttempt:
    """The outcome of a sign-in attempt: the user if it succeeded, or the time to wait."""

    user: User | None = None
    wait: float = 0
    """Seconds to wait before the next attempt, or 0 if the attempt was checked."""


QUEUE = PasswordQueue()


def check_password(
    accounts: Accounts,
    throttle: Throttle,
    address: str,
    name: str,
    password: str,
    queue: PasswordQueue = QUEUE,
) -> SignInAttempt:
    """Check a password, unless too many earlier attempts have failed.

    Raise ``TooManySignIns`` if too many users are waiting for a check.
    """
    keys = _throttle_keys_with_limits(address, name)
    if wait := _seconds_until_next_attempt(throttle, keys):
        return SignInAttempt(wait=wait)
    with queue.wait_for_turn():
        # More attempts may have failed while this one waited for its turn.
        if wait := _seconds_until_next_attempt(throttle, keys):
            return SignInAttempt(wait=wait)
        user = accounts.authenticate_user(name, password)
        if user is None:
            for key in keys:
                throttle.count_failed_attempt(key)
        return SignInAttempt(user)


def _throttle_keys_with_limits(address: str, name: str) -> dict[str, int | None]:
    """Return the keys under which failed attempts are counted, each with its limit.

    A limit of None means the default.
    """
    name = name[:LONGEST_NAME]
    return {
        f"{address} {name}": None,
        f"address {address}": MOST_OF_ADDRESS,
        f"name {name}": MOST_OF_NAME,
    }


def _seconds_until_next_attempt(throttle: Throttle, keys: dict[str, int | None]) -> float:
    return max(throttle.seconds_to_wait(key, most) for key, most in keys.items())
