"""Canadian pairing rules: team Swiss events controlled by ratings (640 to 647, 671, 672)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.messages import worded
from topboard.model import Team
from topboard.model.history import outcomes, participants_to_pair
from topboard.systems.cfc import cards, ratings, rounds, scores, variations
from topboard.systems.common import boards, canadian_ratings, colours
from topboard.systems.common.variations import list_variation_announcements
from topboard.systems.registry import ChangedInterpretation, System
from topboard.tiebreaks import encounter, own

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction

    from topboard.model import Competitor, Number, Tournament
    from topboard.reasons.decisions import RoundPairing
    from topboard.systems.cfc.cards import RatingAndScoring
    from topboard.systems.cfc.variations import Variations
    from topboard.tiebreaks.ranking import Facts

NAME = "cfc_team_swiss"


def pair(tournament: Tournament) -> RoundPairing:
    """Pair the next round of a team Swiss event under the Canadian rules."""
    in_force = variations.parse_variations_in_force(tournament, teams=True)
    found = pair_teams_as_individuals(tournament, in_force)
    if tournament.round_to_pair > 1:
        return found
    tolerance = in_force.board_order_tolerance
    warned = boards.warn_if_board_order_contradicts_ratings(tournament, tolerance, "643")
    return replace(found, reasons=(*found.reasons, *warned))


def pair_teams_as_individuals(tournament: Tournament, in_force: Variations) -> RoundPairing:
    """Pair the teams under the rules for individual events.

    Each team counts as a player whose rating is the average rating of the team.
    """
    book = cards.build_card_book(
        tournament, in_force, _build_rating_and_scoring(tournament, in_force)
    )
    return rounds.pair_round(NAME, book)


def _build_rating_and_scoring(tournament: Tournament, in_force: Variations) -> RatingAndScoring:
    def average_team_rating(team: Competitor) -> Fraction | None:
        assert isinstance(team, Team)
        return ratings.team_rating(team, tournament.boards, in_force.unrated_board_points)

    return cards.RatingAndScoring(average_team_rating, scores.match_score, "647")


def collect_results_for_standings(tournament: Tournament) -> Facts:
    """Return the scores and results from which the standings are computed."""
    in_force = variations.parse_variations_in_force(tournament, teams=True)
    return scores.collect_results_for_standings(
        tournament, in_force, scores.match_score, teams=True
    )


def find_teams_suspended_after_forfeit(tournament: Tournament) -> dict[Number, int]:
    """Return the teams that forfeited their last match, mapped to the round of that match.

    They may be paired again only if the director accepts their excuse.
    """
    return scores.find_participants_suspended_after_forfeit(
        outcomes(tournament), participants_to_pair(tournament)
    )


def list_teams_in_tpn_order(tournament: Tournament) -> tuple[Number, ...]:
    """Return the teams in the order in which TPNs are assigned, highest average rating first."""
    in_force = variations.parse_variations_in_force(tournament, teams=True)
    return ratings.list_participants_in_tpn_order(
        tournament, _build_rating_and_scoring(tournament, in_force).rating, in_force
    )


def find_entry_ties_needing_lot(tournament: Tournament) -> list[list[Number]]:
    """Return the groups of equally rated teams whose TPNs must be assigned by lot.

    Groups that a recorded drawing of lots has already ordered are left out.
    """
    in_force = variations.parse_variations_in_force(tournament, teams=True)
    return ratings.find_entry_ties_needing_lot(
        tournament, _build_rating_and_scoring(tournament, in_force).rating
    )


ARTICLES: dict[str, Callable[..., object]] = {
    "601": variations.parse_variations_in_force,
    "602": list_variation_announcements,
    "641": pair_teams_as_individuals,
    "642": scores.collect_results_for_standings,
    "643": boards.find_team_members_out_of_rating_order,
    "644": ratings.team_rating,
    "644a": ratings.estimate_rating_of_end_board,
    "644b": ratings.estimate_rating_of_middle_board,
    "645": cards.card_rank_key,
    "646": colours.list_colours_by_board,
    "647": scores.match_score,
    "671": encounter.directors_ruling,
    "672": own.cumulative_score,
}

SYSTEM = System(
    name=NAME,
    title="Canadian pairing rules, team Swiss",
    source="Chess Federation of Canada, Handbook section 6, Pairing Rules 640 to 647, 671, 672",
    whose=worded("Canada"),
    plain=worded("For teams. The Canadian Swiss system for teams, based on average ratings."),
    teams=True,
    pair=pair,
    facts=collect_results_for_standings,
    tie_breaks=scores.TIE_BREAKS,
    order_of_entries=list_teams_in_tpn_order,
    rating_order=canadian_ratings.ORDER,
    converted=canadian_ratings.convert_to_canadian_scale,
    to_draw=find_entry_ties_needing_lot,
    variations=variations.ALL,
    requests=variations.REQUESTS,
    articles=ARTICLES,
    scoring="647",
    changed_readings=(
        ChangedInterpretation(2, ("641",), "cfc-unrated-and-late"),
        ChangedInterpretation(2, ("641",), "cfc-accelerated-pairings"),
        ChangedInterpretation(2, ("641",), "cfc-nearest-group"),
    ),
    governance="cfc.TEAM_SWISS",
    objections=rounds.find_objections,
)
