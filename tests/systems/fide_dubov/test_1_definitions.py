"""Ratings, numbers, due colours, averages and upfloats (article 1)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.player_events import event, player
from tests.systems.fide_dubov.cards import card, group, pair_cards, tables, upfloaters
from topboard.errors import BadInput, NoLegalPairing
from topboard.model import Colour, Number, Team, Tournament
from topboard.reasons.criteria import Strength
from topboard.systems.fide_dubov.fide_dubov_2026 import pair, prepare_field
from topboard.systems.fide_dubov.players import (
    average_opponent_rating,
    build_aro_list,
    compute_due_colour_preference,
    compute_maximum_upfloats,
)
from topboard.systems.registry import system

W, B = Colour.WHITE, Colour.BLACK
EDITION = "fide_dubov_2026"


@pytest.mark.article("fide_dubov_2026:0")
def test_players_with_low_averages_meet_players_with_high_ratings():
    # Number 7 has met the weakest opponents so far and meets the first of those due Black.
    averages = {5: 2100, 6: 2000, 7: 1900, 8: 2200}
    due_white = [card(n, 20, "WB", aro=aro) for n, aro in averages.items()]

    paired = pair_cards([*group(20, 1, 2, 3, 4, had="BW"), *due_white])

    assert sorted(tables(paired).split()) == ["5-3", "6-2", "7-1", "8-4"]


@pytest.mark.article("fide_dubov_2026:1.1.1")
def test_a_player_without_a_rating_is_refused_with_advice():
    people = [player(1), player(2, None), player(3), player(4)]

    with pytest.raises(BadInput, match=r"player 2: this player has no rating.*1\.1\.2"):
        pair(event(people))
    assert pair(event(people, unrated_as=1400)).pairs
    with pytest.raises(BadInput, match="this system is for players, not for teams"):
        pair(Tournament((Team(Number(1), "A"), Team(Number(2), "B"))))


@pytest.mark.article("fide_dubov_2026:1.2.1")
def test_starting_numbers_follow_the_ratings():
    people = [player(1, 1800), player(2, 1900), player(3, 1700)]
    ranked = system(EDITION).assign_pairing_numbers(event(people, lot=None))
    assert [p.name for p in ranked.competitors] == ["Player 2", "Player 1", "Player 3"]


@pytest.mark.article(
    "fide_dubov_2026:1.3.1",
    "fide_dubov_2026:1.3.2",
    "fide_dubov_2026:C.04.1 5",
    "fide_dubov_2026:1.9.2",
)
def test_a_bracket_is_a_scoregroup_with_upfloaters_and_nobody_floats_down():
    # 3 and 6 have met: each meets one who has lost, and those two float up.
    paired = pair(event(6, "1-4 1:0, 5-2 0:1, 3-6 ="))

    assert tables(paired) == "2-1 4-3 6-5"
    assert upfloaters(paired) == [4, 5]
    assert [(f.number, f.from_points, f.to_points) for f in paired.floaters] == [
        (5, 0, 5),
        (4, 0, 5),
    ]


@pytest.mark.article("fide_dubov_2026:1.4", "fide_dubov_2026:C.04.1 3")
def test_one_player_of_an_odd_number_gets_the_bye():
    assert pair(event(5)).bye == 5
    assert pair(event(4)).bye is None


# --- colours ----------------------------------------------------------------------------------


def due(letters: str) -> tuple[Colour | None, Strength]:
    found = compute_due_colour_preference(tuple({"W": W, "B": B}[letter] for letter in letters))
    return found.colour, found.strength


@pytest.mark.article("fide_dubov_2026:1.5", "fide_dubov_2026:1.6.2")
def test_a_difference_of_one_is_a_strong_preference():
    assert due("WWB") == (B, Strength.STRONG)
    assert due("B") == (W, Strength.STRONG)


@pytest.mark.article("fide_dubov_2026:1.6", "fide_dubov_2026:1.6.4")
def test_everybody_is_due_a_colour_and_a_newcomer_is_due_black():
    assert due("") == (B, Strength.MILD)
    # A newcomer meets one who is due White, rather than one who is due Black as well.
    cards = [card(1, 20, "BW"), card(2, 20, "WB"), card(3, 20, ""), card(4, 20, "WB")]
    assert "3" in {pair.split("-")[1] for pair in tables(pair_cards(cards)).split()}


@pytest.mark.article(
    "fide_dubov_2026:1.6.1", "fide_dubov_2026:C.04.1 6", "fide_dubov_2026:C.04.1 7"
)
def test_a_preference_is_absolute_after_two_more_or_two_in_a_row():
    assert due("WW") == (B, Strength.ABSOLUTE)
    assert due("WBWW") == (B, Strength.ABSOLUTE)
    assert due("WWWBB") == (W, Strength.ABSOLUTE)
    assert due("WWBWB") == (B, Strength.STRONG)
    assert due("BWBWBB") == (W, Strength.ABSOLUTE)


@pytest.mark.article("fide_dubov_2026:1.6.3", "fide_dubov_2026:C.04.1 8")
def test_even_colours_give_a_mild_preference_for_the_other_colour():
    assert due("WB") == (W, Strength.MILD)
    assert due("BWBW") == (B, Strength.MILD)


# --- averages ---------------------------------------------------------------------------------


@pytest.mark.article("fide_dubov_2026:1.7.1", "fide_dubov_2026:1.7.3")
def test_an_average_is_rounded_half_up_and_is_zero_without_games():
    assert average_opponent_rating((1500, 1501)) == 1501
    assert average_opponent_rating((1500, 1502)) == 1501
    assert average_opponent_rating((1500, 1500, 1501)) == 1500
    assert average_opponent_rating(()) == 0
    # A game won by forfeit has no opponent met over the board.
    entered = prepare_field(event(4, "1-3 +:-, 4-2 ="))
    assert {p.number: aro for p, aro in zip(entered.players, entered.aros, strict=True)} == {
        1: 0,
        2: 1970,
        3: 0,
        4: 1990,
    }


@pytest.mark.article("fide_dubov_2026:1.7.2")
def test_averages_are_published_after_every_round():
    one, both = "1-3 1:0, 4-2 0:1", "2-1 =, 3-4 ="
    assert [(line.number, line.aro) for line in build_aro_list(event(4, one))] == [
        (1, 1980),
        (2, 1970),
        (3, 2000),
        (4, 1990),
    ]
    assert {line.number: line.aro for line in build_aro_list(event(4, one, both))}[1] == 1985
    assert system(EDITION).averages is not None


# --- upfloats ---------------------------------------------------------------------------------


def ups(tournament) -> dict[int, tuple[int, ...]]:
    entered = prepare_field(tournament)
    return dict(zip((p.number for p in entered.players), entered.upfloats, strict=True))


@pytest.mark.article("fide_dubov_2026:1.8.1")
def test_a_player_who_played_a_higher_score_was_an_upfloater():
    played = event(6, "1-4 1:0, 5-2 0:1, 3-6 =", "2-1 =, 4-3 =, 6-5 =")
    assert ups(played) == {1: (), 2: (), 3: (), 6: (), 4: (2,), 5: (2,)}
    forfeited = event(6, "1-4 1:0, 5-2 0:1, 3-6 =", "2-1 =, 4-3 +:-, 6-5 =")
    assert ups(forfeited)[4] == ()
    # An event may count forfeited pairings as well.
    counted = replace(forfeited, variations=("forfeits-float",))
    assert ups(counted)[4] == (2,)


@pytest.mark.article("fide_dubov_2026:1.8.2")
def test_one_more_upfloat_is_allowed_for_every_five_rounds():
    assert [compute_maximum_upfloats(rounds) for rounds in (4, 5, 9, 10, 11, 15)] == [
        2,
        3,
        3,
        4,
        4,
        5,
    ]


# --- a complete pairing -----------------------------------------------------------------------


@pytest.mark.article("fide_dubov_2026:1.9.1", "fide_dubov_2026:1.9.3")
def test_a_round_that_cannot_be_completed_is_reported():
    rounds = ("1-3 =, 4-2 =", "2-1 =, 3-4 =", "1-4 =, 2-3 =")

    with pytest.raises(NoLegalPairing) as refused:
        pair(event(4, *rounds))

    assert refused.value.article == "2.2.1 C4"
