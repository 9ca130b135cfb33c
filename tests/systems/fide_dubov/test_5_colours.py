"""The colours of a pair (article 5)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.player_events import event
from tests.systems.fide_dubov.cards import card, pair_cards, tables
from topboard.model import Colour
from topboard.reasons.decisions import ColourDecision
from topboard.systems.fide_dubov.fide_dubov_2026 import pair


def articles(paired) -> set[str]:
    return {reason.article for reason in paired.reasons if isinstance(reason, ColourDecision)}


@pytest.mark.article("fide_dubov_2026:5.1", "fide_dubov_2026:5.2.1")
def test_odd_numbers_get_the_initial_colour_though_all_prefer_black():
    first = event(4)

    assert tables(pair(first)) == "1-3 4-2"
    assert tables(pair(replace(first, lot=Colour.BLACK))) == "3-1 2-4"
    assert articles(pair(first)) == {"5.2.1"}


@pytest.mark.article("fide_dubov_2026:5.2.2")
def test_both_players_get_their_due_colour():
    paired = pair_cards([card(1, 20, "BW"), card(2, 20, "WB")])

    assert (tables(paired), articles(paired)) == ("2-1", {"5.2.2"})


@pytest.mark.article("fide_dubov_2026:5.2.3")
@pytest.mark.parametrize(
    ("higher", "lower", "expected"),
    [("WB", "WBB", "2-1"), ("WBB", "WB", "1-2"), ("WWB", "", "2-1"), ("B", "WBB", "2-1")],
)
def test_the_stronger_preference_is_granted(higher, lower, expected):
    paired = pair_cards([card(1, 20, higher), card(2, 20, lower)])

    assert (tables(paired), articles(paired)) == (expected, {"5.2.3"})


@pytest.mark.article("fide_dubov_2026:5.2.4")
def test_the_colours_of_the_last_difference_are_alternated():
    paired = pair_cards([card(1, 20, "BWWB"), card(2, 20, "WBWB")])

    assert (tables(paired), articles(paired)) == ("2-1", {"5.2.4"})


@pytest.mark.article("fide_dubov_2026:5.2.5")
def test_the_higher_ranked_player_gets_their_due_colour():
    paired = pair_cards([card(1, 10, "WB"), card(2, 20, "WB")])

    assert (tables(paired), articles(paired)) == ("2-1", {"5.2.5"})
