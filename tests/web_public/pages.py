"""Pages read by their links and words."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import urljoin

EVENT = "/p/riverside-chess-festival"


def words(text: str) -> str:
    """The words of a page, tags left out."""
    bare = re.sub(r"<(script|style|noscript)\b.*?</\1>", "", text, flags=re.S)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", bare)).split())


def links(text: str, base: str) -> set[str]:
    """All addresses a page names, without the places inside pages."""
    found = re.findall(r'(?:href|src|data-next)="([^"]+)"', text)
    return {urljoin(base, unescape(link)).partition("#")[0] for link in found if link[0] != "#"}
