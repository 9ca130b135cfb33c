"""The public pages in a real browser: phone, hall, live, from a disk, printed."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import expect

from tests.sample_event import create_sample_event
from tests.web.accessibility import faults, faults_in_light_and_dark
from tests.web.desk_client import serve_folder
from topboard.cli import main
from topboard.event import actions
from topboard.event.session import ActionContext
from topboard.web.folder_repository import SUFFIX, FolderRepository

EVENT = "/p/riverside-chess-festival"
SHOWN = (
    "index.html",
    "team-cup/index.html",
    "team-cup/round-4.html",
    "team-cup/names-4.html",
    "team-cup/reasons-4.html",
    "team-cup/standings.html",
    "team-cup/cross-table.html",
    "team-cup/entries.html",
    "team-cup/players.html",
    "team-cup/boards.html",
    "team-cup/statistics.html",
    "team-cup/who-2.html",
    "team-cup/charts.html",
    "team-cup/hall-1.html",
    "open/round-3.html",
    "open/averages.html",
    "open/charts.html",
    "open/cross-table.html",
    "open/statistics.html",
    "open/rules.html",
    "open/who-17.html",
)


@pytest.fixture(scope="module")
def public(tmp_path_factory):
    """The folder and the address of a desk with the sample event."""
    folder = tmp_path_factory.mktemp("public")
    create_sample_event(FolderRepository(folder))
    with serve_folder(folder) as address:
        yield folder, address


def is_too_wide(page) -> bool:
    return page.evaluate("document.documentElement.scrollWidth > window.innerWidth")


@pytest.mark.parametrize("half", [SHOWN[0::2], SHOWN[1::2]], ids=["even", "odd"])
def test_every_page_fits_a_phone_and_has_no_serious_faults(public, open_page, half) -> None:
    page = open_page(public[1], width=390, reduced_motion="reduce")
    for path in half:
        page.goto(f"{EVENT}/{path}")
        if "hall" not in path:
            assert not is_too_wide(page), path
        assert faults_in_light_and_dark(page) == []


@pytest.mark.parametrize(
    "path",
    [
        f"{EVENT}/team-cup/standings-3.html",
        "/e/riverside-chess-festival/s/team-cup/standings?after=3",
    ],
    ids=["public", "desk"],
)
def test_a_row_of_the_standings_on_a_phone_has_two_lines_until_it_is_opened(
    path, public, open_page
) -> None:
    page = open_page(public[1], width=390, java_script_enabled=False)
    page.goto(path)
    rows = page.locator(".standings > tbody > tr")
    assert all(row.bounding_box()["height"] < 60 for row in rows.all())
    expect(rows.nth(1).locator(".k-tie-break").first).to_be_hidden()

    # A tap anywhere on the row opens it, except on the name.
    box = rows.nth(1).bounding_box()
    rows.nth(1).click(position={"x": box["width"] / 2, "y": box["height"] - 6})
    expect(rows.nth(1).locator(".k-tie-break").first).to_be_visible()
    expect(rows.nth(0).locator(".k-tie-break").first).to_be_hidden()
    rows.nth(1).locator(".k-name a").click()
    assert "standings" not in page.url


@pytest.mark.parametrize(
    "path",
    [
        f"{EVENT}/team-cup/standings-3.html",
        "/e/riverside-chess-festival/s/team-cup/standings?after=3",
    ],
    ids=["public", "desk"],
)
def test_tie_breaks_on_a_phone_are_in_columns_and_their_codes_can_be_pressed(
    path, public, open_page
) -> None:
    page = open_page(public[1], width=390)
    page.goto(path)
    rows = page.locator(".standings > tbody > tr")
    for n in (0, 1):
        rows.nth(n).locator(".fold summary").click()
    first, second = (
        [cell.bounding_box() for cell in rows.nth(n).locator(".k-tie-break").all()] for n in (0, 1)
    )
    assert len(first) == 3
    assert len({box["y"] for box in first}) == 1
    assert [box["x"] for box in first] == [box["x"] for box in second]
    assert all(box["height"] >= 44 for box in first)

    cell = page.locator(".k-tie-break:has(summary)").first
    cell.click(position={"x": 3, "y": 4})
    expect(cell.locator("details")).to_have_attribute("open", "")


def test_an_open_sum_does_not_widen_the_page_of_a_phone(public, open_page) -> None:
    page = open_page(public[1], width=390)
    page.goto(f"{EVENT}/team-cup/standings.html")
    page.locator(".fold summary").first.click()
    page.locator("details.sum summary").first.click()

    expect(page.locator("details.sum[open] caption")).to_be_visible()
    assert not is_too_wide(page)
    assert faults(page) == []


def test_the_standings_show_each_game_and_link_to_the_opponent(public, open_page) -> None:
    page = open_page(public[1])
    page.goto(f"{EVENT}/team-cup/standings-2.html")
    row = page.locator(".standings > tbody > tr").first
    expect(row.locator(".k-game")).to_have_count(2)
    game = row.locator(".k-game a").first
    opponent = game.get_attribute("title")
    expect(game).to_have_class("score won")
    game.click()
    expect(page.get_by_role("heading", level=1)).to_have_text(opponent)
    expect(page.locator(".player-rounds .score").first).to_have_class("score lost")


def test_a_phone_shows_the_first_tabs_and_early_content(public, open_page) -> None:
    page = open_page(public[1], width=390)
    for path, tab in (
        ("open/standings.html", "Standings"),
        ("open/standings-1.html", "Standings"),
        ("open/round-1.html", "Pairings"),
        ("open/reasons-1.html", "Pairings"),
        ("open/who-1.html", "Players"),
    ):
        page.goto(f"{EVENT}/{path}")
        expect(page.locator(".tabs [aria-current]")).to_have_text(tab)
    page.goto(f"{EVENT}/open/standings.html")
    for name in ("Overview", "Pairings", "Standings"):
        box = page.locator(".tabs").get_by_role("link", name=name).bounding_box()
        assert 0 <= box["x"] < 390 - box["width"], name
    assert page.locator(".standings tbody").bounding_box()["y"] < 320


def test_missing_results_are_a_short_tag_that_opens(public, open_page) -> None:
    page = open_page(public[1], width=390, java_script_enabled=False)
    page.goto(f"{EVENT}/team-cup/standings.html")
    sentence = page.get_by_text("participants can have different numbers of games")
    expect(sentence).to_be_hidden()
    page.get_by_text("Provisional").click()
    expect(sentence).to_be_visible()


def test_each_result_on_a_phone_is_on_the_line_of_its_player(public, open_page) -> None:
    page = open_page(public[1], width=390)
    page.goto(f"{EVENT}/open/round-1.html")
    seen = set()
    for row in page.locator(".pairing-sheet tbody tr").all():
        sides = row.locator(".k-result .side").all()
        if not sides:
            continue
        for side, name in zip(sides, ("white", "black"), strict=True):
            box, player = side.bounding_box(), row.locator(f".k-{name}").bounding_box()
            middle = player["y"] + player["height"] / 2
            assert box["y"] < middle < box["y"] + box["height"]
            assert box["x"] >= player["x"] + player["width"]
        seen.add(" ".join(side.get_attribute("class") for side in sides))
    assert seen >= {"side won side lost", "side lost side won", "side drawn side drawn"}


def test_the_numbers_of_a_pairing_on_a_phone_have_space_between_them(public, open_page) -> None:
    page = open_page(public[1], width=390)
    page.goto(f"{EVENT}/open/round-3.html")
    row = page.locator(".pairing-sheet tbody tr").first
    edges = [
        row.locator(f".k-white_{key}").evaluate(
            """(cell) => { const range = document.createRange(); range.selectNodeContents(cell);
                 const { left, right } = range.getBoundingClientRect(); return [left, right]; }"""
        )
        for key in ("rating", "points")
    ]
    result = row.locator(".k-result").bounding_box()
    assert edges[1][0] - edges[0][1] >= 8
    assert result["x"] - edges[1][1] >= 8


def test_a_phone_underlines_no_cell_of_a_team(public, open_page) -> None:
    page = open_page(public[1], width=390)
    page.goto(f"{EVENT}/team-cup/players.html")
    for cell in page.locator(".band > *").all()[:8]:
        expect(cell).to_have_css("border-top-width", "0px")


def test_pairings_by_name_on_a_phone_have_the_opponent_on_the_second_line(
    public, open_page
) -> None:
    page = open_page(public[1], width=390)
    page.goto(f"{EVENT}/open/names-3.html")
    row = page.locator(".pairings-by-name tbody tr").first
    name, board, colour, opponent = (
        row.locator(f".k-{key}").bounding_box() for key in ("name", "table", "colour", "opponent")
    )
    assert name["y"] + name["height"] <= opponent["y"] + 1
    assert opponent["x"] + opponent["width"] <= board["x"] + 1
    assert board["x"] + board["width"] <= colour["x"] + 1
    expect(row.locator(".k-colour .word")).to_be_visible()
    assert colour["height"] < 30, "the disc and the word are on one line"
    assert board["x"] >= name["x"] + name["width"]
    assert row.bounding_box()["height"] < 70


def test_names_on_a_phone_break_only_between_words(public, open_page) -> None:
    page = open_page(public[1], width=390)
    for path in (
        "open/who-1.html",
        "open/entries.html",
        "open/index.html",
        "team-cup/boards.html",
        "team-cup/players.html",
    ):
        page.goto(f"{EVENT}/{path}")
        broken = page.evaluate(
            """[...document.querySelectorAll("td[dir] a")].filter((link) => {
                 const range = document.createRange(), node = link.lastChild;
                 const text = node.firstChild || node;
                 return [...text.textContent.matchAll(/[^ -]+/g)].some((word) => {
                   range.setStart(text, word.index);
                   range.setEnd(text, word.index + word[0].length);
                   return range.getClientRects().length > 1;
                 });
               }).map((link) => link.textContent)"""
        )
        assert broken == [], path


def test_a_line_separates_participants_with_different_points(public, open_page) -> None:
    page = open_page(public[1])
    page.goto(f"{EVENT}/team-cup/standings-3.html")
    rows = page.locator(".standings > tbody > tr").all()
    points = [row.locator(".k-points").inner_text() for row in rows]
    lines = ["fewer-points" in (row.get_attribute("class") or "") for row in rows]
    assert any(lines)
    assert lines == [False] + [a != b for a, b in pairwise(points)]


def test_a_result_appears_automatically_on_an_open_page(public, open_page) -> None:
    folder, address = public
    page = open_page(address)
    page.goto(f"{EVENT}/team-cup/round-4.html")
    expect(page.get_by_text("2 of 5 results")).to_be_visible()

    handle = FolderRepository(folder).event("riverside-chess-festival")
    result = actions.TableResult(3, 25, 15)
    with handle.open() as desk:
        desk.record(
            actions.EnterResults("Team Cup", 4, (result,)),
            ActionContext("A", "2026-05-05T00:00:00+00:00"),
        )

    expect(page.get_by_text("3 of 5 results")).to_be_visible()
    expect(page.get_by_role("status")).to_contain_text("Updated")


def test_a_reader_finds_their_name(public, open_page) -> None:
    page = open_page(public[1], width=390)
    page.goto(f"{EVENT}/open/names-3.html")
    page.get_by_label("Your name or number").fill("horv")

    expect(page.locator("tr.found")).to_have_count(1)
    expect(page.locator("tr.found")).to_contain_text("Horvath, Farid")


def test_the_hall_screen_rotates_and_can_be_paused(public, open_page) -> None:
    page = open_page(public[1], width=1440)
    page.clock.install()
    page.goto(f"{EVENT}/open/hall-1.html")
    page.clock.run_for(13_000)
    page.wait_for_url("**/hall-2.html")
    page.get_by_role("button", name="Pause").click()
    page.clock.run_for(60_000)

    assert page.url.endswith("/hall-2.html")
    size = page.locator("td.name").first.evaluate(
        "one => parseFloat(getComputedStyle(one).fontSize)"
    )
    assert size >= 30
    fits = page.evaluate("document.documentElement.scrollHeight <= window.innerHeight")
    assert fits


def test_the_controls_of_the_hall_screen_appear_when_the_pointer_moves(public, open_page) -> None:
    page = open_page(public[1], width=1440, reduced_motion="reduce")
    page.goto(f"{EVENT}/open/hall-1.html")
    controls = page.locator(".controls")
    expect(page.get_by_text("Journal: entry")).to_be_hidden()
    expect(controls).to_have_css("opacity", "0")
    # The first position alone is no movement: a browser may report where the pointer rests.
    page.mouse.move(200, 200)
    page.mouse.move(300, 300)
    expect(controls).to_have_css("opacity", "1")


def test_the_hall_screen_on_a_phone_is_readable_and_leads_to_the_pairings(
    public, open_page
) -> None:
    page = open_page(public[1], width=390)
    page.goto(f"{EVENT}/open/hall-1.html")
    assert not is_too_wide(page)
    sizes = page.locator(".hall tbody td").evaluate_all(
        "cells => cells.map((one) => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert min(sizes) >= 16
    row = page.locator(".hall tbody tr").first
    white, black = (row.locator("td.name").nth(n).bounding_box() for n in (0, 1))
    assert white["y"] + white["height"] <= black["y"] + 1
    page.get_by_role("link", name="Show pairings for phones").click()
    assert page.url.endswith("/open/round-3.html")


def test_the_hall_screen_cuts_no_name_that_has_room(public, open_page) -> None:
    page = open_page(public[1])
    page.goto(f"{EVENT}/open/hall-1.html")
    expect(page.get_by_role("link", name="Show pairings for phones")).to_be_hidden()
    cut = page.locator(".hall td.name span").evaluate_all(
        "names => names.filter((one) => one.scrollHeight > one.clientHeight + 2).length"
    )
    assert cut == 0


def test_the_hall_screen_rotates_without_scripts(public, open_page) -> None:
    page = open_page(public[1], width=1440, java_script_enabled=False)
    page.goto(f"{EVENT}/open/hall-1.html")

    assert "hall-2.html" in page.content()
    page.get_by_role("link", name="Next").click()
    assert page.url.endswith("/hall-2.html")


def test_the_published_files_can_be_opened_from_a_disk(public, open_page, tmp_path) -> None:
    (journal,) = public[0].glob(f"*{SUFFIX}")
    main(["publish", str(journal), str(tmp_path)])
    page = open_page("file://", width=390)

    page.goto((tmp_path / "index.html").as_uri())
    page.get_by_role("link", name="Open", exact=True).click()
    page.locator(".tabs").get_by_role("link", name="Standings").click()
    page.get_by_role("link", name="Horvath, Farid").first.click()

    expect(page.get_by_role("heading", level=1)).to_have_text("Horvath, Farid")
    assert page.evaluate("document.styleSheets.length") == 2
    for kind in ("icon", "apple-touch-icon", "manifest"):
        linked = page.locator(f"link[rel='{kind}']").evaluate("one => one.href")
        assert Path(unquote(urlsplit(linked).path)).is_file(), kind
    assert not is_too_wide(page)


def test_a_printable_page_has_its_style_and_circles(public, open_page) -> None:
    page = open_page(public[1])
    page.goto("/e/riverside-chess-festival/s/open/paper/wall-chart.html")

    circle = page.locator(".circled").first
    assert circle.evaluate("one => getComputedStyle(one).borderTopWidth") == "1px"
    assert faults(page) == []


@pytest.mark.parametrize(("size", "expected"), [("a4", (595, 842)), ("letter", (612, 792))])
def test_result_slips_print_four_to_a_page_of_the_chosen_size(
    public, open_page, size, expected
) -> None:
    from io import BytesIO

    from pypdf import PdfReader

    page = open_page(public[1])
    page.goto(f"/e/riverside-chess-festival/s/open/paper/result-slips.html?size={size}")

    printed = PdfReader(BytesIO(page.pdf(prefer_css_page_size=True)))

    assert len(printed.pages) == 2
    box = printed.pages[0].mediabox
    assert (round(box.width), round(box.height)) == pytest.approx(expected, abs=1)
    assert "board 4" in printed.pages[0].extract_text()
