"""The tournament type codes in record 192, and the systems and options they stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.systems.registry import CODES_BY_DATE, CODES_WITH_VARIATIONS, TYPE_CODES

if TYPE_CHECKING:
    from collections.abc import Sequence

ACCELERATED = "_BAKU"
"""The suffix of the type code of a tournament with accelerated pairings."""
BAKU = "baku"
"""The option for accelerated pairings, for which the code has the suffix ``_BAKU``."""


DUTCH = "FIDE_DUTCH"
"""The type code of the Dutch system. The event's first day decides the edition."""
NO_SWISS = ("robin", "berger", "knock", "scheveningen", "match")
"""Words in the tournament type (record 092) that show that an event is not a Swiss."""


def is_type_text_not_swiss(text: str) -> bool:
    """Return whether the text in record 092 clearly describes a tournament that is not a Swiss."""
    words = text.casefold()
    return "swiss" not in words and any(word in words for word in NO_SWISS)


def find_system_by_code(code: str, start: str) -> tuple[str, tuple[str, ...]] | None:
    """Return the name and options of the system for a code in record 192.

    The first day of the event, ``start``, decides between editions. Return None if the code is
    unknown.
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
    """Return a date in the form 2026/02/01, or an empty string if it cannot be read."""
    day = written.strip(" ").replace("-", "/").replace(".", "/")
    parts = day.split("/")
    if len(parts) != 3 or not all(part.isascii() and part.isdigit() for part in parts):
        return ""
    if len(parts[0]) <= 2 and len(parts[2]) == 4:
        parts.reverse()
    return "/".join(part.zfill(2) for part in parts) if len(parts[0]) == 4 else ""


def get_type_code_of_system(system: str, variations: Sequence[str]) -> str:
    """Return the code in record 192 for a system and its options, or "" if there is none."""
    for (varied, said), codes in CODES_WITH_VARIATIONS.items():
        if varied == system and sorted(said) == sorted(variations):
            return codes[0]
    if system not in TYPE_CODES or not {*variations} <= {BAKU}:
        return ""
    return TYPE_CODES[system][0] + (ACCELERATED if variations else "")
