"""The Dubov system of 1997: a round from the highest score group to the lowest."""

from __future__ import annotations

from typing import Any

from topboard.model import Colour, ForfeitWin, FullPointBye, PairingBye
from topboard.proof import byes, tables
from topboard.proof.dubov.choices import Drawing
from topboard.proof.dubov.groups import draw_groups, pair_rows
from topboard.proof.dubov.players import EITHER, ColumnPool
from topboard.proof.round import Proposed
from topboard.proof.seeking import bridge_of, with_exits
from topboard.proof.steps import Steps
from topboard.proof.witnesses import as_set, blocks, restricted

DANUBIAN = "danubian"


def scope(_system: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What is proved by witnesses, and what is worked out again."""
    proved = ("bye", "score groups", "floaters", "opponents")
    return proved, ("points", "ranking", "columns", "colours", "tables")


def walk(round_: Proposed, steps: Steps) -> None:
    """Follow the round decision by decision."""
    tournament = round_.tournament
    pool = ColumnPool(tournament)
    first = tournament.round_to_pair == 1
    listed = sorted(range(len(pool.numbers)), key=lambda i: (-pool.rating[i], pool.numbers[i]))
    order = listed[::-1] if first else _bye_order(pool)
    lifted = _limits_lifted(pool, steps)
    graph = pool.graph(lifted)
    numbers = [pool.numbers[i] for i in order]
    ordered = restricted(graph, order)
    bye = byes.fall_of_bye(
        steps, numbers, lambda n: _barred(pool, n), ordered, round_.opponents, "5" if first else "4"
    )
    left = (1 << len(graph)) - 1
    if bye is not None:
        left &= ~(1 << pool.numbers.index(bye))
    danubian = DANUBIAN in tournament.variations
    drawing = Drawing(steps, pool, graph, left, lifted, round_.opponents, danubian)
    if first:
        _first_round(drawing, listed, tournament.lot or Colour.WHITE)
    else:
        draw_groups(drawing)
    _check_colours(drawing, round_)
    tables.check(steps, round_, _table_key(pool), "9")


def _barred(pool: ColumnPool, number: int) -> bool:
    """Nobody who scored without playing has the bye, unless a decision lifts it."""
    event, row = pool.tournament, pool.rows[number]
    if number in pool.encounters.required or False in byes.rulings(event, number):
        return True
    without = any(
        isinstance(o, PairingBye | FullPointBye) or (isinstance(o, ForfeitWin) and o.points)
        for o in row
    )
    return without and True not in byes.rulings(event, number)


def _bye_order(pool: ColumnPool) -> list[int]:
    """The lowest group first: lowest rating, then the dominating colour, then higher ARO."""
    order: list[int] = []
    for points in sorted(set(pool.points)):
        group = [i for i, one in enumerate(pool.points) if one == points]
        dominating = pool.dominating(group)

        def key(i: int, dominating: Any = dominating) -> tuple[Any, ...]:
            return pool.rating[i], pool.due[i] is not dominating, -pool.aro[i]

        order += sorted(pool.last_first(group), key=key)
    return order


def _limits_lifted(pool: ColumnPool, steps: Steps) -> int:
    """Whose limits for colours yield, so that the round can be paired: as few, and the lowest.

    From the top everybody keeps them with whom, all lower ones lifted, it can still be paired; for
    who does not, the file has a bridge.
    """
    bound = [i for i, allowed in enumerate(pool.allowed) if allowed != EITHER]
    exits = len(pool.numbers) % 2
    may = as_set(i for i, n in enumerate(pool.numbers) if not _barred(pool, n))

    def graph_with(free: int) -> list[int]:
        return with_exits(pool.graph(free), may, exits)

    step = steps.perhaps("9", "lifted", pool=pool, bound=bound, graph_with=graph_with)
    if step is None:
        return 0
    lifted, wanted = 0, step["lifted"]
    bridges = step.get("bridges")
    due = [pool.numbers[i] for i in bound if isinstance(wanted, list) and pool.numbers[i] in wanted]
    if not due or due != wanted or not isinstance(bridges, list) or len(bridges) != len(due):
        raise steps.refused("the limits that yield cannot be read")
    for place, i in enumerate(bound):
        if pool.numbers[i] not in wanted:
            continue
        keeping = lifted | as_set(bound[place + 1 :])
        graph = graph_with(keeping)
        written = bridges[wanted.index(pool.numbers[i])]
        bridge = bridge_of(written, pool.numbers, range(len(pool.numbers), len(graph)))
        if bridge is None or not blocks(graph, (1 << len(graph)) - 1, bridge):
            raise steps.refused("{number} need not break the limits", number=pool.numbers[i])
        lifted |= 1 << i
    steps.holds(f"limits yield for {len(wanted)}")
    return lifted


def _first_round(drawing: Drawing, listed: list[int], lot: Colour) -> None:
    """The upper half of the list against the lower, colours by lot and by turns."""
    present = [i for i in listed if drawing.left >> i & 1]
    half = len(present) // 2
    pairs = pair_rows(drawing, present[:half], present[half:], 0, "5")
    at_place = {i: place for place, i in enumerate(present)}
    pairs.sort(key=lambda pair: at_place[pair[0]])
    for at, (upper, lower) in enumerate(pairs):
        colour = lot if at % 2 == 0 else lot.opposite
        drawing.white[frozenset((upper, lower))] = upper if colour is Colour.WHITE else lower


def _check_colours(drawing: Drawing, round_: Proposed) -> None:
    at = {n: i for i, n in enumerate(drawing.pool.numbers)}
    for white, black in round_.pairs:
        due = drawing.white[frozenset((at[white], at[black]))]
        known = {white, black} not in round_.colour_unknown
        if known and due != at[white]:
            drawing.steps.under("3" if round_.tournament.rounds else "5")
            raise drawing.steps.refused(
                "{black} is due White against {white}", black=black, white=white
            )
    drawing.steps.recomputed("colours", "3")


def _table_key(pool: ColumnPool) -> Any:
    """The higher score of the two, the sum of both, the higher rating, the lower number."""
    at = {n: i for i, n in enumerate(pool.numbers)}

    def key(a: int, b: int) -> tuple[int, ...]:
        points, rating = (pool.points[at[a]], pool.points[at[b]]), (at[a], at[b])
        return -max(points), -sum(points), -max(pool.rating[i] for i in rating), min(a, b)

    return key
