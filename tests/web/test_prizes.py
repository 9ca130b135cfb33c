"""Categories and prizes at the desk: settled, refused without loss, shown, printed, public."""

from __future__ import annotations

import pytest

from tests.web.accessibility import faults
from tests.web.desk_client import event_with_round, words
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
