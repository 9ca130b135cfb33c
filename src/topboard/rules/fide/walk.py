"""From the highest score group to the lowest, bracket by bracket."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from topboard.records import dataclass
from topboard.rules.fide.criteria import Bracket, ChargesOf2017, ChargesOf2026
from topboard.rules.fide.legality import Completion, lowest_bye_score, may_have_bye
from topboard.rules.fide.weighing import BYE, Scope, weigh

if TYPE_CHECKING:
    from collections.abc import Sequence
    from topboard.rules.fide.profiles import Roll


def score_groups(roll: Roll) -> list[range]:
    """The places of those with the same score, the highest score first."""
    found = []
    start = 0
    for _, group in groupby(roll.profiles, key=lambda p: p.points):
        end = start + sum(1 for _ in group)
        found.append(range(start, end))
        start = end
    return found


def walk_2026(roll):
    n = len(roll.profiles)
    groups = score_groups(roll)
    odd = n % 2 == 1
    score = lowest_bye_score(roll) if odd else None
    if odd and score is None or not odd and not Completion(roll, None).of_rest(0):
        raise ValueError("no legal pairing")
    moved: tuple[int, ...] = ()
    pairs = []
    bye_open = odd
    for gi, group in enumerate(groups):
        following = tuple(groups[gi + 1]) if gi + 1 < len(groups) else ()
        below = group.stop + len(following)
        bracket = Bracket(roll.profiles[group.start].points, moved, tuple(group), following, below)
        scope = Scope((*bracket.members, *following, *range(below, n)), bye_open, score)
        found = weigh(roll, bracket, scope, lambda order: ChargesOf2026(roll, bracket, order))
        left = leftovers(bracket, found)
        if bye_open and score >= bracket.points and len(left) == 1 and found.mates[left[0]] == BYE:
            found = weigh(roll, bracket, scope,
                lambda order: ChargesOf2026(roll, bracket, order, bye_unplayed=True))
            left = leftovers(bracket, found)
        members = set(bracket.members)
        pairs += [(a, b) for a in bracket.members if (b := found.mates[a]) in members and a < b and a not in left]
        bye = None
        if bye_open and score >= bracket.points and len(left) == 1:
            bye_open = False
            bye = left[0]
            pairs.append((bye, BYE))
            left = ()
        moved = left
    assert not moved
    return pairs


def leftovers(bracket, found):
    residents = set(bracket.residents)
    members = set(bracket.members)
    down = set(bracket.moved_down)
    out = []
    for p in bracket.members:
        m = found.mates[p]
        if m not in members or (p in down and m in down):
            out.append(p)
    return tuple(out)


def walk_2017(roll):
    n = len(roll.profiles)
    groups = score_groups(roll)
    odd = n % 2 == 1
    comp = Completion(roll, None)
    if not comp.of_rest(0):
        raise ValueError("no legal pairing")
    moved: tuple[int, ...] = ()
    pairs = []
    gi = 0
    while gi < len(groups):
        group = groups[gi]
        last = gi + 1 == len(groups)
        following = () if last else tuple(groups[gi + 1])
        below = group.stop + len(following)
        bracket = Bracket(roll.profiles[group.start].points, moved, tuple(group), following, below)
        if not last:
            scope = Scope((*bracket.members, *following), may_leave=True)
            bye_below = gi + 2 == len(groups)
            found = weigh(roll, bracket, scope, lambda order: ChargesOf2017(roll, bracket, order, bye_below=bye_below))
            left = leftovers(bracket, found)
            if not comp.of_rest(group.stop, left):
                scope = Scope((*bracket.members, *range(group.stop, n)), odd, None)
                b2 = Bracket(bracket.points, moved, bracket.residents, tuple(range(group.stop, n)), n)
                found = weigh(roll, b2, scope, lambda order: ChargesOf2017(roll, b2, order, looks_ahead=False))
                left = leftovers(b2, found)
                groups[gi + 1 :] = [range(group.stop, n)]
        else:
            scope = Scope(bracket.members, odd, None)
            found = weigh(roll, bracket, scope, lambda order: ChargesOf2017(roll, bracket, order, looks_ahead=False))
            left = leftovers(bracket, found)
        members = set(bracket.members)
        pairs += [(a, b) for a in bracket.members if (b := found.mates[a]) in members and a < b and a not in left]
        moved = left
        gi += 1
    if moved:
        assert len(moved) == 1
        pairs.append((moved[0], BYE))
    return pairs
