"""The pairing of one group, top half against bottom half, once its odd men are removed (622b).

Pairings are compared by these criteria, most important first: granted requests not to meet, players
who do not get the equalising colour, players with the same colour three times in a row, the number
of interchanges between the halves, the players who are interchanged, players whose colour does not
alternate, and closeness to consecutive order.

An *index* is the position of a player in the field or, in a ``GroupPairingTask``, in ``members``.
"""

from __future__ import annotations

from itertools import repeat
from typing import TYPE_CHECKING

from topboard._frozen import dataclass, replace
from topboard.matching.by_class import find_first_matching_of_rows
from topboard.matching.cost import PackedCriteria
from topboard.matching.perfect import bit_indices, bitset
from topboard.matching.transport import find_cheapest_flow
from topboard.reasons.grounds import Criterion, Placing
from topboard.reasons.obstacles import CriterionWorse, OtherPairsWorse, PassedOver
from topboard.systems.cfc.colours import colour_cost, may_transpose_for_alternation
from topboard.systems.common import meeting

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.matching.by_class import MatchedRow, SkippedColumns
    from topboard.matching.transport import Transport
    from topboard.model import Number
    from topboard.systems.cfc.groups import GroupedField
    from topboard.systems.common.colours import DueColour

    Places = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ChosenPair:
    """A pair of players in one group, higher-ranked player first, with the reasons for it."""

    higher: int
    lower: int
    placing: Placing
    passed_over: tuple[PassedOver, ...] = ()


@dataclass(frozen=True, slots=True)
class GroupPairingTask:
    """The members of a group to be paired with each other, in order of rank, and their permitted
    pairs.
    """

    field: GroupedField
    members: tuple[int, ...]
    graph: tuple[int, ...]
    """For each index into ``members``, the bitset of members that this member may meet.

    Pairs excluded by a granted request are left out.
    """
    against_wish: int
    """The number of requests not to meet that cannot be granted."""

    @property
    def top_half_size(self) -> int:
        """The number of players in the top half."""
        return len(self.members) // 2

    def due_colour_at(self, place: int) -> DueColour:
        """Return the due colour of the group member at an index."""
        return self.field.cards[self.members[place]].due

    def pairing_number_at(self, place: int) -> Number:
        """Return the TPN of the group member at an index."""
        return self.field.cards[self.members[place]].number

    def classify_pair(self, higher: int, lower: int) -> Placing:
        """Return whether a pair is in consecutive order, transposed or interchanged."""
        if not higher < self.top_half_size <= lower:
            return Placing.INTERCHANGED
        return Placing.CONSECUTIVE if lower - higher == self.top_half_size else Placing.TRANSPOSED

    @property
    def may_transpose_for_alternation(self) -> bool:
        """Return whether players may be transposed only to make their colours alternate."""
        return may_transpose_for_alternation(self.field.book.variations)


def build_group_pairing_task(
    field: GroupedField, members: Sequence[int], *, heed: bool = True
) -> GroupPairingTask:
    """Return the task of pairing some members of a group.

    Requests not to meet are granted if possible, or ignored if ``heed`` is false.
    """
    within = _FieldToGroupIndices(members)
    graph = [within.convert_field_bitset_to_group_bitset(field.graph[v]) for v in members]
    wished = heed and any(field.wishes)
    wishes = (
        [within.convert_field_bitset_to_group_bitset(field.wishes[v]) for v in members]
        if wished
        else []
    )
    refused = grant_requests_not_to_meet(graph, wishes) if any(wishes) else 0
    return GroupPairingTask(field, tuple(members), tuple(graph), refused)


class _FieldToGroupIndices:
    """A converter from bitsets of field indices to bitsets of group indices."""

    def __init__(self, members: Sequence[int]) -> None:
        self.first = members[0] if members else 0
        end = members[-1] + 1 if members else 0
        present = set(members)
        gaps = [v - self.first for v in range(self.first, end) if v not in present]
        self.gaps = [(gap, (1 << gap) - 1) for gap in reversed(gaps)]
        self.everybody = (1 << len(members)) - 1

    def convert_field_bitset_to_group_bitset(self, mask: int) -> int:
        """Return the group indices of the group members in a bitset of field indices."""
        mask >>= self.first
        for gap, below in self.gaps:
            mask = mask >> gap + 1 << gap | mask & below
        return mask & self.everybody


