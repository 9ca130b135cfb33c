"""The colours of a pair."""

from __future__ import annotations

import pytest

from tests.citing import each_edition
from tests.player_events import event
from tests.systems.fide_dutch.cards import BOTH, card, group, pair_cards, tables
from tests.team_events import reason, reasons
from topboard.model import Colour
from topboard.reasons.criteria import PreferenceGround
from topboard.reasons.decisions import ColourDecision, PairingWarning
from topboard.systems.fide_common.round_pairing import initial_colour
from topboard.systems.registry import system


def white_first(edition, one, other, **facts):
    """Number 1 and number 2 with these colours: who has White, and what decided."""
    paired = pair_cards(edition, [card(1, 10, one, **facts), card(2, 10, other, **facts)])
    return tables(paired), reason(paired, ColourDecision).by


@each_edition(fide_dutch_2017="E.1", fide_dutch_2026="5.2.1")
def test_both_players_get_their_preferred_colour(edition):
    granted = PreferenceGround.BOTH_GRANTED

    assert white_first(edition, "WB", "BW") == ("1-2", granted)
    assert white_first(edition, "BW", "WB") == ("2-1", granted)
    assert white_first(edition, "", "WB") == ("2-1", granted)
    assert white_first(edition, "BW", "") == ("2-1", granted)


@each_edition(fide_dutch_2017="E.2", fide_dutch_2026="5.2.2")
def test_the_stronger_preference_is_granted(edition):
    stronger = PreferenceGround.STRONGER

    # Mild against strong, strong against absolute.
    assert white_first(edition, "WB", "BWB") == ("2-1", stronger)
    assert white_first(edition, "BWB", "WBB") == ("2-1", stronger)
    assert white_first(edition, "WWBW", "WBW") == ("2-1", stronger)
    # Both absolute, which only topscorers can be: one Black more against two.
    assert white_first(edition, "WBB", "BBWB", topscorer=True) == ("2-1", stronger)


@each_edition(fide_dutch_2017="E.3", fide_dutch_2026="5.2.3")
def test_both_players_alternate_from_the_latest_difference_in_colours(edition):
    # Counted from the end: Black and Black, White and White, Black against White.
    alternate = PreferenceGround.ALTERNATE

    assert white_first(edition, "WBWB", "BWWB") == ("1-2", alternate)
    assert white_first(edition, "BWWB", "WBWB") == ("2-1", alternate)
    # The shorter history ends first: then there is none.
    assert white_first(edition, "WB", "BWWB")[1] is PreferenceGround.HIGHER_RANKED


@each_edition(fide_dutch_2017="E.4", fide_dutch_2026="5.2.4")
def test_the_higher_ranked_player_gets_their_preferred_colour(edition):
    higher = PreferenceGround.HIGHER_RANKED

    assert white_first(edition, "WB", "WB") == ("1-2", higher)
    assert white_first(edition, "BW", "BW") == ("2-1", higher)
    # By score before the number.
    assert tables(pair_cards(edition, [card(1, 10, "WB"), card(2, 20, "WB")])) == "2-1"


@each_edition(fide_dutch_2017="E.5", fide_dutch_2026="5.2.5")
def test_an_odd_number_gets_the_initial_colour(edition):
    # The lot gave number 1 White; the higher ranked of a pair has it if his number is odd.
    assert tables(pair_cards(edition, group(10, 1, 2))) == "1-2"
    assert tables(pair_cards(edition, group(10, 2, 3))) == "3-2"
    assert tables(system(edition).pair(event(8))) == "1-5 6-2 3-7 8-4"
    assert tables(system(edition).pair(event(8, lot=Colour.BLACK))) == "5-1 2-6 7-3 4-8"


@each_edition(fide_dutch_2017="E preface", fide_dutch_2026="5.1")
def test_the_initial_colour_is_recorded_or_read_from_round_one(edition):
    # Number 1 had Black; or number 2 had White, which says the same.
    assert initial_colour(event(4, "3-1 =, 2-4 =", lot=None)) is Colour.BLACK
    assert initial_colour(event(5, "3-1 +:-, 2-4 =, bye 5", lot=None)) is Colour.BLACK
    assert initial_colour(event(4, "1-3 =, 4-2 =", lot=None)) is Colour.WHITE
    assert initial_colour(event(4, "3-1 =", lot=Colour.WHITE)) is Colour.WHITE
    assert tables(system(edition).pair(event(4))) == "1-3 4-2"


@pytest.mark.parametrize("edition", BOTH)
def test_without_an_initial_colour_number_one_gets_white_with_a_warning(edition):
    paired = system(edition).pair(event(8, lot=None, planned_rounds=4))

    assert tables(paired) == "1-5 6-2 3-7 8-4"
    (warned,) = reasons(paired, PairingWarning)
    assert "no initial colour is recorded" in warned.what
    assert warned.article in ("5.1", "E preface")
