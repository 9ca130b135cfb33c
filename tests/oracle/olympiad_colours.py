"""The colours of board 1: the two limits, and who has which colour."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.model import Colour

if TYPE_CHECKING:
    from topboard.model import Number

    from .olympiad_record import Record

LARGEST_DIFFERENCE = 2
LONGEST_RUN = 2


def may_have(record: Record, number: Number, colour: Colour) -> bool:
    """Whether the colour keeps board 1 within the difference and from a third in a row."""
    after = record.difference(number) + (1 if colour is Colour.WHITE else -1)
    if abs(after) > LARGEST_DIFFERENCE:
        return False
    last = record.colours[number][-LONGEST_RUN:]
    return last != [colour] * LONGEST_RUN


def respects_limits(record: Record, white: Number, black: Number) -> bool:
    """Whether this allocation respects the limits for both teams."""
    return may_have(record, white, Colour.WHITE) and may_have(record, black, Colour.BLACK)


def within_limits(record: Record, a: Number, b: Number) -> bool:
    """Whether some allocation of the colours respects the limits."""
    return respects_limits(record, a, b) or respects_limits(record, b, a)


def with_colours(record: Record, higher: Number, lower: Number) -> tuple[Number, Number]:
    """The pair as (White, Black) on board 1; ``higher`` is the higher ranked team."""
    colour = colour_of_higher(record, higher, lower)
    return (higher, lower) if colour is Colour.WHITE else (lower, higher)


def colour_of_higher(record: Record, higher: Number, lower: Number) -> Colour:
    """The colour of the higher ranked team, by the first rule that decides."""
    as_white, as_black = (
        respects_limits(record, higher, lower),
        respects_limits(record, lower, higher),
    )
    if as_white != as_black:
        return Colour.WHITE if as_white else Colour.BLACK
    mine, yours = record.difference(higher), record.difference(lower)
    if mine != yours:
        return Colour.WHITE if mine < yours else Colour.BLACK
    my_colours, your_colours = record.colours[higher], record.colours[lower]
    for my_colour, your_colour in zip(reversed(my_colours), reversed(your_colours), strict=False):
        if my_colour != your_colour:
            return your_colour
    if mine:
        return Colour.WHITE if mine < 0 else Colour.BLACK
    if my_colours:
        return my_colours[-1].opposite
    if your_colours:
        # The higher ranked team has nothing to alternate from, so the other one alternates.
        return your_colours[-1]
    lot = record.tournament.lot or Colour.WHITE
    return lot if higher % 2 else lot.opposite
