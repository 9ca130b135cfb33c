"""The choice of downfloaters, who cannot be paired in their own group, and of their opponents."""

from __future__ import annotations

from itertools import chain, zip_longest
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.matching.cost import costs_preferring_fewest
from topboard.matching.perfect import bit_indices, bitset
from topboard.matching.weighted import minimum_cost_matching
from topboard.reasons.obstacles import MoreWouldFloat, PassedOver
from topboard.systems.common.meeting import certificate_with_numbers
from topboard.systems.dubov_1997.choice import (
    Choice,
    NoCandidate,
    choose_best_candidate,
    choose_first_candidate,
)
from topboard.systems.dubov_1997.columns import columns_by_due_colour

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from topboard.reasons.obstacles import LeavesUnpairable, Obstacle
    from topboard.systems.dubov_1997.pool import Pool
    from topboard.systems.dubov_1997.remainder import UnpairedPlayers


# --- downfloaters -------------------------------------------------------------------------


def downfloat_order(rest: UnpairedPlayers, places: Iterable[int], next_group: int) -> list[int]:
    """Return the players of a group in the order in which they downfloat.

    Players with a possible opponent in the next group come first. Ties are broken by lowest rating,
    then higher ARO, then last in alphabetical order, as for the bye.
    """
    pool = rest.pool

    def sort_key(i: int) -> tuple[int, ...]:
        unpairable_below = not rest.open_[i] & next_group
        return unpairable_below, pool.players[i].rating, -pool.aro[i], -pool.alphabet[i]

    return sorted(places, key=sort_key)


@dataclass(frozen=True, slots=True)
class Downfloaters:
    """The downfloaters of a group in the order of choice, with the proof that they are
    necessary.
    """

    choices: tuple[Choice, ...] = ()
    proof: LeavesUnpairable | None = None
    for_the_rest: bool = False
    """Whether the group could be paired itself but must provide opponents for players outside
    it.
    """


def choose_downfloaters(rest: UnpairedPlayers, staying: int, order: Sequence[int]) -> Downfloaters:
    """Return the smallest set of downfloaters that makes the group and all other players pairable.

    Of several such sets, the first in ``order`` is returned. ``order`` lists the players who may
    downfloat.
    """
    others = rest.left & ~staying
    for_the_rest = rest.count_left_over(staying) == 0
    if for_the_rest and rest.can_pair_among_themselves(others):
        return Downfloaters()
    choices = _downfloaters_for_own_group(rest, staying, order) or _downfloaters_for_all_players(
        rest, staying, order
    )
    return Downfloaters(
        choices, rest.prove_unpairable(others if for_the_rest else staying), for_the_rest
    )


def _downfloaters_for_own_group(
    rest: UnpairedPlayers, staying: int, order: Sequence[int]
) -> tuple[Choice, ...]:
    """Choose the first possible downfloaters, one at a time, until the rest of the group can be
    paired.

    Return an empty tuple if the players outside the group could then not be paired.
    """
    choices: list[Choice] = []
    left = staying
    while over := rest.count_left_over(left):
        candidates = [i for i in order if left >> i & 1]
        choice = choose_first_candidate(
            rest.pool, candidates, _obstacle_to_downfloating(rest, left, over)
        )
        choices.append(choice)
        left &= ~(1 << choice.place)
    # No two of these players may meet, because otherwise more of the group could be paired.
    return tuple(choices) if rest.can_pair_among_themselves(rest.left & ~left) else ()


def _obstacle_to_downfloating(
    rest: UnpairedPlayers, left: int, over: int
) -> Callable[[int], Obstacle | None]:
    """Return a function that gives the obstacle to a downfloater, or None if there is none.

    The obstacle is a proof that more players of the group would remain unpaired.
    """
    matching, way_out = rest.matching_with_leavers(left, over), len(rest.open_)

    def obstacle_to_candidate(i: int) -> Obstacle | None:
        if matching.can_pair(way_out, i):
            return None
        return certificate_with_numbers(
            matching.prove_pair_impossible(way_out, i), rest.pool.numbers
        )

    return obstacle_to_candidate


