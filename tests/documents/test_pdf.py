"""Every paper as PDF, its text read back from the file."""

from __future__ import annotations

import sys
from base64 import b64decode, b64encode
from dataclasses import replace
from io import BytesIO
from subprocess import Popen, run

import pytest
from pypdf import PdfReader

from tests.documents.sample_documents import (
    FAMILIES,
    RED_DOT,
    all_papers,
    bare,
    matter,
    pages_of,
    small_event,
    team_match,
    words_of_pdf,
)
from topboard.documents import pdf, wall_chart
from topboard.documents.catalog import DocumentInput, build_documents
from topboard.documents.layout import order_for_cutting
from topboard.documents.render import render
from topboard.documents.sheet import Document, Heading
from topboard.documents.text import sanitize_line
from topboard.model import Number, Player, Tournament
from topboard.systems.registry import system


def lines_of(page) -> list[str]:
    return page.extract_text().splitlines()


@pytest.mark.parametrize(("name", "which"), all_papers(FAMILIES[:3]))
def test_every_document_shows_all_its_cells_in_pdf(name: str, which: str) -> None:
    documents = build_documents(which, matter(name))

    text = words_of_pdf(render(documents, "pdf"))

    for document in documents:
        assert bare(document.title) in text
        for row in document.rows:
            for cell in row:
                for word in sanitize_line(str(cell)).split():
                    assert bare(word) in text


def test_names_in_many_scripts_are_typeset_and_never_read_as_markup() -> None:
    names = ("Łukasz Ōe-Ñuñez", "Ἀλέξανδρος", "Ћирилица", "#let x = 1 $y$ *b* @c <d> \\ `e`")
    entered = tuple(Player(Number(n), name) for n, name in enumerate(names, start=1))
    event = Tournament(entered, planned_rounds=1, name='"Quotes" & co', system="dubov_1997")

    text = words_of_pdf(
        render(build_documents("standings", DocumentInput(event, system(event.system))), "pdf")
    )

    for name in (*names, event.name):
        assert bare(name) in text


def test_a_name_of_200_letters_is_wrapped_but_complete() -> None:
    long = "".join(chr(ord("a") + i % 26) for i in range(200))
    entered = (Player(Number(1), long), Player(Number(2), "B"))
    event = Tournament(entered, planned_rounds=1, name=long, system="dubov_1997")

    for which in ("standings", "pairing-cards", "wall-chart"):
        content = render(build_documents(which, DocumentInput(event, system(event.system))), "pdf")
        assert long in words_of_pdf(content)
        lines = [line for page in PdfReader(BytesIO(content)).pages for line in lines_of(page)]
        assert max(map(len, lines)) < 150


def standings_of(*names: str) -> bytes:
    entered = tuple(Player(Number(n), name) for n, name in enumerate(names, start=1))
    event = Tournament(entered, planned_rounds=1, name="Cup", system="dubov_1997")
    content = render(
        build_documents("standings", DocumentInput(event, system(event.system))), "pdf"
    )
    assert isinstance(content, bytes)
    return content


def sizes_of(content: bytes, words: str) -> set[float]:
    """The sizes of the letters of these words on the first page."""
    sizes: set[float] = set()

    def visit(text, _matrix, place, _font, size) -> None:
        if words in text:
            sizes.add(round(size * abs(place[3] or 1), 1))

    PdfReader(BytesIO(content)).pages[0].extract_text(visitor_text=visit)
    return sizes


def test_letters_on_a_wall_sheet_are_as_large_as_the_page_allows() -> None:
    short, many, long = (
        standings_of("Ann", "Bob"),
        standings_of("Ann", *(f"Player {n}" for n in range(40))),
        standings_of("Ann", "A" * 30),
    )

    assert sizes_of(short, "Ann") == {22.0}
    assert max(sizes_of(long, "Ann")) < 22.0
    assert 10.0 <= max(sizes_of(many, "Ann")) < 16.0
    assert pages_of(many) == 1


def test_a_letter_missing_from_all_fonts_is_reported() -> None:
    # A private letter: no font of any machine has it. The others come with typst.
    without = words_of_pdf(standings_of("Ann \U000f1234", "Bob"))
    with_all = words_of_pdf(standings_of("Ann כהן Ћ", "Bob"))

    assert "Nofontonthiscomputerhasthesecharacters:" in without
    assert "Nofont" not in with_all


def test_titles_are_repeated_on_every_page() -> None:
    pages = PdfReader(BytesIO(standings_of(*(f"Player {n}" for n in range(200))))).pages

    assert len(pages) > 3
    assert all("Cup:Standings" in bare(page.extract_text()) for page in pages)


