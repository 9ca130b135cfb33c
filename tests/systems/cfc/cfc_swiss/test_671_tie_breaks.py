"""Ties: the cumulative system and the director's word."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.player_events import event
from topboard.model import Lot, Number, Tournament
from topboard.systems.cfc import cfc_swiss

GOLDEN = (
    "1-2 1:0, 3-4 1:0",
    "3-1 1:0, 2-4 1:0",
    "4-1 1:0, 3-2 1:0",
    "2-1 1:0, 3-4 1:0",
    "1-2 =, 3-4 1:0",
)


def cumulative(tournament: Tournament) -> dict[int, int]:
    return {
        line.number: line.values[0].value for line in cfc_swiss.SYSTEM.standings(tournament).lines
    }


@pytest.mark.article("cfc_swiss:672")
def test_a_win_three_losses_and_a_draw_make_five_and_a_half() -> None:
    tournament = event(4, *GOLDEN)

    assert cumulative(tournament)[1] == 55
    line = next(ln for ln in cfc_swiss.SYSTEM.standings(tournament).lines if ln.number == 1)
    assert [item.value for item in line.values[0].items] == [10, 10, 10, 10, 15]


@pytest.mark.article("cfc_swiss:672")
def test_a_point_is_taken_off_for_each_unplayed_win_and_one_point_bye() -> None:
    tournament = event(5, "1-3 +:-, 2-4 1:0, bye 5", "1-2 1:0, 3-5 1:0, half 4")

    # 1: 1 + 2 - 1; 2: 1 + 1; 3: 0 + 1; 4: 0 + 0.5; 5: 1 + 1 - 1.
    assert cumulative(tournament) == {1: 20, 2: 20, 3: 10, 4: 5, 5: 10}


@pytest.mark.article("cfc_swiss:672")
def test_nothing_is_deducted_for_a_half_point_bye() -> None:
    tournament = event(3, "1-2 1:0, bye 3", variations=("616.1",))

    assert cumulative(tournament)[3] == 5


@pytest.mark.article("cfc_swiss:672")
def test_points_scored_earlier_break_the_tie() -> None:
    lines = cfc_swiss.SYSTEM.standings(event(4, "1-3 1:0, 2-4 1:0", "1-2 1:0, 3-4 1:0")).lines

    assert [(line.place, line.number) for line in lines] == [(1, 1), (2, 2), (3, 3), (4, 4)]


@pytest.mark.article("cfc_swiss:671")
def test_the_director_breaks_the_remaining_ties() -> None:
    tied = event(4, "1-3 1:0, 2-4 1:0")
    word = Lot("director's order of the tied", (Number(2), Number(1)))

    assert [(ln.place, ln.number) for ln in cfc_swiss.SYSTEM.standings(tied).lines][:2] == [
        (1, 1),
        (1, 2),
    ]
    settled = cfc_swiss.SYSTEM.standings(replace(tied, lots=(word,)))
    assert [(ln.place, ln.number) for ln in settled.lines] == [(1, 2), (2, 1), (3, 3), (3, 4)]
    assert [column.article for column in settled.columns] == ["672", "671"]


@pytest.mark.article("cfc_swiss:671")
def test_the_directors_ruling_lifts_no_one_above_a_higher_score() -> None:
    word = Lot("director's order of the tied", (Number(4), Number(1)))
    settled = cfc_swiss.SYSTEM.standings(event(4, "1-3 1:0, 2-4 1:0", lots=(word,)))

    assert [ln.number for ln in settled.lines] == [1, 2, 4, 3]
