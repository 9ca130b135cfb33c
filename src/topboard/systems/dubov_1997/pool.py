"""The players of a round by their places.

A place is an index into the list of players from the top, ordered by points, then R, then the
alphabet. Sets of players are integers whose bits are places, as the kernels need them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.matching.perfect import bits
from topboard.model import Colour
from topboard.model.colour_limits import EITHER
from topboard.model.history import outcomes
from topboard.systems.common.field import field_of, floats
from topboard.systems.dubov_1997.entrants import entrants_of, running_points

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from topboard.model import Number, Tenths, Tournament
    from topboard.systems.common.field import Field
    from topboard.systems.dubov_1997.entrants import Entrant


@dataclass(frozen=True)
class Pool:
    """The players to be paired in a round, and what keeps them apart."""

    field: Field
    entrants: tuple[Entrant, ...]
    """The players from the top."""

    def __len__(self) -> int:
        return len(self.entrants)

    @cached_property
    def alphabet(self) -> tuple[int, ...]:
        """The alphabetical rank of each place. Numbers distinguish players of one name."""
        order = sorted(
            range(len(self)),
            key=lambda i: (
                self.entrants[i].name.casefold(),
                self.entrants[i].name,
                self.entrants[i].number,
            ),
        )
        ranks = [0] * len(self)
        for rank, i in enumerate(order):
            ranks[i] = rank
        return tuple(ranks)

    @cached_property
    def aro(self) -> tuple[int, ...]:
        """The ARO of each place in a unit that makes all of them integers, or 0 without games."""
        unit = lcm(*{e.aro.denominator for e in self.entrants if e.aro is not None})
        return tuple(
            0 if e.aro is None else e.aro.numerator * (unit // e.aro.denominator)
            for e in self.entrants
        )

    @cached_property
    def all_numbers(self) -> tuple[Number, ...]:
        """The TPNs of all places."""
        return tuple(e.number for e in self.entrants)

    def numbers(self, places: Iterable[int]) -> tuple[Number, ...]:
        """Return the TPNs of some places."""
        return tuple(self.entrants[i].number for i in places)

    def white_rank(self, i: int) -> tuple[int, ...]:
        """Return the White column's sort key: ascending ARO, lower R, then the alphabet."""
        return self.aro[i], self.entrants[i].rating, self.alphabet[i]

    def black_rank(self, i: int) -> tuple[int, ...]:
        """Return the Black column's sort key: descending R, higher ARO, then the alphabet."""
        return -self.entrants[i].rating, -self.aro[i], self.alphabet[i]

    def strength(self, i: int) -> tuple[int, ...]:
        """Return the sort key for opponents, by highest R, lowest ARO, then the alphabet."""
        return -self.entrants[i].rating, self.aro[i], self.alphabet[i]


def from_the_top(entrants: Iterable[Entrant]) -> tuple[Entrant, ...]:
    """Return the players by points, then R, then the alphabet."""
    return tuple(
        sorted(entrants, key=lambda e: (-e.points, -e.rating, e.name.casefold(), e.name, e.number))
    )


def build_pool(tournament: Tournament) -> Pool:
    """Return the players of the next round."""
    rows = outcomes(tournament)
    running = running_points(tournament, rows)
    field = field_of(tournament, rows, {number: run[-1] for number, run in running.items()})
    there = set(field.numbers)
    required = {a: b for a, b in field.required.items() if {a, b} <= there}
    floated = floats(
        tournament.rounds, lambda played: {n: run[played - 1] for n, run in running.items()}
    )
    field = replace(field, required=required, floats=floated)
    return Pool(field, from_the_top(entrants_of(field)))


def lift_colour_limits(field: Field, numbers: Iterable[Number]) -> Field:
    """Return the field in which these players need not keep the limits for colours."""
    return replace(field, allowed={**field.allowed, **dict.fromkeys(numbers, EITHER)})


# --- scoregroups --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PoolGroup:
    """The players with one score, by their places in the pool."""

    points: Tenths
    places: tuple[int, ...]

    def still_in(self, left: int) -> list[int]:
        """Return the members of the group who are among the players left."""
        return [i for i in self.places if left >> i & 1]


def score_groups(pool: Pool, present: int) -> tuple[PoolGroup, ...]:
    """Return the present players grouped by points, the highest group first."""
    found: dict[Tenths, list[int]] = {}
    for i in bits(present):
        found.setdefault(pool.entrants[i].points, []).append(i)
    return tuple(PoolGroup(points, tuple(places)) for points, places in found.items())


def dominating_colour(pool: Pool, places: Sequence[int]) -> Colour | None:
    """Return the colour due to more of these players, or None if neither is."""
    whites = sum(pool.entrants[i].due is Colour.WHITE for i in places)
    if 2 * whites == len(places):
        return None
    return Colour.WHITE if 2 * whites > len(places) else Colour.BLACK
