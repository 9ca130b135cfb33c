"""The allocation of colours on board 1 under the Olympiad rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.model import Colour
from topboard.model.colour_limits import only_colour_within_limits
from topboard.model.history import colour_difference
from topboard.reasons.decisions import ColourDecision
from topboard.reasons.grounds import ColourGround
from topboard.systems.common.colours import (
    colour_by_lot,
    colour_of_higher_ranked_by_alternation,
    colour_of_higher_ranked_by_difference,
    count_games_since_colours_differed,
    find_rounds_when_colours_last_differed,
)

if TYPE_CHECKING:
    from topboard.model import Number
    from topboard.systems.common.colours import History
    from topboard.systems.common.field import Field
    from topboard.systems.olympiad.citations import OlympiadCitations


def find_colour_had_less_often(higher: History) -> Colour | None:
    """Return the colour that a team has had less often, or None if it has had both equally
    often.
    """
    difference = colour_difference(higher)
    if difference == 0:
        return None
    return Colour.WHITE if difference < 0 else Colour.BLACK


def colour_opposite_to_last_colour(higher: History, lower: History) -> Colour:
    """Return the opposite of the higher-ranked team's last colour.

    If that team has not played yet, return the lower-ranked team's last colour.
    """
    return higher[-1].opposite if higher else lower[-1]


def allocate_colours(
    field: Field, higher: Number, lower: Number, cite: OlympiadCitations
) -> ColourDecision:
    """Return the colours of a pair of teams, and the first rule that decides them."""
    own, other = field.colours[higher], field.colours[lower]
    colour: Colour | None
    if not own and not other:
        lot = field.tournament.lot or Colour.WHITE
        colour, ground, article = colour_by_lot(higher, lot), ColourGround.LOT, cite.colour_by_lot
    elif colour := only_colour_within_limits(own, other):
        ground, article = ColourGround.LIMITS, cite.colour_limits
    elif colour := colour_of_higher_ranked_by_difference(own, other):
        ground, article = ColourGround.EQUALISE, cite.colour_equalise
    elif colour := colour_of_higher_ranked_by_alternation(own, other):
        last = count_games_since_colours_differed(own, other) == 1
        ground = ColourGround.ALTERNATE
        article = cite.colour_alternate if last else cite.colour_shortest_run
    elif colour := find_colour_had_less_often(own):
        ground, article = ColourGround.BALANCE_HIGHER, cite.colour_balance_higher
    else:
        colour = colour_opposite_to_last_colour(own, other)
        ground, article = ColourGround.ALTERNATE_HIGHER, cite.colour_alternate_higher
    white, black = (higher, lower) if colour is Colour.WHITE else (lower, higher)
    differed = None
    if ground is ColourGround.ALTERNATE:
        differed = find_rounds_when_colours_last_differed(field.rows[white], field.rows[black])
    return ColourDecision(
        article=article,
        white=white,
        black=black,
        ground=ground,
        white_history=field.colours[white],
        black_history=field.colours[black],
        higher=higher,
        differed=differed,
    )
