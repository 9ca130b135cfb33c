"""The scoregroups of a round: floaters, players without an opponent, players moved up or down, and
columns.
"""

from __future__ import annotations

from itertools import groupby

from topboard.model import Colour
from topboard.proof.verify.colours import BIT, EITHER
from topboard.proof.verify.dubov.choices import (
    DubovRoundState,
    Ordering,
    Orders,
    check_opponent,
    read_choice,
)
from topboard.proof.verify.dubov.downfloaters import check_downfloaters
from topboard.proof.verify.dubov.players import DubovPlayers
from topboard.proof.verify.dubov.rows import check_rows
from topboard.proof.verify.seeking import parse_bridge
from topboard.proof.verify.witnesses import bit_indices, bitset, is_blocked_by_bridge


def check_groups(drawing: DubovRoundState) -> None:
    """Check the scoregroups from the highest to the lowest."""
    left, points = bit_indices(drawing.left), drawing.pool.points
    groups = [[*group] for _, group in groupby(left, key=points.__getitem__)]
    floating: list[int] = []
    for at, group in enumerate(groups):
        if drawing.unpaired_places(group):
            floating = _check_group(drawing, group, groups[at + 1 :], floating)
    if drawing.left:
        over = [drawing.pool.numbers[i] for i in bit_indices(drawing.left)]
        raise drawing.steps.build_refusal("the proof leaves {left} undecided", left=over)


def _check_group(
    drawing: DubovRoundState, group: list[int], below: list[list[int]], floating: list[int]
) -> list[int]:
    """Check one scoregroup including its floaters, and return the players who have to float on."""
    pool = drawing.pool
    onward = [
        i
        for i in pool.alternate_columns(floating)
        if not _check_floater_opponent(drawing, i, group)
    ]
    inside = bitset(places := drawing.unpaired_places(group))
    for i in pool.alternate_columns([i for i in places if not drawing.graph[i] & inside]):
        # A player without a possible opponent in the group gets one from the next group that has
        # any.
        check_opponent(
            drawing,
            "7.1",
            "island",
            _candidate_ordering(drawing, below, pool.due[i]),
            i,
            drawing.left,
        )
    places = drawing.unpaired_places(group)
    moved_up = _check_moved_up_player(drawing, places, below) if len(places) % 2 else []
    places, raised = drawing.unpaired_places(places), drawing.unpaired_places(moved_up)
    next_group = next((bitset(one) for one in map(drawing.unpaired_places, below) if one), 0)
    gone = check_downfloaters(drawing, places, raised, next_group & ~bitset(raised))
    if moved_up and gone:
        # The player was moved up so that the group can be paired.
        said = "the number of participants who leave the group cannot be {leaving}"
        raise drawing.steps.build_refusal(said, leaving=len(gone))
    staying = [i for i in (*places, *raised) if i not in gone]
    white, black = _equalise_columns(pool, staying)
    check_rows(drawing, white, black, pool.points[group[0]], "6.3")
    for i in gone:
        drawing.graph[i] &= ~bitset(gone)
    return [*onward, *gone]


def _check_floater_opponent(drawing: DubovRoundState, floater: int, group: list[int]) -> bool:
    """Check that a floater meets the highest-rated player, if possible one due the other colour.

    Return whether an opponent was found.
    """
    ordering = _candidate_ordering(drawing, [group], drawing.pool.due[floater])
    return check_opponent(drawing, "8.2", "floater", ordering, floater, drawing.left)


def _candidate_ordering(
    drawing: DubovRoundState, groups: list[list[int]], unwanted: Colour | None
) -> Ordering:
    """Return a function that orders the players of each group as candidates.

    Players who are not due the ``unwanted`` colour come first, then the others, each by strength.
    """
    due, strength = drawing.pool.due, drawing.pool.strength.__getitem__

    def candidates_down_to(chosen: int | None) -> Orders:
        found: Orders = []
        for group in groups:
            if still := sorted(drawing.unpaired_places(group), key=strength):
                found.append([i for i in still if due[i] is not unwanted])
                found[-1] += [i for i in still if due[i] is unwanted]
            if chosen in still:
                break
        return found

    return candidates_down_to


def _check_moved_up_player(
    drawing: DubovRoundState, places: list[int], below: list[list[int]]
) -> list[int]:
    """Return the player moved up so that an odd scoregroup and the rest of the field can be paired.

    The list is empty if more than one player of the scoregroup or of the rest would remain
    unpaired.
    """
    pool, graph, group = drawing.pool, drawing.graph, bitset(places)
    others = drawing.left & ~group
    dominating = pool.dominating_due_colour(places)

    ordering = _candidate_ordering(drawing, below, dominating)
    step, chosen, before = read_choice(
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
            raise drawing.seeking.build_passed_over_refusal(pool.numbers[i], step.get("group"))
    drawing.steps.record_step_holds(f"{step['raised'] or 'nobody'} is raised")
    if chosen is None:
        return []
    if pool.danubian:
        # The player moved up meets the lowest-rated player of those due the dominating colour.
        order = sorted(
            places,
            key=lambda i: (pool.due[i] is not dominating, pool.rating[i], pool.white_rank[i]),
        )
        check_opponent(drawing, "7.2 Danubian", "opponent", lambda _: [order], chosen, group)
    return [chosen]


def _equalise_columns(pool: DubovPlayers, places: list[int]) -> tuple[list[int], list[int]]:
    """Return the White and the Black column after half of the surplus has been moved to the shorter
    one.

    Players are moved only as far as the colour limits allow.
    """
    surplus = pool.white_surplus(places)
    # Players leave the White column in the order of the lowest ARO and then the higher rating. They
    # leave the Black column in the opposite order.
    sign, due = (1, Colour.WHITE) if surplus > 0 else (-1, Colour.BLACK)
    free = [i for i in places if pool.due[i] is due and pool.allowed[i] & (EITHER - BIT[due])]
    free.sort(key=lambda i: (sign * pool.aro[i], -sign * pool.rating[i], pool.alphabet[i]))
    return pool.white_and_black_columns(places, free[: abs(surplus) // 2])
