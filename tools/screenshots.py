"""Take the screenshots in the documentation, which show pages of the sample events in a browser.

``python -m tools.screenshots`` takes all of them. ``python -m tools.screenshots charts`` takes only
those whose names begin with that word. Screenshots are not compared automatically, because fonts
differ between machines.

``python -m tools.screenshots --every-page FOLDER`` follows the links of the desk instead. It takes
each kind of page once, on a desk and on a phone, in light and in dark colors. Take them before and
after a change of the style, and look at them side by side.
"""

from __future__ import annotations

import argparse
import re
import socket
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from tools.browser import running_browser
from topboard.web import sample as samples

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

FOLDER = Path(__file__).parents[1] / "docs" / "screenshots"
EVENT, PUBLIC = f"/e/{samples.OPEN}", f"/p/{samples.OPEN}"
OPEN, TEAMS = f"{EVENT}/s/open", f"/e/{samples.TEAMS}/s/teams"
PUBLIC_TEAMS = f"/p/{samples.TEAMS}/teams"
TODAY = date(2026, 11, 19)
"""The day of round 4 of the sample open."""
WIDE, PHONE = 1080, 390
DESK = 1280
LONGEST = 3000
"""The largest height of a screenshot of a whole page, in pixels."""
FIRST_PAGES = (
    "/", "/new", "/p/", f"{PUBLIC}/index.html", f"/p/{samples.TEAMS}/index.html",
    f"{OPEN}/why-not?a=1&b=2&round=3",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Shot:
    """A screenshot: its page, the part to show, and the settings of the browser."""

    name: str
    path: str
    width: int = WIDE
    height: int = 640
    part: str = ""
    """A selector for the element to show, or empty for the upper part of the page."""
    opened: str = ""
    """A selector for the element to click on before the screenshot is taken."""
    dark: bool = False


SHOTS = (
    Shot("first-page", "/", height=620),
    Shot("section", TEAMS, height=560),
    Shot("new-event", "/new", height=900),
    Shot("pairing", f"{OPEN}/rounds/4", height=860),
    Shot("results", f"{TEAMS}/results/3", height=860),
    Shot("standings", f"{TEAMS}/standings", height=620, opened="details.sum summary"),
    Shot("why-not", f"{OPEN}/why-not?a=1&b=2&round=3", height=560),
    Shot("what-if", f"{OPEN}/what-if?leaves=3", height=640),
    Shot("compare", f"{TEAMS}/compare?first=olympiad_2009&second=olympiad_2022", height=700),
    Shot("history", f"{EVENT}/history", height=600),
    Shot("phone-results", f"{TEAMS}/results/3", PHONE, 760),
    Shot("phone-pairing", f"{OPEN}/rounds/4", PHONE, 760),
    Shot("phone-entries", f"{OPEN}/entries", PHONE, 760),
    Shot("dark-check-in", f"{TEAMS}/check-in", height=520, dark=True),
    Shot("charts-race", f"{OPEN}/charts", part="#race"),
    Shot("charts-heat", f"{OPEN}/charts", part="#heat"),
    Shot("charts-floats", f"{OPEN}/charts", part="#floats"),
    Shot("charts-colours", f"{OPEN}/charts", part="#colours"),
    Shot("charts-dark", f"{TEAMS}/charts", height=900, dark=True),
    Shot("public-event", f"{PUBLIC}/index.html", height=640),
    Shot("public-section", f"{PUBLIC_TEAMS}/index.html", height=640),
    Shot("public-standings", f"{PUBLIC_TEAMS}/standings.html", 900, 560, opened=".sum summary"),
    Shot("public-reasons", f"{PUBLIC}/open/reasons-3.html", 900, 700),
    Shot("public-phone-pairings", f"{PUBLIC_TEAMS}/round-3.html", PHONE, 640),
    Shot("public-phone-team", f"{PUBLIC_TEAMS}/who-2.html", PHONE, 700),
    Shot("paper-wall-chart", f"{TEAMS}/paper/wall-chart.html", 720, 700),
    Shot("hall-screen", f"{PUBLIC}/open/hall-1.html", 1280, 720),
)


@contextmanager
def running_desk(*, sample: bool = False) -> Iterator[str]:
    """Yield the address of a running desk, which is empty or has the sample events."""
    import uvicorn

    from topboard.web.app import create_app
    from topboard.web.folder_repository import FolderRepository

    with TemporaryDirectory() as folder, socket.socket() as free:
        if sample:
            samples.create_sample_events(FolderRepository(folder), TODAY)
        free.bind(("127.0.0.1", 0))
        settings = uvicorn.Config(
            create_app(FolderRepository(folder)), log_level="error", ws="none"
        )
        server = uvicorn.Server(settings)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [free]}, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.01)
        yield f"http://127.0.0.1:{free.getsockname()[1]}"
        server.should_exit = True
        thread.join(10)


