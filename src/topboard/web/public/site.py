"""The public pages of an event in one state, the same on the server and as files.

All links are relative, so that the pages work in any folder of any server, and from a disk.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from hashlib import sha256
from importlib.resources import files
from io import BytesIO
from threading import RLock
from typing import TYPE_CHECKING, Any

import segno
from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

from topboard.documents import people
from topboard.documents.section_facts import journal_anchor
from topboard.documents.sheet import Document, event_details_line
from topboard.documents.text import sanitize_line
from topboard.web import jinja_filters
from topboard.web.jinja_filters import chart_markup, describe_event, format_start_times
from topboard.web.public.section_pages import PROOF, SectionPages

if TYPE_CHECKING:
    from topboard.documents.section_facts import Again
    from topboard.storage.session import EventSnapshot


CSS = "text/css; charset=utf-8"
ASSETS = {
    "face.css": CSS,
    "public.css": CSS,
    "public.js": "text/javascript; charset=utf-8",
    "mark.svg": "image/svg+xml",
}
SHARED_WITH_THE_DESK = ("face.css", "mark.svg")
ENTRY, ANCHOR = "\ue000entry\ue001", "\ue000anchor\ue001"
"""Placeholders for the state of the journal in published pages.

They are filled in only if a page has changed otherwise.
"""
HTML = "text/html; charset=utf-8"
JSON = "application/json"


@lru_cache
def jinja_environment() -> Environment:
    """Return the Jinja environment of the public pages."""
    made = Environment(
        # Templates shared with the desk, such as charts, are among those of the desk.
        loader=ChoiceLoader([PackageLoader("topboard.web.public"), PackageLoader("topboard.web")]),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        finalize=jinja_filters.localize_value,
    )
    made.filters.update({name: jinja_filters.FILTERS[name] for name in ("points",)})
    shared = ("Footnotes", "called", "mark_of", "version", "written")
    made.globals.update(
        {name: jinja_filters.GLOBALS[name] for name in shared}, **jinja_filters.SPEAKERS
    )
    made.globals.update(TEMPLATE_GLOBALS)
    return made


def read_asset(name: str) -> bytes:
    """Return a static file that all pages share: style sheet, script or logo."""
    room = "topboard.web" if name in SHARED_WITH_THE_DESK else "topboard.web.public"
    return files(room).joinpath("static", name).read_bytes()


@lru_cache
def name_with_digest(name: str) -> str:
    """Return the name of a shared file that includes the digest of its content."""
    stem, _, ending = name.rpartition(".")
    return f"{stem}-{sha256(read_asset(name)).hexdigest()[:10]}.{ending}"


@dataclass
class EventSite:
    """All pages of an event in one state, rendered when they are requested."""

    snapshot: EventSnapshot
    again: Again
    """The function that pairs a published round again, with its reasons."""
    live: bool = False
    """Whether a server sends live updates to the pages."""
    published: bool = False
    """Whether the pages are published without a live server and poll for updates themselves."""
    preview: bool = False
    """Whether the pages are a preview for users of the desk only."""
    codes: bool = True
    """Whether the pages have QR codes, for which their address must be known."""
    lock: RLock = field(default_factory=RLock)

    @cached_property
    def sections(self) -> dict[str, SectionPages]:
        """Return the pages of each section, keyed by the section's name in URLs."""
        event = self.snapshot.event
        return {
            slug: SectionPages(event, event.section(name), slug, self.again)
            for slug, name in self.snapshot.sections().items()
        }

    @property
    def last(self) -> int | str:
        """Return the number of the last entry, or its placeholder in published pages."""
        return ENTRY if self.published else self.snapshot.event.last

    @property
    def anchor(self) -> str:
        """Return the state of the journal for the foot of a page.

        In published pages this is a placeholder, like the entry.
        """
        return ANCHOR if self.published else journal_anchor(self.snapshot.event, self.snapshot.head)

    def asset_file_name(self, name: str) -> str:
        """Return the file name of a shared file.

        In published pages it contains the digest of the content, so that it can be cached forever.
        """
        return name_with_digest(name) if self.published else name

    def page_paths(self) -> Iterator[str]:
        """Yield the paths of all pages, relative to the root of the event."""
        yield from ("index.html", "event.json")
        for slug, section in self.sections.items():
            yield from (f"{slug}/{name}" for name in section.names())

    def render_page(self, path: str) -> str | None:
        """Return the page at this path, or None if there is none."""
        with self.lock:
            return self._render_path(path)

    def _render_path(self, path: str) -> str | None:
        slug, slash, name = path.rpartition("/")
        if not slash:
            return self._render_event_page(name)
        section = self.sections.get(slug)
        if section is not None and name == "section.json":
            return format_json({"entry": self.last, **section.to_json()})
        if section is not None and (proof := PROOF.fullmatch(name)):
            return section.proof(int(proof[1]))
        found = None if section is None else section.find_page(name)
        if section is None or found is None:
            return None
        template, content = found
        return self._render_template(template, root="../", section=section, here=name, **content)

    def _render_event_page(self, name: str) -> str | None:
        match name:
            case "index.html":
                return self._render_template("event.html", root="", section=None, here="")
            case "event.json":
                return format_json({"entry": self.last, **self._event_to_json()})
            case _:
                return None

    def _event_to_json(self) -> dict[str, Any]:
        """Return a summary of the event as JSON data, with the addresses of its sections."""
        event = self.snapshot.event
        return {
            "name": event.name,
            "about": list(describe_event(event.details)),
            "closed": event.closed,
            "sections": [
                {
                    "name": one.section.name,
                    "system": one.section.system,
                    "rounds": one.section.settings.rounds,
                    "published": one.last,
                    "competitors": len(one.competitors),
                    "data": f"{slug}/section.json",
                }
                for slug, one in self.sections.items()
            ],
        }

    def _render_template(self, template: str, **content: Any) -> str:
        return jinja_environment().get_template(template).render(site=self, **content)


def format_json(value: object) -> str:
    """Return the value as indented JSON, with "<" escaped so that it contains no HTML tags."""
    return json.dumps(value, ensure_ascii=False, indent=1).replace("<", "\\u003c") + "\n"


def qr_code(address: str) -> bytes:
    """Return a QR code with exactly this address, as SVG."""
    written = BytesIO()
    code = segno.make(address, micro=False, error="m")
    code.save(written, kind="svg", scale=4, border=2, title=address, light="#ffffff")
    return written.getvalue()


# --- functions for the templates --------------------------------------------------------------


NUMBER_OF = {
    "white": "white_number",
    "black": "black_number",
    "name": "number",
    "opponent": "opponent_number",
}
"""The keys of columns with names, each with the key of the column of their numbers."""


def build_table_cells(document: Document) -> Iterator[list[tuple[str, str, str, str]]]:
    """Yield the rows of a document as cells of key, alignment, text and participant."""
    keys = [heading.key for heading in document.headings]
    for row in document.rows:
        by_key = dict(zip(keys, row, strict=True))
        yield [
            (
                heading.key,
                "r" if heading.right else "",
                sanitize_line(str(cell)),
                str(by_key.get(NUMBER_OF.get(heading.key, ""), "")),
            )
            for heading, cell in zip(document.headings, row, strict=True)
        ]


TEMPLATE_GLOBALS: dict[str, Any] = {
    "about_event": describe_event,
    "cells": build_table_cells,
    "drawn": chart_markup,
    "occasion": event_details_line,
    "rating_of": people.rating_cell,
    "starts_told": format_start_times,
}
