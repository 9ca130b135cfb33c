"""Whom somebody looks for: by the first letters of any part of the name, or by the number."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from unicodedata import combining, normalize

if TYPE_CHECKING:
    from topboard.model import Competitor


def words_in(text: str) -> list[str]:
    """The words of a text in small letters, without accents; scripts of pages do the same."""
    bare = "".join(c for c in normalize("NFKD", text) if not combining(c))
    return re.findall(r"[^\W_]+", bare.casefold())


def is_looked_for(one: Competitor, wanted: list[str]) -> bool:
    """Whether every word begins a part of the name, or is the number."""
    parts = words_in(one.name)
    return all(
        word == str(one.number) or any(part.startswith(word) for part in parts) for word in wanted
    )
