"""A director's own variations: announced in his words, for people to keep; no rule reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.errors import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

OWN = "602"
"""The article that lets a director announce a variation of his own, as in ``602=TEXT``."""

USAGE = f"{OWN}=TEXT"
LONGEST = 500
"""How many characters one announcement may have."""


def of_the_rules(chosen: Sequence[str]) -> tuple[str, ...]:
    """The variations that the rules know by name."""
    return tuple(name for name in chosen if not _is_own(name))


def own_texts(chosen: Sequence[str]) -> list[tuple[str, str]]:
    """The director's own variations, article and text, in the order given."""
    return [(OWN, name.partition("=")[2].strip()) for name in chosen if _is_own(name)]


def own_defects(chosen: Sequence[str]) -> Iterator[Problem]:
    """What is wrong with their texts."""
    texts = own_texts(chosen)
    for place, (_, text) in enumerate(texts):
        if not text:
            remedy = f"write it out, as in {OWN}=Games are rated by the section"
            yield Problem("a variation of the director without its text", "variations", OWN, remedy)
        elif len(text) > LONGEST or not text.isprintable():
            remedy = f"one line of up to {LONGEST} characters"
            yield Problem("a text that cannot be announced", "variations", text[:40], remedy)
        elif (OWN, text) in texts[:place]:
            yield Problem("a variation named twice", "variations", text, "name it once")


def _is_own(name: str) -> bool:
    return name.partition("=")[0] == OWN
