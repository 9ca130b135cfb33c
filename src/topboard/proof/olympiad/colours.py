"""The colours of board 1: the limits, and who of a pair has White."""

from __future__ import annotations

from topboard.history import colour_difference
from topboard.model import Colour
from topboard.proof.meeting import BLACK, WHITE

History = tuple[Colour, ...]
BIT = {Colour.WHITE: WHITE, Colour.BLACK: BLACK}


def allowed(had: History) -> int:
    """The colours that lead to no difference above two and to no third one running."""
    difference = colour_difference(had)
    may_white = difference <= 1 and had[-2:] != (Colour.WHITE, Colour.WHITE)
    may_black = difference >= -1 and had[-2:] != (Colour.BLACK, Colour.BLACK)
    return WHITE * may_white | BLACK * may_black


def colour_of_higher(number: int, own: History, other: History, lot: Colour) -> tuple[Colour, str]:
    """The colour of the higher ranked team of a pair, and what settles it."""
    if not own and not other:
        return (lot if number % 2 else lot.opposite), "lot"
    mine, theirs = allowed(own), allowed(other)
    fitting = [c for c in BIT if mine & BIT[c] and theirs & BIT[c.opposite]]
    if len(fitting) == 1:
        return fitting[0], "limits"
    difference, others = colour_difference(own), colour_difference(other)
    if difference != others:
        return (Colour.WHITE if difference < others else Colour.BLACK), "equalise"
    for ago in range(1, min(len(own), len(other)) + 1):
        if own[-ago] is not other[-ago]:
            return own[-ago].opposite, "alternate" if ago == 1 else "alternate further back"
    if difference:
        return (Colour.WHITE if difference < 0 else Colour.BLACK), "balance the higher"
    return (own[-1].opposite if own else other[-1]), "alternate the higher"
