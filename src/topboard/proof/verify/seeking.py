"""The check that participants, in turn, get the first opponent that leaves the rest pairable."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from topboard.proof.verify.reader import NotProved, ProofReader
from topboard.proof.verify.witnesses import as_set, blocks, members

Published = Mapping[int, int | None]
EXIT = 0
"""The number that a file writes for an exit, which stands for leaving the group."""


class Attempt(NamedTuple):
    """An attempt to pair a group: the graph of allowed pairs, followed by one exit per leaver."""

    graph: list[int]
    exits: int


def with_exits(graph: Sequence[int], may_leave: int, count: int) -> list[int]:
    """Return the graph extended by ``count`` exits, which those in ``may_leave`` can take."""
    exits, found = (1 << count) - 1 << len(graph), [*graph]
    for v in members(may_leave) if count else ():
        found[v] |= exits
    return [*found, *[may_leave] * count]


def bridge_of(written: Any, numbers: Sequence[int], exits: Iterable[int] = ()) -> int:
    """Return the set of places of a bridge written in a file.

    Raise ``LookupError`` if it names unknown participants.
    """
    place, free = {n: i for i, n in enumerate(numbers)} if written else {}, [*exits]
    return as_set([free.pop(0) if one == EXIT else place[one] for one in written])


def closes(written: Any, numbers: Sequence[int], graph: Sequence[int]) -> bool:
    """Return whether a bridge shows that a graph with its exits cannot be fully paired."""
    bridge = bridge_of(written, numbers, range(len(numbers), len(graph)))
    return blocks(graph, (1 << len(graph)) - 1, bridge)


def way_in_force(
    steps: ProofReader, numbers: Sequence[int], ways: Iterable[tuple[Attempt, str]], passed: Any
) -> Attempt:
    """Return the first possible attempt after checking the bridges against those before it.

    The pairs that follow show that the attempt itself is possible. Each attempt comes with the
    article that allows passing it over.
    """
    waiting = iter(passed)
    for way, article in ways:
        if (written := next(waiting, None)) is None:
            return way
        steps.under(article)
        if not closes(written, numbers, way.graph):
            raise steps.refusal(
                "an earlier way to pair the group is passed over, and the bridge {bridge} does not"
                " close it",
                bridge=_format_bridge(written),
            )
    raise steps.refusal("the file passes over every way to pair the group")


class Seeking:
    """A group whose members get opponents in turn; places from ``len(numbers)`` on are exits.

    ``published`` has each participant's opponent in the round. Without it, the group is one that
    gives way, whose own pairing is not played.
    """

    leaving = "leaves"
    """The key that a step of a participant who leaves has in a file."""

    def __init__(
        self, steps: ProofReader, numbers: Sequence[int], way: Attempt, published: Published | None
    ) -> None:
        self.steps, self.numbers, self.published = steps, numbers, published
        self.place = {n: place for place, n in enumerate(numbers)}
        self.graph, self.alive = way.graph, (1 << len(way.graph)) - 1
        self.leavers: list[int] = []

    def free(self, among: Iterable[int]) -> list[int]:
        """Return the places whose opponent is not decided yet."""
        return [place for place in among if self.alive >> place & 1]

    def exits(self) -> list[int]:
        """Return the exits that are not taken yet."""
        return self.free(range(len(self.numbers), len(self.graph)))

    def is_exit(self, place: int) -> bool:
        """Return whether a place is an exit of the group."""
        return place >= len(self.numbers)

    def seek(self, place: int, order: Sequence[int], article: str, onward: str) -> int:
        """Check and return the first candidate in the order that leaves the rest pairable.

        If that is an exit, or the place itself is one, the decision is based on the article
        ``onward``.
        """
        numbers, count = self.numbers, len(self.numbers)
        kinds = ("pair", self.leaving) if place < count else (self.leaving,)
        step = self.steps.take(article, *kinds, seeking=self, place=place, of=order)
        chosen = self._candidate(step, place, order)
        leaves = place >= count or chosen >= count
        if leaves:
            self.steps.under(onward)
        if not self.graph[place] >> chosen & 1:
            raise self.steps.refusal(
                "{who} may not do so here", who=self._format_pair(place, chosen)
            )
        if order[0] != chosen:
            self.refuse_unless_closed(step, place, self.passed_over(place, order, chosen))
        self.alive ^= 1 << place | 1 << chosen
        if leaves:
            self.leaves(numbers[min(place, chosen)])
        else:
            self.meets(numbers[place], numbers[chosen])
        return chosen

    def passed_over(self, place: int, order: Sequence[int], chosen: int) -> list[int]:
        """Return the available candidates that come before the chosen one."""
        open_ = self.graph[place] & self.alive
        return [p for p in order[: order.index(chosen)] if open_ >> p & 1]

    def _candidate(self, step: Mapping[str, Any], place: int, order: Sequence[int]) -> int:
        """Return the candidate named by a step of the file."""
        own = None if self.is_exit(place) else self.numbers[place]
        if "pair" in step and own is not None:
            one, other = step["pair"]
            chosen = self.place[other] if one == own else place
        elif own is None:
            chosen = self.place[step[self.leaving]]
        else:
            ways_out = self.exits() if step[self.leaving] == own else ()
            chosen = next((p for p in ways_out if p in order), place)
        if chosen in order and self.alive >> chosen & 1:
            return chosen
        due = "one who leaves" if self.is_exit(place) else f"the opponent of {self.numbers[place]}"
        raise self.steps.refusal("the rules ask for another decision here: {due}", due=due)

    def _format_pair(self, place: int, chosen: int) -> str:
        first, second = sorted((place, chosen))
        if self.is_exit(second):
            return f"{self.numbers[first]} ({self.leaving})"
        return f"{self.numbers[place]}-{self.numbers[chosen]}"

    def refuse_unless_closed(
        self, step: Mapping[str, Any], place: int, passed: Sequence[int]
    ) -> None:
        """Raise ``NotProved`` unless a bridge rules out each candidate passed over.

        It must show that the rest could not be paired if the candidate were chosen.
        """
        if not passed:
            return
        written = step.get("bridge", [])
        bridge = bridge_of(written, self.numbers, (e for e in self.exits() if e != place))
        for candidate in passed:
            two = 1 << place | 1 << candidate
            if not blocks(self.graph, self.alive & ~two, bridge & ~two):
                raise self.comes_first(self._format_pair(place, candidate), written)

    def comes_first(self, who: object, bridge: object) -> NotProved:
        """Return the error to raise because a candidate was passed over without a proof."""
        return self.steps.refusal(
            "{first} comes first in the order, and the bridge {bridge} does not show that"
            " the others could not be paired",
            first=who,
            bridge=_format_bridge(bridge),
        )

    def meets(self, number: int, opponent: int) -> None:
        """Record that the two are paired; raise ``NotProved`` if the published round differs."""
        if self.published is not None and self.published[number] != opponent:
            raise self.steps.refusal(
                "by the rules {number} meets {opponent}; published is {number} against {other}",
                number=number,
                opponent=opponent,
                other=self.published[number] or "nobody",
            )
        self.steps.holds(f"{number}-{opponent}")

    def leaves(self, number: int) -> None:
        """Record that a participant leaves, and check that it is published outside the group."""
        self.leavers.append(number)
        if self.published is not None and not self.exits():
            self._refuse_if_staying(self.published)
        self.steps.holds(f"{number} {self.leaving}")

    def _refuse_if_staying(self, published: Published) -> None:
        """Raise ``NotProved`` if a leaver is published against a member who stays.

        Two leavers may meet each other later.
        """
        staying = set(self.numbers).difference(self.leavers)
        for number in self.leavers:
            if published[number] in staying:
                raise self.steps.refusal(
                    "by the rules {number} meets nobody of these ({how}); published is {number}"
                    " against {other}",
                    number=number,
                    how=self.leaving,
                    other=published[number],
                )

    def finish(self) -> Seeking:
        """Return the group; raise ``NotProved`` if it has undecided members or unused exits."""
        if self.alive:
            left = [0 if self.is_exit(p) else self.numbers[p] for p in members(self.alive)]
            raise self.steps.refusal("nothing is decided about {left}", left=_format_bridge(left))
        return self


def _format_bridge(bridge: object) -> str:
    named = bridge if isinstance(bridge, list) else []
    return ", ".join("exit" if one == EXIT else str(one) for one in named) or "(none)"
