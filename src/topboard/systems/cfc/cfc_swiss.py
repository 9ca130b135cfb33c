"""Canadian pairing rules: individual Swiss events controlled by ratings (601 to 633, 671, 672)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.messages import worded
from topboard.model import Player, history
from topboard.model.history import outcomes, participants
from topboard.systems.cfc import (
    byes,
    cards,
    colours,
    group_pairing,
    groups,
    interchanges,
    odd_men,
    ratings,
    rounds,
    scores,
    variations,
)
from topboard.systems.common import canadian_ratings
from topboard.systems.common.colours import alternating_due, due, equalising_due
from topboard.systems.common.variations import announcement
from topboard.systems.registry import ChangedReading, System
from topboard.tiebreaks import encounter, own

if TYPE_CHECKING:
    from collections.abc import Callable

    from topboard.model import Competitor, Number, Tournament
    from topboard.reasons.decisions import RoundPairing
    from topboard.systems.cfc.cards import Reckoning
    from topboard.tiebreaks.ranking import Facts

NAME = "cfc_swiss"


def pair(tournament: Tournament) -> RoundPairing:
    """Pair the next round."""
    in_force = variations.variations_in_force(tournament, teams=False)
    return rounds.pair_round(NAME, cards.build_book(tournament, in_force, _reckoning(tournament)))


def _reckoning(tournament: Tournament) -> Reckoning:
    return cards.Reckoning(
        rating=lambda player: rating_on_card(player, tournament.unrated_as),
        worth=scores.game_score,
        scoring_article="616",
    )


def rating_on_card(player: Competitor, unrated_as: int | None = None) -> int | None:
    """Return the rating by which a player's card is sorted.

    Return None if the player has no rating and there is no estimate.
    """
    assert isinstance(player, Player)
    return player.rating or unrated_as


def facts(tournament: Tournament) -> Facts:
    """Return the facts for the standings."""
    in_force = variations.variations_in_force(tournament, teams=False)
    return scores.facts(tournament, in_force, scores.game_score)


def suspended_players(tournament: Tournament) -> dict[Number, int]:
    """Return the players who need an excuse to be paired, mapped to the round each missed."""
    return scores.suspended_participants(outcomes(tournament), participants(tournament))


def order_of_entries(tournament: Tournament) -> tuple[Number, ...]:
    """Return the players in the order of their TPNs, which follows their ratings."""
    in_force = variations.variations_in_force(tournament, teams=False)
    return ratings.order_of_entries(tournament, _reckoning(tournament).rating, in_force)


def entry_ties_without_lot(tournament: Tournament) -> list[list[Number]]:
    """Return the groups of players that must be ordered by lot before TPNs are assigned.

    Players already ordered by a recorded lot are left out.
    """
    return ratings.entry_ties_without_lot(tournament, _reckoning(tournament).rating)


ARTICLES: dict[str, Callable[..., object]] = {
    "601": variations.variations_in_force,
    "602": announcement,
    "611": cards.build_book,
    "612": canadian_ratings.to_canadian_scale,
    "613": ratings.order_of_cards,
    "613.1a": ratings.just_below_average,
    "613.1b": ratings.one_fifth_up,
    "614": ratings.place_of_late_entrant,
    "615": byes.give_bye,
    "615a": scores.requested_bye_points,
    "616": scores.game_score,
    "616.no-show": scores.suspended_participants,
    "616.1": scores.bye_points,
    "617": scores.provisional_points,
    "617.1": scores.adjudicated_points,
    "618a": cards.rounds_by_paired_opponent,
    "618b": odd_men.odd_pairs,
    "618c": odd_men.OddPairCosts.distance,
    "619": group_pairing.pair_group,
    "619.1": group_pairing.grant_wishes,
    "620": cards.rank,
    "621": groups.score_groups,
    "622a": odd_men.odd_pairs,
    "622b": group_pairing.pair_by_transposition,
    "622b.interchange": interchanges.pair_by_weight,
    "623": odd_men.solve,
    "624": odd_men.OddPairCosts.place_of_opponent,
    "624.1": odd_men.is_due_opposite,
    "624.2": cards.odd_pairs_before,
    "625": odd_men.OddPairCosts.of,
    "626": odd_men.has_unfinished_game,
    "627": due,
    "628": colours.first_round_colour,
    "629": colours.colour_cost,
    "630": equalising_due,
    "630.higher": colours.equalising_priority,
    "631": alternating_due,
    "631.higher": colours.alternating_priority,
    "631.third": colours.third_colour_warnings,
    "631.1": colours.alternation_moves_pairs,
    "631.2": colours.white_by_lot,
    "632": history.colours,
    "633": groups.optimum,
    "633.1": groups.by_quarters,
    "633.2": groups.regroup_by_result,
    "671": encounter.directors_ruling,
    "672": own.cumulative,
}

SYSTEM = System(
    name=NAME,
    title="Canadian pairing rules, individual Swiss",
    source="Chess Federation of Canada, Handbook section 6, Pairing Rules 601 to 633, 671, 672",
    whose=worded("Canada"),
    plain=worded(
        "Players. The Canadian Swiss controlled by ratings: score groups, upper half against"
        " lower half, colours by what is due."
    ),
    teams=False,
    pair=pair,
    facts=facts,
    tie_breaks=scores.TIE_BREAKS,
    order_of_entries=order_of_entries,
    rating_order=canadian_ratings.ORDER,
    converted=canadian_ratings.to_canadian_scale,
    to_draw=entry_ties_without_lot,
    variations=variations.ALL,
    requests=variations.REQUESTS,
    articles=ARTICLES,
    scoring="616",
    changed_readings=(
        ChangedReading(2, ("619.1",), "cfc-wishes"),
        ChangedReading(2, ("614",), "cfc-unrated-and-late"),
        ChangedReading(2, ("633.2",), "cfc-accelerated-pairings"),
        ChangedReading(2, ("618b", "618c"), "cfc-nearest-group"),
    ),
    governance="cfc.SWISS",
    objections=rounds.find_objections,
)
