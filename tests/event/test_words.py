"""Results, tables of entries, remarks and grids: what people write and read."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.event.sessions import ARBITER, SECTION, olympiad_event, person, team
from topboard.errors import BadInput
from topboard.event import actions
from topboard.event.actions import TableResult
from topboard.event.entry_columns import find_columns
from topboard.event.entry_tables import (
    format_note_on_unnamed_rating_column,
    parse_entry_table,
    update_participants_from_rating_list,
)
from topboard.event.grids import build_pairings_spreadsheet_rows, build_standings_spreadsheet_rows
from topboard.event.new_entries import assign_numbers_to_new_competitors
from topboard.event.pairing import build_end_manual_pairing_action
from topboard.event.ratings import format_ratings, parse_rating_order
from topboard.event.remarks import build_integrity_remarks, describe_journal_action
from topboard.event.results import parse_result
from topboard.event.state import Section, Settings
from topboard.event.tournament import build_tournament
from topboard.model import Manner, Number, Player, Rating, RatingChoice, RatingKind, Scale, Team
from topboard.model.scoring import forfeit_score_all_boards, forfeit_score_boards_present
from topboard.systems.registry import system


@pytest.mark.parametrize(
    ("text", "boards", "expected"),
    [
        ("1-0", 1, TableResult(1, 10, 0)),
        ("0 - 1", 1, TableResult(1, 0, 10)),
        ("½-½", 1, TableResult(1, 5, 5)),
        ("=", 1, TableResult(1, 5, 5)),
        ("1/2-1/2", 1, TableResult(1, 5, 5)),
        ("2.5-1.5", 4, TableResult(1, 25, 15)),
        ("2½:1½", 4, TableResult(1, 25, 15)),
        ("2,5-1,5", 4, TableResult(1, 25, 15)),
        (".5-3.5", 4, TableResult(1, 5, 35)),
        ("0f-1f", 1, TableResult(1, 0, 10, Manner.DEFAULT, False)),
        ("0F-0F", 1, TableResult(1, 0, 0, Manner.BOTH_DEFAULTED, False)),
        ("+:-", 1, TableResult(1, 10, 0, Manner.DEFAULT, False)),
        ("-:+", 4, TableResult(1, 0, 40, Manner.DEFAULT, False, (0, 4))),
        ("-:-", 4, TableResult(1, 0, 0, Manner.BOTH_DEFAULTED, False)),
        ("2-1*", 4, TableResult(1, 20, 10, Manner.UNFINISHED)),
    ],
)
def test_a_result_is_read_as_people_write_it(text: str, boards: int, expected: TableResult) -> None:
    assert parse_result(text, 1, boards, forfeit_score_all_boards) == expected


@pytest.mark.parametrize("text", ["", "1", "1-", "-1", "x-y", "1-0-0", "1.25-0", "--", "*"])
def test_an_invalid_result_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="invalid result"):
        parse_result(text, 1, 4, forfeit_score_all_boards)


def test_a_forfeit_counts_the_players_who_came_if_the_edition_says_so() -> None:
    came = parse_result("+:-", 2, 4, forfeit_score_boards_present, present=(3, 0))

    assert (came.white_points, came.black_points, came.present) == (30, 0, (3, 0))


# --- tables of entries --------------------------------------------------------------------------


def test_a_table_of_players_is_read_by_its_headings() -> None:
    rows = [
        ["Fed", "NAME", "Elo", "unknown", "FIDE ID", "Club"],
        ["CAN", "Bell, Anna", "2100", "?", "123", "Hart House"],
        ["", "", "", "", "", ""],
        ["", "Cole, Bo", "", "", "", ""],
    ]

    found = parse_entry_table(rows, "list.csv", "cfc_swiss")

    assert found == (
        Player(
            Number(1),
            "Bell, Anna",
            federation="CAN",
            fide_id="123",
            ratings=(Rating(2100, "CFC", RatingKind.NATIONAL),),
            club="Hart House",
        ),
        Player(Number(2), "Cole, Bo"),
    )


def test_a_table_of_teams_has_a_row_for_each_member_in_board_order() -> None:
    rows = [
        ["team", "name", "rating"],
        ["Ottawa", "A", "2000"],
        ["Ottawa", "B", "1900"],
        ["Laval", "C", ""],
    ]

    found = parse_entry_table(rows, "list.csv", "cfc_team_swiss")

    members = (
        Player(Number(n), name, ratings=(Rating(rating, "CFC", RatingKind.NATIONAL),))
        for n, name, rating in ((1, "A", 2000), (2, "B", 1900))
    )
    assert found == (
        Team(Number(1), "Ottawa", tuple(members)),
        Team(Number(2), "Laval", (Player(Number(3), "C"),)),
    )


@pytest.mark.parametrize(
    ("head", "order", "read_as", "told"),
    [
        ("Rating", "", "CFC 1850", "It is read as CFC, the rating used in this section."),
        ("Elo", "FIDE rapid, CFC", "FIDE rapid 1850", "It is read as FIDE rapid, the rating"),
        ("rating", "CFC 2026-11", "CFC 2026-11 1850", "It is read as CFC 2026-11, the rating"),
        ("CFC", "", "CFC 1850", ""),
        ("FIDE", "", "FIDE 1850", ""),
    ],
)
def test_a_rating_without_a_list_is_read_as_the_counting_one(
    head: str, order: str, read_as: str, told: str
) -> None:
    rows = [["name", head], ["Bell", "1850"], ["Cole", "FIDE 1900"], ["Dunn", ""], ["Ely", "0"]]
    if head in ("CFC", "FIDE"):
        rows[2][1] = ""
    chosen = parse_rating_order(order) or system("cfc_swiss").rating_order

    found = parse_entry_table(rows, "list.csv", "cfc_swiss", parse_rating_order(order))
    assert [format_ratings(one) for one in found] == [
        read_as,
        "" if head in ("CFC", "FIDE") else "FIDE 1900",
        "",
        "",
    ]
    notes = format_note_on_unnamed_rating_column(find_columns(rows, "list.csv"), chosen)
    assert len(notes) == bool(told)
    said = f"Column {head!r} does not name a rating list. {told}"
    assert all(note.startswith(said) for note in notes)


def test_a_plain_rating_beside_a_counting_list_column_is_a_manual_one() -> None:
    rows = [["name", "Rating", "CFC"], ["Bell", "1850", "1800"]]
    order = system("cfc_swiss").rating_order

    (one,) = parse_entry_table(rows, "list.csv", "cfc_swiss")
    assert format_ratings(one) == "1850, CFC 1800"
    (note,) = format_note_on_unnamed_rating_column(find_columns(rows, "list.csv"), order)
    assert note.endswith(
        "Its ratings are treated as entered by hand and take precedence over CFC ratings."
    )


def test_imported_entries_get_the_next_numbers_of_the_section() -> None:
    there = Team(Number(4), "Laval", (Player(Number(6), "Z"),))
    section = Section("open", "cfc_team_swiss", Settings(5), competitors={there.number: there})
    new = Team(Number(1), "Ottawa", (Player(Number(1), "A"), Player(Number(3), "B")), joined=2)

    assert assign_numbers_to_new_competitors(section, (new, replace(new, players=()))) == (
        Team(Number(5), "Ottawa", (Player(Number(7), "A"), Player(Number(8), "B"))),
        Team(Number(6), "Ottawa"),
    )


@pytest.mark.parametrize(
    ("rows", "what"),
    [
        ([], "empty"),
        ([["colour"]], "needs a column named 'name' or 'team'"),
        ([["name", "rating"], ["A", "strong"]], "list.csv:2: invalid rating"),
        ([["team", "previous"], ["A", "0th"]], "list.csv:2: invalid previous standing"),
        ([["name", "team"], ["", "X"]], "list.csv:2: the name is missing"),
    ],
)
def test_problems_in_a_table_are_reported_with_their_lines(
    rows: list[list[str]], what: str
) -> None:
    with pytest.raises(BadInput, match=what):
        parse_entry_table(rows, "list.csv", "cfc_swiss")


def test_a_rating_list_changes_only_the_players_it_contains() -> None:
    anna = replace(person(1, 2000), name="Bell, Anna", fide_id="77")
    bo = replace(person(2, 2000), name="Cole, Bo")
    rows = [["id", "name", "rating"], ["77", "Another name", "2050"], ["", "COLE, BO", "2000"]]

    changed = update_participants_from_rating_list([anna, bo], rows, "list")

    assert changed == (replace(anna, rating=2050, rating_source="list"),)
    one = replace(team(3), players=(anna,))
    (updated,) = update_participants_from_rating_list([one], rows, "list")
    assert isinstance(updated, Team)
    assert updated.players[0].rating == 2050


# --- remarks and grids --------------------------------------------------------------------------


def test_actions_that_affect_pairing_integrity_become_remarks() -> None:
    play = olympiad_event("olympiad_2022", 4)
    play.pair()
    play.do(actions.BeginManual(SECTION, 1))
    tables = (actions.Table(1, Number(1), Number(2)), actions.Table(2, Number(3), Number(4)))
    play.do(actions.ChangeManual(SECTION, 1, tables))
    play.do(build_end_manual_pairing_action(play.event, SECTION))
    play.do(actions.PublishRound(SECTION, 1))
    play.results()
    play.do(actions.CorrectResult(SECTION, 1, actions.TableResult(1, 25, 15)), reason="misread")
    play.do(actions.Undo(len(play.entries)), ARBITER, reason="it was right")

    told = list(build_integrity_remarks(play.entries, SECTION))

    assert "MPA @ Round 1: 1 - 2, by the rules 1 - 3 and 2 - 4 (9.3)" in told[1]
    assert told[2].endswith(
        "correct a result of round 1: board 1 Team 001 - Team 002 2.5-1.5: misread"
    )
    assert told[3].endswith("by Chief Arbiter: A. Rbiter: it was right")
    assert list(build_integrity_remarks(play.entries, "Other")) == []


def test_actions_are_described_in_a_few_words() -> None:
    assert describe_journal_action(actions.PublishRound("A", 3)) == "publish round 3"
    one, two, five = map(Number, (1, 2, 5))
    assert (
        describe_journal_action(actions.ForbidPair("A", one, two))
        == "forbid pairing #1, #2 with each other"
    )
    assert (
        describe_journal_action(actions.AllowPair("A", one, two))
        == "remove the restriction on pairing #1, #2"
    )
    asked = actions.ForbidPair("A", one, two, (five,), wish=True)
    assert describe_journal_action(asked) == "request that #1, #2, #5 not be paired with each other"
    assert (
        describe_journal_action(actions.AddSection("A", "cfc_swiss", 1))
        == "add section (cfc_swiss): 1 round"
    )
    assert describe_journal_action(
        actions.ChangeSection(
            "A",
            *(5, 4, ("616.1",), ("BH", "SB"), 1200, Scale(20, 10, 0), None),
            rating_order=(RatingChoice("FIDE", RatingKind.RAPID), RatingChoice("FIDE")),
        )
    ) == (
        "change section: 5 rounds, 4 boards, options 616.1, tie-breaks BH SB, unrated players "
        "count as 1200, match points 2-1-0, ratings used: FIDE rapid, FIDE"
    )
    assert (
        describe_journal_action(actions.CommitLot("A", "colour", ""))
        == "commit to a seed for drawing lots for colour"
    )


def test_standings_and_pairings_can_be_written_as_grids() -> None:
    play = olympiad_event("olympiad_2022", 5)
    play.publish()
    play.result(1, 25, 15)
    play.result(2, 40, 0, manner=Manner.DEFAULT)
    facts = build_tournament(play.event, play.section)

    standings = build_standings_spreadsheet_rows(facts, system("olympiad_2022").standings(facts))
    pairings = build_pairings_spreadsheet_rows(play.section, 1)

    assert standings[0][:4] == ["Place", "No.", "Name", "Points"]
    assert len(standings) == 6
    assert [row[3] for row in pairings] == ["Result", "2.5-1.5", "+:-", "bye"]
