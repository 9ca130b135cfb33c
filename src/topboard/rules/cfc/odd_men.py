"""Odd men: who is paired below his score group, and with whom (618, 621 to 626).

What is decided here is the same as if every complete pairing of the field were compared, first by
how many leave each group from the top down, then by how near their opponents are, then group by
group by the articles on odd men. Most groups are so large, and so few of their members have met,
that they can be paired whoever leaves them and whomever they take in: such a *robust* group
separates what happens above it from what happens below, and nobody passes it. Between two of them a
small problem is left, which is solved exactly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.kernels.matching import PerfectMatching, bitset
from topboard.rules.cfc.segments import Segment, solve
from topboard.rules.cfc.windows import LONGEST, groups_before_cut

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.rules.cfc.field import Field

    OddPair = tuple[int, int]

LEAST_ROBUST = 3
"""How many members a group must be able to spare, whoever they are, to be called robust."""


def odd_pairs(field: Field, *made: OddPair) -> list[OddPair]:
    """The pairs across groups, each with its odd man first, in the order of the odd men.

    Some pairs may be made beforehand. To be asked only if the field has a complete pairing with
    them.
    """
    settled = [*_required_pairs(field), *made]
    taken = {place for pair in settled for place in pair}
    members = [[v for v in span if v not in taken] for span in field.spans]
    across = [pair for pair in settled if field.group_of[pair[0]] != field.group_of[pair[1]]]
    return sorted([*across, *_by_segments(field, members)])


def _required_pairs(field: Field) -> list[OddPair]:
    place = {card.number: i for i, card in enumerate(field.cards)}
    return [
        (place[a], place[b])
        for a, b in field.book.required.items()
        if a in place and b in place and place[a] < place[b]
    ]


def _by_segments(field: Field, members: Sequence[Sequence[int]]) -> list[OddPair]:
    if _all_pair_within(field, members):
        return []
    spare = [Spare(field, group) for group in members]
    fragile = {g for g, group in enumerate(spare) if not group.can_lose(LEAST_ROBUST)}
    while True:
        pairs, broken = _walk(field, members, spare, fragile)
        if not broken:
            return pairs
        fragile |= broken


def _all_pair_within(field: Field, members: Sequence[Sequence[int]]) -> bool:
    """Whether nobody needs to leave his group."""
    return all(len(group) % 2 == 0 for group in members) and all(
        PerfectMatching(field.graph, bitset(group)).exists for group in members
    )


def _walk(
    field: Field,
    members: Sequence[Sequence[int]],
    spare: Sequence[Spare],
    fragile: set[int],
) -> tuple[list[OddPair], set[int]]:
    """Solve segment after segment; the groups that turned out not to be robust enough."""
    pairs: list[OddPair] = []
    source: int | None = None
    between: list[int] = []
    everybody = bitset(v for group in members for v in group)
    for absorber in (*(g for g in range(len(members))), None):
        if absorber in fragile:
            between.append(absorber)
            continue
        segment = Segment(
            field=field,
            source=_left(members, source, pairs),
            between=[members[g] for g in between if members[g]],
            absorber=None if absorber is None else members[absorber],
        )
        found = _solve_in_parts(segment, everybody)
        if found is None:
            return [], {source} if absorber is None and source is not None else _one(absorber)
        pairs += found
        source, between = absorber, []
    used = {place for pair in pairs for place in pair}
    robust = [g for g in range(len(members)) if g not in fragile]
    return pairs, {g for g in robust if not spare[g].can_lose(sum(v in used for v in members[g]))}


def _solve_in_parts(segment: Segment, everybody: int) -> list[OddPair] | None:
    """Solve a segment, a long one in parts where it can be cut."""
    pairs: list[OddPair] = []
    while len(segment.source) % 2 == 0 and sum(map(len, segment.between)) > LONGEST:
        groups = segment.between
        below = everybody & (-1 << groups[0][0])
        cut = groups_before_cut(segment.field, groups, below)
        if not cut:
            break
        pairs += solve(Segment(segment.field, (), groups[:cut], None)) or []
        segment = Segment(segment.field, (), groups[cut:], segment.absorber)
    found = solve(segment)
    return None if found is None else [*pairs, *found]


def _one(group: int | None) -> set[int]:
    assert group is not None, "a field with a complete pairing has one without segments"
    return {group}


def _left(
    members: Sequence[Sequence[int]], source: int | None, pairs: Sequence[OddPair]
) -> list[int]:
    """The members of a robust group who are not the opponents of odd men from above."""
    if source is None:
        return []
    used = {place for pair in pairs for place in pair}
    return [v for v in members[source] if v not in used]


class Spare:
    """How many members a group can spare, whoever they are, and still be paired."""

    def __init__(self, field: Field, members: Sequence[int]) -> None:
        everybody = bitset(members)
        self.degrees = sorted((field.graph[v] & everybody).bit_count() for v in members)

    def can_lose(self, lost: int) -> bool:
        """Chvátal's condition for any ``lost`` members fewer: a cycle through all the others."""
        left = len(self.degrees) - lost
        if left < 4:
            return False
        return all(
            self.degrees[i - 1] - lost > i or self.degrees[left - i - 1] - lost >= left - i
            for i in range(1, (left + 1) // 2)
        )
