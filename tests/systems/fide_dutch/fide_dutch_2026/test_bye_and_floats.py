"""What only the text of 2026 says: the bye, floats without a game, completion in every bracket."""

from __future__ import annotations

from dataclasses import replace

import pytest

import topboard
from tests.player_events import event
from tests.systems.fide_dutch.cards import card, group, opponents, pair_cards
from tests.team_events import reason
from topboard.analysis.generate import Wishes
from topboard.model import ByeRuling, Number, Scale
from topboard.reasons.criteria import ByeBarAlreadyHadBye, ByeBarRuling, ByeBarWonWithoutPlaying
from topboard.reasons.decisions import ByeGiven
from topboard.reasons.obstacles import CriterionWorse, LeavesUnpairable
from topboard.systems.fide_dutch.fide_dutch_2026 import NAME, build_field, pair


def barred_from_bye(tournament):
    """Who may not have the bye, and why."""
    return {p.number: p.barred for p in build_field(tournament).players if p.barred is not None}


@pytest.mark.article("fide_dutch_2026:C.04.1 4")
def test_an_unplayed_win_bars_from_the_bye_and_half_points_do_not():
    tournament = event(
        8, "half 1, full 2, 3-4 +:-, bye 5, 6-7 1:0, out 8", "half 1, 2-3 =, 4-5 =, 6-7 =, 8-1 ="
    )

    assert barred_from_bye(tournament) == {
        2: ByeBarWonWithoutPlaying(1),
        3: ByeBarWonWithoutPlaying(1),
        5: ByeBarAlreadyHadBye(1),
    }


@pytest.mark.article("fide_dutch_2026:C.04.1 4")
def test_a_full_point_in_a_round_without_play_bars_from_the_bye():
    # A bye asked for is worth a win here; and a ruling lifts the bar.
    tournament = event(4, "half 1, 2-3 =, out 4", game_scale=Scale(half_bye=10))
    lifted = event(
        4,
        "half 1, 2-3 =, out 4",
        game_scale=Scale(half_bye=10),
        bye_rulings=(ByeRuling(Number(1), allowed=True),),
    )

    assert barred_from_bye(tournament) == {1: ByeBarWonWithoutPlaying(1)}
    assert barred_from_bye(lifted) == {}
    # Of two rulings that contradict each other the one that bars holds, in whatever order.
    both = (ByeRuling(Number(1), allowed=False), ByeRuling(Number(1), allowed=True))
    assert barred_from_bye(replace(tournament, bye_rulings=both)) == {1: ByeBarRuling()}


@pytest.mark.article("fide_dutch_2026:1.4.3", "fide_dutch_2026:1.4.4")
def test_only_a_player_who_scores_without_playing_floats_down():
    tournament = event(8, "half 1, full 2, out 3, bye 4, 5-6 +:-, 7-8 =")

    floats = {p.number: p.floats for p in build_field(tournament).players}

    assert sorted(n for n, f in floats.items() if f.down_last) == [1, 2, 4, 5]
    assert not any(f.up_last for f in floats.values())


@pytest.mark.article("fide_dutch_2026:1.4.3")
def test_a_bye_worth_zero_points_is_a_downfloat_too():
    tournament = event(3, "1-2 =, bye 3", game_scale=Scale(bye=0))

    assert {p.number: p.floats.down_last for p in build_field(tournament).players}[3]


# --- who has the bye --------------------------------------------------------------------------


@pytest.mark.article("fide_dutch_2026:2.3.1 C5")
def test_the_bye_goes_up_if_nobody_below_may_get_it():
    cards = [*group(10, 1, 2, 3), card(4, 0, barred=True), card(5, 0, barred=True)]

    paired = pair_cards(NAME, cards)

    assert opponents(paired) == "1-2 4-5 bye 3"
    (without,) = reason(paired, ByeGiven).without
    assert (without.points, without.count, without.obstacle) == (0, 2, ByeBarAlreadyHadBye(1))


