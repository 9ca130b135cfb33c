"""The players of a round by index.

An index, also called a place, refers to the list of players sorted by points, then R, then name.
Sets of players are integers whose bits are indices, as the matching algorithms need them.
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
from topboard.systems.dubov_1997.players import build_players, running_points

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from topboard.model import Number, Tenths, Tournament
    from topboard.systems.dubov_1997.players import DubovPlayer


@dataclass(frozen=True, slots=True)
class Pool(Field):
    """The players to be paired in a round, from the top of the list."""

    players: tuple[DubovPlayer, ...] = ()
    alphabet: tuple[int, ...] = ()
    """The alphabetical rank of the player at each index."""
    aro: tuple[int, ...] = ()
    """The ``integer_aros`` of the players."""

    def __len__(self) -> int:
        return len(self.players)

    def white_column_key(self, i: int) -> tuple[int, ...]:
        """Return the sort key of the White column: ascending ARO, lower R, then the alphabet."""
        return self.aro[i], self.players[i].rating, self.alphabet[i]

    def black_column_key(self, i: int) -> tuple[int, ...]:
        """Return the sort key of the Black column: descending R, higher ARO, then the alphabet."""
        return -self.players[i].rating, -self.aro[i], self.alphabet[i]

    def opponent_preference_key(self, i: int) -> tuple[int, ...]:
        """Return the sort key of possible opponents: highest R, lowest ARO, then the alphabet."""
        return -self.players[i].rating, self.aro[i], self.alphabet[i]


def sort_players_from_top(players: Iterable[DubovPlayer]) -> tuple[DubovPlayer, ...]:
    """Return the players sorted by points, then R, then alphabetically."""
    return tuple(
        sorted(players, key=lambda e: (-e.points, -e.rating, e.name.casefold(), e.name, e.number))
    )


def alphabetical_ranks(players: Sequence[DubovPlayer]) -> tuple[int, ...]:
    """Return the alphabetical rank of each player. Players of the same name rank by number."""
    order = sorted(
        range(len(players)),
        key=lambda i: (players[i].name.casefold(), players[i].name, players[i].number),
    )
    ranks = [0] * len(players)
    for rank, i in enumerate(order):
        ranks[i] = rank
    return tuple(ranks)


def integer_aros(players: Sequence[DubovPlayer]) -> tuple[int, ...]:
    """Return the ARO of each player as an integer, or 0 without games.

    All AROs are multiplied by the same number to make them integers.
    """
    unit = lcm(*{e.aro.denominator for e in players if e.aro is not None})
    return tuple(
        0 if e.aro is None else e.aro.numerator * (unit // e.aro.denominator) for e in players
    )


def build_pool_from_players(field: Field, players: Iterable[DubovPlayer]) -> Pool:
    """Return the pool of these players, sorted from the top of the list."""
    listed = sort_players_from_top(players)
    return extend_field(
        field,
        Pool,
        numbers=tuple(e.number for e in listed),
        players=listed,
        alphabet=alphabetical_ranks(listed),
        aro=integer_aros(listed),
    )


def build_pool(tournament: Tournament) -> Pool:
    """Return the pool of players for the next round."""
    rows = outcomes(tournament)
    running = running_points(tournament, rows)
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
    """Return a copy of the field in which the colour limits do not apply to these players."""
    return replace(field, allowed={**field.allowed, **dict.fromkeys(numbers, EITHER)})


# --- scoregroups --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PoolGroup:
    """The players with the same score, as indices into the pool."""

    points: Tenths
    places: tuple[int, ...]

    def members_still_unpaired(self, left: int) -> list[int]:
        """Return the members of the group who are still to be paired."""
        return [i for i in self.places if left >> i & 1]


def score_groups(pool: Pool, present: int) -> tuple[PoolGroup, ...]:
    """Return the present players grouped by points, the highest group first."""
    found: dict[Tenths, list[int]] = {}
    for i in bit_indices(present):
        found.setdefault(pool.players[i].points, []).append(i)
    return tuple(PoolGroup(points, tuple(places)) for points, places in found.items())


def dominating_colour(pool: Pool, places: Sequence[int]) -> Colour | None:
    """Return the colour due to the majority of these players, or None if there is none."""
    whites = sum(pool.players[i].due is Colour.WHITE for i in places)
    if 2 * whites == len(places):
        return None
    return Colour.WHITE if 2 * whites > len(places) else Colour.BLACK
