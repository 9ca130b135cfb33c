"""The colours of two teams on board 1, decided by the first rule that applies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.model import Colour
from topboard.model.colour_limits import within_limits
from topboard.model.history import colour_difference
from topboard.reasons.decisions import ColourGiven
from topboard.reasons.grounds import ColourGround
from topboard.systems.common.colours import (
    alternating_colour,
    colour_by_lot,
    equalising_colour,
    matches_since_difference,
    rounds_of_difference,
)

if TYPE_CHECKING:
    from topboard.model import Number
    from topboard.systems.common.colours import History
    from topboard.systems.common.field import Field
    from topboard.systems.olympiad.citations import OlympiadCitations


def balancing_colour(higher: History) -> Colour | None:
    """Return the colour that balances the higher-ranked team, or None if its colours are even."""
    difference = colour_difference(higher)
    if difference == 0:
        return None
    return Colour.WHITE if difference < 0 else Colour.BLACK


def alternating_from_last(higher: History, lower: History) -> Colour:
    """Return the opposite of the higher-ranked team's last colour.

    If it has not played, the lower-ranked team alternates instead.
    """
    return higher[-1].opposite if higher else lower[-1]


def allocate(field: Field, higher: Number, lower: Number, cite: OlympiadCitations) -> ColourGiven:
    """Return the colours of a pair, with the first rule that decides them."""
    own, other = field.colours[higher], field.colours[lower]
    colour: Colour | None
    if not own and not other:
        lot = field.tournament.lot or Colour.WHITE
        colour, ground, article = colour_by_lot(higher, lot), ColourGround.LOT, cite.colour_by_lot
    elif colour := within_limits(own, other):
        ground, article = ColourGround.LIMITS, cite.colour_limits
    elif colour := equalising_colour(own, other):
        ground, article = ColourGround.EQUALISE, cite.colour_equalise
    elif colour := alternating_colour(own, other):
        last = matches_since_difference(own, other) == 1
        ground = ColourGround.ALTERNATE
        article = cite.colour_alternate if last else cite.colour_shortest_run
    elif colour := balancing_colour(own):
        ground, article = ColourGround.BALANCE_HIGHER, cite.colour_balance_higher
    else:
        colour = alternating_from_last(own, other)
        ground, article = ColourGround.ALTERNATE_HIGHER, cite.colour_alternate_higher
    white, black = (higher, lower) if colour is Colour.WHITE else (lower, higher)
    differed = None
    if ground is ColourGround.ALTERNATE:
        differed = rounds_of_difference(field.rows[white], field.rows[black])
    return ColourGiven(
        article=article,
        white=white,
        black=black,
        ground=ground,
        white_history=field.colours[white],
        black_history=field.colours[black],
        higher=higher,
        differed=differed,
    )
