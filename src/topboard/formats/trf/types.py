"""The codes of types of tournaments, record 192, and the editions they mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.systems.registry import CODES_BY_DATE, CODES_WITH_VARIATIONS, TYPE_CODES

if TYPE_CHECKING:
    from collections.abc import Sequence

ACCELERATED = "_BAKU"
"""How the code of an accelerated tournament ends."""
BAKU = "baku"
"""The variation that this ending stands for."""


DUTCH = "FIDE_DUTCH"
"""The Dutch system, in the edition of the event's first day."""
NO_SWISS = ("robin", "berger", "knock", "scheveningen", "match")
"""Words in a type of tournament (092) by which an event is no Swiss."""


def is_no_swiss(text: str) -> bool:
    """Whether the words of record 092 say that the event is no Swiss."""
    words = text.casefold()
    return "swiss" not in words and any(word in words for word in NO_SWISS)


def edition_of(code: str, start: str) -> tuple[str, tuple[str, ...]] | None:
    """The system of ours that a code means, and its variations, for an event of that first day."""
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
    """A day as 2026/02/01; empty where the text is none that can be compared."""
    day = written.strip(" ").replace("-", "/").replace(".", "/")
    parts = day.split("/")
    if len(parts) != 3 or not all(part.isascii() and part.isdigit() for part in parts):
        return ""
    if len(parts[0]) <= 2 and len(parts[2]) == 4:
        parts.reverse()
    return "/".join(part.zfill(2) for part in parts) if len(parts[0]) == 4 else ""


def code_of(system: str, variations: Sequence[str]) -> str:
    """The code that says system and variations; empty if there is none."""
    for (varied, said), codes in CODES_WITH_VARIATIONS.items():
        if varied == system and sorted(said) == sorted(variations):
            return codes[0]
    if system not in TYPE_CODES or not {*variations} <= {BAKU}:
        return ""
    return TYPE_CODES[system][0] + (ACCELERATED if variations else "")
