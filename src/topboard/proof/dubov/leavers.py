"""Who drops from a group: the fewest without whom it and all others can be paired."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from topboard.proof.duals import bound_of, paired_at
from topboard.proof.dubov.choices import Drawing
from topboard.proof.seeking import Attempt, Seeking, way_in_force, with_exits
from topboard.proof.witnesses import as_set, blocks, members, restricted


def drop(
    drawing: Drawing, places: Sequence[int], raised: Sequence[int], next_group: int
) -> list[int]:
    """Who leaves the group: first who can be paired below, the lowest rating, the higher ARO."""
    pool, steps = drawing.pool, drawing.steps
    order = sorted(
        pool.last_first(places),
        key=lambda i: (not drawing.graph[i] & next_group, pool.rating[i], -pool.aro[i]),
    )
    staying = [*places, *raised]
    numbers = [pool.numbers[i] for i in staying]
    graph = restricted(drawing.graph, staying)
    everybody = (1 << len(staying)) - 1
    rest = drawing.left & ~as_set(staying)
    about = {"numbers": numbers, "graph": graph, "order": order, "drawing": drawing, "rest": rest}
    step = steps.take("6.4", "drop", **about)
    leaving = step.get("drop")
    if type(leaving) is not int or not 0 <= leaving <= len(staying):
        raise steps.refused("so many cannot leave the group: {leaving}", leaving=leaving)
    fewer = [leaving - 2] if leaving >= 2 else []
    counts = [*fewer, leaving]
    ways = [(Attempt(with_exits(graph, everybody, n), n), "6.4") for n in counts]
    way = way_in_force(steps, numbers, ways, step.get("passed", []))
    if way.exits != leaving:
        raise steps.refused("so many cannot leave the group: {leaving}", leaving=leaving)
    own = step.get("gives_way") is True
    steps.holds(f"{leaving} to drop")
    seeking = Seeking(steps, numbers, way, None if own else drawing.published)
    local = [staying.index(i) for i in order]
    for way_out in seeking.exits():
        seeking.seek(way_out, local, "6.4", "6.4")
    gone = [staying[numbers.index(n)] for n in seeking.leavers]
    return _instead(drawing, staying, order, rest, gone) if own else gone


def _instead(
    drawing: Drawing, staying: list[int], order: Sequence[int], rest: int, natural: list[int]
) -> list[int]:
    """The others could not be paired: the leavers of the cheapest pairing of all."""
    steps, numbers = drawing.steps, drawing.pool.numbers
    players = [*staying, *members(rest)]
    left = rest | as_set(natural)
    size = len(order)
    price = {i: (1 << size) - (1 << size - 1 - at) for at, i in enumerate(order)}
    costs: dict[tuple[int, int], int] = {}
    inside = set(staying)
    for at, i in enumerate(players):
        for other, j in enumerate(players[at + 1 :], start=at + 1):
            across = (i in inside) != (j in inside)
            if drawing.graph[i] >> j & 1 and (not across or i in price):
                costs[at, other] = price[i] if across else 0
    about = {"players": players, "costs": costs, "left": left, "drawing": drawing}
    about["size"] = len(staying)
    step: Mapping[str, Any] = steps.take("6.4", "instead", **about)
    if step["instead"] != [numbers[i] for i in staying]:
        raise steps.refused("it is another group that gives way")
    if not blocks(drawing.graph, left, drawing.bridge(step.get("bridge"))):
        raise steps.refused("nothing shows that the group has to give way")
    pairs = paired_at(step.get("pairing"), [numbers[i] for i in players], costs)
    if not pairs:
        raise steps.refused("the pairing that lets these leave is none")
    if bound_of(step.get("free"), len(players), costs) != 2 * sum(costs[a, b] for a, b in pairs):
        raise steps.refused("the dual values do not show that these are the fewest who can leave")
    gone = {players[a] for a, b in pairs if a < len(staying) <= b}
    steps.holds(f"{len(gone)} drop so that the rest can be paired")
    return [i for i in order if i in gone]
