"""The colours of a match in the texts that pair with upfloaters.

Of the two participants, the one whose rank counts is named first.
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
    """Return the drawn colour for the first if its number is odd, or else the opposite.

    Return None if either has had a colour.
    """
    if first.colours or other.colours:
        return None
    return colour_by_lot(first.parity, initial), MatchColourGround.INITIAL_COLOUR


def by_last_difference(first: PlayerState, other: PlayerState) -> Given | None:
    """Return the opposite of the first's colour when the two last had different colours."""
    colour = alternating_colour(first.colours, other.colours)
    return None if colour is None else (colour, MatchColourGround.LAST_DIFFERENCE)


def by_last_colours(first: PlayerState, other: PlayerState) -> Given:
    """Return the opposite colour of the first's last match or, if it had none, of the other's."""
    if first.colours:
        return first.colours[-1].opposite, MatchColourGround.ALTERNATE_FIRST
    return other.colours[-1], MatchColourGround.ALTERNATE_OTHER
