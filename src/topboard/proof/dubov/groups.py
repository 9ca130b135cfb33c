"""Score groups: floaters, islands, who is moved up, who drops, and the rows of the columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from topboard.model import Colour
from topboard.proof.colours import BIT
from topboard.proof.dubov.choices import Drawing, choose, closed_by
from topboard.proof.dubov.leavers import drop
from topboard.proof.dubov.players import EITHER, ColumnPool
from topboard.proof.seeking import Attempt, Seeking, way_in_force
from topboard.proof.witnesses import as_set, blocks, left_over, members, restricted


def draw_groups(drawing: Drawing) -> None:
    """The score groups from the highest down."""
    pool = drawing.pool
    scores = sorted({pool.points[i] for i in members(drawing.left)}, reverse=True)
    groups = [[i for i in members(drawing.left) if pool.points[i] == one] for one in scores]
    floating: list[int] = []
    for at, group in enumerate(groups):
        if drawing.still(group):
            floating = _draw_group(drawing, group, groups[at + 1 :], floating)
    if drawing.left:
        raise drawing.steps.refused("nothing is decided about {left}", left=bin(drawing.left))


def _draw_group(
    drawing: Drawing, group: list[int], below: list[list[int]], floating: list[int]
) -> list[int]:
    """One group with those who float into it; who has to float on."""
    pool = drawing.pool
    onward = [i for i in pool.by_turns(floating) if not _meets_floater(drawing, i, group)]
    places = drawing.still(group)
    inside = as_set(places)
    for i in pool.by_turns([i for i in places if not drawing.graph[i] & inside]):
        _meets_island(drawing, i, below)
    places = drawing.still(group)
    raised: list[int] = []
    if len(places) % 2:
        raised = _moved_up(drawing, places, below)
        places = drawing.still(places)
        if drawing.danubian:
            raised = drawing.still(raised)
    next_group = next((as_set(one) for one in map(drawing.still, below) if one), 0)
    gone = drop(drawing, places, raised, next_group & ~as_set(raised))
    staying = [i for i in (*places, *raised) if i not in gone]
    white, black = _equalised(pool, *pool.columns(staying))
    pair_rows(drawing, white, black, pool.points[group[0]], "6.3")
    for i in gone:
        drawing.graph[i] &= ~as_set(gone)
    return [*onward, *gone]


def _meets_floater(drawing: Drawing, floater: int, group: list[int]) -> bool:
    """A floater meets the highest rating, if possible of the opposite due colour."""
    pool = drawing.pool
    residents = drawing.still(group)
    due = pool.due[floater]
    order = sorted(residents, key=lambda i: (pool.due[i] is due, pool.strength(i)))
    chosen = choose(drawing, "8.2", "floater", [order], floater, closed_by(drawing, floater))
    if chosen is None:
        return False
    drawing.pair(floater, chosen)
    return True


def _meets_island(drawing: Drawing, island: int, below: list[list[int]]) -> None:
    """Who has no possible opponent in the group gets one from the next group that has any."""
    pool = drawing.pool
    due = pool.due[island]
    orders = _from_below(drawing, below, due)
    chosen = choose(drawing, "7.1", "island", orders, island, closed_by(drawing, island))
    if chosen is None:
        raise drawing.steps.refused("nothing is decided about {left}", left=pool.numbers[island])
    drawing.pair(island, chosen)


def _from_below(
    drawing: Drawing, below: list[list[int]], unwanted: Colour | None
) -> list[list[int]]:
    """The candidates of each lower group: of the other due colour first, then by strength."""
    pool = drawing.pool
    return [
        sorted(drawing.still(one), key=lambda i: (pool.due[i] is unwanted, pool.strength(i)))
        for one in below
        if drawing.still(one)
    ]


def _moved_up(drawing: Drawing, places: list[int], below: list[list[int]]) -> list[int]:
    """An odd group gets somebody with whom it can be paired, and the others without him.

    Nobody, where more than one of the group or of the others would be left over.
    """
    pool, group = drawing.pool, as_set(places)
    others = drawing.left & ~group
    dominating = pool.dominating(places)

    def closed(step: Mapping[str, Any], i: int) -> bool:
        one, graph = 1 << i, drawing.graph
        inside, outside = drawing.bridge(step.get("group")), drawing.bridge(step.get("others"))
        return (
            not graph[i] & group
            or blocks(graph, group | one, inside)
            or blocks(graph, others & ~one, outside & ~one)
        )

    def nobody(step: Mapping[str, Any]) -> bool:
        parts = ((group, step.get("group")), (others, step.get("others")))
        return any(
            left_over(drawing.graph, among, drawing.bridge(bridge)) >= 3 for among, bridge in parts
        )

    orders = _from_below(drawing, below, dominating)
    about = {"group": places, "others": others}
    chosen = choose(drawing, "7.2", "raised", orders, None, closed, nobody, **about)
    if chosen is None:
        return []
    if drawing.danubian:
        _danubian(drawing, chosen, places, dominating)
    return [chosen]


def _danubian(drawing: Drawing, raised: int, places: list[int], dominating: Colour | None) -> None:
    """Who was moved up meets the lowest rating of those due the dominating colour."""
    pool, group = drawing.pool, as_set(places)
    order = sorted(
        places,
        key=lambda i: (
            pool.due[i] is not dominating,
            pool.rating[i],
            pool.aro[i],
            pool.alphabet[i],
        ),
    )

    def closed(step: Mapping[str, Any], i: int) -> bool:
        bridge = drawing.bridge(step.get("bridge"))
        open_ = drawing.graph[raised] >> i & 1
        return not open_ or blocks(drawing.graph, group & ~(1 << i), bridge & ~(1 << i))

    chosen = choose(drawing, "7.2 Danubian", "opponent", [order], raised, closed)
    if chosen is None:
        raise drawing.steps.refused("nothing is decided about {left}", left=pool.numbers[raised])
    drawing.pair(raised, chosen)


def _equalised(pool: ColumnPool, white: list[int], black: list[int]) -> tuple[list[int], list[int]]:
    """Half of the surplus changes the column, as far as the limits for colours allow."""
    surplus = len(white) - len(black)
    if surplus > 0:
        order = sorted(white, key=lambda i: (pool.aro[i], -pool.rating[i], pool.alphabet[i]))
    else:
        order = sorted(black, key=lambda i: (-pool.aro[i], pool.rating[i], pool.alphabet[i]))
    free = [i for i in order if pool.allowed[i] & (EITHER - BIT[pool.due[i]])]
    moved = free[: abs(surplus) // 2]
    whites = [i for i in (*white, *moved) if (i in white) != (i in moved)]
    blacks = [i for i in (*black, *moved) if (i in black) != (i in moved)]
    return sorted(whites, key=pool.white_rank), sorted(blacks, key=pool.black_rank)


# --- the rows -----------------------------------------------------------------------------


def pair_rows(
    drawing: Drawing, white: list[int], black: list[int], points: int, article: str
) -> list[tuple[int, int]]:
    """Each White from the top gets the first Black with whom the rows below can be filled.

    Whites who find no Black seek in their own column first; if that does not do, anybody may.
    """
    places = [*white, *black]
    if not places:
        return []
    graph = restricted(drawing.graph, places)
    first = (1 << len(white)) - 1
    stranded = _stranded(graph, len(white), (1 << len(places)) - 1 & ~first)

    def ways() -> Iterator[tuple[Attempt, str]]:
        yield Attempt(_across(graph, first, ()), 0), article
        yield Attempt(_across(graph, first, stranded), 0), article
        yield Attempt(graph, 0), article

    numbers = [drawing.pool.numbers[i] for i in places]
    steps = drawing.steps
    step = steps.take(article, "rows", numbers=numbers, ways=ways, points=points)
    passed = step.get("passed", [])
    if step["rows"] != points:
        raise steps.refused("the group with {points} tenths of a point is due", points=points)
    way = way_in_force(steps, numbers, ways(), passed)
    steps.holds(f"rows of {points / 10:g}")
    seeking = Seeking(steps, numbers, way, drawing.published)
    alone = stranded if len(passed) == 1 else []
    pairs = _seek_rows(seeking, len(white), alone, article)
    drawing.left &= ~as_set(places)
    for a, b in pairs:
        due = a if (a < len(white)) != (b < len(white)) else -1
        one, other = places[a], places[b]
        due = places[due] if due >= 0 else drawing.pool.white_of(one, other, drawing.lifted)
        drawing.white[frozenset((one, other))] = due
    return [(places[a], places[b]) for a, b in pairs]


def _seek_rows(
    seeking: Seeking, whites: int, stranded: list[int], article: str
) -> list[tuple[int, int]]:
    """The stranded Whites, then the Whites from the top, then Blacks who are left."""
    pairs = []

    def seek(place: int, order: list[int]) -> None:
        pairs.append((place, seeking.seek(place, order, article, article)))

    for i in stranded:
        left = seeking.free(range(whites))
        if i in left:
            at = left.index(i)
            seek(i, [*left[at + 1 :], *reversed(left[:at])])
    while left := seeking.free(range(len(seeking.numbers))):
        if left[0] < whites:
            column = [i for i in left if i < whites]
            seek(left[0], [*(i for i in left if i >= whites), *column[1:]])
        else:
            seek(left[0], left[1:])
    seeking.finished()
    return pairs


def _across(graph: Sequence[int], whites: int, stranded: Sequence[int]) -> list[int]:
    """A White with a Black, a stranded White with a White; Blacks together if Whites are few."""
    alone = as_set(stranded)
    blacks = (1 << len(graph)) - 1 & ~whites
    enough = not alone and whites.bit_count() == blacks.bit_count()
    found = []
    for i, row in enumerate(graph):
        if whites >> i & 1:
            found.append(row & (whites if alone >> i & 1 else blacks | alone))
        else:
            found.append(row & (whites & ~alone | (0 if enough else blacks)))
    return found


def _stranded(graph: Sequence[int], whites: int, blacks: int) -> list[int]:
    """The Whites who, from the top, find no Black even if the rows above are changed."""
    holder: dict[int, int] = {}
    held: dict[int, int] = {}

    def finds(white_: int) -> bool:
        reached: dict[int, int] = {}
        seekers, free = [white_], blacks & ~as_set(holder)
        for w in seekers:
            if found := graph[w] & free:
                b = next(members(found))
                while w != white_:
                    held[w], b = b, held[w]
                    holder[held[w]] = w
                    w = reached[b]
                holder[b], held[w] = w, b
                return True
            for b in members(graph[w] & blacks):
                if b not in reached:
                    reached[b] = w
                    seekers.append(holder[b])
        return False

    return [w for w in range(whites) if not finds(w)]
