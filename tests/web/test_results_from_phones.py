"""Results that the two sides of a board report from their phones."""

from __future__ import annotations

import re
import time
from io import BytesIO

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from tests.web.accessibility import faults
from tests.web.desk_client import Visitor, event_with_round, serve_folder, words
from topboard.event.actions import EnterResults, ReportResult
from topboard.event.results import format_result
from topboard.web.folder_repository import FolderRepository
from topboard.web.phone import MOST_REPORTS_OF_BOARD, MOST_WRONG_LINKS
from topboard.web.public import documents


def allow(visitor: Visitor, section: str, mode: str = "accept") -> dict[int, str]:
    """Allow results from phones; the path of the page of each board."""
    answer = visitor.send(f"{section}/results/1", f"{section}/results/1/phones", mode=mode)
    assert answer.status_code == 200, words(answer)
    paths = re.findall(r'href="https?://[^/"]+(/report/[^"]+)"', answer.text)
    return {int(path.split("/")[5]): path for path in paths}


def report(address: str, path: str, side: str, phone: Visitor | None = None, **results: str):
    """Report a result from a phone of its own, or from a given one."""
    return (phone or Visitor(address)).send(path, side=side, **results)


def snapshot(tmp_path):
    return FolderRepository(tmp_path).event("spring-open").snapshot()


def results(tmp_path) -> list[str]:
    (section,) = snapshot(tmp_path).event.sections.values()
    return [format_result(meeting) for meeting in section.rounds[0].meetings.values()]


@pytest.fixture
def address(tmp_path):
    """A desk that phones can open at its address in the network."""
    with serve_folder(tmp_path, network_address="http://192.0.2.7:8000/") as found:
        yield found


@pytest.fixture
def section(visitor) -> str:
    return event_with_round(visitor, "fide_dutch_2026")


def test_nothing_can_be_reported_until_it_is_allowed(address, visitor, section):
    assert "/report/" not in visitor.get(f"{section}/results/1").text
    path = allow(visitor, section)[1]
    assert report(address, path, "first", t1="1-0").status_code == 200

    assert allow(visitor, section, "off") == {}
    assert visitor.get(path).status_code == 410


def test_a_report_is_not_a_result_until_an_arbiter_accepts_it(address, visitor, section, tmp_path):
    path = allow(visitor, section)[2]
    answer = report(address, path, "first", t2="1-0")
    assert "Baker has not reported yet." in words(answer) or "reported 1-0." in words(answer)
    report(address, path, "second", t2="1-0")
    assert results(tmp_path) == ["", "", ""]
    page = visitor.text(f"{section}/results/1")
    assert "Both sides reported 1-0" in page

    visitor.send(f"{section}/results/1", f"{section}/results/1/accept", accept="2")

    assert results(tmp_path) == ["", "1-0", ""]
    last = snapshot(tmp_path).entries[-1]
    assert isinstance(last.act, EnterResults)
    assert last.who == "arbiter on this machine"
    reports = [e for e in snapshot(tmp_path).entries if isinstance(e.act, ReportResult)]
    assert [e.who.endswith(", by phone") for e in reports] == [True, True]
    assert "This result is recorded." in visitor.text(path)


def test_agreed_reports_become_results_if_the_section_allows_it(
    address, visitor, section, tmp_path
):
    paths = allow(visitor, section, "agreed")
    report(address, paths[1], "first", t1="½-½")
    assert results(tmp_path) == ["", "", ""]
    answer = report(address, paths[1], "second", t1="½-½")

    assert "Both sides agree. The result is recorded." in words(answer)
    assert results(tmp_path) == ["½-½", "", ""]
    assert snapshot(tmp_path).entries[-1].who == "both sides of board 1, by phone"


def test_one_phone_cannot_confirm_for_both_sides(address, visitor, section, tmp_path):
    path = allow(visitor, section, "agreed")[1]
    phone = Visitor(address)
    report(address, path, "first", phone, t1="1-0")
    report(address, path, "second", phone, t1="1-0")

    assert results(tmp_path) == ["", "", ""]
    assert "Both sides reported 1-0 from one phone" in visitor.text(f"{section}/results/1")


