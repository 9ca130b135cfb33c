"""Locks for files that several threads or programs may rewrite."""

from __future__ import annotations

import os
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING

from topboard import platforms
from topboard.formats.files import CANNOT_WRITE, PRIVATE_MODE, build_file_error

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
            held = os.open(beside, os.O_RDWR | os.O_CREAT, PRIVATE_MODE)
            platforms.lock_or_close(held)
        except OSError as error:
            raise build_file_error(CANNOT_WRITE, os.fspath(path), error) from error
        try:
            yield
        finally:
            platforms.unlock_and_close(held)
