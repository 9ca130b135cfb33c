"""A segment of the field: some small groups between two robust ones, solved exactly.

The robust group above, the source, gives up as many members as its number demands, the one below,
the absorber, takes in whoever comes. Of both only so many candidates are looked at that nobody
beyond them could be chosen: for whoever is not looked at there is a free candidate of the same
kind who comes first.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from topboard.kernels.lexicographic import places
from topboard.kernels.matching import bitset
from topboard.kernels.weighted import minimum_cost_matching
from topboard.records import dataclass
from topboard.rules.cfc import odd_pair

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from topboard.rules.cfc.field import Field

    OddPair = tuple[int, int]
    Kind = tuple[tuple[int, ...], object]

FIRST_TRY = 4
"""For how many odd men candidates are provided at first."""


@dataclass(frozen=True, slots=True)
class Segment:
    """The members of the source who are left, the groups between, and the absorber's members."""

    field: Field
    source: Sequence[int]
    between: Sequence[Sequence[int]]
    absorber: Sequence[int] | None


def solve(segment: Segment) -> list[OddPair] | None:
    """The odd pairs of the segment; None if it cannot be completed without other groups."""
    even_source = len(segment.source) % 2 == 0
    if not segment.between and even_source:
        return []
    if segment.absorber is not None and even_source:
        # Everybody can be taken in below, so that nobody needs to leave the source.
        segment = Segment(segment.field, (), segment.between, segment.absorber)
    odd_men = FIRST_TRY
    while True:
        levels = _levels(segment, odd_men)
        found = _cheapest(segment, levels)
        complete = _all_candidates(segment, levels)
        if found is None:
            if complete:
                return None
        elif complete or _most_used(segment, levels, found) + 2 <= odd_men:
            return found
        odd_men *= 2


def _all_candidates(segment: Segment, levels: Sequence[Sequence[int]]) -> bool:
    wanted = len(segment.source) + len(segment.absorber or ())
    return wanted + sum(map(len, segment.between)) == sum(map(len, levels))


def _most_used(segment: Segment, levels: Sequence[Sequence[int]], pairs: Sequence[OddPair]) -> int:
    """How many candidates of the source, or of the absorber, are in pairs across groups."""
    used = {place for pair in pairs for place in pair}
    ends = [levels[0]] if segment.absorber is None else [levels[0], levels[-1]]
    return max(sum(v in used for v in level) for level in ends)


# --- candidates ---------------------------------------------------------------------------


def _levels(segment: Segment, odd_men: int) -> list[list[int]]:
    """The candidates of the source, the groups between, the candidates of the absorber."""
    field = segment.field
    inside = [v for group in segment.between for v in group]
    absorber = segment.absorber or ()
    need = odd_men + 1 + _most_kept_apart(field, [*inside, *segment.source], absorber)
    taken_in = _first_of_each_kind(absorber, need, lambda v: _kind_of_opponent(field, v))
    need = odd_men + 1 + _most_kept_apart(field, [*inside, *taken_in], segment.source)
    lowest_first = segment.source[::-1]
    leaving = _first_of_each_kind(lowest_first, need, lambda v: _kind_of_odd_man(field, v))
    if len(leaving) % 2 != len(segment.source) % 2:
        leaving.add(next(v for v in lowest_first if v not in leaving))
    levels = [sorted(leaving), *map(list, segment.between)]
    return levels if segment.absorber is None else [*levels, sorted(taken_in)]


def _most_kept_apart(field: Field, some: Sequence[int], others: Sequence[int]) -> int:
    """With how many of the others one of some may not, or does not wish to, be paired."""
    everybody = bitset(others)
    return max(
        ((everybody & (~field.graph[v] | field.wishes[v])).bit_count() for v in some), default=0
    )


def _kind_of_odd_man(field: Field, v: int) -> Kind:
    card = field.cards[v]
    return (card.has_unfinished_game, card.was_in_odd_pair), None


def _kind_of_opponent(field: Field, v: int) -> Kind:
    card = field.cards[v]
    colour = card.due.colour if field.book.variations.odd_man_by_colour else None
    return (card.was_in_odd_pair,), colour


