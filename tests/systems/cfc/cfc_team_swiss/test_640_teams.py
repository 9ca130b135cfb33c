"""Teams: cards, boards, ratings, ranking, colours, scores."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from tests.oracle import cfc
from tests.systems.cfc.cfc_team_swiss.teams import event, team
from tests.team_events import opponents, reasons
from topboard.documents.cards import pairing_card
from topboard.errors import BadInput, NoLegalPairing
from topboard.model import (
    Colour,
    ForfeitWin,
    Lot,
    Manner,
    Meeting,
    Number,
    PairingBye,
    Played,
    Player,
    Round,
    Scale,
    Tournament,
)
from topboard.model.history import outcomes
from topboard.reasons.decisions import PairingWarning
from topboard.systems.cfc import cfc_swiss, cfc_team_swiss
from topboard.systems.cfc.cfc_team_swiss import SYSTEM
from topboard.systems.cfc.ratings import team_rating
from topboard.systems.common import boards
from topboard.systems.common.colours import list_colours_by_board
from topboard.systems.registry import system

F = Fraction


def points(tournament: Tournament) -> dict[int, int]:
    return {line.number: line.points for line in cfc_team_swiss.SYSTEM.standings(tournament).lines}


@pytest.mark.article("cfc_team_swiss:647")
def test_a_won_match_is_one_point_and_no_other_scale_is_accepted() -> None:
    with pytest.raises(BadInput, match=r"\(647\).*match_scale|match_scale.*\(647\)"):
        cfc_team_swiss.pair(event(4, match_scale=Scale(20, 10, 0)))
    won = event(2, "1-2 3:1", match_scale=Scale(10, 5, 0))
    assert points(won) == {1: 10, 2: 0}


# --- variations ---------------------------------------------------------------------------


@pytest.mark.article("cfc_team_swiss:601")
@pytest.mark.parametrize(
    ("chosen", "complaint"),
    [
        ("643", "requires a number of points: '643'"),
        ("644=many", "requires a number of points: '644=many'"),
        ("616.1=5", "takes no value"),
        ("645", "unknown variation of the pairing system: '645'"),
    ],
)
def test_a_variation_with_a_wrong_value_is_refused(chosen: str, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        cfc_team_swiss.pair(event(4, variations=(chosen,)))


@pytest.mark.article("cfc_team_swiss:602")
def test_the_announcement_names_the_points() -> None:
    announced = cfc_team_swiss.SYSTEM.announce_variations(
        event(4, variations=("644=100", "643=25"))
    )

    assert [article for article, _ in announced] == ["643", "644"]
    assert "if their ratings differ by at most 25." in announced[0][1]
    assert (
        "is rated 100 above the board below, and one on the bottom board 100 below the board above."
        in announced[1][1]
    )


# --- pairing as individuals ---------------------------------------------------------------


@pytest.mark.article("cfc_team_swiss:641")
def test_the_odd_team_is_not_one_that_met_the_whole_next_group() -> None:
    # 3 has met 4 and 5; so 2 comes down to 4, and 5 to 6.
    tournament = event(
        8,
        "3-4 4:0, 1-6 4:0, 7-2 0:4, 8-5 0:4",
        "5-3 0:4, 7-1 0:4, 2-8 4:0, 4-6 4:0",
    )

    assert opponents(cfc_team_swiss.pair(tournament)) == "1-3 2-4 5-6 7-8"


@pytest.mark.article("cfc_team_swiss:641")
def test_a_round_of_teams_names_this_system() -> None:
    made = system("cfc_team_swiss").pair(event(4))

    assert (SYSTEM.name, made.system) == ("cfc_team_swiss", "cfc_team_swiss")
    assert SYSTEM.teams


@pytest.mark.article("cfc_team_swiss:641")
def test_teams_are_paired_like_players() -> None:
    assert opponents(cfc_team_swiss.pair(event(8))) == "1-5 2-6 3-7 4-8"


@pytest.mark.article("cfc_team_swiss:641")
def test_equal_scores_and_colours_give_the_same_pairs_as_an_individual_event() -> None:
    for seed in range(12):
        random = Random(seed)
        matches = event(random.randint(5, 14), planned_rounds=6)
        games = _as_players(matches)
        for number in range(1, 6):
            try:
                paired = cfc_team_swiss.pair(matches)
            except NoLegalPairing:
                break
            alone = cfc_swiss.pair(games)
            assert (paired.pairs, paired.bye) == (alone.pairs, alone.bye)
            bye = () if paired.bye is None else ((paired.bye, PairingBye()),)
            results = [random.choice([(40, 0), (20, 20), (15, 25)]) for _ in paired.pairs]
            matches, games = (
                _after(event_, number, paired.pairs, outcome, bye)
                for event_, outcome in ((matches, results), (games, map(_as_game, results)))
            )


def _as_players(tournament: Tournament) -> Tournament:
    players = (Player(c.number, c.name, 2010 - 10 * c.number) for c in tournament.competitors)
    return replace(tournament, competitors=tuple(players), boards=1)


def _as_game(result: tuple[int, int]) -> tuple[int, int]:
    white, black = result
    return (5, 5) if white == black else (10, 0) if white > black else (0, 10)


def _after(tournament, number, pairs, results, bye):  # type: ignore[no-untyped-def]
    meetings = tuple(
        Meeting(p.white, p.black, *result) for p, result in zip(pairs, results, strict=True)
    )
    return replace(tournament, rounds=(*tournament.rounds, Round(number, meetings, bye)))


def test_the_second_reading_of_the_method_pairs_the_same_scores_alike() -> None:
    tournament = event(6, "1-4 3:1, 5-2 2:2, 3-6 0:4")
    games = replace(
        _as_players(tournament),
        rounds=(
            Round(
                1,
                (
                    Meeting(Number(1), Number(4), 10, 0),
                    Meeting(Number(5), Number(2), 5, 5),
                    Meeting(Number(3), Number(6), 0, 10),
                ),
            ),
        ),
    )

    paired = cfc_team_swiss.pair(tournament)
    assert sorted((p.white, p.black) for p in paired.pairs) == sorted(cfc.pair(games).pairs)


# --- cards and boards ---------------------------------------------------------------------


@pytest.mark.article("cfc_team_swiss:642")
def test_a_card_shows_match_scores_and_game_points() -> None:
    tournament = event(5, "1-3 2.5:1.5, 2-4 4:0 default, bye 5", "3-2 0:4, 5-1 2:2, bye 4")

    def lines(number: int) -> list[tuple[object, ...]]:
        return [row[4:] for row in pairing_card(tournament, SYSTEM, Number(number)).rows[:2]]

    assert lines(1) == [("1", "1", "2½", "2½"), ("½", "1½", "2", "4½")]
    assert lines(2) == [("(1)R", "1", "(4)R", "4"), ("1", "2", "4", "8")]
    assert lines(5) == [("(1)", "1", "(0)", "0"), ("½", "1½", "2", "2")]


@pytest.mark.article("cfc_team_swiss:643")
@pytest.mark.parametrize(
    ("ratings", "tolerance", "faults"),
    [
        ((2000, 1900, 1800, 1700), 0, 0),
        ((2000, 2000, 1800, 1801), 0, 1),
        ((1975, 2000, 1800, 1700), 25, 0),
        ((1974, 2000, 1800, 1700), 25, 1),
        ((None, 2000, None, 1700), 0, 0),
        ((1500, 1600, 1700), 50, 3),
    ],
)
def test_boards_follow_the_rating_order_within_the_announced_limit(
    ratings: tuple[int | None, ...], tolerance: int, faults: int
) -> None:
    assert (
        len(list(boards.find_team_members_out_of_rating_order(team(1, *ratings), tolerance)))
        == faults
    )


@pytest.mark.article("cfc_team_swiss:643")
def test_a_warning_before_round_1_names_boards_out_of_order() -> None:
    entered = [team(1, 2000, 2040, 1800, 1700), team(2, 1900, 1800, 1700, 1600)]

    strict = cfc_team_swiss.pair(event(entered))
    tolerant = cfc_team_swiss.pair(event(entered, variations=("643=50",)))

    assert [w.what.split(" has ")[0] for w in reasons(strict, PairingWarning, article="643")] == [
        "Team 1 (#1)"
    ]
    assert reasons(tolerant, PairingWarning, article="643") == []


# --- ratings ------------------------------------------------------------------------------


@pytest.mark.article("cfc_team_swiss:644")
def test_the_team_rating_is_the_exact_average_of_the_regular_members() -> None:
    five = team(1, 2000, 1900, 1801, 1700, 2500)

    assert team_rating(five, 4, 50) == F(7401, 4)
    assert team_rating(team(1, None, None), 2, 50) is None
    assert team_rating(team(1, average=F(1777)), 4, 50) == 1777


@pytest.mark.article("cfc_team_swiss:644a")
@pytest.mark.parametrize(
    ("ratings", "next_board_points", "sum_of_ratings"),
    [
        ((None, 1900, 1800, 1700), 50, 1950 + 1900 + 1800 + 1700),
        ((2000, 1900, 1800, None), 50, 2000 + 1900 + 1800 + 1750),
        ((2000, 1900, 1800, None), 100, 2000 + 1900 + 1800 + 1700),
        ((None, None, 1800, 1700), 50, 1900 + 1850 + 1800 + 1700),
        ((None, 1900, 1800, None), 50, 1950 + 1900 + 1800 + 1750),
        ((None, None, None, 1700), 50, 1850 + 1800 + 1750 + 1700),
    ],
)
def test_an_unrated_end_board_is_a_fixed_step_from_the_next_board(
    ratings: tuple[int | None, ...], next_board_points: int, sum_of_ratings: int
) -> None:
    rated = team_rating(team(1, *ratings), 4, next_board_points)

    assert rated == F(sum_of_ratings, 4)


@pytest.mark.article("cfc_team_swiss:644b")
@pytest.mark.parametrize(
    ("ratings", "sum_of_ratings"),
    [
        ((2000, None, 1801, 1700), 2000 + F(3801, 2) + 1801 + 1700),
        ((2000, None, None, 1700), 2000 + 1850 + 1850 + 1700),
    ],
)
def test_an_unrated_middle_board_is_the_average_of_the_nearest_rated_boards(
    ratings: tuple[int | None, ...], sum_of_ratings: Fraction
) -> None:
    assert team_rating(team(1, *ratings), 4, 50) == F(sum_of_ratings, 4)


@pytest.mark.article("cfc_team_swiss:644")
def test_starting_numbers_follow_team_rating_with_lots_between_equals() -> None:
    entered = [team(1, 1800), team(2, 2000), team(3, None), team(4, 1800)]
    lots = (Lot("equal ratings", (Number(4), Number(1))),)

    numbered = cfc_team_swiss.SYSTEM.assign_pairing_numbers(event(entered, boards=1, lots=lots))

    assert [c.name for c in numbered.competitors] == [f"Team {n}" for n in (2, 4, 1, 3)]


# --- ranking, colours, scores -------------------------------------------------------------


@pytest.mark.article("cfc_team_swiss:645")
def test_teams_are_ranked_by_match_score_and_then_by_rating() -> None:
    paired = cfc_team_swiss.pair(event(4, "1-3 1.5:2.5, 2-4 4:0"))

    # 3 won narrowly and 2 by far: only the match counts, and 2 is rated higher.
    assert opponents(paired) == "1-4 2-3"
    assert [tuple(sorted((p.white, p.black))) for p in paired.pairs] == [(2, 3), (1, 4)]


@pytest.mark.article("cfc_team_swiss:646")
def test_colours_alternate_from_board_1_down() -> None:
    white, black = Colour.WHITE, Colour.BLACK

    assert list_colours_by_board(4) == (white, black, white, black)
    assert list_colours_by_board(3, black) == (black, white, black)


def test_the_due_colour_of_a_team_is_that_of_board_1() -> None:
    paired = cfc_team_swiss.pair(event(4, "1-3 4:0, 4-2 0:4"))

    # 1 had White and 2 Black on board 1.
    assert (paired.pairs[0].white, paired.pairs[0].black) == (2, 1)


@pytest.mark.article("cfc_team_swiss:647")
def test_more_game_points_win_a_match_and_byes_or_forfeits_score_one() -> None:
    tournament = event(9, "1-5 2.5:1.5, 2-6 2:2, 3-7 4:0 default, 4-8 0:0 default, bye 9")

    assert points(tournament) == {1: 10, 3: 10, 9: 10, 2: 5, 6: 5, 4: 0, 5: 0, 7: 0, 8: 0}


@pytest.mark.article("cfc_team_swiss:647")
def test_a_team_that_did_not_appear_is_pointed_out() -> None:
    tournament = event(4, "1-3 4:0 default, 2-4 2:2")

    assert cfc_team_swiss.find_teams_suspended_after_forfeit(tournament) == {3: 1}
    assert len(reasons(cfc_team_swiss.pair(tournament), PairingWarning, article="647")) == 1


@pytest.mark.article("cfc_team_swiss:647")
def test_an_unfinished_match_counts_its_finished_games_and_a_pending_match_none() -> None:
    going_on = Meeting(Number(1), Number(3), 20, 10, Manner.UNFINISHED)
    pending = Meeting(Number(2), Number(4), 0, 0, Manner.PENDING)
    tournament = replace(event(4), rounds=(Round(1, (going_on, pending)),))

    assert points(tournament) == {1: 10, 2: 0, 4: 0, 3: 0}


# --- ties ---------------------------------------------------------------------------------


@pytest.mark.article("cfc_team_swiss:672")
def test_cumulative_match_scores_less_unplayed_wins_break_ties() -> None:
    tournament = event(5, "1-3 4:0, 2-4 4:0 default, bye 5", "1-2 1:3, 3-5 4:0")

    values = {
        ln.number: ln.values[0].value for ln in cfc_team_swiss.SYSTEM.standings(tournament).lines
    }
    assert values == {1: 20, 2: 20, 3: 10, 4: 0, 5: 10}


@pytest.mark.article("cfc_team_swiss:671")
def test_the_director_breaks_the_remaining_ties() -> None:
    word = Lot("director's order of the tied", (Number(2), Number(1)))
    settled = cfc_team_swiss.SYSTEM.standings(event(4, "1-3 4:0, 2-4 4:0", lots=(word,)))

    assert [ln.number for ln in settled.lines][:2] == [2, 1]


def test_the_points_of_each_round_are_listed() -> None:
    tournament = event(5, "1-3 4:0, 2-4 2:2, bye 5", variations=("616.1",))

    assert cfc_team_swiss.SYSTEM.scores_by_round(tournament) == {
        1: (10,),
        2: (5,),
        3: (0,),
        4: (5,),
        5: (5,),
    }
    assert isinstance(outcomes(tournament)[Number(1)][0], Played | ForfeitWin)
