"""Chapter 5: the first round and its lot."""

from __future__ import annotations

import pytest

from tests.systems.dubov_1997.cards import apart, event, format_round
from topboard.model import Colour
from topboard.reasons.decisions import OpponentChoice, PairingWarning
from topboard.systems.dubov_1997.dubov_1997 import pair


@pytest.mark.article("dubov_1997:5")
def test_the_upper_half_meets_the_lower_half_and_colours_alternate_by_pair():
    ratings = [2500, 2400, 2300, 2200, 2100, 2000]

    assert format_round(event(ratings)) == ["1-4", "5-2", "3-6"]
    assert format_round(event(ratings, lot=Colour.BLACK)) == ["4-1", "2-5", "6-3"]


@pytest.mark.article("dubov_1997:5")
def test_the_last_player_of_an_odd_list_gets_the_bye():
    pairing = pair(event([2500, 2400, 2300, 2200, 2100]))

    assert pairing.bye == 5
    assert [(p.white, p.black) for p in pairing.pairs] == [(1, 3), (4, 2)]


@pytest.mark.article("dubov_1997:5")
def test_the_list_is_ordered_by_rating_then_by_number():
    assert format_round(event({1: 2100, 2: 2300, 3: 2200, 4: 2200})) == ["2-4", "1-3"]


@pytest.mark.article("dubov_1997:5")
def test_without_a_lot_the_first_player_gets_white_with_a_warning():
    pairing = pair(event([2400, 2300, 2200, 2100], lot=None))

    assert pairing.pairs[0].white == 1
    assert [r.article for r in pairing.reasons if isinstance(r, PairingWarning)] == ["5"]


@pytest.mark.article("dubov_1997:5")
def test_a_forbidden_opponent_is_replaced_by_the_next_lower_half_player():
    tournament = event([2500, 2400, 2300, 2200, 2100, 2000], forbidden=apart("1-4"))

    assert format_round(tournament) == ["1-5", "4-2", "3-6"]


@pytest.mark.article("dubov_1997:5")
def test_a_player_barred_from_the_lower_half_meets_their_next_neighbour():
    tournament = event([2500, 2400, 2300, 2200], forbidden=apart("1-3 1-4"))

    pairing = pair(tournament)

    assert [(p.white, p.black) for p in pairing.pairs] == [(1, 2), (4, 3)]
    assert {r.article for r in pairing.reasons if isinstance(r, OpponentChoice)} == {"5"}
