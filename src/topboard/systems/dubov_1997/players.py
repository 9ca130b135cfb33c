"""The player data that the 1997 Dubov rules use: rating, ARO, due colour and colour limits."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.model import Colour, Scale, scoring
from topboard.model.colour_limits import BLACK_BIT, EITHER, WHITE_BIT
from topboard.model.history import opponents_met
from topboard.systems.common.colours import find_due_colour
from topboard.systems.common.field import FloatDirection, PlayerState
from topboard.systems.common.ratings import get_all_ratings_or_refuse

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from topboard.model import Number, Outcome, Tenths, Tournament
    from topboard.systems.common.field import Field

DUE_WITHOUT_A_GAME = Colour.BLACK
"""The due colour of a player who has not played yet. The rules do not specify one."""

LONG_EVENT = 10
"""The minimum number of planned rounds for which a player may be moved up four times, not three."""

COLOUR_BITS = {Colour.WHITE: WHITE_BIT, Colour.BLACK: BLACK_BIT}


@dataclass(frozen=True, slots=True)
class DubovPlayer(PlayerState):
    """A player to be paired in the next round, with rating, ARO, due colour and colour limits."""

    name: str
    rating: int
    aro: Fraction | None
    """The average rating of the opponents (ARO), or None before the first game."""
    due: Colour
    """The colour of the player's column: the due colour, or the only colour that the limits
    allow.
    """
    allowed: int = EITHER
    """The colours that the limits allow, as a bitset."""
    may_rise: bool = True
    """Whether the player may be moved up to a higher scoregroup."""

    @property
    def has_fixed_colour(self) -> bool:
        """Return whether the colour limits rule out the opposite of the due colour."""
        return not self.allowed & COLOUR_BITS[self.due.opposite]


# --- definitions --------------------------------------------------------------------------


def average_opponent_rating(ratings: Iterable[int]) -> Fraction | None:
    """Return the average rating of the opponents (ARO) as an exact fraction.

    Return None if the player has not played a game.
    """
    played = tuple(ratings)
    return Fraction(sum(played), len(played)) if played else None


def due_colour(had: tuple[Colour, ...]) -> Colour:
    """Return the colour that the player has had less often.

    If the player has had both equally often, return the opposite of the last colour. Before the
    first game, return ``DUE_WITHOUT_A_GAME``.
    """
    return find_due_colour(had).colour or DUE_WITHOUT_A_GAME


def column_colour(had: tuple[Colour, ...], allowed: int) -> Colour:
    """Return the colour of the player's column.

    It is the due colour, unless the colour limits allow only the other one.
    """
    asked = due_colour(had)
    return asked.opposite if allowed == COLOUR_BITS[asked.opposite] else asked


# --- points -------------------------------------------------------------------------------


BYE_AS_WIN = Scale(both_defaulted=0)
"""The scoring scale in which the bye counts as a win and a double forfeit scores 0."""


def compute_points_before_rounds(
    tournament: Tournament, rows: Mapping[Number, tuple[Outcome, ...]]
) -> dict[Number, tuple[Tenths, ...]]:
    """Return each player's points before every round, including the next one."""
    scale = scoring.complete_scoring_scale(tournament.game_scale, BYE_AS_WIN)
    return scoring.compute_running_point_totals(
        tournament,
        rows,
        lambda outcome: scoring.score_by_recorded_points(outcome, scale),
        "of_player",
    )


# --- limits on moving up ------------------------------------------------------------------


def may_be_moved_up(times: int, *, last_round: bool, just_risen: bool, planned_rounds: int) -> bool:
    """Return whether a player may be moved up to a higher scoregroup.

    A player may not be moved up in two consecutive rounds. The limit is three times in all, or four
    times in an event of ten or more rounds. Neither rule applies in the last round.
    """
    most = 4 if planned_rounds >= LONG_EVENT else 3
    return last_round or (not just_risen and times < most)


# --- all players --------------------------------------------------------------------------


def build_players(field: Field) -> tuple[DubovPlayer, ...]:
    """Return the players to be paired, with their ratings, AROs, due colours and limits."""
    tournament = field.tournament
    ratings = get_all_ratings_or_refuse(tournament)
    risen = {
        number: [played for played, how in of_player.items() if how is FloatDirection.UP]
        for number, of_player in field.floats.items()
    }
    names = {player.number: player.name for player in tournament.competitors}
    return tuple(
        DubovPlayer(
            number=number,
            points=field.points[number],
            colours=field.colours[number],
            name=names[number],
            rating=ratings[number],
            aro=average_opponent_rating(ratings[o] for _, o in opponents_met(field.rows[number])),
            due=column_colour(field.colours[number], field.allowed[number]),
            allowed=field.allowed[number],
            may_rise=may_be_moved_up(
                len(risen.get(number, ())),
                last_round=field.round == tournament.planned_rounds,
                just_risen=field.round - 1 in risen.get(number, ()),
                planned_rounds=tournament.planned_rounds,
            ),
        )
        for number in field.numbers
    )
