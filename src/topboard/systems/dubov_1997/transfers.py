"""The choice of players who are moved up to meet an island or to make an odd group even."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.matching.perfect import bitset
from topboard.reasons.obstacles import NoOpponentInNextGroup
from topboard.systems.dubov_1997.choice import (
    Choice,
    NoCandidateWithoutObstacle,
    choose_first_candidate,
    choose_most_preferred_candidate,
)
from topboard.systems.dubov_1997.pool import find_dominating_colour

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.model import Colour, Tenths
    from topboard.reasons.obstacles import Obstacle, PassedOver
    from topboard.systems.dubov_1997.choice import Obstacles
    from topboard.systems.dubov_1997.pool import PoolGroup
    from topboard.systems.dubov_1997.remainder import UnpairedPlayers


def find_players_without_opponent(rest: UnpairedPlayers, places: Sequence[int]) -> list[int]:
    """Return the players of a group who have no possible opponent in it, called islands."""
    group = bitset(places)
    return [i for i in places if not rest.open_[i] & group]


def choose_move_up_for_island(
    rest: UnpairedPlayers, island: int, below: Sequence[PoolGroup]
) -> Choice | NoCandidateWithoutObstacle:
    """Choose a lower-scored player who is moved up to meet an island.

    An island is a player with no possible opponent in the group. Players due the opposite colour
    are preferred, then the highest rating, then the lowest ARO.
    """
    return _choose_from_nearest_group(
        rest,
        below,
        rest.pool.players[island].due,
        lambda i: rest.find_obstacle_to_pair_now(island, i),
    )


def choose_move_up_for_odd_group(
    rest: UnpairedPlayers, places: Sequence[int], points: Tenths, below: Sequence[PoolGroup]
) -> Choice | NoCandidateWithoutObstacle:
    """Choose a lower-scored player who is moved up to make an odd group even.

    The group and all other players must be pairable afterwards. Players who are not due the group's
    dominating colour are preferred, then the highest rating, then the lowest ARO.
    """
    group = bitset(places)
    others = rest.left & ~group
    if (
        rest.count_players_left_unpaired(group) != 1
        or rest.count_players_left_unpaired(others) != 1
    ):
        return NoCandidateWithoutObstacle()
    waiting, spare = (
        rest.find_players_possibly_left_unpaired(group),
        rest.find_players_possibly_left_unpaired(others),
    )

    def obstacle_to_candidate(i: int) -> Obstacle | None:
        if not rest.open_[i] & group:
            return NoOpponentInNextGroup(points)
        if not rest.open_[i] & waiting:
            return rest.prove_unpairable(group | 1 << i)
        return None if spare >> i & 1 else rest.prove_unpairable(others & ~(1 << i))

    return _choose_from_nearest_group(
        rest, below, find_dominating_colour(rest.pool, places), obstacle_to_candidate
    )


def _choose_from_nearest_group(
    rest: UnpairedPlayers,
    below: Sequence[PoolGroup],
    unwanted: Colour | None,
    obstacle_to_candidate: Obstacles,
) -> Choice | NoCandidateWithoutObstacle:
    """Return the choice from the nearest lower group that has a candidate without an obstacle."""
    pool = rest.pool
    passed: tuple[PassedOver, ...] = ()
    for group in below:
        candidates = group.members_still_unpaired(rest.left)
        candidates.sort(
            key=lambda i: (pool.players[i].due is unwanted, pool.opponent_preference_key(i))
        )
        missable = rest.find_players_possibly_left_unpaired(bitset(candidates))
        choice = choose_most_preferred_candidate(pool, candidates, obstacle_to_candidate, missable)
        passed += choice.passed_over
        if isinstance(choice, Choice):
            return Choice(choice.place, passed)
    return NoCandidateWithoutObstacle(passed)


def choose_opponent_of_player_moved_up(
    rest: UnpairedPlayers, raised: int, places: Sequence[int]
) -> Choice:
    """Choose the opponent of a player who was moved up, under the Danubian variation.

    Players due the group's dominating colour are preferred, then the lowest rating, then the lowest
    ARO.
    """
    pool, group = rest.pool, bitset(places)
    waiting = rest.find_players_possibly_left_unpaired(group)
    dominating = find_dominating_colour(pool, places)

    def obstacle_to_candidate(i: int) -> Obstacle | None:
        between = rest.find_absolute_obstacle_to_pair(raised, i)
        if between is not None or waiting >> i & 1:
            return between
        return rest.prove_unpairable(group & ~(1 << i))

    order = sorted(
        places,
        key=lambda i: (
            pool.players[i].due is not dominating,
            pool.players[i].rating,
            pool.aro[i],
            pool.alphabet[i],
        ),
    )
    return choose_first_candidate(pool, order, obstacle_to_candidate)
