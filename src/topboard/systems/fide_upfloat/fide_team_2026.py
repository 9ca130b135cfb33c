"""The FIDE Swiss Team System in force from 1 February 2026 (C.04.6, with C.04.1, C.04.2 and
C.04.7).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.messages import worded
from topboard.model import Colour
from topboard.model.history import (
    colour_difference,
    colours_played as colours_had,
    opponents_met,
    participants_to_pair,
)
from topboard.model.scoring import compute_total_points
from topboard.reasons.criteria import MatchColourGround, QualityCriterion
from topboard.systems.common.tables import sort_key_by_pair_points
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
from topboard.systems.fide_common.general_articles import ACCELERATION
from topboard.systems.fide_upfloat import (
    brackets,
    colours as colours_of_matches,
    identifiers,
    publication,
    terms,
    upfloater_sets,
    why_not,
)
from topboard.systems.fide_upfloat.identifiers import BracketCosts, IdentifierGenerationOrder
from topboard.systems.fide_upfloat.publication import MatchColours
from topboard.systems.fide_upfloat.team import colours, entries, points
from topboard.systems.fide_upfloat.team.variations import ALL as VARIATIONS, NO_PREFERENCES, TYPE_B
from topboard.systems.fide_upfloat.terms import UpfloaterCitations, UpfloaterCriteriaAndArticles
from topboard.systems.fide_upfloat.upfloater_sets import UnpairedParticipants, UpfloaterSetGraph
from topboard.systems.fide_upfloat.variations import GRADED
from topboard.systems.registry import System

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from topboard.model import Number, Tables, Tournament
    from topboard.reasons.check_list import CheckListRow
    from topboard.reasons.decisions import RoundPairing
    from topboard.reasons.objections import Objections
    from topboard.systems.fide_common.players import FideField, Preferring
    from topboard.systems.fide_upfloat.publication import Colouring

NAME = "fide_team_2026"
LAST_ROUNDS = 2
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
        QualityCriterion.PREFERENCE: "2.3.5 C8",
        QualityCriterion.STRONG_PREFERENCE: "2.3.6 C9",
        QualityCriterion.OPPONENT_FLOATED: "2.3.7 C10",
    },
    colours={
        MatchColourGround.INITIAL_COLOUR: "4.3.1",
        MatchColourGround.ONLY_PREFERENCE: "4.3.2",
        MatchColourGround.BOTH_GRANTED: "4.3.3",
        MatchColourGround.ONLY_STRONG: "4.3.4",
        MatchColourGround.LOWER_DIFFERENCE: "4.3.5",
        MatchColourGround.LAST_DIFFERENCE: "4.3.6",
        MatchColourGround.FIRST_PREFERENCE: "4.3.7",
        MatchColourGround.ALTERNATE_FIRST: "4.3.8",
        MatchColourGround.ALTERNATE_OTHER: "4.3.9",
    },
    boards="C.04.2 3.6",
    rounds="C.04.1 1",
    lot="4.1",
)


def pair(tournament: Tournament) -> RoundPairing:
    """Pair the next round of a tournament and return the pairing with its reasons."""
    field = prepare_field(tournament)
    in_force = build_upfloater_criteria(tournament)
    decided = brackets.pair_all_brackets(field, in_force)
    made = publication.build_round_pairing(
        NAME, decided, in_force, build_colour_allocator(field), initial_colour(tournament)
    )
    return replace(made, reasons=(*made.reasons, *entries.entry_warnings(tournament)))


def pair_without_reasons(tournament: Tournament) -> Tables:
    """Return the pairs of the next round without reasons."""
    field = prepare_field(tournament)
    decided = brackets.pair_all_brackets(field, build_upfloater_criteria(tournament))
    return publication.build_tables(decided, build_colour_allocator(field))


def find_objections(made: RoundPairing, a: Number, b: Number) -> Objections:
    """Return why two teams cannot meet in a round, or the criterion that would get worse if they
    did.
    """
    decided = round_pairing.get_pairs_and_bye_of_pairing(made)
    return why_not.find_objections(
        decided, build_upfloater_criteria(decided.field.tournament), (a, b)
    )


def build_check_list(tournament: Tournament) -> Sequence[CheckListRow]:
    """Return one row per team with the data for checking the next round by hand."""
    return round_pairing.build_check_list(build_field(tournament))


def prepare_field(tournament: Tournament) -> FideField:
    """Return the teams to be paired, with the data that the Swiss Team rules use.

    Raise ``BadInput`` if these rules cannot pair the event.
    """
    parse_rule_variations(tournament.variations, VARIATIONS)
    entries.refuse_matches_with_too_many_boards(tournament)
    field = build_field(tournament)
    acceleration.refuse_unless_draw_is_half_a_win(tournament, field.scale)
    return field


def build_field(tournament: Tournament) -> FideField:
    """Return the teams to be paired, with their primary scores and colour preferences."""
    tournament = points.add_recorded_virtual_points(tournament)
    history = players.PairingHistory(
        tournament,
        players.is_unplayed_never_a_downfloat,
        points.build_primary_score_counting(tournament),
    )
    return players.build_field_from_history(
        history,
        legality.BARS_OF_MATCHES,
        select_colour_preference_rule(tournament),
        topscorers=False,
        numbered=pairing_numbers.list_assigned_pairing_numbers,
    )


def select_colour_preference_rule(tournament: Tournament) -> Preferring:
    """Return the function that computes a team's colour preference in this event.

    It is the type A rule unless the event uses type B or no colour preferences.
    """
    if NO_PREFERENCES.name in tournament.variations:
        return no_colour_preference
    if TYPE_B.name not in tournament.variations:
        return colours.type_a_preference
    last = tournament.round_to_pair == tournament.planned_rounds
    return colours.type_b_preference_in_last_round if last else colours.type_b_preference


def build_upfloater_criteria(tournament: Tournament) -> UpfloaterCriteriaAndArticles:
    """Return the pairing criteria for the event's type of colour preferences."""
    graded = GRADED.name in tournament.variations
    if NO_PREFERENCES.name in tournament.variations:
        return UpfloaterCriteriaAndArticles(
            CITE, (), terms.count_no_colour_faults, LAST_ROUNDS, graded
        )
    denied = QualityCriterion.PREFERENCE
    if TYPE_B.name in tournament.variations:
        both = denied, QualityCriterion.STRONG_PREFERENCE
        return UpfloaterCriteriaAndArticles(
            CITE, both, colours.count_denied_type_b_preferences, LAST_ROUNDS, graded
        )
    return UpfloaterCriteriaAndArticles(
        CITE, (denied,), colours.count_denied_type_a_preferences, LAST_ROUNDS, graded
    )


