"""Evidence for rounds of the Dubov system: choices of opponents, upfloats, downfloats and rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.matching.perfect import (
    EXPOSED,
    PerfectMatching,
    add_exit_vertices,
    bit_indices,
    bitset,
    deficiency,
    maximum_matching,
)
from topboard.matching.weighted import find_minimum_cost_matching
from topboard.proof.prove.writer import (
    ProofWriter,
    bridge_to_json,
    duals_to_json,
    find_bridge_against_pairing_graph,
    find_gallai_edmonds_barrier,
    find_participants_possibly_unpaired,
)
from topboard.proof.verify.dubov.choices import list_candidates_before_chosen
from topboard.proof.verify.dubov.downfloaters import sort_players_by_downfloat_order
from topboard.proof.verify.witnesses import build_subgraph
from topboard.reasons.decisions import Floated
from topboard.reasons.family_decisions import ColourColumns, ColourLimitsWaiver
from topboard.reasons.grounds import FloatMethod

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from topboard.proof.prove.writer import Opponents, Step
    from topboard.proof.verify.dubov.choices import DubovRoundState, Ordering, Orders
    from topboard.proof.verify.dubov.players import DubovPlayers
    from topboard.proof.verify.seeking import Attempt
    from topboard.reasons.decisions import RoundPairing


class DubovProofWriter(ProofWriter):
    """Writer of the proof steps for a round of the 1997 Dubov system, paired in columns."""

    def __init__(self, pairing: RoundPairing, opponents: Opponents) -> None:
        super().__init__(pairing, opponents)
        self._lifted: tuple[int, ...] = ()
        self._raised: dict[int, int] = {}
        self._dropped: set[tuple[int, int]] = set()
        points = 0
        for reason in pairing.reasons:
            if isinstance(reason, ColourColumns):
                points = reason.points
            elif isinstance(reason, Floated) and reason.method is FloatMethod.MOVED_UP:
                if reason.island is None:
                    self._raised[points] = reason.number
            elif isinstance(reason, Floated) and not reason.already_floater:
                self._dropped.add((points, reason.number))
            elif isinstance(reason, ColourLimitsWaiver):
                self._lifted = reason.players

    def get_step_builders(self) -> dict[str, Callable[..., Step]]:
        """Return the functions that build steps, keyed by kind of step."""
        return {
            **super().get_step_builders(),
            "lifted": self._build_waived_colour_limits_step,
            "floater": lambda **about: self._build_chosen_candidate_step("floater", **about),
            "island": lambda **about: self._build_chosen_candidate_step("island", **about),
            "opponent": lambda **about: self._build_chosen_candidate_step("opponent", **about),
            "raised": self._build_moved_up_player_step,
            "drop": self._build_downfloaters_step,
            "instead": self._build_alternative_downfloaters_step,
            "rows": self._build_rows_step,
        }

    def take_optional_step(self, article: str, kind: str, **about: object) -> Step | None:
        """Return the step that waives colour limits, or None if the pairing waives none."""
        return self.take_step(article, kind, **about) if self._lifted else None

    def _build_waived_colour_limits_step(
        self, pool: DubovPlayers, bound: Sequence[int], graph_with: Callable[[int], list[int]]
    ) -> Step:
        bridges, lifted = [], 0
        for place, i in enumerate(bound):
            if pool.numbers[i] in self._lifted:
                keeping = lifted | bitset(bound[place + 1 :])
                bridges.append(find_bridge_against_pairing_graph(graph_with(keeping), pool.numbers))
                lifted |= 1 << i
        numbers = [pool.numbers[i] for i in bound if pool.numbers[i] in self._lifted]
        return {"lifted": numbers, "bridges": bridges}

    # --- one of several candidates ----------------------------------------------------------

    def _build_chosen_candidate_step(
        self, kind: str, drawing: DubovRoundState, ordering: Ordering, chooser: int
    ) -> Step:
        pool, graph = drawing.pool, drawing.graph
        own = pool.numbers[chooser]
        wanted = self.opponents[own]
        orders, chosen = _list_candidates_up_to_player(ordering, pool, wanted)
        step: Step = {kind: 0 if chosen is None else wanted, "of": own}
        left = drawing.left
        if kind == "opponent":
            # The player was moved up, so what matters is that the rest of the group can be paired.
            group = bitset(orders[0])
            step["bridge"] = bridge_to_json(find_gallai_edmonds_barrier(graph, group), pool.numbers)
            return step
        matching = PerfectMatching(graph, left, _published_matching(pool, left, self.opponents))
        bridge = 0
        for i in _list_candidates_preferred_to_player(orders, chosen):
            if graph[chooser] >> i & 1 and not matching.can_pair(chooser, i):
                bridge |= matching.prove_pair_impossible(chooser, i).bridge
        if bridge:
            step["bridge"] = bridge_to_json(bridge, pool.numbers)
        return {**step, **self._build_evidence_for_dispensable_players(drawing, orders, chosen)}

    def _build_evidence_for_dispensable_players(
        self, drawing: DubovRoundState, orders: Orders, chosen: int | None
    ) -> Step:
        """Return evidence that a scoregroup can spare certain players, or {} if none is needed."""
        group = next((one for one in orders if chosen in one), ())
        among, graph = bitset(group), drawing.graph
        if chosen is None or all(2 * (graph[i] & among).bit_count() >= len(group) for i in group):
            return {}
        missed = find_participants_possibly_unpaired(graph, among)
        without = among & ~(1 << chosen) if missed >> chosen & 1 else among
        mate = maximum_matching(graph, without)
        numbers = drawing.pool.numbers
        pairs = [[numbers[a], numbers[mate[a]]] for a in bit_indices(without) if a < mate[a]]
        return {
            "spared": {
                "bridge": bridge_to_json(find_gallai_edmonds_barrier(graph, among), numbers),
                "pairs": pairs,
            }
        }

    def _build_moved_up_player_step(
        self, drawing: DubovRoundState, ordering: Ordering, group: Sequence[int], others: int
    ) -> Step:
        pool = drawing.pool
        wanted = self._raised.get(pool.points[group[0]], 0)
        orders, chosen = _list_candidates_up_to_player(ordering, pool, wanted)
        step: Step = {
            "raised": wanted,
            **self._build_evidence_for_dispensable_players(drawing, orders, chosen),
        }
        graph, inside = drawing.graph, bitset(group)
        if any(
            graph[i] & inside for i in list_candidates_before_chosen(drawing, step, orders, chosen)
        ):
            step["group"] = bridge_to_json(find_gallai_edmonds_barrier(graph, inside), pool.numbers)
            step["others"] = bridge_to_json(
                find_gallai_edmonds_barrier(graph, others), pool.numbers
            )
        return step

    # --- downfloaters and rows --------------------------------------------------------------

    def _build_downfloaters_step(
        self, drawing: DubovRoundState, group: tuple[list[int], list[int], int]
    ) -> Step:
        pool, (places, raised, next_group) = drawing.pool, group
        points = pool.points[places[0]] if places else 0
        dropped = frozenset(n for p, n in self._dropped if p == points)
        if not dropped:
            return {"drop": 0}
        staying = [*places, *raised]
        numbers = [pool.numbers[i] for i in staying]
        graph = build_subgraph(drawing.graph, staying)
        over = deficiency(graph)
        order = sort_players_by_downfloat_order(drawing, places, next_group)
        natural = _choose_first_dispensable_downfloaters(
            graph, over, [staying.index(i) for i in order]
        )
        step: Step = {"drop": over}
        if over >= 2:
            everybody = (1 << len(numbers)) - 1
            fewer = add_exit_vertices(graph, everybody, over - 2)
            step["passed"] = [find_bridge_against_pairing_graph(fewer, numbers)]
        self.leaving_now = dropped
        if {numbers[p] for p in natural} != dropped:
            step["gives_way"] = True
        return step

    def _build_alternative_downfloaters_step(
        self,
        players: Sequence[int],
        costs: Mapping[tuple[int, int], int],
        left: int,
        drawing: DubovRoundState,
        size: int,
    ) -> Step:
        numbers = drawing.pool.numbers
        edges = [(a, b, cost) for (a, b), cost in costs.items()]
        found = find_minimum_cost_matching(len(players), edges)
        assert found is not None, "the round has a complete pairing"
        certificate = PerfectMatching(drawing.graph, left).certificate
        return {
            "instead": [numbers[i] for i in players[:size]],
            "bridge": [] if certificate is None else bridge_to_json(certificate.bridge, numbers),
            "pairing": [
                [numbers[players[a]], numbers[players[b]]]
                for a, b in enumerate(found.mate)
                if a < b
            ],
            "free": duals_to_json(found),
        }

    def _build_rows_step(
        self,
        numbers: Sequence[int],
        ways: Callable[[], Iterable[tuple[Attempt, str]]],
        points: int,
    ) -> Step:
        self.leaving_now = frozenset()
        passed = []
        for way, _ in ways():
            if self.is_group_published_as_attempted(way, numbers):
                break
            passed.append(find_bridge_against_pairing_graph(way.graph, numbers))
        return {"rows": points, **({"passed": passed} if passed else {})}


MAKER = DubovProofWriter


def _list_candidates_up_to_player(
    ordering: Ordering, pool: DubovPlayers, wanted: int | None
) -> tuple[Orders, int | None]:
    """Return the candidates up to and including the given player, and that player's index.

    The index is None if the player is not a candidate.
    """
    place = None if wanted is None else pool.place.get(wanted)
    orders = ordering(place)
    return orders, place if any(place in order for order in orders) else None


def _list_candidates_preferred_to_player(
    orders: Sequence[Sequence[int]], chosen: int | None
) -> Iterable[int]:
    for order in orders:
        yield from (i for i in order if i != chosen)
        if chosen in order:
            return


def _published_matching(pool: DubovPlayers, left: int, opponents: Opponents) -> list[int]:
    at = {n: i for i, n in enumerate(pool.numbers)}
    mate = [EXPOSED] * len(pool.numbers)
    for i in bit_indices(left):
        opponent = opponents[pool.numbers[i]]
        mate[i] = EXPOSED if opponent is None else at[opponent]
    return mate


def _choose_first_dispensable_downfloaters(
    graph: Sequence[int], over: int, order: Sequence[int]
) -> list[int]:
    """Return the first ``over`` players in ``order`` without whom all others can be paired."""
    matching = PerfectMatching(add_exit_vertices(graph, (1 << len(graph)) - 1, over))
    gone = []
    for way_out in range(len(graph), len(graph) + over):
        chosen = next(i for i in order if matching.can_pair(way_out, i))
        matching.fix_pair(way_out, chosen)
        gone.append(chosen)
    return gone
