"""Rating lists as federations publish them: what is read, and what is left out or refused."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from topboard.errors import BadInput, CannotReadOrWrite, TooLarge
from topboard.formats.rating_lists import fide_xml, files, rating_records
from topboard.formats.rating_lists.files import open_rating_list

if TYPE_CHECKING:
    from topboard.formats.rating_lists.rating_records import ListedPerson

LISTS = Path(__file__).parent.parent / "fixtures" / "ratings"
ALL = LISTS / "players_list_foa.txt"
HEAD, *LINES = ALL.read_text(encoding="utf-8").splitlines()


def read_list(path: Path, kind: str = "", period: str = "") -> tuple[str, str, list[ListedPerson]]:
    with open_rating_list(str(path), kind, period) as found:
        return found.heading.list, found.heading.period, list(found.rows)


def left_out(path: Path) -> list[str]:
    with open_rating_list(str(path)) as found:
        list(found.rows)
        return [str(problem) for problem in found.left_out.told]


def refusal(path: Path, kind: str = "", period: str = "") -> str:
    with pytest.raises(BadInput) as refused:
        read_list(path, kind, period)
    return str(refused.value)


def write_list(tmp_path: Path, lines: list[str], name: str = "players_list_foa.txt") -> Path:
    path = tmp_path / name
    path.write_text("\r\n".join([HEAD, *lines]) + "\r\n", encoding="utf-8", newline="")
    return path


# --- the list of all players --------------------------------------------------------------------


def test_the_list_of_all_players_has_three_ratings_for_each_player() -> None:
    name, _, rows = read_list(ALL)

    assert name == "FIDE"
    assert len(rows) == 7
    astrid = rows[0]
    assert (astrid.id, astrid.name, astrid.title) == (2600101, "Almgren, Astrid", "WIM")
    assert (astrid.sex, astrid.federation, astrid.birth) == ("w", "SWE", "1994")
    assert (astrid.standard, astrid.rapid, astrid.blitz) == (2301, 2288, 2250)


def test_the_text_and_xml_lists_have_the_same_content() -> None:
    _, _, text = read_list(ALL)
    name, _, xml = read_list(LISTS / "players_list_xml_foa.xml")

    assert name == "FIDE"
    assert [one[1:] for one in xml] == [one[1:] for one in text]


def test_xml_is_read_in_chunks_of_any_size(monkeypatch: pytest.MonkeyPatch) -> None:
    _, _, whole = read_list(LISTS / "players_list_xml_foa.xml")

    for size in (1, 7, 100):
        monkeypatch.setattr(fide_xml, "PIECE", size)
        assert read_list(LISTS / "players_list_xml_foa.xml")[2] == whole


def test_text_is_read_in_chunks_of_any_size(monkeypatch: pytest.MonkeyPatch) -> None:
    _, _, whole = read_list(LISTS / "tdlist.txt")

    for size in (1, 7, 100):
        monkeypatch.setattr(rating_records, "PIECE", size)
        assert read_list(LISTS / "tdlist.txt")[2] == whole


def test_missing_fields_are_read_as_empty() -> None:
    rows = {one.id: one for one in read_list(ALL)[2]}

    assert rows[2600105].standard == 0
    assert rows[2600107].birth == ""
    assert rows[2600106].title == "WCM"


def test_overlong_titles_do_not_shift_the_other_columns(tmp_path: Path) -> None:
    over = LINES[3].replace("SI,FI,LSI,SLI,NA   ", "SI,FI,LSI,SLI,NA,DI,IO,FT   ")
    (_, diego) = read_list(write_list(tmp_path, [LINES[0], over]))[2]

    assert (diego.standard, diego.rapid, diego.blitz, diego.birth) == (2555, 2540, 2571, "2001")


# --- lists of one kind --------------------------------------------------------------------------


def test_the_month_of_a_single_rating_list_is_in_its_first_line() -> None:
    name, period, rows = read_list(LISTS / "rapid_rating_list.txt")

    assert (name, period) == ("FIDE rapid", "2026-11")
    assert (rows[0].standard, rows[0].rapid) == (0, 2293)


def test_the_kind_of_rating_must_be_given_if_the_list_omits_it(tmp_path: Path) -> None:
    path = tmp_path / "november.txt"
    path.write_bytes((LISTS / "rapid_rating_list.txt").read_bytes())

    assert "the list does not say whether its ratings are standard, rapid or blitz" in refusal(path)
    name, _, rows = read_list(path, kind="blitz")
    assert (name, rows[0].blitz, rows[0].rapid) == ("FIDE blitz", 2293, 0)


def test_the_month_of_an_xml_list_is_in_its_file_name(tmp_path: Path) -> None:
    path = tmp_path / "standard_oct26frl_xml.xml"
    path.write_text(
        "<playerslist><player><fideid>7</fideid><name>Quist, Ola</name><rating>1900</rating>"
        "</player></playerslist>",
        encoding="utf-8",
    )

    name, period, (row,) = read_list(path)

    assert (name, period) == ("FIDE standard", "2026-10")
    assert (row.id, row.name, row.standard) == (7, "Quist, Ola", 1900)


def test_an_invalid_month_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "rapid_rating_list.txt"
    text = (LISTS / "rapid_rating_list.txt").read_text(encoding="utf-8")
    path.write_text(text.replace("NOV26", "NOW26"), encoding="utf-8")

    assert (
        "rapid_rating_list.txt:1: this is not the name of a month: 'NOW26'. "
        "Enter the month in the form NOV26." in refusal(path)
    )
    assert "invalid rating period" in refusal(path, period="2026-13")


# --- the Canadian list --------------------------------------------------------------------------


def test_the_canadian_list_has_separate_last_and_first_names() -> None:
    name, _, rows = read_list(LISTS / "tdlist.txt")

    assert name == "CFC"
    assert [one.name for one in rows] == [
        "Beaulieu, Chantal",
        "Dubois-Éthier, Hélène",
        "Mac Neil, Ian",
    ]
    chantal = rows[0]
    assert (chantal.id, chantal.fide_id, chantal.region) == (100001, 2600103, "QC")
    assert (chantal.national, chantal.quick, chantal.standard) == (2144, 2101, 2087)


def test_a_comma_in_the_city_does_not_shift_the_columns() -> None:
    helene = read_list(LISTS / "tdlist.txt")[2][1]

    assert (helene.national, helene.fide_id, helene.federation) == (1733, 0, "CAN")


def test_a_missing_column_is_named(tmp_path: Path) -> None:
    path = tmp_path / "tdlist.txt"
    path.write_text("CFC#,Expiry,Name,Rating\n1,,A,2\n", encoding="utf-8")

    assert "tdlist.txt:1: a column is missing: last, first" in refusal(path)


# --- what cannot be read ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "what"),
    [
        (LINES[0].replace("2301", "23x1"), "invalid rating"),
        (LINES[0].replace("2600101", "abc    "), "this is not a player ID"),
        (LINES[0].replace("1994", "1094"), "this is not a year of birth"),
        (LINES[0][:80], "the line is incomplete"),
        (
            LINES[0].replace("Almgren, Astrid", "Almgren\x07 Astrid"),
            "the name contains control characters",
        ),
        (LINES[0].replace("Almgren, Astrid", " " * 15), "the name is missing"),
    ],
)
def test_an_unreadable_line_is_skipped_and_reported(tmp_path: Path, line: str, what: str) -> None:
    path = write_list(tmp_path, [LINES[1], line, LINES[2]])

    (told,) = left_out(path)

    assert told.startswith("players_list_foa.txt:3: ")
    assert what in told
    assert len(read_list(path)[2]) == 2


def test_a_truncated_file_is_refused(tmp_path: Path) -> None:
    path = write_list(tmp_path, LINES)
    path.write_bytes(path.read_bytes()[:-80])

    assert "players_list_foa.txt:8: the file ends in the middle of a line" in refusal(path)


def test_truncated_xml_is_refused_with_its_line_number(tmp_path: Path) -> None:
    path = tmp_path / "players.xml"
    path.write_bytes((LISTS / "players_list_xml_foa.xml").read_bytes()[:-40])

    assert "players.xml:147:23: this is not valid XML (no element found)" in refusal(path)


def test_xml_with_entity_definitions_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "players.xml"
    path.write_text(
        '<?xml version="1.0"?>\n<!DOCTYPE x [<!ENTITY a "aaaaaaaa">]>\n<playerslist><player>'
        "<fideid>7</fideid><name>&a;</name><rating>1</rating></player></playerslist>",
        encoding="utf-8",
    )

    assert "players.xml:2: the list contains a document type definition" in refusal(path)


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (
            b"name,rating\nA,1\n",
            "x.txt:1: Topboard does not recognise this rating list: 'name,rating'",
        ),
        (b"<html><body></body></html>", "x.txt:1: this is not a rating list"),
        (HEAD.encode("utf-16"), "UTF-16"),
        (b"\x00\x01\x02", "x.txt: this is a binary file, such as a picture or an archive"),
        (b"<playerslist></playerslist>", "the list is empty"),
        (b"PK\x03\x04 not really", "this is not a ZIP archive"),
        (HEAD.replace("Fed", "   ").encode(), "a column is missing: FED"),
        (HEAD.encode() + b"\n" + b"1" * 300_000, "a line is too long"),
    ],
)
def test_a_file_that_is_not_a_rating_list_is_refused(
    tmp_path: Path, content: bytes, what: str
) -> None:
    path = tmp_path / "x.txt"
    path.write_bytes(content)

    assert what in refusal(path)


def test_a_list_in_a_windows_encoding_is_read(tmp_path: Path) -> None:
    path = tmp_path / "players_list_foa.txt"
    line = LINES[0].replace("Almgren, Astrid", "Almgrén, Åstrid")
    path.write_bytes(f"{HEAD}\r\n{line}\r\n".encode("cp1252"))

    assert read_list(path)[2][0].name == "Almgrén, Åstrid"


def test_a_missing_file_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(CannotReadOrWrite):
        read_list(tmp_path / "nothing.txt")


# --- archives -----------------------------------------------------------------------------------


def write_zip(tmp_path: Path, *names: str) -> Path:
    path = tmp_path / "list.zip"
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for name in names:
            archive.writestr(name, (LISTS / "rapid_rating_list.txt").read_bytes())
    return path


def test_an_archive_is_unpacked_while_it_is_read(tmp_path: Path) -> None:
    name, period, rows = read_list(write_zip(tmp_path, "blitz_rating_list.txt"))

    assert (name, period, len(rows)) == ("FIDE blitz", "2026-11", 6)


def test_an_archive_with_two_lists_is_refused(tmp_path: Path) -> None:
    assert "the archive contains 2 lists instead of one" in refusal(
        write_zip(tmp_path, "rapid.txt", "blitz.txt")
    )


def test_an_archive_that_unpacks_to_a_huge_file_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "LARGEST", 10_000_000)
    path = tmp_path / "list.zip"
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        archive.writestr("rapid_list.txt", HEAD + "\r\n" + f"{LINES[0]}\r\n" * 100_000)

    with pytest.raises(TooLarge, match=r"rapid_list\.txt is too large"):
        read_list(path)
