"""Errors for commands whose optional packages are not installed."""

from __future__ import annotations

from topboard.errors import CannotReadOrWrite
from topboard.messages import Worded, say, translate_worded


def missing_package_error(error: ImportError, extra: Worded) -> CannotReadOrWrite:
    """Return an error that names the missing package and says how to install it.

    If a module of Topboard itself is missing, raise ``error`` again, because that is a bug.
    """
    if (error.name or "").startswith("topboard"):
        raise error
    return CannotReadOrWrite(
        say("{extra} ({module} is missing)", extra=translate_worded(extra), module=error.name)
    )
