"""A group is the first of all its pairings when these are written out and compared.

The oracle goes step by step and looks ahead; here every pairing of a small group is listed and
the best one taken by a key that says the same in one piece.
"""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.oracle.olympiad_cases import score_groups
from tests.oracle.olympiad_groups import (
    Done,
    Group,
    MedianGroup,
    Meetings,
    give_way,
    pair_by_fold,
    pair_by_halves,
    pair_median_by_fold,
    pair_median_by_halves,
    stay_by_fold,
    stay_by_halves,
)
from tests.oracle.olympiad_record import Record
from tests.oracle.olympiad_search import fold_order, halves_order
from topboard.model import Number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Pairing = tuple[frozenset[frozenset[Number]], frozenset[Number]]
SEQUENCES = ["", "", "W", "B", "WB", "BW", "WW", "BB", "BWW", "WBB"]


def scene(seed: int) -> tuple[Random, Meetings, list[Number], list[Number]]:
    """Up to seven teams of a group and three of the next one, awkwardly placed."""
    chance = Random(seed)
    group = [Number(n) for n in range(1, chance.randint(3, 7))]
    following = [Number(n) for n in range(11, 14)]
    everybody = group + following
    likely = chance.choice([0.1, 0.3, 0.5, 0.7])
    record = Record(
        score_groups(
            {1: everybody},
            forbid=[p for p in combinations(everybody, 2) if chance.random() < likely],
            colours={n: chance.choice(SEQUENCES) for n in everybody},
        )
    )
    return chance, Meetings(record, everybody), group, following


def random_group(seed: int) -> tuple[Group, Meetings]:
    chance, meetings, teams, following = scene(seed)
    incoming = chance.randint(0, min(3, len(teams) - 1))
    mixed = chance.sample(teams, len(teams))
    group = Group(
        tuple(teams[incoming:]),
        tuple(teams[:incoming]),
        tuple(mixed),
        tuple(following),
        below=chance.random() < 0.5,
    )
    return group, meetings


def random_median(seed: int) -> tuple[MedianGroup, Meetings]:
    chance, meetings, teams, _ = scene(seed)
    if len(teams) % 2:
        teams.pop()
    down = chance.randint(0, min(2, len(teams)))
    up = chance.randint(0, min(2, len(teams) - down))
    split = len(teams) - up
    return MedianGroup(
        tuple(teams[down:split]),
        tuple(teams[:down]),
        tuple(reversed(teams[split:])),
        tuple(chance.sample(teams, len(teams))),
        tuple(teams),
    ), meetings


def all_pairings(
    teams: list[Number], may_meet: Callable[[Number, Number], bool]
) -> Iterator[Pairing]:
    """Every set of pairs, and who is left over."""
    if not teams:
        yield frozenset(), frozenset()
        return
    first, *rest = teams
    for made, left in all_pairings(rest, may_meet):
        yield made, left | {first}
    for other in rest:
        if may_meet(first, other):
            others = [team for team in rest if team != other]
            for made, left in all_pairings(others, may_meet):
                yield made | {frozenset((first, other))}, left


def partner(pairing: Pairing, team: Number) -> Number | None:
    return next((b for pair in pairing[0] if team in pair for b in pair if b != team), None)


def list_key(
    pairing: Pairing, ordered: list[Number], order: Callable[[int], list[int]]
) -> list[int]:
    """How late in the order of the text each team of the list found its opponent."""
    key = []
    waiting = list(ordered)
    while waiting:
        first = waiting[0]
        other = partner(pairing, first)
        tried = [waiting[place - 1] for place in order(len(waiting))]
        key.append(len(tried) if other is None else tried.index(other))
        waiting = [team for team in waiting if team not in (first, other)]
    return key


def floaters_key(
    pairing: Pairing, floaters: tuple[Number, ...], candidates: list[Number]
) -> list[int]:
    """How late each floater found its opponent; one that was chosen does not choose."""
    key = []
    chosen: set[Number] = set()
    for floater in floaters:
        other = partner(pairing, floater)
        if floater not in chosen:
            key.append(len(candidates) if other is None else candidates.index(other))
        chosen |= {floater} if other is None else {floater, other}
    return key


