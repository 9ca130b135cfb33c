"""Warn of a database connection that is dropped while it is open, on every Python.

Python warns of it from 3.13 on. The suite takes warnings as errors, so that such a connection fails
a test; with this it does so on earlier versions as well, and the warning says who opened it. The
garbage collector may find such a connection long after its own test has ended.
"""

from __future__ import annotations

import os
import sqlite3
import sys
import warnings
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from types import FrameType

_connect = sqlite3.connect


class _WarningConnection(sqlite3.Connection):
    """A connection that warns when it is dropped and was never closed."""

    is_closed = False
    opened_by: tuple[str, ...] = ()

    def close(self) -> None:
        super().close()
        self.is_closed = True

    def __del__(self) -> None:
        if not self.is_closed:
            callers = ", ".join(self.opened_by)
            message = f"unclosed database in {self!r}, opened by {callers}"
            warnings.warn(message, ResourceWarning, stacklevel=1)


def _connect_and_warn(*arguments: Any, **settings: Any) -> sqlite3.Connection:
    settings.setdefault("factory", _WarningConnection)
    connection = _connect(*arguments, **settings)
    if isinstance(connection, _WarningConnection):
        connection.opened_by = _list_callers()
    return connection


def _list_callers() -> tuple[str, ...]:
    """Return the test, then file and line of every call that led to this one, the nearest first."""
    callers = [os.environ.get("PYTEST_CURRENT_TEST", "no test")]
    frame: FrameType | None = sys._getframe(2)
    while frame is not None and len(callers) < 40:
        callers.append(f"{frame.f_code.co_filename}:{frame.f_lineno}")
        frame = frame.f_back
    return tuple(callers)


def warn_of_open_connections() -> None:
    """Let every connection that is opened from here on warn as those of Python 3.13 do."""
    if sys.version_info < (3, 13):
        sqlite3.connect = _connect_and_warn
