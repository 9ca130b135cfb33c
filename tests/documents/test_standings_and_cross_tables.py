"""The standings and the cross tables of players and teams."""

from __future__ import annotations

from pathlib import Path

from tests.documents.sample_tournaments import cells, five_players, four_teams, row_of
from tests.systems.round_robin.cfc_round_robin.scores import PLAYERS, TEAMS, event
from topboard.documents import cross_table, standings_sheet
from topboard.formats import read
from topboard.systems.registry import system

SAMPLES = Path(__file__).resolve().parents[2] / "src" / "topboard" / "samples"


def test_the_standings_have_the_tie_breaks_of_the_system_with_their_articles() -> None:
    tournament = five_players()

    sheet = standings_sheet(tournament, system(PLAYERS).standings(tournament))

    assert sheet.title == "Club championship: Standings after round 4, 1 result missing"
    assert [h.title for h in sheet.headings][-3:] == ["Pts", "SB", "DE"]
    assert row_of(sheet, 1) == {
        "place": 2,
        "number": 1,
        "name": "FM Émile",
        "rating": 1900,
        "federation": "",
        "points": "2",
        "SB": "1.25",
        "DE": "0",
    }
    assert sheet.notes[0] == "SB: Sonneborn-Berger (673)"


def test_a_round_robin_cross_table_has_a_cell_for_every_pair() -> None:
    sheet = cross_table(five_players(), system(PLAYERS))

    order = cells(sheet, "number")
    grid = {n: [row_of(sheet, n)[f"against_{m}"] for m in (1, 2, 3, 4, 5)] for n in range(1, 6)}  # type: ignore[arg-type]
    assert order == [5, 1, 2, 3, 4]
    assert grid == {
        1: ["X", "0.5", "0.5u", "+", ""],
        2: ["0.5", "X", "", "", "1"],
        3: ["0.5u", "", "X", "0.5", "0"],
        4: ["-", "", "0.5", "X", "0"],
        5: ["", "0", "1", "1", "X"],
    }
    assert (
        "Bob (#5) withdrew before round 4 after completing 3 of 4 games. The results count in the "
        "standings."
    ) in sheet.notes


def test_the_cross_table_shows_games_of_a_withdrawn_player_and_forfeits() -> None:
    early = event(4, "1-4 1:0, 2-3 1:0", "1-2 =, left 3", "2-4 =, left 3")
    late = event(4, "1-4 1:0, 2-3 1:0", "4-3 0:1, 1-2 =", "2-4 =, left 3")

    before_half, after_half = (cross_table(t, system(PLAYERS)) for t in (early, late))

    assert row_of(before_half, 1)["against_3"] == "-"
    assert row_of(before_half, 3)["against_1"] == "-"
    assert row_of(before_half, 2)["against_3"] == "1"
    assert row_of(before_half, 2)["points"] == "1"
    assert row_of(after_half, 1)["against_3"] == "+"
    assert row_of(after_half, 3)["against_1"] == "-"
    assert any("do not count" in note for note in before_half.notes)


def test_a_game_unfinished_at_a_withdrawal_counts_as_unplayed() -> None:
    tournament = event(4, "1-4 1:0, 2-3 1:0", "4-3 ~, 1-2 =", "2-4 1:0, left 3")

    sheet = cross_table(tournament, system(PLAYERS))

    assert row_of(sheet, 4)["against_3"] == "-"
    assert row_of(sheet, 3)["against_4"] == "-"


def test_the_two_games_of_a_double_round_robin_are_side_by_side() -> None:
    tournament = event(2, "1-2 1:0", "2-1 =", variations=("double",))

    assert row_of(cross_table(tournament, system(PLAYERS)), 1)["against_2"] == "1 0.5"


def test_the_cross_table_of_teams_shows_game_points() -> None:
    sheet = cross_table(four_teams(), system(TEAMS))

    assert row_of(sheet, 2)["against_1"] == "3.5"
    assert row_of(sheet, 4)["against_3"] == "+"
    assert row_of(sheet, 3)["against_4"] == "-"


def test_the_cross_table_of_a_swiss_is_arranged_by_round() -> None:
    tournament = read(str(SAMPLES / "chennai-2022-open-round-6.json"))

    sheet = cross_table(tournament, system("olympiad_2022"))

    india = row_of(sheet, 2)
    assert [india[f"round_{r}"] for r in range(1, 6)] == [
        "94w4",
        "48b3.5",
        "25w3",
        "15b2",
        "20w2.5",
    ]
    assert [h.title for h in sheet.headings][-4:] == ["Pts", "SB", "GP", "MPO"]
    assert sheet.notes[0] == (
        "An entry such as 10w3 gives the number of the opponent (10), the colour on board 1 "
        "(w for White, b for Black) and the game points of the team (3)."
    )
