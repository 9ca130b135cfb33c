"""The logo of an event: uploaded at the desk, shown on all public pages."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from tests.storage.test_register import begin
from tests.web.desk_client import words
from topboard.web.folder_repository import FolderRepository
from topboard.web.public.site import EventSite
from topboard.web.publishing.page_templates import LASTING, SiteFiles

IMAGE = files("topboard.web.sample").joinpath("logos", "open.png").read_bytes()
DETAILS, UPLOAD = "/e/open/details", "/e/open/logo"


@pytest.fixture
def folder(tmp_path):
    repository = FolderRepository(tmp_path)
    begin(repository, "open", "Harbour Open")
    return repository


def shown_logo(visitor, root: str = "/e/open/preview") -> str:
    """The file name of the logo on the front page; the preview is never older than the event."""
    page = visitor.get(f"{root}/").text
    found = re.search(r'<img class="crest logo large" src="([^"]+)"', page)
    return found[1] if found else ""


def test_a_logo_is_uploaded_shown_published_and_removed(folder, visitor):
    assert shown_logo(visitor) == ""
    answer = visitor.send(DETAILS, UPLOAD, files={"file": ("logo.png", IMAGE)})
    assert "The logo was saved." in words(answer)
    name = shown_logo(visitor, "/p/open")
    assert name == shown_logo(visitor)
    shown = visitor.get(f"/p/open/{name}")
    assert shown.content == IMAGE
    assert shown.headers["content-type"] == "image/png"
    assert f'src="../{name}"' in visitor.get("/p/open/open/index.html").text

    handle = folder.event("open")
    site = EventSite(handle.snapshot(), handle.replay_round, published=True)
    made = SiteFiles(site).files
    assert (made[name].text, made[name].cache) == (IMAGE, LASTING)

    assert "The logo was removed." in words(visitor.send(DETAILS, f"{UPLOAD}/remove"))
    assert shown_logo(visitor) == ""
    assert visitor.get(f"/e/open/preview/{name}").status_code == 404
    assert "Remove the logo" in visitor.text("/e/open/history")


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "the logo is not a PNG, JPEG or WebP image"),
        (IMAGE[:8] + b"0" * 200_000, "the logo is larger than 200 kB"),
    ],
)
def test_another_kind_of_file_and_a_large_image_are_refused(folder, visitor, content, problem):
    before = folder.event("open").snapshot().head
    answer = visitor.send(DETAILS, UPLOAD, files={"file": ("logo.svg", content)})
    assert answer.status_code in (409, 422)
    assert problem in words(answer)
    assert folder.event("open").snapshot().head == before


def test_a_logo_that_is_not_an_image_is_refused_by_the_api(folder, visitor):
    answer = visitor.http.post(
        "/api/v1/events/open/acts",
        json={"act": "SetLogo", "content": {"image": "not base64"}},
    )
    assert answer.status_code in (409, 422)
    assert "the logo is not a PNG, JPEG or WebP image" in answer.text
    assert folder.event("open").snapshot().event.logo == ""
