"""A proxy before a PostgreSQL server that cuts connections where a test wants it."""

from __future__ import annotations

import socket
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

SOCKET = ".s.PGSQL.5432"
BEFORE, AFTER = "before the server hears of it", "after the server has done it"


class UnreliableProxy:
    """Hands everything on between clients and the server, until it is cut at a COMMIT."""

    def __init__(self, folder: Path, server: Path) -> None:
        self.cut = ""
        """When to cut the next COMMIT; once cut, the wire is whole again."""
        self._server = str(server / SOCKET)
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(str(folder / SOCKET))
        self._listening.listen()
        Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """Take no more clients."""
        # Closing alone would not wake up who waits for a client.
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                server = socket.socket(socket.AF_UNIX)
                server.connect(self._server)
                Thread(target=self._serve, args=(client, server), daemon=True).start()

    def _serve(self, client: socket.socket, server: socket.socket) -> None:
        back = Thread(target=self._hand_back, args=(client, server), daemon=True)
        back.start()
        with suppress(OSError):
            while data := client.recv(1 << 16):
                if not self.cut or b"COMMIT\0" not in data:
                    server.sendall(data)
                    continue
                how, self.cut = self.cut, ""
                client.shutdown(socket.SHUT_RDWR)
                if how == AFTER:
                    server.sendall(data)
                break
        with suppress(OSError):
            server.shutdown(socket.SHUT_WR)
        back.join()
        client.close()
        server.close()

    def _hand_back(self, client: socket.socket, server: socket.socket) -> None:
        # Until the server has ended, also where nobody hears it any more.
        while data := server.recv(1 << 16):
            with suppress(OSError):
                client.sendall(data)
        with suppress(OSError):
            client.shutdown(socket.SHUT_RDWR)
