"""Suggestions for misspelled names."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def find_similar_name(name: str, known: Iterable[str]) -> str:
    """Return the known name most similar to ``name``, or an empty string if none is similar."""
    # Seam: slow modules of the standard library. Only errors need this one.
    from difflib import get_close_matches

    found = get_close_matches(name.casefold(), {*known}, n=1)
    return found[0] if found else ""
