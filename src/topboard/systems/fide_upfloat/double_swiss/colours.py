"""The colours of two players in the first game of their match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.model import Colour
from topboard.reasons.criteria import MatchColourGround
from topboard.systems.fide_upfloat.colours import (
    colour_by_initial_colour,
    colour_by_last_difference,
    colour_by_last_match,
)

if TYPE_CHECKING:
    from topboard.systems.fide_common.players import FidePlayer
    from topboard.systems.fide_upfloat.colours import Given


def colour_of_higher_ranked(higher: FidePlayer, lower: FidePlayer, initial: Colour) -> Given:
    """Return the colour of the higher-ranked player, and the rule that decides it.

    ``initial`` is the colour drawn for number 1.
    """
    return (
        colour_by_initial_colour(higher, lower, initial)
        or colour_by_fewer_whites(higher, lower)
        or colour_by_last_difference(higher, lower)
        or colour_by_last_match(higher, lower)
    )


def colour_by_fewer_whites(higher: FidePlayer, lower: FidePlayer) -> Given | None:
    """Give White to the player who has had it less often, or return None if they are equal."""
    own, others = higher.colours.count(Colour.WHITE), lower.colours.count(Colour.WHITE)
    if own == others:
        return None
    colour = Colour.WHITE if own < others else Colour.BLACK
    return colour, MatchColourGround.FEWER_WHITES
