"""How the command reports errors, loaded when there is one."""

from __future__ import annotations

from topboard.errors import CannotReadOrWrite, TopboardError
from topboard.formats.files import OUTPUT, file_error
from topboard.messages import message
from topboard.storage.addresses import hide_passwords


def _build_file_error(error: OSError) -> CannotReadOrWrite:
    """Return the error to report for the file named in ``error``, or else for standard output."""
    if error.filename is None:
        return file_error(message("write"), OUTPUT, error)
    return file_error(message("read or write"), str(error.filename), error)


def format_error_lines(error: TopboardError | OSError) -> list[str]:
    """Return the lines of an error.

    A server address given in place of a file is quoted without its password.
    """
    if isinstance(error, OSError):
        error = _build_file_error(error)
    return hide_passwords(str(error)).splitlines() or [type(error).__name__]
