"""The reasons why two participants cannot meet in the next round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.reasons.objections import SharedDueColour
from topboard.systems.cfc.cards import PairingCardBook
from topboard.systems.common import why_not

if TYPE_CHECKING:
    from topboard.model import Number
    from topboard.reasons.decisions import RoundPairing
    from topboard.reasons.objections import Objections
    from topboard.systems.common.colours import DueColour


def find_objections(made: RoundPairing, a: Number, b: Number) -> Objections:
    """Return the reasons why two participants cannot meet, and any due colour they share."""
    book = made.decided
    assert isinstance(book, PairingCardBook)
    cards = {card.number: card for card in book.players}
    found = why_not.find_objections(
        book, a, b, rematch_article="618a", colours_article="", groups_article="618b"
    )
    return replace(
        found, due=_find_due_colour_of_both_players(cards[a].due, cards[b].due), weighed=True
    )


def _find_due_colour_of_both_players(one: DueColour, other: DueColour) -> SharedDueColour | None:
    """Return the due colour that two players share and its article, or None if they share none."""
    if one.colour is None or one.colour is not other.colour:
        return None
    return SharedDueColour(one.colour, "630" if one.equalises or other.equalises else "631")
