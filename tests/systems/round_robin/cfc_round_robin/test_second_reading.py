"""Random events beside the second reading of 653 and 673."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from tests.oracle.round_robin import table_of_results
from tests.systems.round_robin.cfc_round_robin.scores import (
    PLAYERS,
    TEAMS,
    event,
    played_out,
    teams,
)
from topboard.model import Tournament
from topboard.systems.registry import system

pytestmark = pytest.mark.thorough


def random_event(seed: int, edition: str) -> tuple[Tournament, bool]:
    """An event of up to nine, some of whom leave, after some or all of its rounds."""
    random = Random(seed)
    size, double = random.randrange(2, 10), random.random() < 0.3
    last = (size - 1 + size % 2) * (2 if double else 1)
    leaving = {
        n: random.randrange(1, last + 1) for n in range(1, size + 1) if random.random() < 0.25
    }
    entered = {"competitors": teams(size), "boards": 3} if edition == TEAMS else {}
    variations = ("double",) if double else ()
    tournament = event(size, system=edition, leaving=leaving, variations=variations, **entered)
    return played_out(tournament, seed, random.randrange(last + 1)), double


@pytest.mark.parametrize("edition", [PLAYERS, TEAMS])
@settings(max_examples=300)
@given(seed=st.integers(0, 10**9))
def test_standings_match_the_second_reading(edition: str, seed: int) -> None:
    tournament, double = random_event(seed, edition)

    lines = system(edition).standings(tournament).lines

    ours = [
        (
            int(line.number),
            Fraction(line.points, 10),
            *(Fraction(v.value, v.scale) for v in line.values),
        )
        for line in lines
    ]
    expected = table_of_results(tournament, double=double, teams=edition == TEAMS)
    assert ours == expected
    assert [line.place for line in lines] == sorted(line.place for line in lines)


@settings(max_examples=60)
@given(seed=st.integers(0, 10**9))
def test_the_rounds_of_a_card_add_up_to_the_score(seed: int) -> None:
    tournament, _ = random_event(seed, PLAYERS)
    edition = system(PLAYERS)

    rows = edition.scores_by_round(tournament)

    assert rows is not None

    for line in edition.standings(tournament).lines:
        assert sum(rows[line.number]) == line.points
        assert len(rows[line.number]) == len(tournament.rounds)


@settings(max_examples=60)
@given(seed=st.integers(0, 10**9))
def test_the_order_of_entry_is_irrelevant(seed: int) -> None:
    tournament, _ = random_event(seed, PLAYERS)
    shuffled = list(tournament.competitors)
    Random(seed).shuffle(shuffled)
    other = Tournament(
        tuple(shuffled),
        tournament.rounds,
        system=PLAYERS,
        requests=tournament.requests[::-1],
        variations=tournament.variations,
    )

    edition = system(PLAYERS)
    assert edition.standings(other) == edition.standings(tournament)
    assert edition.timetable is not None
    if len(tournament.rounds) < len(edition.timetable(tournament)):
        assert edition.pair(other) == edition.pair(tournament)
