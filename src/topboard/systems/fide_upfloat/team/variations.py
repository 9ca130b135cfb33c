"""The options of the Swiss Team System that an event may choose in its regulations."""

from __future__ import annotations

from topboard._frozen import replace
from topboard.messages import message
from topboard.systems.common.variations import Variation
from topboard.systems.fide_common.acceleration import BAKU as BAKU_OF_PLAYERS
from topboard.systems.fide_upfloat.variations import GRADED

GAME_POINTS = Variation(
    "1.2.1",
    message("The teams are paired by their game points, not by their match points."),
    called="game-points",
    excludes=(BAKU_OF_PLAYERS.name,),
)
ONE_SCORE = Variation(
    "1.2.2",
    message("Colours, too, are decided only by the score that is used for pairing."),
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
