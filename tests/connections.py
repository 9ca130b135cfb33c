"""Warn of a database connection that is dropped while it is open, on every Python.

Python warns of it from 3.13 on. The suite takes warnings as errors, so that such a connection fails
a test; with this it does so on earlier versions as well.
"""

from __future__ import annotations

import sqlite3
import sys
import warnings
from typing import Any

_connect = sqlite3.connect


class _WarningConnection(sqlite3.Connection):
    """A connection that warns when it is dropped and was never closed."""

    is_closed = False

    def close(self) -> None:
        super().close()
        self.is_closed = True

    def __del__(self) -> None:
        if not self.is_closed:
            warnings.warn(f"unclosed database in {self!r}", ResourceWarning, stacklevel=1)


def _connect_and_warn(*arguments: Any, **settings: Any) -> sqlite3.Connection:
    settings.setdefault("factory", _WarningConnection)
    return _connect(*arguments, **settings)


def warn_of_open_connections() -> None:
    """Let every connection that is opened from here on warn as those of Python 3.13 do."""
    if sys.version_info < (3, 13):
        sqlite3.connect = _connect_and_warn
