"""The players of a round by their places, and who may meet whom.

A place is an index into the list of players from the top: points, then R, then the alphabet.
Sets of players are integers whose bits are places, as the kernels want them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING

from topboard.history import opponents_met
from topboard.kernels.matching import bits, bitset
from topboard.model import Colour
from topboard.reasons import Forbidden, HaveMet, NoColourLeft, RequiredElsewhere, SameColourDue
from topboard.rules.dubov.entrants import entrants_of
from topboard.rules.shared.limits import EITHER, WHITE_BIT, some_allocation

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from topboard.model import Number, Outcome, Tenths, Tournament
    from topboard.reasons import Obstacle
    from topboard.rules.dubov.entrants import Entrant


@dataclass(frozen=True)
class Pool:
    """The players to be paired in a round, and what keeps them apart."""

    entrants: tuple[Entrant, ...]
    """From the top."""
    met: tuple[Mapping[int, int], ...]
    """For each place the places already met, with the round."""
    forbidden: Mapping[int, frozenset[int]]
    required: Mapping[int, int]

    def __len__(self) -> int:
        return len(self.entrants)

    @cached_property
    def alphabet(self) -> tuple[int, ...]:
        """For each place the rank in the alphabet; the number parts players of one name."""
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
        """For each place the ARO in a unit that makes all of them integers; 0 without games."""
        unit = lcm(*{e.aro.denominator for e in self.entrants if e.aro is not None})
        return tuple(
            0 if e.aro is None else e.aro.numerator * (unit // e.aro.denominator)
            for e in self.entrants
        )

    @cached_property
    def all_numbers(self) -> tuple[Number, ...]:
        """The pairing numbers of all places."""
        return tuple(e.number for e in self.entrants)

    def numbers(self, places: Iterable[int]) -> tuple[Number, ...]:
        """The pairing numbers of some places."""
        return tuple(self.entrants[i].number for i in places)

    def white_rank(self, i: int) -> tuple[int, ...]:
        """The order of the White column: ARO upwards, then lower R, then the alphabet."""
        return self.aro[i], self.entrants[i].rating, self.alphabet[i]

    def black_rank(self, i: int) -> tuple[int, ...]:
        """The order of the Black column: R downwards, then higher ARO, then the alphabet."""
        return -self.entrants[i].rating, -self.aro[i], self.alphabet[i]

    def strength(self, i: int) -> tuple[int, ...]:
        """The order in which opponents are sought: highest R, lowest ARO, the alphabet."""
        return -self.entrants[i].rating, self.aro[i], self.alphabet[i]


def from_the_top(entrants: Iterable[Entrant]) -> tuple[Entrant, ...]:
    """Points, then R, then the alphabet."""
    return tuple(
        sorted(entrants, key=lambda e: (-e.points, -e.rating, e.name.casefold(), e.name, e.number))
    )


def pool_of(tournament: Tournament, rows: Mapping[Number, tuple[Outcome, ...]]) -> Pool:
    """The players of the round to come."""
    entrants = from_the_top(entrants_of(tournament, rows))
    place = {e.number: i for i, e in enumerate(entrants)}
    met = tuple(
        {place[o]: played for played, o in opponents_met(rows[e.number]) if o in place}
        for e in entrants
    )
    return Pool(entrants, met, _forbidden(tournament, place), _required(tournament, place))


def _forbidden(tournament: Tournament, place: Mapping[Number, int]) -> dict[int, frozenset[int]]:
    found: dict[int, set[int]] = {}
    for pair in tournament.forbidden:
        holds = not pair.wish and pair.first <= tournament.round_to_pair <= pair.last
        if holds and pair.a in place and pair.b in place:
            found.setdefault(place[pair.a], set()).add(place[pair.b])
            found.setdefault(place[pair.b], set()).add(place[pair.a])
    return {i: frozenset(others) for i, others in found.items()}


def _required(tournament: Tournament, place: Mapping[Number, int]) -> dict[int, int]:
    return {
        place[x]: place[y]
        for a, b in tournament.required
        for x, y in ((a, b), (b, a))
        if x in place and y in place
    }


# --- who may meet whom --------------------------------------------------------------------


def have_met(pool: Pool, a: int, b: int) -> bool:
    """Two players who have played each other are not paired again."""
    return b in pool.met[a]


def obstacle(pool: Pool, a: int, b: int, lifted: int = 0) -> Obstacle | None:
    """Why two players may not meet; None if they may. ``lifted``: who need not keep the limits."""
    for i, other in ((a, b), (b, a)):
        if pool.required.get(i, other) != other:
            return RequiredElsewhere(pool.entrants[i].number)
    if have_met(pool, a, b):
        return HaveMet(pool.met[a][b])
    if b in pool.forbidden.get(a, ()):
        return Forbidden()
    own, others = within_limits(pool, a, lifted), within_limits(pool, b, lifted)
    if some_allocation(own, others):
        return None
    if not own or not others:
        return NoColourLeft(pool.entrants[b if own else a].number)
    return SameColourDue(Colour.WHITE if own == WHITE_BIT else Colour.BLACK)


def within_limits(pool: Pool, i: int, lifted: int = 0) -> int:
    """The colours a player may have, as bits: both if the limits are lifted for him."""
    return EITHER if lifted >> i & 1 else pool.entrants[i].allowed


def open_pairs(pool: Pool, lifted: int = 0) -> list[int]:
    """For each place the places it may meet, as ``obstacle`` has it."""
    everybody = (1 << len(pool)) - 1
    bound = bitset(pool.required)
    clashing = clashes(pool, lifted)
    found = []
    for i in range(len(pool)):
        closed = 1 << i | clashing[within_limits(pool, i, lifted)]
        for other in pool.met[i]:
            closed |= 1 << other
        for other in pool.forbidden.get(i, ()):
            closed |= 1 << other
        others = 1 << pool.required[i] if i in pool.required else everybody & ~bound
        found.append(others & ~closed)
    return found


def clashes(pool: Pool, lifted: int = 0) -> dict[int, int]:
    """For each set of allowed colours the places that cannot be given opposite ones."""
    having = dict.fromkeys(range(4), 0)
    for i in range(len(pool)):
        having[within_limits(pool, i, lifted)] |= 1 << i
    return {
        own: sum(mask for other, mask in having.items() if not some_allocation(own, other))
        for own in having
    }


# --- score groups -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Group:
    """The players of one score."""

    points: Tenths
    places: tuple[int, ...]

    def still_in(self, left: int) -> list[int]:
        """Those of the group who are among the players left."""
        return [i for i in self.places if left >> i & 1]


def score_groups(pool: Pool, present: int) -> tuple[Group, ...]:
    """The players present by their points, the highest group first."""
    found: dict[Tenths, list[int]] = {}
    for i in bits(present):
        found.setdefault(pool.entrants[i].points, []).append(i)
    return tuple(Group(points, tuple(places)) for points, places in found.items())


def dominating_colour(pool: Pool, places: Sequence[int]) -> Colour | None:
    """The colour due to more of these players than the other; None if neither is."""
    whites = sum(pool.entrants[i].due is Colour.WHITE for i in places)
    if 2 * whites == len(places):
        return None
    return Colour.WHITE if 2 * whites > len(places) else Colour.BLACK
