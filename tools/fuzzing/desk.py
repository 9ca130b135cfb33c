"""Fuzzing of a desk on a network with JSON bodies, forms and uploads by users of all roles."""

from __future__ import annotations

import asyncio
import re
import shutil
from datetime import date
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode, urlsplit

import httpx
from argon2 import PasswordHasher

from tools.fuzzing.damage import (
    ODD_TEXTS,
    damaged_bytes,
    damaged_json,
    json_bytes,
    odd_fields,
    with_odd_value,
)
from tools.fuzzing.files import FIXTURES, REFUSED, TAKEN, Fault, Target, describe_error, workbook
from topboard import formats
from topboard.event import actions
from topboard.event.session import ActionContext
from topboard.web.accounts import Role, UserAccount
from topboard.web.app import create_app
from topboard.web.folder_repository import SUFFIX, FolderRepository
from topboard.web.sample import OPEN, create_sample_events

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from random import Random
    from typing import TypeVar

    from fastapi import FastAPI

    from topboard.web.request_context import AppState

    T = TypeVar("T")

    from tools.fuzzing.damage import Fields

PASSWORD = "only for this run"
ROLES = tuple(role.value for role in Role)
SENDERS = (*ROLES, "chief", "chief", "chief")
"""The roles to choose from.

The chief arbiter is repeated, because only they can do most actions.
"""
TOKEN = re.compile(r'name="token" value="([^"]+)"')
LINK = re.compile(r'href="(/[^"#]*)"')
NO_PAGE = re.compile(r"^/(static|p|sign-\w+)/|/paper/|\.\w+$")
"""Addresses without forms: documents, files and the public pages."""
JSON = {"content-type": "application/json"}


class Forms(HTMLParser):
    """An HTML parser that collects the forms of a page, with their addresses and fields."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.page = page
        self.found: list[tuple[str, Fields]] = []
        self._is_open = False
        self._choice: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record a form, a field or an option."""
        at = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._is_open = at.get("method", "").casefold() == "post"
            if self._is_open:
                self.found.append((at.get("action") or self.page, []))
        elif self._is_open and tag in ("input", "textarea", "button") and at.get("name"):
            self.found[-1][1].append((at["name"], at.get("value", "")))
        elif self._is_open and tag == "select" and at.get("name"):
            self._choice = [at["name"]]
        elif tag == "option" and self._choice and (len(self._choice) == 1 or "selected" in at):
            # The first option is sent unless a different one is selected.
            self._choice[1:] = [at.get("value", "")]

    def handle_endtag(self, tag: str) -> None:
        """Record the end of a form or of a list of options."""
        if tag == "form":
            self._is_open = False
        elif tag == "select":
            if len(self._choice) == 2:
                self.found[-1][1].append((self._choice[0], self._choice[1]))
            self._choice = []


