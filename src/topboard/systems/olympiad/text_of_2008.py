"""The rules proposed for 2008, as far as their editions agree.

An edition copies the tables and changes the rows in which it differs.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.messages import worded
from topboard.model import colour_limits, scoring
from topboard.systems.common import byes, colours, meeting, tables
from topboard.systems.common.colours import colour_by_lot
from topboard.systems.common.groups import top_half_against_bottom_half
from topboard.systems.olympiad import (
    colours as allocation,
    entries,
    final_table,
    floaters,
    fold,
    groups,
    halves,
    initial,
    points,
    ranking,
    rounds,
    scoregroup,
    two_phases,
)
from topboard.systems.olympiad.citations import OlympiadCitations
from topboard.systems.registry import ChangedReading, System
from topboard.tiebreaks import opponents
from topboard.tiebreaks.catalog import cite_tie_break
from topboard.tiebreaks.ranking import build_standings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from topboard.model import Tournament
    from topboard.reasons.decisions import RoundPairing, Warned
    from topboard.systems.common.field import Field
    from topboard.tiebreaks.ranking import TieBreak

    Articles = dict[str, Callable[..., object]]

MINIMUM_RATING = 1400
"""The FIDE rating floor of 2008, used for members without a rating."""

CITE_HALVES = OlympiadCitations(
    bye="11",
    won_without_playing="15b",
    no_rematch="15a",
    groups="16",
    boards="",
    order_of_groups="17",
    most_pairs="47",
    arranged="36",
    limits_disregarded="21a",
    pair_from_top="39",
    pair_from_bottom="41",
    floats_down="29a",
    floats_up="32",
    floats_down_instead="29b",
    floats_up_instead="33",
    moved_back_down="30",
    moved_back_up="34",
    floater_down_meets="29a",
    floater_up_meets="32",
    goes_on_down="44",
    goes_on_up="45",
    colour_by_lot="19",
    colour_limits="20",
    colour_equalise="22a",
    colour_alternate="23",
    colour_shortest_run="24",
    colour_balance_higher="25a",
    colour_alternate_higher="26",
    imaginary_points="28a",
)

CITE_FOLD = replace(
    CITE_HALVES,
    most_pairs="53",
    arranged="48",
    pair_from_top="49",
    pair_from_bottom="55",
    floats_down="51",
    floats_up="55",
    floats_down_instead="53",
    floats_up_instead="53",
    moved_back_down="53",
    moved_back_up="53",
    floater_down_meets="51",
    floater_up_meets="51",
    goes_on_down="53",
    goes_on_up="53",
)

BYE_BARS = (byes.had_the_bye, byes.won_without_playing, byes.barred_by_ruling)

TIE_BREAKS = (
    cite_tie_break("SB-", "13a", shown="SB"),
    cite_tie_break("MPO-", "13b"),
    cite_tie_break("MPO", "13c"),
)


def _field(tournament: Tournament) -> Field:
    return two_phases.with_imaginary_points(tournament, MINIMUM_RATING)


def pair(name: str, tie_breaks: tuple[TieBreak, ...], tournament: Tournament) -> RoundPairing:
    """Pair the next round: rounds 1 to 3 by halves, later rounds first against last."""
    field = _field(tournament)
    if field.round <= two_phases.ROUNDS_IN_HALVES:
        cite, method = CITE_HALVES, rounds.HALVES
        order = ranking.by_match_points_number(field)
    else:
        cite = CITE_FOLD
        table = build_standings(
            name, final_table.facts_with_no_shows_as_three_one(tournament, field), tie_breaks
        )
        order, places = two_phases.rank_by_tiebreak(field, table)
        method = two_phases.first_against_last(places)
    bye = rounds.bye_of_odd_field(field, order[::-1], BYE_BARS, cite)
    results = rounds.pair_groups(field, rounds.without_bye(order, bye), method, cite)
    key = tables.by_better_placed({n: i for i, n in enumerate(order)})
    return rounds.round_pairing(name, field, order, bye, results, key, cite, warnings(tournament))


def warnings(tournament: Tournament) -> Iterator[Warned]:
    """Yield the warnings for the arbiter about the entries."""
    yield from entries.c_team_entry_warnings(tournament, "2")
    yield from entries.c_team_left_warnings(tournament, "3")
    yield from entries.squad_warnings(tournament, "4")
    yield from entries.round_count_warnings(tournament, "10")


ARTICLES: dict[str, Callable[..., object]] = {
    "1": points.match_points,
    "2": entries.c_team_entry_warnings,
    "3": entries.c_team_left_warnings,
    "4": entries.squad_warnings,
    "6": initial.recorded_rating,
    "7": initial.assigned_rating,
    "8": initial.average_of_four_best,
    "9a": initial.rating_of_fifth,
    "9b": initial.previous_standing,
    "9c": initial.alphabetically,
    "10": entries.round_count_warnings,
    "11": rounds.give_bye,
    "12": scoring.unfinished_as_drawn,
    "13a": opponents.sonneborn_berger_without_lowest,
    "13b": opponents.points_of_opponents_without_lowest,
    "13c": opponents.points_of_opponents,
    "13d": opponents.no_show_as_three_one,
    "14": initial.order_of_teams,
    "15a": meeting.have_met,
    "15b": byes.won_without_playing,
    "16": rounds.pair_groups,
    "17": groups.pairing_order,
    "18": meeting.may_be_paired,
    "19": colour_by_lot,
    "20a": colour_limits.keeps_difference,
    "20b": colour_limits.is_third_in_a_row,
    "21a": halves.settle_outer_group,
    "21b": floaters.leavers,
    "22a": colours.equalising_colour,
    "22b": colours.alternating_colour,
    "23": colours.matches_since_difference,
    "24": colours.alternating_colour,
    "25a": allocation.balancing_colour,
    "25b": allocation.alternating_from_last,
    "26": allocation.alternating_from_last,
    "27": colours.board_colours,
    "28a": two_phases.with_imaginary_points,
    "28b": two_phases.top_half,
    "29a": floaters.down_floater_meets_highest,
    "29b": floaters.leavers,
    "30": scoregroup.has_opponent_in_next_group,
    "31": floaters.down_floater_meets_highest,
    "32": floaters.up_floater_meets_lowest,
    "33": floaters.leavers,
    "34": scoregroup.has_opponent_in_next_group,
    "35": floaters.up_floater_meets_lowest,
    "36": top_half_against_bottom_half,
    "37": halves.by_halves,
    "38": halves.by_halves,
    "39": top_half_against_bottom_half,
    "40": top_half_against_bottom_half,
    "41": halves.by_halves,
    "42": halves.settle_outer_group,
    "43": halves.settle_outer_group,
    "44": floaters.down_floater_meets_highest,
    "45": floaters.up_floater_meets_lowest,
    "46": halves.settle_outer_group,
    "47": halves.settle_outer_group,
    "48": two_phases.rank_by_tiebreak,
    "49": fold.first_with_last,
    "50": fold.first_against_last,
    "51": fold.settle_outer_group,
    "52": fold.settle_outer_group,
    "53": fold.settle_outer_group,
    "54": fold.settle_median_group,
    "55": fold.mixed_list,
    "58": scoring.default_all_boards,
}


def edition(
    name: str,
    title: str,
    source: str,
    plain: str,
    tie_breaks: tuple[TieBreak, ...],
    articles: Articles,
    in_force: tuple[str, str] | None,
) -> System:
    """Return an edition of these rules with its own tie-breaks."""
    key = initial.by_average_fifth_previous_alphabet
    return System(
        name=name,
        title=title,
        source=source,
        plain=plain,
        whose=worded("Olympiad"),
        in_force=in_force,
        teams=True,
        unfinished_drawn=True,
        pair=partial(pair, name, tie_breaks),
        facts=final_table.facts_with_no_shows_as_three_one,
        tie_breaks=tie_breaks,
        order_of_entries=partial(initial.order_of_teams, key=key, unrated_as=MINIMUM_RATING),
        place_of_late_entry=partial(initial.place_by_rating, key=key, unrated_as=MINIMUM_RATING),
        ranks_by_previous=True,
        articles=articles,
        scoring="1",
        changed_readings=(ChangedReading(2, ("12",), "unfinished-matches"),),
        governance="olympiad.OF_2008",
        objections=partial(rounds.find_objections, CITE_HALVES),
    )
