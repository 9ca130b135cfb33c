"""Workers of a host as they run in earnest: each a process of ``topboard serve``."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import httpx
from argon2 import PasswordHasher

from topboard.web.accounts import Role

if TYPE_CHECKING:
    from topboard.web.repository import EventRepository

PASSWORD = "correct horse battery"


def add_users(repository: EventRepository) -> None:
    """One user of each role, with hashes that take less time to verify than real ones."""
    repository.accounts._password_hasher = PasswordHasher(time_cost=1, memory_cost=64)
    for role in Role:
        repository.accounts.add_user(role.value, role, PASSWORD)


def free_port() -> int:
    """A port at which nobody listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


class Worker:
    """A process that serves a host; it is killed, or stopped at the end."""

    def __init__(self, url: str, *arguments: str) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._command = [sys.executable, "-m", "topboard", "serve", url, "--port", str(self.port)]
        self._command += arguments
        self.begin()

    def begin(self) -> None:
        """Start it; ``answers`` waits until it serves."""
        self._running = subprocess.Popen(
            self._command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    def answers(self, status: int = 200, patience: float = 40.0) -> None:
        """Wait until it calls itself healthy, or whatever the status says."""
        found: object = None
        until = time.monotonic() + patience
        while time.monotonic() < until:
            try:
                found = httpx.get(f"{self.address}/healthy", timeout=15).status_code
            except httpx.TransportError as error:
                found = error
            if found == status:
                return
            time.sleep(0.05)
        raise AssertionError(f"the worker answers {found!r}, not {status}")

    def kill(self) -> None:
        """End it as if the power had gone."""
        os.kill(self._running.pid, signal.SIGKILL)
        self._running.wait()

    def stop(self) -> None:
        """End it in good order, if it still runs."""
        self._running.terminate()
        self._running.wait(10)
