"""The FIDE Dubov system in force from 1 February 2026 (C.04.4.1, with C.04.1, C.04.2 and
C.04.7).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.matching.cost import build_costs_preferring_few_items
from topboard.messages import worded
from topboard.model.history import colour_difference
from topboard.reasons.criteria import PreferenceGround, QualityCriterion
from topboard.systems.common.colours import colour_by_lot, colour_of_higher_ranked_by_alternation
from topboard.systems.common.ratings import get_all_ratings_or_refuse
from topboard.systems.common.variations import parse_rule_variations
from topboard.systems.fide_common import (
    acceleration,
    bye_reasons,
    byes,
    colour_preferences,
    explained_pairing,
    legality,
    pairing_numbers,
    round_pairing,
)
from topboard.systems.fide_common.general_articles import ACCELERATION, HANDLING
from topboard.systems.fide_dubov import (
    bracket_reasons,
    costs,
    players,
    rounds,
    subgroups,
    why_not,
)
from topboard.systems.fide_dubov.citations import DubovCitations
from topboard.systems.fide_dubov.costs import BracketCosts
from topboard.systems.fide_dubov.subgroups import SubgroupComposer
from topboard.systems.fide_dubov.upfloaters import UpfloaterChoice
from topboard.systems.registry import System

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from topboard.model import Number, Tables, Tournament
    from topboard.reasons.check_list import CheckListRow
    from topboard.reasons.decisions import Reason, RoundPairing
    from topboard.reasons.objections import Objections

NAME = "fide_dubov_2026"
VARIATIONS = (players.FORFEITS_FLOAT, replace(acceleration.BAKU, article="C.04.7 1.4"))

CITE = DubovCitations(
    groups="1.3.2",
    no_rematch="2.1.1 C1",
    same_absolute="2.1.3 C3",
    completion="2.2.1 C4",
    bye="3.1",
    order="4.4.2",
    judged="3.2.2",
    criteria={
        QualityCriterion.UPFLOATERS: "2.3.1 C5",
        QualityCriterion.UPFLOATER_SCORES: "2.3.2 C6",
        QualityCriterion.PREFERENCE: "2.3.3 C7",
        QualityCriterion.MAXIMUM_UPFLOATERS: "2.3.4 C8",
        QualityCriterion.UPFLOATS_OF_MAXIMUM: "2.3.5 C9",
        QualityCriterion.UPFLOAT_LAST: "2.3.6 C10",
    },
    colours={
        PreferenceGround.INITIAL_COLOUR: "5.2.1",
        PreferenceGround.BOTH_GRANTED: "5.2.2",
        PreferenceGround.STRONGER: "5.2.3",
        PreferenceGround.ALTERNATE: "5.2.4",
        PreferenceGround.HIGHER_RANKED: "5.2.5",
    },
    boards="C.04.2 3.6",
    rounds="C.04.1 1",
    lot="5.1",
    fewest="3.2.1",
    sets="4.2.3",
    subgroups="3.2.3",
    from_smaller="3.2.4.1",
    from_larger="3.2.4.2",
    shifters="4.3.3",
    across="3.2.6",
)

BYE_STEPS = ("3.1.2", "3.1.3", "3.1.4", "3.1.5")
"""The articles on the choice of the player who receives the bye, in the order of ``ByeStep``."""


def pair(tournament: Tournament) -> RoundPairing:
    """Pair the next round of a tournament and return the pairing with its reasons."""
    return pair_field(prepare_field(tournament))


def pair_field(field: players.DubovField) -> RoundPairing:
    """Pair all players of a field and return the pairing with its reasons."""
    decided = decide_pairs_and_bye(field)
    return explained_pairing.build_round_pairing(
        NAME, decided, CITE, build_pairing_reasons(field, decided), upwards=True
    )


def pair_without_reasons(tournament: Tournament) -> Tables:
    """Return the pairs of the next round without reasons."""
    return round_pairing.build_tables_without_reasons(
        decide_pairs_and_bye(prepare_field(tournament))
    )


def prepare_field(tournament: Tournament) -> players.DubovField:
    """Return the players to be paired, with the data that the Dubov rules use.

    Raise ``BadInput`` if these rules cannot pair the event.
    """
    parse_rule_variations(tournament.variations, VARIATIONS)
    field = players.build_dubov_field(tournament, legality.BARS_OF_2026)
    acceleration.refuse_unless_draw_is_half_a_win(tournament, field.scale)
    return field


def decide_pairs_and_bye(
    field: players.DubovField,
) -> round_pairing.PairsAndByeOfRound[rounds.DubovBracket]:
    """Return the bye and the pairs of the next round, before colours and boards are assigned."""
    round_pairing.refuse_unpairable_round(field, CITE)
    bye = rounds.choose_bye_receiver(field)
    made = rounds.pair_brackets(field, bye)
    return round_pairing.PairsAndByeOfRound(field, made, bye, field.points)


def build_pairing_reasons(
    field: players.DubovField, decided: round_pairing.PairsAndByeOfRound[rounds.DubovBracket]
) -> list[Reason]:
    """Return the reasons for the pairing-allocated bye, followed by those for every bracket."""
    reasons: list[Reason] = []
    if decided.bye is not None:
        order = rounds.sort_bye_candidates(field)
        reasons.append(bye_reasons.explain_bye(field, order, decided.bye, BYE_STEPS))
    return [*reasons, *bracket_reasons.explain_brackets(field, decided.made, CITE)]


def find_objections(made: RoundPairing, a: Number, b: Number) -> Objections:
    """Return why two players cannot meet in a round, or the criterion that would get worse if they
    did.
    """
    return why_not.find_objections(round_pairing.get_pairs_and_bye_of_pairing(made), CITE, (a, b))


def build_check_list(tournament: Tournament) -> Sequence[CheckListRow]:
    """Return one row per player with the data for checking the next round by hand."""
    return round_pairing.build_check_list(prepare_field(tournament))


ARTICLES: dict[str, Callable[..., object]] = {
    "C.04.1 1": round_pairing.warn_if_round_count_unknown,
    "C.04.1 2": legality.have_met_or_are_kept_apart_by_ruling,
    "C.04.1 3": legality.needs_bye,
    "C.04.1 4": legality.bye_obstacle_after_win_without_playing,
    "C.04.1 5": rounds.split_into_top_scoregroup_and_rest,
    "C.04.1 6": colour_preferences.absolute_preference_by_colour_difference,
    "C.04.1 7": colour_preferences.absolute_preference_by_repeated_colour,
    "C.04.1 8": colour_preferences.colour_preference,
    "C.04.1 9": build_pairing_reasons,
    "C.04.2 1.1": parse_rule_variations,
    "C.04.2 1.4": pair,
    **HANDLING,
    "0": SubgroupComposer.shift_players,
    "1.1.1": get_all_ratings_or_refuse,
    "1.2.1": pairing_numbers.sort_initial_list,
    "1.3.1": rounds.split_into_top_scoregroup_and_rest,
    "1.3.2": rounds.pair_bracket,
    "1.4": legality.needs_bye,
    "1.5": colour_difference,
    "1.6": players.compute_due_colour_preference,
    "1.6.1": colour_preferences.absolute_preference,
    "1.6.2": colour_preferences.strong_preference,
    "1.6.3": colour_preferences.mild_preference,
    "1.6.4": players.compute_due_colour_preference,
    "1.7.1": players.average_opponent_rating,
    "1.7.2": players.build_aro_list,
    "1.7.3": players.average_opponent_rating,
    "1.8.1": players.find_upfloat_rounds,
    "1.8.2": players.compute_maximum_upfloats,
    "1.9.1": legality.RestPairabilityCheck.build_graph_with_bye,
    "1.9.2": rounds.pair_brackets,
    "1.9.3": round_pairing.refuse_unpairable_round,
    "2.1.1 C1": legality.have_met_or_are_kept_apart_by_ruling,
    "2.1.2 C2": legality.bye_obstacle_after_allocated_bye,
    "2.1.3 C3": legality.have_same_absolute_preference,
    "2.2.1 C4": UpfloaterChoice.can_pair_players_left_below,
    "2.3.1 C5": BracketCosts.upfloater_cost,
    "2.3.2 C6": BracketCosts.upfloater_cost,
    "2.3.3 C7": costs.count_denied_colours,
    "2.3.4 C8": costs.count_upfloat_criteria_violations,
    "2.3.5 C9": costs.count_upfloat_criteria_violations,
    "2.3.6 C10": costs.count_upfloat_criteria_violations,
    "3.1": rounds.choose_bye_receiver,
    "3.1.1": byes.find_bye_receiver,
    "3.1.2": byes.find_bye_receiver,
    "3.1.3": byes.bye_order,
    "3.1.4": byes.bye_order,
    "3.1.5": rounds.sort_bye_candidates,
    "3.2.1": UpfloaterChoice.find_best_upfloaters,
    "3.2.2": UpfloaterChoice.find_cheapest_upfloater_set,
    "3.2.3": subgroups.divide_into_subgroups,
    "3.2.4.1": SubgroupComposer.find_best_composition,
    "3.2.4.2": SubgroupComposer.compose_without_pairs_in_smaller_subgroup,
    "3.2.5": SubgroupComposer.shift_players,
    "3.2.6": SubgroupComposer.generate_pairs_of_first_transposition,
    "4.1.1": BracketCosts.upfloater_cost,
    "4.1.2": BracketCosts.upfloater_cost,
    "4.1.3": build_costs_preferring_few_items,
    "4.2.1": UpfloaterChoice.find_expected_upfloaters,
    "4.2.2": UpfloaterChoice.find_expected_upfloaters,
    "4.2.3": UpfloaterChoice.find_cheapest_upfloater_set,
    "4.3.1": SubgroupComposer.sort_in_shifting_order,
    "4.3.2": SubgroupComposer.sort_in_shifting_order,
    "4.3.3": subgroups.sort_players_from_middle_outwards,
    "4.4.1": SubgroupComposer.shift_players,
    "4.4.2": SubgroupComposer.generate_pairs_of_first_transposition,
    "5.1": round_pairing.initial_colour,
    "5.2.1": colour_by_lot,
    "5.2.2": colour_preferences.colour_of_higher_ranked,
    "5.2.3": colour_preferences.is_stronger_preference,
    "5.2.4": colour_of_higher_ranked_by_alternation,
    "5.2.5": colour_preferences.colour_of_higher_ranked,
    **ACCELERATION,
}

SYSTEM = System(
    name=NAME,
    title="FIDE Dubov system, from February 2026",
    source="FIDE Handbook C.04.4.1 in force from 1 February 2026, with C.04.1, C.04.2 and C.04.7",
    plain=worded(
        "For players. Players with equal points meet where possible, and the pairings equalise the "
        "average ratings of their opponents. Every player needs a rating. These are the rules of "
        "2026."
    ),
    teams=False,
    pair=pair,
    bare=pair_without_reasons,
    facts=round_pairing.collect_results_for_standings,
    usual_tie_breaks=round_pairing.USUAL_TIE_BREAKS,
    articles=ARTICLES,
    scoring="Laws 10.1",
    governance="fide.DUBOV_FROM_2026",
    variations=VARIATIONS,
    check_list=build_check_list,
    initial_colour=round_pairing.initial_colour,
    virtual_points=acceleration.compute_prescribed_virtual_points,
    objections=find_objections,
    order_of_entries=pairing_numbers.sort_initial_list,
    place_of_late_entry=pairing_numbers.find_number_after_late_entry,
    averages=players.build_aro_list,
)
