"""Tables that people send, and files made to fill the memory or to take an hour."""

from __future__ import annotations

import io
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from topboard.errors import BadInput, TooLarge
from topboard.storage import workbooks
from topboard.storage.spreadsheets import build_xlsx_workbook, parse_spreadsheet_rows, read_rows
from topboard.storage.table_limits import MOST_ROWS

RELATIONS = (
    '<Relationships><Relationship Id="rId1" Type="t/worksheet" Target="worksheets/sheet1.xml"/>'
    '<Relationship Id="rId2" Type="t/sharedStrings" Target="sharedStrings.xml"/>'
    '<Relationship Id="rId3" Type="t/styles" Target="/xl/styles.xml"/></Relationships>'
)
BOOK = '<workbook><sheets><sheet name="Entries" sheetId="1" r:id="rId1"/></sheets></workbook>'
ENTRIES = '<row r="1"><c r="A1" t="inlineStr"><is><t>name</t></is></c></row>'


def book(sheet: str, strings: str = "", styles: str = "", book: str = BOOK) -> bytes:
    """A workbook with these parts; one that is empty is left out."""
    parts = {
        "xl/workbook.xml": book.replace("<workbook>", '<workbook xmlns:r="r">'),
        "xl/_rels/workbook.xml.rels": RELATIONS,
        "xl/worksheets/sheet1.xml": sheet,
        "xl/sharedStrings.xml": strings,
        "xl/styles.xml": styles,
    }
    made = io.BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            if text:
                archive.writestr(name, text)
    return made.getvalue()


def sheet(rows: str) -> str:
    """A sheet with these rows."""
    return f"<worksheet><sheetData>{rows}</sheetData></worksheet>"


# --- workbooks that people send -------------------------------------------------------------


def test_a_workbook_is_read_back_as_it_was_written() -> None:
    grid = [("name", "rating"), ("Adams", 2200), ("", ""), ("Baker", 1999.5)]

    assert parse_spreadsheet_rows(
        build_xlsx_workbook({"Entries": grid, "Other": [("x",)]}), "x.xlsx"
    ) == [
        ["name", "rating"],
        ["Adams", "2200"],
        [],
        ["Baker", "1999.5"],
    ]


def test_a_workbook_from_another_program_is_read_the_same_way() -> None:
    openpyxl = pytest.importorskip("openpyxl")
    from datetime import date, datetime

    made = openpyxl.Workbook()
    for row in (
        ["name", "birth", "captain", "paid"],
        ["Łucja", date(1990, 1, 31), True, datetime(2026, 11, 17, 9, 30)],
        [None, None, None, None],
        ["Ng", None, False, 12.0],
    ):
        made.active.append(row)
    made.create_sheet("Other").append(["nothing"])
    out = io.BytesIO()
    made.save(out)

    assert parse_spreadsheet_rows(out.getvalue(), "x.xlsx") == [
        ["name", "birth", "captain", "paid"],
        ["Łucja", "1990-01-31", "TRUE", "2026-11-17 09:30:00"],
        [],
        ["Ng", "", "FALSE", "12"],
    ]


def test_cells_are_read_in_every_way_that_programs_write_them() -> None:
    rows = (
        '<row><c t="s"><v>1</v></c><c t="str"><f>A1</f><v>told</v></c><c><v>1E3</v></c></row>'
        '<row r="3"><c r="B3" s="1"><v>36526</v></c><c t="s"><v>0</v></c><c t="e"><v>#N/A</v></c>'
        "</row>"
    )
    strings = (
        "<sst><si><r><t>Kim </t></r><r><t>Sun</t></r><rPh><t>reading</t></rPh></si>"
        "<si><t>name</t></si></sst>"
    )
    styles = (
        '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts>'
        '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>'
    )

    assert parse_spreadsheet_rows(book(sheet(rows), strings, styles), "x.xlsx") == [
        ["name", "told", "1000"],
        [],
        ["", "2000-01-01", "Kim Sun", "#N/A"],
    ]
    since_1904 = BOOK.replace("<sheets>", '<workbookPr date1904="1"/><sheets>')
    found = parse_spreadsheet_rows(book(sheet(rows), strings, styles, since_1904), "x.xlsx")
    assert found[2][1] == "2004-01-02"


def test_xml_namespace_prefixes_do_not_matter() -> None:
    text = sheet(ENTRIES).replace("<", "<x:").replace("<x:/", "</x:")

    assert parse_spreadsheet_rows(book(text), "x.xlsx") == [["name"]]


