"""What Dubov's rules know of a player: R, ARO, the due colour, and what the limits leave him."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.model import Colour, Scale, scoring
from topboard.model.colour_limits import BLACK_BIT, EITHER, WHITE_BIT
from topboard.model.history import colours_by_round, opponents_met
from topboard.systems.common.colours import due
from topboard.systems.common.field import Float
from topboard.systems.common.ratings import ratings_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from topboard.model import Number, Outcome, Tenths, Tournament
    from topboard.systems.common.field import Field

DUE_WITHOUT_A_GAME = Colour.BLACK
"""The due colour of a player who has not played; the text is silent."""

LONG_EVENT = 10
"""From this number of rounds on a player may be moved up once more."""

COLOUR_BITS = {Colour.WHITE: WHITE_BIT, Colour.BLACK: BLACK_BIT}


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player as the pairing sees him, before the round to come."""

    number: Number
    name: str
    rating: int
    points: Tenths
    aro: Fraction | None
    """The average rating of his opponents; None before his first game."""
    due: Colour
    """The column in which he stands: the due colour, or the only one the limits leave him."""
    allowed: int = EITHER
    """The colours within the limits, as bits."""
    may_rise: bool = True
    """Whether he may be moved up to a higher score group."""
    colours: tuple[Colour, ...] = ()
    played_in: tuple[int, ...] = ()
    """The rounds in which he had these colours."""

    @property
    def is_fixed(self) -> bool:
        """His colour is fixed: he may not stand in the other column."""
        return not self.allowed & COLOUR_BITS[self.due.opposite]


# --- definitions --------------------------------------------------------------------------


def average_of_opponents(ratings: Iterable[int]) -> Fraction | None:
    """ARO: the exact mean of the ratings of the opponents a player has played."""
    played = tuple(ratings)
    return Fraction(sum(played), len(played)) if played else None


def due_colour(had: tuple[Colour, ...]) -> Colour:
    """The colour a player has had less often or, if none, the one he did not have last."""
    return due(had).colour or DUE_WITHOUT_A_GAME


def column_colour(had: tuple[Colour, ...], allowed: int) -> Colour:
    """The due colour, unless the limits bar it and leave the other."""
    asked = due_colour(had)
    return asked.opposite if allowed == COLOUR_BITS[asked.opposite] else asked


# --- points -------------------------------------------------------------------------------


BYE_AS_WIN = Scale(both_defaulted=0)
"""The bye is a win; a game to which nobody came is worth nothing whatever a loss is."""


def running_points(
    tournament: Tournament, rows: Mapping[Number, tuple[Outcome, ...]]
) -> dict[Number, tuple[Tenths, ...]]:
    """For every player the points before round 1, before round 2, and so on to now."""
    scale = scoring.in_force(tournament.game_scale, BYE_AS_WIN)
    return scoring.running_totals(
        tournament, rows, lambda outcome: scoring.by_points(outcome, scale), "of_player"
    )


# --- moved up to a higher score group -----------------------------------------------------


def may_rise(times: int, *, last_round: bool, just_risen: bool, planned_rounds: int) -> bool:
    """Nobody is moved up twice running, nor more than three times (four in a long event).

    In the last round the limit does not hold.
    """
    most = 4 if planned_rounds >= LONG_EVENT else 3
    return last_round or (not just_risen and times < most)


# --- all of it ----------------------------------------------------------------------------


def entrants_of(field: Field) -> tuple[Entrant, ...]:
    """The players to be paired with their R, ARO, due colour and limits."""
    tournament = field.tournament
    ratings = ratings_of(tournament)
    risen = {
        number: [played for played, how in of_player.items() if how is Float.UP]
        for number, of_player in field.floats.items()
    }
    players = {player.number: player for player in tournament.competitors}
    return tuple(
        Entrant(
            number=number,
            name=players[number].name,
            rating=ratings[number],
            points=field.points[number],
            aro=average_of_opponents(ratings[o] for _, o in opponents_met(field.rows[number])),
            due=column_colour(field.colours[number], field.allowed[number]),
            allowed=field.allowed[number],
            may_rise=may_rise(
                len(risen.get(number, ())),
                last_round=field.round == tournament.planned_rounds,
                just_risen=field.round - 1 in risen.get(number, ()),
                planned_rounds=tournament.planned_rounds,
            ),
            colours=field.colours[number],
            played_in=tuple(played for played, _ in colours_by_round(field.rows[number])),
        )
        for number in field.numbers
    )