def _first_of_each_kind(ordered: Sequence[int], need: int, kind: Callable[[int], Kind]) -> set[int]:
    """The first so many of each kind; of worse kinds only while the better are too few."""
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


# --- the cheapest pairing -----------------------------------------------------------------


def _cheapest(segment: Segment, levels: Sequence[Sequence[int]]) -> list[OddPair] | None:
    """The odd pairs of the best pairing of the candidates; None if there is no pairing."""
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
                # A robust group can be paired whoever is left in it.
                if level_of[i] in robust or field.graph[v] >> w & 1:
                    edges.append((i, j, 0))
            elif field.graph[v] >> w & 1:
                edges.append((i, j, cost.of(v, level_of[i], w, level_of[j])))
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


class OddPairCosts:
    """What a pair across groups costs, as one number.

    The places from the highest down: for each boundary how many cross it; for each level how many
    of its odd men pass the next one, the one after it and so on; then for each level how many of
    its odd men have unfinished games, how many in its odd pairs were in one before, how many of
    those are against a wish, who of its members leaves it, whom each of them meets.
    """

    def __init__(self, field: Field, levels: Sequence[Sequence[int]]) -> None:
        self.field = field
        self.by_colour = field.book.variations.odd_man_by_colour
        order: dict[int, tuple[int, int, int]] = {}
        for level in levels:
            start = len(order)
            for v in level:
                order[v] = (2 * start, len(level), len(order) - start)
        self.order = order
        worth = iter(places(list(_bases(levels))))
        crossing = [next(worth) for _ in levels[1:]]
        self.crossing = [sum(crossing[:i]) for i in range(len(levels))]
        self.passing = [
            [0, *accumulate(_each_passed(level, len(levels) - i - 2, worth))]
            for i, level in enumerate(levels)
        ]
        self.faults = []
        self.leaves: dict[int, int] = {}
        self.meets: dict[int, int] = {}
        for level in levels[:-1]:
            self.faults.append((next(worth), next(worth), next(worth)))
            self.leaves.update((v, next(worth)) for v in level)
            self.meets.update((v, next(worth)) for v in level)

    def of(self, v: int, level: int, w: int, below: int) -> int:
        """The cost of v as an odd man who meets w; of two odd men the higher ranked comes first."""
        total = self.crossing[below] - self.crossing[level] + self.distance(level, below)
        total += self.leaves[v] + self.meets[v] * self.place_of_opponent(v, w)
        odd_man, opponent = self.field.cards[v], self.field.cards[w]
        unfinished, again, wish = self.faults[level]
        total += unfinished * odd_pair.has_unfinished_game(odd_man, opponent)
        total += again * odd_pair.were_in_odd_pairs(odd_man, opponent)
        if self.field.wishes[v] >> w & 1:
            total += wish
        return total

    def distance(self, level: int, below: int) -> int:
        """What it costs that an odd man of a level passes all those above the one he comes to."""
        return self.passing[level][below - level - 1]

    def place_of_opponent(self, v: int, w: int) -> int:
        """The nearest group first, in it those due the opposite colour if so announced."""
        start, size, place = self.order[w]
        cards = self.field.cards
        passed = self.by_colour and not odd_pair.is_due_opposite(cards[v], cards[w])
        return start + (size if passed else 0) + place


def _each_passed(level: Sequence[int], between: int, worth: Iterator[int]) -> list[int]:
    """What it costs that an odd man of a level passes each of the next ones."""
    if len(level) > 1:
        return [next(worth) for _ in range(between)]
    return [next(worth)] * between


def _bases_of_passing(level: Sequence[int], between: int) -> list[int]:
    """A place for each level that is passed; the way of a single man is one number."""
    return [len(level) + 1] * between if len(level) > 1 else [max(between, 0) + 1]


def _bases(levels: Sequence[Sequence[int]]) -> Iterator[int]:
    count = sum(map(len, levels))
    for _ in levels[1:]:
        yield count + 1
    for i, level in enumerate(levels):
        yield from _bases_of_passing(level, len(levels) - i - 2)
    for level in levels[:-1]:
        yield count + 1
        yield 2 * count + 1
        yield count + 1
        for _ in level:
            yield 2
        for _ in level:
            yield 2 * count + 1
