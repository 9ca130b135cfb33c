"""The downfloaters of a scoregroup, which must be as few as a complete pairing of the round
allows.
"""

from __future__ import annotations

from topboard.proof.verify.duals import parse_lower_bound, parse_pairs
from topboard.proof.verify.dubov.choices import DubovRoundState
from topboard.proof.verify.seeking import (
    Attempt,
    OpponentSearch,
    add_exit_vertices,
    find_first_possible_attempt,
    parse_bridge,
)
from topboard.proof.verify.witnesses import (
    bit_indices,
    bitset,
    build_subgraph,
    is_blocked_by_bridge,
)

Places = list[int]


def sort_players_by_downfloat_order(
    drawing: DubovRoundState, places: Places, next_group: int
) -> Places:
    """Return the players in the order in which they leave the group.

    Players with an opponent in the next group come first, then the lowest rating, then the higher
    ARO.
    """
    graph, lowest = drawing.graph, drawing.pool.lowest
    return sorted(places, key=lambda i: (not graph[i] & next_group, lowest[i]))


def replay_choice_of_downfloaters(
    drawing: DubovRoundState, places: Places, raised: Places, next_group: int
) -> Places:
    """Check and return the players who leave the group.

    They are the first players in the order of downfloaters without whom all others can be paired.
    """
    pool, steps, staying = drawing.pool, drawing.steps, [*places, *raised]
    step = steps.take_step("6.4", "drop", drawing=drawing, group=(places, raised, next_group))
    leaving, own = step["drop"], step.get("gives_way") is True
    if not 0 <= leaving <= len(staying):
        raise steps.build_refusal_of_current_step(
            "the number of participants who leave the group cannot be {leaving}", leaving=leaving
        )
    if not leaving and not own:
        # The rows will show that the group can be paired.
        steps.record_proved_step("0 to drop")
        return []
    order = sort_players_by_downfloat_order(drawing, places, next_group)
    numbers = [pool.numbers[i] for i in staying]
    graph = build_subgraph(drawing.graph, staying)
    everybody = (1 << len(staying)) - 1
    counts = [count for count in (leaving - 2, leaving) if count >= 0]
    ways = [(Attempt(add_exit_vertices(graph, everybody, n), n), "6.4") for n in counts]
    way = find_first_possible_attempt(steps, numbers, ways, step.get("passed", []))
    if way.exits != leaving:
        raise steps.build_refusal_of_current_step(
            "the number of participants who leave the group cannot be {leaving}", leaving=leaving
        )
    steps.record_proved_step(f"{leaving} to drop")
    seeking = OpponentSearch(steps, numbers, way, None if own else drawing.published)
    local = [staying.index(i) for i in order]
    for way_out in seeking.list_unused_exits():
        seeking.check_first_possible_candidate(way_out, local, "6.4", "6.4")
    gone = [pool.place[n] for n in seeking.leavers]
    return _check_alternative_downfloaters(drawing, staying, order, gone) if own else gone


def _check_alternative_downfloaters(
    drawing: DubovRoundState, staying: Places, order: Places, natural: Places
) -> Places:
    """Check the step that replaces the ``natural`` downfloaters, and return the new ones.

    The step is needed if the natural downfloaters and the lower scoregroups cannot all be paired.
    The new downfloaters are the players who leave their scoregroup in the cheapest pairing of all
    remaining players.
    """
    steps, graph, size = drawing.steps, drawing.graph, len(staying)
    rest = drawing.left & ~bitset(staying)
    players = [*staying, *bit_indices(rest)]
    numbers = [drawing.pool.numbers[i] for i in players]
    left = rest | bitset(natural)
    price = {i: (1 << len(order)) - (1 << at) for at, i in enumerate(reversed(order))}
    costs = {
        (a, b): price[i] if a < size <= b else 0
        for a, i in enumerate(players)
        for b, j in enumerate(players[a + 1 :], start=a + 1)
        if graph[i] >> j & 1 and (not a < size <= b or i in price)
    }
    about = {"players": players, "costs": costs, "left": left, "drawing": drawing, "size": size}
    step = steps.take_step("6.4", "instead", **about)
    if step["instead"] != numbers[:size]:
        raise steps.build_refusal_of_current_step(
            "the proof names the wrong group of participants who could leave instead"
        )
    if not is_blocked_by_bridge(graph, left, parse_bridge(step["bridge"], drawing.pool.numbers)):
        raise steps.build_refusal_of_current_step(
            "the proof does not show that other participants have to leave the group instead"
        )
    place = {n: at for at, n in enumerate(numbers)}
    pairs = parse_pairs(step["pairing"], place, build_subgraph(graph, players))
    if 2 * len(pairs) < len(players):
        raise steps.build_refusal_of_current_step(
            "the pairing in which these participants leave the group is not valid"
        )
    if parse_lower_bound(step["free"], len(players), costs) != 2 * sum(
        costs[a, b] for a, b in pairs
    ):
        raise steps.build_refusal_of_current_step(
            "the dual values do not show that fewer participants cannot leave"
        )
    gone = {players[a] for a, b in pairs if a < size <= b}
    steps.record_proved_step(f"{len(gone)} drop so that the rest can be paired")
    return [i for i in order if i in gone]
