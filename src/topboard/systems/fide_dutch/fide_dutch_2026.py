"""The FIDE (Dutch) system of C.04.3 in force from 1 February 2026.

The edition includes C.04.1, C.04.2 and the Baku acceleration (C.04.7).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.matching.by_class import find_first_matching_of_rows
from topboard.messages import worded
from topboard.model.history import colour_difference
from topboard.systems.common.colours import colour_by_lot, colour_of_higher_ranked_by_alternation
from topboard.systems.common.variations import parse_rule_variations
from topboard.systems.fide_common import (
    acceleration,
    colour_preferences,
    legality,
    pairing_numbers,
    players,
    round_pairing,
)
from topboard.systems.fide_common.general_articles import ACCELERATION, HANDLING
from topboard.systems.fide_dutch import (
    brackets,
    criteria,
    equivalence_classes,
    explained_round,
    generation_order,
    weighted_pairing,
)
from topboard.systems.fide_dutch.criteria import CriteriaCosts2026
from topboard.systems.fide_dutch.equivalence_classes import TightPairGraph
from topboard.systems.fide_dutch.generation_order import HalvesGenerationOrder, MdpGenerationOrder
from topboard.systems.fide_dutch.text_of_2026 import (
    CITE,
    BracketsOf2026,
    build_field,
    decide_pairs_and_bye,
    find_objections,
)
from topboard.systems.registry import SectionPurpose, System

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from topboard.model import Tables, Tournament
    from topboard.reasons.check_list import CheckListRow
    from topboard.reasons.decisions import RoundPairing

NAME = "fide_dutch_2026"
VARIATIONS = (replace(acceleration.BAKU, article="C.04.7 1.4"),)


def pair(tournament: Tournament) -> RoundPairing:
    """Return the pairing of the next round with its reasons."""
    return pair_field(prepare_field(tournament))


def pair_field(field: players.FideField) -> RoundPairing:
    """Return the pairing, with reasons, of a field that ``prepare_field`` has built."""
    return explained_round.build_round_pairing(
        NAME, decide_pairs_and_bye(field), CITE, lowest_score=True
    )


def pair_without_reasons(tournament: Tournament) -> Tables:
    """Return the pairing of the next round without reasons, which is faster."""
    return round_pairing.build_tables_without_reasons(
        decide_pairs_and_bye(prepare_field(tournament), brief=True)
    )


def prepare_field(tournament: Tournament) -> players.FideField:
    """Return the players to be paired in the next round.

    Raise ``BadInput`` if the event's options or points per game do not fit these rules.
    """
    parse_rule_variations(tournament.variations, VARIATIONS)
    field = build_field(tournament)
    acceleration.refuse_unless_draw_is_half_a_win(tournament, field.scale)
    return field


def build_check_list(tournament: Tournament) -> Sequence[CheckListRow]:
    """Return one row per player with the data for checking the next round by hand."""
    return round_pairing.build_check_list(build_field(tournament))


ARTICLES: dict[str, Callable[..., object]] = {
    "C.04.1 1": round_pairing.warn_if_round_count_unknown,
    "C.04.1 2": legality.have_met_or_are_kept_apart_by_ruling,
    "C.04.1 3": legality.needs_bye,
    "C.04.1 4": legality.bye_obstacle_after_win_without_playing,
    "C.04.1 5": brackets.find_scoregroup_index_ranges,
    "C.04.1 6": colour_preferences.absolute_preference_by_colour_difference,
    "C.04.1 7": colour_preferences.absolute_preference_by_repeated_colour,
    "C.04.1 8": colour_preferences.colour_preference,
    "C.04.1 9": explained_round.build_round_pairing,
    "C.04.2 1.1": parse_rule_variations,
    "C.04.2 1.4": pair,
    **HANDLING,
    "1.1": pairing_numbers.sort_initial_list,
    "1.2": players.rank_sort_key,
    "1.2.1": players.rank_sort_key,
    "1.2.2": players.rank_sort_key,
    "1.3.1": brackets.find_scoregroup_index_ranges,
    "1.3.2": brackets.build_bracket,
    "1.3.3": brackets.Bracket.is_homogeneous,
    "1.3.4": brackets.Bracket.remainder,
    "1.4.1": brackets.build_bracket,
    "1.4.2": players.float_direction,
    "1.4.3": players.is_unplayed_downfloat_if_scored,
    "1.4.4": players.is_unplayed_downfloat_if_scored,
    "1.5": legality.needs_bye,
    "1.6": colour_difference,
    "1.7": colour_preferences.colour_preference,
    "1.7.1": colour_preferences.absolute_preference,
    "1.7.2": colour_preferences.strong_preference,
    "1.7.3": colour_preferences.mild_preference,
    "1.7.4": colour_preferences.have_same_preference,
    "1.8": players.is_topscorer,
    "1.9.1": legality.RestPairabilityCheck.build_graph_with_bye,
    "1.9.2": BracketsOf2026.pair_all_brackets,
    "1.9.3": round_pairing.refuse_unpairable_round,
    "2.1.1 C1": legality.have_met_or_are_kept_apart_by_ruling,
    "2.1.2 C2": legality.bye_obstacle_after_allocated_bye,
    "2.1.3 C3": legality.have_same_absolute_preference,
    "2.2.1 C4": legality.RestPairabilityCheck.can_pair_rest_of_field,
    "2.3.1 C5": legality.find_lowest_bye_score,
    "2.4.1 C6": CriteriaCosts2026.downfloater_cost,
    "2.4.2 C7": CriteriaCosts2026.downfloater_cost,
    "2.4.3 C8": BracketsOf2026.find_effect_on_next_bracket,
    "2.4.4 C9": CriteriaCosts2026.bye_cost,
    "2.4.5 C10": criteria.count_colour_faults,
    "2.4.6 C11": criteria.count_colour_faults,
    "2.4.7 C12": criteria.count_colour_faults,
    "2.4.8 C13": criteria.count_colour_faults,
    "2.4.9 C14": CriteriaCosts2026.repeated_downfloat_cost,
    "2.4.10 C15": CriteriaCosts2026.repeated_upfloat_cost,
    "2.4.11 C16": CriteriaCosts2026.repeated_downfloat_cost,
    "2.4.12 C17": CriteriaCosts2026.repeated_upfloat_cost,
    "2.4.13 C18": CriteriaCosts2026.cost_of_difference_if_downfloat_repeated,
    "2.4.14 C19": CriteriaCosts2026.cost_of_difference_if_upfloat_repeated,
    "2.4.15 C20": CriteriaCosts2026.cost_of_difference_if_downfloat_repeated,
    "2.4.16 C21": CriteriaCosts2026.cost_of_difference_if_upfloat_repeated,
    "3.1.1": brackets.build_bracket,
    "3.1.2": weighted_pairing.count_pairs_among_members,
    "3.1.3": weighted_pairing.find_opponents_of_mdps,
    "3.2.1": generation_order.split_into_s1_and_s2,
    "3.2.2": MdpGenerationOrder.unpaired_player_cost,
    "3.2.3": generation_order.split_into_s1_and_s2,
    "3.2.4": weighted_pairing.find_opponents_of_mdps,
    "3.3.1": TightPairGraph.pair_halves_tightly,
    "3.3.2": brackets.pair_bracket_by_classes,
    "3.3.3": TightPairGraph.pair_remainder_tightly,
    "3.3.4": brackets.build_paired_bracket,
    "3.4.1": equivalence_classes.find_first_best_pairing,
    "3.5.1": TightPairGraph.pair_remainder_tightly,
    "3.5.2": equivalence_classes.find_first_best_pairing,
    "3.5.3": weighted_pairing.find_best_pairing_by_weight,
    "3.6.1": HalvesGenerationOrder.pair_cost,
    "3.7.1": TightPairGraph.pair_remainder_tightly,
    "3.7.2": TightPairGraph.pair_moved_down_players_tightly,
    "3.7.3": MdpGenerationOrder.unpaired_player_cost,
    "3.8.1": weighted_pairing.find_best_pairing_by_weight,
    "4.1.1": generation_order.assign_bracket_sequence_numbers,
    "4.2.1": TightPairGraph.pair_halves_tightly,
    "4.2.2": find_first_matching_of_rows,
    "4.3.1": TightPairGraph.pair_with_first_single_exchange,
    "4.3.2": HalvesGenerationOrder.pair_cost,
    "4.3.2 1": HalvesGenerationOrder.pair_cost,
    "4.3.2 2": equivalence_classes.generate_single_exchanges,
    "4.3.2 3": equivalence_classes.generate_single_exchanges,
    "4.3.2 4": HalvesGenerationOrder.pair_cost,
    "4.4.1": MdpGenerationOrder.unpaired_player_cost,
    "4.4.2": MdpGenerationOrder.unpaired_player_cost,
    "4.5.1": equivalence_classes.generate_single_exchanges,
    "5.1": round_pairing.initial_colour,
    "5.2.1": colour_preferences.colour_of_higher_ranked,
    "5.2.2": colour_preferences.is_stronger_preference,
    "5.2.3": colour_of_higher_ranked_by_alternation,
    "5.2.4": colour_preferences.colour_of_higher_ranked,
    "5.2.5": colour_by_lot,
    **ACCELERATION,
}

SYSTEM = System(
    name=NAME,
    title="FIDE Dutch system, from February 2026",
    source="FIDE Handbook C.04.3 in force from 1 February 2026, with C.04.1, C.04.2 and C.04.7",
    in_force=("2026-02-01", ""),
    occasions=(SectionPurpose(worded("Weekend open, 5 rounds"), "Open", rounds=5),),
    plain=worded(
        "For players. The Swiss system used in most FIDE-rated events. Players with equal points "
        "meet where possible, and the upper half of each scoregroup plays the lower half."
    ),
    teams=False,
    pair=pair,
    bare=pair_without_reasons,
    facts=round_pairing.collect_results_for_standings,
    usual_tie_breaks=round_pairing.USUAL_TIE_BREAKS,
    articles=ARTICLES,
    scoring="Laws 10.1",
    governance="fide.FROM_2026",
    variations=VARIATIONS,
    check_list=build_check_list,
    initial_colour=round_pairing.initial_colour,
    virtual_points=acceleration.compute_prescribed_virtual_points,
    objections=find_objections,
    order_of_entries=pairing_numbers.sort_initial_list,
    place_of_late_entry=pairing_numbers.find_number_after_late_entry,
)
