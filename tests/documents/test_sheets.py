"""Every document read back: what stands in it, for players and for teams."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.systems.round_robin.cfc_round_robin.scores import (
    PLAYERS,
    TEAMS,
    event,
    match_event,
    played_out,
)
from topboard.analysis.generate import Wishes, generate
from topboard.documents import (
    Document,
    announcement_sheet,
    as_json,
    as_text,
    cross_table,
    pairing_card,
    pairing_cards,
    pairing_sheet,
    pairings_by_name,
    standings_sheet,
    timetable_sheet,
    wall_chart,
)
from topboard.documents.catalog import PAPERS, DocumentInput, build_documents
from topboard.documents.text import display_width
from topboard.errors import BadInput, NoLegalPairing
from topboard.formats import read
from topboard.messages import Language, speaking
from topboard.model import (
    Adjustment,
    FullPointBye,
    HalfPointBye,
    Manner,
    Meeting,
    NotYetEntered,
    Number,
    Player,
    Rating,
    RatingChoice,
    RatingKind,
    Request,
    Round,
    Team,
    Tournament,
)
from topboard.systems.registry import SYSTEMS, System, system

SAMPLES = Path(__file__).resolve().parents[2] / "src" / "topboard" / "samples"

FIVE = (
    "2-5 1:0, 3-4 =, bye 1",
    "5-3 1:0, 1-2 =, bye 4",
    "3-1 ~, 4-5 0:1, bye 2",
    "1-4 +:-, 2-3 ?, left 5",
)


def five_players() -> Tournament:
    names = ["Émile", "Zoë", "Ängström", "alice", "Bob"]
    entered = tuple(
        Player(Number(n), name, rating=2000 - 100 * n, title="FM" if n == 1 else "")
        for n, name in enumerate(names, start=1)
    )
    return event(5, *FIVE, competitors=entered, name="Club championship", planned_rounds=5)


def four_teams() -> Tournament:
    return match_event(
        4, 4, "1-4 2.5:1.5, 2-3 2:2", "4-3 4:0F, 1-2 0.5:3.5", name="League", planned_rounds=3
    )


def cells(document: Document, key: str) -> list[object]:
    """One column of a document."""
    return [row[key] for row in rows(document)]


def rows(document: Document) -> list[dict[str, Any]]:
    found: Any = as_json(document)["rows"]
    return list(found)


def row_of(document: Document, number: int) -> dict[str, Any]:
    return next(row for row in rows(document) if row["number"] == number)


# --- pairing sheets -----------------------------------------------


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


def test_the_sheet_of_a_round_played_has_its_results() -> None:
    tournament = five_players()

    third, fourth = (pairing_sheet(tournament, tournament.rounds[i]) for i in (2, 3))

    assert cells(third, "result") == ["0.5 - 0.5 u", "0 - 1"]
    assert cells(third, "white_points") == ["0.5", "0.5"]
    assert third.notes == ("Pairing-allocated bye: Zoë (#2)",)
    assert cells(fourth, "result") == ["(1) - (0)", ""]
    assert fourth.notes == ()


def test_those_who_asked_for_a_bye_are_named_below() -> None:
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


def test_the_list_by_name_is_in_the_order_of_surnames_without_titles_and_accents() -> None:
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


def test_the_list_by_name_has_the_letters_in_the_order_of_the_language() -> None:
    names = ("Zorn, Åse", "Øby, Kari", "Aas, Per", "Berg, Liv")
    players = tuple(Player(Number(n), name) for n, name in enumerate(names, start=1))
    tournament = event(2, competitors=players)
    paired = system(PLAYERS).pair(tournament)

    in_english = cells(pairings_by_name(tournament, paired), "name")
    with speaking(Language("nb", {})):
        in_norwegian = cells(pairings_by_name(tournament, paired), "name")

    assert in_english == ["Aas, Per", "Berg, Liv", "Øby, Kari", "Zorn, Åse"]
    assert in_norwegian == ["Berg, Liv", "Zorn, Åse", "Øby, Kari", "Aas, Per"]


def test_an_opponent_the_record_does_not_name_is_a_question_mark() -> None:
    played = Round(1, (Meeting(Number(1), None, 10, 0, Manner.DEFAULT),))
    tournament = event(2, competitors=five_players().competitors[:2])
    tournament = replace(tournament, rounds=(played,))

    assert cells(pairing_sheet(tournament, played), "black") == ["?"]
    assert cells(pairings_by_name(tournament, played), "opponent") == ["?", "not paired"]


# --- standings and cross tables -----------------------------------------------


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


def test_the_cross_table_of_a_round_robin_sets_everybody_against_everybody() -> None:
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


def test_a_plus_and_the_games_of_one_who_left_early_are_in_the_cross_table() -> None:
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


def test_a_game_unfinished_when_somebody_left_is_not_played() -> None:
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


def test_the_cross_table_of_a_swiss_goes_round_by_round() -> None:
    tournament = read_sample()

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


# --- wall chart and cards -----------------------------------------------


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


def test_pending_and_unfinished_games_are_told_apart_from_finished_ones() -> None:
    chart = wall_chart(five_players(), system(PLAYERS))

    assert row_of(chart, 2)["round_4_opponent"] == "3w"
    assert row_of(chart, 2)["round_4_result"] == ""
    assert row_of(chart, 3)["round_3_result"] == "0.5u"
    assert row_of(chart, 5)["round_4_opponent"] == "left"


def test_a_game_that_does_not_count_stays_on_the_chart_without_adding() -> None:
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


def test_the_card_of_a_player_goes_round_by_round_with_lines_for_those_to_come() -> None:
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


def test_sheets_say_which_rating_counts_where_the_event_does() -> None:
    lists = (Rating(1900, "FIDE"), Rating(1800, "FIDE", RatingKind.RAPID))
    player = Player(Number(1), "Ann", 1800, rating_source="FIDE rapid 1800", ratings=lists)
    order = (RatingChoice("FIDE", RatingKind.RAPID), RatingChoice("FIDE"))
    tournament = event(2, "", competitors=(player, Player(Number(2), "Ben")), rating_order=order)
    rules = system(PLAYERS)

    card = pairing_card(tournament, rules, Number(1))
    table = rules.standings(tournament)

    assert card.about == ("Rating 1800 (FIDE rapid 1800)", "Other ratings: FIDE 1900")
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

    assert [h.title for h in card.headings][-4:] == ["Match", "Total", "Games", "Total"]
    assert [tuple(row.values()) for row in rows(card)] == [
        (1, "White", 3, "Team 3", "0.5", "0.5", "2", "2"),
        (2, "Black", 1, "Team 1", "1", "1.5", "3.5", "5.5"),
        (3, "", "", "", "", "", "", ""),
    ]


def test_the_game_points_of_a_bye_are_those_of_the_system() -> None:
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


def test_there_is_a_card_for_everybody_and_none_for_a_stranger() -> None:
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


# --- announcement and timetable -----------------------------------------------


def test_the_announcement_lists_each_variation_with_its_article() -> None:
    tournament = event(6, variations=("double", "swap-last-two"), name="Autumn")

    sheet = announcement_sheet(tournament, system(PLAYERS))

    assert sheet.title == "Autumn: Announcement before round 1"
    assert cells(sheet, "article") == ["651", "651"]
    assert sheet.notes == ()
    given = announcement_sheet(tournament, system(PLAYERS), [("616.1", "A bye is half a point.")])
    assert given.rows == (("616.1", "A bye is half a point."),)


@pytest.mark.parametrize("name", [PLAYERS, "olympiad_2022"])
def test_without_variations_the_announcement_says_so(name: str) -> None:
    sheet = announcement_sheet(event(6), system(name))

    assert sheet.notes == ("No options are in use. The rules apply as published.",)


def test_the_timetable_has_every_round_and_who_is_free() -> None:
    sheet = timetable_sheet(five_players(), system(PLAYERS))

    assert rows(sheet)[3] == {"round": 4, "free": "5", "games": "1-4 2-3"}
    assert len(sheet.rows) == 5
    assert sheet.notes[0] == "1 FM Émile"
    with pytest.raises(BadInput, match="this system has no fixed timetable: 'olympiad_2022'"):
        timetable_sheet(five_players(), system("olympiad_2022"))


# --- every system, every document -----------------------------------------------


def read_sample() -> Tournament:
    return read(str(SAMPLES / "chennai-2022-open-round-6.json"))


KINDS = (
    *("pairing-sheet", "pairings-by-name", "standings", "cross-table", "wall-chart"),
    *("pairing-cards", "announcement", "timetable"),
)


def documents(kind: str, tournament: Tournament, rules: System) -> tuple[Document, ...]:
    """The documents of that name; those of a round are of the next round."""
    paired = rules.pair(tournament) if PAPERS[kind].of_a_round else None
    return build_documents(kind, DocumentInput(tournament, rules, paired))


def is_aligned(text: str) -> bool:
    """Whether no row is wider than the rule under the headings, and no line ends in a space."""
    lines = text.splitlines()
    rules = [i for i, line in enumerate(lines) if line and set(line) <= {"-", " "}]
    for i in rules:
        end = lines.index("", i) if "" in lines[i:] else len(lines)
        if any(display_width(line) > display_width(lines[i]) for line in lines[i - 1 : end]):
            return False
    return bool(rules) and all(line == line.rstrip() for line in lines)


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize("kind", KINDS)
def test_every_document_of_every_system_can_be_printed(name: str, kind: str) -> None:
    wishes = Wishes(
        competitors=11, rounds=5, no_shows=10, absences=5, leaving=10, unpaired_last=True
    )
    tournament = generate(system(name), 5, wishes)
    if kind == "timetable" and system(name).timetable is None:
        with pytest.raises(BadInput):
            documents(kind, tournament, system(name))
        return

    made = documents(kind, tournament, system(name))

    assert len(made) == (11 if kind == "pairing-cards" else 1)
    for document in made:
        assert json.loads(json.dumps(as_json(document))) == as_json(document)
        assert is_aligned(as_text(document))
        assert (
            "Player 0003" in as_text(document)
            or "Team 0003" in as_text(document)
            or (kind in ("announcement", "pairing-cards"))
        )


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize("count", [0, 1])
@pytest.mark.parametrize("kind", ["standings", "cross-table", "wall-chart", "pairing-cards"])
def test_an_event_of_nobody_or_of_one_has_its_documents_too(
    name: str, count: int, kind: str
) -> None:
    made: tuple[Team, ...] | tuple[Player, ...] = (Player(Number(1), "Ann"),)
    if system(name).teams:
        made = (Team(Number(1), "Ann", average=Fraction(2000)),)
    tournament = Tournament(made[:count], system=name)

    found = documents(kind, tournament, system(name))

    assert len(found) == (count if kind == "pairing-cards" else 1)
    for document in found:
        assert ("Ann" in as_text(document)) == bool(count)


def test_a_pairing_sheet_of_one_player_is_refused_by_the_rules() -> None:
    with pytest.raises(NoLegalPairing):
        documents("pairing-sheet", event(1), system(PLAYERS))


def test_an_unknown_document_is_refused_with_the_names_of_all() -> None:
    with pytest.raises(
        BadInput, match=r"unknown document: 'menu'\. Choose one of: pairing-sheet, "
    ):
        build_documents("menu", DocumentInput(event(4), system(PLAYERS)))


def test_a_name_of_two_hundred_characters_is_cut_in_print_and_whole_in_json() -> None:
    long = "Wolfeschlegelsteinhausenbergerdorff " * 6
    entered = (Player(Number(1), long), Player(Number(2), "Li"))
    tournament = event(2, "1-2 =", competitors=entered)

    for kind in ("standings", "cross-table", "wall-chart"):
        (document,) = documents(kind, tournament, system(PLAYERS))
        assert "Wolfeschlegelsteinhausenberge…" in as_text(document)
        assert long.strip() in json.dumps(as_json(document))


def test_a_long_event_has_totals_that_end_in_the_standings() -> None:
    tournament = played_out(event(9, leaving={4: 3, 7: 6}), seed=11)

    chart = wall_chart(tournament, system(PLAYERS))
    table = standings_sheet(tournament, system(PLAYERS).standings(tournament))

    last = {row["number"]: row["round_9_total"] for row in rows(chart)}
    assert last == {row["number"]: row["points"] for row in rows(table)}
