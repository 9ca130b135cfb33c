"""Odd men, who are paired below their scoregroup, and their opponents (618, 621 to 626).

The result is the same as if every complete pairing of the field were compared. The laws (618b,
618c) are applied first, to each group from the top down. They minimize the number of odd men who
leave the group, and then the distance to their opponents. The articles on odd men are applied after
that, again group by group.

Most groups are large and few of their members have met. They can be paired no matter which members
leave and which players they take in. Such a *robust* group separates the groups above it from the
groups below, and no odd man passes it. The groups between two robust groups form a *segment*, a
small problem that is solved exactly. The robust group above a segment is its *source*, and the one
below it is its *absorber*.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass, replace
from topboard.matching.cost import PackedCriteria
from topboard.matching.perfect import PerfectMatching, bitset
from topboard.matching.weighted import minimum_cost_matching
from topboard.systems.cfc.odd_pair_costs import (
    OddPairCosts,
    law_criteria,
    level_crossing_costs,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from topboard.systems.cfc.groups import GroupedField

    OddPair = tuple[int, int]
    Kind = tuple[tuple[int, ...], object]

# --- the whole field ----------------------------------------------------------------------

LEAST_ROBUST = 3
"""The number of members that a robust group must be able to lose, no matter which."""


def find_odd_pairs(field: GroupedField, *made: OddPair) -> list[OddPair]:
    """Return the pairs of players from different groups, each with the odd man first.

    ``made`` lists pairs that are already fixed. The field must have a complete pairing that
    includes them.
    """
    settled = [*_required_pairs(field), *made]
    taken = {place for pair in settled for place in pair}
    members = [[v for v in span if v not in taken] for span in field.spans]
    across = [pair for pair in settled if field.group_of[pair[0]] != field.group_of[pair[1]]]
    return sorted([*across, *_odd_pairs_by_segment(field, members)])


def _required_pairs(field: GroupedField) -> list[OddPair]:
    place = {card.number: i for i, card in enumerate(field.cards)}
    return [
        (place[a], place[b])
        for a, b in field.book.required.items()
        if a in place and b in place and place[a] < place[b]
    ]


def _odd_pairs_by_segment(field: GroupedField, members: Sequence[Sequence[int]]) -> list[OddPair]:
    if _can_pair_within_groups(field, members):
        return []
    spare = [GroupRobustness(field, group) for group in members]
    fragile = {g for g, group in enumerate(spare) if not group.can_lose_members(LEAST_ROBUST)}
    while True:
        pairs, broken = _solve_segments(field, members, spare, fragile)
        if not broken:
            return pairs
        fragile |= broken


def _can_pair_within_groups(field: GroupedField, members: Sequence[Sequence[int]]) -> bool:
    """Return whether every group can be paired without an odd man."""
    return all(len(group) % 2 == 0 for group in members) and all(
        PerfectMatching(field.graph, bitset(group)).exists for group in members
    )


def _solve_segments(
    field: GroupedField,
    members: Sequence[Sequence[int]],
    spare: Sequence[GroupRobustness],
    fragile: set[int],
) -> tuple[list[OddPair], set[int]]:
    """Return the odd pairs of all segments, and the groups that turned out not to be robust.

    If there are such groups, the odd pairs are not valid.
    """
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
            source=_source_members_left(members, source, pairs),
            between=[members[g] for g in between if members[g]],
            absorber=None if absorber is None else members[absorber],
        )
        found = _solve_segment_in_parts(segment, everybody)
        if found is None:
            return [], {source} if absorber is None and source is not None else _fragile_absorber(
                absorber
            )
        if source is not None and not _is_independent_of_source_members(
            segment, found, members[source]
        ):
            return [], {source}
        if not _can_absorb_all_odd_men(segment, found):
            return [], _fragile_absorber(absorber)
        pairs += found
        source, between = absorber, []
    used = {place for pair in pairs for place in pair}
    robust = [g for g in range(len(members)) if g not in fragile]
    lost = [sum(v in used for v in group) for group in members]
    return pairs, {g for g in robust if not spare[g].can_lose_members(lost[g])}


def _solve_segment_in_parts(segment: Segment, everybody: int) -> list[OddPair] | None:
    """Return the odd pairs of a segment, or None if it has no pairing.

    A long segment is divided into parts that are solved one after another.
    """
    pairs: list[OddPair] = []
    while len(segment.source) % 2 == 0 and sum(map(len, segment.between)) > LONGEST:
        groups = segment.between
        below = everybody & (-1 << groups[0][0])
        cut = count_groups_before_cut(segment.field, groups, below)
        if not cut:
            break
        pairs += solve_segment(Segment(segment.field, (), groups[:cut], None)) or []
        segment = Segment(segment.field, (), groups[cut:], segment.absorber)
    found = solve_segment(segment)
    return None if found is None else [*pairs, *found]


def _fragile_absorber(group: int | None) -> set[int]:
    assert group is not None, "a field with a complete pairing has one without segments"
    return {group}


def _is_independent_of_source_members(
    segment: Segment, found: Sequence[OddPair], members: Sequence[int]
) -> bool:
    """Return whether a segment's odd pairs do not depend on which source members are taken.

    Members are taken if they meet odd men from above. The result does not depend on them if every
    player below has enough possible opponents in the source that one is always free. It matters
    because this segment's odd men are counted before the opponents from above are chosen.
    """
    taken = len(members) - len(segment.source)
    if not taken or not segment.between:
        return True
    source = bitset(members)
    needed = taken + sum(source >> odd_man & 1 for odd_man, _ in found)
    below = (*(v for group in segment.between for v in group), *(segment.absorber or ()))
    return all((segment.field.graph[v] & source).bit_count() >= needed for v in below)


def _can_absorb_all_odd_men(segment: Segment, found: Sequence[OddPair]) -> bool:
    """Return whether the absorber can take in every odd man, so that no one needs to pass it.

    This is certain if each odd man has an opponent in the absorber no matter which other odd men
    enter it. Otherwise the segment is solved again as if the absorber's members could meet
    everyone. The odd men must then leave and enter the same groups as in ``found``.
    """
    if segment.absorber is None or not segment.between:
        return True
    graph, absorber = segment.field.graph, bitset(segment.absorber)
    above = [*segment.source, *(v for group in segment.between for v in group)]
    coming = len(above) - len(segment.source) + len(found)
    if all((graph[v] & absorber).bit_count() > coming for v in above):
        return True
    open_to_all = list(graph)
    for v in above:
        open_to_all[v] |= absorber
    eased = replace(segment, field=replace(segment.field, graph=tuple(open_to_all)))
    instead = solve_segment(eased)
    return instead is not None and _odd_man_routes(segment, instead) == _odd_man_routes(
        segment, found
    )


def _odd_man_routes(segment: Segment, pairs: Sequence[OddPair]) -> list[tuple[int, int]]:
    """Return the group each odd man leaves and the group each one enters, as sorted pairs."""
    group_of = segment.field.group_of
    return sorted((group_of[odd_man], group_of[opponent]) for odd_man, opponent in pairs)


def _source_members_left(
    members: Sequence[Sequence[int]], source: int | None, pairs: Sequence[OddPair]
) -> list[int]:
    """Return the members of the source group who are not in any of ``pairs``."""
    if source is None:
        return []
    used = {place for pair in pairs for place in pair}
    return [v for v in members[source] if v not in used]


class GroupRobustness:
    """A test of how many members, no matter which, a group can lose and still be paired."""

    def __init__(self, field: GroupedField, members: Sequence[int]) -> None:
        everybody = bitset(members)
        self.degrees = sorted((field.graph[v] & everybody).bit_count() for v in members)

    def can_lose_members(self, lost: int) -> bool:
        """Return whether the group can be paired after losing any ``lost`` of its members.

        The test is Chvátal's condition for a cycle through all remaining members. It may reject a
        group that could be paired.
        """
        left = len(self.degrees) - lost
        if left < 4:
            return False
        return all(
            self.degrees[i - 1] - lost > i or self.degrees[left - i - 1] - lost >= left - i
            for i in range(1, (left + 1) // 2)
        )


# --- a long run of small groups -----------------------------------------------------------
#
# The run is cut after a group from which no player needs to be paired below. To find such a group,
# the first groups are paired as if each of their players could also meet any player just below
# them. No pairing of the field can follow the laws better in these groups. If no player leaves one
# of these groups, and the players below it can be paired alone, the run is cut there.

LONGEST = 160
"""The largest number of players between two robust groups for which no cut is tried."""

WINDOW = 96
"""The number of players examined first when looking for a place to cut a long segment."""

FIRST_ROOM = 8
"""The number of players who may leave the examined groups in the first attempt to find a cut."""


def count_groups_before_cut(
    field: GroupedField, groups: Sequence[Sequence[int]], below: int
) -> int:
    """Return the number of groups above a usable cut, or 0 if there is none.

    A long segment can be cut after a group from which no player needs to be paired below. ``below``
    is the set of players in these groups and all lower groups.
    """
    size = WINDOW
    while True:
        count = _count_groups_up_to_size(groups, size)
        crossing = fewest_border_crossings(field, groups[:count])
        for cut in range(count, 0, -1):
            if not crossing[cut - 1] and _can_pair_players_below(field, groups[cut - 1][-1], below):
                return cut
        if count == len(groups):
            return 0
        size *= 2


def _count_groups_up_to_size(groups: Sequence[Sequence[int]], size: int) -> int:
    total = 0
    for count, group in enumerate(groups, start=1):
        total += len(group)
        if total >= size:
            return count
    return len(groups)


def _can_pair_players_below(field: GroupedField, last: int, below: int) -> bool:
    return PerfectMatching(field.graph, below & (-2 << last)).exists


def fewest_border_crossings(field: GroupedField, groups: Sequence[Sequence[int]]) -> list[int]:
    """Return, for each group, the number of pairs that cross the border below it.

    The numbers are those of the best pairing under the pairing laws (618b, 618c).
    """
    vertices = [v for group in groups for v in group]
    room = FIRST_ROOM + len(vertices) % 2
    while True:
        crossing = _border_crossings_with_room(field, groups, vertices, room)
        if crossing is not None and (crossing[-1] + 2 <= room or room >= len(vertices)):
            return crossing
        room *= 2 if room % 2 == 0 else 3


def _border_crossings_with_room(
    field: GroupedField, groups: Sequence[Sequence[int]], vertices: Sequence[int], room: int
) -> list[int] | None:
    """Return the number of pairs that cross the border below each group.

    At most ``room`` players may leave the last group. Return None if no such pairing exists.
    """
    count, depth = len(vertices), len(groups)
    level = [g for g, group in enumerate(groups) for _ in group] + [depth] * room
    levels = [*groups, range(room)]
    ways = level_crossing_costs(levels, iter(PackedCriteria(law_criteria(levels)).worth))
    edges = [
        (i, j, ways[level[i]][level[j]])
        for i, v in enumerate(vertices)
        for j in range(i + 1, count + room)
        if j >= count or field.graph[v] >> vertices[j] & 1
    ]
    edges += [(i, j, 0) for i in range(count, count + room) for j in range(i + 1, count + room)]
    optimum = minimum_cost_matching(count + room, edges)
    if optimum is None:
        return None
    pairs = [(level[i], level[j]) for i, j in enumerate(optimum.mate) if i < j]
    return [sum(upper <= g < lower for upper, lower in pairs) for g in range(depth)]


# --- a segment ----------------------------------------------------------------------------
#
# A segment consists of the small groups between two robust groups. The robust group above, called
# the source, gives up as many members as necessary. The robust group below, called the absorber,
# takes in all odd men who reach it. Only members of these two groups who could be chosen are
# considered. For any other member there is a free candidate of the same kind who comes first.

FIRST_TRY = 4
"""The number of odd men for which the first attempt to solve a segment includes candidates."""


@dataclass(frozen=True, slots=True)
class Segment:
    """Some groups between two robust groups, whose odd men are decided together.

    ``source`` lists the free members of the robust group above, and ``absorber`` the members of the
    one below.
    """

    field: GroupedField
    source: Sequence[int]
    between: Sequence[Sequence[int]]
    absorber: Sequence[int] | None


def solve_segment(segment: Segment) -> list[OddPair] | None:
    """Return the odd pairs of a segment, or None if the segment has no pairing of its own."""
    even_source = len(segment.source) % 2 == 0
    if not segment.between and even_source:
        return []
    if segment.absorber is not None and even_source:
        # The absorber can take in every player, so none needs to leave the source.
        segment = Segment(segment.field, (), segment.between, segment.absorber)
    odd_men = FIRST_TRY
    while True:
        levels = _candidates_by_level(segment, odd_men)
        found = _cheapest_odd_pairs(segment, levels)
        complete = _are_all_members_candidates(segment, levels)
        if found is None:
            if complete:
                return None
        elif complete or _max_candidates_used(segment, levels, found) + 2 <= odd_men:
            return found
        odd_men *= 2


def _are_all_members_candidates(segment: Segment, levels: Sequence[Sequence[int]]) -> bool:
    wanted = len(segment.source) + len(segment.absorber or ())
    return wanted + sum(map(len, segment.between)) == sum(map(len, levels))


def _max_candidates_used(
    segment: Segment, levels: Sequence[Sequence[int]], pairs: Sequence[OddPair]
) -> int:
    """Return the number of source or absorber candidates in odd pairs, whichever is larger."""
    used = {place for pair in pairs for place in pair}
    ends = [levels[0]] if segment.absorber is None else [levels[0], levels[-1]]
    return max(sum(v in used for v in level) for level in ends)


# --- the candidates of a segment ----------------------------------------------------------


def _candidates_by_level(segment: Segment, odd_men: int) -> list[list[int]]:
    """Return the candidates of each level: the source, the groups below it and the absorber."""
    field = segment.field
    inside = [v for group in segment.between for v in group]
    absorber = segment.absorber or ()
    need = odd_men + 1 + _max_opponents_excluded(field, [*inside, *segment.source], absorber)
    taken_in = _first_of_each_kind(absorber, need, lambda v: _kind_of_opponent(field, v))
    need = odd_men + 1 + _max_opponents_excluded(field, [*inside, *taken_in], segment.source)
    lowest_first = segment.source[::-1]
    leaving = _first_of_each_kind(lowest_first, need, lambda v: _kind_of_odd_man(field, v))
    if len(leaving) % 2 != len(segment.source) % 2:
        leaving.add(next(v for v in lowest_first if v not in leaving))
    levels = [sorted(leaving), *map(list, segment.between)]
    return levels if segment.absorber is None else [*levels, sorted(taken_in)]


def _max_opponents_excluded(field: GroupedField, some: Sequence[int], others: Sequence[int]) -> int:
    """Return the largest number of ``others`` who are excluded as opponents of one of ``some``.

    They are excluded if they may not meet that player or if a request not to meet exists.
    """
    everybody = bitset(others)
    return max(
        ((everybody & (~field.graph[v] | field.wishes[v])).bit_count() for v in some), default=0
    )


def _kind_of_odd_man(field: GroupedField, v: int) -> Kind:
    card = field.cards[v]
    return (card.has_unfinished_game, card.was_in_odd_pair), None


def _kind_of_opponent(field: GroupedField, v: int) -> Kind:
    card = field.cards[v]
    colour = card.due.colour if field.book.variations.odd_man_by_colour else None
    return (card.was_in_odd_pair,), colour


def _first_of_each_kind(ordered: Sequence[int], need: int, kind: Callable[[int], Kind]) -> set[int]:
    """Return the first ``need`` players of each kind.

    The function ``kind`` returns a player's penalty and kind. Players with a higher penalty are
    included only if there are fewer than ``need`` with a lower one.
    """
    found: dict[object, dict[tuple[int, ...], list[int]]] = {}
    for v in ordered:
        fault, like = kind(v)
        found.setdefault(like, {}).setdefault(fault, []).append(v)
    chosen: set[int] = set()
    for by_fault in found.values():
        for fault in sorted(by_fault):
            chosen.update(by_fault[fault][:need])
            if len(by_fault[fault]) >= need:
                break
    return chosen


# --- the cheapest pairing of a segment ----------------------------------------------------


def _cheapest_odd_pairs(segment: Segment, levels: Sequence[Sequence[int]]) -> list[OddPair] | None:
    """Return the odd pairs in the best pairing of the candidates, or None if there is none."""
    field = segment.field
    vertices = [v for level in levels for v in level]
    level_of = [i for i, level in enumerate(levels) for _ in level]
    robust = {0} if segment.source else set()
    if segment.absorber is not None:
        robust.add(len(levels) - 1)
    cost = OddPairCosts(field, levels)
    edges = []
    for i, v in enumerate(vertices):
        for j in range(i + 1, len(vertices)):
            w = vertices[j]
            if level_of[i] == level_of[j]:
                # A robust group can be paired no matter which members remain in it.
                if level_of[i] in robust or field.graph[v] >> w & 1:
                    edges.append((i, j, 0))
            elif field.graph[v] >> w & 1:
                edges.append((i, j, cost.pair_cost(v, level_of[i], w, level_of[j])))
    count = len(vertices)
    if segment.absorber is not None and count % 2:
        edges += [(i, count, 0) for i in range(count) if level_of[i] == len(levels) - 1]
        count += 1
    optimum = minimum_cost_matching(count, edges)
    if optimum is None:
        return None
    return [
        (v, vertices[j])
        for i, v in enumerate(vertices)
        if i < (j := optimum.mate[i]) < len(vertices) and level_of[i] != level_of[j]
    ]
