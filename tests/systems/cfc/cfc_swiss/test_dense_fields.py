"""Fields in which many pairs are closed and colours are awkward, beside the second reading.

In events by chance most pairs are open. Here players have had three games against others who
have left, with any colours and results, and up to two thirds of all pairs are forbidden.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tests.player_events import RESULTS, event, player
from tests.sampling import sample, share_of
from tests.systems.cfc.cfc_swiss.events import field, pair
from tests.systems.cfc.cfc_swiss.test_second_reading import agree, by_the_engine
from topboard.model import (
    Away,
    ForbiddenPair,
    HalfPointBye,
    Meeting,
    Number,
    Request,
    Round,
    Tournament,
    Withdrawn,
)
from topboard.reasons.family_decisions import PairingQuality
from topboard.reasons.grounds import Criterion

pytestmark = pytest.mark.thorough

ROUNDS = 4


def dense_field(random: Random, players: int, results: str) -> Tournament:
    """Players with awkward histories, of whom few may meet each other."""
    meetings: list[list[Meeting]] = [[] for _ in range(ROUNDS)]
    away: list[list[tuple[Number, Away]]] = [[] for _ in range(ROUNDS)]
    strangers = []
    share = random.choice([0.0, 0.2, 0.5])
    for number in (Number(n) for n in range(1, players + 1)):
        for at in range(ROUNDS):
            if random.random() < share:
                away[at].append((number, HalfPointBye()))
                continue
            strangers.append(Number(1000 + len(strangers)))
            sides = random.choice([(number, strangers[-1]), (strangers[-1], number)])
            meetings[at].append(Meeting(*sides, *RESULTS[random.choice(results.split())]))
    closed = random.choice([0.1, 0.3, 0.5, 0.65])
    pairs = [
        ForbiddenPair(Number(a), Number(b))
        for a in range(1, players + 1)
        for b in range(a + 1, players + 1)
        if random.random() < closed
    ]
    people = [player(n) for n in range(1, players + 1)]
    return event(
        [*people, *(player(n, 1) for n in strangers)],
        rounds=tuple(Round(i + 1, tuple(meetings[i]), tuple(away[i])) for i in range(ROUNDS)),
        requests=tuple(Request(n, 1, Withdrawn()) for n in strangers),
        forbidden=pairs,
        variations=tuple(v for v in ("624.1", "631.1") if random.random() < 0.2),
    )


@pytest.mark.parametrize("block", range(4))
def test_one_group(block: int) -> None:
    random = Random(block)
    fields = [dense_field(random, random.choice([4, 6, 6, 8, 8]), "=") for _ in range(220)]

    assert sum(agree(tournament) for tournament in sample(fields, block)) > share_of(120)


def test_one_group_with_a_required_pair() -> None:
    random = Random(50)
    fields = []
    for _ in range(400):
        tournament = dense_field(random, random.choice([6, 8]), "=")
        a, b = random.sample(range(1, 7), 2)
        fields.append(replace(tournament, required=((Number(a), Number(b)),)))

    assert sum(agree(tournament) for tournament in sample(fields)) > share_of(100)


@pytest.mark.parametrize("block", range(4))
def test_several_groups(block: int) -> None:
    random = Random(100 + block)
    fields = [dense_field(random, random.randint(4, 8), "1:0 = 0:1") for _ in range(180)]

    assert sum(agree(tournament) for tournament in sample(fields, block)) > share_of(90)


def test_the_sample_fields_need_interchanges_and_deny_colours() -> None:
    random = Random(0)
    fields = [dense_field(random, 8, "=") for _ in range(200)]
    needed = {
        (measure.criterion, measure.value)
        for tournament in fields
        if by_the_engine(tournament) is not None
        for reason in pair(tournament).reasons
        if isinstance(reason, PairingQuality)
        for measure in reason.measures
    }

    assert {(Criterion.INTERCHANGE, 1), (Criterion.INTERCHANGE, 2)} <= needed
    assert {(Criterion.EQUALISE, 2), (Criterion.THIRD_COLOUR, 1)} <= needed
    assert {(Criterion.ALTERNATE, 1), (Criterion.ALTERNATE, 2)} <= needed


# --- large groups that are not as easy as they look -----------------------------------------


def everybody_has_met(first: int, last: int) -> str:
    return " ".join(f"{n}-{n + 1}..{last}" for n in range(first, last))


def pair_sets(tournament: Tournament) -> set[frozenset[int]]:
    return {frozenset((p.white, p.black)) for p in pair(tournament).pairs}


def test_a_large_group_where_most_have_met_is_not_treated_as_easy() -> None:
    # Seven of twelve have met each other: two of them must leave the group.
    tournament = field({20: "1..12", 10: "13..20"}, forbid=everybody_has_met(1, 7))

    leaving = [pair_ for pair_ in pair_sets(tournament) if min(pair_) <= 12 < max(pair_)]
    assert {min(pair_) for pair_ in leaving} == {6, 7}


def test_a_group_that_takes_in_more_than_it_can_spare_is_reexamined() -> None:
    # 1 to 6 have all met; they take 7 to 12. Of 13, 14 and 15 the first two have met.
    closed = f"{everybody_has_met(1, 6)} 13-14"
    tournament = field({20: "1..6", 10: "7..15", 0: "16..24"}, forbid=closed)

    assert {frozenset({n, n + 6}) for n in range(1, 7)} <= pair_sets(tournament)
    assert frozenset({13, 15}) in pair_sets(tournament)
    assert frozenset({14, 16}) in pair_sets(tournament)


def test_a_robust_group_gives_up_as_many_as_the_groups_below_need() -> None:
    # The eight lowest have all met each other: eight come down, the lowest ranked.
    tournament = field({10: "1..60", 0: "61..68"}, forbid=everybody_has_met(61, 68))

    assert {frozenset({n, n + 8}) for n in range(53, 61)} <= pair_sets(tournament)


def test_a_robust_group_gives_up_a_player_who_has_an_opponent_below() -> None:
    tournament = field({10: "1..41", 0: "42"}, forbid="33..41-42")

    assert frozenset({32, 42}) in pair_sets(tournament)


def test_a_robust_group_takes_in_many_odd_men_in_order() -> None:
    tournament = field({10: "1..9", 0: "10..51"}, forbid=f"{everybody_has_met(1, 9)} 1-10..20")

    expected = {frozenset({1, 21}), *(frozenset({n, n + 8}) for n in range(2, 10))}
    assert expected <= pair_sets(tournament)


def test_the_first_boundary_counts_before_the_intake_of_a_robust_group() -> None:
    # 3 to 8 have all met. If 1 and 2 came down, only four would go further; but they can meet.
    tournament = field({30: "1 2", 20: "3..8", 10: "9..60"}, forbid=everybody_has_met(3, 8))

    expected = {frozenset({1, 2}), *(frozenset({n, n + 6}) for n in range(3, 9))}
    assert expected <= pair_sets(tournament)
