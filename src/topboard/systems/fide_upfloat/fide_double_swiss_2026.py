"""The FIDE Double-Swiss System in force from 1 February 2026 (C.04.5, with C.04.1, C.04.2 and
C.04.7).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.errors import BadInput, Problem
from topboard.messages import worded
from topboard.model import Colour
from topboard.model.scoring import scale_of_round
from topboard.model.two_games import (
    GAMES,
    find_manner_of_two_game_match,
    get_game_points_by_side,
    has_match_any_played_game,
)
from topboard.reasons.criteria import MatchColourGround, QualityCriterion
from topboard.systems.common.colours import colour_by_lot
from topboard.systems.common.variations import parse_rule_variations
from topboard.systems.fide_common import (
    acceleration,
    byes,
    legality,
    pairing_numbers,
    players,
    round_pairing,
)
from topboard.systems.fide_common.colour_preferences import no_colour_preference
from topboard.systems.fide_common.general_articles import ACCELERATION, HANDLING
from topboard.systems.fide_upfloat import (
    brackets,
    colours as of_match,
    double_swiss,
    identifiers,
    upfloater_sets,
    why_not,
)
from topboard.systems.fide_upfloat.brackets import pair_all_brackets
from topboard.systems.fide_upfloat.identifiers import BracketCosts, IdentifierGenerationOrder
from topboard.systems.fide_upfloat.publication import (
    MatchColours,
    build_round_pairing,
    build_tables,
)
from topboard.systems.fide_upfloat.terms import (
    UpfloaterCitations,
    UpfloaterCriteriaAndArticles,
    count_no_colour_faults,
)
from topboard.systems.fide_upfloat.upfloater_sets import UpfloaterSetGraph
from topboard.systems.fide_upfloat.variations import GRADED
from topboard.systems.registry import System

if TYPE_CHECKING:
    from collections.abc import Callable

    from topboard.model import Number, Tables, Tournament, VirtualPoints
    from topboard.reasons.decisions import RoundPairing
    from topboard.reasons.objections import Objections
    from topboard.systems.fide_common.players import FideField, FidePlayer
    from topboard.systems.fide_upfloat.publication import Colouring
    from topboard.tiebreaks.ranking import Facts

NAME = "fide_double_swiss_2026"
VARIATIONS = (GRADED, replace(acceleration.BAKU, article="C.04.7 1.4"))
LAST_ROUNDS = 1
"""The number of final rounds in which previous floats are ignored."""

CITE = UpfloaterCitations(
    groups="1.3.2",
    no_rematch="2.1.1 C1",
    same_absolute="",
    completion="2.2.1 C3",
    bye="3.4",
    sets="3.5.4",
    order="3.6.3",
    judged="3.6.4",
    criteria={
        QualityCriterion.UPFLOATERS: "2.3.1 C4",
        QualityCriterion.UPFLOATER_SCORES: "2.3.2 C5",
        QualityCriterion.FOLLOWING_GROUP: "2.3.3 C6",
        QualityCriterion.UPFLOATER_FLOATED: "2.3.4 C7",
        QualityCriterion.OPPONENT_FLOATED: "2.3.5 C8",
    },
    colours={
        MatchColourGround.INITIAL_COLOUR: "4.3.1",
        MatchColourGround.FEWER_WHITES: "4.3.2",
        MatchColourGround.LAST_DIFFERENCE: "4.3.3",
        MatchColourGround.ALTERNATE_FIRST: "4.3.4",
        MatchColourGround.ALTERNATE_OTHER: "4.3.5",
    },
    boards="C.04.2 3.6",
    rounds="C.04.1 1",
    lot="4.1",
)


def pair(tournament: Tournament) -> RoundPairing:
    """Pair the next round of a tournament and return the pairing with its reasons."""
    return pair_field(prepare_field(tournament))


def pair_field(field: FideField) -> RoundPairing:
    """Pair all players of a field and return the pairing with its reasons."""
    terms = build_upfloater_criteria(field.tournament)
    initial = round_pairing.initial_colour(field.tournament)
    return build_round_pairing(
        NAME, pair_all_brackets(field, terms), terms, build_colour_allocator(field), initial
    )


def pair_without_reasons(tournament: Tournament) -> Tables:
    """Return the pairs of the next round without reasons."""
    field = prepare_field(tournament)
    return build_tables(
        pair_all_brackets(field, build_upfloater_criteria(tournament)),
        build_colour_allocator(field),
    )


def set_two_games_per_match(tournament: Tournament) -> Tournament:
    """Return the tournament with two boards per match, one for each game.

    Raise ``BadInput`` if its recorded rounds are not two-game matches.
    """
    if tournament.boards == GAMES:
        return tournament
    if any(played.meetings for played in tournament.rounds):
        what = worded("the rounds of this event are not two-game matches")
        remedy = worded(
            "In a TRF file, give the system in a 192 record. In JSON, set the number of boards "
            "to 2."
        )
        raise BadInput([Problem(what, "", NAME, remedy)])
    return replace(tournament, boards=GAMES)


def prepare_field(tournament: Tournament) -> FideField:
    """Return the players to be paired, with the data that the Double-Swiss rules use.

    Raise ``BadInput`` if these rules cannot pair the event.
    """
    parse_rule_variations(tournament.variations, VARIATIONS)
    field = build_field(set_two_games_per_match(tournament))
    acceleration.refuse_unless_draw_is_half_a_win(tournament, field.scale)
    return field


def build_field(tournament: Tournament) -> FideField:
    """Return the players to be paired, with points and colours counted per two-game match."""
    counting = double_swiss.build_match_point_counting(tournament)
    history = players.PairingHistory(tournament, players.is_unplayed_never_a_downfloat, counting)
    field = players.build_field_from_history(
        history, legality.BARS_OF_MATCHES, no_colour_preference, topscorers=False
    )
    return double_swiss.remove_colours_of_unplayed_matches(field)


def build_upfloater_criteria(tournament: Tournament) -> UpfloaterCriteriaAndArticles:
    """Return the pairing criteria of the Double-Swiss System, none of which is about colours."""
    graded = GRADED.name in tournament.variations
    return UpfloaterCriteriaAndArticles(CITE, (), count_no_colour_faults, LAST_ROUNDS, graded)


def build_colour_allocator(field: FideField) -> Colouring:
    """Return the function that allocates the colours of the first game of a match."""
    initial = round_pairing.initial_colour(field.tournament) or Colour.WHITE

    def allocate_colours(higher: FidePlayer, lower: FidePlayer) -> MatchColours:
        return MatchColours(
            higher, lower, *double_swiss.colour_of_higher_ranked(higher, lower, initial)
        )

    return allocate_colours


def find_objections(made: RoundPairing, a: Number, b: Number) -> Objections:
    """Return why two players cannot meet in a round, or the criterion that would get worse if they
    did.
    """
    decided = round_pairing.get_pairs_and_bye_of_pairing(made)
    return why_not.find_objections(
        decided, build_upfloater_criteria(decided.field.tournament), (a, b)
    )


def collect_results_for_standings(tournament: Tournament) -> Facts:
    """Return the data that the standings need, with the points of every two-game match."""
    return round_pairing.collect_results_for_standings(set_two_games_per_match(tournament))


def virtual_points(tournament: Tournament) -> tuple[VirtualPoints, ...]:
    """Return the virtual points of an accelerated event, on the scale of two-game matches."""
    return acceleration.compute_prescribed_virtual_points(replace(tournament, boards=GAMES))


ARTICLES: dict[str, Callable[..., object]] = {
    "C.04.1 1": round_pairing.warn_if_round_count_unknown,
    "C.04.1 2": legality.have_met_or_are_kept_apart_by_ruling,
    "C.04.1 3": legality.needs_bye,
    "C.04.1 4": legality.bye_obstacle_after_allocated_bye,
    "C.04.1 5": brackets.divide_unpaired_participants,
    "C.04.1 8": double_swiss.higher_ranked_colour_by_fewer_whites,
    "C.04.1 9": build_round_pairing,
    "C.04.2 1.1": parse_rule_variations,
    "C.04.2 1.4": pair,
    **HANDLING,
    "C.04.2 3.1": double_swiss.pairing_points_of_match,
    "C.04.2 3.4": double_swiss.remove_colours_of_unplayed_matches,
    "0": find_manner_of_two_game_match,
    "1.1": pairing_numbers.sort_initial_list,
    "1.2.1": players.rank_sort_key,
    "1.2.2": players.rank_sort_key,
    "1.3.1": brackets.divide_unpaired_participants,
    "1.3.2": brackets.pair_all_brackets,
    "1.4": scale_of_round,
    "1.5": players.float_direction,
    "1.6": has_match_any_played_game,
    "2.1.1 C1": legality.have_met_or_are_kept_apart_by_ruling,
    "2.1.2 C2": legality.bye_obstacle_after_full_point_bye,
    "2.2.1 C3": upfloater_sets.UnpairedParticipants.can_pair_participants,
    "2.3.1 C4": UpfloaterSetGraph.find_best_set,
    "2.3.2 C5": upfloater_sets.find_possible_single_upfloaters,
    "2.3.3 C6": upfloater_sets.does_upfloater_keep_next_group_minimal,
    "2.3.4 C7": upfloater_sets.choose_single_upfloater,
    "2.3.5 C8": BracketCosts.count_repeated_floaters,
    "3.1.1": legality.have_met_or_are_kept_apart_by_ruling,
    "3.1.2": upfloater_sets.UnpairedParticipants.can_pair_participants,
    "3.2": brackets.divide_unpaired_participants,
    "3.3.1": brackets.pair_all_brackets,
    "3.3.2": brackets.pair_all_brackets,
    "3.3.3": round_pairing.refuse_unpairable_round,
    "3.4.1": byes.find_bye_receiver,
    "3.4.2": brackets.sort_bye_candidates,
    "3.4.3": brackets.sort_bye_candidates,
    "3.4.4": brackets.sort_bye_candidates,
    "3.5.1": upfloater_sets.choose_upfloaters,
    "3.5.2": upfloater_sets.find_possible_single_upfloaters,
    "3.5.3": UpfloaterSetGraph.find_best_set,
    "3.5.4": UpfloaterSetGraph.find_best_set,
    "3.5.5": upfloater_sets.choose_single_upfloater,
    "3.6.1": identifiers.sort_members_by_tpn,
    "3.6.2": IdentifierGenerationOrder.pair_cost,
    "3.6.3": IdentifierGenerationOrder.pair_cost,
    "3.6.4": identifiers.find_best_pairing,
    "4.1": round_pairing.initial_colour,
    "4.2": players.rank_sort_key,
    "4.3.1": colour_by_lot,
    "4.3.2": double_swiss.higher_ranked_colour_by_fewer_whites,
    "4.3.3": of_match.first_colour_by_last_difference,
    "4.3.4": of_match.first_colour_by_last_match,
    "4.3.5": of_match.first_colour_by_last_match,
    "4.4": get_game_points_by_side,
    **ACCELERATION,
}

SYSTEM = System(
    name=NAME,
    title="FIDE Double-Swiss System, from February 2026",
    source="FIDE Handbook C.04.5 in force from 1 February 2026, with C.04.1, C.04.2 and C.04.7",
    plain=worded(
        "For players. Every round is a match of two games with reversed colours. Previous "
        "colours decide only who has White in the first game."
    ),
    teams=False,
    games=GAMES,
    unfinished_drawn=True,
    pair=pair,
    bare=pair_without_reasons,
    facts=collect_results_for_standings,
    usual_tie_breaks=round_pairing.USUAL_TIE_BREAKS,
    articles=ARTICLES,
    scoring="0",
    governance="fide.DOUBLE_SWISS",
    variations=VARIATIONS,
    initial_colour=round_pairing.initial_colour,
    virtual_points=virtual_points,
    objections=find_objections,
    order_of_entries=pairing_numbers.sort_initial_list,
    place_of_late_entry=pairing_numbers.find_number_after_late_entry,
)
