"""The choice of one player from several candidates in the order of the rules.

Players who may be moved up are preferred. The next preference is for players whose own group can
make as many pairs without them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.reasons.family_decisions import UpfloatLimitWaiver
from topboard.reasons.obstacles import FewerPairsLeft, MayNotUpfloat, PassedOver

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from topboard.model import Tenths
    from topboard.reasons.obstacles import Obstacle
    from topboard.systems.dubov_1997.pool import Pool

    Obstacles = Callable[[int], Obstacle | None]


@dataclass(frozen=True, slots=True)
class Choice:
    """The index of the chosen player, and the earlier candidates who were passed over."""

    place: int
    passed_over: tuple[PassedOver, ...]


@dataclass(frozen=True, slots=True)
class NoCandidateWithoutObstacle:
    """The result of a choice in which there is an obstacle to every candidate."""

    passed_over: tuple[PassedOver, ...] = ()


def choose_first_candidate(pool: Pool, candidates: Sequence[int], obstacle: Obstacles) -> Choice:
    """Return the first candidate without an obstacle. At least one candidate must have none."""
    passed: list[PassedOver] = []
    for i in candidates:
        between = obstacle(i)
        if between is None:
            return Choice(i, tuple(passed))
        passed.append(PassedOver(pool.players[i].number, between))
    raise AssertionError("at least one candidate must have no obstacle")


def choose_most_preferred_candidate(
    pool: Pool, candidates: Sequence[int], obstacle: Obstacles, missable: int
) -> Choice | NoCandidateWithoutObstacle:
    """Return the most preferred candidate without an obstacle.

    Return ``NoCandidateWithoutObstacle`` if there is an obstacle to every candidate.

    Candidates who may be moved up are preferred. After them come the candidates in the bitset
    ``missable``, whose own group can make as many pairs without them.
    """
    known: dict[int, Obstacle | None] = {}

    def find_obstacle_once(i: int) -> Obstacle | None:
        if i not in known:
            known[i] = obstacle(i)
        return known[i]

    spared = missable or -1
    for within_limit in (True, False):
        risers = [i for i in candidates if pool.players[i].may_rise or not within_limit]
        for circle in ([i for i in risers if spared >> i & 1], risers):
            chosen = next((i for i in circle if find_obstacle_once(i) is None), None)
            if chosen is not None:
                before = candidates[: candidates.index(chosen)]
                return Choice(
                    chosen,
                    tuple(
                        _explain_candidate_passed_over(pool, i, find_obstacle_once(i))
                        for i in before
                    ),
                )
    return NoCandidateWithoutObstacle(
        tuple(_explain_candidate_passed_over(pool, i, known[i]) for i in candidates)
    )


def _explain_candidate_passed_over(pool: Pool, i: int, obstacle: Obstacle | None) -> PassedOver:
    player = pool.players[i]
    if obstacle is None:
        obstacle = FewerPairsLeft(player.points) if player.may_rise else MayNotUpfloat()
    return PassedOver(player.number, obstacle)


def explain_moving_up_beyond_limit(
    pool: Pool, i: int, points: Tenths
) -> tuple[UpfloatLimitWaiver, ...]:
    """Return the reason for moving a player up despite the limit on moving up.

    Return an empty tuple if the limit permits the move.
    """
    player = pool.players[i]
    if player.may_rise or player.points >= points:
        return ()
    return (UpfloatLimitWaiver("2.5", player.number, points),)
