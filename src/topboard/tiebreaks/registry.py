"""Lookup of tie-breaks by code, and the tie-breaks that apply to an event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.errors import BadInput, Problem
from topboard.messages import worded
from topboard.tiebreaks import boards, buchholz, direct, fide, ratings, results, unplayed
from topboard.tiebreaks.catalog import TIE_BREAKS
from topboard.tiebreaks.codes import Code, parse_code_or_problem
from topboard.tiebreaks.ranking import build_standings
from topboard.tiebreaks.unplayed import EventRecord, OpponentScores

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from topboard.tiebreaks.ranking import Facts, TieBreak

ENCOUNTERS = ("DE", "EDE", "EDEBT", "EDEBB", "EDET", "EDEB")
"""The codes of direct encounters. They may be repeated, because only participants still tied are
compared.
"""


def find_tie_break(code: str, own_list: Sequence[TieBreak]) -> TieBreak | None:
    """Return the tie-break with this code, or None if the code is unknown.

    The system's own list is searched first, then FIDE's, then the catalogue.
    """
    own = next((one for one in own_list if one.code == code and not one.last_word), None)
    if own is not None:
        return own
    of_fide = parse_code_or_problem(code)
    if isinstance(of_fide, Code):
        return fide.build_tie_break(of_fide)
    one = TIE_BREAKS.get(code)
    return None if one is None or one.last_word else one


def list_tie_breaks_to_choose_from(own_list: Sequence[TieBreak], facts: Facts) -> list[TieBreak]:
    """Return the tie-breaks that an event can choose from: those of the system, then FIDE's."""
    own = [one for one in own_list if not one.last_word]
    codes = {one.code for one in own}
    of_fide = (find_tie_break(code, ()) for code in fide.OFTEN_USED if code not in codes)
    return [one for one in (*own, *of_fide) if one is not None and not one.obstacle(facts)]


def find_tie_breaks_in_force(
    codes: Sequence[str],
    own_list: Sequence[TieBreak],
    facts: Facts,
    usual: Sequence[str] = (),
) -> list[TieBreak]:
    """Return the tie-breaks that apply to an event, in order.

    If none are announced, they are those of the system's rules, followed by the codes in ``usual``.
    The system's final decision on ties always comes last. If the system has none, lots may be
    drawn. Raise ``BadInput`` if an announced code is not valid.
    """
    last = [one for one in own_list if one.last_word] or [TIE_BREAKS["LOT"]]
    chosen = [one for one in own_list if not one.last_word]
    chosen += [one for code in usual if (one := find_tie_break(code, own_list))]
    if codes:
        if problems := [*find_problems_with_chosen_tie_breaks(codes, own_list, facts)]:
            raise BadInput(problems)
        known_as = _tie_breaks_of_system(own_list, facts)
        chosen = [one for code in codes if (one := find_tie_break(code, known_as))]
    return [one for one in (*chosen, *last) if not one.obstacle(facts)]


def _tie_breaks_of_system(own_list: Sequence[TieBreak], facts: Facts) -> Sequence[TieBreak]:
    """Return the system's own tie-breaks, or none if the event names a FIDE edition."""
    return () if facts.tournament.tie_break_edition else own_list


def find_problems_with_chosen_tie_breaks(
    codes: Sequence[str], own_list: Sequence[TieBreak], facts: Facts
) -> Iterator[Problem]:
    """Yield the problems with the tie-break codes chosen for an event."""
    if facts.tournament.tie_break_edition not in ("", *fide.EDITIONS):
        yield fide.build_unknown_edition_problem(facts.tournament.tie_break_edition)
        return
    own_list = _tie_breaks_of_system(own_list, facts)
    for code in codes:
        one = find_tie_break(code, own_list)
        if one is None:
            yield _build_problem_of_unknown_code(code, own_list)
        elif why := one.obstacle(facts):
            yield Problem(
                why, quoted=code, remedy=worded("Leave it out, or choose a different tie-break.")
            )
    yield from find_repeated_tie_break_codes(codes, own_list)


def _build_problem_of_unknown_code(code: str, own_list: Sequence[TieBreak]) -> Problem:
    """Return the problem for an unknown code. The remedy lists the known codes."""
    found = parse_code_or_problem(code)
    assert isinstance(found, Problem)
    keys = ", ".join(one.code for one in own_list if not one.last_word)
    if not keys:
        return found
    remedy = worded(
        "{remedy} These rules also have tie-breaks of their own: {keys}.",
        remedy=found.remedy,
        keys=keys,
    )
    return replace(found, remedy=remedy)


