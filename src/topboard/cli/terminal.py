"""Text for people: plain, or with colours on a terminal where the extra ``cli`` is installed."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def show(lines: Iterable[str]) -> None:
    """Print the lines to standard output."""
    text = "".join(f"{line}\n" for line in lines)
    if _wants_colours() and _shown_in_colours(text):
        return
    sys.stdout.write(text)


def _wants_colours() -> bool:
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def _shown_in_colours(text: str) -> bool:
    try:
        from rich.console import Console
    except ImportError:
        return False
    Console().print(text, end="", markup=False, emoji=False, soft_wrap=True)
    return True
