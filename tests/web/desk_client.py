"""A desk that is really served, and a client without JavaScript."""

from __future__ import annotations

import asyncio
import re
import socket
import threading
import time
from contextlib import contextmanager
from html import unescape
from typing import TYPE_CHECKING, ClassVar

import httpx
import uvicorn

from topboard.web.app import create_app
from topboard.web.folder_repository import FolderRepository

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from fastapi import FastAPI

    from topboard.web.repository import EventRepository

TOKEN = re.compile(r'name="token" value="([^"]+)"')
SEEN = re.compile(r'name="seen" value="(\d+)"')


class Server(uvicorn.Server):
    """A server that starts its end within a hundredth of a second, and ends as soon as it can."""

    async def main_loop(self) -> None:
        tick = 0
        while not await self.on_tick(tick):
            tick += 1
            await asyncio.sleep(0.01)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End as uvicorn does, but look every few milliseconds; it waits a tenth of a second."""
        for server in self.servers:
            server.close()
        for connection in list(self.server_state.connections):
            connection.shutdown()
        while self.server_state.connections or self.server_state.tasks:
            await asyncio.sleep(0.005)
        for server in self.servers:
            await server.wait_closed()
        await self.lifespan.shutdown()


@contextmanager
def serve_folder(
    folder: Path, *, open_to_all: bool = True, port: int = 0, network_address: str = ""
) -> Iterator[str]:
    """The address of a desk that is served as ``topboard serve`` does it; at a free port.

    With ``network_address`` phones could open it there, as far as the desk knows.
    """
    with serve_repository(
        FolderRepository(folder),
        open_to_all=open_to_all,
        port=port,
        network_address=network_address,
    ) as address:
        yield address


@contextmanager
def serve_repository(
    repository: EventRepository,
    *,
    open_to_all: bool = True,
    port: int = 0,
    network_address: str = "",
) -> Iterator[str]:
    """The address of a desk for a repository."""
    app = create_app(repository, open_to_all=open_to_all, network_address=network_address)
    with serve_app(app, port) as address:
        yield address


@contextmanager
def serve_app(app: FastAPI, port: int = 0) -> Iterator[str]:
    """The address of an application that is served, by default at a free port."""
    if not port:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
    settings = uvicorn.Config(app, host="127.0.0.1", port=port, log_level="error", ws="none")
    server = Server(settings)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    for _ in range(500):
        if server.started:
            break
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        # It would wait a moment for connections that are open.
        Visitor.close_all()
        server.should_exit = True
        thread.join(10)


def client_of(address: str) -> httpx.Client:
    """A client of a served desk; where nothing is encrypted no certificates need be loaded."""
    return httpx.Client(base_url=address, follow_redirects=True, timeout=30, verify=False)


class Visitor:
    """Somebody whose browser knows forms and links, and no JavaScript."""

    opened: ClassVar[list[Visitor]] = []
    """All visitors of a test, to be closed after it."""

    def __init__(self, address: str) -> None:
        self.opened.append(self)
        self.http = client_of(address)

    @classmethod
    def close_all(cls) -> None:
        """Close what the visitors of a test have open."""
        while cls.opened:
            cls.opened.pop().http.close()

    def get(self, path: str) -> httpx.Response:
        """A page."""
        return self.http.get(path)

    def text(self, path: str) -> str:
        """The words of a page, tags left out."""
        answer = self.get(path)
        assert answer.status_code == 200, f"{path}: {answer.status_code}\n{answer.text[:2000]}"
        return words(answer)

    def send(
        self, page: str, to: str = "", files: dict | None = None, **fields: str | list[str]
    ) -> httpx.Response:
        """Fill the form of a page and send it; ``to`` is where it goes if not to the page."""
        shown = self.get(page).text
        token, seen = TOKEN.search(shown), SEEN.search(shown)
        token = token or TOKEN.search(self.get("/sign-in").text)
        sent = {**({"seen": seen[1]} if seen else {}), **fields, "token": token[1] if token else ""}
        headers = {"Referer": str(self.http.base_url) + page}
        return self.http.post(to or page, data=sent, files=files, headers=headers)

    def send_again(self, answer: httpx.Response, **fields: str) -> httpx.Response:
        """Send the form of a page that asked for more: a confirmation, or an authority."""
        form = answer.text[answer.text.rindex('<form method="post" action="/e') :]
        if "</form>" in form:
            form = form[: form.index("</form>")]
        action = re.search(r'action="([^"]+)"', form)
        assert action is not None
        hidden = re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', form)
        sent: dict[str, list[str]] = {}
        for name, value in hidden:
            sent.setdefault(name, []).append(unescape(value))
        return self.http.post(action[1], data={**sent, **fields})


def words(answer: httpx.Response) -> str:
    """The words of a page, tags left out."""
    bare = re.sub(r"<(script|style)\b.*?</\1>", "", answer.text, flags=re.S)
    said = " ".join(unescape(re.sub(r"<[^>]+>", " ", bare)).split())
    # An article between brackets is a link, and what surrounds a tag is no blank.
    return said.replace("( ", "(").replace(" )", ")")


def list_offices(answer: httpx.Response) -> list[str]:
    """Return the offices that can make the ruling for which a page asks."""
    return re.findall(r"<option[^>]*>([^<]+)</option>", answer.text)


# --- events to work with ------------------------------------------------------------------------

PLAYERS = "\n".join(
    f"{name}; {2200 - 50 * i}; CAN"
    for i, name in enumerate(("Adams", "Baker", "Clark", "Davis", "Evans", "Frost"))
)
TEAMS = "\n".join(
    f"{team}; {team[:3].upper()}\n"
    + "\n".join(f"- {team} {b}; {2400 - 60 * i - 20 * b}" for b in range(1, 6))
    for i, team in enumerate(("Ash", "Birch", "Cedar", "Daphne", "Elm", "Fir"))
)


def new_event(visitor: Visitor, system: str, rounds: int = 3, name: str = "Spring Open") -> str:
    """Begin an event with one section; its address."""
    answer = visitor.send(
        "/new", name=name, system=system, rounds=str(rounds), section="Main", boards="4"
    )
    assert answer.status_code == 200, words(answer)
    return answer.url.path


def event_with_entries(visitor: Visitor, system: str, rounds: int = 3) -> str:
    """An event with six entries, closed and numbered."""
    section = new_event(visitor, system, rounds)
    teams = "olympiad" in system or "team" in system
    preview = visitor.send(
        f"{section}/entries", f"{section}/entries/paste", lines=TEAMS if teams else PLAYERS
    )
    visitor.send_again(preview)
    if "round_robin" in system:
        visitor.send(f"{section}/lots", f"{section}/lots/draw", purpose="pairing numbers")
    else:
        visitor.send(f"{section}/lots", f"{section}/lots/record", purpose="colour", colour="white")
    closed = visitor.send(f"{section}/close-entries")
    assert closed.status_code == 200, words(closed)
    return section


def event_with_round(visitor: Visitor, system: str, rounds: int = 3) -> str:
    """An event whose first round is published."""
    section = event_with_entries(visitor, system, rounds)
    visitor.send(f"{section}/check-in", all="1")
    published = visitor.send(f"{section}/pairing", publish="1")
    assert published.status_code == 200, words(published)
    return section
