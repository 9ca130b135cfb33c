"""What holds of every round, in fields too large for the second reading."""

from __future__ import annotations

import pytest

import topboard
from tests.systems.fide_burstein.cards import EDITION
from topboard.analysis.generate import Wishes
from topboard.reasons.decisions import OpponentChoice
from topboard.reasons.family_decisions import OppositionRanking
from topboard.systems.fide_burstein.fide_burstein_2026 import build_ranked_field
from topboard.systems.fide_burstein.rounds import compute_seeding_round_count
from topboard.systems.fide_common.legality import have_same_absolute_preference
from topboard.systems.registry import system

pytestmark = pytest.mark.thorough

BURSTEIN = system(EDITION)
WISHES = Wishes(
    competitors=101, rounds=7, absences=4, no_shows=2, late=4, leaving=4, unpaired_last=True
)
ACCELERATED = Wishes(
    competitors=80, rounds=6, half_byes=4, variations=("baku",), unpaired_last=True
)


@pytest.fixture(
    scope="module",
    params=[(WISHES, 1), (WISHES, 2), (ACCELERATED, 3)],
    ids=["odd", "other", "baku"],
)
def rounds(request):
    """The facts before each round after the seeding rounds, with its pairing."""
    wishes, seed = request.param
    event = topboard.generate(EDITION, seed, wishes)
    after = range(compute_seeding_round_count(event.planned_rounds) + 1, event.planned_rounds + 1)
    return [(before, BURSTEIN.pair(before)) for before in map(event.before, after)]


def test_everybody_is_paired_once_and_nobody_meets_the_same_opponent_twice(rounds):
    for before, made in rounds:
        ranked = build_ranked_field(before)
        there = {p.number: p for p in ranked.players}
        paired = [n for pair in made.pairs for n in (pair.white, pair.black)]
        assert sorted([*paired, *([made.bye] if made.bye else [])]) == sorted(there)
        for pair in made.pairs:
            assert pair.black not in ranked.met[pair.white]
            assert not have_same_absolute_preference(there[pair.white], there[pair.black])
        assert made.bye is None or there[made.bye].barred is None


def test_every_pair_has_a_reason_and_pairing_without_reasons_is_the_same(rounds):
    for before, made in rounds:
        chosen = {
            frozenset((r.chooser, r.chosen)) for r in made.reasons if isinstance(r, OpponentChoice)
        }
        assert chosen == {frozenset((p.white, p.black)) for p in made.pairs}
        bare = BURSTEIN.pair_without_reasons(before)
        assert (bare.pairs, bare.bye) == (made.pairs, made.bye)


def test_members_are_numbered_by_the_index_and_choose_in_that_order(rounds):
    for _, made in rounds:
        for ranked in (r for r in made.reasons if isinstance(r, OppositionRanking)):
            keys = [(-one.buchholz, -one.sonneborn_berger, one.number) for one in ranked.ranked]
            assert keys == sorted(keys)
        for pair in (r for r in made.reasons if isinstance(r, OpponentChoice)):
            assert pair.numbers[0] < pair.numbers[1]


def test_a_published_event_is_reproduced_by_the_rules():
    event = topboard.generate(EDITION, 5, Wishes(competitors=41, rounds=7, absences=5))

    assert all(not one.differences for one in topboard.check(event))