def grant_requests_not_to_meet(graph: list[int], wishes: Sequence[int]) -> int:
    """Remove pairs from the graph to grant requests, and return the number of refused requests.

    Requests are considered in the rank order of the top-half players. A request is granted if the
    two halves can still be paired with each other.
    """
    half = len(graph) // 2
    top = (1 << half) - 1
    halves = _HalvesMatching([row & ~top for row in graph[:half]], half)
    if not halves.are_paired:
        return 0
    refused = [
        u
        for u in range(half)
        if (against := wishes[u] & halves.open_[u])
        and not halves.exclude_opponents_if_still_pairable(u, against)
    ]
    for u, apart in enumerate(wishes):
        across = ~top if u < half else top
        graph[u] &= ~(apart & ~across)
        if u < half:
            graph[u] = graph[u] & top | halves.open_[u]
            for v in bit_indices(apart & across & ~halves.open_[u]):
                graph[v] &= ~(1 << u)
    return len(refused)


class _HalvesMatching:
    """A pairing of the top half with the bottom half that can be repaired when pairs are
    excluded.
    """

    def __init__(self, open_: list[int], half: int) -> None:
        self.open_ = open_
        self.mate = [-1] * (2 * half)
        self.are_paired = all(self._find_opponent_by_rearranging(u) for u in range(half))

    def exclude_opponents_if_still_pairable(self, u: int, some: int) -> bool:
        """Exclude some opponents of ``u`` and return True if the halves can still be paired.

        Otherwise change nothing and return False.
        """
        former, mate = self.open_[u], self.mate[u]
        self.open_[u] &= ~some
        if not some >> mate & 1:
            return True
        self.mate[u] = self.mate[mate] = -1
        if self._find_opponent_by_rearranging(u):
            return True
        self.open_[u] = former
        self.mate[u], self.mate[mate] = mate, u
        return False

    def _find_opponent_by_rearranging(self, start: int) -> bool:
        """Give ``start`` an opponent, changing other pairs if necessary.

        Return whether this was possible.
        """
        came: dict[int, int] = {}
        unseen = -1
        queue = [start]
        for u in queue:
            for v in bit_indices(self.open_[u] & unseen):
                came[v] = u
                unseen &= ~(1 << v)
                if self.mate[v] == -1:
                    self._swap_pairs_on_augmenting_path(came, v)
                    return True
                queue.append(self.mate[v])
        return False

    def _swap_pairs_on_augmenting_path(self, came: dict[int, int], v: int) -> None:
        while v != -1:
            u = came[v]
            following = self.mate[u]
            self.mate[u], self.mate[v] = v, u
            v = following


# --- the halves, also with a required pair inside one -------------------------------------


@dataclass(frozen=True, slots=True)
class HalvesAsMatrix:
    """The top half of a group as the rows of a matrix, and the bottom half as its columns.

    Pairs required by a ruling are listed separately.
    """

    task: GroupPairingTask
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    settled: tuple[Places, ...] = ()

    def find_columns_forbidden_to_rows(self) -> list[frozenset[int]]:
        """Return, for each top-half player (row), the bottom-half players (columns) forbidden to
        that player.

        Two players who have both changed halves may not meet, because a pair of the same two
        players needs no interchange.
        """
        column_at = {place: j for j, place in enumerate(self.columns)}
        everybody = bitset(self.columns)
        shut = (everybody & ((1 << row) - 1 | ~self.task.graph[row]) for row in self.rows)
        return [frozenset(column_at[v] for v in bit_indices(row)) for row in shut]


def arrange_halves_as_matrix(task: GroupPairingTask) -> HalvesAsMatrix | None:
    """Return the group as rows and columns, or None if required pairs need several interchanges.

    If one required pair is within a half, the result includes the interchange that it needs.
    """
    half, count = task.top_half_size, len(task.members)
    required = list_required_pairs(task)
    inside = [(a, b) for a, b in required if (a < half) == (b < half)]
    if not inside:
        return _arrange_without_required_pairs(task, range(half), range(half, count), required)
    if len(inside) > 1:
        return None
    # One player of the pair swaps halves with the player next to the middle of the other half.
    higher, lower = inside[0]
    goes_down, goes_up = (lower, half) if lower < half else (half - 1, higher)
    rows = [*(v for v in range(half) if v != goes_down), goes_up]
    columns = [goes_down, *(v for v in range(half, count) if v != goes_up)]
    return _arrange_without_required_pairs(task, rows, columns, required)


