"""What the articles say about a single odd man and his opponent."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from topboard.rules.cfc.cards import Card


def is_unequal(odd_man: Card, opponent: Card) -> bool:
    """Whether the two really differ in score; the sections of an accelerated group do not."""
    return odd_man.points != opponent.points


def has_unfinished_game(odd_man: Card, opponent: Card) -> int:
    """1 if a player with an unfinished game is treated as an odd man."""
    return int(odd_man.has_unfinished_game and is_unequal(odd_man, opponent))


def were_in_odd_pairs(odd_man: Card, opponent: Card) -> int:
    """How many of the two have been an odd man, or paired with one, before."""
    if not is_unequal(odd_man, opponent):
        return 0
    return odd_man.was_in_odd_pair + opponent.was_in_odd_pair


def is_due_opposite(odd_man: Card, opponent: Card) -> bool:
    """Whether the opponent is due the colour opposite to that of the odd man."""
    mine, other = odd_man.due.colour, opponent.due.colour
    return mine is None or (other is not None and other is not mine)
