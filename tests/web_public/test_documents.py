"""The papers at the desk: every one listed, every one there, and only for those signed in."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from html import unescape

import pytest

from tests.documents.sample_documents import words_of_pdf
from tests.web_public.pages import words
from topboard.documents.catalog import available_document_kinds
from topboard.systems.registry import system

DESK = "/e/riverside-chess-festival/s"


def document_links(arbiter, section: str, asked: str = "") -> list[str]:
    page = arbiter.get(f"{DESK}/{section}/documents{asked}").text
    return [unescape(link) for link in re.findall(r'href="([^"]+/paper/[^"]+)"', page)]


@pytest.mark.parametrize("section", ["team-cup", "open"])
def test_every_listed_document_exists(arbiter, section: str) -> None:
    found = document_links(arbiter, section)

    assert len(found) > 40
    for link in found:
        answer = arbiter.get(link)
        assert answer.status_code == 200, link
        expected = "text/html" if ".html" in link else "application/pdf"
        assert answer.headers["content-type"].startswith(expected)


@pytest.mark.parametrize(
    ("section", "edition"), [("team-cup", "olympiad_2022"), ("open", "dubov_1997")]
)
def test_the_list_has_each_document_once_under_a_heading(arbiter, section, edition) -> None:
    page = arbiter.get(f"{DESK}/{section}/documents").text
    headings = re.findall(r'<h2 id="[a-z]+">([^<]+)</h2>', page)
    tables = " ".join(re.findall(r"<table.*?</table>", page, re.S))
    listed = re.findall(r"/paper/([a-z-]+)\.pdf", tables)
    boxes = re.findall(r'name="document" value="([a-z-]+)"', tables)

    assert re.fullmatch(r"Round \d", headings[0])
    assert headings[1:3] == ["Results and standings", "Federation report and files"]
    assert listed[0] == "round-pack"
    without_prizes = available_document_kinds(system(edition)).keys() - {"prizes"}
    assert sorted(listed) == sorted(boxes) == sorted(without_prizes)
    assert "No prizes have been set." in page


def test_the_round_and_the_paper_are_chosen_once_for_the_page(arbiter) -> None:
    found = document_links(arbiter, "open", "?number=2&size=letter")

    assert f"{DESK}/open/paper/pairing-sheet.pdf?number=2&size=letter" in found
    assert f"{DESK}/open/paper/standings.html?size=letter" in found
    assert all("size=letter" in link for link in found)
    assert not any("number=" in link and "number=2" not in link for link in found)
    refused = arbiter.get(f"{DESK}/open/documents?size=a5")
    assert refused.status_code == 422
    assert "There is no such paper size" in refused.text


def test_the_security_policy_of_a_printable_page_allows_only_its_own_style(arbiter) -> None:
    answer = arbiter.get(f"{DESK}/open/paper/standings.html?size=letter")

    style = re.search(r"<style>(.*?)</style>", answer.text, re.S)
    assert style is not None
    own = b64encode(sha256(style[1].encode()).digest()).decode()
    assert f"style-src 'sha256-{own}'" in answer.headers["content-security-policy"]


def test_selected_documents_are_one_file_in_the_order_of_the_page(arbiter) -> None:
    paper = f"{DESK}/open/paper/selected.pdf"

    answer = arbiter.get(f"{paper}?number=2&size=letter&document=pairing-sheet&document=standings")
    text = words_of_pdf(answer.content)

    assert answer.headers["content-type"] == "application/pdf"
    assert text.index("Pairings,round2of") < text.index("Standingsafterround")
    for asked, told in (
        ("", "No document is selected."),
        ("?document=menu", "unknown document"),
        ("?document=standings&size=a5", "There is no such paper size: a5"),
    ):
        refused = arbiter.get(f"{paper}{asked}")
        assert refused.status_code == 422, asked
        assert told in words(refused.text)


def test_a_document_for_an_earlier_round_is_about_that_round(arbiter) -> None:
    page = words(arbiter.get(f"{DESK}/open/paper/pairing-sheet.html?number=1").text)
    pdf = arbiter.get(f"{DESK}/open/paper/explanation.pdf?number=2").content

    assert "Pairings, round 1 of 6" in page
    assert "Explanationofthepairingsinround2" in words_of_pdf(pdf)


@pytest.mark.parametrize(
    "path",
    ["nothing.pdf", "standings.docx", "standings.pdf?size=a5", "pairing-sheet.pdf?number=9"],
)
def test_a_missing_document_is_refused_with_a_message(arbiter, path: str) -> None:
    answer = arbiter.get(f"{DESK}/open/paper/{path}")

    assert 400 <= answer.status_code < 500
    assert "<h1" in answer.text


def test_documents_require_signing_in(stranger) -> None:
    answer = stranger.get(f"{DESK}/open/paper/standings.pdf", follow_redirects=False)

    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/sign-in")