def list_required_pairs(task: GroupPairingTask) -> list[Places]:
    """Return the pairs of the group that a ruling requires, each with the higher-ranked player
    first.
    """
    required = task.field.book.required
    if not required:
        return []
    place = {task.pairing_number_at(i): i for i in range(len(task.members))}
    return [
        (i, place[other])
        for number, i in place.items()
        if (other := required.get(number)) in place and i < place[other]
    ]


def _arrange_without_required_pairs(
    task: GroupPairingTask, rows: Sequence[int], columns: Sequence[int], settled: Sequence[Places]
) -> HalvesAsMatrix:
    gone = {v for pair in settled for v in pair}
    return HalvesAsMatrix(
        task,
        tuple(v for v in rows if v not in gone),
        tuple(v for v in columns if v not in gone),
        tuple(settled),
    )


# --- transpositions in the bottom half alone ----------------------------------------------
#
# Players with the same due colour form a class. A small transport problem decides how many players
# of each top-half class meet players of each bottom-half class. Its duals show which pairs can be
# in a best pairing, and prove that no other pairing is better, even with interchanges.

COLOUR_CRITERIA = (
    CriterionWorse("630", None, Criterion.EQUALISE),
    CriterionWorse("631", None, Criterion.THIRD_COLOUR),
    CriterionWorse("631", None, Criterion.ALTERNATE),
)


def pair_by_transposition(task: GroupPairingTask) -> list[ChosenPair] | None:
    """Return the best pairing of the group without interchanges.

    Return None if a pairing with interchanges could be better.
    """
    layout = arrange_halves_as_matrix(task)
    if layout is None:
        return None
    if not layout.rows:
        return _build_chosen_pairs_from_required(layout)
    classes = DueColourClasses(layout)
    transport = classes.find_cheapest_class_assignment()
    if not classes.is_best_without_interchange(transport.cost):
        return None
    return find_first_cheapest_pairing(layout, classes, transport)


def _build_chosen_pairs_from_required(layout: HalvesAsMatrix) -> list[ChosenPair]:
    task = layout.task
    return [
        ChosenPair(task.members[higher], task.members[lower], task.classify_pair(higher, lower))
        for higher, lower in layout.settled
    ]


def find_first_cheapest_pairing(
    layout: HalvesAsMatrix, classes: DueColourClasses, transport: Transport
) -> list[ChosenPair] | None:
    """Return the cheapest pairing, or the first of them in order of rank if several cost the same.

    Return None if forbidden pairs make every pairing of the lowest cost impossible.
    """
    rows = find_first_matching_of_rows(
        classes.top,
        classes.bottom,
        classes.find_column_classes_without_extra_cost(transport),
        transport.flow,
        layout.find_columns_forbidden_to_rows(),
    )
    if rows is None:
        return None
    chosen = [_build_chosen_pair(layout, classes, transport, row) for row in rows]
    return sorted([*_build_chosen_pairs_from_required(layout), *chosen], key=lambda c: c.higher)


