"""The Olympiad pairing rules of 2009, used at the Olympiads from 2010 to 2018."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from topboard.messages import worded
from topboard.model import colour_limits, scoring
from topboard.systems.common import byes, colours, meeting, tables
from topboard.systems.common.colours import colour_by_lot
from topboard.systems.common.groups import generate_opponent_indices_from_halves, score_groups
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
from topboard.systems.registry import ChangedInterpretation, System
from topboard.tiebreaks import opponents, own
from topboard.tiebreaks.catalog import tie_break_with_article
from topboard.tiebreaks.ranking import build_standings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from topboard.model import Tournament
    from topboard.reasons.decisions import PairingWarning, RoundPairing

NAME = "olympiad_2009"

MINIMUM_RATING = 1200
"""The FIDE rating floor from July 2009, used for players without a rating."""

INITIAL_RANKING = initial.initial_rank_key

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

BYE_BARS = (
    byes.bye_obstacle_after_earlier_bye,
    byes.bye_obstacle_after_forfeit_win,
    byes.bye_obstacle_by_ruling,
)

TIE_BREAKS = (
    tie_break_with_article("SB-", "14a", shown="SB"),
    tie_break_with_article("GP", "14b"),
    tie_break_with_article("MPO-", "14c", shown="MPO"),
)


def pair(tournament: Tournament) -> RoundPairing:
    """Pair the next round of a tournament and return the pairing with its reasons."""
    field = ranking.build_field(tournament)
    order = ranking.rank_by_match_and_game_points(field)
    bye = rounds.choose_bye_if_team_count_odd(field, order[::-1], BYE_BARS, CITE)
    to_pair = rounds.list_teams_to_pair(order, bye)
    results = rounds.pair_groups(field, to_pair, rounds.HALVES, CITE)
    table = build_standings(
        NAME, final_table.collect_results_scoring_unplayed_as_draws(tournament, field), TIE_BREAKS
    )
    place = {line.number: i for i, line in enumerate(table.lines)}
    key = tables.sort_key_by_pair_points(place, field.points)
    return rounds.build_round_pairing(
        NAME, field, order, bye, results, key, CITE, entry_warnings(tournament)
    )


def entry_warnings(tournament: Tournament) -> Iterator[PairingWarning]:
    """Yield warnings about C teams, squads and the number of rounds."""
    yield from entries.warn_about_entry_of_c_team(tournament, "2")
    yield from entries.warn_if_c_team_is_absent(tournament, "3")
    yield from entries.warn_about_squad_sizes_and_boards(tournament, "4")
    yield from entries.warn_unless_eleven_rounds_planned(tournament, "11")


ARTICLES: dict[str, Callable[..., object]] = {
    "1": points.match_points,
    "2": entries.warn_about_entry_of_c_team,
    "3": entries.warn_if_c_team_is_absent,
    "4": entries.warn_about_squad_sizes_and_boards,
    "6": initial.get_recorded_rating_or_none,
    "7": initial.rating_or_default,
    "8": initial.average_rating_of_best_four,
    "9a": initial.rating_of_fifth_player,
    "9b": initial.team_name_sort_key,
    "10a": ranking.rank_by_match_and_game_points,
    "10b": ranking.rank_by_match_and_game_points,
    "10c": ranking.rank_by_match_and_game_points,
    "11": entries.warn_unless_eleven_rounds_planned,
    "12": rounds.give_bye,
    "13": scoring.convert_unfinished_to_draws,
    "14a": opponents.sonneborn_berger_without_lowest,
    "14b": own.game_points_scored,
    "14c": opponents.points_of_opponents_without_lowest,
    "14d": opponents.score_unplayed_win_as_draw_against_self,
    "15": initial.sort_teams_by_initial_rank,
    "16a": meeting.have_met,
    "16b": byes.bye_obstacle_after_forfeit_win,
    "17": rounds.pair_groups,
    "18": score_groups,
    "19": groups.order_groups_for_pairing,
    "20": meeting.may_be_paired,
    "21": colour_by_lot,
    "22a": colour_limits.keeps_colour_difference_limit,
    "22b": colour_limits.is_third_colour_in_a_row,
    "23a": halves.pair_outer_group,
    "23b": floaters.choose_floaters,
    "24a": colours.colour_of_higher_ranked_by_difference,
    "24b": colours.colour_of_higher_ranked_by_alternation,
    "25": colours.count_games_since_colours_differed,
    "26": colours.colour_of_higher_ranked_by_alternation,
    "27a": allocation.find_colour_had_less_often,
    "27b": allocation.colour_opposite_to_last_colour,
    "28": allocation.colour_opposite_to_last_colour,
    "29": colours.list_colours_by_board,
    "30a": floaters.pair_downfloaters_with_highest,
    "30b": floaters.choose_floaters,
    "31": scoregroup.may_meet_team_of_next_group,
    "32": floaters.pair_downfloaters_with_highest,
    "33a": floaters.pair_upfloaters_with_lowest,
    "33b": floaters.choose_floaters,
    "34": scoregroup.may_meet_team_of_next_group,
    "35": floaters.pair_upfloaters_with_lowest,
    "36": generate_opponent_indices_from_halves,
    "37": halves.generate_pairs_by_halves,
    "38": halves.generate_pairs_by_halves,
    "39": generate_opponent_indices_from_halves,
    "40": generate_opponent_indices_from_halves,
    "41": halves.pair_outer_group,
    "42": halves.pair_outer_group,
    "45": scoring.forfeit_score_boards_present,
}

SYSTEM = System(
    name=NAME,
    title="Olympiad pairing rules of 2009",
    source="FIDE D.II.02 Olympiad Pairing Rules, amended by the Executive Council of 2009",
    plain=worded(
        "For teams. A Swiss system by match points. In each group the top half meets the bottom "
        "half. These rules were used from 2010 to 2018."
    ),
    whose=worded("Olympiad"),
    in_force=("2010", "2021-12-31"),
    teams=True,
    unfinished_drawn=True,
    pair=pair,
    facts=final_table.collect_results_scoring_unplayed_as_draws,
    tie_breaks=TIE_BREAKS,
    order_of_entries=partial(
        initial.sort_teams_by_initial_rank, key=INITIAL_RANKING, unrated_as=MINIMUM_RATING
    ),
    place_of_late_entry=partial(
        initial.find_lowest_tpn_below_late_team, key=INITIAL_RANKING, unrated_as=MINIMUM_RATING
    ),
    articles=ARTICLES,
    scoring="1",
    changed_readings=(ChangedInterpretation(2, ("13",), "unfinished-matches"),),
    governance="olympiad.OF_2009",
    objections=partial(rounds.find_objections, CITE),
)
