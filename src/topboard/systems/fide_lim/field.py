"""The data that the Lim rules use to pair a round."""

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
"""The largest rating difference at which colours may decide in a maxi-tournament."""


@dataclass(frozen=True, slots=True)
class LimField(Field):
    """All players to be paired, with the columns that only this system uses."""

    twice_median: Tenths = 0
    """The maximum score possible in the rounds played, which is twice the median score."""
    due: Mapping[Number, Colour | None] = column(default_factory=dict)
    floated: frozenset[Number] = frozenset()
    """The players who played an opponent with a different score in the last round."""
    ratings: Mapping[Number, int] = column(default_factory=dict)
    parity: Mapping[Number, int] = column(default_factory=dict)
    """The TPNs that decide the colours of players who have not had a colour yet."""
    barred: Mapping[Number, Obstacle] = column(default_factory=dict)
    """The obstacles for players who are barred from the bye."""
    maxi: bool = False

    @property
    def median_score(self) -> Tenths:
        """The score of the median group."""
        return self.twice_median // 2

    def rank_sort_key(self, number: Number) -> tuple[Tenths, Number]:
        """Return the sort key of a player: highest score first, then lowest TPN."""
        return -self.points[number], number


def build_field(tournament: Tournament, bars: Sequence[Bar], *, maxi: bool) -> LimField:
    """Return the players to be paired in the next round, with the data these rules use."""
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
    """Return False, because under these rules an unplayed round is never a float."""
    return False


def allow_both_colours(_had: tuple[Colour, ...]) -> int:
    """Return both colours, because the colour limits do not apply in the last round."""
    return EITHER


def due_colour(had: tuple[Colour, ...]) -> Colour | None:
    """Return the colour that equalises or, if the colours are even, the opposite of the last one.

    Return None before the first game.
    """
    return find_due_colour(had).colour


def is_compatible(field: Field, one: Number, other: Number) -> bool:
    """Return whether two players may be paired within the colour limits of both."""
    return may_be_paired(field, one, other) and can_have_opposite_colours(
        field.allowed[one], field.allowed[other]
    )


def can_both_have_due_colour(one: Colour | None, other: Colour | None) -> bool:
    """Return whether two players with these due colours can both get theirs."""
    return one is None or one is not other


def majority_due_colour(field: LimField, numbers: Iterable[Number]) -> Colour | None:
    """Return the colour that the majority of these players are due, or None if there is none."""

    balance = sum((field.due[n] is Colour.WHITE) - (field.due[n] is Colour.BLACK) for n in numbers)
    if balance == 0:
        return None
    return Colour.WHITE if balance > 0 else Colour.BLACK


def is_within_rating_band(field: LimField, one: Number, other: Number) -> bool:
    """Return whether the ratings of two players are close enough for colours to decide.

    They always are unless the event is a maxi-tournament.
    """
    if not field.maxi:
        return True
    return abs(field.ratings[one] - field.ratings[other]) <= MAXI_BAND
