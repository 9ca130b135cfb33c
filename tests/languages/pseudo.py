"""A language that nobody speaks: every message of the catalogue in letters of its own.

Whatever still stands in plain letters did not come through the catalogue.
"""

from __future__ import annotations

import json
import re
from string import ascii_letters
from typing import TYPE_CHECKING

from tools.messages import CATALOGUE
from topboard.messages import Language
from topboard.systems.registry import system

if TYPE_CHECKING:
    from collections.abc import Iterable

WIDE = str.maketrans({letter: chr(ord(letter) - 0x21 + 0xFF01) for letter in ascii_letters})
PLAIN = re.compile("[A-Za-z]{2,}")
PLACE = re.compile(r"(\{[^{}]*\}|<[^<>]*>)")


def foreign(text: str) -> str:
    """A message in brackets and wide letters; its places, and marks of HTML, stay."""
    parts = PLACE.split(text)
    return f"⟦{''.join(p if i % 2 else p.translate(WIDE) for i, p in enumerate(parts))}⟧"


def pseudo() -> Language:
    """The language made from the catalogue."""
    catalogue = json.loads(CATALOGUE.read_text("utf-8"))
    return Language(
        "pseudo",
        {
            key: foreign(value) if isinstance(value, str) else tuple(map(foreign, value))
            for key, value in catalogue.items()
        },
    )


def article_words(name: str) -> set[str]:
    """The articles of an edition, which are cited as they are, and the words in them."""
    articles = system(name).articles
    return {*articles, *(word for one in articles for word in re.findall(r"[A-Za-z_]{2,}", one))}


def plain_words(text: str, known: Iterable[str] = ()) -> list[str]:
    """The words in plain letters, but for names and codes that are known."""
    # Most texts have none, and few of all the names there are.
    if not PLAIN.search(text):
        return []
    for word in sorted((word for word in known if word and word in text), key=len, reverse=True):
        text = text.replace(word, " ")
    return PLAIN.findall(text)
