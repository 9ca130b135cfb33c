"""Small events for comparing two readings of the Double-Swiss System.

The rounds so far were paired by chance, so that scores, colours and floats are as awkward as can
be, or by the oracle; games are forfeited more often than in any hall.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from tests.oracle.fide_double_swiss import NoPairing, cards_of, pair_round
from topboard.model import (
    Colour,
    ForbiddenPair,
    FullPointBye,
    Game,
    HalfPointBye,
    Manner,
    Meeting,
    Number,
    PairingBye,
    Player,
    Request,
    Round,
    Tournament,
    VirtualPoints,
    Withdrawn,
    ZeroPointBye,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

ABSENCES = (HalfPointBye(), ZeroPointBye(), FullPointBye(), Withdrawn())
USUAL = ((10, 0), (0, 10), (5, 5))
ODD = ((5, 0), (0, 5), (0, 0))


def random_event(seed: int, most: int) -> Tournament:
    """An event before one of its rounds."""
    chance = Random(f"double {seed} {most}")
    count = chance.randint(2, most)
    rounds = chance.randint(1, min(count, 7))
    event = opening(chance, count, rounds + chance.choice((0, 0, 1, 3)))
    by_the_rules = chance.random() < 0.5
    for _ in range(rounds - 1):
        event = with_absences(chance, event)
        try:
            pairs, bye = _pair(chance, event, by_the_rules=by_the_rules)
        except NoPairing:
            return event
        event = with_round(chance, event, pairs, bye)
    return with_absences(chance, event)


def opening(chance: Random, count: int, rounds: int) -> Tournament:
    """The entries."""
    numbers = [Number(n) for n in range(1, count + 1)]
    apart = ()
    if count > 4 and chance.random() < 0.2:
        apart = (ForbiddenPair(*sorted(chance.sample(numbers, 2))),)
    return Tournament(
        tuple(
            Player(n, f"Player {n}", joined=chance.choice((2, 3)) if chance.random() < 0.05 else 1)
            for n in numbers
        ),
        planned_rounds=rounds,
        boards=2,
        system="fide_double_swiss_2026",
        lot=chance.choice((Colour.WHITE, Colour.BLACK)),
        forbidden=apart,
        variations=("graded",) if chance.random() < 0.3 else (),
        virtual=tuple(VirtualPoints(n, (20, 20, 10)) for n in numbers[: count // 2])
        if chance.random() < 0.2
        else (),
    )


def with_absences(chance: Random, event: Tournament) -> Tournament:
    """The event with those who will miss the next round."""
    upcoming = len(event.rounds) + 1
    asked = tuple(
        Request(c.number, upcoming, chance.choice(ABSENCES))
        for c in event.competitors
        if chance.random() < 0.06
    )
    return replace(event, requests=(*event.requests, *asked))


def _pair(
    chance: Random, event: Tournament, *, by_the_rules: bool
) -> tuple[list[tuple[int, int]], int | None]:
    if by_the_rules:
        made = pair_round(event)
        return made.pairs, made.bye
    return _pair_by_chance(chance, event)


def _pair_by_chance(chance: Random, event: Tournament) -> tuple[list[tuple[int, int]], int | None]:
    """Any pairs who have not met; who finds no opponent stays away, one of them with the bye."""
    cards = cards_of(event)
    left = list(cards)
    chance.shuffle(left)
    pairs: list[tuple[int, int]] = []
    alone: list[int] = []
    while left:
        one = left.pop()
        other = next((n for n in left if n not in cards[one].met), None)
        if other is None:
            alone.append(one)
            continue
        left.remove(other)
        pairs.append((one, other))
    return pairs, alone[0] if alone else None


def with_round(
    chance: Random, event: Tournament, pairs: Iterable[tuple[int, int]], bye: int | None
) -> Tournament:
    """The event with one more round played."""
    upcoming = len(event.rounds) + 1
    away = [(Number(bye), PairingBye())] if bye is not None else []
    away += [
        (r.number, r.outcome)
        for r in event.requests
        if r.round == upcoming or (isinstance(r.outcome, Withdrawn) and r.round <= upcoming)
    ]
    meetings = tuple(_match(chance, Number(white), Number(black)) for white, black in pairs)
    played = Round(upcoming, meetings, tuple(dict(away).items()))
    return replace(event, rounds=(*event.rounds, played))


def _match(chance: Random, white: Number, black: Number) -> Meeting:
    """A match of two games: both played, one forfeited, or both."""
    kind = chance.random()
    told = [(chance.choice(USUAL), Manner.PLAYED), (chance.choice(USUAL), Manner.PLAYED)]
    if kind < 0.1:
        told = [_forfeit(chance), _forfeit(chance)]
    elif kind < 0.2:
        told = [_forfeit(chance), (chance.choice((*USUAL, *ODD)), Manner.PLAYED)]
        chance.shuffle(told)
    (first, one), (second, other) = told
    games = Game(white, black, *first, one), Game(black, white, *second[::-1], other)
    points = first[0] + second[0], first[1] + second[1]
    return Meeting(white, black, *points, _match_manner(told), games=games)


def _forfeit(chance: Random) -> tuple[tuple[int, int], Manner]:
    points = chance.choice((*USUAL[:2], (0, 0)))
    return points, Manner.DEFAULT if any(points) else Manner.BOTH_DEFAULTED


def _match_manner(told: list[tuple[tuple[int, int], Manner]]) -> Manner:
    """A match is forfeited by who came to neither game."""
    came = [
        any(manner is Manner.PLAYED or points[side] for points, manner in told) for side in range(2)
    ]
    if not any(came):
        return Manner.BOTH_DEFAULTED
    return Manner.PLAYED if all(came) else Manner.DEFAULT
