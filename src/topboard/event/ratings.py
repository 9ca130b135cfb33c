"""Ratings as people write them: a number, or numbers of other lists with their names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.errors import BadInput, Problem
from topboard.formats.problems import whole_number
from topboard.records import replace
from topboard.rules.systems import system

if TYPE_CHECKING:
    from topboard.model import Player

PLAIN = "a whole number, or nothing"


def rated(player: Player, text: str, system_name: str) -> Player:
    """The player with the rating written: ``1850``, or ``BCF 150, FIDE 2000`` where a text
    says how other ratings are entered."""
    bare = text.strip()
    if not bare or bare.isdigit():
        return replace(player, rating=_number(bare) or None, rating_source="")
    on_card = system(system_name).with_card_rating
    if on_card is None:
        raise BadInput([Problem("not a rating", quoted=text, remedy=PLAIN)])
    published = {}
    for part in bare.split(","):
        source, _, value = part.strip().rpartition(" ")
        if not source:
            remedy = f"{PLAIN}, or a list and its number as in FIDE 2000"
            raise BadInput([Problem("not a rating", quoted=text, remedy=remedy)])
        published[source] = value
    return on_card(player, published)


def _number(bare: str) -> int | None:
    number = whole_number(bare) if bare else 0
    if number is None:
        raise BadInput([Problem("not a rating", quoted=bare, remedy=PLAIN)])
    return number
