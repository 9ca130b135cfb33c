"""Diagnosis of round 1 from the structure of its pairs.

In round 1 the upper half of the list meets the lower half in order, so the opponents of the upper
half increase from board to board. The longest increasing run of opponents is taken to be the
original pairing. The other pairs are assumed to be late entries or pairs made by hand.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from topboard.diagnosis.repairs import OtherNumber, PairsAddedLater, SeatTaken
from topboard.diagnosis.situations import sides

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.diagnosis.repairs import Repair
    from topboard.diagnosis.situations import RoundFacts
    from topboard.model import Number

Pairs = list[tuple["Number", "Number"]]


def propose_added_pairs(facts: RoundFacts) -> Iterator[Repair]:
    """Yield repairs that set aside the pairs of round 1 outside its longest increasing run.

    Nothing is yielded if more than a tenth of the pairs are outside, because setting them aside
    would explain nothing.
    """
    if facts.number != 1:
        return
    outside = tuple(find_pairs_outside_run(facts))
    if 0 < len(outside) <= most_pairs_aside(facts):
        for bye in _list_late_byes(facts):
            yield PairsAddedLater(outside, bye)


def _list_late_byes(facts: RoundFacts) -> tuple[Number | None, ...]:
    """Return the possible late byes: None for no late bye and, if there is a bye, its receiver."""
    bye = facts.situation.published_round.bye
    return (None,) if bye is None else (None, bye)


def most_pairs_aside(facts: RoundFacts) -> int:
    """Return the largest number of pairs of round 1 that may be set aside."""
    return max(1, len(facts.situation.published_round.meetings) // 10)


def find_pairs_outside_run(facts: RoundFacts) -> Pairs:
    """Return the pairs of round 1 outside the longest increasing run of opponents."""
    pairs = sorted((min(pair), max(pair)) for pair in named_pairs(facts))
    run = {pairs[at] for at in find_longest_increasing([lower for _, lower in pairs])}
    if run:
        # The upper half ends where the lower half begins.
        last, first = max(a for a, _ in run), min(b for _, b in run)
        if last > first:
            run = {pair for pair in run if pair[0] < first}
    return [pair for pair in pairs if pair not in run]


def named_pairs(facts: RoundFacts) -> Pairs:
    """Return the pairs of the published round in which both participants are known."""
    meetings = facts.situation.published_round.meetings
    return [sides(m) for m in meetings if m.white is not None and m.black is not None]


def find_longest_increasing(values: Sequence[int]) -> list[int]:
    """Return the indices of a longest strictly increasing subsequence."""
    ends: list[int] = []
    ends_at: list[int] = []
    before: list[int] = []
    for at, value in enumerate(values):
        length = bisect_left(ends, value)
        if length == len(ends):
            ends.append(value)
            ends_at.append(at)
        else:
            ends[length], ends_at[length] = value, at
        before.append(ends_at[length - 1] if length else -1)
    found: list[int] = []
    at = ends_at[-1] if ends_at else -1
    while at >= 0:
        found.append(at)
        at = before[at]
    return found[::-1]


def propose_added_pairs_and_seat(facts: RoundFacts) -> Iterator[tuple[Repair, ...]]:
    """Yield repairs that set aside all pairs outside the run except one, and explain that one
    separately.

    In that pair, one participant took the seat of an absent one or was paired at a different place
    in the list.
    """
    if facts.number != 1:
        return
    outside = find_pairs_outside_run(facts)
    if not 0 < len(outside) <= most_pairs_aside(facts):
        return
    for seated in outside:
        others = tuple(pair for pair in outside if pair != seated)
        seats: list[Repair] = [
            SeatTaken(newcomer, gone, 1)
            for newcomer in seated
            for gone in facts.participants_without_game
        ]
        seats += _propose_place_in_run(facts, seated, outside)
        for bye in _list_late_byes(facts) if others else ():
            yield from ((PairsAddedLater(others, bye), seat) for seat in seats)


def _propose_place_in_run(
    facts: RoundFacts, seated: tuple[Number, Number], outside: Pairs
) -> Iterator[Repair]:
    """Yield the repair that moves the lower player of a pair to the place suggested by the run."""
    higher, lower = seated
    met = {min(pair): max(pair) for pair in named_pairs(facts)}
    run = [(a, b) for a, b in sorted(met.items()) if (a, b) not in outside and a < higher]
    if run:
        yield OtherNumber(lower, run[-1][1], 1)
