"""The options of the Swiss Team System that an event may choose in its regulations."""

from __future__ import annotations

from topboard._frozen import replace
from topboard.messages import message
from topboard.systems.common.variations import Variation
from topboard.systems.fide_common.acceleration import BAKU as BAKU_OF_PLAYERS
from topboard.systems.fide_upfloat.variations import GRADED

GAME_POINTS = Variation(
    "1.2.1",
    message("Teams are paired by game points instead of match points."),
    called="game-points",
    excludes=(BAKU_OF_PLAYERS.name,),
)
ONE_SCORE = Variation(
    "1.2.2",
    message(
        "Only the score used for pairing decides colours. The other score is not used for colours."
    ),
    called="one-score",
)
TYPE_B = Variation(
    "1.7",
    message("Colour preferences are of type B, so a preference is strong or mild."),
    called="type-b",
    excludes=("no-preferences",),
)
NO_PREFERENCES = Variation(
    "1.7",
    message("Teams have no colour preferences, so colours do not affect the pairs."),
    called="no-preferences",
    excludes=(TYPE_B.name,),
)
BAKU = replace(BAKU_OF_PLAYERS, article="C.04.7 1.4", excludes=(GAME_POINTS.name,))

ALL = (GAME_POINTS, ONE_SCORE, TYPE_B, NO_PREFERENCES, GRADED, BAKU)
