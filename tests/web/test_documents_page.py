"""The page of documents: what is needed now, what is not ready yet, and the paper."""

from __future__ import annotations

import re

from tests.documents.sample_documents import words_of_pdf
from tests.web.desk_client import Visitor, event_with_entries, event_with_round, words

DUTCH = "fide_dutch_2026"


def page_of(visitor: Visitor, path: str) -> str:
    return str(visitor.get(path).text)


def buttons_of(page: str) -> list[str]:
    """Return the labels and the links of the large buttons."""
    needed = re.search(r'<div class="needed">(.*?)</div>', page, re.S)
    assert needed is not None
    return re.findall(r"<b>([^<]+)</b>", needed[1])


def unfolded_groups(page: str) -> list[str]:
    return re.findall(r'<details class="document-group" open><summary><h2 id="([a-z]+)"', page)


def test_the_buttons_follow_the_stage_of_the_event(visitor) -> None:
    section = event_with_entries(visitor, DUTCH, 1)
    before = page_of(visitor, f"{section}/documents")
    visitor.send(f"{section}/check-in", all="1")
    visitor.send(f"{section}/pairing", publish="1")
    playing = page_of(visitor, f"{section}/documents")
    visitor.send(f"{section}/results/1", t1="1-0", t2="1-0", t3="=")
    finished = page_of(visitor, f"{section}/documents")

    assert buttons_of(before) == [
        "Print announcement",
        "Print starting list",
        "Print name cards",
    ]
    assert buttons_of(playing) == ["Print pairings", "Print result slips", "Print standings"]
    assert buttons_of(finished) == [
        "Print standings",
        "Print certificates",
        "Print cross table",
    ]
    assert unfolded_groups(playing) == ["round", "results"]
    assert unfolded_groups(finished) == ["results", "reports", "end"]


def test_captains_get_match_sheets_instead_of_slips(visitor) -> None:
    section = event_with_round(visitor, "olympiad_2022")

    page = page_of(visitor, f"{section}/documents")

    assert buttons_of(page) == ["Print pairings", "Print match sheets", "Print standings"]


def test_what_is_not_ready_says_why(visitor) -> None:
    section = event_with_round(visitor, DUTCH, 2)

    page = page_of(visitor, f"{section}/documents")
    visitor.send(f"{section}/results/1", t1="1-0", t2="1-0", t3="=")
    between = page_of(visitor, f"{section}/documents")

    assert "Provisional: 3 results are missing." in page
    assert "Provisional: " not in between
    for one in (page, between):
        assert "No prizes have been set." in one
        assert f'href="{section}/prizes">Set prizes' in one
        assert "paper/prizes" not in one
        assert "Provisional until the last result is recorded." in one
        assert "paper/certificates.pdf" in one, "a draft can be printed"


def test_letter_is_chosen_in_canada_and_the_last_choice_is_kept(visitor) -> None:
    section = event_with_round(visitor, DUTCH)
    first = page_of(visitor, f"{section}/documents")
    visitor.send("/e/spring-open/details", name="Spring Open", federation="CAN")
    in_canada = page_of(visitor, f"{section}/documents")
    chosen = page_of(visitor, f"{section}/documents?size=a4")
    kept = page_of(visitor, f"{section}/documents")

    assert "PDF A4" in first
    assert "PDF Letter" in in_canada
    assert "paper/pairing-sheet.pdf?number=1&amp;size=letter" in in_canada
    assert "PDF A4" in chosen
    assert "PDF A4" in kept
    refused = visitor.get(f"{section}/documents?size=a5")
    assert "There is no such paper size: a5" in words(refused)


def test_the_button_prints_what_it_says(visitor) -> None:
    section = event_with_round(visitor, DUTCH)
    page = page_of(visitor, f"{section}/documents")

    link = re.search(r'href="([^"]+)"><b>Print pairings</b>', page)
    assert link is not None
    content = visitor.get(link[1].replace("&amp;", "&")).content

    assert "Pairings,round1of3" in words_of_pdf(content)


def test_the_button_in_sight_covers_no_field_that_has_the_focus(
    address, visitor, open_page
) -> None:
    section = event_with_round(visitor, DUTCH)
    page = open_page(address)
    page.set_viewport_size({"width": 1280, "height": 500})
    page.goto(f"{section}/documents")
    for box in page.locator(".selection input[type=checkbox]:visible").all():
        box.focus()
        field = box.bounding_box()
        bar = page.get_by_role("button", name="Print selected documents").bounding_box()
        assert not (
            bar["y"] < field["y"] + field["height"] and field["y"] < bar["y"] + bar["height"]
        )
