"""Team round robins under the pairing rules of the Chess Federation of Canada."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.messages import message, worded
from topboard.systems.common import boards, canadian_ratings, colours, withdrawals
from topboard.systems.common.variations import (
    OWN,
    Variation,
    list_variation_announcements,
    parse_rule_variations,
)
from topboard.systems.registry import System
from topboard.systems.round_robin import restricted_draw, rounds, schedule, scoring
from topboard.systems.round_robin.rounds import DOUBLE, PROVINCES_APART, SWAPPED
from topboard.tiebreaks import encounter, opponents
from topboard.tiebreaks.catalog import tie_break_with_article

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from topboard.model import Tournament
    from topboard.reasons.decisions import PairingWarning, RoundPairing

NAME = "cfc_team_round_robin"

TOLERANCE = "643"

VARIATIONS = (
    Variation(
        TOLERANCE,
        message(
            "Team members may be placed out of rating order if their ratings differ by at most"
            " {points}."
        ),
        takes_points=True,
    ),
    Variation(
        "651",
        message("Every team meets every other team twice, once with each colour."),
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
            "Numbers are drawn so that teams from the same province do not meet in the last "
            "three rounds if that can be avoided."
        ),
        called=PROVINCES_APART,
    ),
    OWN,
)

TERMS = rounds.RoundRobinEdition(
    system=NAME,
    teams=True,
    offered=VARIATIONS,
    meets_each="661",
    by_lot="663",
    by_table="652bis",
    byes_not_scored="664",
    half_completed="653.half",
    under_half="653.under_half",
    apart="2025",
    apart_if=PROVINCES_APART,
    home=restricted_draw.home_province,
    left_early=message(
        "{number} withdrew before round 1, so draw the numbers again without this team"
    ),
)

TIE_BREAKS = (
    tie_break_with_article("SB", "673", title=worded("Sonneborn-Berger of match points")),
    tie_break_with_article("DE", "673"),
    tie_break_with_article("TD", "671"),
)


def pair(tournament: Tournament) -> RoundPairing:
    """Pair the next round of a team round robin. White in a pair means White on the odd boards."""
    pairing = rounds.pair_round(tournament, TERMS)
    return replace(pairing, reasons=(*entry_warnings(tournament), *pairing.reasons))


def entry_warnings(tournament: Tournament) -> Iterator[PairingWarning]:
    """Yield warnings before round 1 about teams whose members are not in rating order."""
    if not tournament.rounds:
        tolerance = parse_rule_variations(tournament.variations, VARIATIONS).get(TOLERANCE, 0)
        yield from boards.warn_if_board_order_contradicts_ratings(tournament, tolerance, "662")


ARTICLES: dict[str, Callable[..., object]] = {
    "602": list_variation_announcements,
    "612": canadian_ratings.convert_to_canadian_scale,
    "646": colours.list_colours_by_board,
    "653.under_half": withdrawals.find_annulled_participants,
    "653.half": scoring.forfeit_win_against_withdrawn,
    "660": rounds.pair_round,
    "661": schedule.berger_round_of_event,
    "662": boards.find_team_members_out_of_rating_order,
    "663": rounds.list_participants_drawn_by_lot,
    "663.sections": rounds.list_participants_in_table_order,
    "664": scoring.match_score,
    "671": encounter.directors_ruling,
    "673": opponents.sonneborn_berger,
    "673.between": encounter.points_in_games_between_tied,
    "652bis": schedule.berger_round,
    "2025": restricted_draw.draw_with_fewest_compatriot_games,
}

SYSTEM = System(
    name=NAME,
    title="Canadian pairing rules, team round robin",
    source="Chess Federation of Canada, Handbook section 6, Pairing Rules 660-664 and 671-673",
    whose=worded("Canada"),
    plain=worded(
        "For teams. Every team meets every other team once or twice, "
        "according to the Berger tables."
    ),
    teams=True,
    pair=pair,
    facts=partial(
        scoring.collect_results_for_standings, terms=TERMS, count=scoring.match_score, teams=True
    ),
    tie_breaks=TIE_BREAKS,
    order_of_entries=partial(rounds.list_participants_in_table_order, terms=TERMS),
    rating_order=canadian_ratings.ORDER,
    converted=canadian_ratings.convert_to_canadian_scale,
    articles=ARTICLES,
    scoring="664",
    governance="round_robin.TEAMS",
    objections=partial(rounds.find_objections, TERMS),
    timetable=partial(rounds.build_pairs_of_all_rounds, terms=TERMS),
    variations=VARIATIONS,
)
