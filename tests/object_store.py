"""A store of objects for the tests: a real server that speaks S3, on this machine only."""

from __future__ import annotations

import logging
import socket
import urllib.request
from itertools import count

from moto.server import ThreadedMotoServer


class ObjectStore:
    """A server with buckets; it can be stopped and started again, and keeps what it has."""

    def __init__(self) -> None:
        logging.getLogger("werkzeug").setLevel(logging.ERROR)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._made = count(1)
        self.start()

    @property
    def endpoint(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Let it serve."""
        self._server = ThreadedMotoServer("127.0.0.1", self.port, verbose=False)
        self._server.start()

    def stop(self) -> None:
        """Take it away."""
        self._server.stop()

    def create_bucket(self) -> str:
        """A new and empty bucket, which everybody may read."""
        name = f"bucket-{next(self._made)}"
        headers = {"x-amz-acl": "public-read"}
        asked = urllib.request.Request(f"{self.endpoint}/{name}", method="PUT", headers=headers)
        with urllib.request.urlopen(asked, timeout=10):
            return name
