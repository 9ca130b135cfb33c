"""Columns of tables from other programs and in other languages, and the byes in them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from topboard.cli import main
from topboard.errors import BadInput
from topboard.event.bye_requests import format_bye_request, parse_bye_requests
from topboard.event.column_headings import find_field_of_heading
from topboard.event.entry_columns import choose_columns, find_columns
from topboard.event.entry_tables import read_entry_table
from topboard.model import HalfPointBye, Number, Player, Rating, RatingKind, Request, ZeroPointBye
from topboard.storage.spreadsheets import build_xlsx_workbook

if TYPE_CHECKING:
    from pathlib import Path

PLAYERS, TEAMS = "fide_dutch_2026", "olympiad_2022"
CHESS_RESULTS = [
    ["From the Tournament-Database of Chess-Results https://chess-results.com"],
    ["Open de Nice 2026"],
    [],
    ["No.", "", "Nom", "Prénom", "Code FIDE", "FED", "Elo", "Sexe", "Né(e) le", "Club/Ville"],
    ["1", "GM", "DUPONT", "Zoé", "600111", "FRA", "2500", "F", "03/04/1990", "Nice Alekhine"],
    ["2", "", "MARTIN", "", "", "SUI", "0", "M", "1985", ""],
    ["Vous trouverez tous les détails sur https://chess-results.com"],
]


def read(rows: list[list[str]], system: str = PLAYERS, **chosen):
    return read_entry_table(rows, "list.xlsx", system, **chosen)


def players_in(rows: list[list[str]]) -> list[Player]:
    return [one for one in read(rows).competitors if isinstance(one, Player)]


# --- headers ------------------------------------------------------------------------------------


def test_the_header_is_found_below_title_rows_and_everything_else_is_named() -> None:
    found = read(CHESS_RESULTS)

    zoe, martin = found.competitors
    assert isinstance(zoe, Player)
    assert (zoe.name, zoe.title, zoe.fide_id, zoe.federation) == (
        "DUPONT, Zoé",
        "GM",
        "600111",
        "FRA",
    )
    assert (zoe.sex, zoe.birth, zoe.club) == ("w", "1990-04-03", "Nice Alekhine")
    assert zoe.ratings == (Rating(2500, "FIDE"),)
    assert martin.name == "MARTIN"
    rows, rating, columns = found.notes
    assert rows.startswith("Unused rows: 1 (From the Tournament-Database")
    assert "2 (Open de Nice 2026), 7 (Vous trouverez" in rows
    assert rating.startswith("Column 'Elo' does not name a rating list.")
    assert columns == "Unused columns: No."


@pytest.mark.parametrize("above", [0, 1, 19])
def test_the_header_may_be_in_any_of_the_first_twenty_rows(above: int) -> None:
    rows = [["Some title"]] * above + [["Name", "Elo"], ["Ay", "2000"]]

    assert find_columns(rows, "x").header == above + 1
    assert len(read(rows).competitors) == 1


def test_a_header_further_down_is_not_searched_for() -> None:
    rows = [["Some title"]] * 20 + [["Name", "Elo"], ["Ay", "2000"]]

    with pytest.raises(BadInput, match="the header row needs a column named 'name' or 'team'"):
        read(rows)


def test_a_title_that_looks_like_a_heading_is_not_the_header() -> None:
    rows = [["Player"], ["Name", "Elo", "Club"], ["Ay", "2000", "Bern"]]

    assert find_columns(rows, "x").header == 2


@pytest.mark.parametrize(
    ("headings", "fields"),
    [
        # Vega
        ("NAME COUNTRY BIRTHDAY G TITLE IDFIDE ELOFIDE IDNAT ELONAT K",
         "name federation birth sex title fide_id FIDE national_id national -"),
        # Swiss-Chess
        ("TlnNr Teilnehmer Titel ELO NWZ Verein/Ort Land Geburt FideKenn. PKZ",
         "- name title rating national club federation birth fide_id national_id"),
        # Swiss-Manager and chess-results
        ("No. Name ID FideID FED RtgI RtgN Club/City sex Typ",
         "- name national_id fide_id federation FIDE national club sex -"),
        ("No Name ID_No Rating_nat Rating_int Birth Fed Club-No.",
         "- name national_id national FIDE birth federation -"),
        # FIDE's own lists
        ("ID_Number Name Fed Sex Tit SRtng RRtng BRtng B-day",
         "fide_id name federation sex title FIDE FIDE_rapid FIDE_blitz birth"),
        ("Nom Prénom Naissance Fédération", "surname first_name birth federation"),
        ("Nachname Vorname Geburtsdatum Verein", "surname first_name birth club"),
        ("Apellidos Nombre País Título", "surname first_name federation title"),
        ("Cognome Nome Nascita Circolo", "surname first_name birth club"),
        ("Nazwisko Imię Kraj Płeć", "surname first_name federation sex"),
        ("Nazwisko Ranking Fédé Rok_ur.", "surname rating federation birth"),
        ("Фамилия Имя Рейтинг Страна", "surname first_name rating federation"),
        ("Name Surname", "first_name surname"),
        ("Name Surname Forename", "- surname first_name"),
        ("Name Club Verein", "name club -"),
    ],
)  # fmt: skip
def test_headings_of_other_programs_and_languages_are_recognized(headings, fields) -> None:
    rows = [[one.replace("_", " ") for one in headings.split()], ["Ay"] * 12]

    found = find_columns(rows, "x").fields

    wanted = ["" if one == "-" else one.replace("FIDE_", "FIDE ") for one in fields.split()]
    assert [*found][: len(wanted)] == wanted


def test_case_accents_and_punctuation_in_a_heading_do_not_matter() -> None:
    for heading in ("PRENOM", "prénom", "Prénom :", "Pre\u0301nom"):
        assert find_field_of_heading(heading) == "first_name"


def test_a_nwz_column_is_the_national_rating() -> None:
    (player,) = players_in([["Teilnehmer", "Land", "NWZ"], ["Ay", "GER", "1800"]])

    assert player.ratings == (Rating(1800, "GER", RatingKind.NATIONAL),)


# --- columns that the user chooses ---------------------------------------------------------------


def test_the_chosen_columns_replace_the_detected_ones() -> None:
    rows = [["Spalte", "Name", "Ort"], ["Bern", "Ay", "x"]]

    columns = choose_columns(rows, 1, ("club", "name", ""))
    found = read(rows, columns=columns)

    assert found.competitors == (Player(Number(1), "Ay", club="Bern"),)
    assert found.notes == ("Unused columns: Ort.",)


def test_a_table_without_a_header_can_be_read_with_chosen_columns() -> None:
    rows = [["Ay", "2000"], ["Bee", "1900"]]

    found = read(rows, columns=choose_columns(rows, 0, ("name", "FIDE")))

    assert [one.name for one in found.competitors] == ["Ay", "Bee"]
    assert found.notes == ()


@pytest.mark.parametrize(
    ("fields", "what"),
    [
        (("name", "name"), "two columns have the same use: 'name'"),
        (("club", ""), "no column holds names"),
        (("name", "no such list"), "unknown type of rating"),
    ],
)
def test_columns_that_cannot_be_chosen_are_refused(fields, what) -> None:
    rows = [["Name", "Rtg"], ["Ay", "2000"]]

    with pytest.raises(BadInput, match=what):
        read(rows, columns=choose_columns(rows, 1, fields))


def test_suspicious_values_are_noted_but_kept() -> None:
    rows = [
        ["name", "fed", "birth", "fide id", "sex", "title"],
        ["Ay", "Canada", "32.01.1990", "none", "x", "Maestro"],
        ["Bee", "CAN", "1990/01/31", "1503014", "F", "wfm"],
    ]

    found = read(rows)

    assert [note.partition(": ")[2] for note in found.notes] == [
        "check the title: 'Maestro'.",
        "check the federation: 'Canada'.",
        "check the sex: 'x'.",
        "check the date of birth: '32.01.1990'.",
        "check the FIDE ID: 'none'.",
    ]
    assert all(note.startswith("list.xlsx:2") for note in found.notes)
    assert found.competitors[0].federation == "Canada"


@pytest.mark.parametrize(
    ("written", "birth"),
    [
        ("30.04.2010", "2010-04-30"),
        ("2010/04/30", "2010-04-30"),
        ("20100430", "2010-04-30"),
        ("2010/00/00", "2010"),
        ("00.00.2010", "2010"),
        ("2010", "2010"),
        ("32.01.1990", "32.01.1990"),
    ],
)
def test_a_date_of_birth_is_recorded_with_the_year_first(written: str, birth: str) -> None:
    found = read([["name", "birth"], ["Ay", written]])

    assert found.competitors[0].birth == birth
    assert bool(found.notes) == (birth == "32.01.1990")


# --- byes ---------------------------------------------------------------------------------------


def test_a_bye_column_is_read() -> None:
    found = read([["name", "Byes"], ["Ay", ""], ["Bee", "H1 z3"], ["Cee", "h2,Z4"]])

    assert found.byes == (
        Request(Number(2), 1, HalfPointBye()),
        Request(Number(2), 3, ZeroPointBye()),
        Request(Number(3), 2, HalfPointBye()),
        Request(Number(3), 4, ZeroPointBye()),
    )


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("1", "this is not a bye: '1'"),
        ("H0", "this is not a bye: 'H0'"),
        ("F1", "this is not a bye: 'F1'"),
        ("H1 Z1", "two byes in one round: 'H1 Z1'"),
        ("H101", "this is not a bye: 'H101'"),
    ],
)
def test_a_bye_that_cannot_be_read_is_reported_with_its_row(text: str, what: str) -> None:
    with pytest.raises(BadInput, match=rf"list\.xlsx:3: {what}"):
        read([["name", "bye"], ["Ay", ""], ["Bee", text]])


def test_byes_are_written_as_they_are_read() -> None:
    found = parse_bye_requests("H1 Z12")

    assert " ".join(format_bye_request(*one) for one in found) == "H1 Z12"


def test_a_bye_column_for_teams_is_reported_as_unused() -> None:
    assert read([["team", "name", "bye"], ["Bern", "Ay", "H1"]], TEAMS).notes == (
        "Unused columns: bye.",
    )


# --- by command ---------------------------------------------------------------------------------


def test_the_command_enters_byes_and_names_the_columns_it_ignored(tmp_path: Path, capsys) -> None:
    event, source = str(tmp_path / "cup.topboard"), tmp_path / "list.xlsx"
    table = [*CHESS_RESULTS[:3], [*CHESS_RESULTS[3], "Byes", "Ort"]]
    table += [[*row, *[""] * (10 - len(row)), "Z3", "Cannes"] for row in CHESS_RESULTS[4:6]]
    sheets = {"Liste": table, "Prizes": [["x"]], "Notes": []}
    source.write_bytes(build_xlsx_workbook(sheets))
    main(["event", "new", event, "Cup"])
    main(["event", "section", event, "Open", "--system", PLAYERS, "--rounds", "3"])
    capsys.readouterr()

    assert main(["event", "import", event, str(source), "--column", "Ort=region"]) == 0

    said = capsys.readouterr()
    assert "Unused columns: No." in said.out + said.err
    assert "Unused rows: 1 (From" in said.out + said.err
    assert "Only the first sheet is read. Unused sheets: Prizes, Notes." in said.out + said.err
    main(["event", "log", event, "--json"])
    log = json.loads(capsys.readouterr().out)
    assert [one["act"] for one in log] == [
        "CreateEvent",
        "AddSection",
        "Enter",
        "RequestBye",
        "RequestBye",
    ]
    main(["event", "show", event, "--json"])
    assert "Cannes" in capsys.readouterr().out


@pytest.mark.parametrize("said", ["Ort", "Nix=club", "Nom=name of"])
def test_the_command_refuses_a_missing_column(said: str, tmp_path, capsys) -> None:
    event, source = str(tmp_path / "cup.topboard"), tmp_path / "list.csv"
    source.write_text("Nom;Elo\nAy;2000\n")
    main(["event", "new", event, "Cup"])
    main(["event", "section", event, "Open", "--system", PLAYERS, "--rounds", "3"])

    assert main(["event", "import", event, str(source), "--column", said]) == 3

    capsys.readouterr()
    main(["event", "log", event, "--json"])
    assert len(json.loads(capsys.readouterr().out)) == 2


def test_nothing_is_entered_if_a_bye_needs_a_ruling(tmp_path, capsys) -> None:
    event, source = str(tmp_path / "cup.topboard"), tmp_path / "list.csv"
    source.write_text("Nom;Elo;Bye\nAy;2000;H1\n")
    main(["event", "new", event, "Cup"])
    main(["event", "section", event, "Open", "--system", PLAYERS, "--rounds", "3"])
    command = ["event", "import", event, str(source)]

    refused = main(command)
    capsys.readouterr()
    main(["event", "log", event, "--json"])
    log = capsys.readouterr().out
    ruled = main([*command, "--authority", "arbiter:Ann Lee", "--reason", "rules of the event"])

    assert (refused, ruled) == (3, 0)
    assert "Enter" not in [one["act"] for one in json.loads(log)]
