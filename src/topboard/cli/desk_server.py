"""The socket, the server and the browser window of a desk on this computer."""

from __future__ import annotations

import errno
import signal
import socket
import sys
import threading
import webbrowser
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import uvicorn

from topboard import platforms
from topboard.cli.streams import print_to_stderr
from topboard.errors import BadInput, Problem
from topboard.messages import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fastapi import FastAPI

BACKLOG = 2048
LARGEST_PORT = 65535
STOPPING_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
"""The signals that stop a desk, on the systems that have them."""


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that already accepts connections, so that the browser can open the desk.

    Port 0 stands for any free port. Raise ``BadInput`` if the address cannot be used.
    """
    if port > LARGEST_PORT:
        remedy = say("Choose a number up to {most}.", most=LARGEST_PORT)
        raise BadInput([Problem(say("invalid port"), "--port", str(port), remedy)])
    try:
        family, kind, _, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        made = socket.socket(family, kind)
    except OSError as error:
        raise _unusable_host_error(host) from error
    try:
        _choose_socket_options(made)
        made.bind(address)
        made.listen(BACKLOG)
    except OSError as error:
        made.close()
        raise _convert_listening_error(error, host, port) from error
    return made


def _choose_socket_options(made: socket.socket) -> None:
    if sys.platform == "win32":
        # On Windows, SO_REUSEADDR would let two programs use the same port.
        made.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)


def _convert_listening_error(error: OSError, host: str, port: int) -> BadInput:
    if error.errno == errno.EADDRINUSE:
        what = say("a different program is already using this port")
        remedy = say(
            "Choose a different port, such as --port {next}. With --port 0, the desk uses any free"
            " one.",
            next=port + 1 if port < LARGEST_PORT else port - 1,
        )
        return BadInput([Problem(what, "--port", str(port), remedy)])
    if error.errno == errno.EACCES:
        what = say("this port may only be used with the rights of an administrator")
        remedy = say("Choose a port above 1023, such as --port 8000.")
        return BadInput([Problem(what, "--port", str(port), remedy)])
    return _unusable_host_error(host)


def _unusable_host_error(host: str) -> BadInput:
    what = say("this is not a network address of this computer")
    remedy = say("Use 127.0.0.1 for this computer only, or 0.0.0.0 for all networks.")
    return BadInput([Problem(what, "--host", host, remedy)])


class DeskServer:
    """The server of a desk. It can be told to stop by a signal, or by a page of the desk."""

    def __init__(self, **settings: Any) -> None:
        self._settings = settings
        self._server: uvicorn.Server | None = None
        self._is_stopped = False

    def run(self, app: FastAPI, listening: socket.socket) -> None:
        """Answer requests until the desk is stopped."""
        config = uvicorn.Config(
            app,
            log_level="warning",
            server_header=False,
            # Clients that follow a round live would otherwise keep the desk from shutting down.
            timeout_graceful_shutdown=2,
            **self._settings,
        )
        self._server = uvicorn.Server(config)
        self._server.should_exit = self._is_stopped
        self._server.run(sockets=[listening])

    def stop(self) -> None:
        """Stop the server as soon as it has answered the current requests."""
        self._is_stopped = True
        if self._server is not None:
            self._server.should_exit = True

    @contextmanager
    def stopped_by_signals(self) -> Iterator[None]:
        """Make the desk end in the usual way if its terminal is closed or a signal stops it.

        Without this, uvicorn would end the process by the same signal after the last request, so
        nothing behind ``run`` would happen.
        """
        previous = {}
        if threading.current_thread() is threading.main_thread():
            numbers = (getattr(signal, name, None) for name in STOPPING_SIGNALS)
            for number in filter(None, numbers):
                # The command nohup switches off SIGHUP.
                if signal.getsignal(number) != signal.SIG_IGN:
                    previous[number] = signal.signal(number, lambda *_: self.stop())
        try:
            yield
        finally:
            for number, handler in previous.items():
                signal.signal(number, handler)


def open_in_browser(address: str) -> threading.Thread:
    """Open the address in the browser of this computer, or ask the user to open it.

    The returned thread ends when the browser has started. Some browsers end it only when their
    window is closed.
    """
    opening = threading.Thread(target=_open_or_ask, args=(address,), daemon=True)
    opening.start()
    return opening


def _open_or_ask(address: str) -> None:
    if not (platforms.can_open_browser() and webbrowser.open(address)):
        print_to_stderr(
            say("No browser was found. Open this address yourself: {address}", address=address)
        )
