"""Small events of teams for comparing two readings of the Olympiad rules.

``random_event`` was paired by the oracle and then struck by results, absences and defaults;
``scattered_event`` was paired by chance, so that colours and matches played are as awkward as
can be; ``every_history`` goes through all results of a tiny event. All of them stop early at a
round that cannot be paired: the readings must agree about that too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from random import Random
from typing import TYPE_CHECKING

from topboard.model import (
    Adjustment,
    ByeRuling,
    Colour,
    ForbiddenPair,
    Game,
    Manner,
    Meeting,
    NotYetEntered,
    Number,
    PairingBye,
    Request,
    Round,
    Team,
    Tournament,
    Withdrawn,
    ZeroPointBye,
)

from .olympiad import OracleNoPairing, OracleRound, oracle_pair

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from topboard.model import Away

BOARDS = 4
ALL_POINTS = 10 * BOARDS

WIN_DRAW_LOSS = ((25, 15), (20, 20), (15, 25))
"""The game points of a match (White's board 1 first) where only who wins matters."""


@dataclass(frozen=True, slots=True)
class Mishaps:
    """How often out of a hundred something happens to a team, a match or a pair of teams."""

    absent: int = 4
    withdrawn: int = 1
    late: int = 5
    default: int = 5
    nobody_came: int = 1
    unfinished: int = 5
    forbidden: int = 4
    adjusted: int = 3
    bye_ruling: int = 3


NO_MISHAPS = Mishaps(0, 0, 0, 0, 0, 0, 0, 0, 0)


def teams(count: int, late: Iterable[int] = ()) -> tuple[Team, ...]:
    """Teams 1 to ``count``; the late ones join in round 2."""
    arrived_late = set(late)
    return tuple(
        Team(Number(n), f"Team {n}", joined=2 if n in arrived_late else 1)
        for n in range(1, count + 1)
    )


def random_event(
    seed: int, count: int, rounds: int, edition: str, mishaps: Mishaps | None = None
) -> Tournament:
    """An event whose rounds so far the oracle paired; the next round is still to be paired."""
    return list(random_course(seed, count, rounds, edition, mishaps))[-1]


def random_course(
    seed: int, count: int, rounds: int, edition: str, mishaps: Mishaps | None = None
) -> Iterator[Tournament]:
    """``random_event`` as it was before each of its rounds."""
    chance = Random(f"{seed} {count} {rounds} {edition}")
    often = mishaps or Mishaps()
    tournament = _opening(chance, count, rounds, often)
    for _ in range(rounds):
        tournament = _with_absences(chance, tournament, often)
        yield tournament
        try:
            paired = oracle_pair(tournament, edition)
        except OracleNoPairing:
            return
        tournament = _play_round(chance, tournament, paired, often)
    yield _with_absences(chance, tournament, often)


def scattered_event(
    seed: int, count: int, rounds: int, mishaps: Mishaps | None = None
) -> Tournament:
    """An event whose rounds so far were paired and coloured by chance, rematches included."""
    chance = Random(f"scattered {seed} {count} {rounds}")
    often = mishaps or Mishaps()
    tournament = _opening(chance, count, rounds, often)
    for _ in range(rounds):
        tournament = _with_absences(chance, tournament, often)
        tournament = _play_round(chance, tournament, _pair_by_chance(chance, tournament), often)
    return _with_absences(chance, tournament, often)


def every_history(
    count: int,
    rounds: int,
    edition: str,
    results: Sequence[tuple[int, int]] = WIN_DRAW_LOSS,
    lot: Colour = Colour.WHITE,
) -> Iterator[Tournament]:
    """The event of ``count`` teams after every possible course of its first rounds."""
    yield from _continuations(
        Tournament(teams(count), boards=BOARDS, lot=lot), rounds, edition, results
    )


def _continuations(
    tournament: Tournament, rounds: int, edition: str, results: Sequence[tuple[int, int]]
) -> Iterator[Tournament]:
    if len(tournament.rounds) == rounds:
        yield tournament
        return
    try:
        paired = oracle_pair(tournament, edition)
    except OracleNoPairing:
        yield tournament
        return
    pairs = sorted(paired.pairs)
    for points in product(results, repeat=len(pairs)):
        meetings = [
            Meeting(white, black, *scored)
            for (white, black), scored in zip(pairs, points, strict=True)
        ]
        after = _with_round(tournament, meetings, paired.bye)
        yield from _continuations(after, rounds, edition, results)


# --- the parts of a random event ----------------------------------------------------------


def _happens(chance: Random, per_cent: int) -> bool:
    return chance.randrange(100) < per_cent


def _opening(chance: Random, count: int, rounds: int, often: Mishaps) -> Tournament:
    numbers = [Number(n) for n in range(1, count + 1)]
    return Tournament(
        teams(count, [n for n in numbers if _happens(chance, often.late)]),
        boards=BOARDS,
        lot=chance.choice([Colour.WHITE, Colour.BLACK]),
        forbidden=tuple(_forbidden_pairs(chance, numbers, rounds, often)),
        adjustments=tuple(_adjustments(chance, numbers, rounds, often)),
        bye_rulings=tuple(
            ByeRuling(n, chance.random() < 0.5, chance.randint(1, rounds + 1))
            for n in numbers
            if _happens(chance, often.bye_ruling)
        ),
    )


def _forbidden_pairs(
    chance: Random, numbers: Sequence[Number], rounds: int, often: Mishaps
) -> Iterator[ForbiddenPair]:
    for a in numbers:
        for b in numbers:
            if a < b and _happens(chance, often.forbidden):
                first = chance.randint(1, rounds + 1)
                last = chance.randint(first, rounds + 2)
                yield ForbiddenPair(a, b, first, last, wish=_happens(chance, 20))


def _adjustments(
    chance: Random, numbers: Sequence[Number], rounds: int, often: Mishaps
) -> Iterator[Adjustment]:
    for number in numbers:
        if _happens(chance, often.adjusted):
            first = chance.randint(1, rounds + 1)
            last = chance.randint(first, rounds + 2)
            yield Adjustment(
                number, chance.choice([-20, -10, 0, 10]), chance.choice([-15, 0, 10]), first, last
            )


def _with_absences(chance: Random, tournament: Tournament, often: Mishaps) -> Tournament:
    """Who stays away from the next round."""
    upcoming = tournament.round_to_pair
    gone = {r.number for r in tournament.requests if isinstance(r.outcome, Withdrawn)}
    asked = []
    for team in tournament.competitors:
        if team.joined > upcoming or team.number in gone:
            continue
        if _happens(chance, often.withdrawn):
            asked.append(Request(team.number, upcoming, Withdrawn()))
        elif _happens(chance, often.absent):
            asked.append(Request(team.number, upcoming))
    return replace(tournament, requests=tournament.requests + tuple(asked))


def _participants(tournament: Tournament) -> list[Number]:
    upcoming = tournament.round_to_pair
    away = {
        r.number
        for r in tournament.requests
        if r.round == upcoming or isinstance(r.outcome, Withdrawn)
    }
    return [
        c.number for c in tournament.competitors if c.joined <= upcoming and c.number not in away
    ]


def _pair_by_chance(chance: Random, tournament: Tournament) -> OracleRound:
    shuffled = _participants(tournament)
    chance.shuffle(shuffled)
    bye = shuffled.pop() if len(shuffled) % 2 else None
    pairs = frozenset(zip(shuffled[::2], shuffled[1::2], strict=True))
    return OracleRound(pairs, bye, ())


def _play_round(
    chance: Random, tournament: Tournament, paired: OracleRound, often: Mishaps
) -> Tournament:
    meetings = [_meeting(chance, white, black, often) for white, black in sorted(paired.pairs)]
    return _with_round(tournament, meetings, paired.bye)


def _meeting(chance: Random, white: Number, black: Number, often: Mishaps) -> Meeting:
    if _happens(chance, often.nobody_came):
        return Meeting(white, black, 0, 0, Manner.BOTH_DEFAULTED)
    if _happens(chance, often.default):
        won = chance.choice([ALL_POINTS, ALL_POINTS - 10])
        points = (won, 0) if chance.random() < 0.5 else (0, won)
        return Meeting(white, black, *points, Manner.DEFAULT)
    if _happens(chance, often.unfinished):
        return _unfinished_match(chance, white, black)
    return Meeting(white, black, *_points(chance, white, black))


def _unfinished_match(chance: Random, white: Number, black: Number) -> Meeting:
    """A match of which one game at least still goes on; its total is that of what is noted."""
    ends = [(10, 0), (0, 10), (5, 5)]
    boards = [chance.choice([*ends, None]) for _ in range(BOARDS - 1)]
    games = [
        Game(None, None, *(end or (0, 0)), Manner.PLAYED if end else Manner.BOTH_DEFAULTED)
        for end in boards
    ]
    going_on = Game(None, None, *chance.choice(ends), Manner.UNFINISHED)
    games.insert(chance.randrange(BOARDS), going_on)
    first = sum(g.black_points if at % 2 else g.white_points for at, g in enumerate(games))
    second = sum(g.white_points if at % 2 else g.black_points for at, g in enumerate(games))
    return Meeting(white, black, first, second, Manner.UNFINISHED, games=tuple(games))


def _points(chance: Random, white: Number, black: Number) -> tuple[int, int]:
    """The game points of a match: often a draw, more often a win of the smaller number."""
    roll = chance.randrange(10)
    if roll < 3:
        return ALL_POINTS // 2, ALL_POINTS // 2
    winner = chance.choice([25, 30, 35, 40])
    smaller_wins = roll < 8
    points = (winner, ALL_POINTS - winner)
    return points if (white < black) == smaller_wins else points[::-1]


def _with_round(
    tournament: Tournament, meetings: Sequence[Meeting], bye: Number | None
) -> Tournament:
    number = tournament.round_to_pair
    in_a_match = {n for m in meetings for n in (m.white, m.black)}
    away: list[tuple[Number, Away]] = []
    for team in tournament.competitors:
        if team.number == bye:
            away.append((team.number, PairingBye()))
        elif team.joined > number:
            away.append((team.number, NotYetEntered()))
        elif team.number not in in_a_match:
            away.append((team.number, _absence(tournament, team.number)))
    played = Round(number, tuple(meetings), tuple(away))
    return replace(tournament, rounds=(*tournament.rounds, played))


def _absence(tournament: Tournament, number: Number) -> Away:
    left = any(r.number == number and isinstance(r.outcome, Withdrawn) for r in tournament.requests)
    return Withdrawn() if left else ZeroPointBye()
