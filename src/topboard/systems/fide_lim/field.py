"""The players to be paired in a round, with the data that the Lim rules use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass, field as column
from topboard.model import Colour, Player, colour_limits
from topboard.model.colour_limits import EITHER, can_have_opposite_colours
from topboard.systems.common.colours import find_due_colour
from topboard.systems.common.field import Field, build_common_field, extend_field
from topboard.systems.common.meeting import may_be_paired
from topboard.systems.fide_common.pairing_numbers import (
    find_pairing_numbers_in_use,
    player_strength,
)
from topboard.systems.fide_common.players import PairingHistory

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from topboard.model import Number, Outcome, Scale, Tenths, Tournament
    from topboard.reasons.obstacles import Obstacle
    from topboard.systems.fide_common.players import Bar

MAXI_BAND = 100
"""The largest rating difference at which due colours may decide in a maxi-tournament."""


@dataclass(frozen=True, slots=True)
class LimField(Field):
    """The players to be paired, with their due colours, floats and ratings."""

    twice_median: Tenths = 0
    """The maximum score after the rounds played so far, which is twice the median score."""
    due: Mapping[Number, Colour | None] = column(default_factory=dict)
    floated: frozenset[Number] = frozenset()
    """The players who met an opponent from a different scoregroup in the previous round."""
    ratings: Mapping[Number, int] = column(default_factory=dict)
    parity: Mapping[Number, int] = column(default_factory=dict)
    """Each player's TPN, whose parity (odd or even) decides the colour of the first game."""
    barred: Mapping[Number, Obstacle] = column(default_factory=dict)
    """The obstacle that bars each barred player from the bye."""
    maxi: bool = False

    @property
    def median_score(self) -> Tenths:
        """The score of the median group, which is half the maximum score after the rounds
        played.
        """
        return self.twice_median // 2

    def rank_sort_key(self, number: Number) -> tuple[Tenths, Number]:
        """Return a player's sort key for the ranking: highest score first, then smallest TPN."""
        return -self.points[number], number


def build_field(tournament: Tournament, bars: Sequence[Bar], *, maxi: bool) -> LimField:
    """Return the players to be paired in the next round, with the data that the Lim rules use."""
    history = PairingHistory(tournament, is_unplayed_round_a_float)
    rows, present = history.rows, history.present
    upcoming = tournament.round_to_pair
    last = upcoming == tournament.planned_rounds
    field = build_common_field(
        tournament,
        rows,
        history.pairing_scores(upcoming),
        allowed=allow_both_colours_in_last_round if last else colour_limits.allowed_colour_bits,
    )
    floats = {n: history.find_past_floats(n, rows[n]) for n in present}
    players = (c for c in tournament.competitors if isinstance(c, Player))
    return extend_field(
        field,
        LimField,
        scores=history.scores_without_virtual_points(),
        twice_median=(upcoming - 1) * history.scale.win,
        due={n: due_colour(had) for n, had in field.colours.items()},
        floated=frozenset(n for n, past in floats.items() if past.down_last or past.up_last),
        ratings={p.number: player_strength(p, tournament) for p in players},
        parity=find_pairing_numbers_in_use(rows, present),
        barred={
            n: found
            for n in present
            if (found := history.find_bye_obstacle(n, rows[n], bars)) is not None
        },
        maxi=maxi,
    )


def is_unplayed_round_a_float(_outcome: Outcome, _points: Tenths, _scale: Scale) -> bool:
    """Return False, because an unplayed round never counts as a float under the Lim rules."""
    return False


def allow_both_colours_in_last_round(_had: tuple[Colour, ...]) -> int:
    """Return ``EITHER``, because no colour limits apply in the last round of an event."""
    return EITHER


def due_colour(had: tuple[Colour, ...]) -> Colour | None:
    """Return the colour that a player has had less often.

    If the player has had both colours equally often, return the colour opposite to the last one.
    Return None before the first game.
    """
    return find_due_colour(had).colour


def may_meet_within_colour_limits(field: Field, one: Number, other: Number) -> bool:
    """Return whether two players may meet and the colour limits allow them opposite colours."""
    return may_be_paired(field, one, other) and can_have_opposite_colours(
        field.allowed[one], field.allowed[other]
    )


def can_both_have_due_colour(one: Colour | None, other: Colour | None) -> bool:
    """Return whether both players of a pair can get their due colours.

    The due colour of a player who is due neither colour is None.
    """
    return one is None or one is not other


def find_majority_due_colour(field: LimField, numbers: Iterable[Number]) -> Colour | None:
    """Return the colour due to most of these players, or None if White and Black are equal."""

    balance = sum((field.due[n] is Colour.WHITE) - (field.due[n] is Colour.BLACK) for n in numbers)
    if balance == 0:
        return None
    return Colour.WHITE if balance > 0 else Colour.BLACK


def are_ratings_close_enough_for_colours(field: LimField, one: Number, other: Number) -> bool:
    """Return whether two players' ratings are close enough for due colours to decide between them.

    The limit is 100 points in a maxi-tournament. Other events have no limit.
    """
    if not field.maxi:
        return True
    return abs(field.ratings[one] - field.ratings[other]) <= MAXI_BAND
