"""The data about the players that the Lim rules need to pair a round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass, field as column
from topboard.model import Colour, Player, colour_limits
from topboard.model.colour_limits import EITHER, can_have_opposite_colours
from topboard.systems.common.colours import find_due_colour
from topboard.systems.common.field import Field, build_common_field, extend_field
from topboard.systems.common.meeting import may_be_paired
from topboard.systems.fide_common.pairing_numbers import pairing_numbers_in_use, player_strength
from topboard.systems.fide_common.players import PairingHistory

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from topboard.model import Number, Outcome, Scale, Tenths, Tournament
    from topboard.reasons.obstacles import Obstacle
    from topboard.systems.fide_common.players import Bar

MAXI_BAND = 100
"""The largest rating difference, in points, at which colours may decide in a maxi-tournament."""


@dataclass(frozen=True, slots=True)
class LimField(Field):
    """The players to be paired, with their due colours, floats, ratings and other data for the Lim
    rules.
    """

    twice_median: Tenths = 0
    """The maximum score possible in the rounds played so far, which is twice the median score."""
    due: Mapping[Number, Colour | None] = column(default_factory=dict)
    floated: frozenset[Number] = frozenset()
    """The players who met an opponent from a different scoregroup in the previous round."""
    ratings: Mapping[Number, int] = column(default_factory=dict)
    parity: Mapping[Number, int] = column(default_factory=dict)
    """The TPN whose parity (odd or even) decides each player's colour in their first game."""
    barred: Mapping[Number, Obstacle] = column(default_factory=dict)
    """The reason why each barred player may not receive the pairing-allocated bye."""
    maxi: bool = False

    @property
    def median_score(self) -> Tenths:
        """The score of the median group, which is half the maximum score of the rounds played."""
        return self.twice_median // 2

    def rank_sort_key(self, number: Number) -> tuple[Tenths, Number]:
        """Return a key that sorts players by highest score and then by lowest TPN."""
        return -self.points[number], number


def build_field(tournament: Tournament, bars: Sequence[Bar], *, maxi: bool) -> LimField:
    """Return the players to be paired in the next round, with the data that the Lim rules need."""
    history = PairingHistory(tournament, never_floats_unplayed)
    rows, present = history.rows, history.present
    upcoming = tournament.round_to_pair
    last = upcoming == tournament.planned_rounds
    field = build_common_field(
        tournament,
        rows,
        history.pairing_scores(upcoming),
        allowed=allow_both_colours if last else colour_limits.allowed_colours,
    )
    floats = {n: history.past_floats(n, rows[n]) for n in present}
    players = (c for c in tournament.competitors if isinstance(c, Player))
    return extend_field(
        field,
        LimField,
        scores=history.scores_without_virtual_points(),
        twice_median=(upcoming - 1) * history.scale.win,
        due={n: due_colour(had) for n, had in field.colours.items()},
        floated=frozenset(n for n, past in floats.items() if past.down_last or past.up_last),
        ratings={p.number: player_strength(p, tournament) for p in players},
        parity=pairing_numbers_in_use(rows, present),
        barred={
            n: found
            for n in present
            if (found := history.bye_obstacle(n, rows[n], bars)) is not None
        },
        maxi=maxi,
    )


def never_floats_unplayed(_outcome: Outcome, _points: Tenths, _scale: Scale) -> bool:
    """Return False, because an unplayed round never counts as a float under the Lim rules."""
    return False


def allow_both_colours(_had: tuple[Colour, ...]) -> int:
    """Return ``EITHER``, because no colour limits apply in the last round of the event."""
    return EITHER


def due_colour(had: tuple[Colour, ...]) -> Colour | None:
    """Return the colour that equalises a player's numbers of Whites and Blacks.

    If they are already equal, return the opposite of the last colour. Return None before the first
    game.
    """
    return find_due_colour(had).colour


def is_compatible(field: Field, one: Number, other: Number) -> bool:
    """Return whether two players may meet and can have opposite colours within the colour
    limits.
    """
    return may_be_paired(field, one, other) and can_have_opposite_colours(
        field.allowed[one], field.allowed[other]
    )


def can_both_have_due_colour(one: Colour | None, other: Colour | None) -> bool:
    """Return whether both players of a pair can get their due colours.

    Pass None for a player who is due neither colour.
    """
    return one is None or one is not other


def majority_due_colour(field: LimField, numbers: Iterable[Number]) -> Colour | None:
    """Return the colour due to more of the given players, or None if White and Black are equal."""

    balance = sum((field.due[n] is Colour.WHITE) - (field.due[n] is Colour.BLACK) for n in numbers)
    if balance == 0:
        return None
    return Colour.WHITE if balance > 0 else Colour.BLACK


def is_within_rating_band(field: LimField, one: Number, other: Number) -> bool:
    """Return whether two ratings are close enough for due colours to decide between the players.

    The limit is 100 points in a maxi-tournament. There is no limit in other events.
    """
    if not field.maxi:
        return True
    return abs(field.ratings[one] - field.ratings[other]) <= MAXI_BAND
