"""Olympiad pairing rules, the proposal for 2008."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.rules.olympiad import text_of_2008
from topboard.tiebreaks import opponents

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.model import Tenths
    from topboard.tiebreaks.opponents import Faced
    from topboard.tiebreaks.standings import Value

ARTICLES = text_of_2008.ARTICLES


def third_tie_break(faced: Sequence[Faced], _game_points: Tenths) -> Value:
    """The match points of all opponents."""
    return opponents.match_points_of_opponents(faced)


SYSTEM = text_of_2008.edition(
    name="olympiad_2008",
    title="Olympiad pairing rules, proposal for 2008",
    source="FIDE D.II.02 Olympiad Pairing Rules, proposal for 2008 (Burstein and Stubenvoll)",
    columns=text_of_2008.COLUMNS,
    third=third_tie_break,
    articles=ARTICLES,
)
