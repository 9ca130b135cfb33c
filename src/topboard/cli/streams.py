"""The standard streams as a command finds them: open, closed or full."""

from __future__ import annotations

import io
import os
import sys
from typing import TYPE_CHECKING

from topboard.messages import say

if TYPE_CHECKING:
    from typing import TextIO

    from topboard.errors import Problem


def secure() -> None:
    """Make the streams fit for use, whatever we were started with."""
    _occupy_closed_descriptors()
    sys.stdout = sys.stdout or _refusing(1)
    sys.stderr = sys.stderr or _refusing(2)


def _occupy_closed_descriptors() -> None:
    """Let no file that is opened later take the place of a stream that is closed."""
    for descriptor in (0, 1, 2):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDONLY)


def _refusing(descriptor: int) -> TextIO:
    """A stream that was closed: who writes to it is told, who writes nothing is not troubled."""
    raw = io.FileIO(descriptor, "w", closefd=False)
    return io.TextIOWrapper(io.BufferedWriter(raw), encoding="utf-8")


def tell(line: str) -> None:
    """A line on standard error; if it is not taken there, the work goes on."""
    try:
        print(line, file=sys.stderr, flush=True)
    except OSError:
        _silence(sys.stderr)


def speak(line: str) -> None:
    """A line of talk, in our name."""
    tell(f"topboard: {line}")


def tell_note(note: Problem) -> None:
    """Print a note about a file that can be read."""
    speak(say("note: {note}", note=str(note)))


def release() -> None:
    """Leave nothing in the streams that could fail once more at the very end."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            _silence(stream)


def _silence(stream: TextIO) -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
