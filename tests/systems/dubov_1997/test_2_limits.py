"""Chapter 2: what may not happen to a player, and when it may."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.systems.dubov_1997.cards import (
    apart,
    card,
    event,
    history,
    pair_cards,
    pool_of as pool_of_cards,
    tables,
    texts,
)
from topboard.errors import NoLegalPairing
from topboard.model import ByeRuling, FullPointBye, HalfPointBye, Number, PairingBye, Round
from topboard.model.colour_limits import is_third_colour_in_a_row, keeps_colour_difference_limit
from topboard.reasons.criteria import ByeBarAlreadyHadBye, ByeBarWonWithoutPlaying
from topboard.reasons.decisions import ByeGiven, Floated, OpponentChoice
from topboard.reasons.family_decisions import ColourLimitsWaiver, ColumnChange, UpfloatLimitWaiver
from topboard.reasons.grounds import FloatMethod
from topboard.reasons.obstacles import ColourFixed, HaveMet, MayNotUpfloat, PassedOver
from topboard.systems.common.field import FloatDirection
from topboard.systems.common.meeting import have_met
from topboard.systems.dubov_1997.columns import (
    divide_columns_by_due_colour,
    equalise_columns,
    may_change_column,
)
from topboard.systems.dubov_1997.dubov_1997 import pair
from topboard.systems.dubov_1997.legality import bye_obstacle_from_score_without_play
from topboard.systems.dubov_1997.players import may_be_moved_up
from topboard.systems.dubov_1997.pool import build_pool

# --- 2.1 ----------------------------------------------------------------------------------


@pytest.mark.article("dubov_1997:2.1")
def test_two_players_who_have_met_are_not_paired_again():
    cards = [
        card(1, "B", 2200, 2400),
        card(2, "W", 2100, 2300),
        card(3, "W", 2400, 2200),
        card(4, "B", 2300, 2100),
    ]

    so_far = pair_cards(cards, closed="1-2")
    chosen = [r for r in so_far.reasons if isinstance(r, OpponentChoice)]

    assert tables(pair_cards(cards, closed="1-3")) == {"2-1", "3-4"}
    assert tables(so_far) == {"2-4", "3-1"}
    assert chosen[0].passed_over == (PassedOver(Number(1), HaveMet(1)),)


@pytest.mark.article("dubov_1997:2.1")
def test_a_game_that_was_not_played_may_be_paired_again():
    tournament = event([2400, 2300, 2200, 2100], "1-3 1:0 default, 4-2 1:0")
    field = build_pool(tournament)

    assert not have_met(field, Number(1), Number(3))
    assert have_met(field, Number(2), Number(4))


@pytest.mark.article("dubov_1997:2.1")
def test_a_round_without_a_legal_pair_is_refused_with_its_proof():
    tournament = event([2400, 2300], "1-2 =")

    with pytest.raises(NoLegalPairing) as refusal:
        pair(tournament)

    assert have_met(build_pool(tournament), Number(1), Number(2))
    assert refusal.value.article == "2.1"
    assert len(refusal.value.islands) > len(refusal.value.bridge)
    assert set(refusal.value.blocking) <= {1, 2}


# --- 2.2 ----------------------------------------------------------------------------------


@pytest.mark.article("dubov_1997:2.2")
@pytest.mark.parametrize(
    ("outcome", "bar"),
    [
        (PairingBye(), ByeBarAlreadyHadBye(1)),
        (FullPointBye(), ByeBarAlreadyHadBye(1)),
        (HalfPointBye(), None),
    ],
)
def test_an_unplayed_point_bars_from_the_bye_but_a_half_does_not(outcome, bar):
    assert bye_obstacle_from_score_without_play((outcome,)) == bar


@pytest.mark.article("dubov_1997:2.2")
def test_the_bye_skips_players_who_had_it_or_won_without_playing():
    tournament = event(
        [2500, 2400, 2300, 2200, 2100],
        "3-5 0:1 default, 1-4 1:0, bye 2",
        "1-2 1:0, 4-5 0:0 nobody, bye 3",
        "1-3 1:0, 2-5 =, bye 4",
        "1-5 1:0, 3-2 1:0, half 4",
    )

    bye = next(r for r in pair(tournament).reasons if isinstance(r, ByeGiven))

    assert bye.number == 1
    assert bye.passed_over == (
        PassedOver(Number(5), ByeBarWonWithoutPlaying(1)),
        PassedOver(Number(4), ByeBarAlreadyHadBye(3)),
        PassedOver(Number(2), ByeBarAlreadyHadBye(1)),
        PassedOver(Number(3), ByeBarAlreadyHadBye(2)),
    )


@pytest.mark.article("dubov_1997:2.2")
def test_without_a_bye_candidate_the_round_waits_for_a_ruling():
    away = tuple((Number(n), FullPointBye()) for n in (1, 2, 3))
    tournament = replace(event([2500, 2400, 2300]), rounds=(Round(1, (), away),))

    with pytest.raises(NoLegalPairing, match="no one may have the bye"):
        pair(tournament)

    lifted = replace(tournament, bye_rulings=(ByeRuling(Number(2), allowed=True),))
    assert pair(lifted).bye == 2


@pytest.mark.article("dubov_1997:2.2")
def test_a_bar_from_the_bye_overrides_a_ruling_that_allows_it():
    rulings = tuple(ByeRuling(Number(3), allowed=allowed) for allowed in (False, True))

    assert pair(event([2500, 2400, 2300])).bye == 3
    assert pair(event([2500, 2400, 2300], bye_rulings=rulings)).bye == 2


# --- 2.3 and 2.4 --------------------------------------------------------------------------


@pytest.mark.article("dubov_1997:2.3")
def test_the_colour_difference_stays_within_two():
    assert keeps_colour_difference_limit(history("WBW"), history("W")[0])
    assert not keeps_colour_difference_limit(history("WBWW"), history("W")[0])


@pytest.mark.article("dubov_1997:2.4")
def test_nobody_has_a_colour_three_times_in_a_row():
    assert is_third_colour_in_a_row(history("BWW"), history("W")[0])
    assert not is_third_colour_in_a_row(history("BW"), history("W")[0])


@pytest.mark.article("dubov_1997:2.3", "dubov_1997:2.4")
def test_two_players_allowed_the_same_colour_only_do_not_meet_without_need():
    cards = [
        card(1, "W", 2000, 2400, fixed=True),
        card(2, "W", 2100, 2300, fixed=True),
        card(3, "B", 2200, 2200, points=5),
        card(4, "B", 2300, 2100, points=5),
    ]

    so_far = pair_cards(cards)

    assert tables(so_far) == {"1-3", "2-4"}


@pytest.mark.article("dubov_1997:2.3")
def test_limits_are_lifted_for_the_lowest_player_if_no_pairing_keeps_them():
    # By hand the upper four had Black twice, the lower four White twice, and may not mix.
    tournament = event(
        [2500, 2400, 2300, 2200, 2100, 2000, 1900, 1800],
        "5-1 1:0, 6-2 1:0, 7-3 1:0, 8-4 1:0",
        "6-1 1:0, 7-2 1:0, 8-3 1:0, 5-4 1:0",
        forbidden=apart(*(f"{a}-{b}" for a in range(1, 5) for b in range(5, 9))),
    )

    pairing = pair(tournament)
    lifted = next(r for r in pairing.reasons if isinstance(r, ColourLimitsWaiver))

    assert set(lifted.players) == {3, 4, 7, 8}
    for table in pairing.pairs:
        assert (table.black if table.black <= 4 else table.white) in lifted.players


# --- 2.5 ----------------------------------------------------------------------------------


@pytest.mark.article("dubov_1997:2.5")
@pytest.mark.parametrize(
    ("times", "just", "planned", "last", "allowed"),
    [
        (0, False, 9, False, True),
        (1, True, 9, False, False),
        (2, False, 9, False, True),
        (3, False, 9, False, False),
        (3, False, 10, False, True),
        (4, False, 10, False, False),
        (4, True, 10, True, True),
    ],
)
def test_before_the_last_round_nobody_goes_up_twice_running_or_too_often(
    times, just, planned, last, allowed
):
    result = may_be_moved_up(times, just_risen=just, planned_rounds=planned, last_round=last)

    assert result is allowed


@pytest.mark.article("dubov_1997:2.5")
def test_a_player_who_met_a_higher_score_counts_as_moved_up():
    tournament = event([2400, 2300, 2200, 2100], "1-3 1:0, 4-2 =", "2-1 1:0, 3-4 0:1")
    up, down = {2: FloatDirection.UP}, {2: FloatDirection.DOWN}

    assert build_pool(tournament).floats == {1: down, 2: up, 3: up, 4: down}
    pair(tournament)


@pytest.mark.article("dubov_1997:2.5")
def test_the_next_in_order_is_preferred_to_a_player_just_moved_up():
    # 3 leads alone and may not meet 1; of those with a point 2 comes first, but has just gone up.
    tournament = event(
        [2400, 2300, 2200, 2100, 2000, 1900, 1800, 1700],
        "1-5 1:0, 3-7 1:0, 6-2 =, 8-4 =",
        "2-1 =, 4-3 0:1, 6-8 =, 7-5 1:0",
        forbidden=apart("1-3"),
    )

    pairing = pair(tournament)
    raised = next(
        r for r in pairing.reasons if isinstance(r, Floated) and r.method is FloatMethod.MOVED_UP
    )

    assert raised.island == 3
    assert raised.number == 6
    assert PassedOver(Number(2), MayNotUpfloat()) in raised.passed_over
    assert "3-6" in texts(pairing)


def test_the_limit_on_moving_up_yields_when_nobody_else_can_move_up():
    # The example of the Vega manual, page 60: 20 has met 12, and 5 and 9 may not go up.
    cards = [
        card(12, "B", 2018.4, 2095, points=65, fixed=True),
        card(5, "W", 2036.8, 2219, points=55, fixed=True, may_rise=False),
        card(20, "W", 2113.1, 1889, points=55),
        card(9, "B", 1968.6, 2136, points=55, may_rise=False),
    ]

    so_far = pair_cards(cards, closed="12-20")

    assert tables(so_far) == {"5-12", "20-9"}
    assert UpfloatLimitWaiver("2.5", Number(5), 65) in so_far.reasons


# --- 2.6 ----------------------------------------------------------------------------------


@pytest.mark.article("dubov_1997:2.6")
def test_a_player_allowed_only_white_does_not_change_to_the_black_column():
    cards = [
        card(1, "W", 2000, 2400, fixed=True),
        card(2, "W", 2100, 2300),
        card(3, "W", 2200, 2200),
        card(4, "B", 2300, 2100),
    ]
    pool = pool_of_cards(cards)

    columns, changes = equalise_columns(pool, divide_columns_by_due_colour(pool, range(4)), 10)

    assert not may_change_column(pool.players[0])
    assert pool.numbers_at(columns.white) == (1, 3)
    passed = PassedOver(Number(1), ColourFixed(cards[0].due))
    assert changes == (ColumnChange("7.3", Number(2), cards[3].due, 10, (passed,)),)
