"""Every paper as a page of HTML: its words, its safety, its print style."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.documents.sample_documents import (
    FAMILIES,
    RED_DOT,
    all_papers,
    bare,
    matter,
    small_event,
    team_match,
    words_of_html,
)
from topboard.documents import Document, Heading, pairings_by_name, wall_chart
from topboard.documents.catalog import PAPERS, DocumentInput, build_documents
from topboard.documents.html import as_html, style_sheet_hash
from topboard.documents.layout import PrintedDocument, lay_out_document
from topboard.documents.matches import line_ups_sheet, match_sheets, rosters_sheet
from topboard.documents.render import FORMS, render
from topboard.documents.slips import board_labels, result_slips
from topboard.documents.text import as_text, sanitize_line
from topboard.errors import BadInput
from topboard.model import Number, Player, Tournament
from topboard.systems.registry import SYSTEMS, system

LONG = "Ó" + "x" * 198 + "y"
NASTY = '<script>alert("&")</script> \u202e #let x = 1 $y$ *b* \x07'


@pytest.mark.parametrize(("name", "which"), all_papers(SYSTEMS))
def test_every_document_of_every_system_shows_all_its_cells_in_html(name: str, which: str) -> None:
    documents = build_documents(which, matter(name))

    page = words_of_html(render(documents, "html"))

    assert documents
    for document in documents:
        assert bare(sanitize_line(document.title)) in page
        for row in document.rows:
            for cell in row:
                assert bare(sanitize_line(str(cell))) in page


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", FAMILIES)
def test_an_event_without_entries_has_every_document_that_needs_no_round(
    name: str, form: str
) -> None:
    empty = Tournament((), planned_rounds=3, boards=2, name="Empty", system=name)
    made = 0
    for which, kind in PAPERS.items():
        if kind.fits(system(name)) and (not kind.of_a_round or which == "board-labels"):
            content = render(build_documents(which, DocumentInput(empty, system(name))), form)
            made += bool(content)
    assert made >= 4


def test_a_round_document_is_refused_until_a_round_is_published() -> None:
    empty = Tournament((), planned_rounds=3, name="Empty", system="dubov_1997")

    with pytest.raises(BadInput, match="no round has been published yet"):
        build_documents("pairing-sheet", DocumentInput(empty, system("dubov_1997")))


def test_names_are_shown_and_never_interpreted_as_markup() -> None:
    event = small_event("dubov_1997")
    first, *others = event.competitors
    named = (replace(first, name=NASTY), *others)
    page = render(wall_chart(replace(event, competitors=named), system("dubov_1997")), "html")

    assert "<script" not in page
    assert "&lt;script&gt;alert(&quot;&amp;&quot;)" in page
    assert "\u202e" not in page
    assert "\x07" not in page


def test_a_name_of_200_letters_is_shown_in_full() -> None:
    entered = (Player(Number(1), LONG), Player(Number(2), "B"))
    event = Tournament(entered, planned_rounds=1, name="Long", system="dubov_1997")

    assert LONG in render(
        build_documents("pairing-cards", DocumentInput(event, system("dubov_1997"))), "html"
    )


def test_unplayed_results_are_circled_and_names_keep_their_brackets() -> None:
    made = Document(
        kind="wall chart",
        title="T",
        headings=(Heading("name", "Name", widest=30), Heading("r", "R1")),
        rows=(("Team (2)", "(0.5)R"),),
        notes=(
            (
                "Points in parentheses were scored without playing. R marks a forfeit that is "
                "rated, and u marks an unfinished game."
            ),
        ),
    )

    page = as_html([made])

    assert '<span class="circled"><i>(</i>0.5<i>)</i></span>R' in page
    assert "Team (2)" in page
    assert "Points in a circle were scored without playing." in page


def test_a_wall_chart_has_one_column_for_each_round_played_or_to_come() -> None:
    event = small_event("cfc_swiss")
    assert (len(event.rounds), event.planned_rounds) == (3, 5)

    page = render(wall_chart(event, system("cfc_swiss")), "html")

    assert re.findall(r'<th scope="col"[^>]*>([^<]*)<', page) == [
        *("No.", "Name", "Rating"),
        *("R1", "R2", "R3", "R4", "R5"),
    ]
    assert "Each round shows the opponent, the colour and the result." in page


@pytest.mark.parametrize(("paper_format", "size"), [("a4", "A4"), ("letter", "letter")])
def test_the_style_uses_the_chosen_paper_size_and_repeats_table_headings(
    paper_format: str, size: str
) -> None:
    page = as_html(build_documents("standings", matter("dubov_1997")), paper_format)

    assert f"size: {size} portrait" in page
    assert "table-header-group" in page
    assert "break-inside: avoid" in page
    assert not re.search(r"(src|href)=", page)


def test_every_printed_page_has_its_title_and_small_sheets_have_it_once() -> None:
    sheet = as_html(build_documents("standings", matter("dubov_1997")))
    slip = as_html(build_documents("result-slips", matter("dubov_1997")))

    head = sheet[sheet.index("<thead>") : sheet.index("</thead>")]
    assert re.search(r'class="again" aria-hidden="true">.*Standings', head)
    assert "again" not in slip[slip.index("<body>") :]


def test_print_has_the_event_its_logo_and_the_journal_entry_apart_from_the_title() -> None:
    posted = replace(matter("dubov_1997"), logo=RED_DOT, anchor="Journal: entry 7, abc")

    page = as_html(build_documents("standings", posted))
    slip = as_html(build_documents("result-slips", posted))

    assert '<span class="event">Trial of dubov_1997<i>:</i></span> Standings after' in page
    assert f'<img class="logo" alt="" src="data:image/png;base64,{RED_DOT}">' in page
    assert '<p class="anchor">Journal: entry 7, abc</p>' in page
    assert page.count("Journal: entry 7, abc") == 1
    assert "<img" not in slip


def test_tie_breaks_name_each_participant_once_in_print() -> None:
    (sheet,) = build_documents("tie-breaks", matter("olympiad_2022"))
    printed = lay_out_document(sheet)
    name = [column.titles for column in printed.columns].index(("Name",))

    shown = [row[name][0][0].text for row in printed.rows if row[name][0][0].text]

    assert shown == list(dict.fromkeys(str(row[2]) for row in sheet.rows))
    assert len(printed.rows) > len(shown), "each has several tie-breaks"


def many_by_name(count: int) -> PrintedDocument:
    entered = tuple(Player(Number(n), f"Player {n:03}", 2000) for n in range(1, count + 1))
    event = Tournament(entered, planned_rounds=5, name="Many", system="dubov_1997")
    return lay_out_document(pairings_by_name(event, system("dubov_1997").pair(event)))


def test_a_long_list_by_name_has_two_columns_without_opponents() -> None:
    short, long = many_by_name(50), many_by_name(51)

    assert short.columns_of_rows == 1
    assert ("Opponent",) in [column.titles for column in short.columns]
    assert long.columns_of_rows == 2
    assert [column.titles for column in long.columns] == [("Name",), ("Board",), ("Colour",)]
    free = [row for row in long.rows if not row[1][0][0].text]
    assert [row[2][0][0].text for row in free] == ["pairing-allocated bye"]


def test_an_empty_column_is_left_out_in_print() -> None:
    known = matter("dubov_1997")
    entered = known.tournament.competitors
    without, with_one = (
        replace(known, tournament=replace(known.tournament, competitors=tuple(some)))
        for some in (
            [replace(c, federation="") for c in entered],
            [replace(c, federation="CAN" if c == entered[0] else "") for c in entered],
        )
    )

    assert ">Fed.</th>" not in as_html(build_documents("standings", without))
    assert ">Fed.</th>" in as_html(build_documents("standings", with_one))
    assert ">Result</th>" in as_html(build_documents("result-slips", without)), (
        "what is to be filled in stays"
    )


def test_a_slip_has_three_boxes_that_cannot_contradict_each_other() -> None:
    slips = build_documents("result-slips", matter("dubov_1997"))
    page = as_html(slips)
    tables = page.count('<article class="sheet result-slip')

    assert page.count('<span class="box"></span>') == tables * 3
    assert page.count('rowspan="2"') == tables
    assert page.count("Signature of White") == page.count("Signature of Black") == tables
    assert as_text(slips[0]).count("[ ]") == 3
    assert "[ ] 1-0  [ ] ½-½  [ ] 0-1" in as_text(slips[0]).replace("\N{EN DASH}", "-")


def test_the_style_hash_matches_the_page() -> None:
    assert style_sheet_hash("a4") != style_sheet_hash("letter")
    assert style_sheet_hash("a4").startswith("sha256-")


def test_an_unknown_output_format_or_paper_size_is_refused() -> None:
    sheets = build_documents("standings", matter("dubov_1997"))

    with pytest.raises(BadInput, match="unknown output format"):
        render(sheets, "docx")
    with pytest.raises(BadInput, match="unknown paper size"):
        render(sheets, "pdf", "a5")


# --- the papers of matches and tables ---------------------------------------------------------


def test_a_match_sheet_shows_the_colours_on_all_boards_and_who_played() -> None:
    event = team_match()

    (sheet,) = match_sheets(event, event.rounds[0])

    assert sheet.title == "Round 1, match 1: Castle (#1) - Bridge (#2)"
    assert sheet.rows == (
        (1, "White", "Ada", "1 - 0", "Di", "Black"),
        (2, "Black", "Bo", "(1) - (0)", "Eva", "White"),
    )
    assert sheet.signatures == ("Captain of Castle (#1)", "Captain of Bridge (#2)", "Arbiter")
    assert "Castle: 1 Ada (2001); 2 Bo (2002); 3 Cy (2003)" in sheet.notes


def test_the_line_up_lines_of_a_match_sheet_are_empty_before_play() -> None:
    event = team_match()
    coming = replace(event, rounds=())

    (sheet,) = match_sheets(coming, system("olympiad_2022").pair(coming))

    assert [row[2:5] for row in sheet.rows] == [("", "", ""), ("", "", "")]
    assert 'class="name by-hand" dir="auto"></td>' in render(sheet, "html")


def test_the_line_up_sheet_names_each_match_once() -> None:
    event = team_match()

    sheet = line_ups_sheet(event, event.rounds[0])

    assert sheet.rows == (
        (1, "Castle (#1)", 1, "White", "Ada", "1 - 0", "Di", "Bridge (#2)"),
        ("", "", 2, "Black", "Bo", "(1) - (0)", "Eva", ""),
    )


def test_rosters_name_the_reserves() -> None:
    assert [row[2] for row in rosters_sheet(team_match()).rows] == [1, 2, "reserve", 1, 2]


def test_match_documents_are_refused_for_individual_events() -> None:
    event = small_event("dubov_1997")

    with pytest.raises(BadInput, match="team events"):
        match_sheets(event, event.rounds[0])


def test_slips_and_labels_show_table_numbers() -> None:
    event = small_event("dubov_1997")
    played = event.rounds[0]
    tables = tuple(range(11, 11 + len(played.meetings)))

    slips = result_slips(event, played, tables)
    labels = board_labels(event, played, tables)

    assert [slip.title for slip in slips] == [f"Round 1, board {n}" for n in tables]
    assert [label.title for label in labels] == [f"Board {n}" for n in tables]
    assert slips[0].signatures == ("Signature of White", "Signature of Black")
    assert slips[0].rows[0][1] == played.meetings[0].white


def test_labels_without_a_round_have_only_numbers() -> None:
    labels = board_labels(small_event("dubov_1997"))

    assert [(label.title, label.rows) for label in labels] == [
        (f"Board {n}", ()) for n in range(1, 5)
    ]


def test_the_explanation_has_every_pair_with_its_table() -> None:
    (sheet,) = build_documents("explanation", matter("olympiad_2022"))
    reasons = matter("olympiad_2022").reasons
    assert reasons is not None

    tables = {row[1] for row in sheet.rows} - {""}

    assert tables == {pair.table for pair in reasons[1].pairs}


def test_only_documents_of_a_revised_round_say_that_it_was_revised() -> None:
    revised = replace(matter("dubov_1997"), remarks=("Revision 2",))

    assert build_documents("pairing-sheet", revised)[0].about[-1] == "Revision 2"
    assert "Revision 2" not in build_documents("standings", revised)[0].about


def test_a_cross_table_has_a_thin_space_before_the_points() -> None:
    printed = lay_out_document(build_documents("cross-table", matter("dubov_1997"))[0])

    shown = [run.text for row in printed.rows for cell in row for line in cell for run in line]
    entries = [text for text in shown if re.match(r"\d+[wb]", text)]
    assert entries
    assert all(re.fullmatch(r"\d+[wb](\N{THIN SPACE}[\d½]+)?", text) for text in entries)
    assert any("\N{THIN SPACE}" in text for text in entries)
