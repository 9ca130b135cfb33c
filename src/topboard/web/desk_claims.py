"""The claim of a running desk to its data folder, so that only one desk uses each folder."""

from __future__ import annotations

import json
import os
import socket
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from topboard import __version__, platforms
from topboard.errors import CannotReadOrWrite
from topboard.formats.files import (
    CANNOT_WRITE,
    PRIVATE_MODE,
    build_file_error,
    write_file_or_stream,
)
from topboard.messages import say

if TYPE_CHECKING:
    from typing import Self

LOCK, DETAILS = ".desk.lock", ".desk.json"
"""The file that a running desk locks, and the file that says where this desk is.

They are two files, because Windows lets no other program read a locked one.
"""
ATTEMPTS, PAUSE = 50, 0.1
"""How often, and at which intervals in seconds, to look for the address of a desk that starts."""


class DeskIsRunning(CannotReadOrWrite):
    """Raised when a desk already uses the data folder.

    ``address`` is its address in the browser. It is empty if the desk runs on a different computer,
    or if its address is unknown.
    """

    def __init__(self, message: str, address: str = "") -> None:
        self.address = address
        super().__init__(message)


class FolderClaim:
    """The claim to a data folder. It ends when it is released, or when the program ends."""

    def __init__(self, folder: Path, held: int) -> None:
        self._details = folder / DETAILS
        self._held = held

    def announce_address(self, address: str) -> None:
        """Record the address of the desk, for a second start with the same folder."""
        known = {"address": address, "version": __version__, "computer": socket.gethostname()}
        write_file_or_stream(json.dumps(known) + "\n", self._details, private=True, lasting=False)

    def release(self) -> None:
        """Let other desks use the folder."""
        with suppress(OSError):
            self._details.unlink(missing_ok=True)
        platforms.unlock_and_close(self._held)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()


def claim_folder(folder: Path) -> FolderClaim:
    """Claim a data folder for a desk. Raise ``DeskIsRunning`` if a different desk has it."""
    for _ in range(ATTEMPTS):
        held = _try_to_lock(folder / LOCK)
        if held is not None:
            # This may be left over from a desk that was killed.
            with suppress(OSError):
                (folder / DETAILS).unlink(missing_ok=True)
            return FolderClaim(folder, held)
        if known := _read_details(folder):
            raise _desk_is_running(folder, known)
        # The other desk is starting or stopping.
        time.sleep(PAUSE)
    raise _desk_is_running(folder, {})


def _try_to_lock(path: Path) -> int | None:
    """Return the descriptor of the locked file, or None if a different program has locked it."""
    try:
        held = os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE_MODE)
    except OSError as error:
        raise build_file_error(CANNOT_WRITE, str(path), error) from error
    # Some network folders have no locks. Nothing can be known about other programs there.
    with suppress(OSError):
        if not platforms.try_to_lock_descriptor(held):
            os.close(held)
            return None
    return held


def _read_details(folder: Path) -> dict[str, Any]:
    try:
        known = json.loads((folder / DETAILS).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return known if isinstance(known, dict) else {}


def _desk_is_running(folder: Path, known: dict[str, Any]) -> DeskIsRunning:
    address, computer = str(known.get("address", "")), str(known.get("computer", ""))
    if computer and computer != socket.gethostname():
        what = say(
            "A desk on the computer {computer} is using the folder {folder}. Stop it there first.",
            computer=computer,
            folder=folder,
        )
        return DeskIsRunning(what)
    if not address.startswith(("http://", "https://")):
        what = say(
            "A different program is using the folder {folder}. Stop it first, or choose a different"
            " folder.",
            folder=folder,
        )
        return DeskIsRunning(what)
    what = say(
        "A desk is already running for the folder {folder}. Open {address} in your browser, or stop"
        " that desk first.",
        folder=folder,
        address=address,
    )
    return DeskIsRunning(what, address)
