"""The players of teams: results per board, points, performance, and the order on each board."""

from __future__ import annotations

import pytest

from topboard.documents.layout import lay_out_document
from topboard.documents.matches import rosters_sheet
from topboard.documents.sheet import as_json
from topboard.documents.team_players import (
    BoardPrizeConditions,
    board_results_sheet,
    player_records,
    team_players_sheet,
)
from topboard.errors import BadInput
from topboard.model import Game, Manner, Meeting, Number, Player, Round, Team, Tournament


def person(number: int, rating: int | None = None) -> Player:
    """A player with that number."""
    return Player(Number(number), f"Player {number}", rating)


ASH = Team(Number(1), "Ash", (person(11, 2400), person(12, 2300), person(13, 2200)))
BIRCH = Team(Number(2), "Birch", (person(21, 2350), person(22), person(23, 2100)))


def game(white: int | None, black: int | None, points: tuple[int, int], manner=Manner.PLAYED):
    """A game between two players."""
    sides = (None if n is None else Number(n) for n in (white, black))
    return Game(*sides, *points, manner=manner)


ROUNDS = (
    Round(
        1,
        (
            Meeting(
                Number(1),
                Number(2),
                15,
                5,
                games=(game(11, 21, (10, 0)), game(22, 12, (5, 5))),
            ),
        ),
    ),
    Round(
        2,
        (
            Meeting(
                Number(2),
                Number(1),
                10,
                10,
                games=(game(21, 11, (10, 0)), game(13, 22, (10, 0), Manner.DEFAULT)),
            ),
        ),
    ),
)


def tournament(*rounds: Round, teams: tuple = (ASH, BIRCH)) -> Tournament:
    """A match of two teams on two boards, played twice."""
    return Tournament(teams, rounds or ROUNDS, name="Cup", boards=2)


def rows_by_player(document) -> dict[str, dict]:
    return {row["player"]: row for row in as_json(document)["rows"]}


def test_every_player_has_rounds_with_board_colour_and_points() -> None:
    rows = rows_by_player(team_players_sheet(tournament()))

    assert (rows["Player 11"]["round_1"], rows["Player 11"]["round_2"]) == ("1w 1", "1b 0")
    assert (rows["Player 12"]["round_1"], rows["Player 12"]["round_2"]) == ("2b 0.5", "")
    # A forfeit is in brackets and does not count.
    assert (rows["Player 13"]["round_2"], rows["Player 13"]["games"]) == ("2 (1)", 0)
    assert [rows[f"Player {n}"]["board"] for n in (11, 12, 13)] == [1, 2, "reserve"]
    assert list(rows) == [f"Player {n}" for n in (11, 12, 13, 21, 22, 23)]


def test_points_percentage_and_performance_count_games_that_were_played() -> None:
    records = {one.player.number: one for one in player_records(tournament())}

    # One point of two games against 2350 is an even score.
    assert (records[Number(11)].points, records[Number(11)].percentage) == (10, 50)
    assert records[Number(11)].performance == 2350
    assert records[Number(21)].performance == 2400
    # The only opponent has no rating.
    assert (records[Number(12)].points, records[Number(12)].performance) == (5, None)
    assert (records[Number(13)].percentage, records[Number(23)].performance) == (None, None)


def test_a_perfect_score_adds_800_to_the_performance_rating() -> None:
    (record, *_) = player_records(tournament(ROUNDS[0]))

    assert (record.percentage, record.performance) == (100, 2350 + 800)


def test_unfinished_and_secret_games_do_not_count() -> None:
    games = (
        game(11, 21, (5, 5), Manner.UNFINISHED),
        game(22, 12, (0, 0), Manner.PENDING),
    )
    meeting = Meeting(Number(1), Number(2), manner=Manner.PENDING, games=games)
    rows = rows_by_player(team_players_sheet(tournament(Round(1, (meeting,)))))

    assert rows["Player 11"]["round_1"] == "1w 0.5u"
    assert rows["Player 11"]["games"] == 0
    assert rows["Player 12"]["round_1"] == ""


def test_players_on_a_board_are_ordered_by_their_results() -> None:
    rows = as_json(board_results_sheet(tournament()))["rows"]

    shown = [(row["board"], row["place"], row["player"], row["games"]) for row in rows]
    # The points and percentages are equal, so the performance decides. Player 12 has none.
    assert shown == [
        (1, 1, "Player 21", 2),
        (1, 2, "Player 11", 2),
        (2, 1, "Player 22", 1),
        (2, 2, "Player 12", 1),
    ]


