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
from topboard.systems.common.variations import variation_announcements
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
    in_force = variations.variations_in_force(tournament, teams=False)
    return rounds.pair_round(
        NAME, cards.build_card_book(tournament, in_force, _rating_and_scoring(tournament))
    )


def _rating_and_scoring(tournament: Tournament) -> RatingAndScoring:
    return cards.RatingAndScoring(
        rating=lambda player: rating_on_card(player, tournament.unrated_as),
        worth=scores.game_score,
        scoring_article="616",
    )


def rating_on_card(player: Competitor, unrated_as: int | None = None) -> int | None:
    """Return the rating that determines the position of a player's card.

    It is the player's rating or, if there is none, the event's rating for unrated players. Return
    None if there is neither.
    """
    assert isinstance(player, Player)
    return player.rating or unrated_as


def standings_facts(tournament: Tournament) -> Facts:
    """Return the scores and results from which the standings are computed."""
    in_force = variations.variations_in_force(tournament, teams=False)
    return scores.standings_facts(tournament, in_force, scores.game_score)


def suspended_players(tournament: Tournament) -> dict[Number, int]:
    """Return the players who forfeited their last game, mapped to the round of that game.

    They may be paired again only if the director accepts their excuse.
    """
    return scores.suspended_participants(outcomes(tournament), participants_to_pair(tournament))


def order_of_entries(tournament: Tournament) -> tuple[Number, ...]:
    """Return the players in the order in which TPNs are assigned, highest rating first."""
    in_force = variations.variations_in_force(tournament, teams=False)
    return ratings.order_of_entries(tournament, _rating_and_scoring(tournament).rating, in_force)


def entry_ties_needing_lot(tournament: Tournament) -> list[list[Number]]:
    """Return the groups of players with equal ratings that need a drawing of lots to get TPNs.

    Groups that a recorded drawing has already ordered are left out.
    """
    return ratings.entry_ties_needing_lot(tournament, _rating_and_scoring(tournament).rating)


ARTICLES: dict[str, Callable[..., object]] = {
    "601": variations.variations_in_force,
    "602": variation_announcements,
    "611": cards.build_card_book,
    "612": canadian_ratings.to_canadian_scale,
    "613": ratings.sort_cards_by_rating,
    "613.1a": ratings.count_at_or_above_average,
    "613.1b": ratings.count_above_bottom_fifth,
    "614": ratings.card_index_of_late_entry,
    "615": byes.give_bye,
    "615a": scores.requested_bye_points,
    "616": scores.game_score,
    "616.no-show": scores.suspended_participants,
    "616.1": scores.bye_points,
    "617": scores.provisional_points,
    "617.1": scores.adjudicated_points,
    "618a": cards.rounds_by_paired_opponent,
    "618b": odd_men.find_odd_pairs,
    "618c": odd_pair_costs.OddPairCosts.distance_cost,
    "619": interchanges.pair_group,
    "619.1": group_pairing.grant_requests_not_to_meet,
    "620": cards.card_rank_key,
    "621": groups.score_groups,
    "622a": odd_men.find_odd_pairs,
    "622b": group_pairing.pair_by_transposition,
    "622b.interchange": interchanges.pair_with_interchanges,
    "623": odd_men.solve_segment,
    "624": odd_pair_costs.OddPairCosts.opponent_order_index,
    "624.1": odd_pair_costs.is_due_opposite_colour,
    "624.2": cards.find_earlier_odd_pairs,
    "625": odd_pair_costs.OddPairCosts.pair_cost,
    "626": odd_pair_costs.unfinished_game_penalty,
    "627": find_due_colour,
    "628": colours.first_round_colour,
    "629": colours.colour_cost,
    "630": equalising_due_colour,
    "630.higher": colours.higher_ranked_equalising_colour,
    "631": alternating_due_colour,
    "631.higher": colours.higher_ranked_alternating_colour,
    "631.third": colours.third_colour_warnings,
    "631.1": colours.may_transpose_for_alternation,
    "631.2": colours.player_who_drew_white,
    "632": history.colours_played,
    "633": groups.optimal_player_count,
    "633.1": groups.divide_by_quarters,
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
    facts=standings_facts,
    tie_breaks=scores.TIE_BREAKS,
    order_of_entries=order_of_entries,
    rating_order=canadian_ratings.ORDER,
    converted=canadian_ratings.to_canadian_scale,
    to_draw=entry_ties_needing_lot,
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
