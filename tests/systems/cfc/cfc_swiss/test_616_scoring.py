"""Scores: games, byes, defaults, rounds missed, and games still going on."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.player_events import event
from tests.systems.cfc.cfc_swiss.events import pair
from tests.team_events import opponents, reasons
from topboard.errors import BadInput
from topboard.model import (
    Adjustment,
    AwardedPoints,
    FullPointBye,
    Manner,
    Meeting,
    Number,
    Request,
    Round,
    Scale,
    Tournament,
    Withdrawn,
)
from topboard.reasons.decisions import PairingWarning
from topboard.reasons.sentences import build_reason_sentence
from topboard.systems.cfc import cfc_swiss


def points(tournament: Tournament) -> dict[int, int]:
    return {line.number: line.points for line in cfc_swiss.SYSTEM.standings(tournament).lines}


@pytest.mark.article("cfc_swiss:616")
def test_wins_byes_and_default_wins_score_one_point_and_draws_half() -> None:
    tournament = event(8, "1-4 1:0, 2-5 =, 3-6 +:-, bye 7, out 8")

    assert points(tournament) == {1: 10, 3: 10, 7: 10, 2: 5, 5: 5, 4: 0, 6: 0, 8: 0}


@pytest.mark.article("cfc_swiss:616")
def test_a_double_default_and_excused_or_withdrawn_rounds_score_nothing() -> None:
    tournament = event(4, "1-3 -:-, 2-4 1:0", "2-1 1:0, out 3")
    left = replace(tournament, requests=(Request(Number(4), 2, Withdrawn()),))

    assert points(left) == {2: 20, 1: 0, 3: 0, 4: 0}


@pytest.mark.article("cfc_swiss:616")
def test_the_total_decides_the_final_position() -> None:
    first = cfc_swiss.SYSTEM.standings(event(4, "1-3 0:1, 2-4 =", "3-2 1:0, 1-4 =")).lines[0]

    assert (first.place, first.number, first.points) == (1, 3, 20)


@pytest.mark.article("cfc_swiss:616")
def test_points_added_or_deducted_by_a_ruling_count() -> None:
    tournament = event(
        4,
        "1-3 1:0, 2-4 1:0",
        awarded=(AwardedPoints(Number(3), 1, game_points=5), AwardedPoints(Number(1), 7, 5)),
        adjustments=(
            Adjustment(Number(2), game_points=-10),
            Adjustment(Number(4), 5, known_from=9),
        ),
    )

    assert points(tournament) == {1: 10, 3: 5, 2: 0, 4: 0}


@pytest.mark.article("cfc_swiss:616.no-show")
def test_a_player_who_did_not_appear_is_flagged_until_they_play_again() -> None:
    missed = event(4, "1-3 +:-, 2-4 -:-")
    came_back = event(4, "1-3 +:-, 2-4 1:0", "2-1 1:0, 3-4 1:0")

    assert cfc_swiss.find_players_suspended_after_forfeit(missed) == {3: 1, 2: 1, 4: 1}
    assert cfc_swiss.find_players_suspended_after_forfeit(came_back) == {}
    warned = reasons(pair(missed), PairingWarning, article="616")
    assert [w.what.split(" and ")[0] for w in warned] == [
        f"#{n} forfeited in round 1" for n in (2, 3, 4)
    ]


def test_a_note_shows_the_name_and_its_value_only_the_number() -> None:
    missed = event(4, "1-3 +:-, 2-4 1:0")
    (warned,) = reasons(pair(missed), PairingWarning, article="616")

    assert warned.what.startswith("#3 forfeited in round 1")
    assert build_reason_sentence(warned, lambda n: f"Player (#{n:d})") == (
        "Note: Player (#3) forfeited in round 1 and may be paired only if the director accepts"
        " the excuse (616)."
    )


@pytest.mark.parametrize(
    ("scale", "complaint"),
    [
        (Scale(win=30, draw=10), "win 3 (rules: 1), draw 1 (rules: 0.5)"),
        (Scale(bye=5), "bye 0.5 (rules: 1)"),
        (Scale(both_defaulted=5), "both defaulted 0.5 (rules: 0)"),
    ],
)
def test_a_scoring_scale_that_differs_from_the_text_is_refused(
    scale: Scale, complaint: str
) -> None:
    tournament = event(4, "1-3 1:0, 2-4 1:0", game_scale=scale)

    for ask in (cfc_swiss.pair, points):
        with pytest.raises(BadInput, match=re.escape(complaint)):
            ask(tournament)


@pytest.mark.article("cfc_swiss:616")
@pytest.mark.article("cfc_swiss:616.1")
def test_a_scale_equal_to_the_text_is_accepted() -> None:
    plain = event(5, "1-3 1:0, 2-4 =, bye 5")
    half = replace(plain, variations=("616.1",))

    assert points(replace(plain, game_scale=Scale(bye=10, lost_by_default=0))) == points(plain)
    assert points(replace(half, game_scale=Scale(bye=5))) == points(half)


@pytest.mark.article("cfc_swiss:616.1")
def test_the_bye_may_be_worth_half_a_point() -> None:
    tournament = event(5, "1-3 1:0, 2-4 1:0, bye 5", variations=("616.1",))
    granted = Round(1, tournament.rounds[0].meetings, ((Number(5), FullPointBye()),))

    assert points(tournament)[5] == 5
    assert points(replace(tournament, rounds=(granted,)))[5] == 10


# --- games still going on -------------------------------------------------------------------


def points_with_unfinished_game(white: int, black: int, *variations: str) -> dict[int, int]:
    """The points after a round in which the game of 1 and 3 goes on with these points."""
    going_on = Meeting(Number(1), Number(3), white, black, Manner.UNFINISHED)
    over = Meeting(Number(2), Number(4), 10, 0)
    return points(replace(event(4, variations=variations), rounds=(Round(1, (going_on, over)),)))


@pytest.mark.article("cfc_swiss:617")
def test_an_unfinished_game_is_a_draw_unless_one_side_clearly_wins() -> None:
    assert points_with_unfinished_game(5, 5) == {2: 10, 1: 5, 3: 5, 4: 0}
    assert points_with_unfinished_game(10, 0) == {1: 10, 2: 10, 3: 0, 4: 0}
    assert points_with_unfinished_game(0, 0) == {2: 10, 1: 5, 3: 5, 4: 0}


@pytest.mark.article("cfc_swiss:617")
def test_a_game_without_a_result_is_a_draw_only_for_pairing_and_bars_a_rematch() -> None:
    tournament = event(8, "1-5 ?, 2-6 ?, 3-7 1:0, 4-8 1:0")

    assert opponents(pair(tournament)) == "1-6 2-5 3-4 7-8"
    assert points(tournament) == {3: 10, 4: 10, 1: 0, 2: 0, 5: 0, 6: 0, 7: 0, 8: 0}


@pytest.mark.article("cfc_swiss:617.1")
def test_an_adjudication_counts_as_recorded() -> None:
    assert points_with_unfinished_game(0, 5, "617.1") == {2: 10, 3: 5, 1: 0, 4: 0}