@pytest.mark.article("fide_dutch_2026:2.3.1 C5")
def test_the_bye_goes_up_if_the_others_need_the_player_below():
    # 5 can meet 4 alone, so 4, the only one with no point who may have the bye, is needed. Of the
    # top S1 is 1, who meets 2; 3 and 7 come down, 6 needs one of them: the first, 3.
    cards = [*group(10, 1, 2, 3, 7), card(4, 0), *(card(n, 0, barred=True) for n in (5, 6))]

    paired = pair_cards(NAME, cards, met="5-1 5-2 5-3 5-7 5-6")

    assert opponents(paired) == "1-2 3-6 4-5 bye 7"
    (without,) = reason(paired, ByeGiven).without
    assert isinstance(without.obstacle, LeavesUnpairable)


@pytest.mark.article("fide_dutch_2026:2.3.1 C5")
def test_a_low_score_for_the_bye_outweighs_few_downfloaters():
    # Half against half 1-3 2-4 would leave 5 6 7, of whom only 5 may have the bye, but 6 and 7
    # have met. Somebody of the top could have the bye with as little floating: it stays with 5.
    cards = [*group(10, 1, 2, 3, 4), card(5, 0), *(card(n, 0, barred=True) for n in (6, 7))]

    assert opponents(pair_cards(NAME, cards, met="6-7")) == "1-2 3-6 4-7 bye 5"


@pytest.mark.article("fide_dutch_2026:2.4.4 C9")
def test_at_the_lowest_score_the_fewest_unplayed_games_get_the_bye():
    # By the order of the candidates 3 would have it.
    cards = [card(1, 0, unplayed=2), card(2, 0), card(3, 0, unplayed=1)]

    assert opponents(pair_cards(NAME, cards)) == "1-3 bye 2"
    assert opponents(pair_cards(NAME, group(0, 1, 2, 3))) == "1-2 bye 3"


@pytest.mark.article("fide_dutch_2026:2.4.4 C9")
def test_unplayed_games_do_not_count_for_a_downfloater_without_the_bye():
    # 3 floats down to 4 and 5, one of whom has the bye: only there games are counted.
    missed = {1: 0, 2: 0, 3: 2, 4: 1, 5: 0, 6: 1, 7: 1}
    cards = [card(n, 10 if n < 4 else 0, unplayed=games) for n, games in missed.items()]

    # 3-4 leaves 5 6 7; 5 has missed nothing.
    assert opponents(pair_cards(NAME, cards)) == "1-2 3-4 6-7 bye 5"


# --- the next bracket -------------------------------------------------------------------------


@pytest.mark.article("fide_dutch_2026:2.4.3 C8")
def test_a_next_bracket_pair_counts_only_if_the_round_can_be_completed():
    # 5 has met everybody below. With 3 as the downfloater, who may not meet 5, the next bracket
    # could pair 3-4 only by leaving 5 without an opponent: so 3 himself would be left over there.
    # With 2 it is 2-5, and 4, with fewer points, is left over.
    cards = [*group(20, 1, 2, 3), *group(10, 4, 5), *group(0, 6, 7, 8)]

    assert opponents(pair_cards(NAME, cards, met="3-5 5-6 5-7 5-8")) == "1-3 2-5 4-6 7-8"


def test_a_round_is_published_under_the_name_of_its_edition():
    assert pair(event(4)).system == NAME


def test_why_not_handles_the_only_player_of_the_next_bracket():
    # Without 4 nobody is left in the bracket below 7: who is left over there still counts.
    wishes = Wishes(competitors=7, rounds=5, no_shows=8)
    played = topboard.generate("fide_dutch_2017", 26, wishes)
    before = replace(played.before(4), system=NAME, published=None)

    found = topboard.why_not(before, 7, 4)

    assert isinstance(found, CriterionWorse)
    assert (found.article, found.now, found.then, found.floats) == ("2.4.10 C15", (0,), (1,), 7)
