"""Floaters, who cannot be paired in their own group and are paired in a lower one."""

from __future__ import annotations

from itertools import chain, zip_longest
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.matching.cost import fewest_first
from topboard.matching.perfect import bits, bitset
from topboard.matching.weighted import minimum_cost_matching
from topboard.reasons.obstacles import MoreWouldLeave, PassedOver
from topboard.systems.common.meeting import unpairable
from topboard.systems.dubov_1997.choice import Choice, Nobody, best_possible, first_possible
from topboard.systems.dubov_1997.columns import columns_by_due_colour

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from topboard.reasons.obstacles import LeavesUnpairable, Obstacle
    from topboard.systems.dubov_1997.pool import Pool
    from topboard.systems.dubov_1997.remainder import Remainder


# --- who downfloats -----------------------------------------------------------------------


def leaving_order(rest: Remainder, places: Iterable[int], next_group: int) -> list[int]:
    """Return the order in which players downfloat, those who can be paired in the next group first.

    Ties are broken in the order in which the bye is given: lowest R, then higher ARO, then last in
    the alphabet. Floaters from higher groups are not included, because they are paired first.
    """
    pool = rest.pool

    def key(i: int) -> tuple[int, ...]:
        unpairable_below = not rest.open_[i] & next_group
        return unpairable_below, pool.entrants[i].rating, -pool.aro[i], -pool.alphabet[i]

    return sorted(places, key=key)


@dataclass(frozen=True, slots=True)
class Leavers:
    """The players who downfloat from a group, in the order chosen, and why they must."""

    choices: tuple[Choice, ...] = ()
    proof: LeavesUnpairable | None = None
    for_the_rest: bool = False
    """Whether the players leave only because those outside the group need opponents from it."""


def choose_leavers(rest: Remainder, staying: int, order: Sequence[int]) -> Leavers:
    """Return the fewest downfloaters without whom the group and all others can be paired.

    Of several such sets, return the first in ``order``, which lists the members who may leave.
    """
    others = rest.left & ~staying
    for_the_rest = rest.left_over(staying) == 0
    if for_the_rest and rest.can_be_paired(others):
        return Leavers()
    choices = _for_the_group(rest, staying, order) or _for_all(rest, staying, order)
    return Leavers(choices, rest.proof(others if for_the_rest else staying), for_the_rest)


def _for_the_group(rest: Remainder, staying: int, order: Sequence[int]) -> tuple[Choice, ...]:
    """Choose, one at a time, the first member whose leaving lets more of the group be paired.

    Return an empty tuple if the players outside the group could not be paired then. They would need
    different or more members of the group.
    """
    choices: list[Choice] = []
    left = staying
    while over := rest.left_over(left):
        candidates = [i for i in order if left >> i & 1]
        choice = first_possible(rest.pool, candidates, _obstacle_to_leaving(rest, left, over))
        choices.append(choice)
        left &= ~(1 << choice.place)
    # No two of these players may meet, because otherwise more of the group could be paired.
    return tuple(choices) if rest.can_be_paired(rest.left & ~left) else ()


def _obstacle_to_leaving(rest: Remainder, left: int, over: int) -> Callable[[int], Obstacle | None]:
    """Return a function that gives the obstacle if a player's leaving would not help the group."""
    matching, way_out = rest.with_ways_out(left, over), len(rest.open_)

    def obstacle_to(i: int) -> Obstacle | None:
        if matching.can_pair(way_out, i):
            return None
        return unpairable(matching.refusal(way_out, i), rest.pool.numbers)

    return obstacle_to


def _for_all(rest: Remainder, staying: int, order: Sequence[int]) -> tuple[Choice, ...]:
    """Return the fewest downfloaters that let all players be paired, the first set in order."""
    leavers = set(fewest_leaving(rest, staying, order))
    passed: list[PassedOver] = []
    choices = []
    for i in order:
        if i in leavers:
            choices.append(Choice(i, tuple(passed)))
        else:
            passed.append(PassedOver(rest.pool.entrants[i].number, MoreWouldLeave(len(leavers))))
    return tuple(choices)


def fewest_leaving(rest: Remainder, staying: int, order: Sequence[int]) -> Iterator[int]:
    """Yield the members of the group who meet an outsider in the cheapest complete pairing."""

    others = rest.left & ~staying
    cost = dict(zip(order, fewest_first(len(order)), strict=True))
    inside = _who_matter(rest, staying, order, others.bit_count())
    players = [*bits(inside), *bits(others)]
    place = {i: at for at, i in enumerate(players)}
    roomy = inside != staying
    edges = [(place[a], place[b], 0) for a in bits(others) for b in bits(rest.open_[a] & others)]
    for a in bits(inside):
        mates = inside & ~(1 << a) if roomy else rest.open_[a] & inside
        edges += [(place[a], place[b], 0) for b in bits(mates)]
        if a in cost:
            edges += [(place[a], place[b], cost[a]) for b in bits(rest.open_[a] & others)]
    found = minimum_cost_matching(len(players), edges)
    assert found is not None, "the round can be completed"
    for i in order:
        if i in place and others >> players[found.mate[place[i]]] & 1:
            yield i


def _who_matter(rest: Remainder, staying: int, order: Sequence[int], outsiders: int) -> int:
    """Return the members who might have to downfloat, as a bit set.

    These are all members unless the group is so large that any of them may leave and the rest can
    still be paired. In that case only the first possible opponents of each outsider matter, as many
    as there are outsiders.
    """
    if not rest.is_roomy(staying, outsiders):
        return staying
    found = 0
    for a in bits(rest.left & ~staying):
        wanted = [i for i in order if rest.open_[a] >> i & 1][:outsiders]
        found |= bitset(wanted)
    for i in order:
        if (found ^ staying).bit_count() % 2 == 0:
            break
        found |= 1 << i
    return found


# --- whom they meet -----------------------------------------------------------------------


def in_turn(pool: Pool, floaters: Iterable[int]) -> Iterator[int]:
    """Yield White and Black floaters alternately, White first, each in the order of its column."""
    columns = columns_by_due_colour(pool, floaters)
    for i in chain.from_iterable(zip_longest(columns.white, columns.black)):
        if i is not None:
            yield i


def opponents_in_order(pool: Pool, floater: int, residents: Iterable[int]) -> list[int]:
    """Return the residents as possible opponents of a floater, in order of preference.

    Those due the opposite colour come first. They are sorted by highest R, then lowest ARO.
    """
    due = pool.entrants[floater].due
    return sorted(residents, key=lambda i: (pool.entrants[i].due is due, pool.strength(i)))


def opponent_of_floater(rest: Remainder, floater: int, residents: Sequence[int]) -> Choice | Nobody:
    """Choose the opponent of a floater among the residents of the group."""
    return best_possible(
        rest.pool,
        opponents_in_order(rest.pool, floater, residents),
        lambda i: rest.obstacle(floater, i),
        rest.missable(bitset(residents)),
    )