def test_the_last_page_has_several_rows_above_the_notes() -> None:
    rules = system("fide_dutch_2026")
    for count in range(36, 60, 2):
        names = [f"Player {n:03}" for n in range(count)]
        entered = tuple(Player(Number(n), name) for n, name in enumerate(names, start=1))
        event = Tournament(entered, planned_rounds=5, name="Many", system=rules.name)
        content = render(build_documents("standings", DocumentInput(event, rules)), "pdf")

        last = PdfReader(BytesIO(content)).pages[-1].extract_text()

        assert sum(name in last for name in names) >= 6, count
        assert "Direct encounter" in last, "the notes stay with the table"


def test_the_last_page_of_a_list_that_is_not_for_the_wall_has_several_rows() -> None:
    headings = (Heading("a", "A"), Heading("b", "B"))
    for count in (48, 50, 52, 95, 98, 100):
        rows = tuple((f"Row {n:03}", "x") for n in range(count))
        pages = PdfReader(BytesIO(render(Document("list", "Many", headings, rows), "pdf"))).pages

        assert pages[-1].extract_text().count("Row") >= 6, count


def test_every_page_has_its_number_and_the_journal_entry() -> None:
    entered = tuple(Player(Number(n), f"Player {n}", 2000) for n in range(1, 121))
    event = Tournament(entered, planned_rounds=5, name="Many", system="dubov_1997")
    anchor = "Journal: entry 7, " + "0123456789abcdef" * 4
    asked = DocumentInput(event, system(event.system), anchor=anchor)

    pages = PdfReader(BytesIO(render(build_documents("standings", asked), "pdf"))).pages

    for number, page in enumerate(pages, start=1):
        foot = page.extract_text()
        assert anchor in foot, "on one line"
        assert f"Page{number}of{len(pages)}" in bare(foot)


def test_a_logo_is_printed_and_one_that_cannot_be_read_is_left_out() -> None:
    with_logo, broken, without = (
        render(build_documents("standings", replace(matter("dubov_1997"), logo=logo)), "pdf")
        for logo in (RED_DOT, b64encode(b64decode(RED_DOT)[:20]).decode(), "")
    )

    assert [
        bool(PdfReader(BytesIO(one)).pages[0].images) for one in (with_logo, broken, without)
    ] == [
        True,
        False,
        False,
    ]
    assert words_of_pdf(broken) == words_of_pdf(without)


def test_the_same_documents_give_the_same_bytes() -> None:
    sheets = build_documents("round-pack", matter("dubov_1997"))

    assert render(sheets, "pdf") == render(sheets, "pdf")


def test_letter_and_a4_pages_have_the_correct_size() -> None:
    sheets = build_documents("standings", matter("dubov_1997"))
    boxes = [
        PdfReader(BytesIO(render(sheets, "pdf", size))).pages[0].mediabox
        for size in ("a4", "letter")
    ]

    assert [(round(b.width), round(b.height)) for b in boxes] == [(595, 842), (612, 792)]


