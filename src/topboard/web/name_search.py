"""Search for participants by the first letters of any part of the name, or by number."""

from __future__ import annotations

import re
from unicodedata import combining, normalize

from topboard.model import Competitor


def split_search_words(text: str) -> list[str]:
    """Return the words of a text in lower case without accents, as the pages' scripts do."""
    bare = "".join(c for c in normalize("NFKD", text) if not combining(c))
    return re.findall(r"[^\W_]+", bare.casefold())


def matches_search(one: Competitor, wanted: list[str]) -> bool:
    """Return whether every word is the number or the beginning of a part of the name."""
    parts = split_search_words(one.name)
    return all(
        word == str(one.number) or any(part.startswith(word) for part in parts) for word in wanted
    )
