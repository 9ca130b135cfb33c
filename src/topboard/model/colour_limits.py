"""The colour limits, which restrict the colours of a participant in the next round.

For a team, the colour is the one on board 1.
"""

from __future__ import annotations

from topboard.model import Colour
from topboard.model.history import colour_difference

WHITE_BIT, BLACK_BIT = 1, 2
EITHER = WHITE_BIT | BLACK_BIT


def keeps_colour_difference_limit(had: tuple[Colour, ...], colour: Colour) -> bool:
    """Return whether the colour difference would be at most two with this colour next."""
    return abs(colour_difference((*had, colour))) <= 2


def breaks_colour_difference_limit(had: tuple[Colour, ...], colour: Colour) -> bool:
    """Return whether the colour difference would exceed two with this colour next."""
    return not keeps_colour_difference_limit(had, colour)


def is_third_colour_in_a_row(had: tuple[Colour, ...], colour: Colour) -> bool:
    """Return whether the participant would have the colour for the third time in a row."""
    return had[-2:] == (colour, colour)


def may_have_colour(had: tuple[Colour, ...], colour: Colour) -> bool:
    """Return whether both colour limits allow a participant to have the colour."""
    return keeps_colour_difference_limit(had, colour) and not is_third_colour_in_a_row(had, colour)


def allowed_colour_bits(had: tuple[Colour, ...]) -> int:
    """Return the colours that both colour limits allow a participant, as a bitset."""
    return WHITE_BIT * may_have_colour(had, Colour.WHITE) | BLACK_BIT * may_have_colour(
        had, Colour.BLACK
    )


def can_have_opposite_colours(one: int, other: int) -> bool:
    """Return whether two participants with these bitsets of allowed colours can play each other."""
    return bool((one & WHITE_BIT and other & BLACK_BIT) or (one & BLACK_BIT and other & WHITE_BIT))


def only_colour_within_limits(
    higher: tuple[Colour, ...], lower: tuple[Colour, ...]
) -> Colour | None:
    """Return the higher-ranked participant's colour if the limits allow only one colour allocation.

    Return None if they allow both allocations or neither.
    """
    fitting = [
        colour
        for colour in Colour
        if may_have_colour(higher, colour) and may_have_colour(lower, colour.opposite)
    ]
    return fitting[0] if len(fitting) == 1 else None
