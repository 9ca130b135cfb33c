"""The score groups of a round: floaters, islands, upfloaters, downfloaters and columns."""

from __future__ import annotations

from itertools import groupby

from topboard.model import Colour
from topboard.proof.verify.colours import BIT, EITHER
from topboard.proof.verify.dubov.choices import Drawing, Ordering, Orders, choose, opponent
from topboard.proof.verify.dubov.leavers import drop
from topboard.proof.verify.dubov.players import ColumnPool
from topboard.proof.verify.dubov.rows import pair_rows
from topboard.proof.verify.seeking import bridge_of
from topboard.proof.verify.witnesses import as_set, blocks, members


def draw_groups(drawing: Drawing) -> None:
    """Check the score groups from the highest to the lowest."""
    left, points = members(drawing.left), drawing.pool.points
    groups = [[*group] for _, group in groupby(left, key=points.__getitem__)]
    floating: list[int] = []
    for at, group in enumerate(groups):
        if drawing.still(group):
            floating = _draw_group(drawing, group, groups[at + 1 :], floating)
    if drawing.left:
        over = [drawing.pool.numbers[i] for i in members(drawing.left)]
        raise drawing.steps.refusal("nothing is decided about {left}", left=over)


def _draw_group(
    drawing: Drawing, group: list[int], below: list[list[int]], floating: list[int]
) -> list[int]:
    """Check one group including its floaters, and return the players who have to float on."""
    pool = drawing.pool
    onward = [i for i in pool.by_turns(floating) if not _meets_floater(drawing, i, group)]
    inside = as_set(places := drawing.still(group))
    for i in pool.by_turns([i for i in places if not drawing.graph[i] & inside]):
        # A player without a possible opponent in the group gets one from the next group that has
        # any.
        opponent(drawing, "7.1", "island", _ordering(drawing, below, pool.due[i]), i, drawing.left)
    places = drawing.still(group)
    moved_up = _moved_up(drawing, places, below) if len(places) % 2 else []
    places, raised = drawing.still(places), drawing.still(moved_up)
    next_group = next((as_set(one) for one in map(drawing.still, below) if one), 0)
    gone = drop(drawing, places, raised, next_group & ~as_set(raised))
    if moved_up and gone:
        # The player was moved up so that the group can be paired.
        said = "so many cannot leave the group: {leaving}"
        raise drawing.steps.refusal(said, leaving=len(gone))
    staying = [i for i in (*places, *raised) if i not in gone]
    white, black = _equalise_columns(pool, staying)
    pair_rows(drawing, white, black, pool.points[group[0]], "6.3")
    for i in gone:
        drawing.graph[i] &= ~as_set(gone)
    return [*onward, *gone]


def _meets_floater(drawing: Drawing, floater: int, group: list[int]) -> bool:
    """Check that a floater meets the highest-rated player, if possible of the other due colour.

    Return whether an opponent was found.
    """
    ordering = _ordering(drawing, [group], drawing.pool.due[floater])
    return opponent(drawing, "8.2", "floater", ordering, floater, drawing.left)


def _ordering(drawing: Drawing, groups: list[list[int]], unwanted: Colour | None) -> Ordering:
    """Return a function that orders the players of each group as candidates.

    Players who are not due the ``unwanted`` colour come first, then the others, each by strength.
    """
    due, strength = drawing.pool.due, drawing.pool.strength.__getitem__

    def down_to(chosen: int | None) -> Orders:
        found: Orders = []
        for group in groups:
            if still := sorted(drawing.still(group), key=strength):
                found.append([i for i in still if due[i] is not unwanted])
                found[-1] += [i for i in still if due[i] is unwanted]
            if chosen in still:
                break
        return found

    return down_to


def _moved_up(drawing: Drawing, places: list[int], below: list[list[int]]) -> list[int]:
    """Return the player moved up so that an odd group and the rest of the field can be paired.

    Return an empty list if more than one of the group or of the others would be left over.
    """
    pool, graph, group = drawing.pool, drawing.graph, as_set(places)
    others = drawing.left & ~group
    dominating = pool.dominating(places)

    ordering = _ordering(drawing, below, dominating)
    step, chosen, before = choose(drawing, "7.2", "raised", ordering, group=places, others=others)
    inside, outside = (bridge_of(step.get(k, ()), pool.numbers) for k in ("group", "others"))
    for i in before:
        one = 1 << i
        # A new player may join islands of the group and is then one more member of its bridge.
        ways_in = (blocks(graph, group | one, bridge) for bridge in (inside, inside | one))
        closed = not graph[i] & group or any(ways_in)
        if not closed and not blocks(graph, others & ~one, outside & ~one):
            raise drawing.seeking.comes_first(pool.numbers[i], step.get("group"))
    drawing.steps.holds(f"{step['raised'] or 'nobody'} is raised")
    if chosen is None:
        return []
    if pool.danubian:
        # The player moved up meets the lowest-rated player of those due the dominating colour.
        order = sorted(
            places,
            key=lambda i: (pool.due[i] is not dominating, pool.rating[i], pool.white_rank[i]),
        )
        opponent(drawing, "7.2 Danubian", "opponent", lambda _: [order], chosen, group)
    return [chosen]


def _equalise_columns(pool: ColumnPool, places: list[int]) -> tuple[list[int], list[int]]:
    """Return the two columns after half of the surplus has been moved to the shorter one.

    Players are moved only as far as the colour limits allow.
    """
    surplus = pool.surplus(places)
    # Players leave the White column in the order of the lowest ARO and then the higher rating. They
    # leave the Black column in the opposite order.
    sign, due = (1, Colour.WHITE) if surplus > 0 else (-1, Colour.BLACK)
    free = [i for i in places if pool.due[i] is due and pool.allowed[i] & (EITHER - BIT[due])]
    free.sort(key=lambda i: (sign * pool.aro[i], -sign * pool.rating[i], pool.alphabet[i]))
    return pool.columns(places, free[: abs(surplus) // 2])
