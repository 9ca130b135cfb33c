"""The articles and procedure that the 2022 Olympiad rules share with the 2021 draft.

Each edition copies the tables and replaces the rows in which it differs.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from topboard.messages import worded
from topboard.model import Tournament, colour_limits, history, scoring
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
from topboard.systems.registry import ChangedInterpretation, SectionPurpose, System
from topboard.tiebreaks.catalog import tie_break_with_article

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from topboard.model import Number
    from topboard.reasons.decisions import ByeGiven, PairingWarning, RoundPairing
    from topboard.systems.common.field import Field

    Articles = dict[str, Callable[..., object]]
    Bye = Callable[[Field, Sequence[Number]], ByeGiven | None]
    """A function that returns the bye, given the field and the ranking, or None if there is no
    bye.
    """

MINIMUM_RATING = 1000
"""The rating used for players without one. The rules leave this value to the event's
regulations.
"""

CITE = OlympiadCitations(
    bye="4.1",
    won_without_playing="4.2.2",
    no_rematch="6.1",
    groups="6.2",
    order_of_groups="6.4",
    most_pairs="9.5",
    arranged="9.1",
    limits_disregarded="7.4",
    pair_from_top="9.3",
    pair_from_bottom="9.2",
    floats_down="8.3.1",
    floats_up="8.2.1",
    floats_down_instead="8.3.2",
    floats_up_instead="8.2.2",
    moved_back_down="8.3.3",
    moved_back_up="8.2.3",
    floater_down_meets="8.3.1",
    floater_up_meets="8.2.1",
    goes_on_down="8.3.4",
    goes_on_up="8.2.4",
    colour_by_lot="7.2",
    colour_limits="7.3",
    colour_equalise="7.5.1",
    colour_alternate="7.6",
    colour_shortest_run="7.6",
    colour_balance_higher="7.5.1",
    colour_alternate_higher="7.6",
    boards="11.2",
)

BYE_BARS = (
    byes.bye_obstacle_after_earlier_bye,
    byes.bye_obstacle_after_forfeit_win,
    byes.bye_obstacle_for_late_entry,
    byes.bye_obstacle_by_ruling,
)

TIE_BREAKS = (
    tie_break_with_article("SB-", worded("regulations of the event"), shown="SB"),
    tie_break_with_article("GP", worded("regulations of the event")),
    tie_break_with_article("MPO-", worded("regulations of the event"), shown="MPO"),
)


def pair(name: str, bye_of: Bye, tournament: Tournament) -> RoundPairing:
    """Pair the next round of a tournament and return the pairing with its reasons.

    ``bye_of`` chooses the team that gets the bye.
    """
    field = ranking.build_field(tournament)
    order = ranking.rank_by_match_points_and_number(field)
    bye = bye_of(field, order)
    to_pair = rounds.list_teams_to_pair(order, bye)
    results = rounds.pair_groups(field, to_pair, rounds.HALVES, CITE)
    place = {n: i for i, n in enumerate(order)}
    key = tables.sort_key_by_pair_points(place, field.points)
    return rounds.build_round_pairing(
        name, field, order, bye, results, key, CITE, entry_warnings(tournament)
    )


def entry_warnings(tournament: Tournament) -> Iterator[PairingWarning]:
    """Yield warnings about the host's C team."""
    yield from entries.warn_about_entry_of_c_team(tournament, "2.1")
    yield from entries.warn_if_c_team_is_absent(tournament, "2.2")


