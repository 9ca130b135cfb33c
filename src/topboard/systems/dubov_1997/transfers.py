"""Players moved up from lower scoregroups to meet an island or to make an odd group even."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.matching.perfect import bitset
from topboard.reasons.obstacles import NoOpponentInNextGroup
from topboard.systems.dubov_1997.choice import Choice, Nobody, best_possible, first_possible
from topboard.systems.dubov_1997.pool import dominating_colour

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.model import Colour, Tenths
    from topboard.reasons.obstacles import Obstacle, PassedOver
    from topboard.systems.dubov_1997.choice import Obstacles
    from topboard.systems.dubov_1997.pool import PoolGroup
    from topboard.systems.dubov_1997.remainder import Remainder


def islands(rest: Remainder, places: Sequence[int]) -> list[int]:
    """Return the players who have no possible opponent in their own group."""
    group = bitset(places)
    return [i for i in places if not rest.open_[i] & group]


def raise_for_island(rest: Remainder, island: int, below: Sequence[PoolGroup]) -> Choice | Nobody:
    """Choose a lower-scored player to move up and meet an island.

    The order of preference is opposite due colour, highest R, lowest ARO.
    """
    return _from_next_possible_group(
        rest, below, rest.pool.entrants[island].due, lambda i: rest.obstacle(island, i)
    )


def raise_for_odd_group(
    rest: Remainder, places: Sequence[int], points: Tenths, below: Sequence[PoolGroup]
) -> Choice | Nobody:
    """Choose a player to move up so that the group and the remaining players can be paired.

    Players due the opposite of the group's dominating colour are preferred, then those with the
    highest R, then those with the lowest ARO.
    """
    group = bitset(places)
    others = rest.left & ~group
    if rest.left_over(group) != 1 or rest.left_over(others) != 1:
        return Nobody()
    waiting, spare = rest.missable(group), rest.missable(others)

    def obstacle_to(i: int) -> Obstacle | None:
        if not rest.open_[i] & group:
            return NoOpponentInNextGroup(points)
        if not rest.open_[i] & waiting:
            return rest.proof(group | 1 << i)
        return None if spare >> i & 1 else rest.proof(others & ~(1 << i))

    return _from_next_possible_group(rest, below, dominating_colour(rest.pool, places), obstacle_to)


def _from_next_possible_group(
    rest: Remainder, below: Sequence[PoolGroup], unwanted: Colour | None, obstacle_to: Obstacles
) -> Choice | Nobody:
    """Return the choice from the nearest lower group that has a possible candidate."""
    pool = rest.pool
    passed: tuple[PassedOver, ...] = ()
    for group in below:
        candidates = group.still_in(rest.left)
        candidates.sort(key=lambda i: (pool.entrants[i].due is unwanted, pool.strength(i)))
        missable = rest.missable(bitset(candidates))
        choice = best_possible(pool, candidates, obstacle_to, missable)
        passed += choice.passed_over
        if isinstance(choice, Choice):
            return Choice(choice.place, passed)
    return Nobody(passed)


def opponent_of_raised(rest: Remainder, raised: int, places: Sequence[int]) -> Choice:
    """Return the opponent, under the Danubian variation, of a player who was moved up.

    The opponent is due the dominating colour, if possible, and has the lowest R and the lowest ARO.
    """
    pool, group = rest.pool, bitset(places)
    waiting = rest.missable(group)
    dominating = dominating_colour(pool, places)

    def obstacle_to(i: int) -> Obstacle | None:
        between = rest.absolute_obstacle(raised, i)
        if between is not None or waiting >> i & 1:
            return between
        return rest.proof(group & ~(1 << i))

    order = sorted(
        places,
        key=lambda i: (
            pool.entrants[i].due is not dominating,
            pool.entrants[i].rating,
            pool.aro[i],
            pool.alphabet[i],
        ),
    )
    return first_possible(pool, order, obstacle_to)
