"""The wall chart and the pairing cards of players and teams."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.documents.sample_tournaments import cells, five_players, four_teams, row_of, rows
from tests.systems.round_robin.cfc_round_robin.scores import PLAYERS, TEAMS, event, match_event
from topboard.documents import (
    announcement_sheet,
    pairing_card,
    pairing_cards,
    standings_sheet,
    wall_chart,
)
from topboard.errors import BadInput
from topboard.model import (
    Adjustment,
    Manner,
    Meeting,
    NotYetEntered,
    Number,
    Player,
    Rating,
    RatingChoice,
    RatingKind,
    Round,
    Team,
    Tournament,
)
from topboard.systems.registry import system


def test_the_wall_chart_has_opponent_colour_result_and_total_of_each_round() -> None:
    chart = wall_chart(five_players(), system(PLAYERS))

    fourth = row_of(chart, 4)
    told = [
        tuple(fourth[f"round_{r}_{what}"] for what in ("opponent", "result", "total"))
        for r in range(1, 5)
    ]
    assert told == [
        ("3b", "0.5", "0.5"),
        ("bye", "(0)", "0.5"),
        ("5w", "0", "0.5"),
        ("1", "(0)R", "0.5"),
    ]
    assert cells(chart, "number") == [1, 2, 3, 4, 5]


def test_unplayed_results_are_in_brackets_and_rated_ones_have_an_r() -> None:
    tournament = event(6)
    meetings = (
        Meeting(Number(1), Number(6), 10, 0, Manner.DEFAULT, rated=True),
        Meeting(Number(2), Number(5), 0, 10, Manner.DEFAULT, rated=False),
        Meeting(Number(3), Number(4), manner=Manner.BOTH_DEFAULTED),
    )
    tournament = replace(tournament, rounds=(Round(1, meetings),))

    chart = wall_chart(tournament, system(PLAYERS))

    assert cells(chart, "round_1_result") == ["(1)R", "(0)", "(0)", "(0)", "(1)", "(0)R"]
    assert cells(chart, "round_1_opponent") == ["6", "5", "4", "3", "2", "1"]


def test_pending_and_unfinished_games_are_distinguished_from_finished_ones() -> None:
    chart = wall_chart(five_players(), system(PLAYERS))

    assert row_of(chart, 2)["round_4_opponent"] == "3w"
    assert row_of(chart, 2)["round_4_result"] == ""
    assert row_of(chart, 3)["round_3_result"] == "0.5u"
    assert row_of(chart, 5)["round_4_opponent"] == "left"


def test_a_game_without_a_result_has_no_total_yet() -> None:
    tournament = five_players()

    row = row_of(wall_chart(tournament, system(PLAYERS)), 2)
    card = pairing_card(tournament, system(PLAYERS), Number(2))

    assert row["round_3_total"] != ""
    assert row["round_4_total"] == ""
    assert card.rows[3][-2:] == ("", "")


def test_a_match_without_a_result_has_no_totals_yet() -> None:
    tournament = match_event(4, 4, "1-4 2.5:1.5, 2-3 2:2", "4-3 ?, 1-2 0.5:3.5")

    row = row_of(wall_chart(tournament, system(TEAMS)), 4)
    card = pairing_card(tournament, system(TEAMS), Number(4))

    assert (row["round_1_total"], row["round_2_total"]) == ("0", "")
    assert card.rows[1][-4:] == ("", "", "", "")


def test_a_game_that_does_not_count_is_charted_but_adds_no_points() -> None:
    tournament = event(4, "1-4 1:0, 2-3 1:0", "1-2 =, left 3")

    second = row_of(wall_chart(tournament, system(PLAYERS)), 2)

    assert (second["round_1_result"], second["round_1_total"]) == ("1", "0")
    assert second["round_2_total"] == "0.5"


def test_points_given_by_decision_are_in_the_totals() -> None:
    tournament = replace(
        event(4, "1-4 1:0, 2-3 ="), adjustments=(Adjustment(Number(4), game_points=10),)
    )

    assert row_of(wall_chart(tournament, system(PLAYERS)), 4)["round_1_total"] == "1"


def test_the_wall_chart_of_teams_has_match_and_game_points() -> None:
    chart = wall_chart(four_teams(), system(TEAMS))

    second = row_of(chart, 2)
    assert [second[f"round_2_{what}"] for what in ("opponent", "result", "games", "total")] == [
        "1b",
        "1",
        "3.5",
        "1.5",
    ]
    assert row_of(chart, 4)["round_2_games"] == "(4)R"


def test_the_card_of_a_player_also_has_lines_for_future_rounds() -> None:
    card = pairing_card(five_players(), system(PLAYERS), Number(1))

    assert card.title == "Club championship: Pairing card for FM Émile (#1)"
    assert card.about == ("Rating 1900",)
    assert [tuple(row.values()) for row in rows(card)] == [
        (1, "", "", "bye", "(0)", "0"),
        (2, "White", 2, "Zoë", "0.5", "0.5"),
        (3, "Black", 3, "Ängström", "0.5u", "1"),
        (4, "", 4, "alice", "(1)R", "2"),
        (5, "", "", "", "", ""),
    ]


def test_sheets_say_which_rating_counts_if_the_event_specifies_it() -> None:
    lists = (Rating(1900, "FIDE"), Rating(1800, "FIDE", RatingKind.RAPID))
    player = Player(Number(1), "Ann", 1800, rating_source="FIDE rapid 1800", ratings=lists)
    order = (RatingChoice("FIDE", RatingKind.RAPID), RatingChoice("FIDE"))
    tournament = event(2, "", competitors=(player, Player(Number(2), "Ben")), rating_order=order)
    rules = system(PLAYERS)

    card = pairing_card(tournament, rules, Number(1))
    table = rules.standings(tournament)

    assert card.about == ("Rating FIDE rapid 1800", "Other ratings: FIDE 1900")
    words = (
        "Ratings used, in order of preference: FIDE rapid, FIDE. For each player, the first "
        "rating available counts."
    )
    for sheet in (
        standings_sheet(tournament, table),
        wall_chart(tournament, rules),
        announcement_sheet(tournament, rules),
    ):
        assert words in sheet.notes
        assert "Rating:" not in str(standings_sheet(replace(tournament, rating_order=()), table))


def test_the_card_says_where_the_rating_comes_from_and_when_a_player_joined() -> None:
    player = Player(
        Number(1),
        "Ann",
        rating=1800,
        rating_source="BCF 150",
        federation="ENG",
        affiliations=("Ontario", "Ottawa"),
        club="Hart House",
        joined=2,
    )
    tournament = event(2, "", competitors=(player, Player(Number(2), "Ben")))
    away = Round(1, (), ((Number(1), NotYetEntered()),))

    card = pairing_card(replace(tournament, rounds=(away,)), system(PLAYERS), Number(1))

    assert card.about == (
        "Rating 1800 (BCF 150)",
        "ENG, Ontario, Ottawa, Hart House",
        "Joined in round 2",
    )
    assert card.rows == ((1, "", "", "-", "(0)", "0"),)


def test_the_card_of_a_team_has_match_scores_and_game_points() -> None:
    card = pairing_card(four_teams(), system(TEAMS), Number(2))

    assert [h.title for h in card.headings][-4:] == [
        "Match",
        "Match points",
        "Games",
        "Game points",
    ]
    assert [tuple(row.values()) for row in rows(card)] == [
        (1, "White", 3, "Team 3", "0.5", "0.5", "2", "2"),
        (2, "Black", 1, "Team 1", "1", "1.5", "3.5", "5.5"),
        (3, "", "", "", "", "", "", ""),
    ]


def test_the_system_determines_the_game_points_of_a_bye() -> None:
    teams = tuple(Team(Number(n), f"T{n}", average=Fraction(2000)) for n in (1, 2, 3))
    played = Round(1, (Meeting(Number(1), Number(2), 30, 10),), event(3, "bye 3").rounds[0].away)
    tournament = Tournament(teams, (played,), boards=4, system="olympiad_2022")

    card = pairing_card(tournament, system("olympiad_2022"), Number(3))

    assert card.rows == ((1, "", "", "bye", "(1)", "1", "(2)", "2"),)


def test_the_rating_of_a_team_is_the_rounded_average_of_its_regular_members() -> None:
    roster = tuple(Player(Number(n), f"P{n}", r) for n, r in enumerate((2001, 2000, 2400), 1))
    teams = (Team(Number(1), "A", roster), Team(Number(2), "B", average=Fraction(4001, 3)))
    tournament = match_event(2, 2, competitors=teams)

    assert cells(wall_chart(tournament, system(TEAMS)), "rating") == [2001, 1334]


def test_every_participant_has_a_card_and_an_unknown_number_has_none() -> None:
    cards = pairing_cards(five_players(), system(PLAYERS))

    assert [card.title.partition("card for ")[2] for card in cards] == [
        "FM Émile (#1)",
        "Zoë (#2)",
        "Ängström (#3)",
        "alice (#4)",
        "Bob (#5)",
    ]
    assert cards[0] == pairing_card(five_players(), system(PLAYERS), Number(1))
    with pytest.raises(BadInput, match="no participant has this number: '9'"):
        pairing_card(five_players(), system(PLAYERS), Number(9))