# --- workbooks that are made to hurt --------------------------------------------------------


def empty_cells(count: int) -> str:
    return "<row>" + "<c/>" * count + "</row>"


FAR = '<row r="1"><c r="A1"><v>1</v></c></row><row r="200000"><c r="{at}"><v>1</v></c></row>'
HOSTILE = {
    "ZZ200000": book(sheet(FAR.format(at="ZZ200000"))),
    "XFE1": book(sheet(empty_cells(6_000_000))),
    "nested too deeply": book("<worksheet>" + "<a>" * 9_000_000),
    "too long or nested too deeply": book(
        f"<worksheet><sheetData a='{'x' * 20_000_000}'/></worksheet>"
    ),
    "too many XML elements": book(sheet("<row/>" * 4_000_000)),
    "too many characters": book(
        sheet(f'<row><c t="str"><v>{"x" * 40_000}</v></c></row>'), "<sst/>"
    ),
    "a document type": book(
        '<!DOCTYPE w [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'
        + sheet('<row><c t="str"><v>&b;</v></c></row>')
    ),
    r"sheet1\.xml is too large": book(sheet(ENTRIES + "<row> </row>" + " " * 31_000_000)),
    "the table has too many characters": book(
        sheet("".join(f'<row r="{n}"><c t="s"><v>0</v></c></row>' for n in range(1, 2000))),
        f"<sst><si><t>{'x' * 30_000}</t></si></sst>",
    ),
}


@pytest.mark.parametrize("why", HOSTILE)
def test_a_small_workbook_that_is_expensive_to_read_is_refused_quickly(why: str) -> None:
    """Two seconds and 200 MB at most; here there is a margin for a busy machine."""
    content = HOSTILE[why]
    assert len(content) < 100_000
    resource = pytest.importorskip("resource")
    before = resource.getrusage(resource.RUSAGE_SELF)

    with pytest.raises(BadInput, match=why):
        parse_spreadsheet_rows(content, "x.xlsx")

    after = resource.getrusage(resource.RUSAGE_SELF)
    assert after.ru_utime - before.ru_utime < 4
    assert after.ru_maxrss - before.ru_maxrss < 200_000


def test_strings_that_no_cell_refers_to_are_not_read() -> None:
    rows = ENTRIES + '<row r="2"><c r="A2" t="s"><v>1</v></c></row>'
    strings = "<sst><si><t>not used</t></si><si><t>Adams</t></si>" + "<si/>" * 3_000_000

    assert parse_spreadsheet_rows(book(sheet(rows), strings), "x.xlsx") == [["name"], ["Adams"]]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"PK and nothing else", "this is not a ZIP archive"),
        (
            b"\xd0\xcf\x11\xe0 and so on",
            r"this is an old Excel file \(XLS\) or is protected by a password",
        ),
        (book("<worksheet><sheetData>"), "not a workbook"),
        (book("", "<sst/>"), "a file is missing from the archive"),
    ],
)
def test_a_file_that_only_begins_like_a_workbook_is_refused(content: bytes, why: str) -> None:
    with pytest.raises(BadInput, match=why):
        parse_spreadsheet_rows(content, "x.xlsx")


@pytest.mark.parametrize(
    "encoding", ["UTF-UTF-8", pytest.param("x" * 9000, id="long"), "hex", "gbk", "utf-7", "idna"]
)
@pytest.mark.parametrize("part", ["book", "sheet", "strings"])
def test_a_workbook_part_in_an_unreadable_encoding_is_refused(part: str, encoding: str) -> None:
    cell = '<row r="1"><c r="A1" t="s"><v>0</v></c></row>'
    parts = {"book": BOOK, "sheet": sheet(cell), "strings": "<sst><si><t>name</t></si></sst>"}
    assert parse_spreadsheet_rows(book(**parts), "x.xlsx") == [["name"]]
    parts[part] = f'<?xml version="1.0" encoding="{encoding}"?>{parts[part]}'

    with pytest.raises(BadInput, match="in an encoding that cannot be read") as refused:
        parse_spreadsheet_rows(book(**parts), "x.xlsx")

    assert len(str(refused.value)) < 300


def test_a_workbook_in_a_rare_encoding_is_read() -> None:
    text = f'<?xml version="1.0" encoding="windows-1252"?>{sheet(ENTRIES)}'

    assert parse_spreadsheet_rows(book(text), "x.xlsx") == [["name"]]


