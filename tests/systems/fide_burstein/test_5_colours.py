"""Colours."""

from __future__ import annotations

import pytest

from tests.player_events import event
from tests.systems.fide_burstein.cards import EDITION, pair_cards
from tests.systems.fide_dutch.cards import card, tables
from topboard.model import Colour
from topboard.systems.fide_common.round_pairing import initial_colour
from topboard.systems.registry import system


def white(one, other, buchholz=None):
    """Who of 1 and 2, with these colours so far, has White."""
    (pair,) = pair_cards([card(1, 10, one), card(2, 10, other)], buchholz).pairs
    return pair.white


@pytest.mark.article("fide_burstein_2026:5.1")
def test_the_initial_colour_is_recorded_or_read_from_round_one():
    assert initial_colour(event(4, "3-1 =, 2-4 =", lot=None)) is Colour.BLACK
    assert tables(system(EDITION).pair(event(4, lot=Colour.BLACK))) == "3-1 2-4"


@pytest.mark.article("fide_burstein_2026:5.2.1")
def test_without_games_the_higher_ranked_gets_the_colour_of_their_number():
    # The lot gave number 1 White. By the Index 2 may rank higher: an even number has Black.
    assert white("", "") == 1
    assert white("", "", {2: 10}) == 1
    assert tables(pair_cards([card(1, 10), card(3, 10)], {3: 10})) == "3-1"


@pytest.mark.article("fide_burstein_2026:5.2.2")
def test_both_players_get_their_preferred_colour():
    assert white("W", "B") == 2
    assert white("B", "") == 1


@pytest.mark.article("fide_burstein_2026:5.2.3", "fide_burstein_2026:C.04.1 6")
def test_the_stronger_preference_is_granted():
    assert white("WB", "BWB") == 2
    assert white("WBB", "BWB") == 1
    assert white("WWBW", "W") == 2


@pytest.mark.article("fide_burstein_2026:5.2.4")
def test_both_players_alternate_from_the_latest_difference_in_colours():
    # Counted from the end: Black and Black, White and White, White against Black.
    assert white("BWWB", "WBWB") == 2
    assert white("WBWB", "BWWB") == 1


@pytest.mark.article("fide_burstein_2026:5.2.5")
def test_the_higher_ranked_by_index_gets_their_preferred_colour():
    assert white("WB", "WB") == 1
    assert white("WB", "WB", {2: 10}) == 2
    # Also against one with more points.
    (pair,) = pair_cards([card(1, 20, "WB"), card(2, 10, "WB")], {2: 10}).pairs
    assert pair.white == 2


@pytest.mark.article("fide_burstein_2026:5.2.5")
def test_the_index_also_decides_for_two_players_paired_beforehand():
    # Both had White; the opponent of 2 has half a point, that of 1 nothing.
    tournament = event(4, "1-3 1:0, 2-4 =", planned_rounds=2, required=((1, 2),))

    paired = system(EDITION).pair(tournament)

    assert [(p.white, p.black) for p in paired.pairs if 2 in (p.white, p.black)] == [(1, 2)]
