"""The choice of one candidate in the order prescribed by the regulations.

The order depends on the players who may be moved up and on the players still unpaired.
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
"""A function that lists the candidates of each scoregroup in order, down to the group of the given
candidate.
"""
Step = Mapping[str, Any]
Published = Mapping[int, int | None]


class DubovRoundState:
    """The state of a round being checked: unpaired players, possible pairs and due colours."""

    def __init__(
        self, steps: ProofReader, pool: DubovPlayers, lifted: int, published: Published
    ) -> None:
        self.steps, self.pool, self.lifted, self.published = steps, pool, lifted, published
        self.graph = pool.build_allowed_pairs_graph(lifted)
        self.left = (1 << len(self.graph)) - 1
        self.white: dict[frozenset[int], int] = {}
        self.seeking = OpponentSearch(steps, pool.numbers, Attempt(self.graph, 0), published)
        """The search for opponents of floaters and of players without an opponent in their
        scoregroup.
        """

    def select_unpaired_players(self, places: Iterable[int]) -> list[int]:
        """Return the players in ``places`` who are not paired yet."""
        return [i for i in places if self.left >> i & 1]

    def record_player_with_white(self, a: int, b: int, white: int) -> None:
        """Record which of two paired players has White."""
        pair = frozenset((self.pool.numbers[a], self.pool.numbers[b]))
        self.white[pair] = self.pool.numbers[white]


def read_step_of_chosen_candidate(
    drawing: DubovRoundState, article: str, kind: str, ordering: Ordering, **about: Any
) -> tuple[Step, int | None, list[int]]:
    """Return the step, the chosen candidate or None, and all candidates before that one."""
    steps, pool, chooser = drawing.steps, drawing.pool, about.get("chooser")
    step = steps.take_step(article, kind, drawing=drawing, ordering=ordering, **about)
    chosen = None if step[kind] == 0 else pool.place[step[kind]]
    orders = ordering(chosen)
    among = chosen is None or any(chosen in order for order in orders)
    if not among or (chooser is not None and step.get("of") != pool.numbers[chooser]):
        raise steps.build_refusal_of_current_step(
            "the rules require a different decision here: {due}", due=kind
        )
    return step, chosen, list_candidates_before_chosen(drawing, step, orders, chosen)


def list_candidates_before_chosen(
    drawing: DubovRoundState, step: Step, orders: Orders, chosen: int | None
) -> list[int]:
    """Return all candidates before the chosen one, or all candidates if none was chosen.

    Players who may be moved up come first. Then players whom their scoregroup can spare come first.
    Neither rule applies to the opponents of a player moved up.
    """
    found: list[int] = []

    def rank_candidate_by_preference(i: int) -> tuple[bool, bool]:
        return not drawing.pool.may_player_upfloat(i), not spared >> i & 1

    for order in orders:
        if chosen is None or chosen not in order:
            found += order
            continue
        if "opponent" in step:
            return order[: order.index(chosen)]
        spared, at = _find_dispensable_members(drawing, step, order, chosen), order.index(chosen)
        own = rank_candidate_by_preference(chosen)
        found += [i for i in order[:at] if rank_candidate_by_preference(i) <= own]
        # If the chosen player may upfloat and can be spared, no lower one is preferred.
        return found + [i for i in order[at:] if any(own) and rank_candidate_by_preference(i) < own]
    return found


def check_first_possible_opponent(
    drawing: DubovRoundState, article: str, kind: str, ordering: Ordering, chooser: int, within: int
) -> bool:
    """Check that a player meets the first candidate with whom all others can still be paired.

    Return whether an opponent was chosen.
    """
    seeking, numbers, open_ = drawing.seeking, drawing.pool.numbers, drawing.graph[chooser]
    step, chosen, before = read_step_of_chosen_candidate(
        drawing, article, kind, ordering, chooser=chooser
    )
    seeking.alive = within
    seeking.refuse_candidates_not_ruled_out(step, chooser, [i for i in before if open_ >> i & 1])
    if chosen is None and kind == "floater":
        drawing.steps.record_proved_step("nobody is floater")
        return False
    if chosen is None or not open_ >> chosen & 1:
        who = f"{numbers[chooser]}-{step[kind] or 'nobody'}"
        raise drawing.steps.build_refusal_of_current_step("{who} may not be chosen here", who=who)
    seeking.record_pair(numbers[chooser], numbers[chosen])
    drawing.left &= ~(1 << chooser | 1 << chosen)
    drawing.record_player_with_white(
        chooser, chosen, drawing.pool.decide_player_with_white(chooser, chosen, drawing.lifted)
    )
    return True


def _find_dispensable_members(
    drawing: DubovRoundState, step: Step, group: Sequence[int], chosen: int
) -> int:
    """Return the players whose absence would not reduce the number of pairs in the scoregroup.

    They are returned as a bitset. If there are none, or if each player may meet half of the others
    (Dirac), return the whole group. Otherwise the file proves the result with a bridge (a
    Tutte-Berge barrier) and with a pairing without the chosen player.
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
        raise drawing.steps.build_refusal_of_current_step(
            "the proof does not show which players the group below can spare"
        )
    return missable if over else among
