"""The engine beside a second reading that writes every complete pairing down and compares them.

Exhaustive: every result of the first two rounds of four and of six players, basic and with each
variation. By chance: events of up to eight players over several rounds with byes, absences,
defaults, unfinished games, late entrants, wishes, forbidden and required pairs, and any
combination of variations.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product
from random import Random

import pytest

from tests.oracle import cfc
from tests.player_events import RESULTS, event, player
from tests.sampling import sample, share_of
from tests.systems.cfc.cfc_swiss.events import pair, play
from topboard.errors import NoLegalPairing
from topboard.model import (
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
from topboard.model.history import participants_to_pair

pytestmark = pytest.mark.thorough

BY_CHANCE = ("616.1", "617.1", "619.1", "624.1", "624.2", "631.1")
Answer = tuple[list[tuple[int, int]], int | None] | None


def by_the_engine(tournament: Tournament) -> Answer:
    try:
        paired = pair(tournament)
    except NoLegalPairing:
        return None
    return sorted((p.white, p.black) for p in paired.pairs), paired.bye


def by_the_second_reading(tournament: Tournament) -> Answer:
    try:
        result = cfc.pair(tournament)
    except cfc.NoPairing:
        return None
    return sorted(result.pairs), result.bye


def agree(tournament: Tournament) -> bool:
    """Whether both readings pair the round alike; if not, both are shown."""
    ours, theirs = by_the_engine(tournament), by_the_second_reading(tournament)
    assert ours == theirs, tournament
    return ours is not None


# --- every result -------------------------------------------------------------------------


def after_every_result(tournament: Tournament) -> list[Tournament]:
    """The event after the next round, with every combination of results."""
    paired = pair(tournament)
    number = tournament.round_to_pair
    later = []
    for results in product(("1:0", "=", "0:1"), repeat=len(paired.pairs)):
        meetings = tuple(
            Meeting(p.white, p.black, *RESULTS[result])
            for p, result in zip(paired.pairs, results, strict=True)
        )
        away = () if paired.bye is None else ((paired.bye, PairingBye()),)
        later.append(
            replace(tournament, rounds=(*tournament.rounds, Round(number, meetings, away)))
        )
    return later


@pytest.mark.parametrize("variations", [(), *((v,) for v in (*BY_CHANCE, "633.1", "633.2"))])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_all_results_of_three_to_five_players(players: int, variations: tuple[str, ...]) -> None:
    events = [event(players, variations=variations, planned_rounds=3)]
    paired = 0
    while events:
        paired += sum(agree(tournament) for tournament in sample(events, variations))
        lived = [e for e in events if by_the_engine(e) is not None and len(e.rounds) < 2]
        events = [later for tournament in lived for later in after_every_result(tournament)]

    assert paired >= share_of({3: 13, 4: 91, 5: 91}[players])


@pytest.mark.parametrize("variations", [(), ("631.1",), ("633.2",), ("624.1", "624.2")])
def test_all_results_of_six_players_over_two_rounds(variations: tuple[str, ...]) -> None:
    first = event(6, variations=variations, planned_rounds=5)
    second = after_every_result(first)
    third = [later for tournament in second for later in after_every_result(tournament)]

    assert all(agree(tournament) for tournament in (first, *second, *sample(third, variations)))
    assert len(third) == 729


# --- by chance ----------------------------------------------------------------------------


def chance_player(random: Random, number: int) -> Player:
    late = random.random() < 0.12
    return player(
        number,
        random.choice([None, 0, 0, 0, 0, 0]) if not late else random.randint(1900, 2050),
        joined=random.randint(2, 3) if late else 1,
        pairing_score=random.choice([None, 0, 5, 10]) if late else None,
        affiliations=tuple(tag for tag in "abc" if random.random() < 0.2),
        club=random.choice(("", "", "", "a", "d")),
    )


def chance_event(random: Random, most: int) -> Tournament:
    count = random.randint(2, most)
    chosen = [v for v in BY_CHANCE if random.random() < 0.25]
    chosen += random.choice([[], [], ["613.1a"], ["613.1b"]])
    chosen += random.choice([[], [], [], ["633.1"], ["633.2"]])
    pairs = [random.sample(range(1, count + 1), 2) for _ in range(random.choice([0, 0, 1, 2]))]
    players = tuple(chance_player(random, n) for n in range(1, count + 1))
    asked = [c.number for c in players if random.random() < 0.3]
    return Tournament(
        players,
        planned_rounds=random.randint(2, 7),
        lot=random.choice([Colour.WHITE, Colour.BLACK, None]),
        variations=tuple(chosen),
        forbidden=(
            *(ForbiddenPair(Number(a), Number(b), wish=random.random() < 0.6) for a, b in pairs),
            *(ForbiddenPair(a, b, wish=True) for a, b in combinations(asked, 2)),
        ),
    )


def with_absences(tournament: Tournament, random: Random) -> Tournament:
    number = tournament.round_to_pair
    outcomes = (HalfPointBye(), ZeroPointBye(), Withdrawn())
    asked = tuple(
        Request(c.number, number, random.choice(outcomes))
        for c in tournament.competitors
        if random.random() < 0.06
    )
    gone = tuple(r for r in tournament.requests if isinstance(r.outcome, Withdrawn))
    return replace(tournament, requests=(*gone, *asked))


def one_unfinished(tournament: Tournament, random: Random) -> Tournament:
    last = tournament.rounds[-1]
    if not last.meetings or random.random() < 0.7:
        return tournament
    at = random.randrange(len(last.meetings))
    going_on = replace(last.meetings[at], manner=Manner.UNFINISHED)
    meetings = (*last.meetings[:at], going_on, *last.meetings[at + 1 :])
    return replace(tournament, rounds=(*tournament.rounds[:-1], replace(last, meetings=meetings)))


def compare_readings(seed: int, most: int) -> int:
    """Compare the two readings round by round through one event; how many rounds were paired."""
    random = Random(seed)
    tournament = chance_event(random, most)
    paired = 0
    for _ in range(tournament.planned_rounds):
        tournament = with_absences(tournament, random)
        numbers = [c.number for c in tournament.competitors]
        required = (random.choice(numbers), random.choice(numbers))
        if len({*required} & {*participants_to_pair(tournament)}) == 2:
            agree(replace(tournament, required=(required,)))
        if not agree(tournament):
            break
        paired += 1
        away = [(r.number, r.outcome) for r in tournament.requests]
        absent = [(n, o) for n, o in away if n in numbers]
        tournament = play(tournament, pair(tournament), random, absent, played_share=0.9)
        tournament = one_unfinished(tournament, random)
    return paired


@pytest.mark.parametrize("block", range(4))
def test_random_events_of_up_to_eight_players(block: int) -> None:
    paired = sum(
        compare_readings(seed, 8) for seed in sample(range(100 * block, 100 * block + 100), block)
    )

    assert paired > share_of(200)


def test_some_random_events_of_ten_players() -> None:
    assert sum(compare_readings(seed, 10) for seed in sample(range(10_000, 10_020))) > share_of(35)
