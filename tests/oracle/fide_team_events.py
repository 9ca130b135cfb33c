"""Small events of teams, for comparing two readings of the Swiss Team System.

``played`` gives an event before each of its rounds, all paired by the oracle; in ``scattered``
events the rounds so far were paired by chance, so that scores, colours and floats are as awkward
as can be.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from tests.oracle.fide_dutch_events import by_chance, with_absences
from tests.oracle.fide_team import NoPairing, pair_round
from topboard.model import (
    Colour,
    ForbiddenPair,
    Manner,
    Meeting,
    NotYetEntered,
    Number,
    PairingBye,
    Round,
    Team,
    Tournament,
    VirtualPoints,
    ZeroPointBye,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

CHOICES = (
    (),
    ("type-b",),
    ("no-preferences",),
    ("game-points",),
    ("game-points", "type-b"),
    ("one-score",),
    ("one-score", "type-b", "graded"),
    ("graded",),
    ("virtual",),
    ("virtual", "type-b"),
)
"""Variations of the event; some are accelerated."""


def play_event(seed: int, count: int, rounds: int) -> Iterator[Tournament]:
    """An event before each of its rounds, until one cannot be paired."""
    chance = Random(f"teams played {seed} {count} {rounds}")
    event = opening(chance, count, rounds)
    for _ in range(rounds):
        event = with_absences(chance, event)
        yield event
        try:
            paired = pair_round(event)
        except NoPairing:
            return
        event = with_round(chance, event, sorted(paired.pairs), paired.bye)


def event_paired_by_chance(seed: int, count: int, rounds: int) -> Tournament:
    """An event after rounds paired by chance, with nobody met twice as far as could be."""
    chance = Random(f"teams scattered {seed} {count} {rounds}")
    event = opening(chance, count, rounds + chance.choice((1, 2, 3, 3)))
    for _ in range(rounds):
        event = with_absences(chance, event)
        event = with_round(chance, event, *by_chance(chance, event))
    return with_absences(chance, event)


def opening(chance: Random, count: int, rounds: int) -> Tournament:
    numbers = [Number(n) for n in range(1, count + 1)]
    chosen = chance.choice(CHOICES)
    virtual = (20, 20, 10) if "virtual" in chosen else ()
    return Tournament(
        tuple(Team(n, f"Team {n}") for n in numbers),
        planned_rounds=rounds,
        boards=chance.choice((1, 2, 3, 4)),
        lot=chance.choice((Colour.WHITE, Colour.BLACK)),
        variations=tuple(name for name in chosen if name != "virtual"),
        virtual=tuple(VirtualPoints(n, virtual) for n in numbers[: count // 2] if virtual),
        forbidden=tuple(
            ForbiddenPair(a, b)
            for a in numbers
            for b in numbers
            if a < b and chance.random() < 0.03
        ),
    )


def with_round(
    chance: Random, event: Tournament, pairs: list[tuple[int, int]], bye: int | None
) -> Tournament:
    most = 10 * event.boards
    meetings = []
    for white, black in pairs:
        lost = chance.random()
        if lost < 0.04:
            points = chance.choice(((most, 0), (0, most)))
            meetings.append(Meeting(white, black, *points, Manner.DEFAULT))
        elif lost < 0.06:
            meetings.append(Meeting(white, black, manner=Manner.BOTH_DEFAULTED))
        else:
            own = sum(chance.choice((0, 5, 10)) for _ in range(event.boards))
            meetings.append(Meeting(white, black, own, most - own))
    seated = {n for pair in pairs for n in pair}
    coming = event.round_to_pair
    away = []
    for team in event.competitors:
        n = team.number
        asked = [q.outcome for q in event.requests if q.number == n and q.round <= coming]
        if n == bye:
            away.append((n, PairingBye()))
        elif team.joined > coming:
            away.append((n, NotYetEntered()))
        elif n not in seated:
            away.append((n, asked[-1] if asked else ZeroPointBye()))
    return replace(event, rounds=(*event.rounds, Round(coming, tuple(meetings), tuple(away))))
