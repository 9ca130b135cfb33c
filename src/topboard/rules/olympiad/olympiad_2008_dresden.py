"""Olympiad pairing rules, proposal for 2008 as played at Dresden: another third tie-break."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.rules.olympiad import text_of_2008
from topboard.tiebreaks import opponents
from topboard.tiebreaks.standings import Column

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.model import Tenths
    from topboard.tiebreaks.opponents import Faced
    from topboard.tiebreaks.standings import Value

ARTICLES = {**text_of_2008.ARTICLES, "13c": opponents.game_points_scored}


def third_tie_break(_faced: Sequence[Faced], game_points: Tenths) -> Value:
    """The game points scored."""
    return opponents.game_points_scored(game_points)


SYSTEM = text_of_2008.edition(
    name="olympiad_2008_dresden",
    title="Olympiad pairing rules as played at Dresden 2008",
    source="FIDE D.II.02 Olympiad Pairing Rules, proposal for 2008, third tie-break as played",
    columns=(*text_of_2008.COLUMNS[:2], Column("GP", "Game points", "13c")),
    third=third_tie_break,
    articles=ARTICLES,
)
