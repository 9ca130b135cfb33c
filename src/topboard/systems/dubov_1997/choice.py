"""The choice among several candidates: the order of the text, the limit for going up, and the
pairs left in the group the candidate would leave."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.reasons.columns import FewerPairsLeft, MayNotRise, RiseLimitYields
from topboard.reasons.decisions import PassedOver

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from topboard.model import Tenths
    from topboard.reasons.decisions import Obstacle
    from topboard.systems.dubov_1997.pool import Pool

    Obstacles = Callable[[int], Obstacle | None]


@dataclass(frozen=True, slots=True)
class Choice:
    """The candidate chosen and those before him in the order of the text."""

    place: int
    passed_over: tuple[PassedOver, ...]


@dataclass(frozen=True, slots=True)
class Nobody:
    """There is an obstacle to every candidate."""

    passed_over: tuple[PassedOver, ...] = ()


def first_possible(pool: Pool, candidates: Sequence[int], obstacle: Obstacles) -> Choice:
    """The first candidate in the order of the text to whom there is no obstacle."""
    passed: list[PassedOver] = []
    for i in candidates:
        between = obstacle(i)
        if between is None:
            return Choice(i, tuple(passed))
        passed.append(PassedOver(pool.entrants[i].number, between))
    raise AssertionError("asked only where some candidate is possible")


def best_possible(
    pool: Pool, candidates: Sequence[int], obstacle: Obstacles, missable: int
) -> Choice | Nobody:
    """The first candidate of those who may go up, or of all if none of these is possible.

    Preferred is one of the ``missable``, without whom his own group has as many pairs as
    before (nobody: it is the same for all).
    """
    known: dict[int, Obstacle | None] = {}

    def remembered(i: int) -> Obstacle | None:
        if i not in known:
            known[i] = obstacle(i)
        return known[i]

    spared = missable or -1
    for within_limit in (True, False):
        risers = [i for i in candidates if pool.entrants[i].may_rise or not within_limit]
        for circle in ([i for i in risers if spared >> i & 1], risers):
            chosen = next((i for i in circle if remembered(i) is None), None)
            if chosen is not None:
                before = candidates[: candidates.index(chosen)]
                return Choice(
                    chosen, tuple(_passed_over_reason(pool, i, remembered(i)) for i in before)
                )
    return Nobody(tuple(_passed_over_reason(pool, i, known[i]) for i in candidates))


def _passed_over_reason(pool: Pool, i: int, obstacle: Obstacle | None) -> PassedOver:
    entrant = pool.entrants[i]
    if obstacle is None:
        obstacle = FewerPairsLeft(entrant.points) if entrant.may_rise else MayNotRise()
    return PassedOver(entrant.number, obstacle)


def rise_limit_yields(pool: Pool, i: int, points: Tenths) -> tuple[RiseLimitYields, ...]:
    """The reason to give if a player goes up though the limit speaks against it."""
    entrant = pool.entrants[i]
    if entrant.may_rise or entrant.points >= points:
        return ()
    return (RiseLimitYields("2.5", entrant.number, points),)