def test_contradictory_reports_wait_for_the_arbiter(address, visitor, section, tmp_path):
    path = allow(visitor, section, "agreed")[1]
    report(address, path, "first", t1="1-0")
    answer = report(address, path, "second", t1="0-1")

    assert "The two reports differ." in words(answer)
    assert "The reports differ: Adams says 1-0, Davis says 0-1" in visitor.text(
        f"{section}/results/1"
    )
    refused = visitor.send(f"{section}/results/1", f"{section}/results/1/accept", accept="1")
    assert "there is no reported result to accept" in words(refused)
    assert results(tmp_path) == ["", "", ""]
    report(address, path, "second", t1="1-0")
    assert results(tmp_path) == ["1-0", "", ""]


def test_a_recorded_result_is_never_changed_from_a_phone(address, visitor, section, tmp_path):
    path = allow(visitor, section, "agreed")[1]
    phone = Visitor(address)
    report(address, path, "first", phone, t1="0-1")
    visitor.send(f"{section}/results/1", t1="1-0")
    # The form of a page that was open before is sent now.
    answer = report(address, path, "second", t1="0-1")

    assert "The result of this board is already recorded" in words(answer)
    assert results(tmp_path) == ["1-0", "", ""]


def test_the_same_report_sent_again_is_recorded_once(address, visitor, section, tmp_path):
    path = allow(visitor, section)[1]
    for _ in range(3):
        report(address, path, "first", t1="1-0")

    acts = [type(entry.act) for entry in snapshot(tmp_path).entries]
    assert acts.count(ReportResult) == 1


def test_report_links_expire_with_the_round(address, visitor, section):
    path = allow(visitor, section)[1]
    visitor.send(f"{section}/results/1", t1="1", t2="1", t3="1")
    visitor.send(f"{section}/pairing", publish="1")

    assert visitor.get(path).status_code == 410
    assert report(address, path, "first", t1="1-0").status_code == 410


def test_links_for_other_boards_and_forged_links_do_not_work(address, visitor, section, tmp_path):
    paths = allow(visitor, section)
    seal = paths[1].rpartition("/")[2]
    forged = [
        paths[2].rpartition("/")[0] + "/" + seal,
        paths[1][:-1] + ("0" if paths[1][-1] != "0" else "1"),
        paths[1].replace("/main/1/", "/main/2/"),
        paths[1].replace("spring-open", "autumn-open"),
        paths[1].replace("/1/1/", "/1/99/"),
    ]
    for path in forged:
        assert visitor.get(path).status_code == 404, path
        assert report(address, path, "first", t1="1-0").status_code == 404
    assert results(tmp_path) == ["", "", ""]
    for _ in range(MOST_WRONG_LINKS):
        answer = visitor.get(forged[0])
    assert answer.status_code == 429
    assert visitor.get(paths[1]).status_code == 429


def test_the_number_of_reports_per_board_is_limited(address, visitor, section):
    path = allow(visitor, section)[1]
    for turn in range(MOST_REPORTS_OF_BOARD):
        assert report(address, path, "first", t1=("1-0", "0-1")[turn % 2]).status_code == 200
    assert report(address, path, "second", t1="1-0").status_code == 429


def test_reports_and_links_survive_a_restart(tmp_path):
    with serve_folder(tmp_path) as address:
        visitor = Visitor(address)
        section = event_with_round(visitor, "fide_dutch_2026")
        path = allow(visitor, section, "agreed")[1]
        report(address, path, "first", t1="1-0")
    with serve_folder(tmp_path) as address:
        assert "Adams reported 1-0." in words(report(address, path, "first", t1="1-0"))
        report(address, path, "second", t1="1-0")
    assert results(tmp_path) == ["1-0", "", ""]


def test_an_unusual_or_incomplete_report_is_refused(address, visitor, section, tmp_path):
    path = allow(visitor, section)[1]
    assert "Tell the arbiter." in words(report(address, path, "first", t1="+:-"))
    assert "Choose your name first." in words(report(address, path, "", t1="1-0"))
    assert "a result is missing" in words(report(address, path, "first", t1=""))
    assert not [e for e in snapshot(tmp_path).entries if isinstance(e.act, ReportResult)]


