"""Tables of entries: what their columns mean, and what is said of those that are not used."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from topboard.cli import main
from topboard.errors import BadInput, TooLarge
from topboard.event.entry_tables import format_note_on_unused_columns, parse_entry_table
from topboard.formats import dumps, read_text
from topboard.model import Player, Rating, RatingKind, Team, Tournament
from topboard.storage.session import JournalSession

PLAYERS, TEAMS = "fide_dutch_2026", "olympiad_2022"
VEGA = "NAME;COUNTRY;BIRTHDAY;G;TITLE;IDFIDE;ELOFIDE;IDNAT;ELONAT;K;ISAVAL"


def table(text: str, separator: str = ",") -> list[list[str]]:
    """The rows of a text."""
    return [line.split(separator) for line in text.splitlines()]


# --- columns that are not used ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "teams", "unused"),
    [
        ("name,rating\nAy,2000", False, None),
        ("name,Arrival,Hotel\nAy,Monday,", False, "Arrival, Hotel"),
        ("name,team,board,captain\nAy,Bern,1,x", False, "team, board, captain"),
        ("team,name,board,captain,letter\nBern,Ay,1,x,A", True, None),
        ("name,,rating\nAy,a note,2000", False, "column 2 (unnamed)"),
        ("name,,rating\nAy,,2000", False, None),
        ("name\nAy,more", False, "column 2 (unnamed)"),
    ],
)
def test_every_column_that_is_not_used_is_named(text: str, teams: bool, unused: str | None) -> None:
    notes = format_note_on_unused_columns(table(text), teams=teams)

    assert notes == (() if unused is None else (f"Unused columns: {unused}.",))


def test_vega_columns_are_recognized() -> None:
    row = "Rossi, Anna;ITA;1990/01/31;f;WFM;800123;2105;4711;2050;20;1"

    (player,) = parse_entry_table(table(f"{VEGA}\n{row}", ";"), "vega.csv", PLAYERS)

    assert isinstance(player, Player)
    assert (player.name, player.federation, player.fide_id) == ("Rossi, Anna", "ITA", "800123")
    assert (player.national_id, player.birth, player.title) == ("4711", "1990-01-31", "WFM")
    assert player.sex == "w", "as report files write it"
    assert player.ratings == (
        Rating(2105, "FIDE"),
        Rating(2050, "ITA", RatingKind.NATIONAL),
    )
    assert format_note_on_unused_columns(table(VEGA, ";")) == ("Unused columns: K, ISAVAL.",)


def test_several_contact_columns_are_joined() -> None:
    rows = table("name,email,phone\nAy,a@example.org,123\nBee,,456\nCee,c@example.org,")

    found = parse_entry_table(rows, "x.csv", PLAYERS)

    contacts = [player.contact for player in found if isinstance(player, Player)]
    assert contacts == ["a@example.org, 123", "456", "c@example.org"]


@pytest.mark.parametrize("to", ["json", "text"])
def test_the_command_names_the_columns_it_ignored(to: str, tmp_path: Path, capsys) -> None:
    event, source = str(tmp_path / "cup.topboard"), tmp_path / "list.csv"
    source.write_text("name,CFC,Hotel\nAy,1500,Hilton\n")
    main(["event", "new", event, "Cup"])
    main(["event", "section", event, "Open", "--system", "cfc_swiss", "--rounds", "3"])
    capsys.readouterr()

    for words in ((), ("--ratings",)):
        code = main(["event", "import", event, str(source), *words, *(["--json"] * (to == "json"))])

        said = capsys.readouterr()
        assert code == 0
        assert "Unused columns: Hotel." in said.out + said.err


# --- lists of teams -----------------------------------------------------------------------------


def teams_in(text: str, separator: str = ",") -> list[Team]:
    found = parse_entry_table(table(text, separator), "teams.csv", TEAMS)
    return [team for team in found if isinstance(team, Team)]


def test_players_are_seated_by_board_number() -> None:
    (team,) = teams_in("team,name,board\nBern,Three,3\nBern,One,1\nBern,Last,\nBern,Two,2")

    assert [player.name for player in team.players] == ["One", "Two", "Three", "Last"]
    assert [player.number for player in team.players] == [1, 2, 3, 4]


def test_teams_with_the_same_name_are_distinguished_by_letter() -> None:
    rows = "Canada,A,One\nCanada,,Two\nCanada,b,Three\nCanada,,Four\nCanada,A,Five"

    a, b = teams_in(f"team,letter,name\n{rows}")

    assert (a.letter, [player.name for player in a.players]) == (
        "A",
        ["One", "Two", "Five"],
    )
    assert (b.letter, [player.name for player in b.players]) == ("B", ["Three", "Four"])


def test_a_name_shared_by_two_teams_gets_the_letter(tmp_path: Path, capsys) -> None:
    path, first = str(tmp_path / "cup.topboard"), tmp_path / "first.csv"
    first.write_text("team,letter,name\nPeru,A,One\nPeru,B,Two\nChile,B,Three\n")
    second = tmp_path / "second.csv"
    second.write_text("team,letter,name\nPERU,C,Four\nchile,A,Five\nCuba,A,Six\n")
    system = ("--system", "fide_team_2026", "--rounds", "3", "--boards", "1")
    for words in (
        ("new", path, "Cup", "--no-key"),
        ("section", path, "Teams", *system),
        ("import", path, str(first), "--yes"),
        ("import", path, str(second), "--yes"),
        ("enter", path, "Cuba", "--letter", "B", "--player", "Seven", "--yes"),
    ):
        assert main(["event", *words]) == 0
    capsys.readouterr()

    with JournalSession.open(path, read_only=True) as file:
        teams = file.event.section("Teams").competitors.values()

    assert [team.name for team in teams] == [
        *("Peru", "Peru B", "Chile"),
        *("PERU C", "chile A", "Cuba"),
        "Cuba B",
    ]
    assert [team.letter for team in teams] == [*"ABB", *"CAA", "B"]


@pytest.mark.parametrize(
    ("first", "second", "captain"),
    [
        ("", "x", "Two"),
        ("no", "yes", "Two"),
        ("TRUE", "FALSE", "One"),
        ("Nonplaying, Ann", "", "Nonplaying, Ann"),
        ("Nonplaying, Ann", "Nonplaying, Ann", "Nonplaying, Ann"),
        ("", "", ""),
    ],
)
def test_the_captain_is_named_or_marked(first: str, second: str, captain: str) -> None:
    (team,) = teams_in(f"team;name;captain\nBern;One;{first}\nBern;Two;{second}", ";")

    assert team.captain == captain
    event = Tournament((team, Team(2, "Chur")), boards=2)
    for format in ("event-json", "trf26"):
        back = read_text(dumps(event, format)).competitors[0]
        assert isinstance(back, Team)
        assert back.captain == captain


@pytest.mark.parametrize(
    ("rows", "what"),
    [
        ("Bern,One,x,1\nBern,Two,x,2", "teams.csv:3: the team has more than one captain: 'Two'"),
        (
            "Bern,One,,1\nRiga,Two,,1\nBern,Three,,1",
            "teams.csv:4: two players of the team have the same board: '1'",
        ),
        ("Bern,One,,first", "teams.csv:2: invalid board number: 'first'"),
        ("Bern,One,,0", "teams.csv:2: invalid board number: '0'"),
    ],
)
def test_problems_in_a_team_list_are_reported_with_their_lines(rows: str, what: str) -> None:
    with pytest.raises(BadInput) as refused:
        teams_in(f"team,name,captain,board\n{rows}")

    assert str(refused.value).startswith(what)


# --- lists without entries, and with too many ---------------------------------------------------


@pytest.mark.parametrize("text", ["name,rating", "name,rating\n,\n , "])
def test_a_list_without_entries_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match=r"x\.csv: the list contains no participants"):
        parse_entry_table(table(text), "x.csv", PLAYERS)


def test_a_list_without_entries_is_not_journaled(tmp_path: Path, capsys) -> None:
    event, source = str(tmp_path / "cup.topboard"), tmp_path / "list.csv"
    source.write_text("name,rating\n\n,\n")
    main(["event", "new", event, "Cup"])
    main(["event", "section", event, "Open", "--system", PLAYERS, "--rounds", "3"])

    assert main(["event", "import", event, str(source)]) == 3

    capsys.readouterr()
    main(["event", "log", event, "--json"])
    assert len(json.loads(capsys.readouterr().out)) == 2


def test_too_many_entries_are_refused_before_they_are_examined() -> None:
    rows = [["name", "rating"], *(["Ay", "no rating"] for _ in range(20_001))]

    with pytest.raises(TooLarge, match="20,001 participants"):
        parse_entry_table(rows, "x.csv", PLAYERS)


def test_too_many_team_members_are_refused_before_they_are_examined() -> None:
    rows = [["team", "name"], *([f"T{n % 100}", "Ay"] for n in range(30_001))]

    with pytest.raises(TooLarge, match="30,001 players"):
        parse_entry_table(rows, "x.csv", TEAMS)


# --- endings of outputs -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        ("convert", "{trf}", "{out}.docx"),
        ("generate", "--system", PLAYERS, "--seed", "1", "-o", "{out}.pdf"),
        ("document", "standings", "{trf}", "-o", "{out}.docx"),
        ("event", "export", "{event}", "{out}.trf"),
        ("event", "export", "{event}", "{out}.xlsx"),
    ],
)
def test_an_unknown_file_extension_is_refused(words, tmp_path: Path, capsys) -> None:
    trf = Path(__file__).parents[1] / "fixtures" / "trf" / "players-trf16.trf"
    event = str(tmp_path / "cup.topboard")
    main(["event", "new", event, "Cup"])
    places = {"trf": trf, "out": tmp_path / "out", "event": event}

    assert main([word.format(**places) for word in words]) == 3

    told = capsys.readouterr().err
    assert "unknown file extension" in told
    assert "--to" in told
    assert not list(tmp_path.glob("out.*"))


def test_an_output_file_without_an_extension_gets_the_default_format(tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert main(["generate", "--system", PLAYERS, "--seed", "1", "-o", str(out)]) == 0
    assert json.loads(out.read_text())["format"] == "topboard-event/1"
