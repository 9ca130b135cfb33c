"""Every tie-break by its code, and the list that is in force in an event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.errors import BadInput, Problem
from topboard.messages import worded
from topboard.records import replace
from topboard.tiebreaks import encounter, opponents, own
from topboard.tiebreaks.ranking import TieBreak

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.tiebreaks.ranking import Facts

_KNOWN = (
    TieBreak("SB", worded("Sonneborn-Berger"), opponents.sonneborn_berger, opponents.not_counted),
    TieBreak(
        "SB-",
        worded("Sonneborn-Berger without the lowest"),
        opponents.sonneborn_berger_without_lowest,
        opponents.not_counted,
    ),
    TieBreak(
        "MPO",
        worded("Opponents' match points"),
        opponents.points_of_opponents,
        opponents.not_counted,
    ),
    TieBreak(
        "MPO-",
        worded("Opponents' match points without the lowest"),
        opponents.points_of_opponents_without_lowest,
        opponents.not_counted,
    ),
    TieBreak("GP", worded("Game points"), own.game_points_scored, own.no_game_points),
    TieBreak(
        "CUM",
        worded("Cumulative scores less unplayed wins"),
        own.cumulative,
        own.rounds_not_counted,
    ),
    TieBreak(
        "DE", worded("Results between the tied"), encounter.results_between, own.rounds_not_counted
    ),
    TieBreak(
        "TD",
        "Director's word",
        encounter.directors_word,
        encounter.director_is_silent,
        last_word=True,
    ),
)
TIE_BREAKS = {tie_break.code: tie_break for tie_break in _KNOWN}


def listed(code: str, article: str, *, shown: str = "", title: str = "") -> TieBreak:
    """A tie-break as an edition lists it: with the article, and with its own words for it."""
    known = TIE_BREAKS[code]
    return replace(known, article=article, code=shown or code, title=title or known.title)


def find(code: str, own_list: Sequence[TieBreak]) -> TieBreak | None:
    """What a code means when it is announced: what the edition calls so, else what stands here."""
    known = (*own_list, *TIE_BREAKS.values())
    return next((one for one in known if one.code == code and not one.last_word), None)


def in_force(codes: Sequence[str], own_list: Sequence[TieBreak], facts: Facts) -> list[TieBreak]:
    """The tie-breaks announced, else those of the edition, as far as they apply.

    A last word on those who are still tied stays whatever was announced, and stays last.
    """
    chosen = [*own_list]
    if codes:
        if problems := [*_defects(codes, own_list, facts)]:
            raise BadInput(problems)
        last = (one for one in own_list if one.last_word)
        chosen = [*(one for code in codes if (one := find(code, own_list))), *last]
    return [one for one in chosen if not one.obstacle(facts)]


def _defects(codes: Sequence[str], own_list: Sequence[TieBreak], facts: Facts) -> Iterator[Problem]:
    keys = ", ".join(one.code for one in own_list if not one.last_word)
    offered = worded("one of: {keys}", keys=keys) if keys else worded("the system has none")
    for code in codes:
        one = find(code, own_list)
        if one is None:
            yield Problem(worded("unknown tie-break"), quoted=code, remedy=offered)
        elif why := one.obstacle(facts):
            yield Problem(
                worded("this tie-break does not apply, {why}", why=why), quoted=code, remedy=offered
            )
    if len(set(codes)) < len(codes):
        yield Problem(worded("a tie-break is named twice"), quoted=", ".join(codes))
