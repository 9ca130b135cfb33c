"""Colours of the first game (4)."""

from __future__ import annotations

import pytest

from tests.systems.fide_dutch.cards import tables
from tests.systems.fide_upfloat.fide_double_swiss_2026.cards import card, event, match, pair_cards
from topboard.event.results import parse_games_of_two_game_match
from topboard.model import Colour, Number, Request
from topboard.systems.fide_common.round_pairing import initial_colour
from topboard.systems.fide_upfloat.double_swiss import colour_of_higher_ranked
from topboard.systems.registry import system

pair = system("fide_double_swiss_2026").pair


def white_of(higher: str, lower: str) -> str:
    """Who has White, of two with these colours; number 1 is drawn White."""
    colour, _ = colour_of_higher_ranked(card(1, 20, higher), card(2, 20, lower), Colour.WHITE)
    return "first" if colour is Colour.WHITE else "second"


@pytest.mark.article("fide_double_swiss_2026:4.1")
@pytest.mark.parametrize(
    ("lot", "expected"), [(Colour.WHITE, "1-3 4-2"), (Colour.BLACK, "3-1 2-4")]
)
def test_the_initial_colour_is_drawn_or_read_from_round_one(lot, expected):
    paired = pair(event(4, lot=lot))
    assert tables(paired) == expected

    first = ", ".join(f"{p.white}-{p.black} 11" for p in paired.pairs)
    assert initial_colour(event(4, first, lot=None)) is lot


@pytest.mark.article("fide_double_swiss_2026:4.3.1")
def test_before_the_first_match_odd_numbers_get_the_initial_colour():
    assert tables(pair(event(6))) == "1-4 5-2 3-6"


@pytest.mark.article("fide_double_swiss_2026:4.3.1")
def test_only_participants_who_have_been_paired_are_numbered():
    # 2 is away: 3 is the second of the list.
    paired = pair(event(6, lot=Colour.BLACK, requests=(Request(Number(2), 1),)))

    assert tables(paired).split()[:2] == ["4-1", "3-5"]
    assert paired.bye == 6


@pytest.mark.article("fide_double_swiss_2026:4.2")
def test_the_higher_ranked_player_has_a_higher_score_or_smaller_number():
    # 4 has more points than 1, so the initial colour goes by an even number.
    assert tables(pair_cards([card(4, 20), card(1, 10)])) == "1-4"
    assert tables(pair_cards([card(4, 20), card(1, 20)])) == "1-4"
    assert tables(pair_cards([card(3, 20), card(2, 10)])) == "3-2"


@pytest.mark.article("fide_double_swiss_2026:4.3.2", "fide_double_swiss_2026:C.04.1 8")
def test_the_player_with_fewer_whites_gets_white_whatever_the_blacks():
    assert white_of("WBBW", "W") == "second"
    assert white_of("W", "WBBW") == "first"
    assert white_of("BBB", "WB") == "first"


@pytest.mark.article("fide_double_swiss_2026:4.3.3")
def test_with_equal_whites_the_last_difference_is_reversed():
    assert white_of("WBB", "BWB") == "first"
    assert white_of("BWB", "WBB") == "second"
    # Aligned at the end: what the other had before does not count.
    assert white_of("WB", "BBW") == "first"


@pytest.mark.article("fide_double_swiss_2026:4.3.4")
def test_with_identical_colours_the_higher_ranked_player_alternates():
    assert white_of("BW", "BW") == "second"
    assert white_of("WB", "WB") == "first"
    assert white_of("B", "BB") == "first"


@pytest.mark.article("fide_double_swiss_2026:4.3.5")
def test_if_the_higher_ranked_has_no_colour_yet_the_other_alternates():
    assert white_of("", "B") == "second"
    assert white_of("", "BB") == "second"


@pytest.mark.article("fide_double_swiss_2026:4.4")
def test_the_white_player_has_white_first_and_black_in_game_two():
    first, second = parse_games_of_two_game_match(["1-0", "0-1"], match(3, 8, ".."))

    assert (first.white, first.black, first.white_points) == (3, 8, 10)
    assert (second.white, second.black, second.white_points) == (8, 3, 10)
    assert match(3, 8, "10").white_points == 10


def test_colours_never_keep_two_players_apart():
    assert tables(pair_cards([card(1, 20, "WWW"), card(2, 20, "WWW")])) == "2-1"
