"""Floaters: players who cannot be paired in their group and seek an opponent below."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, zip_longest
from typing import TYPE_CHECKING

from topboard.kernels.matching import PerfectMatching, bits
from topboard.rules.shared.dubov.choice import Choice, Nobody, best_possible, first_possible
from topboard.rules.shared.dubov.columns import columns_by_due_colour
from topboard.rules.shared.dubov.pool import places_mask
from topboard.rules.shared.dubov.remainder import with_exits
from topboard.rules.shared.meeting import unpairable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from topboard.reasons import LeavesUnpairable, Obstacle
    from topboard.rules.shared.dubov.pool import Pool
    from topboard.rules.shared.dubov.remainder import Remainder


# --- who drops ----------------------------------------------------------------------------


def leaving_preference(*, already_floater: bool, pairable_below: bool) -> int:
    """Who drops first: a newcomer before a floater, then one who can be paired below."""
    return 2 * already_floater + (not pairable_below)


def leaving_order(rest: Remainder, places: Iterable[int], next_group: int) -> list[int]:
    """The order in which players of a group drop; among equals as the bye is given.

    That is: lowest R, then higher ARO, then last in the alphabet.
    """
    pool = rest.pool

    def key(i: int) -> tuple[int, ...]:
        preference = leaving_preference(
            already_floater=False, pairable_below=bool(rest.open_[i] & next_group)
        )
        return preference, pool.entrants[i].rating, -pool.aro[i], -pool.alphabet[i]

    return sorted(places, key=key)


@dataclass(frozen=True, slots=True)
class Leavers:
    """Who leaves a group, in the order chosen, and why not all of it can stay."""

    choices: tuple[Choice, ...] = ()
    proof: LeavesUnpairable | None = None
    for_the_rest: bool = False
    """The group could stay together, but the others need opponents from it."""


def choose_leavers(rest: Remainder, staying: int, order: Sequence[int]) -> Leavers:
    """The first of the order, one by one, until the group and all others can be paired.

    ``order`` are those of the group who may leave it.
    """
    others = rest.left & ~staying
    for_the_rest = rest.left_over(staying) == 0
    if for_the_rest and rest.can_be_paired(others):
        return Leavers()
    # Without looking ahead the result is the same if it succeeds, and found faster.
    choices = _leave_one_by_one(rest, staying, order, looking_ahead=False)
    if choices is None:
        choices = _leave_one_by_one(rest, staying, order, looking_ahead=True)
    assert choices is not None, "the round can be completed"
    return Leavers(choices, rest.proof(others if for_the_rest else staying), for_the_rest)


def _leave_one_by_one(
    rest: Remainder, staying: int, order: Sequence[int], *, looking_ahead: bool
) -> tuple[Choice, ...] | None:
    """Each the first of the order without whom more of the group can be paired.

    With ``looking_ahead`` he must also find an opponent in a complete pairing of the round;
    the one of the group who meets a lower player in such a pairing is always a candidate.
    """
    choices: list[Choice] = []
    leavers: list[int] = []
    while True:
        left = staying & ~places_mask(leavers)
        over = rest.left_over(left)
        if not over:
            gone = places_mask(leavers)
            if not _blocked(rest, staying, leavers, rest.left & ~staying | gone):
                return tuple(choices)
            if not looking_ahead:
                return None
        obstacle_to = _obstacle_to_leaving(rest, staying, leavers, over, looking_ahead)
        choice = first_possible(rest.pool, [i for i in order if left >> i & 1], obstacle_to)
        choices.append(choice)
        leavers.append(choice.place)


def _obstacle_to_leaving(
    rest: Remainder, staying: int, leavers: Sequence[int], over: int, looking_ahead: bool
) -> Callable[[int], Obstacle | None]:
    """Why a player would leave in vain, after those who leave already."""
    left = staying & ~places_mask(leavers)
    graph, exits = with_exits(rest.open_, left, over)
    matching = PerfectMatching(graph, left | exits)
    way_out = len(rest.open_)

    def obstacle_to(i: int) -> Obstacle | None:
        if over and not matching.can_pair(way_out, i):
            return unpairable(matching.refusal(way_out, i), rest.pool.all_numbers)
        return _blocked(rest, staying, [*leavers, i], rest.left) if looking_ahead else None

    return obstacle_to


def _blocked(
    rest: Remainder, staying: int, leavers: Sequence[int], among: int
) -> LeavesUnpairable | None:
    """Why ``among`` cannot be paired such that the leavers meet nobody of their group."""
    graph = list(rest.open_)
    gone = places_mask(leavers)
    for i in leavers:
        graph[i] &= ~staying
    for i in bits(among & staying & ~gone):
        graph[i] &= ~gone
    certificate = PerfectMatching(graph, among).certificate
    return None if certificate is None else unpairable(certificate, rest.pool.all_numbers)


# --- whom they meet -----------------------------------------------------------------------


def in_turn(pool: Pool, floaters: Iterable[int]) -> Iterator[int]:
    """White and Black floaters by turns, White first, each in the order of its column."""
    columns = columns_by_due_colour(pool, floaters)
    for i in chain.from_iterable(zip_longest(columns.white, columns.black)):
        if i is not None:
            yield i


def opponents_in_order(pool: Pool, floater: int, residents: Iterable[int]) -> list[int]:
    """Highest R, if possible of the opposite due colour; of equals the lowest ARO."""
    due = pool.entrants[floater].due
    return sorted(residents, key=lambda i: (pool.entrants[i].due is due, pool.strength(i)))


def opponent_of_floater(rest: Remainder, floater: int, residents: Sequence[int]) -> Choice | Nobody:
    """The resident of the group whom a floater meets."""
    return best_possible(
        rest.pool,
        opponents_in_order(rest.pool, floater, residents),
        lambda i: rest.obstacle(floater, i),
        rest.missable(places_mask(residents)),
    )
