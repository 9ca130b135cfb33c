"""The engine against the literal reading of the text, on small fields of all kinds."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tests.oracle import fide_lim
from tests.oracle.fide_dutch_events import (
    event_paired_by_chance,
    opening,
    with_absences,
    with_round,
)
from topboard.errors import NoLegalPairing
from topboard.model import Number, VirtualPoints
from topboard.reasons.decisions import Floated
from topboard.reasons.family_decisions import PairBrokenUp
from topboard.systems.fide_lim.fide_lim_2026 import pair, pair_without_reasons

pytestmark = pytest.mark.thorough


def by_the_engine(tournament):
    """Pairs, bye, pairs cracked and floaters exchanged; the same tables come without reasons."""
    try:
        paired = pair(tournament)
    except NoLegalPairing:
        return None
    bare = pair_without_reasons(tournament)
    assert (bare.pairs, bare.bye) == (paired.pairs, paired.bye)
    cracked = sum(isinstance(reason, PairBrokenUp) for reason in paired.reasons)
    floaters = (reason for reason in paired.reasons if isinstance(reason, Floated))
    exchanged = sum(reason.instead_of is not None for reason in floaters)
    return frozenset((p.white, p.black) for p in paired.pairs), paired.bye, cracked, exchanged


def by_the_text(tournament, virtual=None):
    try:
        answer = fide_lim.pair_round(tournament, virtual)
    except fide_lim.NoRound:
        return None
    return answer.pairs, answer.bye, answer.cracked, answer.exchanged


def rated_by_chance(tournament, chance):
    """Ratings far and near, some players without; perhaps a maxi-tournament."""
    people = tuple(
        replace(one, rating=chance.choice((None, *(chance.randint(1800, 2300) for _ in range(4)))))
        for one in tournament.competitors
    )
    maxi = ("maxi",) if chance.random() < 0.5 else ()
    return replace(tournament, competitors=people, variations=maxi)


def compare(tournaments):
    """How many rounds there are, in how many a pair was cracked, and in how many a floater was
    exchanged: equal by both readings."""
    paired = cracked = exchanged = 0
    for tournament in tournaments:
        found = by_the_engine(tournament)
        assert found == by_the_text(tournament), tournament
        paired += found is not None
        cracked += found is not None and found[2] > 0
        exchanged += found is not None and found[3] > 0
    return paired, cracked, exchanged


def test_random_rounds_are_paired_as_the_text_says():
    """Whoever met whom before: such rounds have floaters of all types and blocked medians."""
    rounds = [
        rated_by_chance(event_paired_by_chance(seed, 4 + seed % 9, seed % 8), Random(seed))
        for seed in range(400)
    ]

    paired, cracked, exchanged = compare(rounds)

    assert paired > 250
    assert cracked > 40
    assert exchanged > 5


def play_event(seed, count, rounds):
    """An event before each of its rounds, as the engine pairs them."""
    chance = Random(f"lim {seed} {count} {rounds}")
    tournament = rated_by_chance(opening(chance, count, rounds), chance)
    for _ in range(rounds):
        tournament = with_absences(chance, tournament)
        yield tournament
        try:
            made = pair_without_reasons(tournament)
        except NoLegalPairing:
            return
        pairs = [(one.white, one.black) for one in made.pairs]
        tournament = with_round(chance, tournament, pairs, made.bye)


def test_whole_events_are_paired_as_the_text_says():
    rounds = (before for seed in range(25) for before in play_event(seed, 5 + seed % 8, 7))

    paired, _, exchanged = compare(rounds)

    assert paired > 100
    assert exchanged > 0


def test_rounds_with_virtual_points_are_paired_as_the_text_says():
    for seed in range(40):
        tournament = event_paired_by_chance(seed, 6 + seed % 6, seed % 4)
        virtual = {n: (10,) * 9 for n in range(1, 5)}
        recorded = tuple(VirtualPoints(Number(n), points) for n, points in virtual.items())

        found = by_the_engine(replace(tournament, virtual=recorded))

        assert found == by_the_text(tournament, virtual)


def test_a_required_pair_is_made():
    forced = 0
    for seed in range(30):
        tournament = event_paired_by_chance(seed, 8, 3)
        found = by_the_engine(tournament)
        here = sorted(n for pair in found[0] for n in pair) if found else []
        for a, b in zip(here[::3], here[1::3], strict=False):
            asked = replace(tournament, required=((a, b),))
            found = by_the_engine(asked)
            assert found == by_the_text(asked)
            if found is not None:
                assert {a, b} in [{*pair} for pair in found[0]]
                forced += 1

    assert forced > 20
