"""The check that each participant in turn gets the first possible opponent.

An opponent is possible if the rest can still be paired. A *bridge* (a Tutte-Berge barrier, see
``witnesses``) shows that an earlier candidate was not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from topboard.proof.verify.reader import NotProved, ProofReader
from topboard.proof.verify.witnesses import bit_indices, bitset, is_blocked_by_bridge

Published = Mapping[int, int | None]
EXIT = 0
"""The number written in proofs for an exit, which stands for leaving the group."""


class Attempt(NamedTuple):
    """An attempt to pair a group, given by the graph of allowed pairs.

    The graph ends with one exit for each participant who leaves.
    """

    graph: list[int]
    exits: int


def add_exit_vertices(graph: Sequence[int], may_leave: int, count: int) -> list[int]:
    """Return the graph with ``count`` exits, which are added vertices for leaving the group.

    Participants in ``may_leave`` can be matched with them.
    """
    exits, found = (1 << count) - 1 << len(graph), [*graph]
    for v in bit_indices(may_leave) if count else ():
        found[v] |= exits
    return [*found, *[may_leave] * count]


def parse_bridge(written: Any, numbers: Sequence[int], exits: Iterable[int] = ()) -> int:
    """Return the bridge (a Tutte-Berge barrier) in a file as a bitset of indices.

    Raise ``LookupError`` if it names unknown participants.
    """
    place, free = {n: i for i, n in enumerate(numbers)} if written else {}, [*exits]
    return bitset([free.pop(0) if one == EXIT else place[one] for one in written])


def is_graph_unpairable(written: Any, numbers: Sequence[int], graph: Sequence[int]) -> bool:
    """Return whether a bridge in a file shows that a graph has no complete pairing.

    The graph may end with exits, which stand for leaving the group.
    """
    bridge = parse_bridge(written, numbers, range(len(numbers), len(graph)))
    return is_blocked_by_bridge(graph, (1 << len(graph)) - 1, bridge)


def find_first_possible_attempt(
    steps: ProofReader, numbers: Sequence[int], ways: Iterable[tuple[Attempt, str]], passed: Any
) -> Attempt:
    """Return the first possible attempt, after checking that the attempts before it are impossible.

    A bridge in the file shows that each of these is impossible. The pairs in the following steps
    show that the returned attempt is possible. Each attempt comes with the article to cite if it is
    not ruled out.
    """
    waiting = iter(passed)
    for way, article in ways:
        if (written := next(waiting, None)) is None:
            return way
        steps.set_article_of_current_step(article)
        if not is_graph_unpairable(written, numbers, way.graph):
            raise steps.build_refusal_of_current_step(
                "an earlier way to pair the group is passed over, but the evidence given "
                "({bridge}) does not "
                "rule it out",
                bridge=_format_bridge(written),
            )
    raise steps.build_refusal_of_current_step("the proof rules out every way to pair the group")


class OpponentSearch:
    """A group whose members get opponents in turn. Indices from ``len(numbers)`` on are exits,
    which stand for leaving the group.

    ``published`` maps each participant to the opponent in the round. It is None for a group that
    gives way, because the round does not use the pairing of that group by itself.
    """

    leaving = "leaves"
    """The key for a participant who leaves the group, in a step of a proof."""

    def __init__(
        self, steps: ProofReader, numbers: Sequence[int], way: Attempt, published: Published | None
    ) -> None:
        self.steps, self.numbers, self.published = steps, numbers, published
        self.place = {n: place for place, n in enumerate(numbers)}
        self.graph, self.alive = way.graph, (1 << len(way.graph)) - 1
        self.leavers: list[int] = []

    def select_undecided_places(self, among: Iterable[int]) -> list[int]:
        """Return the members of ``among`` without an opponent, and the exits not taken yet."""
        return [place for place in among if self.alive >> place & 1]

    def list_unused_exits(self) -> list[int]:
        """Return the exits not taken yet. An exit stands for leaving the group."""
        return self.select_undecided_places(range(len(self.numbers), len(self.graph)))

    def is_exit(self, place: int) -> bool:
        """Return whether an index stands for an exit, that is, for leaving the group."""
        return place >= len(self.numbers)

    def check_first_possible_candidate(
        self, place: int, order: Sequence[int], article: str, onward: str
    ) -> int:
        """Check and return the chosen candidate, the first with whom the rest can be paired.

        If the participant leaves the group instead, the article ``onward`` applies.
        """
        numbers, count = self.numbers, len(self.numbers)
        kinds = ("pair", self.leaving) if place < count else (self.leaving,)
        step = self.steps.take_step(article, *kinds, seeking=self, place=place, of=order)
        chosen = self._parse_candidate(step, place, order)
        leaves = place >= count or chosen >= count
        if leaves:
            self.steps.set_article_of_current_step(onward)
        if not self.graph[place] >> chosen & 1:
            raise self.steps.build_refusal_of_current_step(
                "{who} may not be chosen here", who=self._format_pair(place, chosen)
            )
        if order[0] != chosen:
            self.refuse_candidates_not_ruled_out(
                step, place, self.list_candidates_passed_over(place, order, chosen)
            )
        self.alive ^= 1 << place | 1 << chosen
        if leaves:
            self.record_departure(numbers[min(place, chosen)])
        else:
            self.record_pair(numbers[place], numbers[chosen])
        return chosen

    def list_candidates_passed_over(
        self, place: int, order: Sequence[int], chosen: int
    ) -> list[int]:
        """Return the possible candidates that come before the chosen one."""
        open_ = self.graph[place] & self.alive
        return [p for p in order[: order.index(chosen)] if open_ >> p & 1]

    def _parse_candidate(self, step: Mapping[str, Any], place: int, order: Sequence[int]) -> int:
        own = None if self.is_exit(place) else self.numbers[place]
        if "pair" in step and own is not None:
            one, other = step["pair"]
            chosen = self.place[other] if one == own else place
        elif own is None:
            chosen = self.place[step[self.leaving]]
        else:
            ways_out = self.list_unused_exits() if step[self.leaving] == own else ()
            chosen = next((p for p in ways_out if p in order), place)
        if chosen in order and self.alive >> chosen & 1:
            return chosen
        due = "one who leaves" if self.is_exit(place) else f"the opponent of {self.numbers[place]}"
        raise self.steps.build_refusal_of_current_step(
            "the rules require a different decision here: {due}", due=due
        )

    def _format_pair(self, place: int, chosen: int) -> str:
        first, second = sorted((place, chosen))
        if self.is_exit(second):
            return f"{self.numbers[first]} ({self.leaving})"
        return f"{self.numbers[place]}-{self.numbers[chosen]}"

    def refuse_candidates_not_ruled_out(
        self, step: Mapping[str, Any], place: int, passed: Sequence[int]
    ) -> None:
        """Raise ``NotProved`` unless a step's bridge rules out each candidate passed over.

        The bridge must show that the rest could not be paired if the candidate were chosen.
        """
        if not passed:
            return
        written = step.get("bridge", [])
        bridge = parse_bridge(
            written, self.numbers, (e for e in self.list_unused_exits() if e != place)
        )
        for candidate in passed:
            two = 1 << place | 1 << candidate
            if not is_blocked_by_bridge(self.graph, self.alive & ~two, bridge & ~two):
                raise self.build_refusal_of_candidate_passed_over(
                    self._format_pair(place, candidate), written
                )

    def build_refusal_of_candidate_passed_over(self, who: object, bridge: object) -> NotProved:
        """Return the error for a candidate who was passed over without proof."""
        return self.steps.build_refusal_of_current_step(
            "{first} comes first in the order and should have been chosen: the evidence "
            "given ({bridge}) does not show that"
            " the others could not be paired",
            first=who,
            bridge=_format_bridge(bridge),
        )

    def record_pair(self, number: int, opponent: int) -> None:
        """Record that two participants are paired.

        Raise ``NotProved`` if they are not paired in the published round.
        """
        if self.published is not None and self.published[number] != opponent:
            raise self.steps.build_refusal_of_current_step(
                "according to the rules, {number} meets {opponent}, but the published "
                "pair is {number} "
                "against {other}",
                number=number,
                opponent=opponent,
                other=self.published[number] or "nobody",
            )
        self.steps.record_proved_step(f"{number}-{opponent}")

    def record_departure(self, number: int) -> None:
        """Record that a participant leaves the group.

        Raise ``NotProved`` if the published round pairs them with a member who stays.
        """
        self.leavers.append(number)
        if self.published is not None and not self.list_unused_exits():
            self._refuse_opponents_who_stay(self.published)
        self.steps.record_proved_step(f"{number} {self.leaving}")

    def _refuse_opponents_who_stay(self, published: Published) -> None:
        """Raise ``NotProved`` if a participant leaves the group although the published opponent
        stays.
        """
        staying = set(self.numbers).difference(self.leavers)
        for number in self.leavers:
            if published[number] in staying:
                raise self.steps.build_refusal_of_current_step(
                    "according to the rules, {number} meets no one in this group "
                    "({how}), but the published "
                    "pair is {number} against {other}",
                    number=number,
                    how=self.leaving,
                    other=published[number],
                )

    def require_all_members_decided(self) -> OpponentSearch:
        """Return the search itself, or raise ``NotProved`` if it is not complete.

        Every member must have an opponent or have left the group.
        """
        if self.alive:
            left = [0 if self.is_exit(p) else self.numbers[p] for p in bit_indices(self.alive)]
            raise self.steps.build_refusal_of_current_step(
                "the proof leaves {left} undecided", left=_format_bridge(left)
            )
        return self


def _format_bridge(bridge: object) -> str:
    named = bridge if isinstance(bridge, list) else []
    return ", ".join("exit" if one == EXIT else str(one) for one in named) or "(none)"
