"""Virtual points: the Baku acceleration, and points that a file records."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.citing import each_edition
from tests.player_events import event, player
from tests.systems.fide_dutch.cards import BOTH, opponents, profiles, tables
from topboard.errors import BadInput
from topboard.model import Number, Request, Scale, VirtualPoints
from topboard.systems.fide_common.acceleration import (
    compute_upper_group_size,
    compute_virtual_points_of_round,
)
from topboard.systems.registry import system

BAKU = ("baku",)


@pytest.mark.article("fide_dutch_2026:C.04.7 1.1")
def test_in_2026_a_win_is_worth_two_draws():
    doubled = event(8, variations=BAKU, game_scale=Scale(20, 10, 0))

    assert system("fide_dutch_2026").pair(doubled).pairs
    with pytest.raises(BadInput, match="make a win worth two draws"):
        system("fide_dutch_2026").pair(event(8, variations=BAKU, game_scale=Scale(30, 10, 0)))


@pytest.mark.article("fide_dutch_2017:C.04.5.1 1")
@pytest.mark.parametrize("scale", [Scale(20, 10, 0), Scale(30, 10, 0)])
def test_in_2017_a_win_is_worth_a_point(scale):
    assert system("fide_dutch_2017").pair(event(8, variations=BAKU)).pairs
    with pytest.raises(BadInput, match="a win worth 1 point"):
        system("fide_dutch_2017").pair(event(8, variations=BAKU, game_scale=scale))


@pytest.mark.parametrize("edition", BOTH)
def test_acceleration_needs_the_number_of_rounds(edition):
    with pytest.raises(BadInput, match="requires a planned number of rounds"):
        system(edition).pair(event(8, variations=BAKU, planned_rounds=0))


@each_edition(fide_dutch_2017="C.04.5.1 2", fide_dutch_2026=("C.04.7 1.2", "C.04.7 preface"))
def test_group_a_is_the_first_half_rounded_up_to_even(edition):
    assert [compute_upper_group_size(n) for n in (161, 20, 17, 2, 1)] == [82, 10, 10, 2, 1]
    # Ten players: 1 to 6 have a virtual point, 7 to 10 none.
    assert opponents(system(edition).pair(event(10, variations=BAKU))) == "1-4 2-5 3-6 7-9 8-10"


@each_edition(fide_dutch_2017="C.04.5.1 3", fide_dutch_2026="C.04.7 1.3")
def test_the_last_player_of_group_a_remains_its_last(edition):
    # In round 1 there were eight without 3: group A is 1 2 4 5. When 3 comes it has five.
    people = [player(n, joined=2 if n == 3 else 1) for n in range(1, 10)]
    tournament = event(people, "1-4 =, 5-2 =, 6-8 =, 9-7 =", variations=BAKU)

    points = {n: p.points for n, p in profiles(edition, tournament).items()}

    assert points == {1: 15, 2: 15, 3: 10, 4: 15, 5: 15, 6: 5, 7: 5, 8: 5, 9: 5}


@each_edition(fide_dutch_2017="C.04.5.1 4", fide_dutch_2026="C.04.7 1.4")
def test_virtual_points_are_a_win_then_a_draw_in_the_first_half(edition):
    def virtual(rounds, scale):
        return [
            compute_virtual_points_of_round(played, rounds, scale)
            for played in range(1, rounds + 1)
        ]

    assert virtual(9, Scale()) == [10, 10, 10, 5, 5, 0, 0, 0, 0]
    assert virtual(7, Scale()) == [10, 10, 5, 5, 0, 0, 0]
    assert virtual(11, Scale(20, 10, 0)) == [20, 20, 20, 10, 10, 10, 0, 0, 0, 0, 0]
    after = event(4, *["1-3 =, 2-4 ="] * 4, variations=BAKU, planned_rounds=9)
    # Round 5: two points, and half a point for 1 and 2.
    assert [p.points for p in profiles(edition, after).values()] == [25, 25, 20, 20]


@each_edition(fide_dutch_2017="C.04.5.1 5", fide_dutch_2026="C.04.7 1.5")
def test_the_pairing_score_forms_the_groups(edition):
    # Group A is 1 to 4. After round 1: 1 and 2 two points, 3 and 4 one, as 5 and 6; 7 and 8 none.
    tournament = event(8, "1-3 1:0, 4-2 0:1, 5-7 1:0, 8-6 0:1", variations=BAKU)

    assert opponents(system(edition).pair(tournament)) == "1-2 3-5 4-6 7-8"
    # Without it those who won meet, and those who lost; 1 and 5 both had White, 3 and 7 Black.
    plain = replace(tournament, variations=())
    assert opponents(system(edition).pair(plain)) == "1-6 2-5 3-8 4-7"


@each_edition(fide_dutch_2017="C.04.5.1 5", fide_dutch_2026="C.04.7 1.5")
def test_virtual_points_recorded_in_the_file_replace_the_rule(edition):
    recorded = tuple(VirtualPoints(Number(n), (10,)) for n in (7, 8))
    tournament = event(8, virtual=recorded)

    assert opponents(system(edition).pair(tournament)) == "1-4 2-5 3-6 7-8"


def those_of_two_groups():
    """3 and 4 have lost, 5 and 6 have won; with virtual points 3 and 4 have the higher score."""
    return event(
        8,
        "1-3 1:0, 4-2 0:1, 5-7 1:0, 8-6 0:1",
        virtual=tuple(VirtualPoints(Number(n), (20, 20)) for n in (3, 4)),
        requests=tuple(Request(Number(n), 2) for n in (1, 2, 7, 8)),
    )


@pytest.mark.article("fide_dutch_2026:C.04.7 1.5")
def test_boards_go_by_the_pairing_score_in_2026():
    assert tables(system("fide_dutch_2026").pair(those_of_two_groups())) == "3-4 6-5"


@pytest.mark.article("fide_dutch_2017:C.04.2 D.9")
def test_boards_go_by_the_score_in_2017():
    assert tables(system("fide_dutch_2017").pair(those_of_two_groups())) == "6-5 3-4"


@each_edition(fide_dutch_2017="A.4.b", fide_dutch_2026="1.4.2")
def test_floats_go_by_the_pairing_scores_of_their_round(edition):
    # In round 1 all have 0 points, but 1 a virtual one: who meets him floats up. 5 is away.
    tournament = event(5, "1-3 =, 4-2 =, out 5", virtual=(VirtualPoints(Number(1), (10,)),))

    floats = {n: p.floats for n, p in profiles(edition, tournament).items()}

    assert [n for n, f in floats.items() if f.down_last and n != 5] == [1]
    assert [n for n, f in floats.items() if f.up_last] == [3]
