"""Olympiads by chance, paired by Topboard itself round after round."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from random import Random

from topboard.errors import NoLegalPairing
from topboard.model import (
    Adjustment,
    ByeRuling,
    Colour,
    ForbiddenPair,
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
from topboard.reasons.decisions import RoundPairing
from topboard.systems.registry import system

SIZES = (*range(2, 14), 17, 20, 25, 30, 36, 41, 48, 55, 60)
MOST_ROUNDS = 9
EVENTS = 100


@dataclass(frozen=True, slots=True)
class Paired:
    """A round to pair, and what came of it; None: no legal pairing, with the refusal."""

    tournament: Tournament
    pairing: RoundPairing | None
    refusal: NoLegalPairing | None = None

    def __repr__(self) -> str:
        return f"{self.tournament.name}, round {self.tournament.round_to_pair}"


@cache
def rounds(edition: str) -> tuple[Paired, ...]:
    """All rounds of all events by chance; the same on every run."""
    return tuple(one for seed in range(EVENTS) for one in _event(edition, seed))


def paired_rounds(edition: str) -> list[tuple[Tournament, RoundPairing]]:
    """The rounds that have a legal pairing."""
    return [(one.tournament, one.pairing) for one in rounds(edition) if one.pairing is not None]


def _event(edition: str, seed: int) -> list[Paired]:
    chance = Random(f"{edition} {seed}")
    tournament = _opening(chance, f"{edition} {seed}")
    found = []
    for _ in range(chance.randint(3, MOST_ROUNDS)):
        tournament = _with_absences(chance, tournament)
        try:
            pairing = system(edition).pair(tournament)
        except NoLegalPairing as refusal:
            return [*found, Paired(tournament, None, refusal)]
        found.append(Paired(tournament, pairing))
        tournament = _play_round(chance, tournament, pairing)
    return found


def _opening(chance: Random, name: str) -> Tournament:
    count = chance.choice(SIZES)
    numbers = [Number(n) for n in range(1, count + 1)]
    several = chance.choice([0, 0, 1, count // 2])
    return Tournament(
        tuple(Team(n, f"Team {n}", joined=_first_round(chance)) for n in numbers),
        boards=4,
        name=name,
        lot=chance.choice(list(Colour)),
        forbidden=tuple(
            ForbiddenPair(*chance.sample(numbers, 2), chance.randint(1, 3), chance.randint(3, 9))
            for _ in range(several)
            if count > 2
        ),
        bye_rulings=tuple(
            ByeRuling(chance.choice(numbers), chance.random() < 0.5) for _ in range(several)
        ),
        adjustments=tuple(
            Adjustment(chance.choice(numbers), chance.choice([-10, 10]), 5, chance.randint(1, 5))
            for _ in range(several)
        ),
    )


def _first_round(chance: Random) -> int:
    return chance.choice([2, 2, 3]) if chance.random() < 0.05 else 1


def _with_absences(chance: Random, tournament: Tournament) -> Tournament:
    upcoming = tournament.round_to_pair
    asked = []
    for team in tournament.competitors:
        luck = chance.random()
        if team.joined <= upcoming and luck < 0.03:
            asked.append(Request(team.number, upcoming, Withdrawn() if luck < 0.005 else ZERO))
    return replace(tournament, requests=(*tournament.requests, *asked))


ZERO = ZeroPointBye()


def _play_round(chance: Random, tournament: Tournament, pairing: RoundPairing) -> Tournament:
    meetings = tuple(_meeting(chance, p.white, p.black) for p in pairing.pairs)
    busy = {n for p in pairing.pairs for n in (p.white, p.black)}
    away = []
    for team in tournament.competitors:
        if team.number == pairing.bye:
            away.append((team.number, PairingBye()))
        elif team.number not in busy:
            late = team.joined > pairing.round
            away.append((team.number, NotYetEntered() if late else ZERO))
    played = Round(pairing.round, meetings, tuple(away))
    return replace(tournament, rounds=(*tournament.rounds, played))


def _meeting(chance: Random, white: Number, black: Number) -> Meeting:
    luck = chance.random()
    if luck < 0.01:
        return Meeting(white, black, 0, 0, Manner.BOTH_DEFAULTED)
    if luck < 0.04:
        points = chance.choice([(40, 0), (30, 0), (0, 40)])
        return Meeting(white, black, *points, Manner.DEFAULT)
    if luck < 0.07:
        return Meeting(white, black, 15, 5, Manner.UNFINISHED)
    won = chance.choice([20, 20, 25, 30, 35, 40])
    points = (won, 40 - won)
    return Meeting(white, black, *(points if chance.random() < 0.5 else points[::-1]))
