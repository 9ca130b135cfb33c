"""The Dubov Swiss pairing system, approved by the 1997 General Assembly of FIDE.

Players with the same score form two columns. The White column is sorted by the average rating of
opponents (ARO) and the Black column by rating, so that the AROs become more equal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.messages import message, worded
from topboard.model import Colour
from topboard.model.colour_limits import is_third_colour_in_a_row, keeps_colour_difference_limit
from topboard.model.history import opponents_met, outcomes
from topboard.model.scoring import complete_scoring_scale, points_by_round, score_by_recorded_points
from topboard.reasons.decisions import PairingWarning, RoundHistoryCache, RoundPairing
from topboard.systems.common.meeting import have_met
from topboard.systems.common.ratings import get_all_ratings_or_refuse, rating_or_default
from topboard.systems.common.tables import assign_tables
from topboard.systems.common.variations import Variation, parse_rule_variations
from topboard.systems.dubov_1997 import (
    colours,
    columns,
    first_round,
    floaters,
    groups,
    legality,
    players,
    pool,
    rows,
    transfers,
    why_not,
)
from topboard.systems.registry import System
from topboard.tiebreaks.opponents import OpponentRatingAverage
from topboard.tiebreaks.ranking import Facts, ScoreTable

if TYPE_CHECKING:
    from collections.abc import Callable

    from topboard.model import Number, Tenths, Tournament
    from topboard.model.scoring import Rows
    from topboard.reasons.decisions import Reason
    from topboard.reasons.objections import Objections
    from topboard.tiebreaks.ranking import Scores

NAME = "dubov_1997"
DANUBIAN = Variation(
    "7.2 Danubian",
    message(
        "A player who is moved up to an odd scoregroup meets the lowest-rated player there "
        "who is due the group's dominating colour."
    ),
    called="danubian",
)
VARIATIONS = (DANUBIAN,)


# --- publication of the AROs --------------------------------------------------------------


def list_average_opponent_ratings(tournament: Tournament) -> tuple[OpponentRatingAverage, ...]:
    """Return the ARO of every player after the rounds played.

    Article 9 requires this list to be published, so that anyone can check the next pairing.
    """
    ratings = get_all_ratings_or_refuse(tournament)
    rows_of = outcomes(tournament)
    running = players.compute_points_before_rounds(tournament, rows_of)
    lines = []
    for number, rating in ratings.items():
        met = tuple((played, o, ratings[o]) for played, o in opponents_met(rows_of[number]))
        aro = players.average_opponent_rating(r for _, _, r in met)
        lines.append(OpponentRatingAverage(number, rating, running[number][-1], aro, met))
    return tuple(sorted(lines, key=lambda line: (-line.points, -line.rating, line.number)))


# --- pairing of a round -------------------------------------------------------------------


def pair(tournament: Tournament) -> RoundPairing:
    """Pair the next round of a tournament and return the pairing with its reasons.

    The bye is allocated first. In round 1 the upper half of the list meets the lower half. In later
    rounds the scoregroups are paired from the top down.
    """
    in_use = parse_rule_variations(tournament.variations, VARIATIONS)
    everybody = pool.build_pool(tournament)
    first = tournament.round_to_pair == 1
    listed = first_round.list_players_in_first_round_order(everybody)
    opening = legality.allocate_bye_and_lift_colour_limits(
        everybody,
        listed[::-1] if first else legality.bye_order(everybody),
        by_list=first,
    )
    so_far = groups.RoundInProgress(opening.rest, danubian=DANUBIAN.name in in_use)
    so_far.reasons.extend(reason for reason in (opening.lifted, opening.bye) if reason is not None)
    if first:
        so_far.reasons.extend(_missing_lot_warning(tournament))
        first_round.pair_first_round(so_far, listed, tournament.lot or Colour.WHITE)
    else:
        groups.pair_score_groups(so_far)
    return _build_round_pairing(
        tournament, so_far, None if opening.bye is None else opening.bye.number
    )


def _missing_lot_warning(tournament: Tournament) -> tuple[PairingWarning, ...]:
    if tournament.lot is not None:
        return ()
    return (
        PairingWarning(
            "5", worded("no drawing of lots is recorded, so the first player on the list has White")
        ),
    )


def _build_round_pairing(
    tournament: Tournament, so_far: groups.RoundInProgress, bye: Number | None
) -> RoundPairing:
    pairs, fixed = assign_tables(tournament, so_far.coloured, _table_sort_key(so_far.pool), "9")
    reasons: tuple[Reason, ...] = (*so_far.reasons, *so_far.coloured, *fixed)
    everybody = so_far.pool
    floating = sorted(so_far.floaters, key=lambda f: (-f.from_points, f.number))
    return RoundPairing(
        system=NAME,
        round=tournament.round_to_pair,
        pairs=pairs,
        bye=bye,
        floaters=tuple(floating),
        reasons=reasons,
        decided=everybody,
        made_from=RoundHistoryCache(tournament, everybody.rows, everybody.colours, everybody.met),
    )


def _table_sort_key(everybody: pool.Pool) -> Callable[[Number, Number], tuple[int, ...]]:
    """Return a sort key function for pairs: higher score, sum of scores, higher rating, lower
    TPN.
    """
    of = {player.number: player for player in everybody.players}

    def pair_sort_key(a: Number, b: Number) -> tuple[int, ...]:
        one, other = of[a], of[b]
        return (
            -max(one.points, other.points),
            -one.points - other.points,
            -max(one.rating, other.rating),
            min(a, b),
        )

    return pair_sort_key


def find_objections(made: RoundPairing, a: Number, b: Number) -> Objections:
    """Return the reasons why two players may not be paired at all in this round."""
    return why_not.find_objections(made, a, b)


def collect_results_for_standings(tournament: Tournament) -> Facts:
    """Return the points of each round, from which the standings are computed.

    The rules prescribe no tie-breaks, so players with equal points share a place.
    """
    rows_of = outcomes(tournament)
    points = {
        n: run[-1] for n, run in players.compute_points_before_rounds(tournament, rows_of).items()
    }
    return Facts(
        tournament,
        rows_of,
        points,
        scores=lambda: _build_score_table_of_players(tournament, rows_of, points),
    )


def _build_score_table_of_players(
    tournament: Tournament, rows_of: Rows, points: dict[Number, Tenths]
) -> Scores:
    scale = complete_scoring_scale(tournament.game_scale, players.BYE_AS_WIN)
    rounds = points_by_round(
        tournament, rows_of, lambda outcome: score_by_recorded_points(outcome, scale)
    )
    return {"of_player": ScoreTable(scale, rounds, points)}


ARTICLES: dict[str, Callable[..., object]] = {
    "1.1": rating_or_default,
    "1.2": players.average_opponent_rating,
    "1.3": players.due_colour,
    "1.4": players.due_colour,
    "2.1": have_met,
    "2.2": legality.bye_obstacle_from_score_without_play,
    "2.3": keeps_colour_difference_limit,
    "2.4": is_third_colour_in_a_row,
    "2.5": players.may_be_moved_up,
    "2.6": columns.may_change_column,
    "3": colours.assign_pair_colours,
    "4": legality.bye_order,
    "5": first_round.pair_first_round,
    "6.1": columns.are_columns_equal_and_pairable,
    "6.2": columns.arrange_columns,
    "6.3": rows.pair_rows,
    "6.4": floaters.list_players_in_downfloat_order,
    "7.1": transfers.choose_move_up_for_island,
    "7.2": transfers.choose_move_up_for_odd_group,
    "7.2 Danubian": transfers.choose_opponent_of_player_moved_up,
    "7.3": columns.sort_whites_for_transfer,
    "7.4": columns.sort_blacks_for_transfer,
    "8.1": floaters.alternate_floaters_by_due_colour,
    "8.2": floaters.order_floater_opponents,
    "9": list_average_opponent_ratings,
}

SYSTEM = System(
    name=NAME,
    title="Dubov system, 1997",
    source="FIDE C.04.3, General Assembly 1997, as printed in the Vega manual of 2016",
    plain=worded(
        "For players. The average ratings of opponents (AROs) are equalised within each "
        "scoregroup. These are the rules of 1997, for events in which all ratings are "
        "comparable."
    ),
    in_force=("1997", "2018"),
    teams=False,
    pair=pair,
    facts=collect_results_for_standings,
    articles=ARTICLES,
    governance="dubov.OF_1997",
    variations=VARIATIONS,
    objections=find_objections,
    averages=list_average_opponent_ratings,
)
