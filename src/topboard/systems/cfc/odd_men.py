"""Odd men, who are paired below their scoregroup, and their opponents (618, 621 to 626).

An odd man and the opponent form an *odd pair*. The result is the same as if every complete pairing
of the field were compared. The pairing laws (618b, 618c) are applied first, group by group from the
top. They minimize the number of odd men who leave a group, and then the distance to their
opponents. The articles on odd men are applied next, again group by group.

Most groups are large, and few of their members have met. Such a *robust* group can be paired no
matter which members leave it and which odd men enter it. No odd man passes it. The groups between
two robust groups form a *segment*, a small problem that is solved exactly. The robust group above a
segment is its *source*, and the one below it is its *absorber*.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass, replace
from topboard.matching.cost import PackedCriteria
from topboard.matching.perfect import PerfectMatching, bitset
from topboard.matching.weighted import find_minimum_cost_matching
from topboard.systems.cfc.odd_pair_costs import (
    OddPairCosts,
    build_costs_of_crossing_levels,
    list_pairing_law_criteria,
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
    """Return the odd pairs, which are pairs of players from different groups, odd man first.

    ``made`` lists pairs that are already fixed. The field must be completely pairable with them.
    """
    settled = [*_list_required_pairs_of_field(field), *made]
    taken = {place for pair in settled for place in pair}
    members = [[v for v in span if v not in taken] for span in field.spans]
    across = [pair for pair in settled if field.group_of[pair[0]] != field.group_of[pair[1]]]
    return sorted([*across, *_find_odd_pairs_segment_by_segment(field, members)])


def _list_required_pairs_of_field(field: GroupedField) -> list[OddPair]:
    place = {card.number: i for i, card in enumerate(field.cards)}
    return [
        (place[a], place[b])
        for a, b in field.book.required.items()
        if a in place and b in place and place[a] < place[b]
    ]


def _find_odd_pairs_segment_by_segment(
    field: GroupedField, members: Sequence[Sequence[int]]
) -> list[OddPair]:
    if _can_pair_each_group_by_itself(field, members):
        return []
    spare = [GroupRobustness(field, group) for group in members]
    fragile = {g for g, group in enumerate(spare) if not group.can_lose_members(LEAST_ROBUST)}
    while True:
        pairs, broken = _find_odd_pairs_of_segments(field, members, spare, fragile)
        if not broken:
            return pairs
        fragile |= broken


def _can_pair_each_group_by_itself(field: GroupedField, members: Sequence[Sequence[int]]) -> bool:
    return all(len(group) % 2 == 0 for group in members) and all(
        PerfectMatching(field.graph, bitset(group)).exists for group in members
    )


def _find_odd_pairs_of_segments(
    field: GroupedField,
    members: Sequence[Sequence[int]],
    spare: Sequence[GroupRobustness],
    fragile: set[int],
) -> tuple[list[OddPair], set[int]]:
    """Return the odd pairs of all segments, and the groups wrongly assumed to be robust.

    A robust group can be paired no matter which of its members leave. A segment consists of the
    groups between two robust groups. The odd pairs are valid only if no group was wrongly assumed
    to be robust.
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
            source=_list_unpaired_source_members(members, source, pairs),
            between=[members[g] for g in between if members[g]],
            absorber=None if absorber is None else members[absorber],
        )
        found = _find_odd_pairs_of_segment_in_parts(segment, everybody)
        if found is None:
            return [], {
                source
            } if absorber is None and source is not None else _add_absorber_to_segment_groups(
                absorber
            )
        if source is not None and not _is_independent_of_source_members(
            segment, found, members[source]
        ):
            return [], {source}
        if not _can_absorb_all_odd_men(segment, found):
            return [], _add_absorber_to_segment_groups(absorber)
        pairs += found
        source, between = absorber, []
    used = {place for pair in pairs for place in pair}
    robust = [g for g in range(len(members)) if g not in fragile]
    lost = [sum(v in used for v in group) for group in members]
    return pairs, {g for g in robust if not spare[g].can_lose_members(lost[g])}


def _find_odd_pairs_of_segment_in_parts(segment: Segment, everybody: int) -> list[OddPair] | None:
    """Return the odd pairs of a segment, or None if it cannot be paired.

    A segment consists of the groups between two robust groups. A long one is divided into parts
    that are solved one after another.
    """
    pairs: list[OddPair] = []
    while len(segment.source) % 2 == 0 and sum(map(len, segment.between)) > LONGEST:
        groups = segment.between
        below = everybody & (-1 << groups[0][0])
        cut = count_groups_above_segment_cut(segment.field, groups, below)
        if not cut:
            break
        pairs += find_odd_pairs_of_segment(Segment(segment.field, (), groups[:cut], None)) or []
        segment = Segment(segment.field, (), groups[cut:], segment.absorber)
    found = find_odd_pairs_of_segment(segment)
    return None if found is None else [*pairs, *found]


def _add_absorber_to_segment_groups(group: int | None) -> set[int]:
    assert group is not None, "a field with a complete pairing has one without segments"
    return {group}