class Clients:
    """One client for each role, connected directly to the application without a server."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        # The calling thread may already have a running event loop, so this one gets a thread.
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._clients: dict[str, httpx.AsyncClient] = {}
        self._cookies: dict[str, httpx.Cookies] = {}

    def connect(self, app: FastAPI) -> None:
        """Connect all clients to this desk. Clients that are signed in stay signed in."""
        self._disconnect()
        transport = httpx.ASGITransport(app)
        self._clients = {
            role: httpx.AsyncClient(
                transport=transport, base_url="http://127.0.0.1", cookies=self._cookies.get(role)
            )
            for role in ROLES
        }

    def _disconnect(self) -> None:
        for one in self._clients.values():
            self._wait_for(one.aclose())

    def close(self) -> None:
        """Close all clients and stop their event loop."""
        self._disconnect()
        self._wait_for(self._loop.shutdown_default_executor())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _wait_for(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def get(self, role: str, path: str) -> httpx.Response:
        """Return the response to a GET request by a user with this role."""
        return self._wait_for(self._clients[role].get(path))

    def post(self, role: str, path: str, **sent: Any) -> httpx.Response:
        """Return the response to a POST request by a user with this role."""
        # Cookies that this response sets must not affect the next input.
        client = self._clients[role]
        try:
            return self._wait_for(client.post(path, **sent))
        finally:
            client.cookies = httpx.Cookies(self._cookies.get(role))

    def sign_in(self, role: str) -> str:
        """Sign in a user with this role, and return the token for their forms."""
        token = TOKEN.search(self.get(role, "/sign-in").text)
        assert token is not None
        sent = {"name": role, "password": PASSWORD, "next": "/", "token": token[1]}
        answer = self.post(role, "/sign-in", data=sent)
        self._cookies[role] = answer.cookies
        self._clients[role].cookies = httpx.Cookies(answer.cookies)
        shown = TOKEN.search(self.get(role, "/").text)
        assert shown is not None, f"{role} has not signed in"
        return shown[1]


@cache
def prepared_folder() -> dict[str, bytes]:
    """Return the files of a data folder: an event in progress, an empty event and accounts."""
    with TemporaryDirectory() as place:
        repository, context = (
            FolderRepository(place),
            ActionContext("A. Arbiter", "2026-05-01T08:00:00.000+00:00"),
        )
        create_sample_events(repository, date(2026, 5, 1))
        with repository.create("Empty Cup", context).open() as file:
            file.record(actions.AddSection("Open", "fide_dutch_2026", 5), context)
            file.record(actions.AddSection("Teams", "olympiad_2022", 5, 4), context)
        # Real password hashes are slow, and these passwords protect nothing.
        cheap = PasswordHasher(time_cost=1, memory_cost=64).hash(PASSWORD)
        for role in Role:
            repository.accounts.store_account(role.value, UserAccount(role, cheap))
        repository.accounts.signing_key()
        repository.close()
        return {path.name: path.read_bytes() for path in Path(place).iterdir()}


class Desk(Target):
    """A desk in this process, with one client for each role."""

    batch = 100

    def __init__(self) -> None:
        super().__init__()
        self._home = self.folder / "home"
        self.clients = Clients()
        self._open()
        self.tokens = {role: self.clients.sign_in(role) for role in ROLES}

    def _open(self) -> None:
        self._home.mkdir()
        for name, content in prepared_folder().items():
            (self._home / name).write_bytes(content)
        self._app = create_app(
            FolderRepository(self._home),
            open_to_all=False,
            ratings=self.folder / "lists",
            hosts=("127.0.0.1",),
        )
        self.clients.connect(self._app)

    def _close(self) -> None:
        state: AppState = self._app.state.app_state
        state.jobs.close()
        state.repository.close()

    def renew(self) -> None:
        """Restore the events to their initial state."""
        self._close()
        shutil.rmtree(self._home)
        self._open()

    def close(self) -> None:
        """Close the desk and remove its folder."""
        self._close()
        self.clients.close()
        super().close()

    def file_versions(self) -> dict[str, str]:
        """Return the size and modification time of each event file, which show whether it
        changed.
        """
        # Every action changes the file of its event.
        found = {path.name: path.stat() for path in sorted(self._home.glob(f"*{SUFFIX}"))}
        return {name: f"{stat.st_size} {stat.st_mtime_ns}" for name, stat in found.items()}

    def post_and_check(self, role: str, path: str, sent: bytes, **more: Any) -> str:
        """Send a POST request and return whether it was accepted or refused.

        Raise ``Fault`` for a server error, or if a refused request changed an event.
        """
        told, before = f"POST {path} by {role}", self.file_versions()
        try:
            answer = self.clients.post(role, path, **more)
        except Exception as error:
            raise Fault(f"{told}: {describe_error(error)}", sent) from error
        if answer.status_code >= 500:
            raise Fault(f"{told}: {answer.status_code}", sent)
        is_refused = answer.status_code >= 400
        if (is_refused or role == Role.VIEWER.value) and self.file_versions() != before:
            raise Fault(f"{told}: {answer.status_code}, but something was written", sent)
        return REFUSED if is_refused else TAKEN


class Bodies(Desk):
    """Fuzzing of API actions that contain unexpected numbers, strings and lists."""

    name = "bodies"

    def __init__(self) -> None:
        super().__init__()
        found = self.clients.get("chief", f"/api/v1/events/{OPEN}/acts").json()
        by_kind = {one["act"]: one["content"] for one in found}
        self.acts = [{"act": name, "content": content} for name, content in by_kind.items()]
        self.acts += [
            {"act": "Undo", "content": {"entry": 5}},
            {"act": "AddSection", "content": {"section": "B", "system": "cfc_swiss", "rounds": 3}},
            {"act": "Withdraw", "content": {"section": "Open", "number": 1, "round": 4}},
            {"act": "Announce", "content": {"section": "Open"}, "reason": "why", "seen": 3},
        ]
        self.event = {
            "name": "Next",
            "city": "Riverside",
            "federation": "SAM",
            "start": "2026-05-01",
        }

    def try_one(self, chance: Random) -> str:
        """Send an action to an event, or create an event."""
        role = chance.choice(SENDERS)
        stem = chance.choice((OPEN, OPEN, "empty-cup"))
        path, value = f"/api/v1/events/{stem}/acts", chance.choice(self.acts)
        if not chance.randint(0, 19):
            path, value = "/api/v1/events", self.event
        else:
            # Some actions are left intact, so that the event makes progress.
            content = (
                with_odd_value(chance, value["content"])
                if chance.randint(0, 2)
                else value["content"]
            )
            value = {**value, "content": content, "confirmed": True, "confirmed_again": True}
        sent = json_bytes(value) if chance.randint(0, 2) else damaged_json(chance, value)
        return self.post_and_check(role, path, sent, content=sent, headers=JSON)


class FormsOfDesk(Desk):
    """Fuzzing of the forms on all pages, with fields removed, repeated, moved or changed."""

    name = "forms"
    most_pages = 1000
    """The maximum number of pages whose forms are collected."""

    def __init__(self) -> None:
        super().__init__()
        self.forms = self._collect_forms()
        self.names = sorted({name for _, fields in self.forms for name, _ in fields})

    def _collect_forms(self) -> list[tuple[str, Fields]]:
        """Return each form on the pages that can be reached by links."""
        found: dict[str, tuple[str, Fields]] = {}
        waiting, seen = ["/"], {"/"}
        while waiting and len(seen) - len(waiting) < self.most_pages:
            page = waiting.pop(0)
            answer = self.clients.get("chief", page)
            if "text/html" not in answer.headers.get("content-type", ""):
                continue
            forms = Forms(page)
            forms.feed(answer.text)
            for action, fields in forms.found:
                if not action.startswith(("/sign-", "/language")):
                    found.setdefault(f"{action} {[name for name, _ in fields]}", (action, fields))
            links = (
                urlsplit(link)._replace(query="").geturl() for link in LINK.findall(answer.text)
            )
            for link in links:
                kind = re.sub(r"\d+", "0", link)
                if kind in seen or NO_PAGE.search(link):
                    continue
                seen.add(kind)
                waiting.append(link)
        return [found[key] for key in sorted(found)]

    def try_one(self, chance: Random) -> str:
        """Send one form with damaged fields."""
        role = chance.choice(SENDERS)
        action, fields = chance.choice(self.forms)
        if not chance.randint(0, 9):
            numbers = [one.start() for one in re.finditer(r"\d+", action)]
            if numbers:
                at = chance.choice(numbers)
                odd_one = quote(chance.choice(ODD_TEXTS)[:300], errors="surrogatepass")
                action = action[:at] + odd_one + action[at + 1 :]
        sent = odd_fields(chance, fields, self.names)
        sent = [(name, value) for name, value in sent if name not in ("token", "seen", "declined")]
        sent.append(("token", self.tokens[role]))
        if chance.randint(0, 1):
            sent.append(("confirmed", "again"))
        content = urlencode(sent, errors="surrogatepass").encode()
        headers = {"content-type": "application/x-www-form-urlencoded"}
        return self.post_and_check(role, action, content, content=content, headers=headers)


class Uploads(Desk):
    """Fuzzing of uploaded files: entry lists, rating lists and events from other programs."""

    name = "uploads"

    def __init__(self) -> None:
        super().__init__()
        event = formats.read(FIXTURES / "trf" / "teams-trf26.trf")
        paths = [*sorted((FIXTURES / "trf").rglob("*.trf")), FIXTURES / "ratings" / "tdlist.txt"]
        self.seeds = [(path.name, path.read_bytes()) for path in paths]
        self.seeds += [
            ("event.json", formats.dumps(event, "event-json").encode()),
            ("entries.csv", b"name;rating;federation\nAdams;2200;CAN\nBaker;2150;CAN\n"),
            ("entries.xlsx", workbook()),
        ]
        sections = [f"/e/{OPEN}/s/open", "/e/empty-cup/s/open", "/e/empty-cup/s/teams"]
        self.places = [
            f"{one}/entries/{verb}" for one in sections for verb in ("import", "ratings")
        ]
        self.places += ["/take-over", f"/e/{OPEN}/take-over"]

    def try_one(self, chance: Random) -> str:
        """Upload a file that may be damaged or have an unusual name."""
        role = chance.choice(SENDERS)
        name, content = chance.choice(self.seeds)
        if chance.randint(0, 5):
            content = damaged_bytes(chance, content)
        if not chance.randint(0, 4):
            name = chance.choice(
                ("x.csv", "x.xlsx", "x.json", "x.trf", "", "../x", 'a"b', "x" * 3000)
            )
        data, files = {"token": self.tokens[role]}, {"file": (name, content)}
        return self.post_and_check(
            role, chance.choice(self.places), content, data=data, files=files
        )
