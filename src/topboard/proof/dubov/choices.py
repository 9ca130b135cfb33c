"""One of several candidates: by the order of the text, who may go up, and the pairs left below."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from topboard.proof.dubov.players import ColumnPool
from topboard.proof.seeking import bridge_of
from topboard.proof.steps import Steps
from topboard.proof.witnesses import as_set, blocks, in_odd_islands

Closed = Callable[[Mapping[str, Any], int], bool]


@dataclass
class Drawing:
    """A round being followed: who is left, who may meet whom, and who is due White."""

    steps: Steps
    pool: ColumnPool
    graph: list[int]
    left: int
    lifted: int
    published: Mapping[int, int | None]
    danubian: bool
    white: dict[frozenset[int], int] = field(default_factory=dict)

    def still(self, places: Sequence[int]) -> list[int]:
        """Those who are left."""
        return [i for i in places if self.left >> i & 1]

    def bridge(self, written: Any) -> int:
        """The places of a bridge; none if it cannot be read, which shows nothing."""
        return bridge_of(written, self.pool.numbers, ()) or 0

    def pair(self, a: int, b: int) -> None:
        """Two players are paired outside the rows."""
        one, other = self.pool.numbers[a], self.pool.numbers[b]
        if not self.graph[a] >> b & 1:
            raise self.steps.refused("{who} may not do so here", who=f"{one}-{other}")
        if self.published[one] != other:
            raise self.steps.refused(
                "by the rules {number} meets {opponent}; published is {number} against {other}",
                number=one,
                opponent=other,
                other=self.published[one] or "nobody",
            )
        self.left &= ~(1 << a | 1 << b)
        self.white[frozenset((a, b))] = self.pool.white_of(a, b, self.lifted)
        self.steps.holds(f"{one}-{other}")


def closed_by(drawing: Drawing, chooser: int) -> Closed:
    """Whether a candidate may not meet the chooser, or would leave the others unpairable."""

    def closed(step: Mapping[str, Any], i: int) -> bool:
        if not drawing.graph[chooser] >> i & 1:
            return True
        two = 1 << chooser | 1 << i
        bridge = drawing.bridge(step.get("bridge", [])) & ~two
        return blocks(drawing.graph, drawing.left & ~two, bridge)

    return closed


def choose(
    drawing: Drawing,
    article: str,
    kind: str,
    orders: Sequence[Sequence[int]],
    chooser: int | None,
    closed: Closed,
    nobody: Callable[[Mapping[str, Any]], bool] = lambda _: False,
    **about: object,
) -> int | None:
    """The first possible candidate of the first group that has one; None if nobody has.

    Who may go up comes before who may not, and who can be missed in his group before who cannot;
    but not where an opponent is chosen for somebody who has gone up.
    """
    steps, pool = drawing.steps, drawing.pool
    step = steps.take(article, kind, drawing=drawing, orders=orders, chooser=chooser, **about)
    wanted = step.get(kind)
    if chooser is not None and step.get("of") != pool.numbers[chooser]:
        raise steps.refused("the rules ask for another decision here: {due}", due=kind)
    place = {pool.numbers[i]: i for order in orders for i in order}
    chosen = place.get(wanted) if type(wanted) is int else None
    if chosen is None and wanted != 0:
        raise steps.refused("the rules ask for another decision here: {due}", due=kind)
    if chosen is None and nobody(step):
        steps.holds(f"nobody is {kind}")
        return None
    for order in orders:
        before = list(order)
        if chosen is not None and chosen in order:
            before = before[: before.index(chosen)]
            if kind != "opponent":
                before = _before(drawing, step, order, chosen)
        for i in before:
            if not closed(step, i):
                raise steps.refused(
                    "{first} comes first in the order, and the bridge {bridge} does not show that"
                    " the others could not be paired",
                    first=pool.numbers[i],
                    bridge=step.get("bridge", []),
                )
        if chosen in order:
            break
    if kind == "raised" or chosen is None:
        steps.holds(f"{wanted or 'nobody'} is {kind}")
    return chosen


def _before(
    drawing: Drawing, step: Mapping[str, Any], order: Sequence[int], chosen: int
) -> list[int]:
    """Those of a group who come before the chosen one."""
    pool = drawing.pool
    spared = _spared(drawing, step, order, chosen)
    rank = {i: (not pool.may_rise[i], not spared >> i & 1, at) for at, i in enumerate(order)}
    return [i for i in order if rank[i] < rank[chosen]]


def _spared(drawing: Drawing, step: Mapping[str, Any], group: Sequence[int], chosen: int) -> int:
    """Without whom the group has as many pairs as with him; everybody, if that is so for none.

    Where everybody may meet half of the others, all are alike (Dirac). Else the file has a bridge
    and a pairing without the chosen one that leaves over as few as the bridge must: whoever is in
    no odd island cannot be missed.
    """
    among = as_set(group)
    count = len(group)
    if all(2 * (drawing.graph[i] & among).bit_count() >= count for i in group):
        return among
    written = step.get("spared")
    if not isinstance(written, dict):
        raise drawing.steps.refused("nothing shows who can be missed in the group below")
    numbers = drawing.pool.numbers
    bridge = bridge_of(written.get("bridge"), numbers, ())
    paired = _paired(drawing, written.get("pairs"), among)
    if bridge is None or paired is None:
        raise drawing.steps.refused("nothing shows who can be missed in the group below")
    bridge &= among
    odd, missable = in_odd_islands(drawing.graph, among & ~bridge)
    over = odd - bridge.bit_count()
    kept = over and missable & paired & 1 << chosen
    if count - paired.bit_count() != over or kept:
        raise drawing.steps.refused("nothing shows who can be missed in the group below")
    return missable if over else among


def _paired(drawing: Drawing, written: Any, among: int) -> int | None:
    """The places that are paired in a list of pairs; None if it is no pairing of these."""
    place = {n: i for i, n in enumerate(drawing.pool.numbers)}
    found = 0
    try:
        for a, b in written:
            one, other = place[a], place[b]
            two = 1 << one | 1 << other
            if two & ~among or two & found or not drawing.graph[one] >> other & 1:
                return None
            found |= two
    except (TypeError, ValueError, KeyError):
        return None
    return found
