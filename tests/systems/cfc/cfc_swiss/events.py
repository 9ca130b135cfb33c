"""Words in which the tests of the Canadian Swiss write down fields in the middle of an event.

``field({20: "1..4", 10: "5 6"}, colours={1: "WW"}, met="1-3")`` has points in tenths, colours had
so far and pairs made before; the players are those of ``tests.player_events``.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

from tests.player_events import RESULTS, player
from tests.team_events import numbers, parse_pairs
from topboard.errors import NoLegalPairing
from topboard.model import (
    Adjustment,
    Colour,
    ForbiddenPair,
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
from topboard.systems.cfc import cfc_swiss

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from topboard.model import Away
    from topboard.reasons.decisions import RoundPairing

STRANGERS = 1000


def field(
    scores: Mapping[int, str],
    *,
    colours: Mapping[int, str] | None = None,
    met: str = "",
    after: int = 1,
    forbid: str = "",
    **facts: Any,
) -> Tournament:
    """A field in which the players have these points, colours and earlier pairs.

    Colours were had against players who have left; earlier pairs were forfeited by both.
    """
    points = {n: score for score, text in scores.items() for n in numbers(text)}
    rounds: list[list[Meeting]] = [[] for _ in range(after)]
    busy = {n: set() for n in points}
    drawn = dict.fromkeys(points, 0)
    strangers = []
    for n, sequence in (colours or {}).items():
        for at, colour in enumerate(sequence):
            strangers.append(Number(STRANGERS + len(strangers) + 1))
            sides = (Number(n), strangers[-1])
            while len(rounds) <= at:
                rounds.append([])
            rounds[at].append(Meeting(*(sides if colour == "W" else sides[::-1]), 5, 5))
            busy[Number(n)].add(at)
            drawn[Number(n)] += 5
    for a, b in parse_pairs(met):
        at = next(i for i in range(99) if i not in busy[a] | busy[b])
        while len(rounds) <= at:
            rounds.append([])
        rounds[at].append(Meeting(a, b, 0, 0, Manner.BOTH_DEFAULTED))
        busy[a].add(at)
        busy[b].add(at)
    facts.setdefault("lot", Colour.WHITE)
    facts.setdefault("planned_rounds", 9)
    return Tournament(
        (*(player(n) for n in sorted(points)), *(player(n, 1) for n in strangers)),
        tuple(Round(i, tuple(meetings)) for i, meetings in enumerate(rounds, start=1)),
        adjustments=tuple(Adjustment(n, points[n] - drawn[n]) for n in points),
        requests=tuple(Request(n, 1, Withdrawn()) for n in strangers),
        forbidden=tuple(ForbiddenPair(a, b) for a, b in parse_pairs(forbid)),
        **facts,
    )


def without_ratings(tournament: Tournament, text: str) -> Tournament:
    """The event with some players without a rating."""
    without = set(numbers(text))
    return replace(
        tournament,
        competitors=tuple(
            replace(c, rating=None) if isinstance(c, Player) and c.number in without else c
            for c in tournament.competitors
        ),
    )


def pair(tournament: Tournament) -> RoundPairing:
    """The next round."""
    return cfc_swiss.pair(tournament)


# --- events by chance ---------------------------------------------------------------------


def chance_result(random: Random, white: Number, black: Number, played_share: float) -> Meeting:
    """A result by chance, now and then a default."""
    if random.random() > played_share:
        return Meeting(white, black, *RESULTS[random.choice(("+:-", "-:+", "-:-"))])
    return Meeting(white, black, *RESULTS[random.choice(("1:0", "0:1", "="))])


def play(
    tournament: Tournament,
    paired: RoundPairing,
    random: Random,
    away: Sequence[tuple[Number, Away]] = (),
    played_share: float = 0.97,
) -> Tournament:
    """The event after the round has been played with chance results."""
    meetings = tuple(chance_result(random, p.white, p.black, played_share) for p in paired.pairs)
    bye = () if paired.bye is None else ((paired.bye, PairingBye()),)
    played = Round(tournament.round_to_pair, meetings, (*away, *bye))
    return replace(tournament, rounds=(*tournament.rounds, played))


def play_event(
    tournament: Tournament, seed: int, rounds: int, absences: float = 0.03
) -> list[Tournament]:
    """The event before each of its rounds, with absent, late and leaving players by chance."""
    random = Random(seed)
    lived = []
    for number in range(1, rounds + 1):
        asked = tuple(
            Request(c.number, number, random.choice((HalfPointBye(), ZeroPointBye(), Withdrawn())))
            for c in tournament.competitors
            if random.random() < absences
        )
        gone = tuple(r for r in tournament.requests if isinstance(r.outcome, Withdrawn))
        tournament = replace(tournament, requests=(*gone, *asked))
        try:
            paired = cfc_swiss.pair(tournament)
        except NoLegalPairing:
            break
        lived.append(tournament)
        missing = {r.number: r.outcome for r in (*gone, *asked)}
        tournament = play(tournament, paired, random, tuple(missing.items()))
    return lived
