"""Events on which the engine is compared with the second reading, or watched.

``played`` follows the engine through an event with accidents; ``scattered`` was paired by
chance, so that colours and games played are as awkward as can be; ``crowded`` leaves its players
few opponents; ``after_strangers`` is a field whose players have met only strangers who then left,
so that points, due colours, averages and closed pairs can be chosen freely.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

from topboard.errors import NoLegalPairing
from topboard.model import (
    Colour,
    ForbiddenPair,
    FullPointBye,
    HalfPointBye,
    Manner,
    Meeting,
    Number,
    PairingBye,
    Player,
    Request,
    Round,
    Tournament,
    Withdrawn,
    ZeroPointBye,
)
from topboard.systems.dubov_1997.dubov_1997 import pair

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from topboard.reasons.decisions import RoundPairing

VARIATIONS = ((), ("danubian",))


def field(random: Random, count: int, ratings: Sequence[int]) -> tuple[Player, ...]:
    """Players with names and ratings that are often equal."""
    return tuple(
        Player(Number(n), random.choice("abcdeABC") + random.choice("xyz"), random.choice(ratings))
        for n in range(1, count + 1)
    )


def result(random: Random, white: int, black: int) -> Meeting:
    """A game between two numbers; now and then somebody does not come."""
    points = random.choice((0, 5, 10))
    chance = random.random()
    if chance < 0.03:
        points = random.choice((0, 10))
        return Meeting(Number(white), Number(black), points, 10 - points, Manner.DEFAULT)
    if chance < 0.04:
        return Meeting(Number(white), Number(black), 0, 0, Manner.BOTH_DEFAULTED)
    return Meeting(Number(white), Number(black), points, 10 - points)


# --- paired by the engine -----------------------------------------------------------------


def play_event(
    seed: int, count: int, rounds: int
) -> Iterator[tuple[Tournament, RoundPairing | None]]:
    """Each round of an event as it was paired; None for a round that was refused."""
    random = Random(seed)
    tournament = Tournament(
        field(random, count, range(1500, 2500, 1 if seed % 2 else 50)),
        planned_rounds=rounds,
        lot=random.choice(tuple(Colour)),
        variations=random.choice(VARIATIONS),
    )
    for number in range(1, rounds + 1):
        tournament = replace(
            tournament,
            requests=tuple(_absences(random, count, number)),
            forbidden=tuple(_forbidden_pairs(random, count)) if random.random() < 0.2 else (),
        )
        try:
            pairing = pair(tournament)
        except NoLegalPairing:
            yield tournament, None
            return
        yield tournament, pairing
        tournament = replace(
            tournament, rounds=(*tournament.rounds, _outcome(random, tournament, pairing))
        )


def _absences(random: Random, count: int, number: int) -> Iterator[Request]:
    for n in range(1, count + 1):
        if random.random() < 0.02:
            outcome = random.choice((HalfPointBye(), ZeroPointBye(), FullPointBye()))
            yield Request(Number(n), number, outcome)


def _forbidden_pairs(random: Random, count: int) -> Iterator[ForbiddenPair]:
    for _ in range(count // 3):
        yield ForbiddenPair(Number(random.randint(1, count)), Number(random.randint(1, count)))


def _outcome(random: Random, tournament: Tournament, pairing: RoundPairing) -> Round:
    away = [(request.number, request.outcome) for request in tournament.requests]
    if pairing.bye is not None:
        away.append((pairing.bye, PairingBye()))
    meetings = tuple(result(random, p.white, p.black) for p in pairing.pairs)
    return Round(pairing.round, meetings, tuple(away))


# --- paired by chance ---------------------------------------------------------------------


def event_paired_by_chance(seed: int, most: int = 10) -> Tournament:
    """An event in which chance paired the players and gave the colours."""
    random = Random(seed)
    count, rounds = random.randint(4, most), random.randint(1, 6)
    return Tournament(
        field(random, count, (1500, 1600, 1700, 1800)),
        tuple(_by_chance(random, count, number) for number in range(1, rounds + 1)),
        planned_rounds=random.choice((rounds + 1, rounds + 2, 9, 11)),
        forbidden=tuple(_closed_by_chance(random, count)),
        variations=random.choice(VARIATIONS),
    )


def _by_chance(random: Random, count: int, number: int) -> Round:
    order = random.sample(range(1, count + 1), count)
    away = []
    if count % 2:
        kinds = (PairingBye(), HalfPointBye(), FullPointBye(), ZeroPointBye())
        away.append((Number(order.pop()), random.choice(kinds)))
    pairs = zip(order[::2], order[1::2], strict=True)
    return Round(number, tuple(result(random, a, b) for a, b in pairs), tuple(away))


def _closed_by_chance(random: Random, count: int) -> Iterator[ForbiddenPair]:
    share = random.choice((0, 0, 0.1, 0.3, 0.5))
    for a in range(1, count + 1):
        for b in range(a + 1, count + 1):
            if random.random() < share:
                yield ForbiddenPair(Number(a), Number(b))


# --- crowded ------------------------------------------------------------------------------


def crowded_event(seed: int) -> Tournament:
    """Six to ten players without a rematch so far, most of whom may not meet each other now.

    Such groups often have to let players go, for their own sake or for that of the others.
    """
    random = Random(f"crowded {seed}")
    count = random.randint(6, 10)
    met: set[frozenset[int]] = set()
    rounds = []
    for number in range(1, random.choice((1, 1, 2, 2, 3, 4, count - 2)) + 1):
        tries = (_by_chance(random, count, number) for _ in range(30))
        fresh = next((r for r in tries if met.isdisjoint(_couples(r))), None)
        if fresh is None:
            break
        met |= _couples(fresh)
        rounds.append(fresh)
    share = random.choice((0.2, 0.3, 0.4, 0.5))
    pairs = combinations(range(1, count + 1), 2)
    return Tournament(
        field(random, count, range(1500, 2500, random.choice((1, 100)))),
        tuple(rounds),
        planned_rounds=random.choice((len(rounds) + 1, 9, 11)),
        forbidden=tuple(
            ForbiddenPair(Number(a), Number(b)) for a, b in pairs if random.random() < share
        ),
        variations=random.choice(VARIATIONS),
    )


def _couples(played: Round) -> set[frozenset[int]]:
    return {frozenset((m.white or 0, m.black or 0)) for m in played.meetings}


# --- players who have met only strangers --------------------------------------------------

STRANGERS = (2210, 2150, 2330, 2270, 2150, 2420, 2205, 2380)
OWN = (2250, 2300, 2200, 2300, 2100, 2180, 2240, 2300)


def after_strangers(
    due: str, points: Sequence[int], closed: Iterable[tuple[int, int]], **facts: object
) -> Tournament:
    """One round in, player n is due the n-th letter and has the n-th points (0, 5 or 10)."""
    count = len(due)
    names = "dcbaefhg"
    players = [Player(Number(n + 1), names[n], OWN[n]) for n in range(count)]
    players += [Player(Number(n + 11), "z", STRANGERS[n]) for n in range(count)]
    meetings = []
    for n, (letter, won) in enumerate(zip(due, points, strict=True)):
        white, black = (n + 1, n + 11) if letter == "B" else (n + 11, n + 1)
        own_white = won if letter == "B" else 10 - won
        meetings.append(Meeting(Number(white), Number(black), own_white, 10 - own_white))
    return Tournament(
        tuple(players),
        (Round(1, tuple(meetings)),),
        planned_rounds=9,
        requests=tuple(Request(Number(n + 11), 2, Withdrawn()) for n in range(count)),
        forbidden=tuple(ForbiddenPair(Number(a), Number(b)) for a, b in closed),
        **facts,  # type: ignore[arg-type]
    )
