"""Odd men, who are paired below their scoregroup, and their opponents (618, 621 to 626).

The result is the same as if every complete pairing of the field were compared. The laws are applied
first, to each group from the top down. They minimize the number of odd men who leave the group, and
then the distance to their opponents. The articles on odd men are applied after that, again group by
group.

Most groups are so large, and so few of their members have met, that they can be paired no matter
which members leave and which players they take in. Such a *robust* group separates the groups above
it from the groups below, and no odd man passes it. The groups between two robust groups form a
*segment*, a small problem that is solved exactly. The robust group above a segment is its *source*,
and the one below it its *absorber*.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from topboard._frozen import dataclass, replace
from topboard.matching.cost import PackedCriteria
from topboard.matching.perfect import PerfectMatching, bitset
from topboard.matching.weighted import minimum_cost_matching
from topboard.reasons.grounds import Criterion
from topboard.reasons.obstacles import CriterionWorse, OtherPairsWorse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from topboard.reasons.obstacles import Obstacle
    from topboard.systems.cfc.cards import Card
    from topboard.systems.cfc.groups import GroupedField

    OddPair = tuple[int, int]
    Kind = tuple[tuple[int, ...], object]

# --- an odd man and the opponent ----------------------------------------------------------


def have_different_scores(odd_man: Card, opponent: Card) -> bool:
    """Return whether the two have different scores.

    Sections of one scoregroup in an accelerated method have equal scores.
    """
    return odd_man.points != opponent.points


def unfinished_game_penalty(odd_man: Card, opponent: Card) -> int:
    """Return 1 if the odd man has an unfinished game and a different score, else 0."""
    return int(odd_man.has_unfinished_game and have_different_scores(odd_man, opponent))


def count_earlier_odd_pairs(odd_man: Card, opponent: Card) -> int:
    """Return how many of the two were in an odd pair before, or 0 if their scores are equal."""
    if not have_different_scores(odd_man, opponent):
        return 0
    return odd_man.was_in_odd_pair + opponent.was_in_odd_pair


def is_due_opposite_colour(odd_man: Card, opponent: Card) -> bool:
    """Return whether the opponent is due the opposite colour, or the odd man is due none."""
    mine, other = odd_man.due.colour, opponent.due.colour
    return mine is None or (other is not None and other is not mine)


# --- the whole field ----------------------------------------------------------------------

LEAST_ROBUST = 3
"""The number of arbitrary members that a robust group must be able to lose."""


def find_odd_pairs(field: GroupedField, *made: OddPair) -> list[OddPair]:
    """Return the pairs across groups, odd man first, in the order of the odd men.

    ``made`` are pairs that are already fixed. The field must have a complete pairing that includes
    them.
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
    spare = [GroupSpareMembers(field, group) for group in members]
    fragile = {g for g, group in enumerate(spare) if not group.can_lose(LEAST_ROBUST)}
    while True:
        pairs, broken = _solve_segments(field, members, spare, fragile)
        if not broken:
            return pairs
        fragile |= broken


def _can_pair_within_groups(field: GroupedField, members: Sequence[Sequence[int]]) -> bool:
    """Return whether all members can be paired within their groups."""
    return all(len(group) % 2 == 0 for group in members) and all(
        PerfectMatching(field.graph, bitset(group)).exists for group in members
    )


def _solve_segments(
    field: GroupedField,
    members: Sequence[Sequence[int]],
    spare: Sequence[GroupSpareMembers],
    fragile: set[int],
) -> tuple[list[OddPair], set[int]]:
    """Solve the segments, and return the odd pairs and the groups that proved not robust."""
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
            return [], {source} if absorber is None and source is not None else _group_set(absorber)
        if source is not None and not _ignores_members_taken(segment, found, members[source]):
            return [], {source}
        if not _can_absorb_all_odd_men(segment, found):
            return [], _group_set(absorber)
        pairs += found
        source, between = absorber, []
    used = {place for pair in pairs for place in pair}
    robust = [g for g in range(len(members)) if g not in fragile]
    return pairs, {g for g in robust if not spare[g].can_lose(sum(v in used for v in members[g]))}


def _solve_segment_in_parts(segment: Segment, everybody: int) -> list[OddPair] | None:
    """Return the odd pairs of a segment, solved in parts if it is long, or None if unsolvable."""
    pairs: list[OddPair] = []
    while len(segment.source) % 2 == 0 and sum(map(len, segment.between)) > LONGEST:
        groups = segment.between
        below = everybody & (-1 << groups[0][0])
        cut = groups_before_cut(segment.field, groups, below)
        if not cut:
            break
        pairs += solve_segment(Segment(segment.field, (), groups[:cut], None)) or []
        segment = Segment(segment.field, (), groups[cut:], segment.absorber)
    found = solve_segment(segment)
    return None if found is None else [*pairs, *found]


def _group_set(group: int | None) -> set[int]:
    assert group is not None, "a field with a complete pairing has one without segments"
    return {group}


