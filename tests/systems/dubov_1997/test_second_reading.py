"""The engine and the second reading agree: on all small groups, and on events of all kinds."""

from __future__ import annotations

from itertools import chain, combinations, product
from random import Random

import pytest

from tests.oracle.dubov import Answer, NoRound, pair as pair_by_hand
from tests.sampling import sample, share_of
from tests.systems.dubov_1997.events import (
    VARIATIONS,
    after_strangers,
    crowded_event,
    event_paired_by_chance,
    play_event,
)
from topboard.errors import NoLegalPairing
from topboard.systems.dubov_1997.dubov_1997 import pair

pytestmark = pytest.mark.thorough


def by_engine(tournament):
    try:
        pairing = pair(tournament)
    except NoLegalPairing:
        return None
    return Answer(frozenset((p.white, p.black) for p in pairing.pairs), pairing.bye)


def by_hand(tournament):
    try:
        return pair_by_hand(tournament)
    except NoRound:
        return None


def subsets(items):
    items = tuple(items)
    return chain.from_iterable(combinations(items, size) for size in range(len(items) + 1))


def compare(tournaments):
    """How many tournaments have a round; they must all have the same one in both readings."""
    paired = 0
    for tournament in tournaments:
        answer = by_engine(tournament)
        assert answer == by_hand(tournament), tournament
        paired += answer is not None
    return paired


@pytest.mark.parametrize(
    "points", [(5, 5, 5, 5), (10, 5, 5, 5), (10, 10, 5, 5), (10, 10, 10, 0), (10, 5, 5, 0)]
)
def test_four_players_with_every_set_of_forbidden_pairs_and_every_due_colour(points):
    everything = product(product("WB", repeat=4), subsets(combinations(range(1, 5), 2)))
    groups = (
        after_strangers("".join(due), points, closed) for due, closed in sample(everything, points)
    )

    assert compare(groups) > share_of(500)


def test_three_whites_and_three_blacks_with_every_set_of_forbidden_rows():
    across = tuple(product((1, 2, 3), (4, 5, 6)))
    within = ((), ((1, 2),), ((2, 3), (1, 3)), ((1, 2), (1, 3), (2, 3)))
    groups = (
        after_strangers("WWWBBB", (5,) * 6, (*rows, *own))
        for rows, own in sample(product(subsets(across), within))
    )

    assert compare(groups) > share_of(1000)


def test_four_whites_and_four_blacks_with_few_possible_pairs():
    random = Random(1997)
    everything = tuple(combinations(range(1, 9), 2))

    def few_open():
        return after_strangers("WWWWBBBB", (5,) * 8, random.sample(everything, 17))

    assert compare(sample(few_open() for _ in range(800))) > share_of(160)


GROUPS_OF_EIGHT = (
    (10, 10, 10, 10, 5, 5, 5, 5),
    (10, 10, 10, 10, 5, 5, 0, 0),
    (10, 10, 10, 10, 10, 10, 5, 5),
    (10, 10, 10, 10, 5, 5, 5, 0),
    (10, 10, 5, 5, 5, 5, 0, 0),
)


def test_groups_of_eight_that_have_to_let_players_drop():
    random = Random(64)

    def few_open():
        share = random.choice((0.3, 0.4, 0.5, 0.6))
        closed = [p for p in combinations(range(1, 9), 2) if random.random() < share]
        due = "".join(random.choices("WB", k=8))
        return after_strangers(due, random.choice(GROUPS_OF_EIGHT), closed)

    assert compare(sample(few_open() for _ in range(300))) > share_of(240)


def test_crowded_states_of_six_to_ten_players():
    # In these four, players who are not needed below would leave if each went on his own.
    seeds = (1244, 1315, 2229, 3430, *sample(range(200)))

    assert compare(crowded_event(seed) for seed in seeds) > share_of(150)


@pytest.mark.parametrize("variations", VARIATIONS)
def test_two_groups_of_three_with_every_set_of_forbidden_pairs_between_them(variations):
    across = tuple(product((1, 2, 3), (4, 5, 6)))
    within = ((), ((1, 2),), ((4, 5), (1, 3)))
    groups = (
        after_strangers("WBWBWW", (10, 10, 10, 5, 5, 5), (*closed, *own), variations=variations)
        for closed, own in sample(product(subsets(across), within), variations)
    )

    assert compare(groups) > share_of(500)


def test_five_players_and_a_bye_with_every_set_of_forbidden_pairs():
    groups = (
        after_strangers("WBBWW", (10, 5, 5, 5, 0), closed)
        for closed in sample(subsets(combinations(range(1, 6), 2)))
    )

    assert compare(groups) > share_of(500)


def test_events_with_absences_forfeits_and_forbidden_pairs():
    rounds = [
        tournament
        for seed in sample(range(80))
        for tournament, _ in play_event(seed, count=3 + seed % 10, rounds=4 + seed % 7)
    ]

    assert len(rounds) > share_of(400)
    assert compare(rounds) > share_of(350)


def test_randomly_paired_events_agree_with_the_second_reading():
    assert compare(event_paired_by_chance(seed) for seed in sample(range(700))) > share_of(510)
