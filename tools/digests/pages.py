"""The visible text, links and form fields of pages, and a crawler for the pages of a desk."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import time
from collections import Counter
from contextlib import contextmanager
from html.parser import HTMLParser
from http.cookiejar import CookieJar
from typing import TYPE_CHECKING
from urllib.error import HTTPError, URLError
from urllib.parse import urldefrag, urljoin, urlsplit
from urllib.request import HTTPCookieProcessor, build_opener

from tools.digests.program import environment, python_of, without_now

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from urllib.request import OpenerDirector

UNSEEN = {"script", "style", "template", "svg"}
WORDS_IN_ATTRIBUTES = ("alt", "aria-label", "placeholder", "title")
RANDOM = re.compile(r"^[A-Za-z0-9_\-.=]{16,}$")
"""The pattern of hidden field values that differ on every page."""
MOST_PAGES = 700
MOST_OF_ONE_KIND = 2
"""The maximum number of links to follow that differ only in a number, as in ``who/1``."""
NOT_FOLLOWED = re.compile(
    r"(sign-out|logout|/static/|/events?/stream|/live|\.(pdf|xlsx|zip|key|css|js|png|svg|ico)$)"
)


class PageReader(HTMLParser):
    """An HTML parser that collects the visible words, links and form fields of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.links: list[str] = []
        self.fields: list[str] = []
        self.unseen = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record the visible attributes, the link or the form field of a tag."""
        found = {name: value or "" for name, value in attrs}
        if tag in UNSEEN:
            self.unseen += 1
        self.words += [found[name] for name in WORDS_IN_ATTRIBUTES if found.get(name)]
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        if tag == "form":
            self.fields.append(f"form {found.get('method', 'get')} {found.get('action', '')}")
        if tag in ("input", "select", "textarea", "button", "option"):
            self.fields.append(_field(tag, found))

    def handle_endtag(self, tag: str) -> None:
        """Record the end of an invisible element."""
        if tag in UNSEEN:
            self.unseen -= 1

    def handle_data(self, data: str) -> None:
        """Record text that is visible."""
        if self.unseen == 0:
            self.words += data.split()


def _field(tag: str, found: dict[str, str]) -> str:
    value = found.get("value", "")
    if found.get("type") == "hidden" and RANDOM.match(value):
        value = "<random>"
    states = [name for name in ("checked", "selected", "disabled", "required") if name in found]
    return " ".join([tag, found.get("type", ""), found.get("name", ""), value, *states])


def aspects_of_page(text: str) -> dict[str, str]:
    """Return the visible text, the links and the form fields of a page."""
    reader = PageReader()
    reader.feed(text)
    reader.close()
    links = [re.sub(r"[?&]v=[0-9a-f]+", "", link) for link in reader.links]
    return {
        "text": without_now(" ".join(reader.words)),
        "links": without_now("\n".join(links)),
        "fields": without_now("\n".join(reader.fields)),
    }


def aspects_of_file(name: str, content: bytes) -> dict[str, str]:
    """Return the visible content of a published page or the text of a data file.

    Of any other file, only its existence counts.
    """
    text = content.decode("utf-8", "backslashreplace")
    if name.endswith(".html"):
        return aspects_of_page(text)
    if name.endswith((".json", ".txt", ".csv", ".webmanifest")):
        return {"data": without_now(text)}
    return {"there": "yes"}


def text_of_pdf(path: Path) -> str:
    """Return the text of a PDF file, page by page."""
    # Imported here because only PDF documents need it.
    from pypdf import PdfReader

    return "\f".join(page.extract_text() for page in PdfReader(path).pages)


# --- a desk -----------------------------------------------------------------------------------


def free_port() -> int:
    """Return a free TCP port."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


@contextmanager
def serving(checkout: Path, folder: Path, events: str) -> Iterator[str]:
    """Run ``topboard serve`` for a folder of events, and yield its address."""
    port = free_port()
    program = "import sys, tomllib\nsys.argv[0] = 'topboard'\n"
    program += "names = tomllib.load(open(sys.argv.pop(1), 'rb'))['project']['scripts']\n"
    program += "module, _, name = names['topboard'].partition(':')\n"
    program += "sys.exit(getattr(__import__(module, fromlist=[name]), name)())\n"
    words = [python_of(checkout), "-c", program, str(checkout.resolve() / "pyproject.toml")]
    server = subprocess.Popen(
        [*words, "serve", events, "--port", str(port)],
        cwd=folder,
        env=environment(checkout.resolve(), folder),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    address = f"http://127.0.0.1:{port}/"
    try:
        _wait_for(address, server)
        yield address
    finally:
        server.terminate()
        server.wait()


def _wait_for(address: str, server: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        if server.poll() is not None:
            raise RuntimeError(f"topboard serve ended with {server.returncode}")
        try:
            with build_opener().open(address, timeout=60):
                return
        except HTTPError:
            return
        except (URLError, OSError):
            time.sleep(0.1)
    raise RuntimeError("topboard serve did not answer within a minute")


def get(browser: OpenerDirector, address: str) -> tuple[int, str, str]:
    """Return the status, content type and text of the response for an address."""
    try:
        with browser.open(address, timeout=120) as answer:
            kind = answer.headers.get_content_type()
            return answer.status, kind, answer.read().decode("utf-8", "backslashreplace")
    except HTTPError as refused:
        kind = refused.headers.get_content_type()
        return refused.code, kind, refused.read().decode("utf-8", "backslashreplace")


def walk(address: str, begin: str = "/") -> Iterator[tuple[str, dict[str, str]]]:
    """Yield every page that can be reached by links, with its visible content."""
    browser = build_opener(HTTPCookieProcessor(CookieJar()))
    waiting, known, kinds = [begin], {begin}, Counter[str]()
    seen = 0
    while waiting and seen < MOST_PAGES:
        page = waiting.pop(0)
        status, kind, text = get(browser, urljoin(address, page))
        seen += 1
        text = text.replace(address.rstrip("/"), "http://desk")
        if kind == "text/html":
            aspects = aspects_of_page(text)
            for link in _links(text, page):
                kind_of_link = re.sub(r"\b\d+\b", "#", link)
                if link not in known and kinds[kind_of_link] < MOST_OF_ONE_KIND:
                    known.add(link)
                    kinds[kind_of_link] += 1
                    waiting.append(link)
        else:
            aspects = {"data": without_now(_data(kind, text))}
        yield page, {"status": str(status), **aspects}


def _data(kind: str, text: str) -> str:
    return json.dumps(json.loads(text), sort_keys=True) if kind == "application/json" else text


def _links(text: str, page: str) -> list[str]:
    reader = PageReader()
    reader.feed(text)
    found = []
    for link in reader.links:
        whole = urlsplit(urldefrag(urljoin(f"http://desk{page}", link))[0])
        where = whole.path + (f"?{whole.query}" if whole.query else "")
        if whole.netloc == "desk" and not NOT_FOLLOWED.search(whole.path):
            found.append(where)
    return found