def test_a_cell_address_is_written_as_in_spreadsheets() -> None:
    assert [
        workbooks._format_cell_address(row, column) for row, column in ((1, 1), (9, 27), (3, 703))
    ] == [
        "A1",
        "AA9",
        "AAA3",
    ]


# --- CSV ------------------------------------------------------------------------------------


def test_a_list_is_read_in_its_own_encoding(tmp_path) -> None:
    path = tmp_path / "list.csv"
    for encoding in ("utf-8", "utf-8-sig", "cp1252"):
        path.write_bytes("name;rating\r\nGößl;2000\r\n".encode(encoding))
        assert read_rows(str(path)) == [["name", "rating"], ["Gößl", "2000"]]
    # Only the last line shows that it is not UTF-8.
    path.write_bytes(b"name\n" + b"Adams\n" * 50_000 + "Gößl".encode("cp1252"))
    assert read_rows(str(path))[-1] == ["Gößl"]


@pytest.mark.parametrize(
    ("text", "row"),
    [
        (
            "Open, 5 rounds, Vienna\n\nNr;Name;Elo\n1;Ay, Bo, Jr., II;2000\n",
            ["1", "Ay, Bo, Jr., II", "2000"],
        ),
        ("List of players\nName\tElo\nAy, Bo\t2000\n", ["Ay, Bo", "2000"]),
        ('Open; Vienna; 2026\n"Name","Elo"\n"Ay, Bo",2000\n', ["Ay, Bo", "2000"]),
        ("a;b,c\nAy;Xy\n", ["Ay;Xy"]),
        ("Surname;First name\nAy, Bo, Cy, Di;E\n", ["Ay, Bo, Cy, Di", "E"]),
        ("Name\nAy, Bo\n", ["Ay", " Bo"]),
    ],
)
def test_the_header_shows_which_character_separates_the_cells(text: str, row: list[str]) -> None:
    assert parse_spreadsheet_rows(text.encode(), "list.csv")[-1] == row


def test_a_list_is_refused_at_the_first_row_beyond_the_limit(tmp_path) -> None:
    path = tmp_path / "list.csv"
    path.write_bytes(b"name\n" + b"Adams\n" * 3_000_000)
    resource = pytest.importorskip("resource")
    before = resource.getrusage(resource.RUSAGE_SELF)

    with pytest.raises(
        TooLarge, match=rf"too many rows\. Stay within the limit of {MOST_ROWS:,}\."
    ):
        read_rows(str(path))

    after = resource.getrusage(resource.RUSAGE_SELF)
    assert after.ru_utime - before.ru_utime < 4
    assert after.ru_maxrss - before.ru_maxrss < 100_000


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"name," * 400, "a cell is beyond row 100,000 or column 200"),
        (b"x" * 200_000, "a line has too many characters"),
        (b'name\n"' + b"x\n" * 200_000, "this is not a valid CSV file"),
        (b'name\n"Adams" and more', "this is not a valid CSV file"),
    ],
)
def test_other_lists_that_are_too_large_or_malformed_are_refused(content: bytes, why: str) -> None:
    with pytest.raises(BadInput, match=why):
        parse_spreadsheet_rows(content, "list.csv")


PHOTOGRAPH = b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x01\x00\x48,name\n" + bytes(range(256)) * 8


@pytest.mark.parametrize(
    "content",
    [
        PHOTOGRAPH,
        b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
        b"\x00\x01",
        b"Photo\x00" + bytes(range(160, 256)) * 9,
    ],
)
def test_a_photo_is_called_a_binary_file_without_showing_its_bytes(content: bytes) -> None:
    with pytest.raises(BadInput) as refused:
        parse_spreadsheet_rows(content, "list.csv")

    assert str(refused.value) == (
        "list.csv: this is a binary file, such as a picture or an archive, and not a table."
        " Use a CSV or XLSX file."
    )


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_a_list_in_utf_16_is_refused_by_the_name_of_its_encoding(encoding: str) -> None:
    with pytest.raises(BadInput) as refused:
        parse_spreadsheet_rows("\ufeffname\nAdams\n".encode(encoding), "list.csv")

    assert str(refused.value) == "list.csv: the file is encoded in UTF-16. Save the file as UTF-8."


def test_a_list_cut_inside_a_character_is_not_a_binary_file() -> None:
    content = b"name\n" + "\u00e9".encode() * 1000

    assert parse_spreadsheet_rows(content, "list.csv") == [["name"], ["\u00e9" * 1000]]
