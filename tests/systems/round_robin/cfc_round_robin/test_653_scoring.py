"""Scores: games, defaults and byes, and those who leave before or after half of their games."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.citing import each_edition
from tests.systems.round_robin.cfc_round_robin.scores import (
    PLAYERS,
    TEAMS,
    event,
    match_event,
    scores,
    value,
)
from topboard.errors import BadInput
from topboard.model import (
    Adjustment,
    AwardedPoints,
    FullPointBye,
    HalfPointBye,
    Number,
    Round,
    Scale,
)
from topboard.systems.common.withdrawals import find_withdrawals
from topboard.systems.registry import system


@pytest.mark.article("cfc_round_robin:653")
def test_a_win_or_a_win_by_default_scores_one_and_a_draw_one_half() -> None:
    tournament = event(6, "1-6 1:0, 2-5 =, 3-4 -:+")

    assert scores(tournament) == {1: 10, 4: 10, 2: 5, 5: 5, 3: 0, 6: 0}


@pytest.mark.article("cfc_round_robin:653")
def test_byes_are_not_scored() -> None:
    tournament = event(5, "2-5 =, 3-4 =, bye 1", "5-3 =, 1-2 =, bye 4")
    first = tournament.rounds[0]
    granted = Round(1, first.meetings, ((Number(1), HalfPointBye()),))
    given = Round(1, first.meetings, ((Number(1), FullPointBye()),))

    assert scores(tournament)[1] == 5
    assert scores(replace(tournament, rounds=(granted, tournament.rounds[1])))[1] == 5
    assert scores(replace(tournament, rounds=(given, tournament.rounds[1])))[1] == 5


@pytest.mark.article("cfc_round_robin:653")
def test_double_defaults_and_pending_games_score_0_and_unfinished_ones_half_for_now() -> None:
    tournament = event(6, "1-6 -:-, 2-5 ?, 3-4 ~")

    assert scores(tournament) == {3: 5, 4: 5, 1: 0, 2: 0, 5: 0, 6: 0}


@pytest.mark.article("cfc_round_robin:653")
def test_a_game_lost_by_both_players_is_not_a_draw() -> None:
    tournament = event(4, "1-4 0:0, 2-3 =", "4-3 0:1, 1-2 =")

    assert scores(tournament) == {3: 15, 2: 10, 1: 5, 4: 0}
    assert value(tournament, 4, "SB") == 0
    assert value(tournament, 1, "SB") == 50


def test_points_added_or_deducted_by_a_ruling_count() -> None:
    tournament = replace(
        event(4, "1-4 1:0, 2-3 =", "4-3 1:0, 1-2 ="),
        awarded=(AwardedPoints(Number(4), 1, game_points=5), AwardedPoints(Number(1), 9, 5)),
        adjustments=(Adjustment(Number(3), game_points=-5), Adjustment(Number(2), 5, known_from=9)),
    )

    assert scores(tournament) == {1: 15, 4: 15, 2: 10, 3: 0}


# --- leaving before half --------------------------------------------------------------------


ROUNDS_OF_SIX = ("1-6 1:0, 2-5 0:1, 3-4 =", "6-4 =, 5-3 1:0, 1-2 1:0")


@pytest.mark.article("cfc_round_robin:653.under_half")
def test_points_by_and_against_a_player_who_left_before_half_do_not_count() -> None:
    tournament = event(6, *ROUNDS_OF_SIX, leaving={5: 3})

    assert scores(tournament) == {1: 20, 3: 5, 4: 10, 6: 5, 2: 0, 5: 0}
    assert scores(replace(tournament, requests=())) == {1: 20, 5: 20, 4: 10, 3: 5, 6: 5, 2: 0}


@pytest.mark.article("cfc_round_robin:653.under_half")
def test_a_player_who_left_before_half_stays_listed_below_the_others() -> None:
    table = system(PLAYERS).standings(event(6, *ROUNDS_OF_SIX, leaving={5: 3}))

    assert [line.number for line in table.lines][-1] == 5
    assert (table.lines[-1].place, table.lines[-1].points) == (6, 0)


@pytest.mark.article("cfc_round_robin:653.under_half")
def test_unplayed_games_against_a_withdrawn_player_are_worth_nothing() -> None:
    tournament = event(6, *ROUNDS_OF_SIX, "2-6 =, 3-1 =, left 5", leaving={5: 3})

    assert scores(tournament)[4] == 10


@pytest.mark.article("cfc_round_robin:653.under_half")
def test_the_games_of_a_withdrawn_player_add_nothing_to_a_tie_break() -> None:
    tournament = event(6, "1-6 1:0, 2-5 1:0, 3-4 =", leaving={5: 2})

    assert value(tournament, 2, "SB") == 0
    assert scores(tournament)[2] == 0


# --- leaving after half ----------------------------------------------------------------------


HALF_OF_FIVE = ("2-5 1:0, 3-4 =, bye 1", "5-3 1:0, 1-2 =, bye 4", "3-1 =, 4-5 0:1, bye 2")


@pytest.mark.article("cfc_round_robin:653.half")
def test_a_player_who_left_after_half_keeps_points_and_later_opponents_get_a_plus() -> None:
    tournament = event(5, *HALF_OF_FIVE, "1-4 =, 2-3 =, left 5", "4-2 =, left 5, bye 3")

    assert scores(tournament) == {1: 25, 2: 25, 5: 20, 3: 15, 4: 15}
    without_plus = event(5, *HALF_OF_FIVE, "1-4 =, 2-3 =", "4-2 =, bye 3")
    assert scores(without_plus)[1] == 15


def test_a_plus_counts_only_from_the_round_scheduled_in_the_table() -> None:
    left = event(5, *HALF_OF_FIVE, leaving={5: 4})

    assert scores(left)[1] == 10


def test_a_plus_already_on_record_is_not_counted_twice() -> None:
    tournament = event(
        5, *HALF_OF_FIVE, "1-4 =, 2-3 =, left 5", "4-2 =, 5-1 -:+, bye 3", leaving={5: 4}
    )

    assert scores(tournament)[1] == 25


@pytest.mark.article("cfc_round_robin:653.half")
def test_a_game_unfinished_when_a_player_left_becomes_a_plus() -> None:
    unfinished = (*HALF_OF_FIVE[:2], "3-1 =, 4-5 ~, bye 2")
    tournament = event(5, *unfinished, leaving={5: 4})

    assert scores(tournament) == {1: 10, 2: 15, 3: 10, 4: 15, 5: 10}


@pytest.mark.article("cfc_round_robin:653.half")
def test_a_game_postponed_and_never_played_becomes_a_plus() -> None:
    put_off = ("3-4 =, out 2, out 5, bye 1", *HALF_OF_FIVE[1:])
    tournament = event(5, *put_off, leaving={5: 4})

    assert scores(tournament)[2] == 15
    assert scores(replace(tournament, requests=()))[2] == 5


def test_a_forfeit_before_a_player_left_stays_as_scored() -> None:
    tournament = event(
        4, "1-4 -:+, 2-3 =", "4-3 =, 1-2 =", "2-4 =, 3-1 =", variations=("double",), leaving={1: 4}
    )
    assert not find_withdrawals(tournament, 6)[Number(1)].has_completed_half

    single = replace(tournament, variations=())

    assert scores(single) == {4: 20, 2: 15, 3: 15, 1: 10}


@pytest.mark.article("cfc_round_robin:653.half")
def test_when_both_have_left_neither_gets_a_plus() -> None:
    tournament = event(5, *HALF_OF_FIVE, "2-3 =", "", leaving={5: 4, 1: 4})

    assert scores(tournament)[1] == 10
    assert scores(tournament)[5] == 20
    assert scores(tournament)[4] == 15


@pytest.mark.article("cfc_round_robin:653.half")
def test_a_later_leaver_keeps_the_plus_against_an_earlier_leaver() -> None:
    rounds = ("1-4 =, 2-3 =", "4-3 =, 1-2 =", "2-4 =, 3-1 =", "3-2 =, left 4", "2-1 =, left 4")
    both = event(4, *rounds, "left 3, left 4", variations=("double",), leaving={4: 4, 3: 6})

    assert scores(both) == {1: 40, 2: 35, 3: 30, 4: 15}


def test_a_pairing_that_departs_from_the_table_replaces_no_game_with_the_leaver() -> None:
    tournament = event(5, *HALF_OF_FIVE, "1-4 =, 2-3 =, left 5", "1-2 ?, left 5, bye 3")

    assert scores(tournament)[1] == 15


# --- what is half ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "completed", "double", "counts"),
    [
        (5, 2, False, True),
        (5, 1, False, False),
        (6, 2, False, False),
        (6, 3, False, True),
        (5, 3, True, False),
        (5, 4, True, True),
    ],
)
def test_half_means_half_of_all_games_in_the_table(
    players: int, completed: int, double: bool, counts: bool
) -> None:
    games = (players - 1) * (2 if double else 1)
    rounds = [f"{players}-{n} =" for n in [1, 2, 3, 4, 1, 2][:completed]]
    tournament = event(players, *rounds, leaving={players: completed + 1})

    assert find_withdrawals(tournament, games)[Number(players)].has_completed_half is counts


def test_only_games_played_to_the_end_count_as_completed() -> None:
    rounds = ("1-2 =", "1-3 +:-", "1-4 ~", "1-5 -:-", "bye 1", "1-6 0:1")
    tournament = event(6, *rounds, leaving={1: 7})

    assert find_withdrawals(tournament, 5)[Number(1)].completed == 2


def test_a_withdrawal_is_recognized_from_the_record_alone() -> None:
    tournament = event(4, "1-4 1:0, 2-3 =", "4-3 =, left 1", "2-4 =, left 1")

    assert find_withdrawals(tournament, 3)[Number(1)].round == 2
    assert find_withdrawals(event(4, "left 1", "1-2 ="), 3) == {}


def test_a_request_for_a_later_round_is_not_yet_a_withdrawal() -> None:
    tournament = event(4, "1-4 1:0, 2-3 =", leaving={4: 3})

    assert find_withdrawals(tournament, 3) == {}
    assert scores(tournament)[1] == 10


# --- teams ------------------------------------------------------------------------------------


@pytest.mark.article("cfc_team_round_robin:664")
def test_game_points_decide_the_match_and_match_points_the_standings() -> None:
    tournament = match_event(4, 4, "1-4 2.5:1.5, 2-3 2:2", "4-3 4:0, 1-2 2:2")

    assert scores(tournament) == {1: 15, 2: 10, 4: 10, 3: 5}


@pytest.mark.article("cfc_team_round_robin:664")
def test_a_team_without_an_opponent_scores_nothing_and_a_default_is_a_win() -> None:
    tournament = match_event(4, 5, "2-5 4:0F, 3-4 0:0, bye 1")

    assert scores(tournament) == {2: 10, 3: 5, 4: 5, 1: 0, 5: 0}


@each_edition(cfc_round_robin="653.under_half", cfc_team_round_robin="653.under_half")
def test_the_half_rule_is_the_same_for_teams(edition: str) -> None:
    written = "1-4 4:0, 2-3 1:3" if edition == TEAMS else "1-4 1:0, 2-3 0:1"
    make = (
        match_event if edition == TEAMS else lambda _boards, *facts, **more: event(*facts, **more)
    )

    tournament = make(4, 4, written, leaving={3: 2})

    assert scores(tournament) == {1: 10, 2: 0, 4: 0, 3: 0}


@pytest.mark.article("cfc_team_round_robin:653.half")
def test_a_plus_is_a_match_point_for_a_team() -> None:
    tournament = match_event(
        2, 4, "1-4 2:0, 2-3 2:0", "4-3 0:2, 1-2 1:1", "3-1 1:1, left 4", leaving={4: 3}
    )

    by_round = system(TEAMS).scores_by_round(tournament)

    assert scores(tournament) == {2: 25, 1: 20, 3: 15, 4: 0}
    assert by_round is not None
    assert by_round[Number(2)] == (10, 5, 10)


# --- another scale --------------------------------------------------------------------------


@pytest.mark.article("cfc_round_robin:653")
def test_a_scoring_scale_that_differs_from_the_text_is_refused() -> None:
    tournament = event(6, "1-6 1:0, 2-5 =, 3-4 -:+")

    with pytest.raises(BadInput, match=r"\(653\): 'won by default 0.5 \(rules: 1\)'"):
        scores(replace(tournament, game_scale=Scale(won_by_default=5)))
    with pytest.raises(BadInput, match=r"\(653\): 'bye 1 \(rules: 0\)'"):
        scores(replace(tournament, game_scale=Scale(bye=10)))
    assert scores(replace(tournament, game_scale=Scale(bye=0))) == scores(tournament)


@pytest.mark.article("cfc_team_round_robin:664")
def test_a_won_match_is_one_point_and_no_other_scale_is_accepted() -> None:
    tournament = match_event(4, 4, "1-4 3:1, 2-3 2:2")

    with pytest.raises(BadInput, match=r"match_scale.*\(664\): 'win 2 \(rules: 1\)"):
        system(TEAMS).standings(replace(tournament, match_scale=Scale(20, 10, 0)))
    assert scores(replace(tournament, match_scale=Scale())) == {1: 10, 2: 5, 3: 5, 4: 0}
