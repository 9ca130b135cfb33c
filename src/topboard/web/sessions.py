"""Sessions in signed cookies with tokens for forms, and a limit on failed sign-in attempts."""

from __future__ import annotations

import secrets
from collections import deque
from dataclasses import dataclass
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol

from itsdangerous import BadSignature, URLSafeTimedSerializer

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request
    from starlette.responses import Response

COOKIE = "topboard"
NOTES = "topboard_notes"
AUTHORITIES = "topboard_authorities"
LONGEST_PREFERENCE = 365 * 86_400
"""The number of seconds for which a browser keeps a choice such as the paper size."""
LONGEST_SESSION = 14 * 24 * 3600
SHORT_WHILE = 120
MOST_FAILURES = 5
PAUSE = 300.0
"""Seconds for which a failed sign-in attempt counts."""


@dataclass(frozen=True, slots=True)
class Session:
    """The content of a session cookie: the token for forms, the user's name and the account's
    stamp.
    """

    token: str
    name: str = ""
    stamp: str = ""

    @classmethod
    def create(cls, name: str = "", stamp: str = "") -> Session:
        """Return a new session with a random token."""
        return cls(secrets.token_urlsafe(24), name, stamp)


class Sessions:
    """Sessions, messages and authorities in signed cookies, so that the server stores nothing."""

    def __init__(self, key: str) -> None:
        self._sessions = URLSafeTimedSerializer(key, salt="session")
        self._notes = URLSafeTimedSerializer(key, salt="notes")
        self._authorities = URLSafeTimedSerializer(key, salt="authorities")

    def read_session(self, request: Request) -> Session | None:
        """Return the session in the request's cookie, or None if there is no valid cookie."""
        content = self._read_cookie(self._sessions, request.cookies.get(COOKIE), LONGEST_SESSION)
        if not isinstance(content, list) or len(content) != 3:
            return None
        return Session(*map(str, content))

    def set_session_cookie(self, request: Request, response: Response, session: Session) -> None:
        """Set the session cookie in the response."""
        text = self._sessions.dumps([session.token, session.name, session.stamp])
        _set_cookie(request, response, COOKIE, str(text), LONGEST_SESSION)

    def delete_cookies(self, response: Response) -> None:
        """Delete the cookies with the session and with the names of authorities."""
        response.delete_cookie(COOKIE)
        response.delete_cookie(AUTHORITIES)

    def save_messages_for_next_page(
        self, request: Request, response: Response, lines: list[str]
    ) -> None:
        """Store messages in a cookie, so that the next page can show them."""
        _set_cookie(request, response, NOTES, str(self._notes.dumps(lines)), SHORT_WHILE)

    def read_saved_messages(self, request: Request) -> list[str]:
        """Return the messages that the previous request stored in a cookie."""
        content = self._read_cookie(self._notes, request.cookies.get(NOTES), SHORT_WHILE)
        return [str(line) for line in content] if isinstance(content, list) else []

    def read_authorities(self, request: Request, session: Session) -> dict[str, str]:
        """Return the names of the people who authorised actions since the user signed in.

        They are keyed by office, with the latest last.
        """
        text = request.cookies.get(AUTHORITIES)
        content = self._read_cookie(self._authorities, text, LONGEST_SESSION)
        # Another user who signs in does not get these authorities.
        if not isinstance(content, list) or content[:1] != [session.token]:
            return {}
        return {str(office): str(name) for office, name in content[1:]}

    def save_authority_in_cookie(
        self, request: Request, response: Response, session: Session, office: str, name: str
    ) -> None:
        """Save the name of a person who authorised an action in a cookie.

        Later forms suggest it until the user signs out.
        """
        known = {**self.read_authorities(request, session)}
        known.pop(office, None)
        text = self._authorities.dumps([session.token, *known.items(), (office, name)])
        _set_cookie(request, response, AUTHORITIES, str(text), LONGEST_SESSION)

    @staticmethod
    def _read_cookie(signer: URLSafeTimedSerializer, text: str | None, age: int) -> Any:
        try:
            return signer.loads(text, max_age=age) if text else None
        except BadSignature:
            return None


def set_preference(request: Request, response: Response, name: str, text: str) -> None:
    """Save a choice, such as the paper size, in a cookie of this browser."""
    _set_cookie(request, response, name, text, LONGEST_PREFERENCE)


def _set_cookie(request: Request, response: Response, name: str, text: str, age: int) -> None:
    response.set_cookie(
        name,
        text,
        max_age=age,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


class Throttle(Protocol):
    """A limit on failed sign-in attempts. Too many failures with one key cause a pause."""

    def seconds_to_wait(self, key: str, most: int | None = None) -> float:
        """Return the seconds until another sign-in attempt with this key is allowed, or 0.

        ``most`` is the number of failures that cause a pause. None means the default.
        """

    def count_failed_attempt(self, key: str) -> None:
        """Count a failed sign-in attempt for this key."""


class ThrottleInMemory:
    """A limit on failed sign-in attempts, counted in memory, for a desk with one process."""

    def __init__(
        self,
        most: int = MOST_FAILURES,
        seconds: float = PAUSE,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.most, self.seconds, self._clock = most, seconds, clock
        self._failures: dict[str, deque[float]] = {}
        self._lock = Lock()

    def seconds_to_wait(self, key: str, most: int | None = None) -> float:
        """Return the seconds until another sign-in attempt with this key is allowed, or 0."""
        most = self.most if most is None else most
        with self._lock:
            recent = self._recent_failures(key)
            return recent[-most] + self.seconds - self._clock() if len(recent) >= most else 0

    def count_failed_attempt(self, key: str) -> None:
        """Count a failed sign-in attempt for this key."""
        with self._lock:
            self._recent_failures(key).append(self._clock())

    def _recent_failures(self, key: str) -> deque[float]:
        limit = self._clock() - self.seconds
        if len(self._failures) > 10_000:
            self._failures = {k: v for k, v in self._failures.items() if v and v[-1] > limit}
        recent = self._failures.setdefault(key, deque())
        while recent and recent[0] <= limit:
            recent.popleft()
        return recent
