"""The choice of downfloaters, who cannot be paired in their own group, and of their opponents."""

from __future__ import annotations

from itertools import chain, zip_longest
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.matching.cost import build_costs_preferring_few_items
from topboard.matching.perfect import bit_indices, bitset
from topboard.matching.weighted import find_minimum_cost_matching
from topboard.reasons.obstacles import MoreFloatersThanNecessary, PassedOver
from topboard.systems.common.meeting import convert_certificate_to_numbers
from topboard.systems.dubov_1997.choice import (
    Choice,
    NoCandidateWithoutObstacle,
    choose_first_candidate,
    choose_most_preferred_candidate,
)
from topboard.systems.dubov_1997.columns import divide_columns_by_due_colour

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from topboard.reasons.obstacles import LeavesUnpairable, Obstacle
    from topboard.systems.dubov_1997.pool import Pool
    from topboard.systems.dubov_1997.remainder import UnpairedPlayers


# --- downfloaters -------------------------------------------------------------------------


def list_players_in_downfloat_order(
    rest: UnpairedPlayers, places: Iterable[int], next_group: int
) -> list[int]:
    """Return the players of a group in the order in which they are chosen as downfloaters.

    Players with a possible opponent in the next group come first. Then lower ratings come first,
    then higher AROs, then later places in alphabetical order.
    """
    pool = rest.pool

    def sort_key(i: int) -> tuple[int, ...]:
        unpairable_below = not rest.open_[i] & next_group
        return unpairable_below, pool.players[i].rating, -pool.aro[i], -pool.alphabet[i]

    return sorted(places, key=sort_key)


@dataclass(frozen=True, slots=True)
class DownfloatersWithProof:
    """The downfloaters of a group, in the order chosen, with the proof that they are necessary."""

    choices: tuple[Choice, ...] = ()
    proof: LeavesUnpairable | None = None
    for_the_rest: bool = False
    """Whether the group could be paired by itself but players outside it need opponents from it."""


def choose_downfloaters(
    rest: UnpairedPlayers, staying: int, order: Sequence[int]
) -> DownfloatersWithProof:
    """Return the smallest set of downfloaters with which all players of the round can be paired.

    ``order`` lists the players who may downfloat. Of several such sets, the first in this order is
    returned.
    """
    others = rest.left & ~staying
    for_the_rest = rest.count_players_left_unpaired(staying) == 0
    if for_the_rest and rest.can_pair_among_themselves(others):
        return DownfloatersWithProof()
    choices = _find_downfloaters_by_own_group(
        rest, staying, order
    ) or _find_downfloaters_by_all_players(rest, staying, order)
    return DownfloatersWithProof(
        choices, rest.prove_unpairable(others if for_the_rest else staying), for_the_rest
    )


def _find_downfloaters_by_own_group(
    rest: UnpairedPlayers, staying: int, order: Sequence[int]
) -> tuple[Choice, ...]:
    """Return the first players in ``order`` without whom the rest of the group can be paired.

    Return an empty tuple if the players outside the group could then not be paired.
    """
    choices: list[Choice] = []
    left = staying
    while over := rest.count_players_left_unpaired(left):
        candidates = [i for i in order if left >> i & 1]
        choice = choose_first_candidate(
            rest.pool, candidates, _build_downfloating_obstacle_finder(rest, left, over)
        )
        choices.append(choice)
        left &= ~(1 << choice.place)
    # No two of these players may meet, because otherwise more of the group could be paired.
    return tuple(choices) if rest.can_pair_among_themselves(rest.left & ~left) else ()


def _build_downfloating_obstacle_finder(
    rest: UnpairedPlayers, left: int, over: int
) -> Callable[[int], Obstacle | None]:
    """Return a function that returns the obstacle to a downfloater, or None if there is none.

    The obstacle is a proof that more players of the group would remain unpaired.
    """
    matching, way_out = rest.match_players_with_some_leaving(left, over), len(rest.open_)

    def obstacle_to_candidate(i: int) -> Obstacle | None:
        if matching.can_pair(way_out, i):
            return None
        return convert_certificate_to_numbers(
            matching.prove_pair_impossible(way_out, i), rest.pool.numbers
        )

    return obstacle_to_candidate


def _find_downfloaters_by_all_players(
    rest: UnpairedPlayers, staying: int, order: Sequence[int]
) -> tuple[Choice, ...]:
    leavers = set(find_fewest_downfloaters(rest, staying, order))
    passed: list[PassedOver] = []
    choices = []
    for i in order:
        if i in leavers:
            choices.append(Choice(i, tuple(passed)))
        else:
            passed.append(
                PassedOver(rest.pool.players[i].number, MoreFloatersThanNecessary(len(leavers)))
            )
    return tuple(choices)


def find_fewest_downfloaters(
    rest: UnpairedPlayers, staying: int, order: Sequence[int]
) -> Iterator[int]:
    """Yield the fewest players of a group who must meet players from outside the group.

    Of several such sets, the one with the first players in ``order`` is chosen.
    """

    others = rest.left & ~staying
    cost = dict(zip(order, build_costs_preferring_few_items(len(order)), strict=True))
    inside = _find_possible_downfloaters(rest, staying, order, others.bit_count())
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
    found = find_minimum_cost_matching(len(players), edges)
    assert found is not None, "the round can be completed"
    for i in order:
        if i in place and others >> players[found.mate[place[i]]] & 1:
            yield i


def _find_possible_downfloaters(
    rest: UnpairedPlayers, staying: int, order: Sequence[int], outsiders: int
) -> int:
    """Return a bitset of the players of a group who need to be considered as downfloaters.

    In a group that can lose any of its players, only the first possible opponents of each outsider
    are needed. In a smaller group, all players are considered.
    """
    if not rest.can_surely_pair_after_losing(staying, outsiders):
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


def alternate_floaters_by_due_colour(pool: Pool, floaters: Iterable[int]) -> Iterator[int]:
    """Yield floaters due White and due Black alternately, White first, each in column order."""
    columns = divide_columns_by_due_colour(pool, floaters)
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
) -> Choice | NoCandidateWithoutObstacle:
    """Choose an opponent for a floater from the residents of the group."""
    return choose_most_preferred_candidate(
        rest.pool,
        order_floater_opponents(rest.pool, floater, residents),
        lambda i: rest.find_obstacle_to_pair_now(floater, i),
        rest.find_players_possibly_left_unpaired(bitset(residents)),
    )