def build_colour_allocator(field: FideField) -> Colouring:
    """Return the function that allocates the colours of a match between two teams."""
    tournament = field.tournament
    initial = initial_colour(tournament) or Colour.WHITE
    other = points.build_secondary_score_counting(tournament)
    secondary = (
        {}
        if other is None
        else compute_total_points(
            tournament, field.rows, lambda o: other.worth(o, other.scale), other.kind
        )
    )

    def allocate_colours(higher: players.FidePlayer, lower: players.FidePlayer) -> MatchColours:
        first, second = colours.sort_first_team_first(higher, lower, field.scores, secondary)
        return MatchColours(first, second, *colours.colour_of_first_team(first, second, initial))

    return allocate_colours


def initial_colour(tournament: Tournament) -> Colour | None:
    """Return the initial colour, which decides team number 1's colour in round 1.

    It is taken from the recorded drawing of lots, or else deduced from the matches of round 1.
    Return None if it is unknown.
    """
    if tournament.lot is not None or not tournament.rounds:
        return tournament.lot
    fixed = {c.number: c.number for c in tournament.competitors}
    return round_pairing.deduce_initial_colour(tournament.rounds[0], fixed)


ARTICLES: dict[str, Callable[..., object]] = {
    "C.04.1 1": round_pairing.warn_if_round_count_unknown,
    "C.04.1 2": legality.have_met_or_are_kept_apart_by_ruling,
    "C.04.1 3": legality.needs_bye,
    "C.04.1 4": legality.bye_obstacle_after_win_by_forfeit,
    "C.04.1 5": brackets.divide_unpaired_participants,
    "C.04.1 8": colours.colour_of_first_team,
    "C.04.1 9": publication.build_round_pairing,
    "C.04.2 1.1": parse_rule_variations,
    "C.04.2 1.4": pair,
    "C.04.2 2.4": participants_to_pair,
    "C.04.2 2.5": pairing_numbers.list_assigned_pairing_numbers,
    "C.04.2 3.1": points.count_unfinished_as_drawn,
    "C.04.2 3.2": participants_to_pair,
    "C.04.2 3.3": participants_to_pair,
    "C.04.2 3.4": colours_had,
    "C.04.2 3.5": opponents_met,
    "C.04.2 3.6": sort_key_by_pair_points,
    "C.04.2 3.6.1": sort_key_by_pair_points,
    "C.04.2 3.6.2": sort_key_by_pair_points,
    "C.04.2 3.6.3": sort_key_by_pair_points,
    "0": colours.strong_preference,
    "1.1.1": pairing_numbers.list_assigned_pairing_numbers,
    "1.1.2": pairing_numbers.list_assigned_pairing_numbers,
    "1.1.3": pairing_numbers.list_assigned_pairing_numbers,
    "1.2.1": points.build_primary_score_counting,
    "1.2.2": points.build_secondary_score_counting,
    "1.3.1": brackets.divide_unpaired_participants,
    "1.3.2": upfloater_sets.choose_upfloaters,
    "1.4": points.score_bye_as_draw_by_default,
    "1.5": players.float_direction,
    "1.6.1": colours_had,
    "1.6.2": colour_difference,
    "1.7": select_colour_preference_rule,
    "1.7.1": colours.type_a_preference,
    "1.7.2": colours.type_b_preference,
    "2.1.1 C1": legality.have_met_or_are_kept_apart_by_ruling,
    "2.1.2 C2": legality.bye_obstacle_after_full_point_bye,
    "2.2.1 C3": UnpairedParticipants.can_pair_participants,
    "2.3.1 C4": upfloater_sets.choose_upfloaters,
    "2.3.2 C5": UpfloaterSetGraph.upfloater_cost,
    "2.3.3 C6": upfloater_sets.does_upfloater_keep_next_group_minimal,
    "2.3.4 C7": terms.has_floated_last_round,
    "2.3.5 C8": colours.count_denied_preferences,
    "2.3.6 C9": colours.count_denied_strong_preferences,
    "2.3.7 C10": BracketCosts.count_repeated_floaters,
    "3.1.1": round_pairing.refuse_unpairable_round,
    "3.1.2": UnpairedParticipants.can_pair_participants,
    "3.2": brackets.divide_unpaired_participants,
    "3.3.1": brackets.pair_all_brackets,
    "3.3.2": brackets.pair_all_brackets,
    "3.3.3": round_pairing.refuse_unpairable_round,
    "3.4.1": byes.find_bye_receiver,
    "3.4.2": brackets.sort_bye_candidates,
    "3.4.3": brackets.sort_bye_candidates,
    "3.4.4": brackets.sort_bye_candidates,
    "3.5.1": upfloater_sets.choose_upfloaters,
    "3.5.2": upfloater_sets.find_best_upfloater_set,
    "3.5.3": UpfloaterSetGraph.upfloater_cost,
    "3.5.4": UpfloaterSetGraph.upfloater_cost,
    "3.5.5": upfloater_sets.choose_single_upfloater,
    "3.6.1": identifiers.sort_members_by_tpn,
    "3.6.2": IdentifierGenerationOrder.pair_cost,
    "3.6.3": IdentifierGenerationOrder.pair_cost,
    "3.6.4": identifiers.find_best_pairing,
    "4.1": initial_colour,
    "4.2.1": colours.sort_first_team_first,
    "4.2.2": colours.sort_first_team_first,
    "4.2.3": colours.sort_first_team_first,
    "4.3.1": colours_of_matches.first_colour_by_initial_colour,
    "4.3.2": colours.first_team_colour_by_preferences,
    "4.3.3": colours.first_team_colour_by_preferences,
    "4.3.4": colours.first_team_colour_by_only_strong_preference,
    "4.3.5": colours.first_team_colour_by_colour_difference,
    "4.3.6": colours_of_matches.first_colour_by_last_difference,
    "4.3.7": colours.first_team_colour_by_own_preference,
    "4.3.8": colours_of_matches.first_colour_by_last_match,
    "4.3.9": colours_of_matches.first_colour_by_last_match,
    **ACCELERATION,
}

SYSTEM = System(
    name=NAME,
    title="FIDE Swiss Team System, from February 2026",
    source="FIDE Handbook C.04.6 in force from 1 February 2026, with C.04.1, C.04.2 and C.04.7",
    plain=worded(
        "For teams. FIDE's Swiss system for teams, by match points or game points. Each "
        "scoregroup is completed with upfloaters from below. The colours on board 1 matter "
        "less than colours do in events for players."
    ),
    teams=True,
    unfinished_drawn=True,
    pair=pair,
    bare=pair_without_reasons,
    facts=points.collect_results_for_standings,
    usual_tie_breaks=points.USUAL_TIE_BREAKS,
    articles=ARTICLES,
    scoring="1.2.1",
    governance="fide.TEAMS_FROM_2026",
    variations=VARIATIONS,
    check_list=build_check_list,
    initial_colour=initial_colour,
    virtual_points=points.compute_virtual_points_by_rule,
    objections=find_objections,
)
