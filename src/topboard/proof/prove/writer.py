"""The writer of proof steps, which creates each step when the checker asks for it.

The matching algorithms prove that a candidate or an attempt to pair a group is impossible. The
evidence is a *bridge* (a Tutte-Berge barrier): a set of participants whose removal leaves more odd
components than it has members.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topboard.matching.perfect import (
    EXPOSED,
    PerfectMatching,
    add_exit_vertices,
    bit_indices,
    deficiency,
)
from topboard.proof.verify.reader import ProofReader
from topboard.proof.verify.seeking import EXIT

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from topboard.matching.weighted import Optimum
    from topboard.proof.verify.seeking import Attempt, OpponentSearch
    from topboard.reasons.decisions import RoundPairing

    Opponents = Mapping[int, int | None]
    Step = dict[str, Any]

EXACT = 1 << 53


class ProofWriter(ProofReader):
    """A ``ProofReader`` that creates and records each step instead of reading it from a file."""

    def __init__(self, pairing: RoundPairing, opponents: Opponents) -> None:
        super().__init__(())
        self.written: list[Step] = []
        self.opponents = opponents
        self._deciding = self.get_step_builders()
        self.leaving_now: frozenset[int] = frozenset(() if pairing.bye is None else (pairing.bye,))
        """The participants who leave the current group."""
        self._own: tuple[OpponentSearch, PerfectMatching] | None = None
        """The group that must release more teams, and its possible pairs, or None.

        They are stored because the pairing of this group by itself is not published.
        """

    def take_step(self, article: str, *kinds: str, **about: Any) -> Step:
        """Create, record and return the step that the checker asks for."""
        self._article = article
        self.taken += 1
        step = self._deciding[kinds[0]](**about)
        self.written.append(step)
        return step

    def get_step_builders(self) -> dict[str, Callable[..., Step]]:
        """Return the functions that build steps, keyed by kind of step."""
        return {
            "pair": self.build_opponent_choice_step,
            "leaves": self.build_opponent_choice_step,
            "bye": self.build_opponent_choice_step,
        }

    def record_proved_step(self, what: str) -> None:
        """Do nothing, because the results of the check are not needed while a proof is written."""

    def refuse_unread_steps(self) -> None:
        """Do nothing, because a writer has no unread steps."""

    # --- opponents, leavers and the bye -----------------------------------------------------

    def build_opponent_choice_step(
        self, seeking: OpponentSearch, place: int, of: Sequence[int]
    ) -> Step:
        """Return the step in which a participant gets an opponent or leaves the group.

        It includes a bridge as proof that the earlier candidates are impossible.
        """
        numbers, published = seeking.numbers, seeking.published
        if published is None:
            matching = self._possible_pairs(seeking)
            chosen = next(p for p in of if matching.can_pair(place, p))
        else:
            chosen = self._find_index_of_published_opponent(seeking, published, place, of)
        if place >= len(numbers) or chosen >= len(numbers):
            step: Step = {seeking.leaving: numbers[min(place, chosen)]}
        else:
            step = {"pair": [numbers[place], numbers[chosen]]}
        if of[0] != chosen and (passed := seeking.list_candidates_passed_over(place, of, chosen)):
            if published is not None:
                mate = self._published_matching(seeking, published)
                matching = PerfectMatching(seeking.graph, seeking.alive, mate)
            step["bridge"] = find_bridge_against_candidates(matching, seeking, place, passed)
        if published is None:
            matching.fix_pair(place, chosen)
        return step

    def _find_index_of_published_opponent(
        self, seeking: OpponentSearch, published: Opponents, place: int, of: Sequence[int]
    ) -> int:
        """Return the index of a participant's published opponent.

        If the participant leaves the group, the index is that of an exit, an extra place for
        leaving. If ``place`` is itself an exit, it is the index of the team that leaves.
        """
        numbers, leaving = seeking.numbers, self.leaving_now
        # If the published round has none of the candidates, the checker will report the problem.
        if place >= len(numbers):
            meets = (p for p in of if numbers[p] in leaving and seeking.alive >> p & 1)
            return next(meets, of[0])
        if numbers[place] in leaving:
            return next((p for p in of if seeking.is_exit(p) and seeking.alive >> p & 1), of[0])
        opponent = seeking.place.get(published[numbers[place]] or 0, -1)
        return opponent if opponent in of else of[0]

    def _published_matching(self, seeking: OpponentSearch, published: Opponents) -> list[int]:
        """Return the published round as a perfect matching.

        Participants who leave the group are matched with exits, which are extra places for leaving.
        """
        at = seeking.place
        mate = [EXPOSED] * len(seeking.graph)
        exits = iter(seeking.list_unused_exits())
        for place in seeking.select_undecided_places(range(len(seeking.numbers))):
            number = seeking.numbers[place]
            leaves = number in self.leaving_now
            other = next(exits, EXPOSED) if leaves else at.get(published[number] or 0, EXPOSED)
            if other != EXPOSED:
                mate[place], mate[other] = other, place
        return mate

    def is_group_published_as_attempted(self, way: Attempt, teams: Sequence[int]) -> bool:
        """Return whether the published round pairs the group according to this attempt."""
        at = {n: place for place, n in enumerate(teams)}
        exits = (1 << way.exits) - 1 << len(teams)
        for place, n in enumerate(teams):
            other = at.get(self.opponents[n] or 0, place)
            meets = exits if n in self.leaving_now else 1 << other
            if not way.graph[place] & meets:
                return False
        return True

    def _possible_pairs(self, seeking: OpponentSearch) -> PerfectMatching:
        if self._own is None or self._own[0] is not seeking:
            self._own = seeking, PerfectMatching(seeking.graph)
        return self._own[1]


def find_bridge_against_candidates(
    matching: PerfectMatching, seeking: OpponentSearch, place: int, passed: Sequence[int]
) -> list[int]:
    """Return a bridge that rules out every candidate passed over, in the form used in proofs.

    A bridge is a Tutte-Berge barrier. It proves that not everyone can be paired.
    """
    bridge = 0
    for candidate in passed:
        if not matching.can_pair(place, candidate):
            bridge |= matching.prove_pair_impossible(place, candidate).bridge
    return bridge_to_json(bridge, seeking.numbers)


def find_bridge_against_pairing_graph(graph: Sequence[int], numbers: Sequence[int]) -> list[int]:
    """Return a bridge as proof that a graph has no perfect matching, in the form used in proofs.

    A bridge is a set of vertices whose removal leaves more odd components than it has members. The
    result is empty if the graph has a perfect matching.
    """
    certificate = PerfectMatching(graph).certificate
    return [] if certificate is None else bridge_to_json(certificate.bridge, numbers)


def find_gallai_edmonds_barrier(graph: Sequence[int], among: int) -> int:
    """Return the neighbours of all participants who can remain unpaired, as a bitset.

    By the theorem of Gallai and Edmonds, they form a barrier. ``among`` is the bitset of
    participants to pair.
    """
    found = find_participants_possibly_unpaired(graph, among)
    near = 0
    for v in bit_indices(found):
        near |= graph[v]
    return near & among & ~found


def find_participants_possibly_unpaired(graph: Sequence[int], among: int) -> int:
    """Return the participants whom some maximum matching leaves unpaired, as a bitset.

    ``among`` is the bitset of participants to pair.
    """
    over = deficiency(graph, among)
    if not over:
        return 0
    with_ways_out = add_exit_vertices(graph, among, over)
    exits = ((1 << over) - 1) << len(graph)
    return PerfectMatching(with_ways_out, among | exits).find_possible_partners(len(graph))


def duals_to_json(optimum: Optimum) -> Step:
    """Return the dual values of a minimum-cost matching, in the form used in proofs."""
    blossoms = [[[*odd.members], integer_to_json(odd.dual)] for odd in optimum.blossoms]
    return {"duals": [*map(integer_to_json, optimum.duals)], "blossoms": blossoms}


def integer_to_json(value: int) -> int | str:
    """Return an integer as a JSON number or, if it is large, as a hexadecimal string.

    Many programs cannot read large JSON numbers exactly.
    """
    return value if abs(value) < EXACT else f"{value:x}"


def bridge_to_json(bridge: int, numbers: Sequence[int]) -> list[int]:
    """Return a bridge (a Tutte-Berge barrier) as participants' numbers.

    An exit, which stands for leaving the group, is written as ``EXIT``.
    """
    return [numbers[v] if v < len(numbers) else EXIT for v in bit_indices(bridge)]
