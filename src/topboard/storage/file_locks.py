"""Locks for files that several threads or programs may rewrite."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING

from topboard.formats.files import CANNOT_WRITE, build_file_error

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

if TYPE_CHECKING:
    from collections.abc import Iterator

_LOCKS: dict[str, Lock] = {}
_LOCKS_LOCK = Lock()


@contextmanager
def lock_file(path: str | os.PathLike[str]) -> Iterator[None]:
    """Lock a file while it is read and rewritten, so that other threads and programs wait.

    The lock is held on a separate file, because the file itself is replaced whenever it is written.
    """
    real = os.path.realpath(path)
    folder, name = os.path.split(real)
    with _LOCKS_LOCK:
        own = _LOCKS.setdefault(real, Lock())
    with own:
        try:
            beside = os.path.join(folder, f".{name}.lock")
            held = os.open(beside, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise build_file_error(CANNOT_WRITE, os.fspath(path), error) from error
        try:
            _wait_for_file_lock(held)
            yield
        finally:
            os.close(held)


def _wait_for_file_lock(held: int) -> None:
    """Wait until no other program holds the lock. Closing the file releases it."""
    if sys.platform == "win32":
        # This gives up after ten seconds, but the work under the lock takes only a few
        # milliseconds.
        msvcrt.locking(held, msvcrt.LK_LOCK, 1)
    else:
        fcntl.flock(held, fcntl.LOCK_EX)