def _ignores_members_taken(
    segment: Segment, found: Sequence[OddPair], members: Sequence[int]
) -> bool:
    """Return whether the solution is independent of which source members met odd men from above.

    It is if every player below has enough opponents in the source that one is always free. The
    levels that are crossed and passed here are decided before the opponents of those odd men.
    """
    taken = len(members) - len(segment.source)
    if not taken or not segment.between:
        return True
    source = bitset(members)
    needed = taken + sum(source >> odd_man & 1 for odd_man, _ in found)
    below = (*(v for group in segment.between for v in group), *(segment.absorber or ()))
    return all((segment.field.graph[v] & source).bit_count() >= needed for v in below)


def _can_absorb_all_odd_men(segment: Segment, found: Sequence[OddPair]) -> bool:
    """Return whether the absorber can take in every odd man, so that none needs to pass it.

    This is certain if each odd man has an opponent in the absorber whichever other odd men enter
    it. Otherwise the solution must cross and pass as many levels as if the absorber could take in
    every player.
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
    """Return the group that each odd man leaves and the group that each enters, as sorted pairs."""
    group_of = segment.field.group_of
    return sorted((group_of[odd_man], group_of[opponent]) for odd_man, opponent in pairs)


def _source_members_left(
    members: Sequence[Sequence[int]], source: int | None, pairs: Sequence[OddPair]
) -> list[int]:
    """Return the members of the source group who are in none of ``pairs``."""
    if source is None:
        return []
    used = {place for pair in pairs for place in pair}
    return [v for v in members[source] if v not in used]


class GroupSpareMembers:
    """A test of how many arbitrary members a group can lose and still be paired."""

    def __init__(self, field: GroupedField, members: Sequence[int]) -> None:
        everybody = bitset(members)
        self.degrees = sorted((field.graph[v] & everybody).bit_count() for v in members)

    def can_lose(self, lost: int) -> bool:
        """Return whether Chvátal's condition holds after any ``lost`` members leave.

        If it does, there is a cycle through all remaining members.
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
# the first groups are paired as if each of their players could also meet any player right below
# them. No pairing of the field can observe the rules better in these groups. If no player leaves
# one of them downwards, and the players below it can be paired alone, the run is cut there.

LONGEST = 160
"""The largest number of players between two robust groups that is solved as a whole."""

WINDOW = 96
"""The number of players to examine first when searching for a cut."""

FIRST_ROOM = 8
"""The number of players who may leave the window in the first attempt."""


def groups_before_cut(field: GroupedField, groups: Sequence[Sequence[int]], below: int) -> int:
    """Return the number of groups above the first usable cut, or 0 if there is no cut.

    ``below`` is the set of all players in these groups or below them.
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
    """Return, for each group, the number of pairs across the border below it.

    The numbers are those of the best pairing under the laws.
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
    """Return the crossings below each group if at most ``room`` players leave the last group.

    Return None if there is no such pairing.
    """
    count, depth = len(vertices), len(groups)
    level = [g for g, group in enumerate(groups) for _ in group] + [depth] * room
    levels = [*groups, range(room)]
    ways = level_crossing_costs(levels, iter(PackedCriteria(_law_criteria(levels)).worth))
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
# A segment is some small groups between two robust ones. The robust group above, the source, gives
# up as many members as its number demands. The one below, the absorber, takes in all players
# who come. Only members of both groups who could be chosen are considered, because for any other
# member there is a free candidate of the same kind who comes first.

FIRST_TRY = 4
"""The number of odd men for which candidates are included in the first attempt."""


@dataclass(frozen=True, slots=True)
class Segment:
    """The free members of the source, the groups between, and the members of the absorber."""

    field: GroupedField
    source: Sequence[int]
    between: Sequence[Sequence[int]]
    absorber: Sequence[int] | None


def solve_segment(segment: Segment) -> list[OddPair] | None:
    """Return the odd pairs of a segment, or None if it cannot be completed on its own."""
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
    """Return the larger of the numbers of source and absorber candidates in pairs across groups."""
    used = {place for pair in pairs for place in pair}
    ends = [levels[0]] if segment.absorber is None else [levels[0], levels[-1]]
    return max(sum(v in used for v in level) for level in ends)


# --- the candidates of a segment ----------------------------------------------------------


def _candidates_by_level(segment: Segment, odd_men: int) -> list[list[int]]:
    """Return the source's candidates, the groups between, and the absorber's candidates."""
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
    """Return the most ``others`` whom any one of ``some`` may not meet or asks not to meet."""
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

    Players with more faults are included only if there are too few with fewer faults.
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
    """Return the odd pairs of the best pairing of the candidates, or None if there is none."""
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


FEWEST = CriterionWorse("618b", None, Criterion.FEWEST_ODD_MEN)
NEAREST = CriterionWorse("618c", None, Criterion.NEAREST)
UNFINISHED = CriterionWorse("626", None, Criterion.UNFINISHED)
AGAIN = CriterionWorse("624.2", None, Criterion.ODD_MAN_ONCE)
WISH = CriterionWorse("619.1", None, Criterion.WISH)
LEAVES, MEETS = OtherPairsWorse("623"), OtherPairsWorse("625")


