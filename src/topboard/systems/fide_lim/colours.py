"""The assignment of colours to a pair under the Lim rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.model import Colour
from topboard.model.colour_limits import only_colour_within_limits
from topboard.reasons.decisions import ColourDecision
from topboard.reasons.grounds import ColourGround
from topboard.systems.common.colours import (
    alternating_colour_of_higher,
    colour_by_lot,
    rounds_when_colours_differed,
)

if TYPE_CHECKING:
    from topboard.model import Number
    from topboard.systems.fide_lim.citations import LimCitations
    from topboard.systems.fide_lim.field import LimField

    History = tuple[Colour, ...]


def colour_granting_both_due(own: Colour | None, other: Colour | None) -> Colour | None:
    """Return the first player's colour if both players can have their due colours, else None.

    Pass None for a player who is due neither colour.
    """
    if own is other:
        return None
    return own or (other and other.opposite)


def colour_for_equal_histories(wanted: Colour, *, below_median: bool) -> Colour:
    """Return the higher-ranked player's colour if both players have identical colour histories.

    The higher-ranked player gets their due colour ``wanted``, except below the median, where the
    lower-ranked player gets it.
    """
    return wanted.opposite if below_median else wanted


def colour_of_higher_ranked(
    field: LimField, higher: Number, lower: Number, lot: Colour, *, below_median: bool
) -> tuple[Colour, ColourGround]:
    """Return the colour of the pair's higher-ranked player, and the rule that decided it."""
    had, others = field.colours[higher], field.colours[lower]
    if not had and not others:
        return colour_by_lot(field.parity[higher], lot), ColourGround.LOT
    if colour := only_colour_within_limits(had, others):
        return colour, ColourGround.LIMITS
    if colour := colour_granting_both_due(field.due[higher], field.due[lower]):
        return colour, ColourGround.DUE
    if colour := alternating_colour_of_higher(had, others):
        return colour, ColourGround.ALTERNATE
    wanted = field.due[higher]
    assert wanted is not None, "a player with a game is due a colour"
    ground = ColourGround.DUE_OF_LOWER if below_median else ColourGround.DUE_OF_HIGHER
    return colour_for_equal_histories(wanted, below_median=below_median), ground


def assign_colours(
    field: LimField, higher: Number, lower: Number, lot: Colour, *, below_median: bool
) -> tuple[Number, Number]:
    """Return the players of a pair as White and Black."""
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
    """Return the reason for the colours of a pair, with the article that decided them."""
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
            rounds_when_colours_differed(field.rows[white], field.rows[black])
            if ground is ColourGround.ALTERNATE
            else None
        ),
    )
