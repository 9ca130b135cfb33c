"""The scoregroups of a Dubov round, with their floaters, players moved up or down, and columns."""

from __future__ import annotations

from itertools import groupby

from topboard.model import Colour
from topboard.proof.verify.colours import BIT, EITHER
from topboard.proof.verify.dubov.choices import (
    DubovRoundState,
    Ordering,
    Orders,
    check_first_possible_opponent,
    read_step_of_chosen_candidate,
)
from topboard.proof.verify.dubov.downfloaters import replay_choice_of_downfloaters
from topboard.proof.verify.dubov.players import DubovPlayers
from topboard.proof.verify.dubov.rows import check_rows_of_columns
from topboard.proof.verify.seeking import parse_bridge
from topboard.proof.verify.witnesses import bit_indices, bitset, is_blocked_by_bridge


def check_scoregroups_of_round(drawing: DubovRoundState) -> None:
    """Check the scoregroups from the highest to the lowest."""
    left, points = bit_indices(drawing.left), drawing.pool.points
    groups = [[*group] for _, group in groupby(left, key=points.__getitem__)]
    floating: list[int] = []
    for at, group in enumerate(groups):
        if drawing.select_unpaired_players(group):
            floating = _check_scoregroup_with_floaters(drawing, group, groups[at + 1 :], floating)
    if drawing.left:
        over = [drawing.pool.numbers[i] for i in bit_indices(drawing.left)]
        raise drawing.steps.build_refusal_of_current_step(
            "the proof leaves {left} undecided", left=over
        )


def _check_scoregroup_with_floaters(
    drawing: DubovRoundState, group: list[int], below: list[list[int]], floating: list[int]
) -> list[int]:
    """Check one scoregroup with its floaters, and return those who float to the next group."""
    pool = drawing.pool
    onward = [
        i
        for i in pool.alternate_players_of_columns(floating)
        if not _check_floater_opponent(drawing, i, group)
    ]
    inside = bitset(places := drawing.select_unpaired_players(group))
    for i in pool.alternate_players_of_columns(
        [i for i in places if not drawing.graph[i] & inside]
    ):
        # A player without a possible opponent in the group gets one from the next group that has
        # any.
        check_first_possible_opponent(
            drawing,
            "7.1",
            "island",
            _build_candidate_ordering(drawing, below, pool.due[i]),
            i,
            drawing.left,
        )
    places = drawing.select_unpaired_players(group)
    moved_up = _check_moved_up_player(drawing, places, below) if len(places) % 2 else []
    places, raised = (
        drawing.select_unpaired_players(places),
        drawing.select_unpaired_players(moved_up),
    )
    next_group = next(
        (bitset(one) for one in map(drawing.select_unpaired_players, below) if one), 0
    )
    gone = replay_choice_of_downfloaters(drawing, places, raised, next_group & ~bitset(raised))
    if moved_up and gone:
        # The player was moved up so that the group can be paired.
        said = "the number of participants who leave the group cannot be {leaving}"
        raise drawing.steps.build_refusal_of_current_step(said, leaving=len(gone))
    staying = [i for i in (*places, *raised) if i not in gone]
    white, black = _equalise_column_lengths(pool, staying)
    check_rows_of_columns(drawing, white, black, pool.points[group[0]], "6.3")
    for i in gone:
        drawing.graph[i] &= ~bitset(gone)
    return [*onward, *gone]


def _check_floater_opponent(drawing: DubovRoundState, floater: int, group: list[int]) -> bool:
    """Check that a floater meets the highest-rated player, if possible one due the opposite colour.

    Return whether an opponent was found.
    """
    ordering = _build_candidate_ordering(drawing, [group], drawing.pool.due[floater])
    return check_first_possible_opponent(drawing, "8.2", "floater", ordering, floater, drawing.left)


def _build_candidate_ordering(
    drawing: DubovRoundState, groups: list[list[int]], unwanted: Colour | None
) -> Ordering:
    """Return a function that lists the players of each group in order as candidates.

    Players who are not due the ``unwanted`` colour come first. Both parts are sorted by strength.
    """
    due, strength = drawing.pool.due, drawing.pool.strength.__getitem__

    def list_candidates_down_to_group(chosen: int | None) -> Orders:
        found: Orders = []
        for group in groups:
            if still := sorted(drawing.select_unpaired_players(group), key=strength):
                found.append([i for i in still if due[i] is not unwanted])
                found[-1] += [i for i in still if due[i] is unwanted]
            if chosen in still:
                break
        return found

    return list_candidates_down_to_group


def _check_moved_up_player(
    drawing: DubovRoundState, places: list[int], below: list[list[int]]
) -> list[int]:
    """Check and return the player moved up into a scoregroup with an odd number of players.

    With that player, the scoregroup and the rest of the players must both be pairable. Return an
    empty list if no player can be moved up.
    """
    pool, graph, group = drawing.pool, drawing.graph, bitset(places)
    others = drawing.left & ~group
    dominating = pool.majority_due_colour(places)

    ordering = _build_candidate_ordering(drawing, below, dominating)
    step, chosen, before = read_step_of_chosen_candidate(
        drawing, "7.2", "raised", ordering, group=places, others=others
    )
    inside, outside = (parse_bridge(step.get(k, ()), pool.numbers) for k in ("group", "others"))
    for i in before:
        one = 1 << i
        # A new player may join islands of the group and is then one more member of its bridge.
        ways_in = (
            is_blocked_by_bridge(graph, group | one, bridge) for bridge in (inside, inside | one)
        )
        closed = not graph[i] & group or any(ways_in)
        if not closed and not is_blocked_by_bridge(graph, others & ~one, outside & ~one):
            raise drawing.seeking.build_refusal_of_candidate_passed_over(
                pool.numbers[i], step.get("group")
            )
    drawing.steps.record_proved_step(f"{step['raised'] or 'nobody'} is raised")
    if chosen is None:
        return []
    if pool.danubian:
        # The player moved up meets the lowest-rated player of those due the dominating colour.
        order = sorted(
            places,
            key=lambda i: (pool.due[i] is not dominating, pool.rating[i], pool.white_rank[i]),
        )
        check_first_possible_opponent(
            drawing, "7.2 Danubian", "opponent", lambda _: [order], chosen, group
        )
    return [chosen]


def _equalise_column_lengths(pool: DubovPlayers, places: list[int]) -> tuple[list[int], list[int]]:
    """Return the White and Black columns after moving half of the surplus to the shorter column.

    Only players whose colour limits allow it are moved.
    """
    surplus = pool.count_surplus_due_white(places)
    # Players leave the White column in the order of the lowest ARO and then the higher rating. They
    # leave the Black column in the opposite order.
    sign, due = (1, Colour.WHITE) if surplus > 0 else (-1, Colour.BLACK)
    free = [i for i in places if pool.due[i] is due and pool.allowed[i] & (EITHER - BIT[due])]
    free.sort(key=lambda i: (sign * pool.aro[i], -sign * pool.rating[i], pool.alphabet[i]))
    return pool.divide_into_white_and_black_columns(places, free[: abs(surplus) // 2])
