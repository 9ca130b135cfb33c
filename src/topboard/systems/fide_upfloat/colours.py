"""The colour rules shared by the FIDE systems that pair with upfloaters.

Each function returns a colour and the rule that decided it. The colour is that of the first
argument: the higher-ranked player or the first-team.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.reasons.criteria import MatchColourGround
from topboard.systems.common.colours import colour_by_lot, colour_of_higher_ranked_by_alternation

if TYPE_CHECKING:
    from topboard.model import Colour
    from topboard.systems.fide_common.players import FidePlayer

    Given = tuple[Colour, MatchColourGround]
    """The colour of a match's first participant, and the rule that decided it."""


def first_colour_by_initial_colour(
    first: FidePlayer, other: FidePlayer, initial: Colour
) -> Given | None:
    """Return the initial colour if the first participant's TPN is odd, else the opposite colour.

    Return None if either participant has already had a colour.
    """
    if first.colours or other.colours:
        return None
    return colour_by_lot(first.parity, initial), MatchColourGround.INITIAL_COLOUR


def first_colour_by_last_difference(first: FidePlayer, other: FidePlayer) -> Given | None:
    """Return the opposite of the first participant's colour when the colours last differed.

    Return None if the two participants have always had the same colours.
    """
    colour = colour_of_higher_ranked_by_alternation(first.colours, other.colours)
    return None if colour is None else (colour, MatchColourGround.LAST_DIFFERENCE)


def first_colour_by_last_match(first: FidePlayer, other: FidePlayer) -> Given:
    """Return the colour opposite to the first participant's last colour.

    If the first participant has had no colour, return the last colour of the other participant.
    """
    if first.colours:
        return first.colours[-1].opposite, MatchColourGround.ALTERNATE_FIRST
    return other.colours[-1], MatchColourGround.ALTERNATE_OTHER
