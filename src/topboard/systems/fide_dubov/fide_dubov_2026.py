"""The Dubov system, C.04.4.1 from 1 February 2026, with C.04.1, C.04.2 and C.04.7."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.matching.cost import fewest_first
from topboard.messages import worded
from topboard.model.history import colour_difference
from topboard.reasons.criteria import PreferenceGround, QualityCriterion
from topboard.systems.common.colours import alternating_colour, colour_by_lot
from topboard.systems.common.ratings import ratings_of
from topboard.systems.common.variations import parse_variations
from topboard.systems.fide_common import (
    acceleration,
    byes,
    colour_preferences,
    legality,
    pairing_numbers,
    round_pairing,
)
from topboard.systems.fide_common.general_articles import ACCELERATION, HANDLING
from topboard.systems.fide_dubov import costs, players, rounds, subgroups
from topboard.systems.fide_dubov.citations import DubovCitations
from topboard.systems.fide_dubov.costs import Charges
from topboard.systems.fide_dubov.subgroups import Composition
from topboard.systems.fide_dubov.upfloaters import Upfloaters
from topboard.systems.registry import System

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from topboard.model import Number, Tables, Tournament
    from topboard.reasons.check_list import CheckLine
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


def pair(tournament: Tournament) -> RoundPairing:
    """Pair the next round."""
    return pair_field(prepare_field(tournament))


def pair_field(field: players.DubovField) -> RoundPairing:
    """Pair the players of a field."""
    # Seam: callers who ask only for the pairs need no reasons.
    from topboard.systems.fide_common import explained_pairing

    decided = decide(field)
    return explained_pairing.build_round_pairing(
        NAME, decided, CITE, pairing_reasons(field, decided), upwards=True
    )


def tables(tournament: Tournament) -> Tables:
    """Return the pairs of the next round without reasons."""
    return round_pairing.build_tables(decide(prepare_field(tournament)))


def prepare_field(tournament: Tournament) -> players.DubovField:
    """Return all players to be paired.

    Raise ``BadInput`` if these rules cannot pair the event.
    """
    parse_variations(tournament.variations, VARIATIONS)
    field = players.build_dubov_field(tournament, legality.BARS_OF_2026)
    acceleration.refuse_unless_draw_is_half(tournament, field.scale)
    return field


def decide(field: players.DubovField) -> round_pairing.Decided[rounds.DubovBracket]:
    """Give the bye and then pair the brackets."""
    round_pairing.refuse_incomplete(field, CITE)
    bye = rounds.bye_receiver(field)
    made = rounds.pair_brackets(field, bye)
    return round_pairing.Decided(field, made, bye, field.points)


def pairing_reasons(
    field: players.DubovField, decided: round_pairing.Decided[rounds.DubovBracket]
) -> list[Reason]:
    """Return the reasons for the bye and for all brackets."""
    # Seam: host programs start the engine every round, and most ask for no reasons.
    from topboard.reasons.grounds import ByeStep
    from topboard.systems.fide_common.bye_reasons import bye_in_order
    from topboard.systems.fide_dubov.bracket_reasons import explain_brackets

    reasons: list[Reason] = []
    if decided.bye is not None:
        articles = {
            ByeStep.NOBODY_ELSE: "3.1.2",
            ByeStep.LOWEST_SCORE: "3.1.3",
            ByeStep.MOST_GAMES: "3.1.4",
            ByeStep.LOWEST_RANKED: "3.1.5",
        }
        order = rounds.order_of_bye(field)
        reasons.append(bye_in_order(field, order, decided.bye, articles))
    return [*reasons, *explain_brackets(field, decided.made, CITE)]


def find_objections(made: RoundPairing, a: Number, b: Number) -> Objections:
    """Return why two players cannot meet in the next round, or what pairing them would cost."""
    # Seam: only why-not questions need it, and hosts start the engine every round.
    from topboard.systems.fide_dubov import why_not

    return why_not.find_objections(round_pairing.decided_in(made), CITE, (a, b))


def check_list(tournament: Tournament) -> Sequence[CheckLine]:
    """Return the facts about each player that decide the next round."""
    return round_pairing.build_check_list(prepare_field(tournament))


ARTICLES: dict[str, Callable[..., object]] = {
    "C.04.1 1": round_pairing.rounds_not_declared,
    "C.04.1 2": legality.have_played,
    "C.04.1 3": legality.needs_bye,
    "C.04.1 4": legality.scored_a_win_unplayed,
    "C.04.1 5": rounds.top_score_group,
    "C.04.1 6": colour_preferences.after_two_more,
    "C.04.1 7": colour_preferences.after_two_running,
    "C.04.1 8": colour_preferences.preference_of,
    "C.04.1 9": pairing_reasons,
    "C.04.2 1.1": parse_variations,
    "C.04.2 1.4": pair,
    **HANDLING,
    "0": Composition.shift,
    "1.1.1": ratings_of,
    "1.2.1": pairing_numbers.order_of_entries,
    "1.3.1": rounds.top_score_group,
    "1.3.2": rounds.pair_bracket,
    "1.4": legality.needs_bye,
    "1.5": colour_difference,
    "1.6": players.due_colour,
    "1.6.1": colour_preferences.absolute_preference,
    "1.6.2": colour_preferences.strong_preference,
    "1.6.3": colour_preferences.mild_preference,
    "1.6.4": players.due_colour,
    "1.7.1": players.average_of_opponents,
    "1.7.2": players.aro_list,
    "1.7.3": players.average_of_opponents,
    "1.8.1": players.rounds_upfloated,
    "1.8.2": players.most_upfloats,
    "1.9.1": legality.Completion.graph,
    "1.9.2": rounds.pair_brackets,
    "1.9.3": round_pairing.refuse_incomplete,
    "2.1.1 C1": legality.have_played,
    "2.1.2 C2": legality.had_the_bye,
    "2.1.3 C3": legality.same_absolute_preference,
    "2.2.1 C4": Upfloaters.leaves_a_pairing,
    "2.3.1 C5": Charges.upfloater,
    "2.3.2 C6": Charges.upfloater,
    "2.3.3 C7": costs.count_denied_colours,
    "2.3.4 C8": costs.upfloats_again,
    "2.3.5 C9": costs.upfloats_again,
    "2.3.6 C10": costs.upfloats_again,
    "3.1": rounds.bye_receiver,
    "3.1.1": byes.receiver_of_bye,
    "3.1.2": byes.receiver_of_bye,
    "3.1.3": byes.bye_order,
    "3.1.4": byes.bye_order,
    "3.1.5": rounds.order_of_bye,
    "3.2.1": Upfloaters.best,
    "3.2.2": Upfloaters.weigh,
    "3.2.3": subgroups.subgroups,
    "3.2.4.1": Composition.best,
    "3.2.4.2": Composition.without_pairs_inside,
    "3.2.5": Composition.shift,
    "3.2.6": Composition.transposition,
    "4.1.1": Charges.upfloater,
    "4.1.2": Charges.upfloater,
    "4.1.3": fewest_first,
    "4.2.1": Upfloaters.expected_set,
    "4.2.2": Upfloaters.expected_set,
    "4.2.3": Upfloaters.weigh,
    "4.3.1": Composition.order_of_shifters,
    "4.3.2": Composition.order_of_shifters,
    "4.3.3": subgroups.from_the_middle,
    "4.4.1": Composition.shift,
    "4.4.2": Composition.transposition,
    "5.1": round_pairing.initial_colour,
    "5.2.1": colour_by_lot,
    "5.2.2": colour_preferences.colour_of_higher,
    "5.2.3": colour_preferences.is_stronger_preference,
    "5.2.4": alternating_colour,
    "5.2.5": colour_preferences.colour_of_higher,
    **ACCELERATION,
}

SYSTEM = System(
    name=NAME,
    title="FIDE Dubov system, from February 2026",
    source="FIDE Handbook C.04.4.1 in force from 1 February 2026, with C.04.1, C.04.2 and C.04.7",
    plain=worded(
        "Players. Equalises the average rating of opponents inside each score group: those due"
        " White by that average against those due Black by number; the text of 2026. Everybody"
        " needs a rating."
    ),
    teams=False,
    pair=pair,
    bare=tables,
    facts=round_pairing.facts,
    usual_tie_breaks=round_pairing.USUAL_TIE_BREAKS,
    articles=ARTICLES,
    scoring="Laws 10.1",
    governance="fide.DUBOV_FROM_2026",
    variations=VARIATIONS,
    check_list=check_list,
    initial_colour=round_pairing.initial_colour,
    virtual_points=acceleration.points_by_the_rule,
    objections=find_objections,
    order_of_entries=pairing_numbers.order_of_entries,
    place_of_late_entry=pairing_numbers.place_of_late_entry,
    averages=players.aro_list,
)
