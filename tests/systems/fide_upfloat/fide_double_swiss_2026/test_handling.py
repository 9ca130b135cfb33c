"""The handling rules that pairing looks at (C.04.1, C.04.2) and acceleration (C.04.7)."""

from __future__ import annotations

from io import BytesIO

import pytest

from tests.player_events import player
from tests.systems.fide_dutch.cards import opponents
from tests.systems.fide_upfloat.fide_double_swiss_2026.cards import card, event, group, pair_cards
from tests.team_events import reasons
from topboard._frozen import replace
from topboard.errors import BadInput
from topboard.formats import dumps, read
from topboard.model import Number, Request, Scale, VirtualPoints, Withdrawn, ZeroPointBye
from topboard.reasons.decisions import PairingWarning
from topboard.systems.fide_common.acceleration import compute_upper_group_size
from topboard.systems.fide_upfloat.fide_double_swiss_2026 import NAME, build_field, virtual_points
from topboard.systems.registry import system

DOUBLE = system(NAME)
BAKU = ("baku",)


def profiles(tournament):
    return {profile.number: profile for profile in build_field(tournament).players}


@pytest.mark.article("fide_double_swiss_2026:C.04.1 1")
def test_a_missing_number_of_rounds_gives_a_warning():
    told = [
        str(warned.what)
        for warned in reasons(DOUBLE.pair(event(4, planned_rounds=0)), PairingWarning)
    ]

    assert any("the number of rounds is not known" in words for words in told)


@pytest.mark.article("fide_double_swiss_2026:C.04.2 1.1", "fide_double_swiss_2026:C.04.7 1.1")
def test_an_unpublished_or_unsuitable_acceleration_is_refused():
    with pytest.raises(BadInput):
        DOUBLE.pair(event(8, variations=("sunday",)))
    with pytest.raises(BadInput, match="make a win worth two draws"):
        DOUBLE.pair(event(8, variations=BAKU, game_scale=Scale(30, 10, 0)))
    assert DOUBLE.pair(event(8, variations=BAKU)).pairs


@pytest.mark.article("fide_double_swiss_2026:C.04.2 1.3")
@pytest.mark.parametrize("variations", [(), BAKU])
def test_the_report_names_the_system_and_the_acceleration(variations):
    report = dumps(event(8, variations=variations), "trf26")

    (said,) = [line[4:] for line in report.splitlines() if line.startswith("192")]
    assert said == "FIDE_DOUBLESWISS" + ("_BAKU" if variations else "")
    assert read(BytesIO(report.encode())).system == NAME


@pytest.mark.article("fide_double_swiss_2026:C.04.2 1.4")
def test_the_same_facts_give_the_same_pairing_in_any_order():
    tournament = event(8, "1-5 =1, 6-2 1=, 3-7 11, 8-4 01", "1-6 11, 7-8 ==, 4-3 ==, 2-5 01")
    turned = replace(
        tournament,
        competitors=tournament.competitors[::-1],
        rounds=tuple(replace(r, meetings=r.meetings[::-1]) for r in tournament.rounds),
    )

    assert DOUBLE.pair(tournament) == DOUBLE.pair(turned)


@pytest.mark.article(
    "fide_double_swiss_2026:C.04.2 2.1",
    "fide_double_swiss_2026:C.04.2 2.2",
    "fide_double_swiss_2026:1.1",
)
def test_the_initial_list_goes_by_strength():
    entered = [player(1, 1500), player(2, 1900), player(3, None)]

    listed = DOUBLE.assign_pairing_numbers(event(entered, lot=None, unrated_as=1700))

    assert [p.name for p in listed.competitors] == ["Player 2", "Player 3", "Player 1"]


@pytest.mark.article("fide_double_swiss_2026:C.04.2 2.4", "fide_double_swiss_2026:C.04.2 2.5")
def test_a_late_entry_is_paired_on_arrival_and_moves_the_others_down():
    people = [player(1), player(2, joined=3), player(3), player(4), player(5)]
    after = event(people, "1-4 ==, 3-5 11", "3-1 ==, 5-4 ==")
    still = replace(after, requests=(Request(Number(2), 3),))

    assert (profiles(after)[2].points, profiles(after)[3].parity) == (0, 3)
    assert sorted(profiles(still)) == [1, 3, 4, 5]
    assert profiles(still)[3].parity == 2


@pytest.mark.article("fide_double_swiss_2026:C.04.2 3.2", "fide_double_swiss_2026:C.04.2 3.3")
def test_a_withdrawn_or_absent_player_is_not_paired():
    left = (Request(Number(1), 2, Withdrawn()), Request(Number(2), 3, ZeroPointBye()))

    after = event(6, "1-4 11, 5-2 ==, 3-6 11", "3-5 ==, 4-6 ==", requests=left)

    assert sorted(profiles(after)) == [3, 4, 5, 6]


@pytest.mark.article(
    "fide_double_swiss_2026:C.04.2 3.6",
    "fide_double_swiss_2026:C.04.2 3.6.1",
    "fide_double_swiss_2026:C.04.2 3.6.2",
    "fide_double_swiss_2026:C.04.2 3.6.3",
)
def test_boards_go_by_scores_and_numbers():
    cards = [card(9, 30), *group(0, 1), *group(20, 2, 3, 4, 5)]

    paired = pair_cards(cards, met=" ".join(f"9-{n}" for n in (2, 3, 4, 5)))

    assert [{p.white, p.black} for p in paired.pairs] == [{9, 1}, {2, 4}, {3, 5}]


# --- acceleration -------------------------------------------------------------------------------


@pytest.mark.article("fide_double_swiss_2026:C.04.7 preface", "fide_double_swiss_2026:C.04.7 1.2")
def test_group_a_is_the_first_half_rounded_up_to_even():
    assert [compute_upper_group_size(n) for n in (161, 20, 17)] == [82, 10, 10]
    assert opponents(DOUBLE.pair(event(10, variations=BAKU))) == "1-4 2-5 3-6 7-9 8-10"


@pytest.mark.article("fide_double_swiss_2026:C.04.7 1.4")
def test_virtual_points_are_worth_those_of_a_match():
    first, *_ = virtual_points(event(8, variations=BAKU, planned_rounds=9))

    assert first == VirtualPoints(Number(1), (20, 20, 20, 10, 10))


@pytest.mark.article("fide_double_swiss_2026:C.04.7 1.3", "fide_double_swiss_2026:C.04.7 1.5")
def test_pairing_scores_add_virtual_points_also_for_high_ranked_late_entries():
    # Group A of round 1 is 1 2 4 5; 3 comes later and stands above 5.
    people = [player(n, joined=2 if n == 3 else 1) for n in range(1, 10)]
    after = event(people, "1-4 ==, 5-2 1=, 6-8 11, 9-7 00", variations=BAKU)

    points = {n: p.points for n, p in profiles(after).items()}

    assert points == {1: 30, 2: 25, 3: 20, 4: 30, 5: 35, 6: 20, 7: 20, 8: 0, 9: 0}
