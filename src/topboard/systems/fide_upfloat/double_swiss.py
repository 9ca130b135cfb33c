"""The points of two-game matches in the Double-Swiss System, and the colours of their first
game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.model import Colour, DoubleForfeit, Unfinished
from topboard.model.history import colours_played
from topboard.model.scoring import (
    convert_unfinished_to_draws,
    get_deciding_points_kind,
    score_by_recorded_points,
)
from topboard.model.two_games import GAMES, has_match_any_played_game
from topboard.reasons.criteria import MatchColourGround
from topboard.systems.fide_common.players import PointCountingRule, scoring_scale
from topboard.systems.fide_upfloat.colours import (
    first_colour_by_initial_colour,
    first_colour_by_last_difference,
    first_colour_by_last_match,
)

if TYPE_CHECKING:
    from topboard.model import Number, Outcome, Scale, Tenths, Tournament
    from topboard.systems.fide_common.players import FideField, FidePlayer
    from topboard.systems.fide_upfloat.colours import Given


def build_match_point_counting(tournament: Tournament) -> PointCountingRule:
    """Return the point counting in which a match is worth the sum of its two game results."""
    return PointCountingRule(
        get_deciding_points_kind(tournament), scoring_scale(tournament), pairing_points_of_match
    )


def pairing_points_of_match(outcome: Outcome, scale: Scale) -> Tenths:
    """Return the points that a match is worth for pairing. Unfinished games count as draws."""
    if isinstance(outcome, Unfinished):
        outcome = convert_unfinished_to_draws(outcome, GAMES)
    return score_by_recorded_points(outcome, scale)


def remove_colours_of_unplayed_matches(field: FideField) -> FideField:
    """Return the field without the colours of matches in which neither game was played."""
    without = find_matches_forfeited_in_both_games(field.tournament)
    if not without:
        return field
    rows = {n: _change_matches_to_double_forfeits(row, n, without) for n, row in field.rows.items()}
    players = tuple(replace(p, colours=colours_played(rows[p.number])) for p in field.players)
    had = {**field.colours, **{player.number: player.colours for player in players}}
    return replace(field, rows=rows, colours=had, players=players)


def find_matches_forfeited_in_both_games(tournament: Tournament) -> frozenset[tuple[int, Number]]:
    """Return the matches in which both games were forfeited, each as round and player number."""
    return frozenset(
        (played.number, number)
        for played in tournament.rounds
        for meeting in played.meetings
        if meeting.games and not has_match_any_played_game(meeting)
        for number in (meeting.white, meeting.black)
        if number is not None
    )


def _change_matches_to_double_forfeits(
    row: tuple[Outcome, ...], number: Number, without: frozenset[tuple[int, Number]]
) -> tuple[Outcome, ...]:
    """Return a player's outcomes with each match in ``without`` changed to a double forfeit.

    A double forfeit gives the player no colour.
    """
    return tuple(
        DoubleForfeit(outcome.opponent) if (played, number) in without else outcome  # type: ignore[union-attr]
        for played, outcome in enumerate(row, start=1)
    )


# --- colours of the first game ------------------------------------------------------------------


def colour_of_higher_ranked(higher: FidePlayer, lower: FidePlayer, initial: Colour) -> Given:
    """Return the higher-ranked player's colour in the first game, and the rule that decided it.

    ``initial`` is the initial colour drawn by lot.
    """
    return (
        first_colour_by_initial_colour(higher, lower, initial)
        or higher_ranked_colour_by_fewer_whites(higher, lower)
        or first_colour_by_last_difference(higher, lower)
        or first_colour_by_last_match(higher, lower)
    )


def higher_ranked_colour_by_fewer_whites(higher: FidePlayer, lower: FidePlayer) -> Given | None:
    """Return the higher-ranked player's colour if one player has had White less often.

    The player who has had White less often gets it. Return None if the numbers are equal.
    """
    own, others = higher.colours.count(Colour.WHITE), lower.colours.count(Colour.WHITE)
    if own == others:
        return None
    colour = Colour.WHITE if own < others else Colour.BLACK
    return colour, MatchColourGround.FEWER_WHITES