def _downfloaters_for_all_players(
    rest: UnpairedPlayers, staying: int, order: Sequence[int]
) -> tuple[Choice, ...]:
    """Return the smallest set of downfloaters with which all players of the round can be paired.

    Of several such sets, the first in ``order`` is returned.
    """
    leavers = set(find_fewest_downfloaters(rest, staying, order))
    passed: list[PassedOver] = []
    choices = []
    for i in order:
        if i in leavers:
            choices.append(Choice(i, tuple(passed)))
        else:
            passed.append(PassedOver(rest.pool.players[i].number, MoreWouldFloat(len(leavers))))
    return tuple(choices)


def find_fewest_downfloaters(
    rest: UnpairedPlayers, staying: int, order: Sequence[int]
) -> Iterator[int]:
    """Yield the players of a group who meet a player from outside it in a minimum-cost pairing.

    There are as few of them as possible. Of several such sets, the first in ``order`` is chosen.
    """

    others = rest.left & ~staying
    cost = dict(zip(order, costs_preferring_fewest(len(order)), strict=True))
    inside = _possible_downfloaters(rest, staying, order, others.bit_count())
    players = [*bit_indices(inside), *bit_indices(others)]
    place = {i: at for at, i in enumerate(players)}
    roomy = inside != staying
    edges = [
        (place[a], place[b], 0)
        for a in bit_indices(others)
        for b in bit_indices(rest.open_[a] & others)
    ]
    for a in bit_indices(inside):
        mates = inside & ~(1 << a) if roomy else rest.open_[a] & inside
        edges += [(place[a], place[b], 0) for b in bit_indices(mates)]
        if a in cost:
            edges += [(place[a], place[b], cost[a]) for b in bit_indices(rest.open_[a] & others)]
    found = minimum_cost_matching(len(players), edges)
    assert found is not None, "the round can be completed"
    for i in order:
        if i in place and others >> players[found.mate[place[i]]] & 1:
            yield i


def _possible_downfloaters(
    rest: UnpairedPlayers, staying: int, order: Sequence[int], outsiders: int
) -> int:
    """Return the players of a group who need to be considered as downfloaters, as a bitset.

    If the group is so large that any of its players can leave, it is enough to consider the first
    possible opponents of each outsider, as many as there are outsiders. Otherwise all are
    considered.
    """
    if not rest.can_lose_any_players(staying, outsiders):
        return staying
    found = 0
    for a in bit_indices(rest.left & ~staying):
        wanted = [i for i in order if rest.open_[a] >> i & 1][:outsiders]
        found |= bitset(wanted)
    for i in order:
        if (found ^ staying).bit_count() % 2 == 0:
            break
        found |= 1 << i
    return found


# --- opponents of floaters ----------------------------------------------------------------


def alternate_by_due_colour(pool: Pool, floaters: Iterable[int]) -> Iterator[int]:
    """Yield floaters due White and due Black alternately, White first, each in column order."""
    columns = columns_by_due_colour(pool, floaters)
    for i in chain.from_iterable(zip_longest(columns.white, columns.black)):
        if i is not None:
            yield i


def order_floater_opponents(pool: Pool, floater: int, residents: Iterable[int]) -> list[int]:
    """Return the residents in the order in which they are tried as opponents of a floater.

    Players due the opposite colour come first, then the highest rating and the lowest ARO.
    """
    due = pool.players[floater].due
    return sorted(
        residents, key=lambda i: (pool.players[i].due is due, pool.opponent_preference_key(i))
    )


def choose_floater_opponent(
    rest: UnpairedPlayers, floater: int, residents: Sequence[int]
) -> Choice | NoCandidate:
    """Choose an opponent for a floater from the residents of the group."""
    return choose_best_candidate(
        rest.pool,
        order_floater_opponents(rest.pool, floater, residents),
        lambda i: rest.obstacle_to_pair(floater, i),
        rest.players_possibly_left_over(bitset(residents)),
    )
