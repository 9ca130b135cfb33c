"""What a person sees on a terminal, and what a program gets."""

from __future__ import annotations

import os
import pty
import subprocess
import sys

import pytest

ESCAPE = b"\x1b["


def on_a_terminal(**environment: str) -> bytes:
    """What ``topboard systems`` writes when its output is a terminal."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "topboard", "systems"]
    kept = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS")}
    subprocess.run(command, stdout=theirs, env={**kept, "TERM": "xterm", **environment}, check=True)
    os.close(theirs)
    seen = b""
    while True:
        try:
            block = os.read(ours, 4096)
        except OSError:
            break
        if not block:
            break
        seen += block
    os.close(ours)
    return seen


def test_a_terminal_has_colours():
    seen = on_a_terminal()

    assert ESCAPE in seen
    assert b"olympiad_2022" in seen


@pytest.mark.parametrize("value", ["1", "yes"])
def test_no_colour_is_respected(value):
    assert ESCAPE not in on_a_terminal(NO_COLOR=value)


def test_a_pipe_gets_plain_text():
    done = subprocess.run(
        [sys.executable, "-m", "topboard", "systems"], capture_output=True, check=True
    )

    assert ESCAPE not in done.stdout
