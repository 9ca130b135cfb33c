"""Password checks, limited in number and slowed down after failures.

Hashing a password takes time and memory on purpose. Therefore only a few are hashed at once, some
may wait for their turn, and all other users are asked to try again.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Lock

from topboard._frozen import dataclass
from topboard.web.accounts import Accounts, User
from topboard.web.sessions import Throttle

AT_ONCE, WAITING = 2, 8
"""The number of passwords that one worker hashes at once, and the number that may wait."""
MOST_OF_ADDRESS, MOST_OF_NAME = 30, 100
"""The failures before a pause, for one address with any names and for one name anywhere."""
LONGEST_NAME = 200


class TooManySignIns(Exception):
    """Raised when too many sign-in attempts are already waiting."""


class PasswordQueue:
    """A queue that limits how many passwords are hashed at once and how many may wait."""

    def __init__(self, at_once: int = AT_ONCE, waiting: int = WAITING) -> None:
        self._most = at_once + waiting
        self._turns = BoundedSemaphore(at_once)
        self._inside = 0
        self._lock = Lock()

    @contextmanager
    def wait_for_turn(self) -> Iterator[None]:
        """Wait for a turn and hold it, or raise ``TooManySignIns`` if too many are waiting."""
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
    """The outcome of an attempt to sign in."""

    user: User | None = None
    wait: float = 0
    """The seconds to wait before the next attempt, or 0 if there is no pause."""


QUEUE = PasswordQueue()


def check_password(
    accounts: Accounts,
    throttle: Throttle,
    address: str,
    name: str,
    password: str,
    queue: PasswordQueue = QUEUE,
) -> SignInAttempt:
    """Check the password, unless there were too many failures before."""
    keys = _throttle_keys(address, name)
    if wait := _seconds_to_wait(throttle, keys):
        return SignInAttempt(wait=wait)
    with queue.wait_for_turn():
        # More attempts may have failed while this one waited for its turn.
        if wait := _seconds_to_wait(throttle, keys):
            return SignInAttempt(wait=wait)
        user = accounts.authenticate_user(name, password)
        if user is None:
            for key in keys:
                throttle.count_failure(key)
        return SignInAttempt(user)


def _throttle_keys(address: str, name: str) -> dict[str, int | None]:
    """Return the keys under which failures are counted, each with its limit or None (default)."""
    name = name[:LONGEST_NAME]
    return {
        f"{address} {name}": None,
        f"address {address}": MOST_OF_ADDRESS,
        f"name {name}": MOST_OF_NAME,
    }


def _seconds_to_wait(throttle: Throttle, keys: dict[str, int | None]) -> float:
    return max(throttle.seconds_to_wait(key, most) for key, most in keys.items())
