"""Searching, sorting and displaying names in any script."""

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
"""Letters that are not accented but are often typed as plain letters, such as ø as o."""


def fold_case_and_accents(text: str) -> str:
    """Return a string in lower case without accents, for comparison. It works for any script."""
    if text.isascii():
        return text.casefold()
    letters = "".join(c for c in normalize("NFKD", text.casefold()) if not combining(c))
    return letters.translate(_STROKES)


def folded_name_parts(name: str) -> list[str]:
    """Return the words of a name in lower case without accents, for searching."""
    text = fold_case_and_accents(name)
    if text.isascii():
        return _ASCII_PARTS.findall(text)
    return "".join(c if _is_letter(c) else " " for c in text).split()


def _is_letter(character: str) -> bool:
    # Vowel signs of Indian scripts are in the category of marks and occur inside words.
    return character.isalnum() or category(character).startswith("M")


# --- the order of the alphabet ------------------------------------------------------------------

_TITLES = frozenset(("GM", "IM", "FM", "CM", "NM", "WGM", "WIM", "WFM", "WCM"))
"""Chess titles that are sometimes written in front of a name."""
_PARTICLES = {
    "nl": frozenset(("de", "den", "der", "het", "in", "'t", "op", "te", "ten", "ter", "van")),
    "de": frozenset(("der", "dem", "den", "von", "vom", "zu", "zum", "zur")),
}
"""Particles before a surname that are ignored in sorting, keyed by language."""
_AFTER = {
    "da": ("z æ ø å",),
    "nb": ("z æ ø å",),
    "sv": ("z å ä ö",),
    "et": ("s š z ž", "w õ ä ö ü"),
    "es": ("n ñ",),
    "pl": ("a ą", "c ć", "e ę", "l ł", "n ń", "o ó", "s ś", "z ź ż"),
    "cs": ("c č", "h ch", "r ř", "s š", "z ž"),
    "hr": ("c č ć", "d dž đ", "l lj", "n nj", "s š", "z ž"),
    "hu": ("o ö", "u ü"),
}
"""Letters that a language sorts as separate letters, keyed by language. In each row, every letter
is sorted right after the letter before it.
"""
_SAME = {
    "de": {"ä": "ae", "ö": "oe", "ü": "ue"},
    "da": {"aa": "å", "ä": "æ", "ö": "ø"},
    "nb": {"aa": "å", "ä": "æ", "ö": "ø"},
    "sv": {"æ": "ä", "ø": "ö", "ü": "y"},
    "hu": {"ő": "ö", "ű": "ü"},
}
"""Letters that are sorted like other letters, keyed by language."""
_LIKE = {"no": "nb", "nn": "nb", "fi": "sv", "sk": "cs", "sl": "hr", "bs": "hr"}
"""Languages that use the alphabetical order of another language."""
_LAST = "\U0010fffd"
"""A character that sorts after every letter of a name."""


def name_sort_key(name: str, language: str = "") -> tuple[str, str, str]:
    """Return the sort key of a person's name: the surname, the given names and the name as written.

    The surname is the part before the comma. A name without a comma is sorted as written, because
    its surname may be the first or the last word. A chess title before the name is ignored.
    ``language`` is the code of the language whose alphabetical order is used, such as ``de``.
    Without it, accents do not matter.
    """
    spoken = _alphabet_language_code(language)
    words = name.split()
    while len(words) > 1 and words[0] in _TITLES:
        del words[0]
    surname, _, given = " ".join(words).partition(",")
    particles = _PARTICLES.get(spoken, frozenset())
    parts_of_it = surname.split()
    skipped = 0
    while skipped < len(parts_of_it) - 1 and parts_of_it[skipped] in particles:
        skipped += 1
    main = " ".join(parts_of_it[skipped:])
    behind = " ".join((given, *parts_of_it[:skipped]))
    return text_sort_key(main, spoken), text_sort_key(behind, spoken), name


def text_sort_key(text: str, language: str = "") -> str:
    """Return the sort key of a string in the alphabetical order of a language."""
    spoken = _alphabet_language_code(language)
    small = normalize("NFC", text.casefold())
    for letters, others in _SAME.get(spoken, {}).items():
        small = small.replace(letters, others)
    # A separate letter is written as the one before it plus a character that sorts after every
    # letter.
    for row in _AFTER.get(spoken, ()):
        first, *later = row.split()
        for place, letters in enumerate(later):
            small = small.replace(letters, f"{first}{_LAST}{place}")
    plain = "".join(_replace_non_letter_by_blank(c) for c in fold_case_and_accents(small))
    return " ".join(plain.split())


def _replace_non_letter_by_blank(character: str) -> str:
    if character == _LAST or _is_letter(character):
        return character
    return "" if character in "'`.\u2019" else " "


def _alphabet_language_code(language: str) -> str:
    code = language.replace("_", "-").partition("-")[0].casefold()
    return _LIKE.get(code, code)


# --- the direction of writing -------------------------------------------------------------------

TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Control characters that change the writing direction of the text after them."""
HINTS = frozenset("\u200e\u200f\u061c")
"""Invisible characters with a writing direction of their own."""
_BEGIN, _END = "\u2068", "\u2069"
ISOLATES = frozenset((_BEGIN, _END))


def has_direction_marks(text: str) -> bool:
    """Return whether a string has control characters that change the writing direction."""
    return not text.isascii() and not TURNING.isdisjoint(text)


def isolate_right_to_left_text(text: str) -> str:
    """Return a right-to-left string in isolation marks, so that adjacent numbers stay in place.

    Any other string is returned unchanged.
    """
    if text.isascii() or not any(bidirectional(c) in ("R", "AL", "AN") for c in text):
        return text
    return f"{_BEGIN}{''.join(c for c in text if c not in TURNING)}{_END}"


def name_with_number(name: str, number: int) -> str:
    """Return a participant's name and number, such as "India 2 (#11)".

    If the name is empty, return only the number, such as "#11".
    """
    return f"{isolate_right_to_left_text(name)} (#{number:d})" if name else f"#{number:d}"