class DueColourClasses:
    """The players of both halves grouped by due colour, with the cost of a pair from any two
    classes.

    Players with the same due colour but different labels in ``marks`` are in different classes. The
    labels of the top half come first.
    """

    def __init__(self, layout: HalvesAsMatrix, marks: Sequence[int] | None = None) -> None:
        self.task = layout.task
        places = (*layout.rows, *layout.columns)
        kinds = [*zip(map(self.task.due_colour_at, places), marks or repeat(0), strict=False)]
        self.kinds: list[tuple[DueColour, int]] = list(dict.fromkeys(kinds))
        index = {kind: i for i, kind in enumerate(self.kinds)}
        count = len(layout.rows)
        self.top = [index[kind] for kind in kinds[:count]]
        self.bottom = [index[kind] for kind in kinds[count:]]
        # The digits are signed because duals are differences of costs.
        self.ledger = PackedCriteria(((c, 4 * count + 4, 1) for c in COLOUR_CRITERIA), signed=True)
        self.costs = [
            [self._cost_of_pair_between_classes(one, other) for other, _ in self.kinds]
            for one, _ in self.kinds
        ]

    def _cost_of_pair_between_classes(self, one: DueColour, other: DueColour) -> int:
        cost = colour_cost(one, other)
        alternation = cost.not_alternated if self.task.may_transpose_for_alternation else 0
        (equalise,), (third,), (alternate,) = self.ledger.worth
        return equalise * cost.not_equalised + third * cost.third_running + alternate * alternation

    def find_cheapest_class_assignment(self) -> Transport:
        """Return how many players of each top-half class meet each bottom-half class at the lowest
        cost.
        """
        supply, demand = (
            self._count_members_by_class(self.top),
            self._count_members_by_class(self.bottom),
        )
        return find_cheapest_flow(supply, demand, self.costs)

    def _count_members_by_class(self, half: Sequence[int]) -> list[int]:
        counts = [0] * len(self.kinds)
        for kind in half:
            counts[kind] += 1
        return counts

    def is_best_without_interchange(self, halves: int) -> bool:
        """Return whether no interchange would improve a criterion more important than interchanges.

        ``halves`` is the cost of the pairing without interchanges. It is compared with a lower
        bound for the cost of any pairing.
        """
        here = self.ledger.extract_cost_of_first_criteria(halves, 2)
        if not here:
            return True
        everybody = self._count_members_by_class([*self.top, *self.bottom])
        costs = [
            [self.ledger.extract_cost_of_first_criteria(cost, 2) for cost in row]
            for row in self.costs
        ]
        return find_cheapest_flow(everybody, everybody, costs).cost == 2 * here

    def find_column_classes_without_extra_cost(self, transport: Transport) -> list[int]:
        """Return, for each class of the top half, the bitset of bottom-half classes it can meet at
        no extra cost.
        """
        return [
            sum(1 << j for j, cost in enumerate(row) if transport.is_edge_tight(i, j, cost))
            for i, row in enumerate(self.costs)
        ]

    def find_first_criterion_made_worse(
        self, transport: Transport, row: int, column: int
    ) -> CriterionWorse:
        """Return the first criterion that gets worse if a class of the top half meets a class of
        the bottom half.
        """
        slack = self.costs[row][column] - transport.row_duals[row] - transport.column_duals[column]
        found = self.ledger.first_differing_criterion(slack)
        assert found is not None, "a class that is not allowed costs more"
        return found


# --- why earlier candidates of a row were passed over -------------------------------------


def _build_chosen_pair(
    layout: HalvesAsMatrix, classes: DueColourClasses, transport: Transport, row: MatchedRow
) -> ChosenPair:
    task = layout.task
    higher, lower = layout.rows[row.row], layout.columns[row.column]
    return ChosenPair(
        higher=task.members[higher],
        lower=task.members[lower],
        placing=task.classify_pair(higher, lower),
        passed_over=tuple(_generate_opponents_passed_over(layout, classes, transport, row)),
    )


def _generate_opponents_passed_over(
    layout: HalvesAsMatrix, classes: DueColourClasses, transport: Transport, row: MatchedRow
) -> Iterator[PassedOver]:
    """Yield the possible opponents who come before the chosen one, each with an obstacle."""
    task = layout.task
    place = layout.rows[row.row]
    mine = task.pairing_number_at(place)
    for column in row.closed:
        number = task.pairing_number_at(layout.columns[column])
        obstacle = meeting.find_pairing_obstacle(task.field.book, mine, number)
        if obstacle is None and task.graph[place] >> layout.columns[column] & 1:
            obstacle = CriterionWorse("622b", None, Criterion.INTERCHANGE)
        yield PassedOver(number, obstacle or CriterionWorse("619.1", None, Criterion.WISH))
    for skipped in row.not_allowed:
        worse = classes.find_first_criterion_made_worse(
            transport, classes.top[row.row], skipped.column_class
        )
        for number, more in _shorten_list_of_skipped_opponents(layout, skipped):
            obstacle = (
                None if more else meeting.find_pairing_obstacle(task.field.book, mine, number)
            )
            yield PassedOver(number, obstacle or replace(worse, more=more))
    for skipped in row.blocking:
        for number, more in _shorten_list_of_skipped_opponents(layout, skipped):
            yield PassedOver(number, OtherPairsWorse("622b", more))


def _shorten_list_of_skipped_opponents(
    layout: HalvesAsMatrix, skipped: SkippedColumns
) -> Iterator[tuple[Number, int]]:
    """Yield the TPN of each skipped opponent to show, and how many are omitted after it.

    This number is 0 for every TPN except the last.
    """
    last = len(skipped.shown) - 1
    for place, column in enumerate(skipped.shown):
        number = layout.task.pairing_number_at(layout.columns[column])
        yield number, skipped.count - len(skipped.shown) if place == last else 0
