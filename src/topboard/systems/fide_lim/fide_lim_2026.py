"""The FIDE Lim system in force from 1 February 2026 (C.04.4.3, with C.04.1, C.04.2 and C.04.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.messages import message, worded
from topboard.model import colour_limits
from topboard.reasons.grounds import ColourGround, FloatCause
from topboard.systems.common import meeting
from topboard.systems.common.colours import colour_by_lot, equalising_due_colour
from topboard.systems.common.groups import generate_opponent_indices_from_halves, score_groups
from topboard.systems.common.variations import Variation, parse_rule_variations
from topboard.systems.fide_common import (
    acceleration,
    legality,
    pairing_numbers,
    players,
    round_pairing,
)
from topboard.systems.fide_common.general_articles import ACCELERATION, HANDLING
from topboard.systems.fide_lim import colours, field, floaters, publication, rounds, why_not
from topboard.systems.fide_lim.citations import LimCitations
from topboard.systems.fide_lim.rounds import PairedScoregroupsOfRound
from topboard.systems.fide_lim.scoregroup import ScoregroupPairing
from topboard.systems.registry import ChangedInterpretation, System

if TYPE_CHECKING:
    from collections.abc import Callable

    from topboard.model import Number, Tables, Tournament
    from topboard.reasons.decisions import RoundPairing
    from topboard.reasons.objections import Objections

NAME = "fide_lim_2026"
MAXI = Variation(
    "3.2.3",
    message(
        "Maxi-tournament: floaters and opponents are chosen by colour only among players "
        "whose ratings are at most 100 points apart."
    ),
    called="maxi",
)
VARIATIONS = (MAXI, replace(acceleration.BAKU, article="C.04.7 1.4"))

CITE = LimCitations(
    bye="1.1",
    bye_of_round_one="7.1",
    compatible="2.1",
    groups="2.2",
    causes={
        FloatCause.MET_ALL: "2.3.1",
        FloatCause.TWO_MORE: "2.3.2",
        FloatCause.TWICE_RUNNING: "2.3.3",
        FloatCause.EVEN: "2.3.4",
        FloatCause.SURPLUS: "4.4",
    },
    avoided_types="3.9.2",
    floated_last="3.10",
    equalises="3.2.2",
    within_band="3.2.3",
    outermost="3.2.4",
    goes_on="3.5",
    cracked={True: "2.6.1", False: "2.6.2"},
    floater_meets="3.8",
    proposed="2.4",
    exchange_of_first="4.2",
    exchange_of_others="4.3",
    exchange_for_colour="5.2",
    no_exchange_for_colour="5.7",
    colours={
        ColourGround.LOT: "7.2",
        ColourGround.LIMITS: "5.3",
        ColourGround.DUE: "5.1",
        ColourGround.ALTERNATE: "5.4",
        ColourGround.DUE_OF_HIGHER: "5.4",
        ColourGround.DUE_OF_LOWER: "5.4",
    },
    boards="C.04.2 3.6",
    rounds="C.04.1 1",
    lot="7.2",
    no_rematch="C.04.1 2",
)


def pair(tournament: Tournament) -> RoundPairing:
    """Pair the next round of a tournament and return the pairing with its reasons."""
    before = prepare_field(tournament)
    return publication.build_round_pairing(NAME, before, rounds.pair_round(before, CITE), CITE)


def pair_without_reasons(tournament: Tournament) -> Tables:
    """Return the pairs of the next round without reasons."""
    before = prepare_field(tournament)
    return publication.build_tables_without_reasons(
        before, rounds.pair_round(before, CITE, brief=True)
    )


def prepare_field(tournament: Tournament) -> field.LimField:
    """Return the players to be paired, with the data that the Lim rules use.

    Raise ``BadInput`` if these rules cannot pair the event.
    """
    in_use = parse_rule_variations(tournament.variations, VARIATIONS)
    acceleration.refuse_unless_draw_is_half_a_win(tournament, players.scoring_scale(tournament))
    return field.build_field(tournament, legality.BARS_OF_2026, maxi=MAXI.name in in_use)


def find_objections(made: RoundPairing, a: Number, b: Number) -> Objections:
    """Return the reasons why two players may not be paired at all in this round."""
    return why_not.find_objections(CITE, made, a, b)


ARTICLES: dict[str, Callable[..., object]] = {
    "C.04.1 1": round_pairing.warn_if_round_count_unknown,
    "C.04.1 2": meeting.have_met,
    "C.04.1 3": rounds.pair_round,
    "C.04.1 4": legality.bye_obstacle_after_win_without_playing,
    "C.04.1 5": score_groups,
    "C.04.1 6": colour_limits.keeps_colour_difference_limit,
    "C.04.1 7": colour_limits.is_third_colour_in_a_row,
    "C.04.1 8": field.due_colour,
    "C.04.1 9": publication.build_round_pairing,
    "C.04.2 1.1": parse_rule_variations,
    "C.04.2 1.4": pair,
    **HANDLING,
    "1.1": rounds.sort_players_lowest_ranked_first,
    "2.1": field.may_meet_within_colour_limits,
    "2.2": rounds.list_groups_in_pairing_order,
    "2.3": ScoregroupPairing.choose_floaters,
    "2.3.1": floaters.find_float_cause,
    "2.3.2": floaters.find_float_cause,
    "2.3.3": floaters.find_float_cause,
    "2.3.4": ScoregroupPairing.choose_floaters,
    "2.4": generate_opponent_indices_from_halves,
    "2.5": ScoregroupPairing.pair_halves_with_exchanges,
    "2.6": PairedScoregroupsOfRound.crack_last_pair_of_one_side,
    "2.6.1": rounds.choose_side_to_crack,
    "2.6.2": rounds.choose_side_to_crack,
    "3.1": ScoregroupPairing.choose_floaters,
    "3.2.1": rounds.list_groups_in_pairing_order,
    "3.2.2": floaters.choose_floater_by_colour,
    "3.2.3": field.are_ratings_close_enough_for_colours,
    "3.2.4": floaters.choose_floater_by_colour,
    "3.3": floaters.has_opponent_in_next_group,
    "3.4": floaters.has_opponent_in_next_group,
    "3.5": PairedScoregroupsOfRound.exchange_floater_to_pair_median,
    "3.6": rounds.sort_floaters_in_pairing_order,
    "3.6.1": rounds.sort_floaters_in_pairing_order,
    "3.6.2": rounds.sort_floaters_in_pairing_order,
    "3.6.3": ScoregroupPairing.pair_incoming_floaters,
    "3.7": rounds.sort_floaters_in_pairing_order,
    "3.7.1": rounds.sort_floaters_in_pairing_order,
    "3.7.2": rounds.sort_floaters_in_pairing_order,
    "3.7.3": ScoregroupPairing.pair_incoming_floaters,
    "3.8": ScoregroupPairing.pair_incoming_floaters,
    "3.9": floaters.classify_floater,
    "3.9.1": floaters.classify_floater,
    "3.9.2": floaters.choose_floater,
    "3.10": floaters.choose_floater,
    "3.10.1": floaters.choose_floater,
    "3.10.2": ScoregroupPairing.choose_floaters,
    "4.1.1": ScoregroupPairing.pair_halves_with_exchanges,
    "4.1.2": ScoregroupPairing.pair_halves_with_exchanges,
    "4.2": generate_opponent_indices_from_halves,
    "4.3": ScoregroupPairing.pair_halves_with_exchanges,
    "4.4": ScoregroupPairing.choose_floaters,
    "4.4.1": ScoregroupPairing.choose_floaters,
    "4.4.2": ScoregroupPairing.choose_floaters,
    "5.1": field.due_colour,
    "5.1.1": colour_limits.is_third_colour_in_a_row,
    "5.1.2": colour_limits.keeps_colour_difference_limit,
    "5.2": ScoregroupPairing.find_first_available_candidates,
    "5.3": colour_limits.only_colour_within_limits,
    "5.4": colours.find_colour_if_histories_equal,
    "5.5": equalising_due_colour,
    "5.6": colours.find_colour_if_both_get_due_colour,
    "5.7": ScoregroupPairing.find_first_available_candidates,
    "6": field.allow_both_colours_in_last_round,
    "7.1": rounds.sort_players_lowest_rated_first,
    "7.2": colour_by_lot,
    "7.3": rounds.list_scoregroups_including_median,
    "8.1": rounds.list_scoregroups_including_median,
    "8.2": rounds.list_scoregroups_including_median,
    "8.3": rounds.list_groups_in_pairing_order,
    **ACCELERATION,
}

SYSTEM = System(
    name=NAME,
    title="FIDE Lim system, from February 2026",
    source="FIDE Handbook C.04.4.3 in force from 1 February 2026, with C.04.1, C.04.2 and C.04.7",
    plain=worded(
        "For players. Scoregroups are paired from the top and from the bottom toward the median. "
        "In each scoregroup the top half meets the bottom half. Opponents are exchanged in a "
        "fixed order to avoid rematches and to give players their due colours."
    ),
    teams=False,
    pair=pair,
    bare=pair_without_reasons,
    facts=round_pairing.collect_results_for_standings,
    usual_tie_breaks=round_pairing.USUAL_TIE_BREAKS,
    articles=ARTICLES,
    scoring="Laws 10.1",
    governance="fide.LIM_FROM_2026",
    variations=VARIATIONS,
    changed_readings=(ChangedInterpretation(2, ("2.3", "3.5", "3.9"), "lim-into-the-median"),),
    initial_colour=round_pairing.initial_colour,
    virtual_points=acceleration.compute_prescribed_virtual_points,
    objections=find_objections,
    order_of_entries=pairing_numbers.sort_initial_list,
    place_of_late_entry=pairing_numbers.find_number_after_late_entry,
)
