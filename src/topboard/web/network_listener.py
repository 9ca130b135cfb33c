"""A second listener of a running desk, at the address of this computer in its local network.

The desk on this computer needs no sign-in. A request that comes in through the second listener
always needs one. Which listener accepted a request is known from its socket. Nothing that a client
sends can change it.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
import sys
from contextlib import contextmanager
from time import time
from typing import TYPE_CHECKING

import uvicorn

from topboard.errors import BadInput, Problem
from topboard.messages import say
from topboard.web.security_headers import NETWORK_HOSTS
from topboard.web.sessions import LONGEST_SESSION

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.types import ASGIApp, Receive, Scope, Send

    from topboard.web.accounts import Accounts

LOG = logging.getLogger("topboard.desk")
BACKLOG = 2048
LARGEST_PORT = 65535


class NetworkListener:
    """The second listener of a desk. It is closed until the arbiter opens it."""

    def __init__(self) -> None:
        self.host = ""
        self.port = 0
        self.opened = 0.0
        """The time at which it was opened, in seconds since 1970."""
        self._server: uvicorn.Server | None = None
        self._serving: asyncio.Task[None] | None = None

    @property
    def is_open(self) -> bool:
        """Return whether the desk can be reached over the network."""
        return self._serving is not None and not self._serving.done()

    @property
    def address(self) -> str:
        """Return the address of the desk in the network, or "" while it is closed."""
        return f"http://{self.host}:{self.port}/" if self.is_open else ""

    async def open(self, app: ASGIApp, host: str, port: int) -> None:
        """Let the network reach the desk. Raise ``BadInput`` if the address cannot be used."""
        if self.is_open:
            return
        listening = listen_on_network(host, port)
        self.host, self.port, self.opened = host, listening.getsockname()[1], time()
        config = uvicorn.Config(
            _mark_network_requests(app, host),
            lifespan="off",
            log_level="warning",
            # No client may say where it is, because no proxy is in front of this listener.
            proxy_headers=False,
            server_header=False,
            timeout_graceful_shutdown=2,
            ws="none",
        )
        self._server = _ServerWithoutSignals(config)
        self._serving = asyncio.create_task(self._server.serve(sockets=[listening]))
        while self.is_open and not self._server.started:
            await asyncio.sleep(0.01)

    async def close(self) -> None:
        """Close the desk to the network, and free the port."""
        if self._server is not None and self._serving is not None:
            self._server.should_exit = True
            await asyncio.wait([self._serving])
        self._server = self._serving = None


class _ServerWithoutSignals(uvicorn.Server):
    """A server that leaves all signals to the desk, which stops both listeners."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def _mark_network_requests(app: ASGIApp, host: str) -> ASGIApp:
    """Return the app for the requests that come in over the network."""
    # The name of the computer often works in a local network, with or without a suffix.
    name = socket.gethostname().partition(".")[0].lower()
    hosts = frozenset(filter(None, (host, name, f"{name}.local" if name else "")))

    async def answer_network_request(scope: Scope, receive: Receive, send: Send) -> None:
        await app({**scope, NETWORK_HOSTS: hosts}, receive, send)

    return answer_network_request


def listen_on_network(host: str, port: int) -> socket.socket:
    """Return a socket that accepts connections. Raise ``BadInput`` if that is not possible."""
    if not 0 < port <= LARGEST_PORT:
        remedy = say("Choose a number from 1024 to {most}.", most=LARGEST_PORT)
        raise BadInput([Problem(say("invalid port"), "port", str(port), remedy)])
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if sys.platform == "win32":
            # On Windows, SO_REUSEADDR would let two programs use the same port.
            made.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port))
        made.listen(BACKLOG)
    except OSError as error:
        made.close()
        raise _convert_listening_error(error, host, port) from error
    return made


def _convert_listening_error(error: OSError, host: str, port: int) -> BadInput:
    other = port + 1 if port < LARGEST_PORT else port - 1
    remedy = say("Choose a different port, such as {next}.", next=other)
    if error.errno == errno.EADDRINUSE:
        what = say("A different program is already using this port.")
        return BadInput([Problem(what, "port", str(port), remedy)])
    if error.errno == errno.EACCES:
        what = say("Only an administrator may use this port.")
        remedy = say("Choose a port above 1023, such as 8000.")
        return BadInput([Problem(what, "port", str(port), remedy)])
    LOG.warning("cannot listen on %s:%d: %s", host, port, error)
    what = say("This computer does not accept connections at {host}.", host=host)
    return BadInput([Problem(what, remedy=say("Check its network connection and try again."))])


def end_sessions_since(accounts: Accounts, opened: float) -> int:
    """End all sessions that began after a time, and return their number."""
    count = 0
    for name in accounts.roles_by_user():
        for session in accounts.list_sessions(name, opened):
            accounts.end_listed_session(name, session.mark, time(), LONGEST_SESSION)
            count += 1
    return count
