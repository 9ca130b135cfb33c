"""Handling of the standard streams, which may be open, closed or unable to take more output."""

from __future__ import annotations

import io
import os
import sys
from typing import TYPE_CHECKING

from topboard import platforms
from topboard.messages import say

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

    from topboard.errors import Problem


def make_standard_streams_usable() -> None:
    """Make the standard streams usable, whatever their state when the process started."""
    _occupy_closed_descriptors()
    sys.stdout = sys.stdout or _open_failing_stream(1)
    sys.stderr = sys.stderr or _open_failing_stream(2)
    for stream in (sys.stdout, sys.stderr):
        if (stream.encoding or "").lower() not in ("utf-8", "utf8"):
            platforms.write_utf8_if_redirected(stream)


def _occupy_closed_descriptors() -> None:
    """Make sure that no file opened later gets the descriptor of a closed standard stream."""
    for descriptor in (0, 1, 2):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDONLY)


def _open_failing_stream(descriptor: int) -> TextIO:
    """Return a replacement for a closed stream that raises an error only when it is written to."""
    raw = io.FileIO(descriptor, "w", closefd=False)
    return io.TextIOWrapper(io.BufferedWriter(raw), encoding="utf-8")


def read_input_lines() -> Iterator[str]:
    """Yield the lines of standard input without their line endings. It may be closed."""
    for line in getattr(sys.stdin, "buffer", sys.stdin) or ():
        text = line if isinstance(line, str) else platforms.decode_input(line)
        yield text.rstrip("\r\n")


def print_to_stderr(line: str) -> None:
    """Print a line on standard error. If this fails, discard this line and all later ones."""
    try:
        print(line, file=sys.stderr, flush=True)
    except OSError:
        _redirect_to_devnull(sys.stderr)


def print_message(line: str) -> None:
    """Print a line on standard error, prefixed with the name of the program."""
    print_to_stderr(f"topboard: {line}")


def print_note(note: Problem) -> None:
    """Print a note about a file that was read successfully."""
    print_message(say("note: {note}", note=str(note)))


def flush_standard_streams() -> None:
    """Flush the standard streams, and redirect those that fail, so that no error occurs at exit."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            _redirect_to_devnull(stream)


def _redirect_to_devnull(stream: TextIO) -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
