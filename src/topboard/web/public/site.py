"""The public pages of an event at one moment: the same for the server and as files.

All links are relative, so that the pages work in any folder of any host, and from a disk.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from importlib.resources import files
from io import BytesIO
from threading import RLock
from typing import TYPE_CHECKING, Any

from topboard.documents.of_section import anchored
from topboard.web.public.section_pages import PROOF, SectionPages

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jinja2 import Environment

    from topboard.documents.of_section import Again
    from topboard.web.home import Moment


CSS = "text/css; charset=utf-8"
ASSETS = {
    "face.css": CSS,
    "public.css": CSS,
    "public.js": "text/javascript; charset=utf-8",
    "mark.svg": "image/svg+xml",
}
SHARED_WITH_THE_DESK = ("face.css", "mark.svg")
HTML = "text/html; charset=utf-8"
JSON = "application/json"


@lru_cache
def environment() -> Environment:
    """The templates of the public pages."""
    from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

    from topboard.web import wording
    from topboard.web.public import showing

    made = Environment(
        # What both sides show alike, such as pictures, lies with the templates of the desk.
        loader=ChoiceLoader([PackageLoader("topboard.web.public"), PackageLoader("topboard.web")]),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        finalize=wording.shown,
    )
    made.filters.update({name: wording.FILTERS[name] for name in ("points",)})
    shared = ("Footnotes", "called", "mark_of", "version", "written")
    made.globals.update({name: wording.GLOBALS[name] for name in shared}, **wording.SPEAKERS)
    made.globals.update(showing.GLOBALS, anchored=anchored)
    return made


def asset(name: str) -> bytes:
    """A file that all pages share: their style, their script, or the mark."""
    room = "topboard.web" if name in SHARED_WITH_THE_DESK else "topboard.web.public"
    return files(room).joinpath("static", name).read_bytes()


@dataclass
class Site:
    """All pages of an event, made when they are asked for."""

    moment: Moment
    again: Again
    """Makes a published round once more, with its reasons."""
    live: bool = False
    """Whether a server tells the pages of news."""
    codes: bool = True
    """Whether there are QR codes: only where the address of the pages is known."""
    lock: RLock = field(default_factory=RLock)

    @cached_property
    def sections(self) -> dict[str, SectionPages]:
        """The sections by the words that stand in addresses."""
        event = self.moment.event
        return {
            slug: SectionPages(event, event.section(name), slug, self.again)
            for slug, name in self.moment.sections().items()
        }

    def paths(self) -> Iterator[str]:
        """The addresses of all pages, from the root of the event."""
        yield "index.html"
        for slug, section in self.sections.items():
            yield from (f"{slug}/{name}" for name in section.names())

    def page(self, path: str) -> str | None:
        """The page at that address; None where there is none."""
        with self.lock:
            return self._make(path)

    def _make(self, path: str) -> str | None:
        slug, slash, name = path.rpartition("/")
        if not slash:
            return self._event() if name == "index.html" else None
        section = self.sections.get(slug)
        if section is not None and (proof := PROOF.fullmatch(name)):
            return section.proof(int(proof[1]))
        found = None if section is None else section.page(name)
        if section is None or found is None:
            return None
        template, content = found
        return self._render(template, root="../", section=section, here=name, **content)

    def _event(self) -> str:
        return self._render("event.html", root="", section=None, here="")

    def _render(self, template: str, **content: Any) -> str:
        return environment().get_template(template).render(site=self, **content)


def qr_code(address: str) -> bytes:
    """The address as a picture; it is the only thing in it."""
    import segno

    written = BytesIO()
    code = segno.make(address, micro=False, error="m")
    code.save(written, kind="svg", scale=4, border=2, title=address, light="#ffffff")
    return written.getvalue()
