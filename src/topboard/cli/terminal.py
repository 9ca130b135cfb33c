"""Output on a terminal, in colour if the extra ``cli`` is installed.

Long tasks show their progress on standard error, but only if it is a terminal.
"""

from __future__ import annotations

import io
import os
import sys
from typing import TYPE_CHECKING, TypeVar

from topboard.messages import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Step = TypeVar("Step")


def escape_unencodable_characters() -> None:
    r"""Make standard output escape the characters that it cannot encode, such as ``\u0141``."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def print_lines(lines: Iterable[str]) -> None:
    """Print the lines on standard output, in colour if it is a terminal that supports it."""
    text = "".join(f"{line}\n" for line in lines)
    if _should_use_colours() and _print_in_colours(text):
        return
    sys.stdout.write(text)


def _should_use_colours() -> bool:
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def _print_in_colours(text: str) -> bool:
    try:
        from rich.console import Console
    except ImportError:
        return False
    Console().print(text, end="", markup=False, emoji=False, soft_wrap=True)
    return True


def show_round_progress(rounds: Iterable[Step], total: int) -> Iterator[Step]:
    """Yield the items of ``rounds``, showing the number of the current round on a terminal."""
    if not sys.stderr.isatty():
        yield from rounds
        return
    try:
        _print_round_progress(1, total)
        for done, made in enumerate(rounds, start=1):
            yield made
            _print_round_progress(done + 1, total)
    finally:
        # The line is cleared even if the work is interrupted, so that the next line starts clean.
        sys.stderr.write("\r" + " " * len(_round_progress_text(total, total)) + "\r")
        sys.stderr.flush()


def _print_round_progress(number: int, total: int) -> None:
    if number <= total:
        sys.stderr.write("\r" + _round_progress_text(number, total))
        sys.stderr.flush()


def _round_progress_text(number: int, total: int) -> str:
    return say("round {number} of {total}", number=number, total=total)
