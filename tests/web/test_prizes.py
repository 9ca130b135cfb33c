"""Categories and prizes at the desk: settled, refused without loss, shown, printed, public."""

from __future__ import annotations

import pytest

from tests.web.accessibility import faults
from tests.web.desk_client import event_with_round, words
from topboard.event.prizes import format_prize_line
from topboard.web.desk.prizes import split_prize_line
from topboard.web.folder_repository import FolderRepository


def section_of(tmp_path):
    (section,) = FolderRepository(tmp_path).event("spring-open").snapshot().event.sections.values()
    return section


@pytest.fixture
def place(visitor) -> str:
    """Six players after round 1, of whom three are rated under 2090."""
    found = event_with_round(visitor, "fide_dutch_2026")
    visitor.send(f"{found}/results/1", t1="1-0", t2="1-0", t3="=")
    done = visitor.send(f"{found}/categories", lines="U2090\nTown = label town", day="")
    assert "Categories saved." in words(done)
    return found


PRIZES = "1: 500 and a cup\n2: 100\nU2090 1: 150"


def test_categories_filter_standings_sheets_and_public_pages(place, visitor):
    visitor.send(f"{place}/categories", f"{place}/categories/label", label="town", numbers="2 6")

    shown = visitor.text(f"{place}/standings?category=Town")
    assert "Baker" in shown
    assert "Adams" not in shown
    assert "Frost" in shown
    sheet = visitor.text(f"{place}/paper/standings.html?category=U2090")
    assert "Davis" in sheet
    assert "Adams" not in sheet
    pdf = visitor.get(f"{place}/paper/standings.pdf?category=U2090")
    assert pdf.content.startswith(b"%PDF")
    public = visitor.text("/p/spring-open/main/category-2.html")
    assert "Baker" in public
    assert "Adams" not in public
    assert visitor.get("/p/spring-open/main/category-3.html").status_code == 404


def test_prizes_are_settled_given_and_explained(place, visitor):
    done = visitor.send(
        f"{place}/prizes", lines=PRIZES, sharing="by the tie-breaks", currency="CAD", decimals="2"
    )
    shown = words(done)
    assert "Prizes saved." in shown
    why = "Shares the 1st prize and 1st U2090 prize (650.00 CAD) with Evans"
    assert f"325.00 CAD and a cup {why}" in shown
    assert "750.00 CAD in total for 4 winners." in shown
    assert why in visitor.text("/p/spring-open/main/prizes.html")
    assert why in visitor.text(f"{place}/paper/prizes.html")
    assert visitor.get(f"{place}/paper/prizes.pdf").content.startswith(b"%PDF")


def test_typed_input_survives_a_refusal(place, visitor, tmp_path):
    refused = visitor.send(
        f"{place}/prizes", lines="1: 50\n2: 60", sharing="shared equally", currency="", decimals="2"
    )
    assert refused.status_code == 422
    assert "this prize is larger than the prize for the place above it" in words(refused)
    assert "1: 50\n2: 60" in refused.text
    assert section_of(tmp_path).prizes is None

    refused = visitor.send(f"{place}/categories", lines="U16", day="")
    assert "an age category needs a reference date" in words(refused)
    assert len(section_of(tmp_path).categories) == 2


def test_board_prizes_can_require_games_at_the_desk_and_on_public_pages(visitor, tmp_path):
    section = event_with_round(visitor, "olympiad_2022")
    games = {f"t1b{board}": "1-0" for board in range(1, 5)}
    visitor.send(f"{section}/results/1", **games)
    boards, paper = "/p/spring-open/main/boards.html", f"{section}/paper/board-results.html"
    assert "A board prize requires" not in visitor.text(paper)

    too_many = visitor.send(f"{section}/prizes", f"{section}/prizes/boards", games="9")
    assert "A player can play between 0 and 3 games in this section." in words(too_many)
    done = visitor.send(
        f"{section}/prizes", f"{section}/prizes/boards", games="2", order="performance"
    )

    assert "Conditions for board prizes saved." in words(done)
    assert 'value="performance" selected' in visitor.get(f"{section}/prizes").text
    told = "A board prize requires 2 games. Players with fewer games have no place."
    for page in (boards, paper):
        assert told in visitor.text(page)
        assert "Order: performance rating, then percentage, then points." in visitor.text(page)
    assert section_of(tmp_path).board_prizes.games == 2


def test_the_prize_pages_work_in_light_and_dark_mode(place, address, visitor, open_page):
    for scheme in ("light", "dark"):
        page = open_page(address, width=390, color_scheme=scheme)
        page.goto(f"{place}/prizes")
        page.get_by_label("Prizes, one per line").fill(PRIZES)
        page.get_by_label("Currency").fill("CAD")
        page.get_by_role("button", name="Save prizes").click()
        page.get_by_text("Prizes saved.").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        found = faults(page)
        page.goto(f"{place}/standings")
        page.get_by_role("link", name="U2090").click()
        page.get_by_role("heading", name="U2090").wait_for()
        page.goto("/p/spring-open/main/prizes.html")
        assert found + faults(page) == []


def prizes_on_disk(tmp_path) -> list[str]:
    settled = section_of(tmp_path).prizes
    return [format_prize_line(one, settled) for one in settled.prizes] if settled else []


def test_prizes_are_entered_in_rows(place, visitor, tmp_path):
    rows = {
        "row_category": ["", "U2090", "", ""],
        "row_places": ["1", "1", "2-3", ""],
        "row_prize": ["500 and a cup", "80", "100", ""],
    }
    done = visitor.send(f"{place}/prizes", lines="", currency="CAD", decimals="0", **rows)
    assert "Prizes saved." in words(done)
    saved = prizes_on_disk(tmp_path)
    assert saved == ["1: 500 and a cup", "U2090 1: 80", "2: 100", "3: 100"]
    shown = visitor.get(f"{place}/prizes").text
    assert 'name="row_prize" value="500 and a cup"' in shown
    assert '<option value="U2090" selected>' in shown

    # A row that is cleared removes its prize; the text is unchanged and does not bring it back.
    lines = "\n".join(saved)
    left = [split_prize_line(line) for line in saved[:-1]]
    answer = visitor.send(
        f"{place}/prizes",
        lines=lines,
        currency="CAD",
        decimals="0",
        row_category=[*(one.category for one in left), ""],
        row_places=[*(one.places for one in left), ""],
        row_prize=[*(one.prize for one in left), ""],
    )
    assert "Prizes saved." in words(answer)
    assert prizes_on_disk(tmp_path) == saved[:-1]


def test_rows_and_text_that_differ_are_refused(place, visitor, tmp_path):
    rows = {"row_category": [""], "row_places": ["1"], "row_prize": ["500"]}
    refused = visitor.send(f"{place}/prizes", lines="1: 600", decimals="0", **rows)
    assert refused.status_code == 422
    assert "You changed both the rows and the text." in words(refused)
    assert 'name="row_prize" value="500"' in refused.text
    assert prizes_on_disk(tmp_path) == []
