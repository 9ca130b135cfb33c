"""Canadian pairing rules: team Swiss events controlled by ratings (640 to 647, 671, 672)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.messages import worded
from topboard.model import Team
from topboard.model.history import outcomes, participants
from topboard.systems.cfc import cards, ratings, rounds, scores, variations
from topboard.systems.common import boards, canadian_ratings, colours
from topboard.systems.common.variations import announcement
from topboard.systems.registry import ChangedReading, System
from topboard.tiebreaks import encounter, own

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction

    from topboard.model import Competitor, Number, Tournament
    from topboard.reasons.decisions import RoundPairing
    from topboard.systems.cfc.cards import Reckoning
    from topboard.systems.cfc.variations import Variations
    from topboard.tiebreaks.ranking import Facts

NAME = "cfc_team_swiss"


def pair(tournament: Tournament) -> RoundPairing:
    """Pair the next round."""
    in_force = variations.variations_in_force(tournament, teams=True)
    found = pair_as_individuals(tournament, in_force)
    if tournament.round_to_pair > 1:
        return found
    tolerance = in_force.board_order_tolerance
    warned = boards.board_order_warnings(tournament, tolerance, "643")
    return replace(found, reasons=(*found.reasons, *warned))


def pair_as_individuals(tournament: Tournament, in_force: Variations) -> RoundPairing:
    """Pair the teams according to the rules for individual events."""
    book = cards.build_book(tournament, in_force, _reckoning(tournament, in_force))
    return rounds.pair_round(NAME, book)


def _reckoning(tournament: Tournament, in_force: Variations) -> Reckoning:
    def rating(team: Competitor) -> Fraction | None:
        assert isinstance(team, Team)
        return ratings.team_rating(team, tournament.boards, in_force.unrated_board_points)

    return cards.Reckoning(rating, scores.match_score, "647")


def facts(tournament: Tournament) -> Facts:
    """Return the facts for the standings."""
    in_force = variations.variations_in_force(tournament, teams=True)
    return scores.facts(tournament, in_force, scores.match_score, teams=True)


def suspended_teams(tournament: Tournament) -> dict[Number, int]:
    """Return the teams that need an excuse to be paired, mapped to the round each missed."""
    return scores.suspended_participants(outcomes(tournament), participants(tournament))


def order_of_entries(tournament: Tournament) -> tuple[Number, ...]:
    """Return the teams in the order of their TPNs, which follows their ratings."""
    in_force = variations.variations_in_force(tournament, teams=True)
    return ratings.order_of_entries(tournament, _reckoning(tournament, in_force).rating, in_force)


def entry_ties_without_lot(tournament: Tournament) -> list[list[Number]]:
    """Return the groups of teams that must be ordered by lot before TPNs are assigned.

    Teams already ordered by a recorded lot are left out.
    """
    in_force = variations.variations_in_force(tournament, teams=True)
    return ratings.entry_ties_without_lot(tournament, _reckoning(tournament, in_force).rating)


ARTICLES: dict[str, Callable[..., object]] = {
    "601": variations.variations_in_force,
    "602": announcement,
    "641": pair_as_individuals,
    "642": scores.facts,
    "643": boards.out_of_order,
    "644": ratings.team_rating,
    "644a": ratings.end_board_rating,
    "644b": ratings.middle_board_rating,
    "645": cards.rank,
    "646": colours.board_colours,
    "647": scores.match_score,
    "671": encounter.directors_ruling,
    "672": own.cumulative,
}

SYSTEM = System(
    name=NAME,
    title="Canadian pairing rules, team Swiss",
    source="Chess Federation of Canada, Handbook section 6, Pairing Rules 640 to 647, 671, 672",
    whose=worded("Canada"),
    plain=worded("Teams. The Canadian Swiss for teams."),
    teams=True,
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
    scoring="647",
    changed_readings=(
        ChangedReading(2, ("641",), "cfc-unrated-and-late"),
        ChangedReading(2, ("641",), "cfc-accelerated-pairings"),
        ChangedReading(2, ("641",), "cfc-nearest-group"),
    ),
    governance="cfc.TEAM_SWISS",
    objections=rounds.find_objections,
)
