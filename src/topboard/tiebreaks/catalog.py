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
        opponents.explain_missing_opponent_points,
    ),
    TieBreak(
        "SB-",
        worded("Sonneborn-Berger without the lowest opponent"),
        opponents.sonneborn_berger_without_lowest,
        opponents.explain_missing_opponent_points,
    ),
    TieBreak(
        "MPO",
        worded("Opponents' match points"),
        opponents.points_of_opponents,
        opponents.explain_missing_opponent_points,
    ),
    TieBreak(
        "MPO-",
        worded("Opponents' match points without the lowest opponent"),
        opponents.points_of_opponents_without_lowest,
        opponents.explain_missing_opponent_points,
    ),
    TieBreak("GP", worded("Game points"), own.game_points_scored, own.explain_missing_game_points),
    TieBreak(
        "CUM",
        worded("Cumulative score minus unplayed wins"),
        own.cumulative_score,
        own.explain_missing_round_points,
    ),
    TieBreak(
        "DE",
        worded("Results between tied participants"),
        encounter.points_in_games_between_tied,
        own.explain_missing_round_points,
    ),
    TieBreak(
        "TD",
        worded("Director's ruling"),
        encounter.directors_ruling,
        encounter.explain_missing_ruling_on_ties,
        last_word=True,
    ),
    TieBreak(
        "LOT",
        worded("Drawing of lots"),
        encounter.lot_order_values,
        encounter.explain_missing_lot_for_ties,
        "C.07 4.2",
        last_word=True,
    ),
)
TIE_BREAKS = {tie_break.code: tie_break for tie_break in _KNOWN}


def tie_break_with_article(
    code: str, article: str, *, shown: str = "", title: str = ""
) -> TieBreak:
    """Return a known tie-break with the article, code and title that a system uses for it."""
    known = TIE_BREAKS[code]
    return replace(known, article=article, code=shown or code, title=title or known.title)