def _is_independent_of_source_members(
    segment: Segment, found: Sequence[OddPair], members: Sequence[int]
) -> bool:
    """Return whether a segment's odd pairs are the same no matter which source members are free.

    The source is the robust group above the segment. This is certain if every player below has
    enough possible opponents in the source, so that one of them is always free.
    """
    taken = len(members) - len(segment.source)
    if not taken or not segment.between:
        return True
    source = bitset(members)
    needed = taken + sum(source >> odd_man & 1 for odd_man, _ in found)
    below = (*(v for group in segment.between for v in group), *(segment.absorber or ()))
    return all((segment.field.graph[v] & source).bit_count() >= needed for v in below)


def _can_absorb_all_odd_men(segment: Segment, found: Sequence[OddPair]) -> bool:
    """Return whether the robust group below a segment can take in all odd men.

    If it can, no odd man has to pass this group, which is the segment's absorber.
    """
    if segment.absorber is None or not segment.between:
        return True
    graph, absorber = segment.field.graph, bitset(segment.absorber)
    above = [*segment.source, *(v for group in segment.between for v in group)]
    coming = len(above) - len(segment.source) + len(found)
    if all((graph[v] & absorber).bit_count() > coming for v in above):
        return True
    # Let everyone meet the absorber's members. The odd men must still take the same routes.
    open_to_all = list(graph)
    for v in above:
        open_to_all[v] |= absorber
    eased = replace(segment, field=replace(segment.field, graph=tuple(open_to_all)))
    instead = find_odd_pairs_of_segment(eased)
    return instead is not None and _list_groups_left_and_entered_by_odd_men(
        segment, instead
    ) == _list_groups_left_and_entered_by_odd_men(segment, found)


def _list_groups_left_and_entered_by_odd_men(
    segment: Segment, pairs: Sequence[OddPair]
) -> list[tuple[int, int]]:
    """Return the groups that each odd man leaves and enters, as sorted pairs."""
    group_of = segment.field.group_of
    return sorted((group_of[odd_man], group_of[opponent]) for odd_man, opponent in pairs)


def _list_unpaired_source_members(
    members: Sequence[Sequence[int]], source: int | None, pairs: Sequence[OddPair]
) -> list[int]:
    if source is None:
        return []
    used = {place for pair in pairs for place in pair}
    return [v for v in members[source] if v not in used]


