"""Middleware that sets security headers and rejects requests for other host names."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse

from topboard.messages import say

if TYPE_CHECKING:
    from collections.abc import Collection

    from starlette.responses import Response
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

CONTENT_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "font-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
LARGEST_BODY = 25_000_000
LARGEST_RATING_LIST = 250_000_000
"""The largest upload of a rating list, which is copied to the disk in parts."""
RATING_LISTS = "/ratings"
SAFE = {"GET", "HEAD", "OPTIONS"}
HEALTH = "/healthy"
"""The path of the health check, which may be requested under any host name."""
NETWORK_HOSTS = "topboard.network_hosts"
"""The entry in the scope of a request that came in through the listener for the network.

It contains the host names under which that listener accepts requests.
"""
LOOPBACK = {"localhost", "127.0.0.1", "::1"}


class SecurityMiddleware:
    """A middleware that adds security headers, and rejects foreign host names and forms from other
    sites.
    """

    def __init__(
        self, app: ASGIApp, hosts: Collection[str] = (), largest: int | None = None
    ) -> None:
        self.app = app
        self._largest = largest
        self.hosts = frozenset(hosts)
        """The host names under which the desk accepts requests. If it is empty, all are
        accepted.
        """

    @property
    def largest(self) -> int:
        """The size in bytes of the largest body, except for rating lists."""
        return LARGEST_BODY if self._largest is None else self._largest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Reject a request, or pass it on and add the security headers to its response."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                _add_security_headers(message, scope)
            await send(message)

        if (refusal := self._build_refusal_response(scope, headers)) is not None:
            await refusal(scope, receive, send_with_headers)
            return
        await self.app(scope, receive, send_with_headers)

    def build_refusal(self, status: int, words: str) -> Response:
        """Return the refusal of a request."""
        return PlainTextResponse(words, status)

    def _build_refusal_response(self, scope: Scope, headers: Headers) -> Response | None:
        host = headers.get("host", "")
        hosts = scope.get(NETWORK_HOSTS, self.hosts)
        # A foreign site whose host name was made to point to this machine must not reach the desk.
        if hosts and _host_name_without_port(host) not in hosts and scope["path"] != HEALTH:
            return self.build_refusal(
                400, say("This desk does not accept requests for this host name.")
            )
        length = headers.get("content-length", "0")
        largest = LARGEST_RATING_LIST if scope["path"] == RATING_LISTS else self.largest
        if not length.isdigit() or int(length) > largest:
            return self.build_refusal(413, say("The request is too large."))
        origin = headers.get("origin", "")
        if scope["method"] not in SAFE and origin and urlsplit(origin).netloc != host:
            return self.build_refusal(403, say("Requests from other sites are not allowed."))
        return None


@lru_cache(maxsize=64)
def _host_name_without_port(host: str) -> str:
    return urlsplit(f"//{host}").hostname or ""


ALWAYS = tuple((name.lower().encode(), value.encode()) for name, value in HEADERS.items())
UNLESS_STATIC = ((b"cache-control", b"no-store"),)
WHERE_ENCRYPTED = ((b"strict-transport-security", b"max-age=31536000"),)


def _add_security_headers(message: Message, scope: Scope) -> None:
    """Add the security headers that the response does not already have."""
    own = {name for name, _ in message["headers"]}
    wanted = (
        *ALWAYS,
        *(() if scope["path"].startswith("/static/") else UNLESS_STATIC),
        *(WHERE_ENCRYPTED if scope.get("scheme") == "https" else ()),
    )
    message["headers"] = [*message["headers"], *(one for one in wanted if one[0] not in own)]
