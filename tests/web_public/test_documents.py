"""The papers at the desk: every one listed, every one there, and only for those signed in."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from html import unescape

import pytest

from tests.documents.sample_documents import words_of_pdf
from tests.web_public.pages import words

DESK = "/e/riverside-chess-festival/s"


def document_links(arbiter, section: str) -> list[str]:
    page = arbiter.get(f"{DESK}/{section}/documents").text
    return [unescape(link) for link in re.findall(r'href="([^"]+/paper/[^"]+)"', page)]


@pytest.mark.parametrize("section", ["team-cup", "open"])
def test_every_listed_document_exists(arbiter, section: str) -> None:
    found = document_links(arbiter, section)

    assert len(found) > 40
    for link in found:
        # The papers of earlier rounds are those of the last with another number.
        if "number=1" in link or "number=2" in link:
            continue
        answer = arbiter.get(link)
        assert answer.status_code == 200, link
        expected = "text/html" if ".html" in link else "application/pdf"
        assert answer.headers["content-type"].startswith(expected)


def test_the_security_policy_of_a_printable_page_allows_only_its_own_style(arbiter) -> None:
    answer = arbiter.get(f"{DESK}/open/paper/standings.html?size=letter")

    style = re.search(r"<style>(.*?)</style>", answer.text, re.S)
    assert style is not None
    own = b64encode(sha256(style[1].encode()).digest()).decode()
    assert f"style-src 'sha256-{own}'" in answer.headers["content-security-policy"]


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