def test_captains_report_the_result_of_every_board(address, visitor, tmp_path):
    section = event_with_round(visitor, "olympiad_2022")
    path = allow(visitor, section, "agreed")[1]
    boards = {"t1b1": "1-0", "t1b2": "½-½", "t1b3": "0-1", "t1b4": "1-0"}
    report(address, path, "first", **boards)
    report(address, path, "second", **boards)

    assert results(tmp_path) == ["2½-1½", "", ""]


def test_a_single_key_accepts_a_reported_result(address, visitor, section, open_page, tmp_path):
    paths = allow(visitor, section)
    page = open_page(address)
    page.goto(f"{section}/results/1")
    report(address, paths[1], "first", t1="0-1")
    expect(page.locator("[data-table='1'] .reported")).to_have_text("Adams reported 0-1")
    assert faults(page) == []

    page.keyboard.press("a")

    expect(page.locator("[data-table='1'] .saved")).to_have_text("saved · 0-1 · Davis won")
    expect(page.locator("input[name=t2]")).to_be_focused()
    assert results(tmp_path) == ["0-1", "", ""]
    page.keyboard.press("a")
    expect(page.locator("#missing")).to_have_text("2")


def test_pressing_enter_without_scripts_saves_but_accepts_no_report(
    address, visitor, section, open_page, tmp_path
):
    paths = allow(visitor, section)
    for side in ("first", "second"):
        report(address, paths[1], side, t1="0-1")
    page = open_page(address, java_script_enabled=False)
    page.goto(f"{section}/results/1")
    expect(page.locator("button.accept:visible")).to_have_count(1)

    page.locator("input[name=t3]").fill("1")
    page.locator("input[name=t3]").press("Enter")

    expect(page.get_by_text("1 result was saved.")).to_be_visible()
    assert results(tmp_path) == ["", "", "1-0"]


def test_slips_and_cards_have_a_qr_code(visitor, section):
    slips = f"{section}/paper/result-slips.html?number=1"
    assert "<svg" not in visitor.get(slips).text
    allow(visitor, section)
    page = visitor.text(f"{section}/results/1")
    assert "Print with QR codes: Result slips · Board labels" in page
    assert visitor.get(slips).text.count('<div class="code"><svg') == 3
    labels = visitor.get(f"{section}/paper/board-labels.html?number=1")
    assert labels.text.count('<div class="code"><svg') == 3


def pdf_pages(content: bytes) -> list[bytes]:
    """What is drawn on each page of a PDF."""
    return [page.get_contents().get_data() for page in PdfReader(BytesIO(content)).pages]


def typeset_in_background(visitor: Visitor, address: str) -> bytes:
    """A PDF of so many pages that it is typeset in the background."""
    visitor.send(address, number="1", size="a4")
    for _ in range(300):
        answer = visitor.get(address)
        if answer.headers["content-type"] == "application/pdf":
            return answer.content
        time.sleep(0.05)
    raise AssertionError("the file never came")


def test_slips_typeset_in_the_background_have_the_same_qr_codes(visitor, section, monkeypatch):
    slips = f"{section}/paper/result-slips.pdf?number=1&size=a4"
    without = visitor.get(slips).content
    allow(visitor, section)
    at_once = visitor.get(slips).content
    monkeypatch.setattr(documents, "MOST_AT_ONCE", 1)

    later = typeset_in_background(visitor, slips)

    assert pdf_pages(later) == pdf_pages(at_once)
    assert len(pdf_pages(at_once)[0]) > 2 * len(pdf_pages(without)[0])


def test_two_players_report_a_result_by_touch(address, visitor, section, browser, tmp_path):
    path = allow(visitor, section, "agreed")[1]
    for name in ("Adams (White)", "Davis (Black)"):
        phone = browser.new_context(
            base_url=address,
            has_touch=True,
            is_mobile=True,
            viewport={"width": 390, "height": 844},
        )
        page = phone.new_page()
        page.goto(path)
        page.get_by_label("Who are you?").select_option(label=name)
        page.locator("select[name=t1]").select_option(label="1-0, Adams won")
        assert faults(page) == []
        page.get_by_role("button", name="Report result").tap()
        expect(page.get_by_role("status").first).to_be_visible()
        phone.close()
    assert results(tmp_path) == ["1-0", "", ""]
