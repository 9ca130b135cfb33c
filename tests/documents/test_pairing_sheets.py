"""The pairings of a round by board and by name, for players and for teams."""

from __future__ import annotations

from dataclasses import replace

from tests.documents.sample_tournaments import cells, five_players, four_teams, rows
from tests.systems.round_robin.cfc_round_robin.scores import PLAYERS, event
from topboard.documents import pairing_sheet, pairings_by_name
from topboard.documents.slips import board_labels, result_slips
from topboard.messages import Language, use_language
from topboard.model import (
    FullPointBye,
    HalfPointBye,
    Manner,
    Meeting,
    Number,
    Player,
    Request,
    Round,
)
from topboard.systems.registry import system


def test_the_pairing_sheet_has_tables_colours_and_points_before_the_round() -> None:
    tournament = five_players()

    sheet = pairing_sheet(tournament, system(PLAYERS).pair(tournament))

    assert sheet.title == "Club championship: Pairings, round 5 of 5"
    assert rows(sheet) == [
        {
            "table": 1,
            "white_number": 4,
            "white": "alice",
            "white_rating": 1600,
            "white_points": "0.5",
            "result": "",
            "black_number": 2,
            "black": "Zoë",
            "black_rating": 1800,
            "black_points": "1.5",
        }
    ]
    assert sheet.notes == ("Pairing-allocated bye: Ängström (#3)", "Not paired: FM Émile (#1)")


def test_the_pairing_sheet_of_a_played_round_shows_its_results() -> None:
    tournament = five_players()

    third, fourth = (pairing_sheet(tournament, tournament.rounds[i]) for i in (2, 3))

    assert cells(third, "result") == ["0.5 - 0.5 u", "0 - 1"]
    assert cells(third, "white_points") == ["0.5", "0.5"]
    assert third.notes == ("Pairing-allocated bye: Zoë (#2)",)
    assert cells(fourth, "result") == ["(1) - (0)", ""]
    assert fourth.notes == ()


def test_players_who_requested_a_bye_are_listed_below_the_pairings() -> None:
    tournament = replace(
        event(6),
        requests=(
            Request(Number(2), 1, HalfPointBye()),
            Request(Number(3), 1, FullPointBye()),
            Request(Number(6), 1),
        ),
    )

    sheet = pairing_sheet(tournament, system(PLAYERS).pair(tournament))

    assert sheet.rows == ()
    assert sheet.notes == (
        "Full-point bye: Player 3 (#3)",
        "Half-point bye: Player 2 (#2)",
        "Not paired: Player 1 (#1), Player 4 (#4), Player 5 (#5), Player 6 (#6)",
        "No participants are paired in this round.",
    )


def test_the_list_by_name_is_sorted_by_surname_ignoring_titles_and_accents() -> None:
    tournament = event(5, competitors=five_players().competitors)

    sheet = pairings_by_name(tournament, system(PLAYERS).pair(tournament))

    assert cells(sheet, "name") == ["alice", "Ängström", "Bob", "Émile", "Zoë"]
    assert cells(sheet, "title") == ["", "", "", "FM", ""]
    assert [tuple(row.values())[2:] for row in rows(sheet)] == [
        (4, 2, "Black", 3, "Ängström"),
        (3, 2, "White", 4, "alice"),
        (5, 1, "Black", 2, "Zoë"),
        (1, "", "", "", "pairing-allocated bye"),
        (2, 1, "White", 5, "Bob"),
    ]


def test_the_list_by_name_follows_the_alphabet_of_the_language() -> None:
    names = ("Zorn, Åse", "Øby, Kari", "Aas, Per", "Berg, Liv")
    players = tuple(Player(Number(n), name) for n, name in enumerate(names, start=1))
    tournament = event(2, competitors=players)
    paired = system(PLAYERS).pair(tournament)

    in_english = cells(pairings_by_name(tournament, paired), "name")
    with use_language(Language("nb", {})):
        in_norwegian = cells(pairings_by_name(tournament, paired), "name")

    assert in_english == ["Aas, Per", "Berg, Liv", "Øby, Kari", "Zorn, Åse"]
    assert in_norwegian == ["Berg, Liv", "Zorn, Åse", "Øby, Kari", "Aas, Per"]


def test_an_opponent_missing_from_the_record_is_shown_as_a_question_mark() -> None:
    played = Round(1, (Meeting(Number(1), None, 10, 0, Manner.DEFAULT),))
    tournament = event(2, competitors=five_players().competitors[:2])
    tournament = replace(tournament, rounds=(played,))

    assert cells(pairing_sheet(tournament, played), "black") == ["?"]
    assert cells(pairings_by_name(tournament, played), "opponent") == ["?", "not paired"]


def test_the_colours_of_teams_are_those_on_board_one() -> None:
    tournament = four_teams()
    played = tournament.rounds[1]

    sheet = pairing_sheet(tournament, played)
    by_name = pairings_by_name(tournament, played)
    papers = (*result_slips(tournament, played), *board_labels(tournament, played))
    alone = result_slips(five_players(), five_players().rounds[1])

    titles = [heading.title for heading in sheet.headings]
    assert "White on board 1" in titles
    assert "Black on board 1" in titles
    assert "Colour on board 1" in [heading.title for heading in by_name.headings]
    for paper in papers:
        assert [row[0] for row in paper.rows] == ["White on board 1", "Black on board 1"]
        assert dict(paper.fields)["white_colour"] == "White on board 1"
    assert [row[0] for row in alone[0].rows] == ["White", "Black"]