def leavers_key(pairing: Pairing, last_first: list[Number]) -> list[bool]:
    return [team not in pairing[1] for team in last_first]


def halves_key(group: Group, pairing: Pairing) -> list[list[int] | list[bool]]:
    candidates = [*group.residents, *group.floaters]
    met = {b for f in group.floaters for b in [partner(pairing, f)]}
    rest = [r for r in group.residents if r not in met and r not in pairing[1]]
    opponents_key = floaters_key(pairing, group.floaters, candidates)
    leaving = leavers_key(pairing, list(reversed(group.residents)))
    steps = [leaving, opponents_key] if group.below else [opponents_key, leaving]
    return [*steps, list_key(pairing, rest, halves_order)]


def as_pairing(done: Done) -> Pairing:
    return frozenset(frozenset(pair) for pair in done.pairs), frozenset(done.leavers)


def within(meetings: Meetings, pairing: Pairing) -> bool:
    return all(b in meetings.in_limits[a] for a, b in map(tuple, pairing[0]))


@pytest.mark.parametrize("seed", range(250))
def test_a_group_paired_in_halves_gets_the_first_of_all_its_pairings(seed):
    group, meetings = random_group(seed)

    def may_meet(a: Number, b: Number) -> bool:
        return b in meetings.unmet[a] and not {a, b} <= set(group.floaters)

    everything = list(all_pairings(sorted(group.teams), may_meet))
    fewest = min(len(left) for _, left in everything)
    kept = [pairing for pairing in everything if len(pairing[1]) == fewest]

    def concessions(pairing: Pairing) -> tuple[bool, bool]:
        stranded = any(
            team in group.residents and not meetings.unmet[team] & set(group.next_residents)
            for team in pairing[1]
        )
        return not within(meetings, pairing), stranded

    # Once the limits are dropped for a group they are dropped for every pair of it.
    least = min(map(concessions, kept))
    allowed = [p for p in kept if all(a <= b for a, b in zip(concessions(p), least, strict=True))]
    expected = min(allowed, key=lambda pairing: halves_key(group, pairing))

    assert as_pairing(pair_by_halves(group, meetings)) == expected


@pytest.mark.parametrize("seed", range(250))
def test_a_group_paired_by_folding_gets_the_first_of_all_its_pairings(seed):
    group, meetings = random_group(seed)
    alone = {f for f in group.floaters if not meetings.unmet[f] & group.teams}
    teams = group.teams - alone
    odd = len(teams) % 2

    def concessions(pairing: Pairing) -> tuple[int, bool, bool]:
        stranded = any(not meetings.unmet[team] & set(group.next_residents) for team in pairing[1])
        return len(pairing[1]), not within(meetings, pairing), stranded

    everything = [
        pairing
        for pairing in all_pairings(sorted(teams), lambda a, b: b in meetings.unmet[a])
        if len(pairing[1]) > odd or not pairing[1] & set(group.floaters)
    ]
    least = min(map(concessions, everything))
    allowed = [
        p
        for p in everything
        if len(p[1]) == least[0] and all(a <= b for a, b in zip(concessions(p), least, strict=True))
    ]
    waiting = [team for team in group.mixed if team in teams]
    pairs, left = min(allowed, key=lambda p: list_key(p, waiting, fold_order))

    assert as_pairing(pair_by_fold(group, meetings)) == (pairs, left | alone)


