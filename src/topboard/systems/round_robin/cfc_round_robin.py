"""Individual round robins under the pairing rules of the Chess Federation of Canada."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from topboard.messages import message, worded
from topboard.systems.common import canadian_ratings, withdrawals
from topboard.systems.common.variations import OWN, Variation, list_variation_announcements
from topboard.systems.registry import System
from topboard.systems.round_robin import restricted_draw, rounds, schedule, scoring
from topboard.systems.round_robin.rounds import DOUBLE, PROVINCES_APART, SWAPPED
from topboard.tiebreaks import encounter, opponents
from topboard.tiebreaks.catalog import tie_break_with_article

if TYPE_CHECKING:
    from collections.abc import Callable


NAME = "cfc_round_robin"

VARIATIONS = (
    Variation(
        "651",
        message("Every player meets every other player twice, once with each colour."),
        called=DOUBLE,
    ),
    Variation(
        "651",
        message("The last two rounds of the first cycle are swapped, to balance colours."),
        called=SWAPPED,
        needs=DOUBLE,
    ),
    Variation(
        "2025",
        message(
            "Numbers are drawn so that players from the same province do not meet in the last "
            "three rounds if that can be avoided."
        ),
        called=PROVINCES_APART,
    ),
    OWN,
)

TERMS = rounds.RoundRobinEdition(
    system=NAME,
    offered=VARIATIONS,
    meets_each="651",
    by_lot="652",
    by_table="652bis",
    byes_not_scored="653",
    half_completed="653.half",
    under_half="653.under_half",
    apart="2025",
    apart_if=PROVINCES_APART,
    home=restricted_draw.home_province,
    left_early=message(
        "{number} withdrew before round 1, so draw the numbers again without this player"
    ),
)

TIE_BREAKS = (
    tie_break_with_article("SB", "673"),
    tie_break_with_article("DE", "673"),
    tie_break_with_article("TD", "671"),
)

ARTICLES: dict[str, Callable[..., object]] = {
    "602": list_variation_announcements,
    "612": canadian_ratings.convert_to_canadian_scale,
    "650": rounds.pair_round,
    "651": schedule.berger_round_of_event,
    "652": rounds.list_participants_drawn_by_lot,
    "652.sections": rounds.list_participants_in_table_order,
    "653": scoring.game_score,
    "653.under_half": withdrawals.find_annulled_participants,
    "653.half": scoring.forfeit_win_against_withdrawn,
    "671": encounter.directors_ruling,
    "673": opponents.sonneborn_berger,
    "673.between": encounter.points_in_games_between_tied,
    "652bis": schedule.berger_round,
    "2025": restricted_draw.draw_with_fewest_compatriot_games,
}

SYSTEM = System(
    name=NAME,
    title="Canadian pairing rules, individual round robin",
    source="Chess Federation of Canada, Handbook section 6, Pairing Rules 650-653 and 671-673",
    whose=worded("Canada"),
    plain=worded(
        "For players. Every player meets every other player once or twice, according to the "
        "Berger tables. Numbers are drawn by lot."
    ),
    teams=False,
    pair=partial(rounds.pair_round, terms=TERMS),
    facts=partial(scoring.collect_results_for_standings, terms=TERMS, count=scoring.game_score),
    tie_breaks=TIE_BREAKS,
    order_of_entries=partial(rounds.list_participants_in_table_order, terms=TERMS),
    rating_order=canadian_ratings.ORDER,
    converted=canadian_ratings.convert_to_canadian_scale,
    articles=ARTICLES,
    scoring="653",
    governance="round_robin.PLAYERS",
    objections=partial(rounds.find_objections, TERMS),
    timetable=partial(rounds.build_pairs_of_all_rounds, terms=TERMS),
    variations=VARIATIONS,
)
