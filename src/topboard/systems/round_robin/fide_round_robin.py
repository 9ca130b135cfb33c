"""Individual round robins under FIDE's General Regulations for Competitions, with Berger tables."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from topboard.messages import message, worded
from topboard.systems.common import withdrawals
from topboard.systems.common.variations import Variation, list_variation_announcements
from topboard.systems.registry import SectionPurpose, System
from topboard.systems.round_robin import restricted_draw, rounds, schedule, scoring
from topboard.systems.round_robin.rounds import DOUBLE, FEDERATIONS_APART, NOT_SWAPPED

if TYPE_CHECKING:
    from collections.abc import Callable


NAME = "fide_round_robin"

FEWEST = 3
"""The minimum number of players, which is that of FIDE's smallest table."""

USUAL_TIE_BREAKS = ("DE", "SB", "WIN", "KS")
"""The tie-breaks used if the event has announced none.

Buchholz is not among them, because it does not distinguish players in a round robin.
"""

VARIATIONS = (
    Variation(
        "Annex 1.double",
        message(
            "Every player meets every other player twice, once with each colour. The last two "
            "rounds of the first cycle are swapped, so that no one has the same colour three "
            "times in a row."
        ),
        called=DOUBLE,
    ),
    Variation(
        "Annex 1.double",
        message("The rounds of both cycles follow the order of the table."),
        called=NOT_SWAPPED,
        needs=DOUBLE,
    ),
    Variation(
        "5.2",
        message(
            "Numbers are drawn so that players from the same federation do not meet in the last "
            "three rounds if that can be avoided."
        ),
        called=FEDERATIONS_APART,
    ),
)

TERMS = rounds.RoundRobinEdition(
    system=NAME,
    offered=VARIATIONS,
    meets_each="5.1",
    by_lot="6.lots",
    by_table="Annex 1",
    byes_not_scored="Annex 1.odd",
    half_completed="6.6.half",
    under_half="6.6.under_half",
    apart="5.3",
    apart_if=FEDERATIONS_APART,
    home=restricted_draw.home_federation,
    left_early=message(
        "{number} withdrew before round 1; the announced pairings remain valid unless the "
        "Chief Arbiter has the numbers drawn again without this player"
    ),
    fewest=FEWEST,
    swap_recommended=True,
    scale_fixed=False,
)

ARTICLES: dict[str, Callable[..., object]] = {
    "5.1": schedule.berger_round_of_event,
    "5.2": list_variation_announcements,
    "5.3": restricted_draw.draw_with_fewest_compatriot_games,
    "6.lots": rounds.list_participants_drawn_by_lot,
    "6.late": rounds.generate_warnings_about_round,
    "6.6.under_half": withdrawals.find_annulled_participants,
    "6.6.half": scoring.forfeit_win_against_withdrawn,
    "Annex 1": schedule.berger_round,
    "Annex 1.odd": schedule.berger_table_size,
    "Annex 1.double": rounds.are_last_rounds_of_cycle_swapped,
    "Annex 2.5": restricted_draw.list_pairs_of_last_rounds,
    "Laws 10.1": scoring.round_robin_scoring_scale,
}

SYSTEM = System(
    name=NAME,
    title="FIDE round robin",
    source="FIDE Handbook C.05, General Regulations for Competitions, with Annexes 1 (Berger's"
    " tables) and 2 (Varma's tables)",
    occasions=(SectionPurpose(worded("Club round robin"), "Club"),),
    plain=worded(
        "For players. Every player meets every other player once or twice, according to the "
        "Berger tables. Numbers are drawn by lot."
    ),
    teams=False,
    pair=partial(rounds.pair_round, terms=TERMS),
    facts=partial(scoring.collect_results_for_standings, terms=TERMS, count=scoring.game_score),
    usual_tie_breaks=USUAL_TIE_BREAKS,
    order_of_entries=partial(rounds.list_participants_in_table_order, terms=TERMS),
    articles=ARTICLES,
    scoring="Laws 10.1",
    governance="round_robin.FIDE",
    objections=partial(rounds.find_objections, TERMS),
    timetable=partial(rounds.build_pairs_of_all_rounds, terms=TERMS),
    variations=VARIATIONS,
)
