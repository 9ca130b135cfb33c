"""Proposed repairs of places in the list of participants, and of seats taken over by others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.diagnosis.repairs import (
    LAST_ROUND_WITH_OTHER_NUMBER,
    OtherNumber,
    SeatTaken,
    WithdrawnAfterPairing,
)
from topboard.model import Number
from topboard.model.history import opponents_met

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from topboard.diagnosis.repairs import Repair
    from topboard.diagnosis.situations import RoundFacts

MOST_NUMBERS_TRIED = 800
"""If there are more places to try, only the likeliest are tried."""
FIRST = Number(0)


def propose_numbers(facts: RoundFacts) -> Iterator[Repair]:
    """Yield repairs that move a participant whose pair differs to another place, likeliest first.

    Only the order among participants with the same points matters. The halves of a scoregroup meet
    in order. The likeliest place is therefore beside the players who met the neighbours of the
    participant's opponent.
    """
    if facts.number > LAST_ROUND_WITH_OTHER_NUMBER or not _does_a_pair_differ(facts):
        return
    points = facts.points()
    groups: dict[int, list[Number]] = {}
    listed = facts.situation.order or tuple(c.number for c in facts.event.competitors)
    there = {*facts.participants_with_game, facts.situation.published_round.bye}
    for number in listed:
        if number in there:
            groups.setdefault(points[number], []).append(number)
    met = _opponents(facts)
    near: list[OtherNumber] = []
    far: list[OtherNumber] = []
    for number in sorted(facts.participants_concerned):
        group = groups.get(points[number], [])
        likely = _likely_places(number, group, met, groups, points)
        for behind in _list_places(number, group):
            repair = OtherNumber(number, behind, facts.number)
            (near if behind in likely else far).append(repair)
    yield from near
    if len(near) + len(far) <= MOST_NUMBERS_TRIED:
        yield from far


def _does_a_pair_differ(facts: RoundFacts) -> bool:
    """Return whether any published pair is not among the pairs under the rules, regardless of
    colours.
    """
    if facts.agreement is None:
        return True
    ours = {frozenset((pair.white, pair.black)) for pair in facts.agreement.pairs}
    return any(frozenset(pair) not in ours for pair in facts.agreement.different)


def _opponents(facts: RoundFacts) -> dict[Number, Number]:
    met: dict[Number, Number] = {}
    for m in facts.situation.published_round.meetings:
        if m.white is not None and m.black is not None:
            met[m.white], met[m.black] = m.black, m.white
    return met


def _list_places(number: Number, group: Sequence[Number]) -> Iterator[Number]:
    """Yield, for each other place in a scoregroup, the participant listed directly before it."""
    if number not in group:
        return
    at = group.index(number)
    for place, behind in enumerate((FIRST, *group)):
        if place in (at, at + 1):
            continue
        # Before the first of the group is the same as right behind the last one ahead of the group.
        yield behind if behind else Number(min(group) - 1)


def _likely_places(
    number: Number,
    group: Sequence[Number],
    met: Mapping[Number, Number],
    groups: Mapping[int, Sequence[Number]],
    points: Mapping[Number, int],
) -> set[Number]:
    opponent = met.get(number)
    if opponent is None:
        return set()
    beside = groups.get(points[opponent], ())
    at = beside.index(opponent) if opponent in beside else -1
    around = beside[max(0, at - 2) : at + 3] if at >= 0 else ()
    across = [met[n] for n in around if n in met and met[n] in group]
    places = {group.index(n) for n in across}
    return {
        group[i] for place in places for i in (place - 1, place, place + 1) if 0 <= i < len(group)
    }


def propose_seats(facts: RoundFacts) -> Iterator[Repair]:
    """Yield repairs for seats taken over after the pairing, and for pairs that were not played."""
    yield from propose_withdrawals(facts)
    absent = facts.participants_without_game
    agreement = facts.agreement
    bye = None if agreement is None else agreement.bye
    rows = facts.rows()
    newcomers = [
        n
        for n in sorted(
            facts.participants_concerned & {*facts.participants_with_game}, reverse=True
        )
        if n == bye or not any(True for _ in opponents_met(rows[n]))
    ]
    for newcomer in newcomers:
        for gone in absent:
            yield SeatTaken(newcomer, gone, facts.number)


def propose_withdrawals(facts: RoundFacts) -> Iterator[Repair]:
    """Yield repairs that pair two participants without a game, as if both had withdrawn
    afterwards.
    """
    bye = facts.situation.published_round.bye
    without = sorted((*facts.participants_without_game, *([] if bye is None else [bye])))
    rows = facts.rows()
    for at, a in enumerate(without):
        for b in without[at + 1 :]:
            if not any(opponent == b for _, opponent in opponents_met(rows[a])):
                yield WithdrawnAfterPairing(a, b, facts.number)
