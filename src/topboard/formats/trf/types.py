"""The codes for types of tournaments in record 192, and the editions they stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.systems.registry import CODES_BY_DATE, CODES_WITH_VARIATIONS, TYPE_CODES

if TYPE_CHECKING:
    from collections.abc import Sequence

ACCELERATED = "_BAKU"
"""The suffix of the code of an accelerated tournament."""
BAKU = "baku"
"""The option that this suffix stands for."""


DUTCH = "FIDE_DUTCH"
"""The code of the Dutch system, in the edition in force on the event's first day."""
NO_SWISS = ("robin", "berger", "knock", "scheveningen", "match")
"""Words in the type of tournament (092) which show that an event is not a Swiss."""


def is_not_swiss(text: str) -> bool:
    """Return whether the text of record 092 says that the event is not a Swiss."""
    words = text.casefold()
    return "swiss" not in words and any(word in words for word in NO_SWISS)


def find_system_by_code(code: str, start: str) -> tuple[str, tuple[str, ...]] | None:
    """Return the system and options that a code stands for, in an event with this first day.

    Return None if the code is unknown.
    """
    written = code.strip(" ").upper()
    plain = written.removesuffix(ACCELERATED)
    variations = (BAKU,) if plain != written else ()
    for system, codes in TYPE_CODES.items():
        if plain in codes:
            return system, variations
    for varied, codes in CODES_WITH_VARIATIONS.items():
        if written in codes:
            return varied
    began = parse_day(start)
    for since, system in CODES_BY_DATE.get(plain, ()):
        if not began or began >= since:
            return system, variations
    return None


def parse_day(written: str) -> str:
    """Return a day as 2026/02/01, or an empty string if the text is not a comparable date."""
    day = written.strip(" ").replace("-", "/").replace(".", "/")
    parts = day.split("/")
    if len(parts) != 3 or not all(part.isascii() and part.isdigit() for part in parts):
        return ""
    if len(parts[0]) <= 2 and len(parts[2]) == 4:
        parts.reverse()
    return "/".join(part.zfill(2) for part in parts) if len(parts[0]) == 4 else ""


def system_code(system: str, variations: Sequence[str]) -> str:
    """Return the code for a system and its options, or an empty string if there is none."""
    for (varied, said), codes in CODES_WITH_VARIATIONS.items():
        if varied == system and sorted(said) == sorted(variations):
            return codes[0]
    if system not in TYPE_CODES or not {*variations} <= {BAKU}:
        return ""
    return TYPE_CODES[system][0] + (ACCELERATED if variations else "")
