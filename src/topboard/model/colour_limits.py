"""The colour limits on board 1, which decide the colours a team may still have."""

from __future__ import annotations

from topboard.model import Colour
from topboard.model.history import colour_difference

WHITE_BIT, BLACK_BIT = 1, 2
EITHER = WHITE_BIT | BLACK_BIT


def keeps_colour_difference(had: tuple[Colour, ...], colour: Colour) -> bool:
    """Return whether the colour difference on board 1 would be at most two."""
    return abs(colour_difference((*had, colour))) <= 2


def breaks_colour_difference(had: tuple[Colour, ...], colour: Colour) -> bool:
    """Return whether the colour difference on board 1 would exceed two."""
    return not keeps_colour_difference(had, colour)


def is_third_in_a_row(had: tuple[Colour, ...], colour: Colour) -> bool:
    """Return whether board 1 would have the same colour three times in a row."""
    return had[-2:] == (colour, colour)


def may_have_colour(had: tuple[Colour, ...], colour: Colour) -> bool:
    """Return whether a team may have the colour by both colour limits."""
    return keeps_colour_difference(had, colour) and not is_third_in_a_row(had, colour)


def allowed_colours(had: tuple[Colour, ...]) -> int:
    """Return the colours that both limits allow, as bits."""
    return WHITE_BIT * may_have_colour(had, Colour.WHITE) | BLACK_BIT * may_have_colour(
        had, Colour.BLACK
    )


def can_have_opposite_colours(one: int, other: int) -> bool:
    """Return whether teams with these allowed colours can have opposite colours."""
    return bool((one & WHITE_BIT and other & BLACK_BIT) or (one & BLACK_BIT and other & WHITE_BIT))


def only_colour_within_limits(
    higher: tuple[Colour, ...], lower: tuple[Colour, ...]
) -> Colour | None:
    """Return the colour of the higher-ranked team if the limits allow only one allocation.

    Return None if they allow both or neither.
    """
    fitting = [
        colour
        for colour in Colour
        if may_have_colour(higher, colour) and may_have_colour(lower, colour.opposite)
    ]
    return fitting[0] if len(fitting) == 1 else None
