"""The FIDE Burstein system of C.04.4.2 in force from 1 February 2026.

The edition includes C.04.1, C.04.2 and the Baku acceleration (C.04.7).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.messages import worded
from topboard.model.history import colour_difference
from topboard.reasons.criteria import PreferenceGround, QualityCriterion
from topboard.systems.common.colours import colour_by_lot, colour_of_higher_ranked_by_alternation
from topboard.systems.common.variations import parse_rule_variations
from topboard.systems.fide_burstein import bracket_reasons, index, rounds
from topboard.systems.fide_burstein.brackets import BracketsRankedByOpposition
from topboard.systems.fide_common import (
    acceleration,
    bye_reasons,
    byes,
    colour_preferences,
    explained_pairing,
    legality,
    pairing_numbers,
    players,
    round_pairing,
)
from topboard.systems.fide_common.citations import BracketCitations
from topboard.systems.fide_common.general_articles import ACCELERATION, HANDLING
from topboard.systems.fide_dutch import (
    brackets,
    criteria,
    explained_round,
    opponent_order as order,
    text_of_2026,
    why_not,
)
from topboard.systems.registry import ChangedInterpretation, System

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from topboard.model import Number, Tables, Tenths, Tournament
    from topboard.reasons.check_list import CheckListRow
    from topboard.reasons.decisions import Reason, RoundPairing
    from topboard.reasons.objections import Objections
    from topboard.systems.fide_burstein.rounds import BursteinField
    from topboard.systems.fide_dutch.brackets import PairedBracket

NAME = "fide_burstein_2026"
VARIATIONS = (replace(acceleration.BAKU, article="C.04.7 1.4"),)

SEEDING = "1.6.1"
SEEDING_CITE = text_of_2026.CITE.put_chapter_before_citations("C.04.3")
"""The articles of the Dutch rules to cite in seeding rounds, prefixed with their chapter."""

RANKING = "1.8"
CITE = BracketCitations(
    groups="1.2.2",
    no_rematch="2.1.1 C1",
    same_absolute="2.1.3 C3",
    completion="2.2.1 C4",
    bye="2.1.2 C2",
    order="4.3",
    judged="3.2.2.2",
    criteria={
        QualityCriterion.DOWNFLOATERS: "2.3.1 C5",
        QualityCriterion.DOWNFLOATER_SCORES: "2.3.2 C6",
        QualityCriterion.NEXT_BRACKET: "2.3.3 C7",
        QualityCriterion.NEXT_BRACKET_SCORES: "2.3.3 C7",
        QualityCriterion.PREFERENCE: "2.3.4 C8",
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
)

BYE_STEPS = ("3.1.2", "3.1.3", "3.1.4", "3.1.5")
"""The articles about who gets the bye, in the order of ``ByeStep``."""


def pair(tournament: Tournament) -> RoundPairing:
    """Return the pairing of the next round with its reasons.

    Seeding rounds follow the Dutch system. In later rounds, players are ranked by opposition index.
    """
    if is_next_round_seeding(tournament):
        return pair_seeding_round(tournament)
    return pair_ranked_field(build_ranked_field(tournament))


def pair_seeding_round(tournament: Tournament) -> RoundPairing:
    """Return the pairing of a seeding round, which follows the Dutch system.

    The first of its reasons is that the round is a seeding round.
    """
    decided = text_of_2026.decide_pairs_and_bye(
        text_of_2026.build_field(tournament), cite=SEEDING_CITE
    )
    made = explained_round.build_round_pairing(NAME, decided, SEEDING_CITE, lowest_score=True)
    seeding = bracket_reasons.explain_seeding_round(tournament, SEEDING)
    return replace(made, reasons=(seeding, *made.reasons))


def pair_ranked_field(ranked: BursteinField) -> RoundPairing:
    """Return the pairing, with reasons, of players ranked by opposition index."""
    decided = rounds.decide_pairs_and_bye(ranked, CITE)
    return explained_pairing.build_round_pairing(
        NAME, decided, CITE, build_pairing_reasons(ranked, decided)
    )


def build_pairing_reasons(
    ranked: BursteinField, decided: round_pairing.PairsAndByeOfRound[PairedBracket]
) -> list[Reason]:
    """Return the reasons for the bye, if there is one, and the reasons concerning all brackets."""
    bye: list[Reason] = []
    if decided.given is not None:
        order = ranked.bye_order()
        place = next(at for at in order if ranked.number_at_index(at) == decided.given)
        bye = [bye_reasons.explain_bye(ranked, order, place, BYE_STEPS)]
    return [
        *bye,
        *bracket_reasons.explain_brackets(
            ranked.build_field_without_bye_player(decided.given), decided.made, CITE, RANKING
        ),
    ]


def pair_without_reasons(tournament: Tournament) -> Tables:
    """Return the pairing of the next round without reasons, which is faster."""
    if is_next_round_seeding(tournament):
        field = text_of_2026.build_field(tournament)
        return round_pairing.build_tables_without_reasons(
            text_of_2026.decide_pairs_and_bye(field, brief=True, cite=SEEDING_CITE)
        )
    return round_pairing.build_tables_without_reasons(
        rounds.decide_pairs_and_bye(build_ranked_field(tournament), CITE, brief=True)
    )


def is_next_round_seeding(tournament: Tournament) -> bool:
    """Return whether the next round is a seeding round.

    Raise ``BadInput`` if the event's options or points per game do not fit these rules.
    """
    parse_rule_variations(tournament.variations, VARIATIONS)
    acceleration.refuse_unless_draw_is_half_a_win(tournament, players.scoring_scale(tournament))
    return rounds.is_seeding_round(tournament)


def find_objections(made: RoundPairing, a: Number, b: Number) -> Objections:
    """Return why two players cannot meet in a round, or the criterion that would get worse if they
    did.
    """
    decided = round_pairing.get_pairs_and_bye_of_pairing(made)
    ranked = decided.field
    if not isinstance(ranked, rounds.BursteinField):
        return text_of_2026.find_objections(made, a, b, SEEDING_CITE)

    def build_brackets_of_round(
        rest: players.FideField, _score: Tenths | None
    ) -> BracketsRankedByOpposition:
        return BracketsRankedByOpposition(rest, ranked.ranks)

    return why_not.find_objections(decided, CITE, (a, b), build_brackets_of_round)


def build_check_list(tournament: Tournament) -> Sequence[CheckListRow]:
    """Return one row per player with the data for checking the next round by hand."""
    if is_next_round_seeding(tournament):
        return round_pairing.build_check_list(text_of_2026.build_field(tournament))
    return bracket_reasons.build_check_list(build_ranked_field(tournament))


def build_ranked_field(tournament: Tournament) -> BursteinField:
    """Return the players to be paired after the seeding rounds, ranked by opposition index."""
    return rounds.build_ranked_field(tournament, legality.BARS_OF_2026)


ARTICLES: dict[str, Callable[..., object]] = {
    "C.04.1 1": rounds.is_seeding_round,
    "C.04.1 2": legality.have_met_or_are_kept_apart_by_ruling,
    "C.04.1 3": legality.needs_bye,
    "C.04.1 4": legality.bye_obstacle_after_win_without_playing,
    "C.04.1 5": brackets.find_scoregroup_index_ranges,
    "C.04.1 6": colour_preferences.absolute_preference_by_colour_difference,
    "C.04.1 7": colour_preferences.absolute_preference_by_repeated_colour,
    "C.04.1 8": colour_preferences.colour_preference,
    "C.04.1 9": build_pairing_reasons,
    "C.04.2 1.1": parse_rule_variations,
    "C.04.2 1.4": pair,
    **HANDLING,
    "1.1": pairing_numbers.sort_initial_list,
    "1.2.1": brackets.find_scoregroup_index_ranges,
    "1.2.2": brackets.build_bracket,
    "1.3": legality.needs_bye,
    "1.4": colour_difference,
    "1.5": colour_preferences.colour_preference,
    "1.5.1": colour_preferences.absolute_preference,
    "1.5.2": colour_preferences.strong_preference,
    "1.5.3": colour_preferences.mild_preference,
    "1.5.4": colour_preferences.have_same_preference,
    "1.6.1": text_of_2026.decide_pairs_and_bye,
    "1.6.2": rounds.compute_seeding_round_count,
    "1.7": index.compute_opposition_indices,
    "1.7.1": index.opposition_index,
    "1.7.2": index.count_added_points_of_absent_player,
    "1.8": index.rank_by_opposition_index,
    "1.8.1": index.rank_by_opposition_index,
    "1.8.2": index.rank_by_opposition_index,
    "1.9.1": legality.RestPairabilityCheck.build_graph_with_bye,
    "1.9.2": rounds.decide_pairs_and_bye,
    "1.9.3": round_pairing.refuse_unpairable_round,
    "2.1.1 C1": legality.have_met_or_are_kept_apart_by_ruling,
    "2.1.2 C2": legality.bye_obstacle_after_allocated_bye,
    "2.1.3 C3": legality.have_same_absolute_preference,
    "2.2.1 C4": legality.RestPairabilityCheck.can_pair_rest_of_field,
    "2.3.1 C5": criteria.CriteriaCostsByScores.downfloater_cost,
    "2.3.2 C6": criteria.CriteriaCostsByScores.downfloater_cost,
    "2.3.3 C7": BracketsRankedByOpposition.find_effect_on_next_bracket,
    "2.3.4 C8": criteria.count_colour_faults,
    "3.1.1": byes.find_bye_receiver,
    "3.1.2": byes.find_bye_receiver,
    "3.1.3": byes.bye_order,
    "3.1.4": byes.bye_order,
    "3.1.5": rounds.BursteinField.bye_order,
    "3.2.1.1": BracketsRankedByOpposition.pair_bracket,
    "3.2.1.2": BracketsRankedByOpposition.pair_bracket_without_looking_below,
    "3.2.1.3": BracketsRankedByOpposition.pair_bracket_with_all_below,
    "3.2.2.1": order.find_first_pairing_by_numbers,
    "3.2.2.2": order.find_first_pairing_by_weight,
    "4.1": BracketsRankedByOpposition.rank_members,
    "4.2": order.OpponentNumberGenerationOrder.unpaired_player_cost,
    "4.3": order.OpponentNumberGenerationOrder.pair_cost,
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
    title="FIDE Burstein system, from February 2026",
    source="FIDE Handbook C.04.4.2 in force from 1 February 2026, with C.04.1, C.04.2 and C.04.7",
    plain=worded(
        "For players. The first half of the rounds, at most four, uses the Dutch system. After "
        "that, the players in each scoregroup are ranked by their opponents' scores, and the "
        "highest-ranked player meets the lowest-ranked one."
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
    changed_readings=(ChangedInterpretation(2, ("1.7.2",), "fide-burstein-index"),),
    check_list=build_check_list,
    initial_colour=round_pairing.initial_colour,
    virtual_points=acceleration.compute_prescribed_virtual_points,
    objections=find_objections,
    order_of_entries=pairing_numbers.sort_initial_list,
    place_of_late_entry=pairing_numbers.find_number_after_late_entry,
)
