"""The tie-breaks that pairing systems list in their own rules, keyed by code.

The tie-breaks of FIDE's regulations (C.07) are in a separate module, which pairing a round does not
import.
"""

from __future__ import annotations

from topboard._frozen import replace
from topboard.messages import worded
from topboard.tiebreaks import encounter, opponents, own
from topboard.tiebreaks.ranking import TieBreak

_KNOWN = (
    TieBreak(
        "SB",
        worded("Sonneborn-Berger"),
        opponents.sonneborn_berger,
        opponents.opponent_points_obstacle,
    ),
    TieBreak(
        "SB-",
        worded("Sonneborn-Berger without the lowest result"),
        opponents.sonneborn_berger_without_lowest,
        opponents.opponent_points_obstacle,
    ),
    TieBreak(
        "MPO",
        worded("Opponents' match points"),
        opponents.points_of_opponents,
        opponents.opponent_points_obstacle,
    ),
    TieBreak(
        "MPO-",
        worded("Opponents' match points without the lowest result"),
        opponents.points_of_opponents_without_lowest,
        opponents.opponent_points_obstacle,
    ),
    TieBreak("GP", worded("Game points"), own.game_points_scored, own.game_points_obstacle),
    TieBreak(
        "CUM",
        worded("Cumulative score minus unplayed wins"),
        own.cumulative_score,
        own.round_points_obstacle,
    ),
    TieBreak(
        "DE",
        worded("Results between tied participants"),
        encounter.results_between_tied,
        own.round_points_obstacle,
    ),
    TieBreak(
        "TD",
        worded("Director's ruling"),
        encounter.directors_ruling,
        encounter.missing_ruling_obstacle,
        last_word=True,
    ),
    TieBreak(
        "LOT",
        worded("Drawing of lots"),
        encounter.lot_order_values,
        encounter.missing_lot_obstacle,
        "C.07 4.2",
        last_word=True,
    ),
)
TIE_BREAKS = {tie_break.code: tie_break for tie_break in _KNOWN}


def cite_tie_break(code: str, article: str, *, shown: str = "", title: str = "") -> TieBreak:
    """Return a known tie-break with the article, code and title that a system uses for it."""
    known = TIE_BREAKS[code]
    return replace(known, article=article, code=shown or code, title=title or known.title)
