"""Every page of the desk and of the public comes through the catalogue."""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import httpx

from tests import sample_event
from tests.languages.pseudo import plain_words, pseudo
from topboard import __version__
from topboard.event.actions import ChangeGround
from topboard.event.arguments import list_enum_choices
from topboard.event.policy.objections import Office
from topboard.event.report_actions import PhoneResults
from topboard.messages import use_language
from topboard.reasons.sentences.articles import load_regulations
from topboard.systems.registry import SYSTEMS, system
from topboard.tiebreaks.encounter import LOT_OF_THE_TIED
from topboard.tiebreaks.fide import OFTEN_USED
from topboard.web.accounts import Role
from topboard.web.app import create_app
from topboard.web.folder_repository import FolderRepository

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.types import Receive, Scope, Send

SPOKEN = ("aria-label", "title", "placeholder", "alt")
NOT_WORDS = re.compile(rf"https?://\S+|[0-9a-f]{{12,64}}|{re.escape(__version__)}")
"""Addresses of private pages, hashes and the version."""
NAMES = {
    *(part for name, code, _ in sample_event.TEAMS for part in (name, code)),
    *sample_event.FIRST,
    *sample_event.LAST,
    *SYSTEMS,
    "SAM",
    *(one.code for name in SYSTEMS for one in system(name).tie_breaks),
    *OFTEN_USED,
    "KS/L",
    LOT_OF_THE_TIED,
    __version__,
    *(
        "Topboard",
        "Riverside Chess Festival",
        "Riverside",
        # The initials of the event.
        "RC",
        "Team Cup",
        "Open",
        "A. Arbiter",
        "arbiter on this machine",
        "Chief Arbiter",
        "President of FIDE",
    ),
    *("name", "order", "numbers", "ground", "visibility", "public", "private", "mode", "role"),
    *list_enum_choices(ChangeGround),
    *list_enum_choices(Role),
    # The offices are named as the rules name them.
    *(one.value for one in Office),
    *list_enum_choices(PhoneResults),
    *("CSV", "PDF", "https", "JSON", "TRF", "ARO", "FIDE", "Danubian", "sample", "colour"),
    *(system(name).source for name in SYSTEMS),
    *(system(name).title for name in SYSTEMS),
    *(article for name in SYSTEMS for article in system(name).articles),
    # What an article says in short is English, as the text that it is from.
    *(gist for name in SYSTEMS for gist in load_regulations()[name].gists.values()),
    *(
        part
        for name in SYSTEMS
        for one in load_regulations()[name].all_interpretations
        for part in (one.question, one.answer)
    ),
    *(
        part
        for name in SYSTEMS
        for part in (load_regulations()[name].title, load_regulations()[name].source)
    ),
}


class Page(HTMLParser):
    """What a page says, and where it leads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.said: list[str] = []
        self.leads: list[str] = []
        self.forms: list[tuple[str, dict[str, str]]] = []
        """Where the forms are posted to, with what stands in them."""
        self._silent = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self._silent += tag in ("script", "style", "code", "kbd", "datalist")
        self.said += [found[name] or "" for name in SPOKEN if name in found]
        if tag == "form" and found.get("method") == "post":
            self.forms.append((found.get("action") or "", {}))
        if tag == "input" and self.forms and found.get("name"):
            self.forms[-1][1][found["name"] or ""] = found.get("value") or ""
        if tag == "a" and (found.get("href") or "").startswith("/"):
            self.leads.append(re.sub(r"[?#].*", "", found["href"] or ""))

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in ("script", "style", "code", "kbd", "datalist")

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.said.append(data)


def forms_in(read: dict[str, Page]) -> dict[str, dict[str, str]]:
    """One form of each kind with what stands in it; not what page it was seen on."""
    kinds = {
        re.sub(r"/\d+", "/N", to or address): (to or address, said)
        for address, page in read.items()
        for to, said in page.forms
    }
    return {to: {**said, "seen": ""} for to, said in kinds.values()}


async def pages(folder: FolderRepository) -> dict[str, Page]:
    """What a desk for the folder says in the language of no one: every page, then to its forms."""
    app, language = create_app(folder, open_to_all=True), pseudo()

    async def speaking_app(scope: Scope, receive: Receive, send: Send) -> None:
        with use_language(language):
            await app(scope, receive, send)

    found: dict[str, Page] = {}
    ahead = ["/", "/new"]
    transport = httpx.ASGITransport(speaking_app)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        while ahead:
            address = ahead.pop()
            # The documentation is English, as the texts of the rules are.
            if address in found or re.search(
                r"\.(csv|pdf|json|svg|xlsx|trf|txt)$|/api/|^/help/.", address
            ):
                continue
            answer = await client.get(address)
            if answer.status_code == 200 and "html" in answer.headers["content-type"]:
                found[address] = Page(answer.text)
                ahead += found[address].leads
        for to, said in forms_in(found).items():
            # As a browser says it: a form that is refused comes back on its page.
            came_from = {"Referer": f"http://127.0.0.1{to}"}
            answer = await client.post(to, data=said, headers=came_from, follow_redirects=True)
            found[f"POST {to}"] = Page(answer.text)
    return found


def test_a_page_has_no_text_outside_the_catalogue(tmp_path: Path) -> None:
    # Where a browser is driven in this process, its loop runs in this thread already.
    with closing(FolderRepository(tmp_path)) as folder, ThreadPoolExecutor() as elsewhere:
        sample_event.create_sample_event(folder)
        read = elsewhere.submit(lambda: asyncio.run(pages(folder))).result()

    assert len(read) > 40
    # Each line once, with a page that has it: most stand on every page.
    lines = {line: address for address, page in read.items() for line in page.said}
    left = {
        (word, address)
        for line, address in lines.items()
        for word in plain_words(NOT_WORDS.sub("", line), NAMES)
    }
    assert not left, sorted(left)[:40]
