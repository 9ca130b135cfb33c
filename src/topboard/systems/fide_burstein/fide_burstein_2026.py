"""The Burstein system, C.04.4.2 from 1 February 2026, with C.04.1, C.04.2 and C.04.7."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.messages import worded
from topboard.model.history import colour_difference
from topboard.reasons.criteria import PreferenceGround, QualityCriterion
from topboard.systems.common.colours import alternating_colour, colour_by_lot
from topboard.systems.common.variations import parse_variations
from topboard.systems.fide_burstein import index, rounds
from topboard.systems.fide_burstein.brackets import BracketsByIndex
from topboard.systems.fide_common import (
    acceleration,
    byes,
    colour_preferences,
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
)
from topboard.systems.registry import ChangedReading, System

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from topboard.model import Number, Tables, Tenths, Tournament
    from topboard.reasons.check_list import CheckLine
    from topboard.reasons.decisions import Reason, RoundPairing
    from topboard.reasons.objections import Objections
    from topboard.systems.fide_burstein.rounds import BursteinField
    from topboard.systems.fide_dutch.brackets import PairedBracket

NAME = "fide_burstein_2026"
VARIATIONS = (replace(acceleration.BAKU, article="C.04.7 1.4"),)

SEEDING = "1.6.1"
SEEDING_CITE = text_of_2026.CITE.from_outside("C.04.3")
"""The citations of the Dutch rules that came into force together with these."""

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


def pair(tournament: Tournament) -> RoundPairing:
    """Pair the next round.

    A seeding round follows the Dutch system. A later round is based on the opposition met.
    """
    if is_next_round_seeding(tournament):
        return pair_seeding_round(tournament)
    return pair_ranked(build_ranked_field(tournament))


def pair_seeding_round(tournament: Tournament) -> RoundPairing:
    """Pair a seeding round according to the Dutch system, and state that it is a seeding round."""
    # Seam: callers who ask only for the pairs need no reasons.
    from topboard.reasons.family_decisions import SeedingRound

    decided = text_of_2026.decide(text_of_2026.build_field(tournament), cite=SEEDING_CITE)
    made = explained_round.build_round_pairing(NAME, decided, SEEDING_CITE, lowest_score=True)
    count = rounds.seeding_rounds(tournament.planned_rounds)
    return replace(
        made, reasons=(SeedingRound(SEEDING, tournament.round_to_pair, count), *made.reasons)
    )


def pair_ranked(ranked: BursteinField) -> RoundPairing:
    """Pair a round based on the opposition that the players have met."""
    # Seam: callers who ask only for the pairs need no reasons.
    from topboard.systems.fide_common import explained_pairing

    decided = rounds.decide(ranked, CITE)
    return explained_pairing.build_round_pairing(
        NAME, decided, CITE, pairing_reasons(ranked, decided)
    )


def pairing_reasons(
    ranked: BursteinField, decided: round_pairing.Decided[PairedBracket]
) -> list[Reason]:
    """Return the reasons for the bye and for the pairing of all brackets."""
    from topboard.reasons.grounds import ByeStep
    from topboard.systems.fide_burstein.bracket_reasons import explain_brackets
    from topboard.systems.fide_common.bye_reasons import bye_in_order

    bye: list[Reason] = []
    if decided.given is not None:
        order = ranked.bye_order()
        place = next(at for at in order if ranked.number(at) == decided.given)
        articles = {
            ByeStep.NOBODY_ELSE: "3.1.2",
            ByeStep.LOWEST_SCORE: "3.1.3",
            ByeStep.MOST_GAMES: "3.1.4",
            ByeStep.LOWEST_RANKED: "3.1.5",
        }
        bye = [bye_in_order(ranked, order, place, articles)]
    return [*bye, *explain_brackets(ranked.without_bye(decided.given), decided.made, CITE, RANKING)]


def tables(tournament: Tournament) -> Tables:
    """Return the pairs of the next round without reasons."""
    if is_next_round_seeding(tournament):
        field = text_of_2026.build_field(tournament)
        return round_pairing.build_tables(text_of_2026.decide(field, brief=True, cite=SEEDING_CITE))
    return round_pairing.build_tables(
        rounds.decide(build_ranked_field(tournament), CITE, brief=True)
    )


def is_next_round_seeding(tournament: Tournament) -> bool:
    """Return whether the next round is a seeding round.

    Raise ``BadInput`` if these rules cannot pair the event.
    """
    parse_variations(tournament.variations, VARIATIONS)
    acceleration.refuse_unless_draw_is_half(tournament, players.scale_of(tournament))
    return rounds.is_seeding_round(tournament)


def find_objections(made: RoundPairing, a: Number, b: Number) -> Objections:
    """Return why two players cannot meet in the next round, or what pairing them would cost."""
    # Seam: only why-not questions need it, and hosts start the engine every round.
    from topboard.systems.fide_dutch import why_not

    decided = round_pairing.decided_in(made)
    ranked = decided.field
    if not isinstance(ranked, rounds.BursteinField):
        return text_of_2026.find_objections(made, a, b, SEEDING_CITE)

    def open_brackets(rest: players.FideField, _score: Tenths | None) -> BracketsByIndex:
        return BracketsByIndex(rest, ranked.ranks)

    return why_not.find_objections(decided, CITE, (a, b), open_brackets)


def check_list(tournament: Tournament) -> Sequence[CheckLine]:
    """Return the facts about each player that decide the next round."""
    if is_next_round_seeding(tournament):
        return round_pairing.build_check_list(text_of_2026.build_field(tournament))
    # Seam: the check-list by opposition.
    from topboard.systems.fide_burstein.bracket_reasons import check_list as by_opposition

    return by_opposition(build_ranked_field(tournament))


def build_ranked_field(tournament: Tournament) -> BursteinField:
    """Return all players to be paired after the seeding rounds, with the data these rules use."""
    return rounds.build_ranked_field(tournament, legality.BARS_OF_2026)


ARTICLES: dict[str, Callable[..., object]] = {
    "C.04.1 1": rounds.is_seeding_round,
    "C.04.1 2": legality.have_played,
    "C.04.1 3": legality.needs_bye,
    "C.04.1 4": legality.scored_a_win_unplayed,
    "C.04.1 5": brackets.score_groups,
    "C.04.1 6": colour_preferences.after_two_more,
    "C.04.1 7": colour_preferences.after_two_running,
    "C.04.1 8": colour_preferences.preference_of,
    "C.04.1 9": pairing_reasons,
    "C.04.2 1.1": parse_variations,
    "C.04.2 1.4": pair,
    **HANDLING,
    "1.1": pairing_numbers.order_of_entries,
    "1.2.1": brackets.score_groups,
    "1.2.2": brackets.bracket_of,
    "1.3": legality.needs_bye,
    "1.4": colour_difference,
    "1.5": colour_preferences.preference_of,
    "1.5.1": colour_preferences.absolute_preference,
    "1.5.2": colour_preferences.strong_preference,
    "1.5.3": colour_preferences.mild_preference,
    "1.5.4": colour_preferences.has_same_preference,
    "1.6.1": text_of_2026.decide,
    "1.6.2": rounds.seeding_rounds,
    "1.7": index.indices,
    "1.7.1": index.index_of,
    "1.7.2": index.gained_by_absence,
    "1.8": index.ranks,
    "1.8.1": index.ranks,
    "1.8.2": index.ranks,
    "1.9.1": legality.Completion.graph,
    "1.9.2": rounds.decide,
    "1.9.3": round_pairing.refuse_incomplete,
    "2.1.1 C1": legality.have_played,
    "2.1.2 C2": legality.had_the_bye,
    "2.1.3 C3": legality.same_absolute_preference,
    "2.2.1 C4": legality.Completion.of_rest,
    "2.3.1 C5": criteria.ChargesByScores.down,
    "2.3.2 C6": criteria.ChargesByScores.down,
    "2.3.3 C7": BracketsByIndex.outlook,
    "2.3.4 C8": criteria.colour_faults,
    "3.1.1": byes.receiver_of_bye,
    "3.1.2": byes.receiver_of_bye,
    "3.1.3": byes.bye_order,
    "3.1.4": byes.bye_order,
    "3.1.5": rounds.BursteinField.bye_order,
    "3.2.1.1": BracketsByIndex.pair,
    "3.2.1.2": BracketsByIndex.pair_itself,
    "3.2.1.3": BracketsByIndex.pair_with_all,
    "3.2.2.1": order.first_by_numbers,
    "3.2.2.2": order.weigh_in_order,
    "4.1": BracketsByIndex.rank_members,
    "4.2": order.OpponentsOrder.cost_of_unpaired,
    "4.3": order.OpponentsOrder.pair,
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
    title="FIDE Burstein system, from February 2026",
    source="FIDE Handbook C.04.4.2 in force from 1 February 2026, with C.04.1, C.04.2 and C.04.7",
    plain=worded(
        "Players. The first half of the rounds, four at most, by the Dutch system; then score"
        " groups from the top, ranked by what their opponents have scored, first against last."
    ),
    teams=False,
    pair=pair,
    bare=tables,
    facts=round_pairing.facts,
    usual_tie_breaks=round_pairing.USUAL_TIE_BREAKS,
    articles=ARTICLES,
    scoring="Laws 10.1",
    governance="fide.FROM_2026",
    variations=VARIATIONS,
    changed_readings=(ChangedReading(2, ("1.7.2",), "fide-burstein-index"),),
    check_list=check_list,
    initial_colour=round_pairing.initial_colour,
    virtual_points=acceleration.points_by_the_rule,
    objections=find_objections,
    order_of_entries=pairing_numbers.order_of_entries,
    place_of_late_entry=pairing_numbers.place_of_late_entry,
)
