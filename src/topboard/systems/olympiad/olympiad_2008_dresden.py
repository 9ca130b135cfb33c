"""The Olympiad pairing rules as played at Dresden in 2008.

They differ from the 2008 proposal only in the third tie-break.
"""

from __future__ import annotations

from topboard.messages import worded
from topboard.systems.olympiad import text_of_2008
from topboard.tiebreaks import own
from topboard.tiebreaks.catalog import tie_break_with_article

ARTICLES = {**text_of_2008.ARTICLES, "13c": own.game_points_scored}

SYSTEM = text_of_2008.build_edition(
    name="olympiad_2008_dresden",
    title="Olympiad pairing rules as played at Dresden 2008",
    source="FIDE D.II.02 Olympiad Pairing Rules, proposal for 2008, third tie-break as played",
    plain=worded("For teams. The rules proposed for 2008, with the tie-breaks used in Dresden."),
    tie_breaks=(*text_of_2008.TIE_BREAKS[:2], tie_break_with_article("GP", "13c")),
    articles=ARTICLES,
    in_force=("2008-11-12", "2008-11-25"),
)
