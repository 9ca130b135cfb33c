"""What the rules of an event may choose."""

from __future__ import annotations

from topboard.messages import message
from topboard.records import replace
from topboard.rules.fide.acceleration import BAKU as BAKU_OF_PLAYERS
from topboard.rules.fide.upfloaters.variations import GRADED
from topboard.rules.shared.variations import Variation

GAME_POINTS = Variation(
    "1.2.1",
    message("The teams are paired by their game points, not by their match points."),
    called="game-points",
    excludes=(BAKU_OF_PLAYERS.name,),
)
ONE_SCORE = Variation(
    "1.2.2",
    message("Only the score by which the teams are paired decides about colours too."),
    called="one-score",
)
TYPE_B = Variation(
    "1.7",
    message("Colour preferences are of type B: strong and mild ones."),
    called="type-b",
    excludes=("no-preferences",),
)
NO_PREFERENCES = Variation(
    "1.7",
    message("Colour preferences do not decide who meets whom."),
    called="no-preferences",
    excludes=(TYPE_B.name,),
)
BAKU = replace(BAKU_OF_PLAYERS, article="C.04.7 1.4", excludes=(GAME_POINTS.name,))

ALL = (GAME_POINTS, ONE_SCORE, TYPE_B, NO_PREFERENCES, GRADED, BAKU)
