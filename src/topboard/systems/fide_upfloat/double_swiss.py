"""The two-game matches of the Double-Swiss System: their points and the colours of the first
game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.model import Colour, DoubleForfeit, Unfinished
from topboard.model.history import colours_played
from topboard.model.scoring import (
    convert_unfinished_to_draws,
    deciding_points_kind,
    score_by_recorded_points,
)
from topboard.model.two_games import GAMES, has_played_game
from topboard.reasons.criteria import MatchColourGround
from topboard.systems.fide_common.players import PointCounting, scoring_scale
from topboard.systems.fide_upfloat.colours import (
    colour_by_initial_colour,
    colour_by_last_difference,
    colour_by_last_match,
)

if TYPE_CHECKING:
    from topboard.model import Number, Outcome, Scale, Tenths, Tournament
    from topboard.systems.fide_common.players import FideField, FidePlayer
    from topboard.systems.fide_upfloat.colours import Given


def match_point_counting(tournament: Tournament) -> PointCounting:
    """Return the point counting in which a match is worth the points scored in its two games."""
    return PointCounting(
        deciding_points_kind(tournament), scoring_scale(tournament), pairing_points_of_match
    )


def pairing_points_of_match(outcome: Outcome, scale: Scale) -> Tenths:
    """Return the points that count for pairing after a match. Unfinished games count as draws."""
    if isinstance(outcome, Unfinished):
        outcome = convert_unfinished_to_draws(outcome, GAMES)
    return score_by_recorded_points(outcome, scale)


def ignore_colours_of_unplayed_matches(field: FideField) -> FideField:
    """Return the field without the colours of matches in which no game was played."""
    without = find_matches_without_game(field.tournament)
    if not without:
        return field
    rows = {n: _remove_colours_of_unplayed(row, n, without) for n, row in field.rows.items()}
    players = tuple(replace(p, colours=colours_played(rows[p.number])) for p in field.players)
    had = {**field.colours, **{player.number: player.colours for player in players}}
    return replace(field, rows=rows, colours=had, players=players)


def find_matches_without_game(tournament: Tournament) -> frozenset[tuple[int, Number]]:
    """Return the round and player number for each match in which both games were forfeited."""
    return frozenset(
        (played.number, number)
        for played in tournament.rounds
        for meeting in played.meetings
        if meeting.games and not has_played_game(meeting)
        for number in (meeting.white, meeting.black)
        if number is not None
    )


def _remove_colours_of_unplayed(
    row: tuple[Outcome, ...], number: Number, without: frozenset[tuple[int, Number]]
) -> tuple[Outcome, ...]:
    """Return a player's outcomes with each match in ``without`` changed to a double forfeit.

    A double forfeit gives no colour.
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
        colour_by_initial_colour(higher, lower, initial)
        or colour_by_fewer_whites(higher, lower)
        or colour_by_last_difference(higher, lower)
        or colour_by_last_match(higher, lower)
    )


def colour_by_fewer_whites(higher: FidePlayer, lower: FidePlayer) -> Given | None:
    """Return the higher-ranked player's colour if one player has had White less often and now gets
    it.

    Return None if both have had White equally often.
    """
    own, others = higher.colours.count(Colour.WHITE), lower.colours.count(Colour.WHITE)
    if own == others:
        return None
    colour = Colour.WHITE if own < others else Colour.BLACK
    return colour, MatchColourGround.FEWER_WHITES
