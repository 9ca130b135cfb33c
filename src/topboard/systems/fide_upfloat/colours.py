"""The colours of a match in the systems that pair with upfloaters.

Of the two participants, the one whose rank counts is always given first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.reasons.criteria import MatchColourGround
from topboard.systems.common.colours import alternating_colour_of_higher, colour_by_lot

if TYPE_CHECKING:
    from topboard.model import Colour
    from topboard.systems.fide_common.players import FidePlayer

    Given = tuple[Colour, MatchColourGround]
    """The colour of the first, and what decided it."""


def colour_by_initial_colour(first: FidePlayer, other: FidePlayer, initial: Colour) -> Given | None:
    """Return the drawn colour for the first participant if its number is odd, or else the opposite.

    Return None if either participant has had a colour.
    """
    if first.colours or other.colours:
        return None
    return colour_by_lot(first.parity, initial), MatchColourGround.INITIAL_COLOUR


def colour_by_last_difference(first: FidePlayer, other: FidePlayer) -> Given | None:
    """Return the opposite of the first participant's colour when the two last had different ones.

    Return None if their colours never differed.
    """
    colour = alternating_colour_of_higher(first.colours, other.colours)
    return None if colour is None else (colour, MatchColourGround.LAST_DIFFERENCE)


def colour_by_last_match(first: FidePlayer, other: FidePlayer) -> Given:
    """Return the first participant's colour, based on the last match.

    It is the opposite of its last colour or, if it has had none, the last colour of the other.
    """
    if first.colours:
        return first.colours[-1].opposite, MatchColourGround.ALTERNATE_FIRST
    return other.colours[-1], MatchColourGround.ALTERNATE_OTHER
