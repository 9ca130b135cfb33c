"""The import of a list at the desk: what each column is used for, and what is left out."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.accessibility import faults_in_light_and_dark
from tests.web.desk_client import new_event, words
from topboard.formats import dumps
from topboard.model import (
    HalfPointBye,
    Number,
    Player,
    Request,
    Team,
    Tournament,
    Withdrawn,
    ZeroPointBye,
)
from topboard.storage.spreadsheets import build_xlsx_workbook
from topboard.web.folder_repository import FolderRepository

TITLES = [["Open de Nice 2026"], ["Liste de départ"], []]
HEADINGS = ["No.", "", "Nom", "Prénom", "Elo", "Club/Ville", "Byes", "Hôtel"]


def workbook(count: int = 62) -> bytes:
    """A list as chess-results writes it, with French headings."""
    rows = [
        [str(n), "GM" if n < 3 else "", f"DUPONT{n}", "Zoé", str(2500 - n), "Nice",
         {4: "Z1", 7: "Z2 Z3"}.get(n, ""), "Ibis"]
        for n in range(1, count + 1)
    ]  # fmt: skip
    return build_xlsx_workbook({"Liste": [*TITLES, HEADINGS, *rows], "Tabelle2": []})


def section_of(tmp_path):
    (found,) = FolderRepository(tmp_path).event("spring-open").snapshot().event.sections.values()
    return found


def upload(visitor, section, name, content):
    files = {"file": (name, content)}
    return visitor.send(f"{section}/entries", f"{section}/entries/import", files=files)


@pytest.mark.parametrize("width", [390, 1280])
def test_a_list_with_titles_and_french_headings_is_entered(
    address, visitor, open_page, tmp_path, width
):
    section = new_event(visitor, "fide_dutch_2026")
    page = open_page(address, width, reduced_motion="reduce")
    page.goto(f"{section}/entries")
    file = {"name": "nice.xlsx", "mimeType": "application/zip", "buffer": workbook()}
    page.get_by_label("CSV or XLSX file with a header line, TRF").set_input_files(file)
    page.get_by_role("button", name="Preview file").click()

    expect(page.locator("main")).to_contain_text("Unused columns: No., Hôtel.")
    expect(page.locator("main")).to_contain_text("Unused rows: 1 (Open de Nice 2026)")
    expect(page.locator("main")).to_contain_text("Unused sheet: Tabelle2.")
    page.get_by_text("6 columns are used. 2 columns are ignored.").click()
    expect(page.get_by_label("Use of Nom")).to_have_value("surname")
    expect(page.get_by_label("Use of column 2 (unnamed)")).to_have_value("title")
    expect(page.get_by_label("Header row")).to_have_value("4")
    assert faults_in_light_and_dark(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_label("Use of Hôtel").select_option("contact details")
    page.get_by_role("button", name="Add 62 players").click()
    # A list that nobody has seen with these columns is not entered.
    expect(page.get_by_role("alert")).to_contain_text("You have changed the columns.")
    assert len(section_of(tmp_path).competitors) == 0
    page.get_by_role("button", name="Add 62 players").click()

    expect(page.locator("main")).to_contain_text("62 players were added.")
    expect(page.locator("main")).to_contain_text("3 byes were recorded.")
    found = section_of(tmp_path)
    assert found.competitors[1].name == "DUPONT1, Zoé"
    assert (found.competitors[1].title, found.competitors[1].contact) == ("GM", "Ibis")
    assert found.requests == (
        Request(Number(4), 1, ZeroPointBye()),
        Request(Number(7), 2, ZeroPointBye()),
        Request(Number(7), 3, ZeroPointBye()),
    )


def test_without_scripts_the_preview_is_rebuilt_with_other_columns(visitor, tmp_path):
    section = new_event(visitor, "fide_dutch_2026")
    preview = upload(visitor, section, "list.csv", b"Spalte;Name;Elo\nBern;Ay;2000\n")
    assert "Unused columns: Spalte." in words(preview)

    again = visitor.send_again(preview, field=["club", "name", "FIDE"])

    assert "Unused columns" not in words(again)
    assert section_of(tmp_path).competitors == {}
    visitor.send_again(again, field=["club", "name", "FIDE"])
    assert section_of(tmp_path).competitors[1].club == "Bern"


def test_a_table_without_a_header_shows_its_columns_to_choose_from(visitor, tmp_path):
    section = new_event(visitor, "fide_dutch_2026")

    preview = upload(visitor, section, "list.csv", b"Ay;2000\nBee;1900\n")

    assert preview.status_code == 422
    assert "the header row needs a column named 'name' or 'team'" in words(preview)
    assert "Add" not in words(preview).partition("Nothing can be added yet")[2][:60]
    again = visitor.send_again(preview, field=["name", "rating"])
    assert "Add 2 players" in words(again)
    visitor.send_again(again, field=["name", "rating"])
    assert [one.name for one in section_of(tmp_path).competitors.values()] == ["Ay", "Bee"]


def test_a_wrong_value_is_shown_beside_the_columns(visitor):
    section = new_event(visitor, "fide_dutch_2026")

    preview = upload(visitor, section, "list.csv", b"Name;Elo;Bye\nAy;strong;X1\n")

    assert preview.status_code == 422
    assert "list.csv:2: invalid rating: strong" in words(preview)
    assert "list.csv:2: this is not a bye: X1" in words(preview)
    assert "Use as" in words(preview)


def test_duplicates_in_a_list_are_shown_before_it_is_entered(visitor):
    section = new_event(visitor, "fide_dutch_2026")
    visitor.send(f"{section}/entries", name="Müller, Max", fide_id="1503014")

    table = "Name,FIDE ID\nMULLER, max,\nAy,1503014\nBee,\nBee,\n".replace("MULLER,", '"MULLER,')
    preview = words(upload(visitor, section, "list.csv", table.replace("max,", 'max",').encode()))

    assert "Already on the list: MULLER, max." in preview
    assert "Ay has the same FIDE ID as Müller, Max (1503014)." in preview
    assert "Bee is entered twice." in preview


def test_a_damaged_table_is_refused(visitor):
    section = new_event(visitor, "fide_dutch_2026")
    preview = upload(visitor, section, "list.csv", b"Name;Elo\nAy;2000\n")

    for table in ("", "[", "{}", '["a"]', "[[1]]"):
        sent = {"table": table, "header": "1", "field": ["name", "rating"], "column": ["0", "1"]}
        answer = visitor.send_again(preview, **sent, used=["", ""])
        assert answer.status_code == 422
        assert "The table was not sent along." in words(answer)


def test_a_half_point_bye_in_a_list_needs_a_ruling_before_anything_is_entered(visitor, tmp_path):
    section = new_event(visitor, "fide_dutch_2026")
    preview = upload(visitor, section, "list.csv", b"Name;Bye\nAy;H1\nBee;H2\n")

    asked = visitor.send_again(preview)

    assert "This needs a ruling" in words(asked)
    assert section_of(tmp_path).competitors == {}
    visitor.send_again(asked, office="Chief Arbiter", authority="Ann Lee", reason="as announced")
    assert section_of(tmp_path).requests == (
        Request(Number(1), 1, HalfPointBye()),
        Request(Number(2), 2, HalfPointBye()),
    )


def test_the_preview_names_what_a_report_contains_besides_entries(visitor, tmp_path):
    section = new_event(visitor, "fide_dutch_2026")
    event = Tournament(
        (Player(Number(3), "Ay"), Player(Number(8), "Bee")),
        requests=(
            Request(Number(8), 1, ZeroPointBye()),
            Request(Number(3), 2, Withdrawn()),
        ),
    )
    preview = upload(visitor, section, "event.json", dumps(event, "event-json").encode())

    assert "1 withdrawal or other absence in the file is not imported." in words(preview)
    visitor.send_again(preview)
    assert section_of(tmp_path).requests == (Request(Number(2), 1, ZeroPointBye()),)


def test_a_file_of_teams_is_refused_as_a_list_of_players(visitor):
    section = new_event(visitor, "fide_dutch_2026")
    event = Tournament((Team(Number(1), "Bern"), Team(Number(2), "Chur")), boards=4)

    refused = upload(visitor, section, "event.json", dumps(event, "event-json").encode())

    assert "the file has teams, but this section is for players" in words(refused)


def test_the_preview_of_teams_names_their_captains(visitor):
    section = new_event(visitor, "olympiad_2022")
    lines = b"Team;Captain;Board;Name\nAsh;Ann Ash;1;Ash 1\nAsh;Ann Ash;2;Ash 2\nElm;;1;Elm 1\n"

    preview = words(upload(visitor, section, "teams.csv", lines))

    assert "No. Name Rating Fed. Captain Players 1 Ash Ann Ash Ash 1; Ash 2" in preview


@pytest.mark.parametrize(
    "lines",
    [
        "name;rating;federation;club\nBaker, Ann;1910;CAN;Tower",
        'Our list\n\nName,Elo,Land,Verein\n"Baker, Ann",1910,CAN,Tower',
        "City Open\t\t\t\nNo.\tName\tRtg\tFED\tClub\n1\tBaker, Ann\t1910\tCAN\tTower",
    ],
)
def test_a_pasted_list_with_a_header_is_read_as_a_table(visitor, tmp_path, lines):
    section = new_event(visitor, "fide_dutch_2026")
    preview = visitor.send(f"{section}/entries", f"{section}/entries/paste", lines=lines)
    visitor.send_again(preview)

    (player,) = section_of(tmp_path).competitors.values()
    assert (player.name, player.rating, player.federation, player.club) == (
        *("Baker, Ann", 1910),
        *("CAN", "Tower"),
    )


def test_no_part_of_a_pasted_line_is_lost(visitor, tmp_path):
    section = new_event(visitor, "fide_dutch_2026")
    lines = "Nom, Ann; 1910; CAN; WFM;\nMoss, Bo; 1800; CAN; ; Tower; 2001"
    refused = visitor.send(f"{section}/entries", f"{section}/entries/paste", lines=lines)

    assert refused.status_code == 422
    assert "line 2: this part of the line has no use: Tower; 2001" in words(refused)
    assert "Moss, Bo; 1800; CAN; ; Tower; 2001</textarea>" in refused.text
    assert section_of(tmp_path).competitors == {}

    teams = new_event(visitor, "fide_team_2026", name="Cup")
    lines = "Ash; ASH; A; Hotel\n- One; 2000; FM; captain"
    refused = visitor.send(f"{teams}/entries", f"{teams}/entries/paste", lines=lines)
    assert "line 1: this part of the line has no use: Hotel" in words(refused)
    assert "line 2: this part of the line has no use: captain" in words(refused)
    refused = visitor.send(
        f"{teams}/entries", name="Elm", players="One; 2000; FM; captain", federation=""
    )
    assert "One: this part of the line has no use: captain" in words(refused)
