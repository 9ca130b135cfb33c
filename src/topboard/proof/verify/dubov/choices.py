"""The choice of one candidate in the order that the regulation prescribes.

It depends on which players may be moved up and which are left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from topboard.proof.verify.duals import parse_pairs
from topboard.proof.verify.dubov.players import DubovPlayers
from topboard.proof.verify.reader import ProofReader
from topboard.proof.verify.seeking import Attempt, OpponentSearch, parse_bridge
from topboard.proof.verify.witnesses import bitset, find_odd_components

Orders = list[list[int]]
Ordering = Callable[[int | None], Orders]
"""A function that returns the candidates of some scoregroups in order, up to the group of the given
candidate.
"""
Step = Mapping[str, Any]
Published = Mapping[int, int | None]


class DubovRoundState:
    """The state of a round being checked: players left, possible pairs and due colours."""

    def __init__(
        self, steps: ProofReader, pool: DubovPlayers, lifted: int, published: Published
    ) -> None:
        self.steps, self.pool, self.lifted, self.published = steps, pool, lifted, published
        self.graph = pool.allowed_pairs_graph(lifted)
        self.left = (1 << len(self.graph)) - 1
        self.white: dict[frozenset[int], int] = {}
        self.seeking = OpponentSearch(steps, pool.numbers, Attempt(self.graph, 0), published)
        """The search for opponents outside the rows of a group."""

    def unpaired_places(self, places: Iterable[int]) -> list[int]:
        """Return those of ``places`` who are not paired yet."""
        return [i for i in places if self.left >> i & 1]

    def record_white(self, a: int, b: int, white: int) -> None:
        """Record which of two paired players has White."""
        pair = frozenset((self.pool.numbers[a], self.pool.numbers[b]))
        self.white[pair] = self.pool.numbers[white]


def read_choice(
    drawing: DubovRoundState, article: str, kind: str, ordering: Ordering, **about: Any
) -> tuple[Step, int | None, list[int]]:
    """Return the step, the chosen candidate or None, and all candidates who come before that
    one.
    """
    steps, pool, chooser = drawing.steps, drawing.pool, about.get("chooser")
    step = steps.take_step(article, kind, drawing=drawing, ordering=ordering, **about)
    chosen = None if step[kind] == 0 else pool.place[step[kind]]
    orders = ordering(chosen)
    among = chosen is None or any(chosen in order for order in orders)
    if not among or (chooser is not None and step.get("of") != pool.numbers[chooser]):
        raise steps.build_refusal("the rules require a different decision here: {due}", due=kind)
    return step, chosen, candidates_before(drawing, step, orders, chosen)


def candidates_before(
    drawing: DubovRoundState, step: Step, orders: Orders, chosen: int | None
) -> list[int]:
    """Return all candidates before the chosen one, or all candidates if none was chosen.

    Players who may be moved up come before those who may not. Players whom their scoregroup can
    spare come before those it cannot spare. This does not apply to the opponents of a player who
    was moved up.
    """
    found: list[int] = []

    def preference_rank(i: int) -> tuple[bool, bool]:
        return not drawing.pool.may_upfloat(i), not spared >> i & 1

    for order in orders:
        if chosen is None or chosen not in order:
            found += order
            continue
        if "opponent" in step:
            return order[: order.index(chosen)]
        spared, at = _dispensable_members(drawing, step, order, chosen), order.index(chosen)
        own = preference_rank(chosen)
        found += [i for i in order[:at] if preference_rank(i) <= own]
        # If the chosen player may upfloat and can be spared, no lower one is preferred.
        return found + [i for i in order[at:] if any(own) and preference_rank(i) < own]
    return found


def check_opponent(
    drawing: DubovRoundState, article: str, kind: str, ordering: Ordering, chooser: int, within: int
) -> bool:
    """Check that a player meets the first candidate without whom the others can all be paired.

    Return whether an opponent was chosen.
    """
    seeking, numbers, open_ = drawing.seeking, drawing.pool.numbers, drawing.graph[chooser]
    step, chosen, before = read_choice(drawing, article, kind, ordering, chooser=chooser)
    seeking.alive = within
    seeking.refuse_unless_ruled_out(step, chooser, [i for i in before if open_ >> i & 1])
    if chosen is None and kind == "floater":
        drawing.steps.record_step_holds("nobody is floater")
        return False
    if chosen is None or not open_ >> chosen & 1:
        who = f"{numbers[chooser]}-{step[kind] or 'nobody'}"
        raise drawing.steps.build_refusal("{who} may not be chosen here", who=who)
    seeking.record_pair(numbers[chooser], numbers[chosen])
    drawing.left &= ~(1 << chooser | 1 << chosen)
    drawing.record_white(
        chooser, chosen, drawing.pool.player_with_white(chooser, chosen, drawing.lifted)
    )
    return True


def _dispensable_members(
    drawing: DubovRoundState, step: Step, group: Sequence[int], chosen: int
) -> int:
    """Return the set of players without whom the scoregroup can make as many pairs as with them.

    If there are none, return the whole group. If everyone may meet half of the others, all players
    are equivalent (Dirac). Otherwise the file has a bridge, and a pairing without the chosen player
    that leaves as few unpaired as the bridge requires. A player who is in no odd island cannot be
    spared.
    """
    among, graph = bitset(group), drawing.graph
    if all(2 * (graph[i] & among).bit_count() >= len(group) for i in group):
        return among
    shown = step["spared"]
    bridge = among & parse_bridge(shown["bridge"], drawing.pool.numbers)
    pairs = parse_pairs(shown["pairs"], drawing.pool.place, graph)
    paired = bitset(i for pair in pairs for i in pair)
    odd, missable = find_odd_components(graph, among & ~bridge)
    over = odd - bridge.bit_count()
    kept = over and missable & paired & 1 << chosen
    if paired & ~among or len(group) - paired.bit_count() != over or kept:
        raise drawing.steps.build_refusal(
            "the proof does not show which players the group below can spare"
        )
    return missable if over else among
