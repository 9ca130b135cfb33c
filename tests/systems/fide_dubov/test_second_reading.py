"""The engine pairs as the text read literally, and as the rounds paired by others."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from tests.oracle import fide_dubov_2026 as oracle
from tests.oracle.fide_dutch_events import (
    event_paired_by_chance,
    opening,
    with_absences,
    with_round,
)
from topboard._frozen import replace
from topboard.errors import NoLegalPairing
from topboard.formats import read
from topboard.model import Number, Request, ZeroPointBye
from topboard.systems.fide_common.acceleration import compute_prescribed_virtual_points
from topboard.systems.fide_dubov import fide_dubov_2026

pytestmark = pytest.mark.thorough

FOLDER = Path(__file__).parents[2] / "fixtures" / "fide" / "dubov"


def by_the_engine(tournament):
    try:
        made = fide_dubov_2026.pair_without_reasons(tournament)
    except NoLegalPairing:
        return None
    return frozenset((pair.white, pair.black) for pair in made.pairs), made.bye


def by_the_text(tournament):
    virtual = {one.number: one.points for one in compute_prescribed_virtual_points(tournament)}
    forfeits = "forfeits-float" in tournament.variations
    try:
        answer = oracle.pair_round(tournament, virtual, forfeits)
    except oracle.NoPairing:
        return None
    return answer.pairs, answer.bye


def with_random_ratings(tournament, chance):
    """The same event with other ratings, many of them equal or near."""
    width = chance.choice((20, 200, 900))
    ratings = sorted((1500 + chance.randrange(width) for _ in tournament.competitors), reverse=True)
    players = zip(tournament.competitors, ratings, strict=True)
    return replace(
        tournament, competitors=tuple(replace(player, rating=one) for player, one in players)
    )


@pytest.mark.parametrize("block", range(10))
def test_random_rounds_are_paired_as_the_text_says(block: int) -> None:
    paired = 0
    for seed in range(30 * block, 30 * block + 30):
        tournament = with_random_ratings(
            event_paired_by_chance(seed, 4 + seed % 7, 1 + seed % 5), Random(seed)
        )
        if seed % 3 == 0:
            tournament = replace(tournament, variations=("forfeits-float",))
        answer = by_the_engine(tournament)
        assert answer == by_the_text(tournament), seed
        paired += answer is not None
    assert paired > 15


@pytest.mark.parametrize("seed", range(12))
def test_whole_events_are_paired_as_the_text_says(seed: int) -> None:
    chance = Random(f"dubov {seed}")
    event = with_random_ratings(opening(chance, 5 + seed % 6, chance.choice((5, 7, 9))), chance)
    if seed % 4 == 0:
        event = replace(event, variations=("baku",))
    for _ in range(event.planned_rounds):
        event = with_absences(chance, event)
        answer = by_the_text(event)
        assert by_the_engine(event) == answer
        if answer is None:
            return
        event = with_round(chance, event, sorted(answer[0]), answer[1])


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.json")))
def test_another_enumeration_pairs_the_rounds_alike(name: str) -> None:
    whole = read(FOLDER / f"{name}.trf")
    expected = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))["rounds"]
    for golden in expected:
        number = golden["round"]
        absent = tuple(Request(Number(n), number, ZeroPointBye()) for n in golden["absent"])
        made = by_the_engine(replace(whole.before(number), requests=absent))
        assert made == ({tuple(pair) for pair in golden["pairs"]}, golden["bye"]), number
