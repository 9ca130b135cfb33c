"""Matches of two games: scores, floats, colours, rematches, standings (0 and 1)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.systems.fide_dutch.cards import opponents
from tests.systems.fide_upfloat.fide_double_swiss_2026.cards import event, match
from topboard._frozen import replace
from topboard.errors import BadInput, NoLegalPairing
from topboard.model import Colour, Manner, Number, Scale
from topboard.systems.fide_upfloat.fide_double_swiss_2026 import build_field
from topboard.systems.registry import system

DOUBLE = system("fide_double_swiss_2026")


def profiles(tournament):
    return {profile.number: profile for profile in build_field(tournament).players}


def points(tournament):
    return {line.number: line.points for line in DOUBLE.standings(tournament).lines}


@pytest.mark.article("fide_double_swiss_2026:0")
def test_a_player_who_misses_both_games_forfeits_the_match():
    assert match(1, 2, "+x").manner is Manner.DEFAULT
    assert match(1, 2, "+-").manner is Manner.PLAYED
    assert match(1, 2, "x1").manner is Manner.PLAYED


def test_points_are_scored_for_every_game():
    after = event(8, "1-5 11, 6-2 1=, 3-7 h0, 8-4 x-")

    assert points(after) == {1: 20, 2: 5, 3: 5, 4: 10, 5: 0, 6: 15, 7: 10, 8: 0}


@pytest.mark.article("fide_double_swiss_2026:1.4", "fide_double_swiss_2026:C.04.1 3")
def test_the_pab_scores_a_win_plus_draw_and_other_byes_a_match():
    assert points(event(5, "1-2 ==, bye 3, full 4, half 5")) == {1: 10, 2: 10, 3: 15, 4: 20, 5: 10}
    doubled = event(3, "bye 1, full 2, half 3", game_scale=Scale(30, 10, 0))
    assert points(doubled) == {1: 40, 2: 60, 3: 20}
    stated = event(3, "bye 1, full 2, half 3", game_scale=Scale(bye=10))
    assert points(stated) == {1: 10, 2: 20, 3: 10}
    assert DOUBLE.pair(event(3)).bye == 3


@pytest.mark.article("fide_double_swiss_2026:1.5")
def test_only_a_player_who_plays_a_different_score_floats():
    rounds = "1-2 11, 3-4 11, 5-6 11, bye 7", "1-4 11, 3-5 ==, 2-7 +-, bye 6"

    floated = {n for n, p in profiles(event(7, *rounds)).items() if p.floats.up_last}
    down = {n for n, p in profiles(event(7, *rounds)).items() if p.floats.down_last}

    # Each forfeited one game of 2-7: that is a match all the same. 6 had the bye.
    assert (floated, down) == ({4, 2}, {1, 7})
    assert not profiles(event(4, "1-2 11, 3-4 11", "1-4 ++, 3-2 xx"))[1].floats.down_last


@pytest.mark.article("fide_double_swiss_2026:1.6", "fide_double_swiss_2026:C.04.2 3.4")
def test_a_match_has_its_first_games_colour_if_any_game_was_played():
    rounds = "1-2 -1", "1-3 +-", "4-1 11", "1-5 ++", "1-6 11"
    white, black = Colour.WHITE, Colour.BLACK

    one = profiles(event(6, *rounds))[1]

    # Not of round 2, in which each forfeited one game, nor of round 4.
    assert one.colours == (white, black, white)
    assert one.unplayed == 1


@pytest.mark.article("fide_double_swiss_2026:C.04.2 3.5")
@pytest.mark.parametrize("games", ["11", "=+", "x0", "+-"])
def test_two_players_have_met_unless_one_forfeited_both_games(games):
    with pytest.raises(NoLegalPairing):
        DOUBLE.pair(event(2, f"1-2 {games}"))


@pytest.mark.article("fide_double_swiss_2026:C.04.2 3.5")
@pytest.mark.parametrize("games", ["++", "-x", "xx"])
def test_a_forfeited_match_may_be_paired_again(games):
    assert opponents(DOUBLE.pair(event(2, f"1-2 {games}"))) == "1-2"


@pytest.mark.article("fide_double_swiss_2026:C.04.2 3.1")
def test_an_unfinished_game_is_a_draw_for_the_pairing_only():
    after = event(4, "1-3 1?, 4-2 =0")

    assert {n: p.points for n, p in profiles(after).items()} == {1: 15, 2: 15, 3: 5, 4: 5}
    assert points(after)[1] == 10


@pytest.mark.article("fide_double_swiss_2026:1.2.1", "fide_double_swiss_2026:1.2.2")
def test_players_are_ordered_by_score_and_then_by_number():
    after = event(6, "1-4 00, 2-5 ==, 3-6 11")

    assert [*profiles(after)] == [3, 4, 2, 5, 1, 6]


# --- standings ------------------------------------------------------------------------------


def test_tie_breaks_are_computed_from_matches():
    after = event(4, "1-3 11, 4-2 ==", "2-1 =0, 3-4 1=", tie_breaks=("BH", "SB", "WIN"))

    lines = {line.number: line for line in DOUBLE.standings(after).lines}

    # 1 has 3½: 2-0 against 3 (1½) and 1½-½ against 2 (1½); 4 has 1½.
    assert [lines[Number(n)].points for n in (1, 2, 3, 4)] == [35, 15, 15, 15]
    values = [Fraction(value.value, value.scale) for value in lines[Number(1)].values]
    assert values == [3, Fraction("5.25"), 1]


# --- what is no match of two games ----------------------------------------------------------


def test_rounds_of_single_games_are_refused():
    single = replace(event(4, "1-3 11, 4-2 =="), boards=1)

    with pytest.raises(BadInput, match="are not two-game matches"):
        DOUBLE.pair(single)
    with pytest.raises(BadInput, match="are not two-game matches"):
        DOUBLE.standings(single)
    assert DOUBLE.pair(replace(event(4), boards=1)).pairs
