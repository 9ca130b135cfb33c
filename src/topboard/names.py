"""Names as they are compared and found: without accents and capitals, part by part."""

from __future__ import annotations

import re
from unicodedata import category, combining, normalize

_ASCII_PARTS = re.compile("[a-z0-9]+")
_STROKES = str.maketrans(
    {
        "ł": "l",
        "ø": "o",
        "đ": "d",
        "ð": "d",
        "ħ": "h",
        "\u0131": "i",
        "æ": "ae",
        "œ": "oe",
        "þ": "th",
    }
)
"""Letters that are no plain letter with an accent, and that people type as one all the same."""


def folded(text: str) -> str:
    """The text in small letters without accents, in any script."""
    if text.isascii():
        return text.casefold()
    letters = "".join(c for c in normalize("NFKD", text.casefold()) if not combining(c))
    return letters.translate(_STROKES)


def parts(name: str) -> list[str]:
    """The parts of a name by whose first letters it is found, folded."""
    text = folded(name)
    if text.isascii():
        return _ASCII_PARTS.findall(text)
    return "".join(c if _is_letter(c) else " " for c in text).split()


def _is_letter(character: str) -> bool:
    # Vowel signs of Indian scripts are marks, and stand inside a word.
    return character.isalnum() or category(character).startswith("M")
