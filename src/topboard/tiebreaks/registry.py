"""Every tie-break by its code, and the list that is in force in an event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.errors import BadInput, Problem
from topboard.messages import worded
from topboard.records import replace
from topboard.tiebreaks import encounter, fide, opponents, own
from topboard.tiebreaks.codes import Code, known
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
    TieBreak(
        "LOT",
        worded("Drawing of lots"),
        encounter.by_lot,
        encounter.no_lot_drawn,
        "C.07 4.2",
        last_word=True,
    ),
)
TIE_BREAKS = {tie_break.code: tie_break for tie_break in _KNOWN}
ENCOUNTERS = ("DE", "EDE", "EDEBT", "EDEBB", "EDET", "EDEB")
"""Those that look at the tied alone and so may be asked again."""


def listed(code: str, article: str, *, shown: str = "", title: str = "") -> TieBreak:
    """A tie-break as an edition lists it: with the article, and with its own words for it."""
    known = TIE_BREAKS[code]
    return replace(known, article=article, code=shown or code, title=title or known.title)


def find(code: str, own_list: Sequence[TieBreak]) -> TieBreak | None:
    """What a code means when it is announced: what the edition calls so, else what FIDE does, else
    what stands here."""
    own = next((one for one in own_list if one.code == code and not one.last_word), None)
    if own is not None:
        return own
    of_fide = known(code)
    if isinstance(of_fide, Code):
        return fide.tie_break(of_fide)
    one = TIE_BREAKS.get(code)
    return None if one is None or one.last_word else one


def in_force(
    codes: Sequence[str], own_list: Sequence[TieBreak], facts: Facts, usual: Sequence[str] = ()
) -> list[TieBreak]:
    """The tie-breaks announced, else those of the edition, as far as they apply.

    ``usual`` are codes that the edition adds to its own. A last word on those who are still tied
    stays whatever was announced, and stays last; where the edition has none, lots may be drawn.
    """
    own = () if facts.tournament.tie_break_edition else own_list
    last = [one for one in own_list if one.last_word] or [TIE_BREAKS["LOT"]]
    chosen = [one for one in own_list if not one.last_word]
    chosen += [one for code in usual if (one := find(code, own_list))]
    if codes:
        if problems := [*defects(codes, own, facts)]:
            raise BadInput(problems)
        chosen = [one for code in codes if (one := find(code, own))]
    return [one for one in (*chosen, *last) if not one.obstacle(facts)]


def defects(codes: Sequence[str], own_list: Sequence[TieBreak], facts: Facts) -> Iterator[Problem]:
    """What is wrong with a list of tie-breaks for an event."""
    for code in codes:
        one = find(code, own_list)
        if one is None:
            yield _unknown(code, own_list)
        elif why := one.obstacle(facts):
            what = worded("this tie-break does not apply, {why}", why=why)
            yield Problem(what, quoted=code, remedy=worded("leave it out, or choose another"))
    yield from _named_twice(codes, own_list)


def _unknown(code: str, own_list: Sequence[TieBreak]) -> Problem:
    """A code that nobody knows, with those there are."""
    found = known(code)
    assert isinstance(found, Problem)
    keys = ", ".join(one.code for one in own_list if not one.last_word)
    if not keys:
        return found
    remedy = worded("{keys} of these rules, or {others}", keys=keys, others=found.remedy)
    return replace(found, remedy=remedy)


def _named_twice(codes: Sequence[str], own_list: Sequence[TieBreak]) -> Iterator[Problem]:
    """A tie-break that stands twice in a list; a direct encounter may, it has fewer tied then."""
    once = {one.code for one in own_list}
    for code in dict.fromkeys(codes):
        found = known(code)
        again = isinstance(found, Code) and found.name in ENCOUNTERS and code not in once
        if codes.count(code) > 1 and not again:
            yield Problem(worded("a tie-break is named twice"), quoted=", ".join(codes))
            return
