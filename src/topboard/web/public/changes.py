"""The changes between two versions of a page, line by line."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    Change = tuple[int, int, list[str]]

LONGEST_MIDDLE = 3_000
"""The most lines that are compared individually; a longer changed part is sent as a whole."""


def diff_lines(before: Sequence[str], after: Sequence[str]) -> list[Change]:
    """Return the changes, last one first, each as a range of lines and its replacement."""
    start = 0
    most = min(len(before), len(after))
    while start < most and before[start] == after[start]:
        start += 1
    end = 0
    while end < most - start and before[-1 - end] == after[-1 - end]:
        end += 1
    old, new = before[start : len(before) - end], after[start : len(after) - end]
    if not old and not new:
        return []
    if max(len(old), len(new)) > LONGEST_MIDDLE:
        return [(start, start + len(old), list(new))]
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    return [
        (start + a, start + b, list(new[c:d]))
        for kind, a, b, c, d in reversed(matcher.get_opcodes())
        if kind != "equal"
    ]
