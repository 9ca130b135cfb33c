"""C.07 article by article, on tables small enough to be worked by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import topboard
from tests.tiebreaks.tables import event_of_cells, event_of_table, match_of_boards, values
from topboard._frozen import replace
from topboard.errors import BadInput
from topboard.model import EventInfo, Lot, Number, PairingBye, Round, Team, Tournament
from topboard.tiebreaks import fide
from topboard.tiebreaks.buchholz import (
    find_lowest_contribution_to_cut,
    opponent_score,
    opponent_score_times_points,
)
from topboard.tiebreaks.unplayed import Contribution, UnplayedKind

TEXT = "fide_tie_breaks_2026"
FOLDER = Path(__file__).parents[1] / "fixtures" / "fide" / "tiebreaks"
DUTCH = "fide_dutch_2026"
EXERCISE = json.loads((FOLDER / "tec-swiss-5.json").read_text(encoding="utf-8"))
ALL_MET = "4 players, 3 rounds: 1-2 1-0, 3-4 1-0 | 1-3 1-0, 2-4 1-0 | 4-1 1-0, 2-3 1-0"
HALF_BYE = "4 players, 3 rounds: 1-2 1-0, 3-4 1-0 | 1 HPB, 2-3 1-0, 4 PAB | 1-3 1-0, 2-4 1-0"
FORFEITED = "4 players, 2 rounds: 1-2 +-, 3-4 1-0 | 2-3 1-0, 4-1 1-0"
TEAMS = (
    "team round robin, 4 boards: R1 1-2 1 1 0 1/2, 3-4 1 0 1/2 1/2 | R2 1-3 0 1/2 1/2 1,"
    " 2-4 1 1 1 0 | R3 1-4 1/2 0 0 1, 2-3 0 1 1/2 1/2 (points of the first team, boards 1-4)"
)


def standings(event, codes="", system=DUTCH, **facts):
    listed = tuple(codes.split(",")) if codes else ()
    return topboard.standings(replace(event, tie_breaks=listed, **facts), system)


def places(event, codes, system=DUTCH, **facts):
    return {line.number: line.place for line in standings(event, codes, system, **facts).lines}


# --- the list ----------------------------------------------------------------------------------


@pytest.mark.article(*(f"{TEXT}:{n}" for n in ("2.1", "2.2", "2.2.1", "2.2.2")))
def test_without_an_announcement_the_usual_list_is_used():
    event = event_of_table(ALL_MET)

    assert [c.code for c in standings(event).columns] == ["BH/C1", "BH", "SB", "DE"]
    assert [c.code for c in standings(event, "WIN").columns] == ["WIN"]
    assert len({line.place for line in standings(event, "PTS").lines}) == 2


@pytest.mark.article(f"{TEXT}:3")
def test_a_play_off_decides_if_its_result_is_recorded():
    event = event_of_table(ALL_MET)
    played = (Lot("OTHER_BLITZ", (Number(2), Number(1))),)

    assert places(event, "OTHER_BLITZ") == {1: 1, 2: 1, 3: 3, 4: 3}
    assert places(event, "OTHER_BLITZ", lots=played) == {2: 1, 1: 2, 3: 3, 4: 3}
    valued = (Lot("OTHER_BLITZ", (Number(1), Number(2)), (5, 15)),)
    assert places(event, "OTHER_BLITZ", lots=valued) == {2: 1, 1: 2, 3: 3, 4: 3}
    later = (*valued, Lot("OTHER_BLITZ", (Number(1),), (20,)))
    assert places(event, "OTHER_BLITZ", lots=later) == {1: 1, 2: 2, 3: 3, 4: 3}


@pytest.mark.article(f"{TEXT}:4.1", f"{TEXT}:5")
def test_codes_are_looked_up_in_the_table():
    with pytest.raises(BadInput, match="unknown FIDE tie-break code: 'BUCHHOLZ'"):
        standings(event_of_table(ALL_MET), "BUCHHOLZ")
    assert standings(event_of_table(ALL_MET), "bh/c1").columns[0].code == "BH/C1"


@pytest.mark.article(f"{TEXT}:4.2")
def test_each_tie_break_applies_to_groups_still_tied_and_lots_come_last():
    event = event_of_table("4 players, 1 rounds: 1-2 draw, 3-4 draw")

    assert places(event, "DE,WIN") == {1: 1, 2: 1, 3: 1, 4: 1}
    drawn = (Lot("places of the tied", tuple(Number(n) for n in (3, 1, 4, 2))),)
    table = standings(event, "DE,WIN", lots=drawn)
    assert [line.number for line in table.lines] == [3, 1, 4, 2]
    assert (table.columns[-1].code, table.columns[-1].article) == ("LOT", "C.07 4.2")


@pytest.mark.article(f"{TEXT}:4.3")
def test_only_the_direct_encounter_may_be_listed_twice():
    event = event_of_table(ALL_MET)

    assert [c.code for c in standings(event, "DE,BH,DE").columns] == ["DE", "BH", "DE"]
    with pytest.raises(BadInput, match="tie-break listed twice"):
        standings(event, "BH,DE,BH")


@pytest.mark.article(f"{TEXT}:4.4")
def test_every_game_with_the_same_opponent_counts():
    event = event_of_table("2 players, 2 rounds: 1-2 1-0 | 2-1 draw")

    assert values(event, "BH", "2026") == {1: "1", 2: "3"}


def test_the_text_in_force_on_the_first_day_applies():
    def year(start):
        return fide.find_edition_of_tie_breaks_in_force(
            Tournament((), details=EventInfo(start=start))
        ).name

    assert year("2026-02-28") == year("2026/02/28 09:00") == year("28.02.2026") == "2024"
    assert year("2026-03-01") == year("2026/03/01   ") == year("") == year("soon") == "2026"
    assert year("2024-08-01") == "2024"
    assert year("2024-07-31") == year("2019-01-01") == "2023"


# --- direct encounter --------------------------------------------------------------------------


@pytest.mark.article(f"{TEXT}:6.1", f"{TEXT}:6.2")
def test_the_games_between_tied_players_order_them():
    assert places(event_of_table(ALL_MET), "DE") == {1: 1, 2: 2, 3: 3, 4: 4}


@pytest.mark.article(f"{TEXT}:6.1.1")
def test_forfeits_are_excluded_unless_announced_otherwise():
    event = event_of_table(FORFEITED)

    assert values(event, "DE", "2026")[1] == "0"
    assert values(event, "DE/P", "2026")[1] == "1"


@pytest.mark.article(f"{TEXT}:6.1.2")
def test_the_average_of_several_games_counts():
    event = event_of_table("4 players, 2 rounds: 1-2 1-0, 3-4 draw | 2-1 1-0, 3-4 draw")

    assert set(values(event, "DE", "2026").values()) == {"0.5"}


@pytest.mark.article(f"{TEXT}:6.3")
def test_a_player_who_is_first_whatever_the_missing_result_ranks_first():
    event = event_of_table(
        "6 players, 3 rounds: 1-2 1-0, 3-4 1-0, 5-6 1-0 | 1-3 1-0, 2-5 1-0, 4-6 1-0"
        " | 4-1 1-0, 2-6 1-0, 3-5 1-0"
    )

    # 1, 2, 3 and 4 have two points; 1 beat 2 and 3 and lost to 4, who lost to 3.
    assert places(event, "DE") == {1: 1, 2: 1, 3: 1, 4: 1, 5: 5, 6: 6}
    alone = event_of_table(
        "3 players, 3 rounds: 1-2 1-0, 3 PAB | 1-3 1-0, 2 PAB | 1 withdrawn, 2 PAB, 3 PAB"
    )
    assert places(alone, "DE") == {1: 1, 2: 2, 3: 2}


# --- own results, opponents and ratings, by the exercise book -----------------------------------

OF_DAVID_JESSICA_NICK = [
    (("7.1",), "WIN", ("2", "1", "2")),
    (("7.2",), "WON", ("2", "0", "0")),
    (("7.3",), "BPG", ("2", "1", "0")),
    (("7.4",), "BWG", ("1", "0", "0")),
    (("7.5", "14.1.1 c"), "PS/C1", ("10.5", "2.5", "7")),
    (("7.6",), "REP", ("4", "3", "3")),
    (("7.7",), "STD", ("3.5", "1.5", "2")),
    (("7.8",), "TPN", ("4", "9", "12")),
    (("8.1", "14.1", "14.1.1 a", "16.5.1"), "BH/C1", ("11.5", "7.5", "9.5")),
    (("14.2", "16.5.2"), "BH/C2", ("10", "6", "7.5")),
    (("14.3",), "BH/M1", ("8", "4", "6")),
    (("14.4",), "BH/M2", ("3", "1", "2")),
    (("8.2",), "AOB", ("13.375", "12.75", "14")),
    (("8.3",), "FB", ("14.5", "9.5", "11")),
    (("9.1",), "SB", ("9.25", "2.25", "4")),
    (("14.1.1 d",), "SB/C1", ("7.75", "2.25", "4")),
    (("10.1",), "ARO", ("1888", "1975", "2050")),
    (("14.1.1 b",), "ARO/C1", ("1983", "2200", "")),
    (("10.2",), "TPR", ("2081", "1175", "1250")),
    (("10.3",), "PTP", ("2168", "950", "1250")),
    (("10.4",), "APRO", ("1772", "1805", "2081")),
    (("10.5",), "APPO", ("1784", "1802", "2168")),
    (("10.6",), "RTNG", ("2050", "1800", "1650")),
]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        pytest.param(code, expected, marks=pytest.mark.article(*[f"{TEXT}:{n}" for n in articles]))
        for articles, code, expected in OF_DAVID_JESSICA_NICK
    ],
)
def test_a_line_of_the_exercises_has_the_printed_values(code, expected):
    found = values(event_of_cells(EXERCISE["cells"], EXERCISE["ratings"]), code, "2026")

    assert (found[4], found[9], found[12]) == expected


@pytest.mark.article(f"{TEXT}:9.2", f"{TEXT}:14.5")
def test_koya_counts_points_against_opponents_with_half_the_points():
    event = event_of_table(ALL_MET)

    # Of three points half is one and a half: 1 and 2 have two.
    assert values(event, "KS", "2026") == {1: "1", 2: "0", 3: "0", 4: "1"}
    assert values(event, "KS/L-1", "2026") == {1: "2", 2: "2", 3: "1", 4: "1"}
    # Three half points down it is nothing, three up it is all of the three.
    assert values(event, "KS/L-3", "2026") == {1: "2", 2: "2", 3: "1", 4: "1"}
    assert values(event, "KS/L3", "2026") == {1: "0", 2: "0", 3: "0", 4: "0"}


@pytest.mark.parametrize("code", ["KS/L60", "KS/L+4", "KS/L-4", "KS/L50"])
def test_a_limit_that_no_player_can_reach_is_refused(code):
    """Another program reads a number without a sign as a percentage."""
    with pytest.raises(
        BadInput,
        match="raised or lowered by at most 3 half points in this event; the number is not a "
        "percentage",
    ):
        values(event_of_table(ALL_MET), code, "2026")


def test_the_limit_is_based_on_the_planned_rounds():
    event = replace(event_of_table(ALL_MET), planned_rounds=5)

    assert values(event, "KS/L+5", "2026") == {1: "0", 2: "0", 3: "0", 4: "0"}
    with pytest.raises(
        BadInput,
        match="the limit of this tie-break can be raised or lowered by at most 5 half points in "
        "this event",
    ):
        values(event, "KS/L+6", "2026")


def test_pairing_numbers_and_ratings_can_be_reversed():
    event = event_of_cells(EXERCISE["cells"], EXERCISE["ratings"])

    for code in ("TPN", "RTNG"):
        ahead, behind = places(event, code), places(event, f"{code}/R")
        assert ahead[1] < ahead[3] < ahead[4]
        assert behind[4] < behind[3] < behind[1]


@pytest.mark.article(f"{TEXT}:8")
def test_buchholz_is_refused_in_a_round_robin():
    event = event_of_table(ALL_MET)

    for code in ("BH", "AOB", "FB/C1"):
        with pytest.raises(
            BadInput,
            match=(
                "this tie-break does not apply to a round robin, because all participants have "
                "the same opponents"
            ),
        ):
            values(event, code, "2026", "cfc_round_robin")
    assert values(event, "BH", "2024", "cfc_round_robin")[1] == "4"


@pytest.mark.article(f"{TEXT}:10")
def test_rating_tie_breaks_need_a_rule_for_unrated_players():
    event = event_of_table(ALL_MET)

    with pytest.raises(BadInput, match=r"for unrated players \(players without a rating: 4\)"):
        values(event, "ARO", "2026")
    assert values(replace(event, unrated_as=1500), "ARO", "2026")[1] == "1500"


# --- teams -------------------------------------------------------------------------------------

OLYMPIAD = "olympiad_2022"


@pytest.mark.article(f"{TEXT}:11.1", f"{TEXT}:13", f"{TEXT}:13.1")
def test_teams_have_two_scores_and_no_ratings():
    event = event_of_table(TEAMS)

    assert values(event, "MPvGP", "2026", OLYMPIAD)[2] == "6.5"
    assert values(event, "BH:MP", "2026", OLYMPIAD)[1] == "9"
    assert values(event, "BH:GP", "2026", OLYMPIAD)[1] == "18"
    with pytest.raises(BadInput, match="this tie-break is only for individual events"):
        values(event, "TPR", "2026", OLYMPIAD)
    with pytest.raises(BadInput, match="this tie-break is only for team events"):
        values(event_of_table(ALL_MET), "EDE", "2026")


@pytest.mark.article(*(f"{TEXT}:13.2.{n}" for n in (1, 2, 3, 4)))
def test_sonneborn_berger_of_teams_uses_either_score():
    event = event_of_table(TEAMS)

    found = [values(event, f"E{two}SB", "2026", OLYMPIAD)[1] for two in ("MM", "MG", "GM", "GG")]
    assert found == ["9", "18", "19", "36.5"]


@pytest.mark.article(f"{TEXT}:14.1.2")
def test_a_cut_for_teams_uses_the_opponent_score_named_in_the_code():
    assert values(event_of_table(TEAMS), "EGMSB/C1", "2026", OLYMPIAD)[3] == "12.5"


@pytest.mark.article(f"{TEXT}:13.3.1", f"{TEXT}:13.3.2", f"{TEXT}:13.3.3")
def test_tied_teams_are_ordered_by_both_scores_and_then_by_match_boards():
    event = event_of_table(TEAMS)

    assert places(event, "EDE", OLYMPIAD) == {2: 1, 1: 2, 3: 2, 4: 4}
    assert places(event, "EDET", OLYMPIAD) == {2: 1, 3: 2, 1: 3, 4: 4}
    assert places(event, "EDEBB", OLYMPIAD) == {2: 1, 3: 2, 1: 3, 4: 4}


@pytest.mark.article(f"{TEXT}:13.4")
def test_strength_of_schedule_is_combined_with_the_other_score():
    event = event_of_table(TEAMS)

    assert values(event, "SSSC", "2026", OLYMPIAD)[2] == "15.5"
    assert values(event, "SSSC/K4", "2026", OLYMPIAD)[2] == "8.75"


@pytest.mark.article(f"{TEXT}:12", f"{TEXT}:12.1", f"{TEXT}:12.2", f"{TEXT}:12.3")
def test_a_bye_is_won_on_every_board():
    rounds = (
        Round(
            1, (match_of_boards(Number(1), Number(2), [10, 5, 0, 5]),), ((Number(3), PairingBye()),)
        ),
    )
    event = Tournament(tuple(Team(Number(n), f"T{n}") for n in (1, 2, 3)), rounds, 1, boards=4)

    found = {code: values(event, code, "2026", OLYMPIAD) for code in ("BC", "TBR", "BBE")}
    assert found["BC"] == {1: "4", 2: "6", 3: "10"}
    assert found["TBR"] == {1: "1", 2: "0", 3: "1"}
    assert found["BBE"] == {1: "1.5", 2: "1.5", 3: "3"}
    assert places(event, "BC", OLYMPIAD) == {1: 1, 2: 2, 3: 3}


def test_a_board_count_decides_only_among_equal_game_points():
    rounds = (
        Round(
            1,
            (
                match_of_boards(Number(1), Number(2), [10, 10, 10, 0]),
                match_of_boards(Number(3), Number(4), [10, 10, 10, 10]),
            ),
        ),
    )
    event = Tournament(tuple(Team(Number(n), f"T{n}") for n in range(1, 5)), rounds, 1, boards=4)

    assert places(event, "BC", OLYMPIAD) == {1: 1, 3: 1, 2: 3, 4: 3}
    assert places(event, "MPvGP,BC", OLYMPIAD) == {3: 1, 1: 2, 2: 3, 4: 4}


# --- unplayed rounds ---------------------------------------------------------------------------


@pytest.mark.article(
    f"{TEXT}:15.1", f"{TEXT}:15.3", f"{TEXT}:16.2.1", f"{TEXT}:16.4", f"{TEXT}:16.4.2"
)
def test_an_unplayed_round_counts_as_a_dummy_with_at_most_draws():
    event = event_of_table(HALF_BYE)

    assert values(event, "BH", "2026")[1] == "4.5"
    assert values(event, "BH", "2024")[1] == "5.5"


@pytest.mark.article(f"{TEXT}:16.2.2", f"{TEXT}:16.2.4", f"{TEXT}:16.4.1")
def test_after_a_forfeit_the_dummy_has_at_most_the_opponents_score():
    event = event_of_table("4 players, 2 rounds: 1-2 +-, 3-4 1-0 | 1-3 1-0, 4-2 1-0")

    assert values(event, "BH", "2026")[1] == "1"
    assert values(event, "BH", "2024")[1] == "3"


@pytest.mark.article(*(f"{TEXT}:16.{n}" for n in ("1.1", "1.2", "2.3", "2.5", "3.1", "3.2")))
def test_for_opponents_only_players_who_never_returned_count_as_drawing():
    event = event_of_table(
        "4 players, 3 rounds: 1 HPB, 2-3 1-0, 4 PAB | 1-2 1-0, 3-4 draw"
        " | 1 withdrawn, 2-4 draw, 3 PAB"
    )

    # 3 has 1.5, 4 has 2, and 1 counts with a draw for the last round: 2 instead of 1.5.
    assert values(event, "BH", "2026")[2] == "5.5"


@pytest.mark.article(f"{TEXT}:15.2")
def test_round_robin_forfeits_count_as_games_between_tied_players():
    event = event_of_table(
        "4 players, 3 rounds: 1-2 +-, 3-4 1-0 | 1-3 0-1, 2-4 1-0 | 4-1 0-1, 2-3 1-0"
    )

    # All of 1, 2 and 3 have two points; each beat one of the others, 1 by forfeit.
    assert values(event, "DE", "2026", "cfc_round_robin")[1] == "1"
    assert values(event, "DE", "2026")[1] == "0"


def test_under_older_texts_round_robin_forfeits_count_as_games_everywhere():
    event = event_of_table(
        "4 players rated 2000 1900 1800 1700, 3 rounds: 1-2 +-, 3-4 1-0 | 1-3 0-1, 2-4 1-0"
        " | 4-1 0-1, 2-3 1-0"
    )

    assert values(event, "ARO", "2026", "cfc_round_robin")[1] == "1750"
    assert values(event, "ARO", "2024", "cfc_round_robin")[1] == "1800"
    assert values(event, "WON", "2026", "cfc_round_robin")[1] == "1"
    assert values(event, "WON", "2024", "cfc_round_robin")[1] == "2"
    assert values(event, "BPG", "2024", "cfc_round_robin")[2] == "1"
    assert values(event, "BPG", "2026", "cfc_round_robin")[2] == "0"


def test_boards_are_compared_one_by_one():
    rounds = (
        Round(
            1,
            (
                match_of_boards(Number(1), Number(2), [10, 5, 5, 10]),
                match_of_boards(Number(3), Number(4), [10, 10, 5, 5]),
            ),
        ),
    )
    event = Tournament(tuple(Team(Number(n), f"T{n}") for n in range(1, 5)), rounds, 1, boards=4)

    # 1 and 3 have the same on board 1, and 2 and 4; 1 and 3 without the last: 2 and 2½.
    assert places(event, "TBR", OLYMPIAD) == {3: 1, 1: 2, 2: 3, 4: 4}
    assert places(event, "BBE", OLYMPIAD) == {3: 1, 1: 2, 2: 3, 4: 4}


def test_the_cut_removes_the_lowest_voluntarily_unplayed_round():
    bye = Contribution(1, None, 45, 5, True, UnplayedKind.REQUESTED)
    lost = Contribution(2, Number(2), 60, 0, True, UnplayedKind.LOST)
    game = Contribution(3, Number(3), 40, 10, False, UnplayedKind.GAME)

    assert find_lowest_contribution_to_cut([bye, lost, game], opponent_score) is bye
    assert find_lowest_contribution_to_cut([bye, lost, game], opponent_score_times_points) is game
