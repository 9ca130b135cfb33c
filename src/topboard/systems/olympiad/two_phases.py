"""The two phases of the 2008 Olympiad rules.

Rounds 1 to 3 are paired by halves, with imaginary points in rounds 1 and 2. Later rounds are paired
first against last.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.model import POINT, NotYetEntered, Team
from topboard.systems.olympiad import fold, ranking
from topboard.systems.olympiad.initial import average_rating_of_best_four
from topboard.systems.olympiad.rounds import PairingMethod

if TYPE_CHECKING:
    from collections.abc import Mapping

    from topboard.model import Number, Tenths, Tournament
    from topboard.systems.common.field import Field
    from topboard.tiebreaks.standings import Standings

ACCELERATED_ROUNDS = 2
ROUNDS_IN_HALVES = 3
IMAGINARY_POINTS: Tenths = 2 * POINT


def round_half_of_teams_to_even(teams: int) -> int:
    """Return half the number of teams, rounded to the nearest even number.

    An odd half is rounded up.
    """
    return (teams + 2) // 4 * 2


def list_teams_in_top_half(tournament: Tournament, unrated_as: int) -> frozenset[Number]:
    """Return the numbers of the top-half teams, which get imaginary points.

    A recorded set of accelerated teams takes precedence. A late team belongs to the top half if its
    TPN is low enough. A team that is not in the initial list belongs to it if its rating is high
    enough.
    """
    if tournament.accelerated is not None:
        return tournament.accelerated
    first = list_teams_in_initial_list(tournament)
    half = first[: round_half_of_teams_to_even(len(first))]
    if not half:
        return frozenset()
    unrated_as = tournament.unrated_as or unrated_as
    average = {
        c.number: average_rating_of_best_four(c, unrated_as)
        for c in tournament.competitors
        if isinstance(c, Team)
    }
    return frozenset(
        n for n in average if n <= half[-1] or (n not in first and average[n] > average[half[-1]])
    )


def list_teams_in_initial_list(tournament: Tournament) -> tuple[Number, ...]:
    """Return the TPNs of the teams in the initial list for round 1, in ascending order.

    Teams that were expected in round 1 but had not arrived are included.
    """
    first = tournament.rounds[0] if tournament.rounds else tournament.published
    if first is None:
        return tuple(sorted(c.number for c in tournament.competitors))
    awaited = {n for n, how in first.away if isinstance(how, NotYetEntered)}
    numbers = (c.number for c in tournament.competitors if c.joined <= 1 or c.number in awaited)
    return tuple(sorted(numbers))


def build_field_with_imaginary_points(tournament: Tournament, unrated_as: int) -> Field:
    """Return the teams to be paired, with imaginary points for the top half in rounds 1 and 2."""
    field = ranking.build_field(tournament)
    if field.round > ACCELERATED_ROUNDS:
        return field
    lifted = list_teams_in_top_half(tournament, unrated_as)
    imaginary = dict.fromkeys(lifted, IMAGINARY_POINTS)
    points = {n: score + imaginary.get(n, 0) for n, score in field.points.items()}
    return replace(field, points=points, imaginary=imaginary)


def rank_all_teams_by_tiebreaks(standings: Standings) -> dict[Number, int]:
    """Return the rank of every team by its tie-breaks, regardless of its points.

    Ranks start at 0.
    """
    ordered = sorted(
        standings.lines, key=lambda line: (*(-v.value for v in line.values), line.number)
    )
    return {line.number: place for place, line in enumerate(ordered)}


def rank_by_points_and_tiebreaks(
    field: Field, standings: Standings
) -> tuple[tuple[Number, ...], dict[Number, int]]:
    """Return the teams ranked by points and tie-breaks, and each team's rank by tie-breaks
    alone.
    """
    places = rank_all_teams_by_tiebreaks(standings)
    return ranking.rank_by_match_points_and_tiebreak(field, places), places


def build_first_against_last_method(places: Mapping[Number, int]) -> PairingMethod:
    """Return the pairing method of the second phase, first against last in tie-break order."""
    return PairingMethod(
        outer=partial(fold.pair_outer_group, by_tiebreak=places),
        median=partial(fold.pair_median_group, by_tiebreak=places),
        arrange=partial(fold.sort_teams_by_tiebreak, by_tiebreak=places),
        staying=fold.generate_pairs_first_against_last,
    )