@pytest.mark.parametrize("seed", range(250))
def test_a_group_that_gives_way_uses_the_first_of_all_leaver_sets(seed):
    group, meetings = random_group(seed)
    chance = Random(seed)
    everything = list(all_pairings(sorted(group.teams), lambda a, b: b in meetings.unmet[a]))
    # Any answer about the rest of the round will do, as long as everybody may leave.
    good = {left for _, left in everything if chance.random() < 0.2} | {group.teams}
    at_least = len(group.teams) % 2
    fewest = min(len(left) for _, left in everything if left in good)
    kept = [p for p in everything if p[1] in good and len(p[1]) == fewest]
    in_limits = [p for p in kept if within(meetings, p)]
    last_first = [*reversed(group.residents), *reversed(group.floaters)]

    def key(pairing: Pairing) -> list[list[int] | list[bool]]:
        free = [team for team in group.floaters if team not in pairing[1]]
        met = {b for f in free for b in [partner(pairing, f)]}
        rest = [r for r in group.residents if r not in met and r not in pairing[1]]
        candidates = [*group.residents, *group.floaters]
        return [
            leavers_key(pairing, last_first),
            floaters_key(pairing, tuple(free), candidates),
            list_key(pairing, rest, halves_order),
        ]

    def fold_key(pairing: Pairing) -> list[list[int] | list[bool]]:
        staying = [team for team in group.mixed if team not in pairing[1]]
        return [leavers_key(pairing, last_first), list_key(pairing, staying, fold_order)]

    leavers, limits = give_way(group, meetings, at_least, good.__contains__)

    assert limits == bool(in_limits)
    in_halves = stay_by_halves(group, meetings, leavers, limits)
    assert as_pairing(in_halves) == min(in_limits or kept, key=key)
    in_fold = stay_by_fold(group, meetings, leavers, limits)
    assert as_pairing(in_fold) == min(in_limits or kept, key=fold_key)


def complete_median_pairings(group: MedianGroup, meetings: Meetings) -> list[Pairing]:
    everything = all_pairings(sorted(group.teams), lambda a, b: b in meetings.unmet[a])
    return [pairing for pairing in everything if not pairing[1]]


@pytest.mark.parametrize("seed", range(250))
def test_the_median_paired_in_halves_gets_the_first_of_all_its_pairings(seed):
    group, meetings = random_median(seed)
    complete = complete_median_pairings(group, meetings)
    if not complete:
        with pytest.raises(AssertionError):
            pair_median_by_halves(group, meetings)
        return
    floaters = set(group.down + group.up)

    def concessions(pairing: Pairing) -> tuple[bool, bool]:
        return not within(meetings, pairing), any(pair <= floaters for pair in pairing[0])

    def key(pairing: Pairing) -> list[list[int]]:
        ranked_floaters = [team for team in group.ranked if team in floaters]
        candidates = [*group.residents, *ranked_floaters]
        from_the_lowest = [*reversed(group.residents), *reversed(ranked_floaters)]
        taken = {partner(pairing, team) for team in floaters}
        up = tuple(t for t in group.up if partner(pairing, t) not in group.down)
        return [
            floaters_key(pairing, group.down, candidates),
            floaters_key(pairing, up, from_the_lowest),
            list_key(pairing, [r for r in group.residents if r not in taken], halves_order),
        ]

    least = min(map(concessions, complete))
    allowed = [
        p for p in complete if all(a <= b for a, b in zip(concessions(p), least, strict=True))
    ]

    assert as_pairing(pair_median_by_halves(group, meetings)) == min(allowed, key=key)


@pytest.mark.parametrize("seed", range(250))
def test_the_median_paired_by_folding_gets_the_first_of_all_its_pairings(seed):
    group, meetings = random_median(seed)
    complete = complete_median_pairings(group, meetings)
    if not complete:
        with pytest.raises(AssertionError):
            pair_median_by_fold(group, meetings)
        return

    def concessions(pairing: Pairing) -> tuple[bool, bool]:
        crossing = any(pair & set(group.down) and pair & set(group.up) for pair in pairing[0])
        return bool(crossing), not within(meetings, pairing)

    least = min(map(concessions, complete))
    allowed = [
        p for p in complete if all(a <= b for a, b in zip(concessions(p), least, strict=True))
    ]
    expected = min(allowed, key=lambda p: list_key(p, list(group.mixed), fold_order))

    assert as_pairing(pair_median_by_fold(group, meetings)) == expected
