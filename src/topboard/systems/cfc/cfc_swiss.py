"""Canadian pairing rules: individual Swiss events controlled by ratings (601 to 633, 671, 672)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.messages import worded
from topboard.model import Player, history
from topboard.model.history import outcomes, participants_to_pair
from topboard.systems.cfc import (
    byes,
    cards,
    colours,
    group_pairing,
    groups,
    interchanges,
    odd_men,
    odd_pair_costs,
    ratings,
    rounds,
    scores,
    variations,
)
from topboard.systems.common import canadian_ratings
from topboard.systems.common.colours import (
    alternating_due_colour,
    equalising_due_colour,
    find_due_colour,
)
from topboard.systems.common.variations import list_variation_announcements
from topboard.systems.registry import ChangedInterpretation, System
from topboard.tiebreaks import encounter, own

if TYPE_CHECKING:
    from collections.abc import Callable

    from topboard.model import Competitor, Number, Tournament
    from topboard.reasons.decisions import RoundPairing
    from topboard.systems.cfc.cards import RatingAndScoring
    from topboard.tiebreaks.ranking import Facts

NAME = "cfc_swiss"


def pair(tournament: Tournament) -> RoundPairing:
    """Pair the next round of an individual Swiss event under the Canadian rules."""
    in_force = variations.parse_variations_in_force(tournament, teams=False)
    return rounds.pair_round(
        NAME, cards.build_card_book(tournament, in_force, _build_rating_and_scoring(tournament))
    )


def _build_rating_and_scoring(tournament: Tournament) -> RatingAndScoring:
    return cards.RatingAndScoring(
        rating=lambda player: rating_for_card_order(player, tournament.unrated_as),
        worth=scores.game_score,
        scoring_article="616",
    )


def rating_for_card_order(player: Competitor, unrated_as: int | None = None) -> int | None:
    """Return the rating that determines the position of a player's card.

    It is the player's rating or, if there is none, the event's rating for unrated players. Return
    None if there is neither.
    """
    assert isinstance(player, Player)
    return player.rating or unrated_as


def collect_results_for_standings(tournament: Tournament) -> Facts:
    """Return the scores and results from which the standings are computed."""
    in_force = variations.parse_variations_in_force(tournament, teams=False)
    return scores.collect_results_for_standings(tournament, in_force, scores.game_score)


def find_players_suspended_after_forfeit(tournament: Tournament) -> dict[Number, int]:
    """Return the players who forfeited their last game, mapped to the round of that game.

    They may be paired again only if the director accepts their excuse.
    """
    return scores.find_participants_suspended_after_forfeit(
        outcomes(tournament), participants_to_pair(tournament)
    )


def list_players_in_tpn_order(tournament: Tournament) -> tuple[Number, ...]:
    """Return the players in the order in which TPNs are assigned, highest rating first."""
    in_force = variations.parse_variations_in_force(tournament, teams=False)
    return ratings.list_participants_in_tpn_order(
        tournament, _build_rating_and_scoring(tournament).rating, in_force
    )


def find_entry_ties_needing_lot(tournament: Tournament) -> list[list[Number]]:
    """Return the groups of equally rated players whose TPNs must be assigned by lot.

    Groups that a recorded drawing of lots has already ordered are left out.
    """
    return ratings.find_entry_ties_needing_lot(
        tournament, _build_rating_and_scoring(tournament).rating
    )


ARTICLES: dict[str, Callable[..., object]] = {
    "601": variations.parse_variations_in_force,
    "602": list_variation_announcements,
    "611": cards.build_card_book,
    "612": canadian_ratings.convert_to_canadian_scale,
    "613": ratings.sort_cards_by_rating,
    "613.1a": ratings.count_rated_at_or_above_average,
    "613.1b": ratings.count_four_fifths_of_rated,
    "614": ratings.find_card_index_of_late_entry,
    "615": byes.give_bye,
    "615a": scores.requested_bye_points,
    "616": scores.game_score,
    "616.no-show": scores.find_participants_suspended_after_forfeit,
    "616.1": scores.bye_points,
    "617": scores.points_for_unfinished_game,
    "617.1": scores.points_by_temporary_adjudication,
    "618a": cards.map_paired_opponents_to_rounds,
    "618b": odd_men.find_odd_pairs,
    "618c": odd_pair_costs.OddPairCosts.cost_of_leaving_and_passing_groups,
    "619": interchanges.pair_group,
    "619.1": group_pairing.grant_requests_not_to_meet,
    "620": cards.card_rank_key,
    "621": groups.score_groups,
    "622a": odd_men.find_odd_pairs,
    "622b": group_pairing.pair_by_transposition,
    "622b.interchange": interchanges.pair_with_interchanges,
    "623": odd_men.find_odd_pairs_of_segment,
    "624": odd_pair_costs.OddPairCosts.position_in_order_of_opponents,
    "624.1": odd_pair_costs.is_due_opposite_colour,
    "624.2": cards.find_rounds_in_odd_pairs,
    "625": odd_pair_costs.OddPairCosts.pair_cost,
    "626": odd_pair_costs.unfinished_game_penalty,
    "627": find_due_colour,
    "628": colours.first_round_colour,
    "629": colours.colour_cost,
    "630": equalising_due_colour,
    "630.higher": colours.equalising_colour_of_higher_ranked_player,
    "631": alternating_due_colour,
    "631.higher": colours.alternating_colour_of_higher_ranked_player,
    "631.third": colours.warn_about_third_games_with_same_colour,
    "631.1": colours.may_transpose_for_alternation,
    "631.2": colours.player_who_drew_white,
    "632": history.colours_played,
    "633": groups.optimal_player_count,
    "633.1": groups.divide_groups_into_quarter_sections,
    "633.2": groups.regroup_for_second_round,
    "671": encounter.directors_ruling,
    "672": own.cumulative_score,
}

SYSTEM = System(
    name=NAME,
    title="Canadian pairing rules, individual Swiss",
    source="Chess Federation of Canada, Handbook section 6, Pairing Rules 601 to 633, 671, 672",
    whose=worded("Canada"),
    plain=worded(
        "For players. The Canadian Swiss system based on ratings. In each scoregroup the top "
        "half meets the bottom half, and players get their due colours if possible."
    ),
    teams=False,
    pair=pair,
    facts=collect_results_for_standings,
    tie_breaks=scores.TIE_BREAKS,
    order_of_entries=list_players_in_tpn_order,
    rating_order=canadian_ratings.ORDER,
    converted=canadian_ratings.convert_to_canadian_scale,
    to_draw=find_entry_ties_needing_lot,
    variations=variations.ALL,
    requests=variations.REQUESTS,
    articles=ARTICLES,
    scoring="616",
    changed_readings=(
        ChangedInterpretation(2, ("619.1",), "cfc-wishes"),
        ChangedInterpretation(2, ("614",), "cfc-unrated-and-late"),
        ChangedInterpretation(2, ("633.2",), "cfc-accelerated-pairings"),
        ChangedInterpretation(2, ("618b", "618c"), "cfc-nearest-group"),
    ),
    governance="cfc.SWISS",
    objections=rounds.find_objections,
)
