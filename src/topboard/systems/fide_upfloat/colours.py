"""The colours of a match, as the texts have them that pair with upfloaters.

Of the two the one is named first whose rank is looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.reasons.criteria import MatchColourGround
from topboard.systems.common.colours import alternating_colour, colour_by_lot

if TYPE_CHECKING:
    from topboard.model import Colour
    from topboard.systems.fide_common.players import PlayerState

    Given = tuple[Colour, MatchColourGround]
    """The colour of the first, and what decided it."""


def by_initial_colour(first: PlayerState, other: PlayerState, initial: Colour) -> Given | None:
    """Neither has had a colour: the first has the one that was drawn if his number is odd."""
    if first.colours or other.colours:
        return None
    return colour_by_lot(first.parity, initial), MatchColourGround.INITIAL_COLOUR


def by_last_difference(first: PlayerState, other: PlayerState) -> Given | None:
    """The two change the colours of the latest match in which these were different."""
    colour = alternating_colour(first.colours, other.colours)
    return None if colour is None else (colour, MatchColourGround.LAST_DIFFERENCE)


def by_last_colours(first: PlayerState, other: PlayerState) -> Given:
    """The first changes the colour of his last match; if he had none, the other does."""
    if first.colours:
        return first.colours[-1].opposite, MatchColourGround.ALTERNATE_FIRST
    return other.colours[-1], MatchColourGround.ALTERNATE_OTHER
