"""Chapter 1: R, ARO and the due colour."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.systems.dubov_1997.cards import event, format_round, history
from topboard.errors import BadInput
from topboard.model import Colour, Number, Player, Team, Tournament
from topboard.model.colour_limits import allowed_colour_bits
from topboard.systems.common.ratings import rating_or_default
from topboard.systems.dubov_1997.dubov_1997 import list_average_opponent_ratings, pair
from topboard.systems.dubov_1997.players import average_opponent_rating, column_colour, due_colour
from topboard.systems.dubov_1997.pool import build_pool


def entrant(tournament, number):
    return next(e for e in build_pool(tournament).players if e.number == number)


@pytest.mark.article("dubov_1997:1.1")
def test_the_r_value_is_the_rating_or_its_substitute():
    assert rating_or_default(Player(Number(1), "A", 2100), 1000) == 2100
    assert rating_or_default(Player(Number(1), "A"), 1000) == 1000


@pytest.mark.article("dubov_1997:1.1")
def test_a_player_without_a_rating_is_refused_by_name():
    tournament = event({1: 2000, 2: None, 3: 1900, 4: None})

    with pytest.raises(BadInput) as refusal:
        pair(tournament)

    assert [p.quoted for p in refusal.value.problems] == ["Player 02", "Player 04"]


@pytest.mark.article("dubov_1997:1.1")
def test_an_unrated_player_gets_the_rating_set_for_unrated_players():
    tournament = event({1: 2000, 2: None, 3: 1900, 4: 1800}, unrated_as=1950)

    assert format_round(tournament) == ["1-3", "4-2"]


def test_a_team_is_refused():
    tournament = Tournament((Team(Number(1), "Elbonia"), Team(Number(2), "Ruritania")))

    with pytest.raises(BadInput, match="this system is for players, not for teams: 'Elbonia'"):
        pair(tournament)


@pytest.mark.article("dubov_1997:1.2")
def test_aro_is_an_exact_average():
    assert average_opponent_rating([2310, 2311, 2311]) == Fraction(6932, 3)
    assert average_opponent_rating([]) is None


@pytest.mark.article("dubov_1997:1.2")
def test_aro_is_recalculated_after_every_round():
    ratings = [2400, 2300, 2200, 2101]
    one = event(ratings, "1-3 1:0, 4-2 =")
    two = event(ratings, "1-3 1:0, 4-2 =", "2-1 =, 3-4 1:0")

    assert [line.aro for line in list_average_opponent_ratings(one) if line.number == 1] == [2200]
    assert [line.aro for line in list_average_opponent_ratings(two) if line.number == 1] == [2250]
    assert entrant(two, 3).aro == Fraction(2400 + 2101, 2)


@pytest.mark.article("dubov_1997:1.2")
def test_unplayed_games_do_not_count_for_the_aro():
    tournament = event([2400, 2300, 2200, 2100], "1-3 1:0 default, 4-2 =", "2-1 =, bye 3")

    assert entrant(tournament, 1).aro == 2300
    assert entrant(tournament, 3).aro is None


@pytest.mark.article("dubov_1997:1.3")
@pytest.mark.parametrize("had", ["B", "WB", "BWB", "WBB", "BBW"])
def test_white_is_due_after_more_blacks_or_a_last_black(had):
    assert due_colour(history(had)) is Colour.WHITE


@pytest.mark.article("dubov_1997:1.4")
@pytest.mark.parametrize("had", ["W", "BW", "WBW", "BWW", "WWB"])
def test_black_is_due_after_more_whites_or_a_last_white(had):
    assert due_colour(history(had)) is Colour.BLACK


@pytest.mark.article("dubov_1997:1.4")
def test_before_the_first_game_black_is_due():
    assert due_colour(()) is Colour.BLACK


@pytest.mark.article("dubov_1997:1.3")
def test_a_player_barred_from_the_due_colour_goes_to_the_other_column():
    had = history("BBWBBWW")

    assert due_colour(had) is Colour.WHITE
    assert column_colour(had, allowed_colour_bits(had)) is Colour.BLACK