def test_small_sheets_share_pages_and_match_sheets_do_not() -> None:
    slips = build_documents("result-slips", matter("dubov_1997"))
    matches = build_documents("match-sheets", matter("olympiad_2022"))

    assert pages_of(render(slips, "pdf")) == -(-len(slips) // 4)
    assert pages_of(render(matches, "pdf")) == len(matches)


def test_a_long_list_repeats_its_heading_on_every_page() -> None:
    entered = tuple(Player(Number(n), f"Player {n}", 2000) for n in range(1, 121))
    event = Tournament(entered, planned_rounds=5, name="Many", system="dubov_1997")

    content = render(
        build_documents("standings", DocumentInput(event, system(event.system))), "pdf"
    )

    assert pages_of(content) > 1
    assert words_of_pdf(content).count("PlaceNo.Name") == pages_of(content)


def test_a_wall_chart_of_many_rounds_is_in_landscape() -> None:
    event = small_event("cfc_round_robin")
    rounds = tuple(replace(event.rounds[0], number=n, meetings=()) for n in range(1, 12))
    chart = wall_chart(replace(event, rounds=rounds), system("cfc_round_robin"))

    page = PdfReader(BytesIO(render(chart, "pdf"))).pages[0]

    assert page.mediabox.width > page.mediabox.height


def test_without_entries_the_documents_say_so() -> None:
    empty = Tournament((), planned_rounds=3, name="Empty", system="cfc_swiss")

    text = words_of_pdf(
        render(build_documents("wall-chart", DocumentInput(empty, system("cfc_swiss"))), "pdf")
    )

    assert "Therearenoparticipantsyet." in text


# --- slips and cards ----------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 4, 5, 9, 10, 130])
def test_piles_of_cut_pages_are_stacked_in_the_order_of_the_boards(count: int) -> None:
    slips = [Document("result slip", f"Board {n}", (), ()) for n in range(count)]

    ordered = order_for_cutting(slips)

    pages = -(-count // 4)
    piles = (
        [[ordered[4 * page + place] for page in range(pages)] for place in range(4)]
        if (pages > 1)
        else [ordered]
    )
    assert [slip.title for pile in piles for slip in pile if slip.title] == [
        slip.title for slip in slips
    ]
    assert len(ordered) == (4 * pages if pages > 1 else count)


def test_empty_places_of_the_last_page_take_no_page_of_their_own() -> None:
    cards = build_documents("pairing-cards", matter("dubov_1997"))

    assert len(cards) == 9
    assert pages_of(render(cards, "pdf")) == 3
    assert pages_of(render(cards[:7], "pdf")) == 3


def test_only_small_documents_are_ordered_for_cutting() -> None:
    pack = build_documents("round-pack", matter("dubov_1997"))

    assert [one.title for one in order_for_cutting(pack)] == [one.title for one in pack]


def test_a_match_slip_has_a_line_for_each_board() -> None:
    event = team_match()
    (slip,) = build_documents(
        "result-slips", DocumentInput(event, system(event.system), event.rounds[0])
    )

    text = words_of_pdf(render((slip,), "pdf"))

    for words in ("Ada", "Di", "Bo", "Eva", "Matchscore", "CaptainofCastle"):
        assert words in text
    assert "inanyothercase" not in text.lower()


def test_the_rating_on_a_pairing_card_appears_once() -> None:
    player = Player(Number(1), "Ann", 2534, rating_source="FIDE 2534")
    event = Tournament((player,), planned_rounds=3, name="Cup", system="dubov_1997")

    cards = build_documents("pairing-cards", DocumentInput(event, system(event.system)))

    assert words_of_pdf(render(cards, "pdf")).count("2534") == 1


# --- in parts -----------------------------------------------------------------------------------


def many_labels(count: int) -> tuple[Document, ...]:
    """Labels, of which two share a page, with what looks like a reference in the name."""
    return tuple(
        Document("board label", f"Table {n}", (), (), about=("Cup of 7 0 R (really)",))
        for n in range(1, count + 1)
    )


def test_many_sheets_are_typeset_in_parts_and_joined_in_order(monkeypatch) -> None:
    sheets = many_labels(9)
    whole = words_of_pdf(render(sheets, "pdf"))
    monkeypatch.setattr(pdf, "SHEETS_AT_ONCE", 4)

    content = render(sheets, "pdf")

    read = PdfReader(BytesIO(content), strict=True)
    assert words_of_pdf(content) == whole
    assert len(read.pages) == 5
    assert read.metadata is not None
    assert read.metadata.title == "Table 1"
    assert all(page.mediabox == read.pages[0].mediabox for page in read.pages)
    assert b"StructTreeRoot" not in content


def test_parts_arrive_one_at_a_time_and_only_on_request(monkeypatch) -> None:
    monkeypatch.setattr(pdf, "SHEETS_AT_ONCE", 2)
    begun = []

    class Watched(Popen):
        def __init__(self, *given, **named) -> None:
            super().__init__(*given, **named)
            begun.append(self)

    monkeypatch.setattr(pdf, "Popen", Watched)
    parts = pdf.typeset_pdf_parts(many_labels(20))

    first = next(parts)
    parts.close()

    assert "Table1" in words_of_pdf(first)
    assert len(begun) == pdf.SETTERS
    assert all(one.returncode is not None for one in begun)


def test_a_typst_error_is_reported(monkeypatch) -> None:
    monkeypatch.setattr(pdf, "_document_to_typst", lambda _sheet: {"landscape": False})

    with pytest.raises(RuntimeError, match="dictionary does not contain key"):
        render(many_labels(1), "pdf")


def test_the_calling_process_does_not_load_typst(tmp_path) -> None:
    code = (
        "import sys; from topboard.documents.pdf import as_pdf; as_pdf([]);"
        "sys.exit('typst' in sys.modules)"
    )

    assert run([sys.executable, "-c", code], cwd=tmp_path, check=False).returncode == 0
