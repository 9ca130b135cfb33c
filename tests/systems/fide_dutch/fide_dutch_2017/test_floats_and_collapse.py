"""What only the text of 2017 says: the bye, floats without a game, the collapsed last bracket."""

from __future__ import annotations

import pytest

import topboard
from tests.player_events import event
from tests.systems.fide_dutch.cards import bracket, card, field_of, group, opponents, pair_cards
from topboard.analysis.generate import Wishes
from topboard.reasons.criteria import ByeBarAlreadyHadBye, ByeBarWonWithoutPlaying, QualityCriterion
from topboard.reasons.obstacles import LeavesOthersUnpairable
from topboard.systems.fide_dutch import fide_dutch_2017
from topboard.systems.fide_dutch.brackets import build_bracket, find_scoregroup_index_ranges
from topboard.systems.fide_dutch.criteria import CriteriaCosts2017

NAME = fide_dutch_2017.NAME


@pytest.mark.article("fide_dutch_2017:C.04.1 d")
def test_only_a_bye_or_an_opponents_no_show_bars_from_the_bye():
    tournament = event(8, "half 1, full 2, 3-4 +:-, bye 5, 6-7 1:0, out 8")

    profiles = fide_dutch_2017.build_field(tournament).players

    barred = {p.number: p.barred for p in profiles if p.barred is not None}
    assert barred == {3: ByeBarWonWithoutPlaying(1), 5: ByeBarAlreadyHadBye(1)}


@pytest.mark.article("fide_dutch_2017:A.4.b")
def test_a_player_who_misses_a_game_counts_as_a_downfloater():
    tournament = event(8, "half 1, full 2, out 3, bye 4, 5-6 +:-, 7-8 =")

    profiles = fide_dutch_2017.build_field(tournament).players

    assert sorted(p.number for p in profiles if p.floats.down_last) == [1, 2, 3, 4, 5, 6]


def test_missed_games_do_not_decide_who_gets_the_bye():
    cards = [card(1, 0, unplayed=2), card(2, 0), card(3, 0, unplayed=1)]

    assert opponents(pair_cards(NAME, cards)) == "1-2 bye 3"


@pytest.mark.article("fide_dutch_2017:A.9 PPB", "fide_dutch_2017:C.4", "fide_dutch_2017:C.7")
def test_the_next_bracket_is_weighed_without_checking_round_completion():
    # 5 has met everybody below, 3 may meet 4 of the next bracket. So 3 floats as usual, and 3-4
    # has smaller differences than 4-5. But then 5 has no opponent: the bracket is paired again,
    # and 3 floats on.
    cards = [*group(20, 1, 2, 3), *group(10, 4, 5), *group(0, 6, 7, 8)]

    assert opponents(pair_cards(NAME, cards, met="3-5 5-6 5-7 5-8")) == "1-2 3-6 4-5 7-8"


@pytest.mark.article("fide_dutch_2017:A.9 CLB")
def test_a_collapsed_bracket_names_the_scores_it_contains():
    cards = [*group(20, 1, 2, 3, 4), *group(10, 5, 6), *group(0, 7, 8, 9, 10)]
    met = " ".join(f"{a}-{b}" for a in (9, 10) for b in (5, 6, 7, 8)) + " 9-10"

    last = bracket(pair_cards(NAME, cards, met=met), 10)

    assert (last.mdps, last.residents, last.lowest_points) == ((3, 4), (5, 6, 7, 8, 9, 10), 0)


@pytest.mark.article("fide_dutch_2017:A.8")
def test_a_downfloater_counts_from_a_point_below_the_lowest_score():
    # 3, 2 and 2 points: 1 point to the floater of 2, 2 points to the floater of 3.
    field = field_of([card(1, 30), card(2, 20), card(3, 20)])
    groups = find_scoregroup_index_ranges(field)
    weights = CriteriaCosts2017(field, build_bracket(field, groups, 1, (0,)))

    def differences(total):
        values = dict(weights.unpack_cost_by_criterion(total))[QualityCriterion.SCORE_DIFFERENCES]
        gaps = weights.list_scores_counted_separately(QualityCriterion.SCORE_DIFFERENCES)
        return [gap for gap, count in zip(gaps, values, strict=True) for _ in range(count)]

    assert differences(weights.pair_cost(0, 1) + weights.downfloater_cost(2)) == [10, 10]
    assert differences(weights.pair_cost(1, 2) + weights.downfloater_cost(0)) == [20, 0]


def test_a_leftover_barred_from_the_bye_weighs_triple_in_the_last_bracket():
    cards = [*group(20, 1, 2, 3), card(4, 10), card(5, 10, barred=True)]
    field = field_of(cards)
    top = build_bracket(field, find_scoregroup_index_ranges(field), 0)
    last = CriteriaCosts2017(field, top, bye_below=True)
    not_last = CriteriaCosts2017(field, top, bye_below=False)

    def next_bracket_weight(weights, place):
        (value,) = dict(
            weights.unpack_cost_by_criterion(weights.unpaired_in_next_bracket_cost(place))
        )[QualityCriterion.NEXT_BRACKET]
        return value

    def by_score(weights, place):
        return dict(weights.unpack_cost_by_criterion(weights.unpaired_in_next_bracket_cost(place)))[
            QualityCriterion.NEXT_BRACKET_SCORES
        ]

    assert [next_bracket_weight(last, place) for place in (3, 4)] == [1, 3]
    # Who comes down from this bracket counts by his score as well.
    assert [by_score(last, place) for place in (0, 3)] == [(1,), (0,)]
    assert [next_bracket_weight(not_last, place) for place in (3, 4)] == [1, 1]


def test_why_not_names_a_leftover_who_is_barred_from_the_bye():
    wishes = Wishes(competitors=9, rounds=6, no_shows=8, absences=6, half_byes=4)
    before = topboard.generate(NAME, 13, wishes).before(6)

    found = topboard.why_not(before, 6, 8)

    assert isinstance(found, LeavesOthersUnpairable)
    assert (found.article, found.proof.islands) == ("C.4", ((9,),))
