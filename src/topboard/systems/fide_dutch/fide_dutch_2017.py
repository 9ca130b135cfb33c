"""The FIDE (Dutch) system of C.04.3 in force until 31 January 2026.

The edition includes C.04.1, C.04.2 and the Baku acceleration (C.04.5.1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.matching.by_class import find_first_matching_of_rows
from topboard.messages import worded
from topboard.model.history import colours_played, opponents_met, participants_to_pair
from topboard.reasons.criteria import PreferenceGround, QualityCriterion
from topboard.systems.common.colours import colour_by_lot, colour_of_higher_ranked_by_alternation
from topboard.systems.common.tables import sort_key_by_pair_points
from topboard.systems.common.variations import parse_rule_variations
from topboard.systems.fide_common import (
    acceleration,
    colour_preferences,
    legality,
    pairing_numbers,
    players,
    round_pairing,
)
from topboard.systems.fide_common.citations import BracketCitations
from topboard.systems.fide_dutch import (
    brackets,
    criteria,
    equivalence_classes,
    explained_round,
    generation_order,
    weighted_pairing,
    why_not,
)
from topboard.systems.fide_dutch.criteria import CriteriaCosts2017
from topboard.systems.fide_dutch.equivalence_classes import TightPairGraph
from topboard.systems.fide_dutch.generation_order import HalvesGenerationOrder, MdpGenerationOrder
from topboard.systems.fide_dutch.text_of_2017 import BracketsOf2017
from topboard.systems.registry import System

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from topboard.model import Number, Tables, Tenths, Tournament
    from topboard.reasons.check_list import CheckListRow
    from topboard.reasons.decisions import RoundPairing
    from topboard.reasons.objections import Objections

NAME = "fide_dutch_2017"
VARIATIONS = (replace(acceleration.BAKU, article="C.04.5.1 1"),)
BARS = (
    legality.bye_obstacle_after_allocated_bye,
    legality.bye_obstacle_after_win_by_forfeit,
    legality.bye_obstacle_if_ruling_bars_player,
)

CITE = BracketCitations(
    groups="A.3",
    no_rematch="C.1",
    same_absolute="C.3",
    completion="C.4",
    bye="A.5",
    order="D.1",
    judged="B.8",
    criteria={
        QualityCriterion.DOWNFLOATERS: "C.5",
        QualityCriterion.SCORE_DIFFERENCES: "C.6",
        QualityCriterion.NEXT_BRACKET: "C.7",
        QualityCriterion.NEXT_BRACKET_SCORES: "C.7",
        QualityCriterion.WIDE_DIFFERENCE: "C.8",
        QualityCriterion.THIRD_COLOUR: "C.9",
        QualityCriterion.PREFERENCE: "C.10",
        QualityCriterion.STRONG_PREFERENCE: "C.11",
        QualityCriterion.DOWNFLOAT_LAST: "C.12",
        QualityCriterion.UPFLOAT_LAST: "C.13",
        QualityCriterion.DOWNFLOAT_BEFORE: "C.14",
        QualityCriterion.UPFLOAT_BEFORE: "C.15",
        QualityCriterion.DIFFERENCE_DOWN_LAST: "C.16",
        QualityCriterion.DIFFERENCE_UP_LAST: "C.17",
        QualityCriterion.DIFFERENCE_DOWN_BEFORE: "C.18",
        QualityCriterion.DIFFERENCE_UP_BEFORE: "C.19",
        QualityCriterion.EXCHANGE: "D.2",
    },
    colours={
        PreferenceGround.BOTH_GRANTED: "E.1",
        PreferenceGround.STRONGER: "E.2",
        PreferenceGround.ALTERNATE: "E.3",
        PreferenceGround.HIGHER_RANKED: "E.4",
        PreferenceGround.INITIAL_COLOUR: "E.5",
    },
    boards="C.04.2 D.9",
    rounds="C.04.1 a",
    lot="E preface",
)


def pair(tournament: Tournament) -> RoundPairing:
    """Return the pairing of the next round with its reasons."""
    return pair_field(prepare_field(tournament))


def pair_field(field: players.FideField) -> RoundPairing:
    """Return the pairing, with reasons, of a field that ``prepare_field`` has built."""
    return explained_round.build_round_pairing(
        NAME, decide_pairs_and_bye(field), CITE, lowest_score=False
    )


def pair_without_reasons(tournament: Tournament) -> Tables:
    """Return the pairing of the next round without reasons, which is faster."""
    return round_pairing.build_tables_without_reasons(
        decide_pairs_and_bye(prepare_field(tournament))
    )


def prepare_field(tournament: Tournament) -> players.FideField:
    """Return the players to be paired in the next round.

    Raise ``BadInput`` if the event's options or points per game do not fit these rules.
    """
    parse_rule_variations(tournament.variations, VARIATIONS)
    field = build_field(tournament)
    acceleration.refuse_unless_usual_points_per_game(tournament, field.scale)
    return field


def decide_pairs_and_bye(
    field: players.FideField,
) -> round_pairing.PairsAndByeOfRound[brackets.PairedBracket]:
    """Return the pairs and the bye of the next round, before colours and boards are assigned."""
    round_pairing.refuse_unpairable_round(field, CITE)
    round_ = BracketsOf2017(field)
    made = round_.pair_all_brackets()
    return round_pairing.PairsAndByeOfRound(field, made, round_.bye, field.scores)


def find_objections(made: RoundPairing, a: Number, b: Number) -> Objections:
    """Return why two players cannot meet in a round, or the criterion that would get worse if they
    did.
    """

    def build_brackets_of_round(rest: players.FideField, _score: Tenths | None) -> BracketsOf2017:
        return BracketsOf2017(rest)

    return why_not.find_objections(
        round_pairing.get_pairs_and_bye_of_pairing(made), CITE, (a, b), build_brackets_of_round
    )


def build_check_list(tournament: Tournament) -> Sequence[CheckListRow]:
    """Return one row per player with the data for checking the next round by hand."""
    return round_pairing.build_check_list(build_field(tournament))


def build_field(tournament: Tournament) -> players.FideField:
    """Return the players to be paired in the next round, with the data that the 2017 rules use."""
    return players.build_field(tournament, BARS, players.is_unplayed_always_a_downfloat)


ARTICLES: dict[str, Callable[..., object]] = {
    "C.04.1 a": round_pairing.warn_if_round_count_unknown,
    "C.04.1 b": legality.have_met_or_are_kept_apart_by_ruling,
    "C.04.1 c": legality.needs_bye,
    "C.04.1 d": legality.bye_obstacle_after_win_by_forfeit,
    "C.04.1 e": brackets.find_scoregroup_index_ranges,
    "C.04.1 f": colour_preferences.absolute_preference_by_colour_difference,
    "C.04.1 g": colour_preferences.absolute_preference_by_repeated_colour,
    "C.04.1 h.1": colour_preferences.strong_preference,
    "C.04.1 h.2": colour_preferences.mild_preference,
    "C.04.1 i": explained_round.build_round_pairing,
    "C.04.2 A.1": parse_rule_variations,
    "C.04.2 A.4": pair,
    "C.04.2 B.1": pairing_numbers.player_strength,
    "C.04.2 B.2": pairing_numbers.sort_initial_list,
    "C.04.2 C.2": participants_to_pair,
    "C.04.2 C.3": pairing_numbers.find_pairing_numbers_in_use,
    "C.04.2 D.1": players.pairing_points_of_outcome,
    "C.04.2 D.3": participants_to_pair,
    "C.04.2 D.4": participants_to_pair,
    "C.04.2 D.5": colours_played,
    "C.04.2 D.6": opponents_met,
    "C.04.2 D.9": sort_key_by_pair_points,
    "A.1": pairing_numbers.sort_initial_list,
    "A.2.a": players.rank_sort_key,
    "A.2.b": players.rank_sort_key,
    "A.3": brackets.build_bracket,
    "A.3 homogeneous": brackets.Bracket.is_homogeneous,
    "A.3 remainder": brackets.Bracket.remainder,
    "A.4.a": brackets.build_bracket,
    "A.4.b": players.is_unplayed_always_a_downfloat,
    "A.5": legality.needs_bye,
    "A.6": colour_preferences.colour_preference,
    "A.6.a": colour_preferences.absolute_preference,
    "A.6.b": colour_preferences.strong_preference,
    "A.6.c": colour_preferences.mild_preference,
    "A.6.d": colour_preferences.have_same_preference,
    "A.7": players.is_topscorer,
    "A.8": CriteriaCosts2017.downfloater_cost,
    "A.9": BracketsOf2017.pair_all_brackets,
    "A.9 PPB": BracketsOf2017.pair_penultimate_bracket,
    "A.9 CLB": BracketsOf2017.pair_last_bracket,
    "B.1.a": brackets.build_bracket,
    "B.1.b": weighted_pairing.count_pairs_among_members,
    "B.1.c": weighted_pairing.find_opponents_of_mdps,
    "B.2": generation_order.split_into_s1_and_s2,
    "B.3": TightPairGraph.pair_halves_tightly,
    "B.4": equivalence_classes.find_first_best_pairing,
    "B.5": TightPairGraph.pair_remainder_tightly,
    "B.6": HalvesGenerationOrder.pair_cost,
    "B.7": TightPairGraph.pair_moved_down_players_tightly,
    "B.8": weighted_pairing.find_best_pairing_by_weight,
    "C.1": legality.have_met_or_are_kept_apart_by_ruling,
    "C.2": legality.bye_obstacle_after_allocated_bye,
    "C.3": legality.have_same_absolute_preference,
    "C.4": BracketsOf2017.pair_penultimate_bracket,
    "C.5": CriteriaCosts2017.downfloater_cost,
    "C.6": CriteriaCosts2017.pair_cost,
    "C.7": BracketsOf2017.find_effect_on_next_bracket,
    "C.8": criteria.count_colour_faults,
    "C.9": criteria.count_colour_faults,
    "C.10": criteria.count_colour_faults,
    "C.11": criteria.count_colour_faults,
    "C.12": CriteriaCosts2017.repeated_downfloat_cost,
    "C.13": CriteriaCosts2017.repeated_upfloat_cost,
    "C.14": CriteriaCosts2017.repeated_downfloat_cost,
    "C.15": CriteriaCosts2017.repeated_upfloat_cost,
    "C.16": CriteriaCosts2017.cost_of_difference_if_downfloat_repeated,
    "C.17": CriteriaCosts2017.cost_of_difference_if_upfloat_repeated,
    "C.18": CriteriaCosts2017.cost_of_difference_if_downfloat_repeated,
    "C.19": CriteriaCosts2017.cost_of_difference_if_upfloat_repeated,
    "D preface": generation_order.assign_bracket_sequence_numbers,
    "D.1": find_first_matching_of_rows,
    "D.2": TightPairGraph.pair_with_first_single_exchange,
    "D.2.a": HalvesGenerationOrder.pair_cost,
    "D.2.b": equivalence_classes.generate_single_exchanges,
    "D.2.c": equivalence_classes.generate_single_exchanges,
    "D.2.d": HalvesGenerationOrder.pair_cost,
    "D.3": MdpGenerationOrder.unpaired_player_cost,
    "D.3.a": MdpGenerationOrder.unpaired_player_cost,
    "D.3.b": MdpGenerationOrder.unpaired_player_cost,
    "D end": equivalence_classes.generate_single_exchanges,
    "E preface": round_pairing.initial_colour,
    "E.1": colour_preferences.colour_of_higher_ranked,
    "E.2": colour_preferences.is_stronger_preference,
    "E.3": colour_of_higher_ranked_by_alternation,
    "E.4": colour_preferences.colour_of_higher_ranked,
    "E.5": colour_by_lot,
    "C.04.5.1 1": acceleration.refuse_unless_usual_points_per_game,
    "C.04.5.1 2": acceleration.compute_upper_group_size,
    "C.04.5.1 3": acceleration.find_accelerated_upper_group,
    "C.04.5.1 4": acceleration.compute_virtual_points_of_round,
    "C.04.5.1 5": players.PairingHistory.pairing_scores,
}

SYSTEM = System(
    name=NAME,
    title="FIDE Dutch system, until January 2026",
    source="FIDE Handbook C.04.3 in force until 31 January 2026, with C.04.1, C.04.2 and C.04.5.1",
    in_force=("2017-07-01", "2026-01-31"),
    plain=worded(
        "For players. The Dutch system in force until January 2026, for events that began under "
        "it and for checking old rounds."
    ),
    teams=False,
    pair=pair,
    bare=pair_without_reasons,
    facts=round_pairing.collect_results_for_standings,
    usual_tie_breaks=round_pairing.USUAL_TIE_BREAKS,
    articles=ARTICLES,
    scoring="Laws 10.1",
    governance="fide.UNTIL_2026",
    variations=VARIATIONS,
    check_list=build_check_list,
    float_criteria=("C12", "C14"),
    initial_colour=round_pairing.initial_colour,
    virtual_points=acceleration.compute_prescribed_virtual_points,
    objections=find_objections,
    order_of_entries=pairing_numbers.sort_initial_list,
    place_of_late_entry=pairing_numbers.find_number_after_late_entry,
)