def take(browser: Browser, address: str, shot: Shot) -> None:
    """Take one screenshot."""
    context = browser.new_context(
        base_url=address,
        viewport={"width": shot.width, "height": shot.height},
        color_scheme="dark" if shot.dark else "light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(shot.path)
    # A field with the focus would attract all attention.
    page.evaluate("document.activeElement.blur()")
    if shot.opened:
        page.locator(shot.opened).first.click()
    target = FOLDER / f"{shot.name}.png"
    if shot.part:
        page.locator(shot.part).screenshot(path=target)
    else:
        page.screenshot(path=target)
    context.close()


def kind_of_page(address: str) -> str:
    """Return the name of a kind of page. Pages that differ only in a number have the same name."""
    place = urlsplit(address)
    known = re.sub(r"[0-9]+", "1", f"{place.path}{'-answered' if place.query else ''}")
    return re.sub(r"[^a-z0-9]+", "-", known.removesuffix(".html").lower()).strip("-") or "home"


def find_every_page(browser: Browser, address: str) -> dict[str, str]:
    """Return the address of one page of each kind, keyed by kind."""
    page = browser.new_page(base_url=address)
    waiting, found = list(FIRST_PAGES), dict[str, str]()
    while waiting:
        path = waiting.pop(0)
        kind = kind_of_page(path)
        # A document for the printer has no style of its own for phones.
        if kind in found or "/paper/" in path or "/export/" in path:
            continue
        answer = page.request.get(path)
        if not answer.ok or "text/html" not in answer.headers.get("content-type", ""):
            continue
        found[kind] = path
        for link in re.findall(r'<a [^>]*?href="([^"#]+)', answer.text()):
            target = urlsplit(urljoin(answer.url, link.replace("&amp;", "&")))
            if f"{target.scheme}://{target.netloc}" == address:
                waiting.append(f"{target.path}{f'?{target.query}' if target.query else ''}")
    page.close()
    return found


def take_every_page(browser: Browser, address: str, folder: Path) -> int:
    """Take each kind of page at both widths in both color schemes, and return their number."""
    folder.mkdir(parents=True, exist_ok=True)
    pages = find_every_page(browser, address)
    for width in (DESK, PHONE):
        for scheme in ("light", "dark"):
            context = browser.new_context(
                base_url=address,
                viewport={"width": width, "height": 800},
                has_touch=width == PHONE,
                is_mobile=width == PHONE,
                color_scheme="dark" if scheme == "dark" else "light",
                reduced_motion="reduce",
            )
            page = context.new_page()
            for kind, path in pages.items():
                page.set_viewport_size({"width": width, "height": 800})
                page.goto(path)
                page.evaluate("document.activeElement.blur()")
                height = page.evaluate("document.documentElement.scrollHeight")
                # A window as high as the page keeps what sticks to its foot at the foot.
                page.set_viewport_size({"width": width, "height": min(height, LONGEST)})
                page.screenshot(path=folder / f"{kind}-{width}-{scheme}.png")
            context.close()
    return len(pages)


def main(arguments: list[str] | None = None) -> int:
    """Take all screenshots, or those whose names begin with the given word."""
    parser = argparse.ArgumentParser(prog="python -m tools.screenshots", description=__doc__)
    parser.add_argument("begins", nargs="?", default="", help="only pictures that begin so")
    parser.add_argument("--every-page", type=Path, help="folder for each kind of page")
    options = parser.parse_args(arguments)
    wanted = options.begins
    with running_desk(sample=True) as address, running_browser() as browser:
        if options.every_page:
            print(f"{take_every_page(browser, address, options.every_page)} pages")
            return 0
        for shot in SHOTS:
            if shot.name.startswith(wanted):
                take(browser, address, shot)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
