"""The assignment of colours to the players of a pair under the Lim rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.model import Colour
from topboard.model.colour_limits import only_colour_within_limits
from topboard.reasons.decisions import ColourDecision
from topboard.reasons.grounds import ColourGround
from topboard.systems.common.colours import (
    colour_by_lot,
    colour_of_higher_ranked_by_alternation,
    find_rounds_when_colours_last_differed,
)

if TYPE_CHECKING:
    from topboard.model import Number
    from topboard.systems.fide_lim.citations import LimCitations
    from topboard.systems.fide_lim.field import LimField

    History = tuple[Colour, ...]


def find_colour_if_both_get_due_colour(own: Colour | None, other: Colour | None) -> Colour | None:
    """Return the first player's colour if both players can have their due colours, else None.

    The due colour of a player who is due neither colour is None.
    """
    if own is other:
        return None
    return own or (other and other.opposite)


def find_colour_if_histories_equal(wanted: Colour, *, below_median: bool) -> Colour:
    """Return the higher-ranked player's colour if both players have the same colour history.

    The higher-ranked player gets the due colour ``wanted``. In a pair below the median, the
    lower-ranked player gets it.
    """
    return wanted.opposite if below_median else wanted


def colour_of_higher_ranked(
    field: LimField, higher: Number, lower: Number, lot: Colour, *, below_median: bool
) -> tuple[Colour, ColourGround]:
    """Return the colour of the higher-ranked player of a pair, and the rule that decides it."""
    had, others = field.colours[higher], field.colours[lower]
    if not had and not others:
        return colour_by_lot(field.parity[higher], lot), ColourGround.LOT
    if colour := only_colour_within_limits(had, others):
        return colour, ColourGround.LIMITS
    if colour := find_colour_if_both_get_due_colour(field.due[higher], field.due[lower]):
        return colour, ColourGround.DUE
    if colour := colour_of_higher_ranked_by_alternation(had, others):
        return colour, ColourGround.ALTERNATE
    wanted = field.due[higher]
    assert wanted is not None, "a player with a game is due a colour"
    ground = ColourGround.DUE_OF_LOWER if below_median else ColourGround.DUE_OF_HIGHER
    return find_colour_if_histories_equal(wanted, below_median=below_median), ground


def assign_colours(
    field: LimField, higher: Number, lower: Number, lot: Colour, *, below_median: bool
) -> tuple[Number, Number]:
    """Return the players of a pair, White first."""
    colour, _ = colour_of_higher_ranked(field, higher, lower, lot, below_median=below_median)
    return (higher, lower) if colour is Colour.WHITE else (lower, higher)


def colour_reason(
    field: LimField,
    higher: Number,
    lower: Number,
    lot: Colour,
    cite: LimCitations,
    *,
    below_median: bool,
) -> ColourDecision:
    """Return the reason for the colours of a pair, with the article that decides them."""
    colour, ground = colour_of_higher_ranked(field, higher, lower, lot, below_median=below_median)
    white, black = (higher, lower) if colour is Colour.WHITE else (lower, higher)
    if ground is ColourGround.LOT:
        parity = field.parity[higher]
        return ColourDecision(
            cite.colours[ground], white, black, ground, higher=higher, parity_number=parity
        )
    return ColourDecision(
        article=cite.colours[ground],
        white=white,
        black=black,
        ground=ground,
        white_history=field.colours[white],
        black_history=field.colours[black],
        higher=higher,
        differed=(
            find_rounds_when_colours_last_differed(field.rows[white], field.rows[black])
            if ground is ColourGround.ALTERNATE
            else None
        ),
    )
