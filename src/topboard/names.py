"""Names as they are compared, found, and set beside numbers, in any script."""

from __future__ import annotations

import re
from unicodedata import bidirectional, category, combining, normalize

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


# --- the direction of writing -------------------------------------------------------------------

TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Marks that turn the direction of writing, of what follows too."""
HINTS = frozenset("\u200e\u200f\u061c")
"""Marks without width that have a direction."""
_BEGIN, _END = "\u2068", "\u2069"
ISOLATES = frozenset((_BEGIN, _END))


def turns_writing(text: str) -> bool:
    """Whether the text has marks that turn the direction of writing; no name needs them."""
    return not text.isascii() and not TURNING.isdisjoint(text)


def isolated(text: str) -> str:
    """The text so that numbers beside it stay in their places, if it is read right to left."""
    if text.isascii() or not any(bidirectional(c) in ("R", "AL", "AN") for c in text):
        return text
    return f"{_BEGIN}{''.join(c for c in text if c not in TURNING)}{_END}"
