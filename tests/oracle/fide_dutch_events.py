"""Small events and brackets for comparing two readings of the FIDE Dutch system.

``played`` gives an event before each of its rounds, all paired by the oracle; in ``scattered``
events the rounds so far were paired by chance, so that scores, colours and floats are as awkward
as can be. ``random_bracket`` is a bracket alone, with what comes below it.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from tests.oracle.fide_dutch import NoPairing, pair_round
from tests.oracle.fide_dutch_cards import Card, taking_part
from tests.oracle.fide_dutch_field import Bracket, Field
from topboard.model import (
    Colour,
    ForbiddenPair,
    FullPointBye,
    HalfPointBye,
    Manner,
    Meeting,
    NotYetEntered,
    Number,
    PairingBye,
    Player,
    Request,
    Round,
    Tournament,
    Withdrawn,
    ZeroPointBye,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

ABSENCES = (HalfPointBye(), ZeroPointBye(), ZeroPointBye(), FullPointBye(), Withdrawn())
GAMES = ((10, 0), (0, 10), (5, 5))


def play_event(seed: int, count: int, rounds: int, edition: str) -> Iterator[Tournament]:
    """An event before each of its rounds, until one cannot be paired."""
    chance = Random(f"played {seed} {count} {rounds} {edition}")
    event = opening(chance, count, rounds)
    for _ in range(rounds):
        event = with_absences(chance, event)
        yield event
        try:
            paired = pair_round(event, edition)
        except NoPairing:
            return
        event = with_round(chance, event, sorted(paired.pairs), paired.bye)


def event_paired_by_chance(seed: int, count: int, rounds: int) -> Tournament:
    """An event after rounds paired by chance, with nobody met twice as far as could be."""
    chance = Random(f"scattered {seed} {count} {rounds}")
    event = opening(chance, count, rounds + chance.choice((1, 1, 3)))
    for _ in range(rounds):
        event = with_absences(chance, event)
        pairs, bye = by_chance(chance, event)
        event = with_round(chance, event, pairs, bye)
    return with_absences(chance, event)


def opening(chance: Random, count: int, rounds: int) -> Tournament:
    numbers = [Number(n) for n in range(1, count + 1)]
    late = {n for n in numbers if chance.random() < 0.05}
    return Tournament(
        tuple(
            Player(n, f"Player {n}", 2500 - 10 * n, joined=chance.choice((2, 3)))
            if n in late
            else Player(n, f"Player {n}", 2500 - 10 * n)
            for n in numbers
        ),
        planned_rounds=rounds,
        lot=chance.choice((Colour.WHITE, Colour.BLACK)),
        forbidden=tuple(
            ForbiddenPair(a, b)
            for a in numbers
            for b in numbers
            if a < b and chance.random() < 0.02
        ),
    )


def with_absences(chance: Random, event: Tournament) -> Tournament:
    coming = event.round_to_pair
    asked = tuple(
        Request(n, coming, chance.choice(ABSENCES))
        for n in taking_part(event)
        if chance.random() < 0.05
    )
    return replace(event, requests=event.requests + asked)


def by_chance(chance: Random, event: Tournament) -> tuple[list[tuple[int, int]], int | None]:
    here = taking_part(event)
    chance.shuffle(here)
    met = {frozenset((m.white, m.black)) for r in event.rounds for m in r.meetings}
    pairs = []
    while len(here) > 1:
        first = here.pop()
        fresh = [n for n in here if frozenset((first, n)) not in met]
        other = chance.choice(fresh or here)
        here.remove(other)
        pairs.append((first, other))
    return pairs, here[0] if here else None


def with_round(
    chance: Random, event: Tournament, pairs: list[tuple[int, int]], bye: int | None
) -> Tournament:
    meetings = []
    for white, black in pairs:
        points = chance.choice(GAMES)
        lost = chance.random()
        if lost < 0.07 and points != (5, 5):
            meetings.append(Meeting(white, black, *points, Manner.DEFAULT))
        elif lost < 0.02:
            meetings.append(Meeting(white, black, manner=Manner.BOTH_DEFAULTED))
        else:
            meetings.append(Meeting(white, black, *points))
    seated = {n for pair in pairs for n in pair}
    coming = event.round_to_pair
    away = []
    for player in event.competitors:
        n = player.number
        asked = [q.outcome for q in event.requests if q.number == n and q.round <= coming]
        if n == bye:
            away.append((n, PairingBye()))
        elif player.joined > coming:
            away.append((n, NotYetEntered()))
        elif n not in seated:
            away.append((n, asked[-1]))
    return replace(event, rounds=(*event.rounds, Round(coming, tuple(meetings), tuple(away))))


def random_bracket(seed: int, most: int = 7) -> tuple[Field, Bracket]:
    """A bracket with at most that many players, and up to six below it in two groups."""
    chance = Random(f"bracket {seed}")
    size = chance.randint(1, most)
    moved_down = chance.randint(0, min(3, size - 1))
    following, lower = chance.choice(((0, 0), (0, 0), (2, 0), (3, 0), (3, 2), (4, 2)))
    scores = sorted((chance.choice((35, 40, 40, 45)) for _ in range(moved_down)), reverse=True)
    scores += [30] * (size - moved_down) + [25] * following + [20] * lower
    top = chance.choice((25, 30, 35)) if chance.random() < 0.3 else 100
    cards = {n: random_card(chance, n, score, score > top) for n, score in enumerate(scores, 1)}
    apart = frozenset(
        frozenset((a, b)) for a in cards for b in cards if a < b and chance.random() < 0.25
    )
    people = list(cards)
    bracket = Bracket(
        tuple(people[:moved_down]),
        tuple(people[moved_down:size]),
        tuple(people[size : size + following]),
        tuple(people[size + following :]),
    )
    return Field(cards, apart, chance.choice("WB")), bracket


def random_card(chance: Random, number: int, score: int, topscorer: bool) -> Card:
    had = ""
    for _ in range(chance.choice((0, 2, 3, 4, 4, 5))):
        wanted = Card(number, had=had)
        free = chance.random() < 0.5 and wanted.strength < 3
        had += chance.choice("WB") if free else wanted.preference or chance.choice("WB")
    return Card(
        number,
        score,
        had=had,
        last_float=chance.choice(("", "", "D", "U")),
        float_before=chance.choice(("", "", "D", "U")),
        unplayed=chance.randint(0, 2),
        may_have_bye=chance.random() < 0.7,
        topscorer=topscorer,
        odd=number % 2 == 1,
    )
