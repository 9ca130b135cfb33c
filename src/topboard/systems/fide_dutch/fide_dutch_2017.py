"""The FIDE (Dutch) system of C.04.3 in force until 31 January 2026.

It includes C.04.1, C.04.2 and the Baku acceleration.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.matching.by_class import first_rows
from topboard.messages import worded
from topboard.model.history import colours, opponents_met, participants
from topboard.reasons.criteria import PreferenceGround, QualityCriterion
from topboard.systems.common.colours import alternating_colour, colour_by_lot
from topboard.systems.common.tables import by_points_of_pair
from topboard.systems.common.variations import parse_variations
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
)
from topboard.systems.fide_dutch.criteria import ChargesOf2017
from topboard.systems.fide_dutch.equivalence_classes import TightPairs
from topboard.systems.fide_dutch.generation_order import HalvesOrder, MovedDownOrder
from topboard.systems.fide_dutch.text_of_2017 import BracketsOf2017
from topboard.systems.registry import System

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from topboard.model import Number, Tables, Tenths, Tournament
    from topboard.reasons.check_list import CheckLine
    from topboard.reasons.decisions import RoundPairing
    from topboard.reasons.objections import Objections

NAME = "fide_dutch_2017"
VARIATIONS = (replace(acceleration.BAKU, article="C.04.5.1 1"),)
BARS = (legality.had_the_bye, legality.won_by_forfeit, legality.barred_by_ruling)

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
    """Pair the next round."""
    return pair_field(prepare_field(tournament))


def pair_field(field: players.FideField) -> RoundPairing:
    """Pair the players of a field."""
    return explained_round.build_round_pairing(NAME, decide(field), CITE, lowest_score=False)


def tables(tournament: Tournament) -> Tables:
    """Return the pairs of the next round without reasons."""
    return round_pairing.build_tables(decide(prepare_field(tournament)))


def prepare_field(tournament: Tournament) -> players.FideField:
    """Return all players to be paired.

    Raise ``BadInput`` if these rules cannot pair the event.
    """
    parse_variations(tournament.variations, VARIATIONS)
    field = build_field(tournament)
    acceleration.refuse_unless_usual_points(tournament, field.scale)
    return field


def decide(field: players.FideField) -> round_pairing.Decided[brackets.PairedBracket]:
    """Pair the brackets and give the bye."""
    round_pairing.refuse_incomplete(field, CITE)
    round_ = BracketsOf2017(field)
    made = round_.pair_all()
    return round_pairing.Decided(field, made, round_.bye, field.scores)


def find_objections(made: RoundPairing, a: Number, b: Number) -> Objections:
    """Return why two players cannot meet in the next round, or what pairing them would cost."""
    # Seam: only why-not questions need it, and hosts start the engine every round.
    from topboard.systems.fide_dutch import why_not

    def open_brackets(rest: players.FideField, _score: Tenths | None) -> BracketsOf2017:
        return BracketsOf2017(rest)

    return why_not.find_objections(round_pairing.decided_in(made), CITE, (a, b), open_brackets)


def check_list(tournament: Tournament) -> Sequence[CheckLine]:
    """Return the facts about each player that decide the next round."""
    return round_pairing.build_check_list(build_field(tournament))


def build_field(tournament: Tournament) -> players.FideField:
    """Return all players to be paired, with the data these rules use."""
    return players.build_field(tournament, BARS, players.floats_if_unplayed)


ARTICLES: dict[str, Callable[..., object]] = {
    "C.04.1 a": round_pairing.rounds_not_declared,
    "C.04.1 b": legality.have_played,
    "C.04.1 c": legality.needs_bye,
    "C.04.1 d": legality.won_by_forfeit,
    "C.04.1 e": brackets.score_groups,
    "C.04.1 f": colour_preferences.after_two_more,
    "C.04.1 g": colour_preferences.after_two_running,
    "C.04.1 h.1": colour_preferences.strong_preference,
    "C.04.1 h.2": colour_preferences.mild_preference,
    "C.04.1 i": explained_round.build_round_pairing,
    "C.04.2 A.1": parse_variations,
    "C.04.2 A.4": pair,
    "C.04.2 B.1": pairing_numbers.strength_of,
    "C.04.2 B.2": pairing_numbers.order_of_entries,
    "C.04.2 C.2": participants,
    "C.04.2 C.3": pairing_numbers.numbers_in_use,
    "C.04.2 D.1": players.worth,
    "C.04.2 D.3": participants,
    "C.04.2 D.4": participants,
    "C.04.2 D.5": colours,
    "C.04.2 D.6": opponents_met,
    "C.04.2 D.9": by_points_of_pair,
    "A.1": pairing_numbers.order_of_entries,
    "A.2.a": players.by_rank,
    "A.2.b": players.by_rank,
    "A.3": brackets.bracket_of,
    "A.3 homogeneous": brackets.Bracket.is_homogeneous,
    "A.3 remainder": brackets.Bracket.remainder,
    "A.4.a": brackets.bracket_of,
    "A.4.b": players.floats_if_unplayed,
    "A.5": legality.needs_bye,
    "A.6": colour_preferences.preference_of,
    "A.6.a": colour_preferences.absolute_preference,
    "A.6.b": colour_preferences.strong_preference,
    "A.6.c": colour_preferences.mild_preference,
    "A.6.d": colour_preferences.has_same_preference,
    "A.7": players.is_topscorer,
    "A.8": ChargesOf2017.down,
    "A.9": BracketsOf2017.pair_all,
    "A.9 PPB": BracketsOf2017.pair_penultimate,
    "A.9 CLB": BracketsOf2017.pair_last,
    "B.1.a": brackets.bracket_of,
    "B.1.b": weighted_pairing.count_pairs,
    "B.1.c": weighted_pairing.opponents_of_moved_down,
    "B.2": generation_order.halves,
    "B.3": TightPairs.rows,
    "B.4": equivalence_classes.first_of_best,
    "B.5": TightPairs.match_remainder,
    "B.6": HalvesOrder.pair,
    "B.7": TightPairs.match_moved_down,
    "B.8": weighted_pairing.weigh,
    "C.1": legality.have_played,
    "C.2": legality.had_the_bye,
    "C.3": legality.same_absolute_preference,
    "C.4": BracketsOf2017.pair_penultimate,
    "C.5": ChargesOf2017.down,
    "C.6": ChargesOf2017.inside,
    "C.7": BracketsOf2017.outlook,
    "C.8": criteria.colour_faults,
    "C.9": criteria.colour_faults,
    "C.10": criteria.colour_faults,
    "C.11": criteria.colour_faults,
    "C.12": ChargesOf2017.down_again,
    "C.13": ChargesOf2017.up_again,
    "C.14": ChargesOf2017.down_again,
    "C.15": ChargesOf2017.up_again,
    "C.16": ChargesOf2017.difference_down_again,
    "C.17": ChargesOf2017.difference_up_again,
    "C.18": ChargesOf2017.difference_down_again,
    "C.19": ChargesOf2017.difference_up_again,
    "D preface": generation_order.bracket_numbers,
    "D.1": first_rows,
    "D.2": TightPairs.exchanged_once,
    "D.2.a": HalvesOrder.pair,
    "D.2.b": equivalence_classes.single_exchanges,
    "D.2.c": equivalence_classes.single_exchanges,
    "D.2.d": HalvesOrder.pair,
    "D.3": MovedDownOrder.cost_of_unpaired,
    "D.3.a": MovedDownOrder.cost_of_unpaired,
    "D.3.b": MovedDownOrder.cost_of_unpaired,
    "D end": equivalence_classes.single_exchanges,
    "E preface": round_pairing.initial_colour,
    "E.1": colour_preferences.colour_of_higher,
    "E.2": colour_preferences.is_stronger_preference,
    "E.3": alternating_colour,
    "E.4": colour_preferences.colour_of_higher,
    "E.5": colour_by_lot,
    "C.04.5.1 1": acceleration.refuse_unless_usual_points,
    "C.04.5.1 2": acceleration.size_of_upper_group,
    "C.04.5.1 3": acceleration.upper_group,
    "C.04.5.1 4": acceleration.points_of_round,
    "C.04.5.1 5": players.History.pairing_scores,
}

SYSTEM = System(
    name=NAME,
    title="FIDE Dutch system, until January 2026",
    source="FIDE Handbook C.04.3 in force until 31 January 2026, with C.04.1, C.04.2 and C.04.5.1",
    in_force=("2017-07-01", "2026-01-31"),
    plain=worded(
        "Players. The same system by the text that was in force until January 2026; for events"
        " that were begun, or have to be checked, by it."
    ),
    teams=False,
    pair=pair,
    bare=tables,
    facts=round_pairing.facts,
    usual_tie_breaks=round_pairing.USUAL_TIE_BREAKS,
    articles=ARTICLES,
    scoring="Laws 10.1",
    governance="fide.UNTIL_2026",
    variations=VARIATIONS,
    check_list=check_list,
    float_criteria=("C12", "C14"),
    initial_colour=round_pairing.initial_colour,
    virtual_points=acceleration.points_by_the_rule,
    objections=find_objections,
    order_of_entries=pairing_numbers.order_of_entries,
    place_of_late_entry=pairing_numbers.place_of_late_entry,
)