def test_players_with_too_few_games_for_a_board_prize_are_unplaced() -> None:
    document = board_results_sheet(tournament(), BoardPrizeConditions(games=2))

    shown = [(row["board"], row["place"], row["player"]) for row in as_json(document)["rows"]]
    assert shown == [
        (1, 1, "Player 21"),
        (1, 2, "Player 11"),
        (2, "", "Player 22"),
        (2, "", "Player 12"),
    ]
    told = "A board prize requires 2 games. Players with fewer games have no place."
    assert told in document.notes


@pytest.mark.parametrize(
    ("by_performance", "order"),
    [
        (False, ["Player 11", "Player 21", "Player 41", "Player 31"]),
        (True, ["Player 21", "Player 41", "Player 11", "Player 31"]),
    ],
)
def test_players_on_a_board_are_ranked_by_points_or_performance(by_performance, order) -> None:
    cedar = Team(Number(3), "Cedar", (person(31, 1500),))
    daphne = Team(Number(4), "Daphne", (person(41, 2700),))
    # Player 11 performs at 1500 + 800, Player 21 at 2700 and Player 41 at 2350.
    won = Meeting(Number(1), Number(3), 10, 0, games=(game(11, 31, (10, 0)),))
    drawn = Meeting(Number(2), Number(4), 5, 5, games=(game(21, 41, (5, 5)),))
    event = tournament(Round(1, (won, drawn)), teams=(ASH, BIRCH, cedar, daphne))

    conditions = BoardPrizeConditions(by_performance=by_performance)
    rows = as_json(board_results_sheet(event, conditions))["rows"]

    assert [row["player"] for row in rows] == order


def test_equal_players_share_a_place() -> None:
    equal = Team(Number(2), "Birch", (person(21, 2400), person(22, 2300)))
    drawn = (game(11, 21, (5, 5)), game(22, 12, (5, 5)))
    meeting = Meeting(Number(1), Number(2), 10, 10, games=drawn)

    document = board_results_sheet(tournament(Round(1, (meeting,)), teams=(ASH, equal)))
    shown = as_json(document)

    assert [row["place"] for row in shown["rows"]] == [1, 1, 1, 1]


def test_the_sheet_of_one_team_has_no_team_column() -> None:
    document = team_players_sheet(tournament(), Number(2))

    assert [heading.key for heading in document.headings][:2] == ["board", "player"]
    assert [row[1] for row in document.rows] == ["Player 21", "Player 22", "Player 23"]


def test_without_results_or_rosters_the_documents_say_so() -> None:
    empty = Team(Number(1), "Ash")

    assert board_results_sheet(Tournament((ASH,), boards=2)).notes == (
        "No board results have been entered.",
    )
    assert team_players_sheet(Tournament((empty,), boards=2)).notes == (
        "No rosters have been entered.",
    )


@pytest.mark.parametrize("make", [team_players_sheet, board_results_sheet])
def test_documents_of_team_players_are_refused_for_individual_events(make) -> None:
    with pytest.raises(BadInput, match="this document is for team events only"):
        make(Tournament((person(1),)))


def test_print_names_each_board_once() -> None:
    sheet = board_results_sheet(tournament(*ROUNDS))

    printed = lay_out_document(sheet)

    boards = [str(row[0]) for row in sheet.rows]
    assert len(boards) > len(set(boards))
    shown = ["".join(run.text for line in row[0] for run in line) for row in printed.rows]
    assert [one for one in shown if one] == list(dict.fromkeys(boards))


def test_a_performance_from_one_game_is_marked() -> None:
    one_round = rows_by_player(team_players_sheet(tournament(ROUNDS[0])))
    two_rounds = rows_by_player(board_results_sheet(tournament()))

    assert one_round["Player 11"]["performance_note"] == "(1 game)"
    # The only opponent has no rating, so there is no performance.
    assert one_round["Player 12"]["performance_note"] == ""
    assert two_rounds["Player 11"]["performance_note"] == ""


def test_the_roster_sheet_is_not_titled_like_a_section_of_teams() -> None:
    assert rosters_sheet(tournament()).title == "Cup: Rosters"