def find_repeated_tie_break_codes(
    codes: Sequence[str], own_list: Sequence[TieBreak]
) -> Iterator[Problem]:
    """Yield a problem if a tie-break is listed twice.

    A direct encounter may be repeated, because fewer participants are still tied the second time.
    """
    once = {one.code for one in own_list}
    for code in dict.fromkeys(codes):
        found = parse_code_or_problem(code)
        again = isinstance(found, Code) and found.name in ENCOUNTERS and code not in once
        if codes.count(code) > 1 and not again:
            yield Problem(worded("tie-break listed twice"), quoted=", ".join(codes))
            return


ARTICLES: dict[str, Callable[..., object]] = {
    "2.1": find_tie_breaks_in_force,
    "2.2": find_tie_breaks_in_force,
    "2.2.1": find_tie_breaks_in_force,
    "2.2.2": find_tie_breaks_in_force,
    "3": fide.organiser_tie_break_values,
    "4.1": parse_code_or_problem,
    "4.2": build_standings,
    "4.3": find_repeated_tie_break_codes,
    "4.4": OpponentScores.contributions,
    "5": parse_code_or_problem,
    "6.1": direct.direct_encounter,
    "6.1.1": direct.list_games_between_tied,
    "6.1.2": direct.compute_points_against_tied,
    "6.2": direct.group_tied_if_all_have_met,
    "6.3": direct.group_tied_by_certain_leaders,
    "7.1": results.wins,
    "7.2": results.wins_over_the_board,
    "7.3": results.games_with_black,
    "7.4": results.wins_with_black,
    "7.5": results.progressive_score,
    "7.6": results.rounds_elected_to_play,
    "7.7": results.standard_points,
    "7.8": results.pairing_number,
    "8": buchholz.explain_if_barred_in_round_robins,
    "8.1": buchholz.buchholz,
    "8.2": buchholz.average_of_opponents_buchholz,
    "8.3": buchholz.fore_buchholz,
    "9.1": buchholz.sonneborn_berger,
    "9.2": buchholz.koya,
    "10": ratings.explain_unusable_ratings,
    "10.1": ratings.average_rating_of_opponents,
    "10.2": ratings.performance_rating,
    "10.3": ratings.perfect_performance_rating,
    "10.4": ratings.average_performance_of_opponents,
    "10.5": ratings.average_perfect_performance_of_opponents,
    "10.6": ratings.own_rating,
    "11.1": EventRecord.score_kind,
    "12": boards.list_board_points_by_round,
    "12.1": boards.board_count,
    "12.2": boards.top_board_results,
    "12.3": boards.bottom_board_elimination,
    "13": fide.explain_why_tie_break_not_allowed,
    "13.1": buchholz.secondary_score,
    "13.2.1": buchholz.extended_sonneborn_berger,
    "13.2.2": buchholz.extended_sonneborn_berger,
    "13.2.3": buchholz.extended_sonneborn_berger,
    "13.2.4": buchholz.extended_sonneborn_berger,
    "13.3.1": direct.group_tied_by_primary_or_secondary_score,
    "13.3.2": direct.order_two_teams_by_boards,
    "13.3.3": direct.group_tied_by_extended_encounter,
    "13.4": buchholz.secondary_score_plus_opponent_scores,
    "14.1": buchholz.find_cut_rounds,
    "14.1.1 a": buchholz.lowest_opponent_contribution,
    "14.1.1 b": ratings.average_rating_of_opponents,
    "14.1.1 c": results.progressive_score,
    "14.1.1 d": buchholz.lowest_opponent_contribution,
    "14.1.2": buchholz.lowest_opponent_contribution,
    "14.2": buchholz.find_cut_rounds,
    "14.3": buchholz.highest_opponent_contribution,
    "14.4": buchholz.highest_opponent_contribution,
    "14.5": buchholz.twice_koya_limit,
    "15.1": EventRecord,
    "15.2": unplayed.do_forfeits_count_as_games,
    "15.3": OpponentScores.contributions,
    "16.1.1": unplayed.is_round_voluntarily_unplayed,
    "16.1.2": unplayed.is_round_voluntarily_unplayed,
    "16.2.1": EventRecord,
    "16.2.2": EventRecord,
    "16.2.3": unplayed.find_requested_byes_at_end_of_event,
    "16.2.4": EventRecord,
    "16.2.5": unplayed.find_requested_byes_at_end_of_event,
    "16.3.1": OpponentScores._adjust_requested_byes,
    "16.3.2": unplayed.find_requested_byes_at_end_of_event,
    "16.4": unplayed.capped_dummy_score,
    "16.4.1": unplayed.maximum_dummy_score_after_forfeit,
    "16.4.2": unplayed.maximum_dummy_score_after_bye,
    "16.5.1": buchholz.find_lowest_contribution_to_cut,
    "16.5.2": buchholz.find_cut_rounds,
}
"""The articles of C.07 (2026), mapped to the functions that implement them."""
