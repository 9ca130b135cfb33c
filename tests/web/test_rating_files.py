"""Rating lists at the desk: uploaded, imported in the background, shown with date and size."""

from __future__ import annotations

import time
from pathlib import Path
from threading import Event

import pytest
from playwright.sync_api import expect

from tests.web.accessibility import faults_in_light_and_dark
from tests.web.desk_client import new_event, words
from topboard.storage.rating_lists import PLACE, RatingLists
from topboard.web import security_headers

FILES = Path(__file__).parent.parent / "fixtures" / "ratings"
FIDE, CFC = "players_list_foa.txt", "tdlist.txt"


@pytest.fixture(autouse=True)
def folder(tmp_path_factory, monkeypatch):
    found = tmp_path_factory.mktemp("lists") / "inside"
    monkeypatch.setenv(PLACE, str(found))
    return found


def upload(visitor, name: str, content: bytes | None = None, **fields):
    content = (FILES / name).read_bytes() if content is None else content
    return visitor.send("/ratings", files={"file": (name, content)}, **fields)


def wait_for_end(visitor) -> str:
    for _ in range(300):
        if "Importing" not in (told := visitor.text("/ratings")):
            return told
        time.sleep(0.05)
    raise AssertionError("the import does not end")


def test_an_uploaded_list_is_imported_and_offered(visitor, folder):
    assert "No rating list has been imported yet." in visitor.text("/ratings")

    answer = upload(visitor, FIDE, period="2026-10")
    told = wait_for_end(visitor)

    assert answer.status_code == 200
    assert f"FIDE of October 2026 was imported from {FIDE} with" in told
    (here,) = RatingLists().imported_lists()
    assert (here.name, here.period, here.source) == ("FIDE", "2026-10", FIDE)
    assert f"FIDE October 2026 {here.count:,} {FIDE} today" in told
    assert [one.suffix for one in folder.iterdir()] == [".ratings"], "nothing else is left"
    section = new_event(visitor, "fide_dutch_2026")
    assert "Almgren, Astrid" in visitor.text(f"{section}/entries?find=almgren")


def test_a_new_list_shows_how_the_entries_differ_from_it(visitor):
    section = new_event(visitor, "fide_dutch_2026")
    visitor.send(f"{section}/entries", name="Almgren, Astrid", fide_id="2600101", rating="1000")
    upload(visitor, FIDE, period="2026-10")
    wait_for_end(visitor)

    told = visitor.text(f"{section}/entries/update-ratings")

    assert "Almgren, Astrid" in told
    assert "FIDE 2026-10 2301" in told


@pytest.mark.parametrize(
    ("name", "content", "what"),
    [
        ("list.txt", b"", "Topboard does not recognise this rating list"),
        ("list.zip", b"PK nothing", "list.zip"),
        ("photo.txt", bytes(range(256)) * 50, "this is a binary file"),
    ],
)
def test_a_file_that_is_not_a_list_is_refused_and_the_old_list_stays(visitor, name, content, what):
    upload(visitor, CFC, period="2026-10")
    wait_for_end(visitor)

    upload(visitor, name, content)
    told = wait_for_end(visitor)

    assert f"{name} was not imported" in told
    assert what in told
    assert [one.name for one in RatingLists().imported_lists()] == ["CFC"]


def test_bad_requests_start_no_import(visitor, folder):
    without = visitor.send("/ratings", files={"other": ("x.txt", b"x")})
    period = upload(visitor, FIDE, period="October")
    stale = visitor.http.post("/ratings", files={"file": ("x", b"x")}, data={"token": "no"})

    assert "No file was chosen." in words(without)
    assert "invalid rating period" in words(period)
    assert "This form has expired." in words(stale)
    assert not folder.exists()


def test_a_second_import_waits_and_the_progress_is_shown(visitor, monkeypatch):
    """The import stops at its first report until the test has looked."""
    go_on, real = Event(), RatingLists.import_list

    def slow(self, path, **kept):
        kept["told"](150_000)
        go_on.wait(20)
        return real(self, path, **kept)

    monkeypatch.setattr(RatingLists, "import_list", slow)
    try:
        told = words(upload(visitor, FIDE, period="2026-10"))
        second = upload(visitor, CFC)
    finally:
        go_on.set()

    assert f"Importing {FIDE}: 150,000 players read so far." in told
    assert "A rating list is being imported." in words(second)
    wait_for_end(visitor)
    assert [one.name for one in RatingLists().imported_lists()] == ["FIDE"]


def test_a_rating_list_can_be_removed(visitor):
    upload(visitor, CFC)
    wait_for_end(visitor)

    assert "CFC was removed." in words(visitor.send("/ratings", "/ratings/remove", list="CFC"))
    assert RatingLists().imported_lists() == ()
    again = visitor.send("/ratings", "/ratings/remove", list="CFC")
    assert "there is no such rating list" in words(again)


def test_a_rating_list_upload_may_be_larger_than_other_forms(visitor, monkeypatch):
    monkeypatch.setattr(security_headers, "LARGEST_BODY", 1_000)

    assert upload(visitor, FIDE).status_code == 200
    wait_for_end(visitor)
    refused = visitor.send("/new", files={"file": ("x", b"x" * 2_000)})
    assert refused.status_code == 413
    monkeypatch.setattr(security_headers, "LARGEST_RATING_LIST", 1_000)
    assert upload(visitor, FIDE).status_code == 413


@pytest.mark.parametrize("width", [390, 1280])
def test_a_rating_list_is_imported_in_a_browser(address, open_page, width):
    page = open_page(address, width, reduced_motion="reduce")
    page.goto("/ratings")
    page.locator("input[type=file]").set_input_files(str(FILES / FIDE))
    page.get_by_label("Month or date").fill("2026-10")
    page.get_by_role("button", name="Import list").click()

    expect(page.locator("main")).to_contain_text("FIDE of October 2026 was imported")
    assert faults_in_light_and_dark(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
