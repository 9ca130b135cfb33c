"""Olympiad pairing rules, edition of 2009 (played 2010 to 2018)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from topboard.messages import worded
from topboard.model import colour_limits, scoring
from topboard.systems.common import byes, colours, meeting, tables
from topboard.systems.common.colours import colour_by_lot
from topboard.systems.common.groups import score_groups, top_half_against_bottom_half
from topboard.systems.olympiad import (
    colours as allocation,
    entries,
    final_table,
    floaters,
    groups,
    halves,
    initial,
    points,
    ranking,
    rounds,
    scoregroup,
)
from topboard.systems.olympiad.citations import OlympiadCitations
from topboard.systems.registry import ChangedReading, System
from topboard.tiebreaks import opponents, own
from topboard.tiebreaks.catalog import cite_tie_break
from topboard.tiebreaks.ranking import build_standings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from topboard.model import Tournament
    from topboard.reasons.decisions import RoundPairing, Warned

NAME = "olympiad_2009"

MINIMUM_RATING = 1200
"""The FIDE rating floor from July 2009 on, used for members without a rating."""

INITIAL_RANKING = initial.by_average_fifth_alphabet

CITE = OlympiadCitations(
    bye="12",
    won_without_playing="16b",
    no_rematch="16a",
    groups="17",
    boards="",
    order_of_groups="19",
    most_pairs="42",
    arranged="36",
    limits_disregarded="23a",
    pair_from_top="39",
    pair_from_bottom="38",
    floats_down="30a",
    floats_up="33a",
    floats_down_instead="30b",
    floats_up_instead="33b",
    moved_back_down="31",
    moved_back_up="34",
    floater_down_meets="30a",
    floater_up_meets="33a",
    goes_on_down="32",
    goes_on_up="35",
    colour_by_lot="21",
    colour_limits="22",
    colour_equalise="24a",
    colour_alternate="25",
    colour_shortest_run="26",
    colour_balance_higher="27a",
    colour_alternate_higher="28",
)

BYE_BARS = (byes.had_the_bye, byes.won_without_playing, byes.barred_by_ruling)

TIE_BREAKS = (
    cite_tie_break("SB-", "14a", shown="SB"),
    cite_tie_break("GP", "14b"),
    cite_tie_break("MPO-", "14c", shown="MPO"),
)


def pair(tournament: Tournament) -> RoundPairing:
    """Pair the next round."""
    field = ranking.field_of(tournament)
    order = ranking.by_match_points_game_points_number(field)
    bye = rounds.bye_of_odd_field(field, order[::-1], BYE_BARS, CITE)
    to_pair = rounds.without_bye(order, bye)
    results = rounds.pair_groups(field, to_pair, rounds.HALVES, CITE)
    table = build_standings(
        NAME, final_table.facts_with_unplayed_as_draws(tournament, field), TIE_BREAKS
    )
    place = {line.number: i for i, line in enumerate(table.lines)}
    key = tables.by_points_of_pair(place, field.points)
    return rounds.round_pairing(NAME, field, order, bye, results, key, CITE, warnings(tournament))


def warnings(tournament: Tournament) -> Iterator[Warned]:
    """Yield the warnings for the arbiter about the entries."""
    yield from entries.c_team_entry_warnings(tournament, "2")
    yield from entries.c_team_left_warnings(tournament, "3")
    yield from entries.squad_warnings(tournament, "4")
    yield from entries.round_count_warnings(tournament, "11")


ARTICLES: dict[str, Callable[..., object]] = {
    "1": points.match_points,
    "2": entries.c_team_entry_warnings,
    "3": entries.c_team_left_warnings,
    "4": entries.squad_warnings,
    "6": initial.recorded_rating,
    "7": initial.assigned_rating,
    "8": initial.average_of_four_best,
    "9a": initial.rating_of_fifth,
    "9b": initial.alphabetically,
    "10a": ranking.by_match_points_game_points_number,
    "10b": ranking.by_match_points_game_points_number,
    "10c": ranking.by_match_points_game_points_number,
    "11": entries.round_count_warnings,
    "12": rounds.give_bye,
    "13": scoring.unfinished_as_drawn,
    "14a": opponents.sonneborn_berger_without_lowest,
    "14b": own.game_points_scored,
    "14c": opponents.points_of_opponents_without_lowest,
    "14d": opponents.unplayed_as_draw,
    "15": initial.order_of_teams,
    "16a": meeting.have_met,
    "16b": byes.won_without_playing,
    "17": rounds.pair_groups,
    "18": score_groups,
    "19": groups.pairing_order,
    "20": meeting.may_be_paired,
    "21": colour_by_lot,
    "22a": colour_limits.keeps_difference,
    "22b": colour_limits.is_third_in_a_row,
    "23a": halves.settle_outer_group,
    "23b": floaters.leavers,
    "24a": colours.equalising_colour,
    "24b": colours.alternating_colour,
    "25": colours.matches_since_difference,
    "26": colours.alternating_colour,
    "27a": allocation.balancing_colour,
    "27b": allocation.alternating_from_last,
    "28": allocation.alternating_from_last,
    "29": colours.board_colours,
    "30a": floaters.down_floater_meets_highest,
    "30b": floaters.leavers,
    "31": scoregroup.has_opponent_in_next_group,
    "32": floaters.down_floater_meets_highest,
    "33a": floaters.up_floater_meets_lowest,
    "33b": floaters.leavers,
    "34": scoregroup.has_opponent_in_next_group,
    "35": floaters.up_floater_meets_lowest,
    "36": top_half_against_bottom_half,
    "37": halves.by_halves,
    "38": halves.by_halves,
    "39": top_half_against_bottom_half,
    "40": top_half_against_bottom_half,
    "41": halves.settle_outer_group,
    "42": halves.settle_outer_group,
    "45": scoring.default_boards_present,
}

SYSTEM = System(
    name=NAME,
    title="Olympiad pairing rules of 2009",
    source="FIDE D.II.02 Olympiad Pairing Rules, amended by the Executive Council of 2009",
    plain=worded(
        "Teams. Swiss by match points: groups are halved, the upper half meets the lower. Played"
        " from 2010 to 2018."
    ),
    whose=worded("Olympiad"),
    in_force=("2010", "2021-12-31"),
    teams=True,
    unfinished_drawn=True,
    pair=pair,
    facts=final_table.facts_with_unplayed_as_draws,
    tie_breaks=TIE_BREAKS,
    order_of_entries=partial(
        initial.order_of_teams, key=INITIAL_RANKING, unrated_as=MINIMUM_RATING
    ),
    place_of_late_entry=partial(
        initial.place_by_rating, key=INITIAL_RANKING, unrated_as=MINIMUM_RATING
    ),
    articles=ARTICLES,
    scoring="1",
    changed_readings=(ChangedReading(2, ("13",), "unfinished-matches"),),
    governance="olympiad.OF_2009",
    objections=partial(rounds.find_objections, CITE),
)
