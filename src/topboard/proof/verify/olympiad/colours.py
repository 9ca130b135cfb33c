"""The choice of which team of a pair has White on board 1."""

from __future__ import annotations

from topboard.model import Colour
from topboard.model.history import colour_difference
from topboard.proof.verify.colours import (
    BLACK,
    WHITE,
    equalising_colour,
    games_since_colours_differed,
)
from topboard.proof.verify.olympiad.scores import TeamScores


def colour_of_higher_ranked(scores: TeamScores, higher: int, lower: int) -> tuple[Colour, str]:
    """Return the colour of the higher-ranked team of a pair, and the rule that decides it."""
    own, other = scores.colours[higher], scores.colours[lower]
    if not own and not other:
        lot = scores.tournament.lot or Colour.WHITE
        return (lot if higher % 2 else lot.opposite), "lot"
    mine, theirs = scores.allowed[higher], scores.allowed[lower]
    white, black = mine & WHITE and theirs & BLACK, mine & BLACK and theirs & WHITE
    if bool(white) != bool(black):
        return (Colour.WHITE if white else Colour.BLACK), "limits"
    if colour := equalising_colour(own, other):
        return colour, "equalise"
    if ago := games_since_colours_differed(own, other):
        return own[-ago].opposite, "alternate" if ago == 1 else "alternate further back"
    if difference := colour_difference(own):
        return (Colour.WHITE if difference < 0 else Colour.BLACK), "balance the higher"
    return (own[-1].opposite if own else other[-1]), "alternate the higher"
