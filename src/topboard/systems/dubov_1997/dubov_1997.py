"""The Dubov Swiss pairing system as approved by the 1997 General Assembly of FIDE.

Players with the same score form two columns. The White column is ordered by the average rating of
the opponents so far, and the Black column by rating. This brings the averages closer from round to
round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.messages import message, worded
from topboard.model import Colour
from topboard.model.colour_limits import is_third_in_a_row, keeps_difference
from topboard.model.history import opponents_met, outcomes
from topboard.model.scoring import by_points, in_force, points_by_round
from topboard.reasons.decisions import RoundPairing, Warned
from topboard.systems.common.meeting import have_met
from topboard.systems.common.ratings import rating_of, ratings_of
from topboard.systems.common.tables import publish
from topboard.systems.common.variations import Variation, parse_variations
from topboard.systems.dubov_1997 import (
    colours,
    columns,
    entrants,
    first_round,
    floaters,
    groups,
    legality,
    pool,
    rows,
    transfers,
)
from topboard.systems.registry import System
from topboard.tiebreaks.opponents import AverageOfOpponents
from topboard.tiebreaks.ranking import Facts, Scored

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
        "Whoever is moved up to an odd group meets the lowest rated of those due the colour that"
        " dominates in it."
    ),
    called="danubian",
)
VARIATIONS = (DANUBIAN,)


# --- 9: the AROs are published ------------------------------------------------------------


def aro_list(tournament: Tournament) -> tuple[AverageOfOpponents, ...]:
    """Return the AROs of all players after the rounds so far (9).

    With this list anyone can pair the next round.
    """
    ratings = ratings_of(tournament)
    rows_of = outcomes(tournament)
    running = entrants.running_points(tournament, rows_of)
    lines = []
    for number, rating in ratings.items():
        met = tuple((played, o, ratings[o]) for played, o in opponents_met(rows_of[number]))
        aro = entrants.average_of_opponents(r for _, _, r in met)
        lines.append(AverageOfOpponents(number, rating, running[number][-1], aro, met))
    return tuple(sorted(lines, key=lambda line: (-line.points, -line.rating, line.number)))


# --- a round ------------------------------------------------------------------------------


def pair(tournament: Tournament) -> RoundPairing:
    """Pair the next round.

    The bye is given first. Round 1 pairs the halves of the list, and later rounds pair the
    scoregroups from the top down.
    """
    in_use = parse_variations(tournament.variations, VARIATIONS)
    players = pool.build_pool(tournament)
    first = tournament.round_to_pair == 1
    listed = first_round.list_of_players(players)
    opening = legality.open_round(
        players,
        listed[::-1] if first else legality.bye_order(players),
        by_list=first,
    )
    so_far = groups.PairedSoFar(opening.rest, danubian=DANUBIAN.name in in_use)
    so_far.reasons.extend(reason for reason in (opening.lifted, opening.bye) if reason is not None)
    if first:
        so_far.reasons.extend(_lot_not_drawn(tournament))
        first_round.pair_first_round(so_far, listed, tournament.lot or Colour.WHITE)
    else:
        groups.pair_groups(so_far)
    return _build_round_pairing(
        tournament, so_far, None if opening.bye is None else opening.bye.number
    )


def _lot_not_drawn(tournament: Tournament) -> tuple[Warned, ...]:
    if tournament.lot is not None:
        return ()
    return (Warned("5", worded("no lot is recorded: the first player of the list is given White")),)


def _build_round_pairing(
    tournament: Tournament, so_far: groups.PairedSoFar, bye: Number | None
) -> RoundPairing:
    pairs, fixed = publish(tournament, so_far.coloured, _order_of_tables(so_far.pool), "9")
    reasons: tuple[Reason, ...] = (*so_far.reasons, *so_far.coloured, *fixed)
    floating = sorted(so_far.floaters, key=lambda f: (-f.from_points, f.number))
    return RoundPairing(
        system=NAME,
        round=tournament.round_to_pair,
        pairs=pairs,
        bye=bye,
        floaters=tuple(floating),
        reasons=reasons,
        decided=so_far.pool,
        made_from=so_far.pool.read,
    )


def _order_of_tables(players: pool.Pool) -> Callable[[Number, Number], tuple[int, ...]]:
    """Return a sort key for pairs: higher score, sum of scores, higher R, and lower number."""
    of = {entrant.number: entrant for entrant in players.entrants}

    def key(a: Number, b: Number) -> tuple[int, ...]:
        one, other = of[a], of[b]
        return (
            -max(one.points, other.points),
            -one.points - other.points,
            -max(one.rating, other.rating),
            min(a, b),
        )

    return key


def find_objections(made: RoundPairing, a: Number, b: Number) -> Objections:
    """Return the reasons why two players cannot meet in the next round."""
    # Seam: only why-not questions need it, and hosts start the engine every round.
    from topboard.systems.dubov_1997 import why_not

    return why_not.find_objections(made, a, b)


def facts(tournament: Tournament) -> Facts:
    """Return the facts for the standings, which are only the points.

    The rules name no tie-break, so players with equal points share a place.
    """
    rows_of = outcomes(tournament)
    points = {n: run[-1] for n, run in entrants.running_points(tournament, rows_of).items()}
    return Facts(tournament, rows_of, points, scores=lambda: _scores(tournament, rows_of, points))


def _scores(tournament: Tournament, rows_of: Rows, points: dict[Number, Tenths]) -> Scores:
    scale = in_force(tournament.game_scale, entrants.BYE_AS_WIN)
    rounds = points_by_round(tournament, rows_of, lambda outcome: by_points(outcome, scale))
    return {"of_player": Scored(scale, rounds, points)}


ARTICLES: dict[str, Callable[..., object]] = {
    "1.1": rating_of,
    "1.2": entrants.average_of_opponents,
    "1.3": entrants.due_colour,
    "1.4": entrants.due_colour,
    "2.1": have_met,
    "2.2": legality.scored_without_playing,
    "2.3": keeps_difference,
    "2.4": is_third_in_a_row,
    "2.5": entrants.may_rise,
    "2.6": columns.may_change_column,
    "3": colours.colours_of_pair,
    "4": legality.bye_order,
    "5": first_round.pair_first_round,
    "6.1": columns.is_standard,
    "6.2": columns.arrange_columns,
    "6.3": rows.pair_rows,
    "6.4": floaters.leaving_order,
    "7.1": transfers.raise_for_island,
    "7.2": transfers.raise_for_odd_group,
    "7.2 Danubian": transfers.opponent_of_raised,
    "7.3": columns.whites_to_move,
    "7.4": columns.blacks_to_move,
    "8.1": floaters.in_turn,
    "8.2": floaters.opponents_in_order,
    "9": aro_list,
}

SYSTEM = System(
    name=NAME,
    title="Dubov system, 1997",
    source="FIDE C.04.3, General Assembly 1997, as printed in the Vega manual of 2016",
    plain=worded(
        "Players. Equalises the average rating of opponents inside each score group; the text of"
        " 1997. For fields with comparable ratings."
    ),
    in_force=("1997", "2018"),
    teams=False,
    pair=pair,
    facts=facts,
    articles=ARTICLES,
    governance="dubov.OF_1997",
    variations=VARIATIONS,
    objections=find_objections,
    averages=aro_list,
)