class OddPairCosts:
    """The cost of pairs across groups, with all criteria combined in one number."""

    def __init__(self, field: GroupedField, levels: Sequence[Sequence[int]]) -> None:
        self.field = field
        self.by_colour = field.book.variations.odd_man_by_colour
        order: dict[int, tuple[int, int, int]] = {}
        for level in levels:
            start = len(order)
            for v in level:
                order[v] = (2 * start, len(level), len(order) - start)
        self.order = order
        self.ledger = PackedCriteria(_odd_pair_criteria(levels))
        worth = iter(self.ledger.worth)
        self.ways = level_crossing_costs(levels, worth)
        self.faults = []
        self.leaves: dict[int, int] = {}
        self.meets: dict[int, int] = {}
        for level in levels[:-1]:
            self.faults.append([unit for _ in range(3) for unit in next(worth)])
            self.leaves.update(zip(level, next(worth), strict=True))
            self.meets.update(zip(level, next(worth), strict=True))

    def pair_cost(self, v: int, level: int, w: int, below: int) -> int:
        """Return the cost of pairing ``v``, as an odd man, with ``w``.

        Of two odd men, the higher-ranked one comes first.
        """
        total = self.distance_cost(level, below)
        total += self.leaves[v] + self.meets[v] * self.opponent_order_index(v, w)
        odd_man, opponent = self.field.cards[v], self.field.cards[w]
        unfinished, again, wish = self.faults[level]
        total += unfinished * unfinished_game_penalty(odd_man, opponent)
        total += again * count_earlier_odd_pairs(odd_man, opponent)
        if self.field.wishes[v] >> w & 1:
            total += wish
        return total

    def distance_cost(self, level: int, below: int) -> int:
        """Return the cost of pairing an odd man of one level in a lower level (618b, 618c)."""
        return self.ways[level][below]

    def opponent_order_index(self, v: int, w: int) -> int:
        """Return the index of ``w`` in the order of possible opponents for ``v``.

        The nearest group comes first. With the colour variation, players due the opposite colour
        come first in each group.
        """
        start, size, place = self.order[w]
        cards = self.field.cards
        passed = self.by_colour and not is_due_opposite_colour(cards[v], cards[w])
        return start + (size if passed else 0) + place

    def first_worse_criterion(self, made: Iterable[OddPair], other: Iterable[OddPair]) -> Obstacle:
        """Return the first criterion in which the pairs ``other`` are worse than those ``made``.

        The levels must be all the groups.
        """
        found = self.ledger.first_differing_criterion(
            self._total_cost(made), self._total_cost(other)
        )
        assert found is not None, "the pairs are others"
        return found

    def _total_cost(self, pairs: Iterable[OddPair]) -> int:
        group_of = self.field.group_of
        return sum(self.pair_cost(v, group_of[v], w, group_of[w]) for v, w in pairs)


def _law_criteria(levels: Sequence[Sequence[int]]) -> Iterator[tuple[Obstacle, int, int]]:
    """Yield the criteria of the laws (618b, 618c), from the highest level down.

    For each level they are the number of odd men who leave it, followed by the number of these who
    pass the next level, the one after it, and so on.
    """
    for i, level in enumerate(levels[:-1]):
        between = len(levels) - i - 2
        yield FEWEST, len(level), 1
        # With a single odd man, one number is enough for the levels passed.
        yield (NEAREST, len(level), between) if len(level) > 1 else (NEAREST, between, 1)


def level_crossing_costs(
    levels: Sequence[Sequence[int]], worth: Iterator[Sequence[int]]
) -> list[list[int]]:
    """Return the cost, under the laws, of pairing from each level into each other level.

    Only lower levels cost anything. ``worth`` yields the weight of one unit of each criterion of
    ``_law_criteria``.
    """
    ways = []
    for i, level in enumerate(levels[:-1]):
        (leaving,), passing = next(worth), next(worth)
        each = passing if len(level) > 1 else [*passing] * (len(levels) - i - 2)
        ways.append([*[0] * (i + 1), *accumulate(each, initial=leaving)])
    return [*ways, [0] * len(levels)]


def _odd_pair_criteria(levels: Sequence[Sequence[int]]) -> Iterator[tuple[Obstacle, int, int]]:
    """Yield the criteria for comparing two sets of pairs across groups.

    The laws come first. For each level they are followed by the odd men with unfinished games, the
    players in odd pairs who have been in one before, the odd pairs against a request, the members
    who leave the level, and the opponents they meet.
    """
    count = sum(map(len, levels))
    yield from _law_criteria(levels)
    for level in levels[:-1]:
        yield UNFINISHED, count, 1
        yield AGAIN, 2 * count, 1
        yield WISH, count, 1
        yield LEAVES, 1, len(level)
        yield MEETS, 2 * count, len(level)
