"""Who of a pair has White on board 1."""

from __future__ import annotations

from topboard.history import colour_difference
from topboard.model import Colour
from topboard.proof.colours import BIT, History, allowed, equalising, last_difference


def colour_of_higher(number: int, own: History, other: History, lot: Colour) -> tuple[Colour, str]:
    """The colour of the higher ranked team of a pair, and what settles it."""
    if not own and not other:
        return (lot if number % 2 else lot.opposite), "lot"
    mine, theirs = allowed(own), allowed(other)
    fitting = [c for c in BIT if mine & BIT[c] and theirs & BIT[c.opposite]]
    if len(fitting) == 1:
        return fitting[0], "limits"
    if colour := equalising(own, other):
        return colour, "equalise"
    if ago := last_difference(own, other):
        return own[-ago].opposite, "alternate" if ago == 1 else "alternate further back"
    if difference := colour_difference(own):
        return (Colour.WHITE if difference < 0 else Colour.BLACK), "balance the higher"
    return (own[-1].opposite if own else other[-1]), "alternate the higher"
