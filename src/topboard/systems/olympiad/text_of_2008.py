"""The articles and procedure shared by the two editions of the 2008 Olympiad proposal.

Each edition copies the tables and replaces the rows in which it differs.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.messages import worded
from topboard.model import colour_limits, scoring
from topboard.systems.common import byes, colours, meeting, tables
from topboard.systems.common.colours import colour_by_lot
from topboard.systems.common.groups import generate_opponent_indices_from_halves
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
from topboard.systems.registry import ChangedInterpretation, System
from topboard.tiebreaks import opponents
from topboard.tiebreaks.catalog import tie_break_with_article
from topboard.tiebreaks.ranking import build_standings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from topboard.model import Tournament
    from topboard.reasons.decisions import PairingWarning, RoundPairing
    from topboard.systems.common.field import Field
    from topboard.tiebreaks.ranking import TieBreak

    Articles = dict[str, Callable[..., object]]

MINIMUM_RATING = 1400
"""The FIDE rating floor in 2008, used for players without a rating."""

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

BYE_BARS = (
    byes.bye_obstacle_after_earlier_bye,
    byes.bye_obstacle_after_forfeit_win,
    byes.bye_obstacle_by_ruling,
)

TIE_BREAKS = (
    tie_break_with_article("SB-", "13a", shown="SB"),
    tie_break_with_article("MPO-", "13b"),
    tie_break_with_article("MPO", "13c"),
)


def _build_field(tournament: Tournament) -> Field:
    return two_phases.build_field_with_imaginary_points(tournament, MINIMUM_RATING)


def pair(name: str, tie_breaks: tuple[TieBreak, ...], tournament: Tournament) -> RoundPairing:
    """Pair the next round and return the pairing with its reasons.

    Rounds 1 to 3 are paired top half against bottom half, and later rounds first against last.
    """
    field = _build_field(tournament)
    if field.round <= two_phases.ROUNDS_IN_HALVES:
        cite, method = CITE_HALVES, rounds.HALVES
        order = ranking.rank_by_match_points_and_number(field)
    else:
        cite = CITE_FOLD
        table = build_standings(
            name,
            final_table.collect_results_scoring_no_shows_as_three_one(tournament, field),
            tie_breaks,
        )
        order, places = two_phases.rank_by_points_and_tiebreaks(field, table)
        method = two_phases.build_first_against_last_method(places)
    bye = rounds.choose_bye_if_team_count_odd(field, order[::-1], BYE_BARS, cite)
    results = rounds.pair_groups(field, rounds.list_teams_to_pair(order, bye), method, cite)
    key = tables.sort_key_by_better_rank({n: i for i, n in enumerate(order)})
    return rounds.build_round_pairing(
        name, field, order, bye, results, key, cite, entry_warnings(tournament)
    )


def entry_warnings(tournament: Tournament) -> Iterator[PairingWarning]:
    """Yield warnings about C teams, squads and the number of rounds."""
    yield from entries.warn_about_entry_of_c_team(tournament, "2")
    yield from entries.warn_if_c_team_is_absent(tournament, "3")
    yield from entries.warn_about_squad_sizes_and_boards(tournament, "4")
    yield from entries.warn_unless_eleven_rounds_planned(tournament, "10")


ARTICLES: dict[str, Callable[..., object]] = {
    "1": points.match_points,
    "2": entries.warn_about_entry_of_c_team,
    "3": entries.warn_if_c_team_is_absent,
    "4": entries.warn_about_squad_sizes_and_boards,
    "6": initial.get_recorded_rating_or_none,
    "7": initial.rating_or_default,
    "8": initial.average_rating_of_best_four,
    "9a": initial.rating_of_fifth_player,
    "9b": initial.place_in_previous_olympiad,
    "9c": initial.team_name_sort_key,
    "10": entries.warn_unless_eleven_rounds_planned,
    "11": rounds.give_bye,
    "12": scoring.convert_unfinished_to_draws,
    "13a": opponents.sonneborn_berger_without_lowest,
    "13b": opponents.points_of_opponents_without_lowest,
    "13c": opponents.points_of_opponents,
    "13d": opponents.score_forfeit_win_as_three_one,
    "14": initial.sort_teams_by_initial_rank,
    "15a": meeting.have_met,
    "15b": byes.bye_obstacle_after_forfeit_win,
    "16": rounds.pair_groups,
    "17": groups.order_groups_for_pairing,
    "18": meeting.may_be_paired,
    "19": colour_by_lot,
    "20a": colour_limits.keeps_colour_difference_limit,
    "20b": colour_limits.is_third_colour_in_a_row,
    "21a": halves.pair_outer_group,
    "21b": floaters.choose_floaters,
    "22a": colours.colour_of_higher_ranked_by_difference,
    "22b": colours.colour_of_higher_ranked_by_alternation,
    "23": colours.count_games_since_colours_differed,
    "24": colours.colour_of_higher_ranked_by_alternation,
    "25a": allocation.find_colour_had_less_often,
    "25b": allocation.colour_opposite_to_last_colour,
    "26": allocation.colour_opposite_to_last_colour,
    "27": colours.list_colours_by_board,
    "28a": two_phases.build_field_with_imaginary_points,
    "28b": two_phases.list_teams_in_top_half,
    "29a": floaters.pair_downfloaters_with_highest,
    "29b": floaters.choose_floaters,
    "30": scoregroup.may_meet_team_of_next_group,
    "31": floaters.pair_downfloaters_with_highest,
    "32": floaters.pair_upfloaters_with_lowest,
    "33": floaters.choose_floaters,
    "34": scoregroup.may_meet_team_of_next_group,
    "35": floaters.pair_upfloaters_with_lowest,
    "36": generate_opponent_indices_from_halves,
    "37": halves.generate_pairs_by_halves,
    "38": halves.generate_pairs_by_halves,
    "39": generate_opponent_indices_from_halves,
    "40": generate_opponent_indices_from_halves,
    "41": halves.generate_pairs_by_halves,
    "42": halves.pair_outer_group,
    "43": halves.pair_outer_group,
    "44": floaters.pair_downfloaters_with_highest,
    "45": floaters.pair_upfloaters_with_lowest,
    "46": halves.pair_outer_group,
    "47": halves.pair_outer_group,
    "48": two_phases.rank_by_points_and_tiebreaks,
    "49": fold.generate_pairs_first_against_last,
    "50": fold.generate_opponent_indices_from_last,
    "51": fold.pair_outer_group,
    "52": fold.pair_outer_group,
    "53": fold.pair_outer_group,
    "54": fold.pair_median_group,
    "55": fold.sort_teams_by_tiebreak,
    "58": scoring.forfeit_score_all_boards,
}


def build_edition(
    name: str,
    title: str,
    source: str,
    plain: str,
    tie_breaks: tuple[TieBreak, ...],
    articles: Articles,
    in_force: tuple[str, str] | None,
) -> System:
    """Return an edition of the 2008 rules with the given tie-breaks."""
    key = initial.initial_rank_key_with_previous
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
        facts=final_table.collect_results_scoring_no_shows_as_three_one,
        tie_breaks=tie_breaks,
        order_of_entries=partial(
            initial.sort_teams_by_initial_rank, key=key, unrated_as=MINIMUM_RATING
        ),
        place_of_late_entry=partial(
            initial.find_lowest_tpn_below_late_team, key=key, unrated_as=MINIMUM_RATING
        ),
        ranks_by_previous=True,
        articles=articles,
        scoring="1",
        changed_readings=(ChangedInterpretation(2, ("12",), "unfinished-matches"),),
        governance="olympiad.OF_2008",
        objections=partial(rounds.find_objections, CITE_HALVES),
    )