ARTICLES: dict[str, Callable[..., object]] = {
    "1.1": points.match_points,
    "2.1": entries.warn_about_entry_of_c_team,
    "2.2": entries.warn_if_c_team_is_absent,
    "3.1": initial.sort_teams_by_initial_rank,
    "3.1.1": initial.average_rating_of_best_four,
    "3.1.2": initial.rating_of_fifth_player,
    "3.1.3": initial.team_name_sort_key,
    "3.2": ranking.rank_by_match_points_and_number,
    "3.2.1": ranking.rank_by_match_points_and_number,
    "3.2.2": ranking.rank_by_match_points_and_number,
    "4.1": rounds.choose_bye_if_team_count_odd,
    "4.2": rounds.give_bye,
    "4.2.1": byes.bye_obstacle_after_earlier_bye,
    "4.2.2": byes.bye_obstacle_after_forfeit_win,
    "4.2.3": byes.bye_obstacle_for_late_entry,
    "4.3": points.match_points,
    "5.1": scoring.convert_unfinished_to_draws,
    "5.2": Tournament.before,
    "6.1": meeting.have_met,
    "6.2": rounds.pair_groups,
    "6.3": score_groups,
    "6.4": groups.order_groups_for_pairing,
    "7.1": history.colours_played,
    "7.2": colour_by_lot,
    "7.3": colour_limits.may_have_colour,
    "7.3.1": colour_limits.keeps_colour_difference_limit,
    "7.3.2": colour_limits.is_third_colour_in_a_row,
    "7.4": halves.pair_outer_group,
    "7.5": allocation.allocate_colours,
    "7.5.1": colours.colour_of_higher_ranked_by_difference,
    "7.5.2": colours.colour_of_higher_ranked_by_alternation,
    "7.6": colours.colour_of_higher_ranked_by_alternation,
    "7.7": history.colours_played,
    "8.1": rounds.build_round_pairing,
    "8.2.1": floaters.pair_upfloaters_with_lowest,
    "8.2.2": floaters.choose_floaters,
    "8.2.3": scoregroup.may_meet_team_of_next_group,
    "8.2.4": floaters.pair_upfloaters_with_lowest,
    "8.3.1": floaters.pair_downfloaters_with_highest,
    "8.3.2": floaters.choose_floaters,
    "8.3.3": scoregroup.may_meet_team_of_next_group,
    "8.3.4": floaters.pair_downfloaters_with_highest,
    "8.4": floaters.choose_floaters,
    "9.1": generate_opponent_indices_from_halves,
    "9.2": halves.generate_pairs_by_halves,
    "9.3": generate_opponent_indices_from_halves,
    "9.4": halves.pair_outer_group,
    "9.5": halves.pair_outer_group,
    "11.1": tables.assign_tables,
    "11.1.1": tables.sort_key_by_pair_points,
    "11.1.2": tables.sort_key_by_pair_points,
    "11.1.3": tables.sort_key_by_pair_points,
    "11.2": tables.assign_tables,
    "11.2.1": tables.assign_tables,
    "11.2.2": tables.assign_tables,
    "11.2.3": tables.assign_tables,
}


def build_edition(
    name: str,
    title: str,
    source: str,
    plain: str,
    bye: Bye,
    articles: Articles,
    *,
    in_force: tuple[str, str] | None = ("", ""),
    occasions: tuple[SectionPurpose, ...] = (),
) -> System:
    """Return an edition of the 2022 rules with the given rule on the bye."""
    key = initial.initial_rank_key
    return System(
        name=name,
        title=title,
        source=source,
        plain=plain,
        whose=worded("Olympiad"),
        in_force=in_force,
        occasions=occasions,
        teams=True,
        unfinished_drawn=True,
        pair=partial(pair, name, bye),
        facts=final_table.collect_results_scoring_unplayed_as_draws,
        tie_breaks=TIE_BREAKS,
        order_of_entries=partial(
            initial.sort_teams_by_initial_rank, key=key, unrated_as=MINIMUM_RATING
        ),
        place_of_late_entry=partial(
            initial.find_lowest_tpn_below_late_team, key=key, unrated_as=MINIMUM_RATING
        ),
        articles=articles,
        scoring="1.1",
        changed_readings=(ChangedInterpretation(2, ("5.1",), "unfinished-matches"),),
        governance="olympiad.FROM_2022",
        objections=partial(rounds.find_objections, CITE),
    )
