"""The players of a round, sorted by points, rating and name, and identified by their index.

Sets of players are bitsets of indices, as the matching algorithms require.
"""

from __future__ import annotations

from math import lcm
from typing import TYPE_CHECKING

from topboard._frozen import dataclass, replace
from topboard.matching.perfect import bit_indices
from topboard.model import Colour
from topboard.model.colour_limits import EITHER
from topboard.model.history import outcomes
from topboard.systems.common.field import Field, build_common_field, extend_field, find_floats
from topboard.systems.dubov_1997.players import build_players, compute_points_before_rounds

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from topboard.model import Number, Tenths, Tournament
    from topboard.systems.dubov_1997.players import DubovPlayer


@dataclass(frozen=True, slots=True)
class Pool(Field):
    """The players to be paired in a round, sorted by points, then rating, then name."""

    players: tuple[DubovPlayer, ...] = ()
    alphabet: tuple[int, ...] = ()
    """The alphabetical rank of each player."""
    aro: tuple[int, ...] = ()
    """The AROs as integers, as ``scale_aros_to_integers`` returns them."""

    def __len__(self) -> int:
        return len(self.players)

    def white_column_key(self, i: int) -> tuple[int, ...]:
        """Return the sort key for the White column: ascending ARO, then lower rating, then name."""
        return self.aro[i], self.players[i].rating, self.alphabet[i]

    def black_column_key(self, i: int) -> tuple[int, ...]:
        """Return the sort key for the Black column: descending rating, then higher ARO, then
        name.
        """
        return -self.players[i].rating, -self.aro[i], self.alphabet[i]

    def opponent_preference_key(self, i: int) -> tuple[int, ...]:
        """Return the sort key for possible opponents: highest rating, then lowest ARO, then
        name.
        """
        return -self.players[i].rating, self.aro[i], self.alphabet[i]


def sort_players_from_top(players: Iterable[DubovPlayer]) -> tuple[DubovPlayer, ...]:
    """Return the players sorted by points, then by rating, then by name."""
    return tuple(
        sorted(players, key=lambda e: (-e.points, -e.rating, e.name.casefold(), e.name, e.number))
    )


def alphabetical_ranks(players: Sequence[DubovPlayer]) -> tuple[int, ...]:
    """Return the alphabetical rank of each player. Players with the same name are ranked by TPN."""
    order = sorted(
        range(len(players)),
        key=lambda i: (players[i].name.casefold(), players[i].name, players[i].number),
    )
    ranks = [0] * len(players)
    for rank, i in enumerate(order):
        ranks[i] = rank
    return tuple(ranks)


def scale_aros_to_integers(players: Sequence[DubovPlayer]) -> tuple[int, ...]:
    """Return all AROs multiplied by a common denominator so that they are integers.

    The ARO of a player without a game is 0.
    """
    unit = lcm(*{e.aro.denominator for e in players if e.aro is not None})
    return tuple(
        0 if e.aro is None else e.aro.numerator * (unit // e.aro.denominator) for e in players
    )


def build_pool_from_players(field: Field, players: Iterable[DubovPlayer]) -> Pool:
    """Return the sorted pool of the given players."""
    listed = sort_players_from_top(players)
    return extend_field(
        field,
        Pool,
        numbers=tuple(e.number for e in listed),
        players=listed,
        alphabet=alphabetical_ranks(listed),
        aro=scale_aros_to_integers(listed),
    )


def build_pool(tournament: Tournament) -> Pool:
    """Return the pool of the players to be paired in the next round."""
    rows = outcomes(tournament)
    running = compute_points_before_rounds(tournament, rows)
    field = build_common_field(
        tournament, rows, {number: run[-1] for number, run in running.items()}
    )
    there = set(field.numbers)
    required = {a: b for a, b in field.required.items() if {a, b} <= there}
    floated = find_floats(
        tournament.rounds, lambda played: {n: run[played - 1] for n, run in running.items()}
    )
    field = replace(field, required=required, floats=floated)
    return build_pool_from_players(field, build_players(field))


def lift_colour_limits(field: Field, numbers: Iterable[Number]) -> Field:
    """Return a copy of the field in which the given players are exempt from the colour limits."""
    return replace(field, allowed={**field.allowed, **dict.fromkeys(numbers, EITHER)})


# --- scoregroups --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PoolGroup:
    """A scoregroup, with its players as indices into the pool."""

    points: Tenths
    places: tuple[int, ...]

    def members_still_unpaired(self, left: int) -> list[int]:
        """Return the players of the group who are in ``left``, the bitset of unpaired players."""
        return [i for i in self.places if left >> i & 1]


def score_groups(pool: Pool, present: int) -> tuple[PoolGroup, ...]:
    """Return the scoregroups of the players in the bitset ``present``, highest score first."""
    found: dict[Tenths, list[int]] = {}
    for i in bit_indices(present):
        found.setdefault(pool.players[i].points, []).append(i)
    return tuple(PoolGroup(points, tuple(places)) for points, places in found.items())


def find_dominating_colour(pool: Pool, places: Sequence[int]) -> Colour | None:
    """Return the colour due to most of the given players, or None if White and Black are equal."""
    whites = sum(pool.players[i].due is Colour.WHITE for i in places)
    if 2 * whites == len(places):
        return None
    return Colour.WHITE if 2 * whites > len(places) else Colour.BLACK