class GroupRobustness:
    """A test of the number of members that a group can lose, no matter which, and still be
    paired.
    """

    def __init__(self, field: GroupedField, members: Sequence[int]) -> None:
        everybody = bitset(members)
        self.degrees = sorted((field.graph[v] & everybody).bit_count() for v in members)

    def can_lose_members(self, lost: int) -> bool:
        """Return whether the group is certain to be pairable after losing any ``lost`` members.

        Chvátal's condition for a cycle through all remaining members is sufficient but not
        necessary.
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


def count_groups_above_segment_cut(
    field: GroupedField, groups: Sequence[Sequence[int]], below: int
) -> int:
    """Return the number of groups above the cut in a long segment, or 0 if it cannot be cut.

    A segment consists of the groups between two robust groups. It can be cut below a group from
    which no player has to be paired lower. ``below`` is the set of players in these groups and all
    lower groups.
    """
    size = WINDOW
    while True:
        count = _count_groups_with_at_most_members(groups, size)
        crossing = count_pairs_crossing_group_borders(field, groups[:count])
        for cut in range(count, 0, -1):
            if not crossing[cut - 1] and _can_pair_all_players_below_bracket(
                field, groups[cut - 1][-1], below
            ):
                return cut
        if count == len(groups):
            return 0
        size *= 2


def _count_groups_with_at_most_members(groups: Sequence[Sequence[int]], size: int) -> int:
    total = 0
    for count, group in enumerate(groups, start=1):
        total += len(group)
        if total >= size:
            return count
    return len(groups)


def _can_pair_all_players_below_bracket(field: GroupedField, last: int, below: int) -> bool:
    return PerfectMatching(field.graph, below & (-2 << last)).exists


def count_pairs_crossing_group_borders(
    field: GroupedField, groups: Sequence[Sequence[int]]
) -> list[int]:
    """Return, for each group, the number of pairs that cross the border below it.

    The pairing is the best one under the pairing laws (618b, 618c).
    """
    vertices = [v for group in groups for v in group]
    room = FIRST_ROOM + len(vertices) % 2
    while True:
        crossing = _count_crossings_with_limited_room(field, groups, vertices, room)
        if crossing is not None and (crossing[-1] + 2 <= room or room >= len(vertices)):
            return crossing
        room *= 2 if room % 2 == 0 else 3


def _count_crossings_with_limited_room(
    field: GroupedField, groups: Sequence[Sequence[int]], vertices: Sequence[int], room: int
) -> list[int] | None:
    """Return, for each group, the number of pairs that cross the border below it.

    At most ``room`` players may leave the last group. Return None if no such pairing exists.
    """
    count, depth = len(vertices), len(groups)
    level = [g for g, group in enumerate(groups) for _ in group] + [depth] * room
    levels = [*groups, range(room)]
    ways = build_costs_of_crossing_levels(
        levels, iter(PackedCriteria(list_pairing_law_criteria(levels)).worth)
    )
    edges = [
        (i, j, ways[level[i]][level[j]])
        for i, v in enumerate(vertices)
        for j in range(i + 1, count + room)
        if j >= count or field.graph[v] >> vertices[j] & 1
    ]
    edges += [(i, j, 0) for i in range(count, count + room) for j in range(i + 1, count + room)]
    optimum = find_minimum_cost_matching(count + room, edges)
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
"""The number of odd men for whom candidates are provided in the first attempt to solve a
segment.
"""


@dataclass(frozen=True, slots=True)
class Segment:
    """The groups between two robust groups, whose odd men are decided together.

    ``source`` lists the free members of the robust group above, and ``absorber`` the members of the
    robust group below.
    """

    field: GroupedField
    source: Sequence[int]
    between: Sequence[Sequence[int]]
    absorber: Sequence[int] | None


def find_odd_pairs_of_segment(segment: Segment) -> list[OddPair] | None:
    """Return the odd pairs of a segment, or None if the segment cannot be paired on its own.

    A segment consists of the groups between two robust groups.
    """
    even_source = len(segment.source) % 2 == 0
    if not segment.between and even_source:
        return []
    if segment.absorber is not None and even_source:
        # The absorber can take in every player, so none needs to leave the source.
        segment = Segment(segment.field, (), segment.between, segment.absorber)
    odd_men = FIRST_TRY
    while True:
        levels = _choose_odd_pair_candidates_by_level(segment, odd_men)
        found = _find_cheapest_odd_pairs(segment, levels)
        complete = _are_all_segment_members_candidates(segment, levels)
        if found is None:
            if complete:
                return None
        elif complete or _count_most_candidates_used_at_ends(segment, levels, found) + 2 <= odd_men:
            return found
        odd_men *= 2


def _are_all_segment_members_candidates(segment: Segment, levels: Sequence[Sequence[int]]) -> bool:
    wanted = len(segment.source) + len(segment.absorber or ())
    return wanted + sum(map(len, segment.between)) == sum(map(len, levels))


def _count_most_candidates_used_at_ends(
    segment: Segment, levels: Sequence[Sequence[int]], pairs: Sequence[OddPair]
) -> int:
    used = {place for pair in pairs for place in pair}
    ends = [levels[0]] if segment.absorber is None else [levels[0], levels[-1]]
    return max(sum(v in used for v in level) for level in ends)


# --- the candidates of a segment ----------------------------------------------------------


def _choose_odd_pair_candidates_by_level(segment: Segment, odd_men: int) -> list[list[int]]:
    field = segment.field
    inside = [v for group in segment.between for v in group]
    absorber = segment.absorber or ()
    need = odd_men + 1 + _count_most_opponents_excluded(field, [*inside, *segment.source], absorber)
    taken_in = _select_first_players_of_each_kind(
        absorber, need, lambda v: _penalty_and_kind_of_opponent(field, v)
    )
    need = odd_men + 1 + _count_most_opponents_excluded(field, [*inside, *taken_in], segment.source)
    lowest_first = segment.source[::-1]
    leaving = _select_first_players_of_each_kind(
        lowest_first, need, lambda v: _penalty_and_kind_of_odd_man(field, v)
    )
    if len(leaving) % 2 != len(segment.source) % 2:
        leaving.add(next(v for v in lowest_first if v not in leaving))
    levels = [sorted(leaving), *map(list, segment.between)]
    return levels if segment.absorber is None else [*levels, sorted(taken_in)]


def _count_most_opponents_excluded(
    field: GroupedField, some: Sequence[int], others: Sequence[int]
) -> int:
    """Return the largest number of players in ``others`` whom one player in ``some`` should not
    meet.

    Pairs that are not allowed and pairs against a request not to meet both count.
    """
    everybody = bitset(others)
    return max(
        ((everybody & (~field.graph[v] | field.wishes[v])).bit_count() for v in some), default=0
    )


def _penalty_and_kind_of_odd_man(field: GroupedField, v: int) -> Kind:
    card = field.cards[v]
    return (card.has_unfinished_game, card.was_in_odd_pair), None


def _penalty_and_kind_of_opponent(field: GroupedField, v: int) -> Kind:
    card = field.cards[v]
    colour = card.due.colour if field.book.variations.odd_man_by_colour else None
    return (card.was_in_odd_pair,), colour


def _select_first_players_of_each_kind(
    ordered: Sequence[int], need: int, kind: Callable[[int], Kind]
) -> set[int]:
    """Return the first ``need`` players of each kind, those with the lowest penalty first.

    ``kind`` returns the penalty and the kind of a player.
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


def _find_cheapest_odd_pairs(
    segment: Segment, levels: Sequence[Sequence[int]]
) -> list[OddPair] | None:
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
    optimum = find_minimum_cost_matching(count, edges)
    if optimum is None:
        return None
    return [
        (v, vertices[j])
        for i, v in enumerate(vertices)
        if i < (j := optimum.mate[i]) < len(vertices) and level_of[i] != level_of[j]
    ]
