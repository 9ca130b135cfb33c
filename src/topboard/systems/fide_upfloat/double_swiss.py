"""The matches of two games in the Double-Swiss System: their points for pairing and colours."""

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
    """Return the counting based on the points that players score in both games of a match."""
    return PointCounting(
        deciding_points_kind(tournament), scoring_scale(tournament), pairing_points_of_match
    )


def pairing_points_of_match(outcome: Outcome, scale: Scale) -> Tenths:
    """Return the points that a match counts for pairing. An unfinished game counts as a draw."""
    if isinstance(outcome, Unfinished):
        outcome = convert_unfinished_to_draws(outcome, GAMES)
    return score_by_recorded_points(outcome, scale)


def ignore_colours_of_unplayed_matches(field: FideField) -> FideField:
    """Return the field with colours only from matches in which a game was played."""
    without = find_matches_without_game(field.tournament)
    if not without:
        return field
    rows = {n: _remove_colours_of_unplayed(row, n, without) for n, row in field.rows.items()}
    players = tuple(replace(p, colours=colours_played(rows[p.number])) for p in field.players)
    had = {**field.colours, **{player.number: player.colours for player in players}}
    return replace(field, rows=rows, colours=had, players=players)


def find_matches_without_game(tournament: Tournament) -> frozenset[tuple[int, Number]]:
    """Return the round and player of each match in which both players forfeited a game."""
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
    """Return the outcomes used for colours, in which a match without a game has no colour."""
    return tuple(
        DoubleForfeit(outcome.opponent) if (played, number) in without else outcome  # type: ignore[union-attr]
        for played, outcome in enumerate(row, start=1)
    )


# --- the colours of the first game --------------------------------------------------------------


def colour_of_higher_ranked(higher: FidePlayer, lower: FidePlayer, initial: Colour) -> Given:
    """Return the colour of the higher-ranked player, and the rule that decides it.

    ``initial`` is the colour drawn for number 1.
    """
    return (
        colour_by_initial_colour(higher, lower, initial)
        or colour_by_fewer_whites(higher, lower)
        or colour_by_last_difference(higher, lower)
        or colour_by_last_match(higher, lower)
    )


def colour_by_fewer_whites(higher: FidePlayer, lower: FidePlayer) -> Given | None:
    """Give White to the player who has had it less often, or return None if they are equal."""
    own, others = higher.colours.count(Colour.WHITE), lower.colours.count(Colour.WHITE)
    if own == others:
        return None
    colour = Colour.WHITE if own < others else Colour.BLACK
    return colour, MatchColourGround.FEWER_WHITES
