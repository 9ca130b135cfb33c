"""The public pages of an event in one state, which are the same on a server and as files.

All links are relative, so the pages work in any folder on any server, and from a disk.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from io import BytesIO
from textwrap import wrap
from threading import RLock
from typing import TYPE_CHECKING, Any

import segno
from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

from topboard.documents import people
from topboard.documents.section_input import last_entry_and_hash_line
from topboard.documents.sheet import Document, event_details_line, event_location
from topboard.documents.text import sanitize_line
from topboard.event.logo import Logo, decode_logo
from topboard.event.schedules import is_web_address
from topboard.messages import say, say_count
from topboard.text.dates import (
    convert_to_time_zone,
    format_event_days_in_full,
    format_moment,
    format_round_start,
    parse_time,
)
from topboard.web import jinja_filters
from topboard.web.jinja_filters import (
    chart_markup,
    describe_event_details,
    event_crest,
    format_round_progress,
    format_schedule_time_zone,
    format_start_times,
)
from topboard.web.public.participant import count_outcomes, describe_outcome
from topboard.web.public.result_texts import split_result, split_title
from topboard.web.public.section_pages import PROOF, SectionPages

if TYPE_CHECKING:
    from topboard.documents.section_input import Again
    from topboard.event.summaries import SectionSummary
    from topboard.storage.session import EventSnapshot


CSS = "text/css; charset=utf-8"
ASSETS = {
    "face.css": CSS,
    "public.css": CSS,
    "public.js": "text/javascript; charset=utf-8",
    "worker.js": "text/javascript; charset=utf-8",
    "mark.svg": "image/svg+xml",
    "icon-192.png": "image/png",
    "icon-512.png": "image/png",
}
SHARED_WITH_THE_DESK = ("face.css", "mark.svg")
MANIFEST = "manifest.json"
"""The file with which a browser installs the pages of an event like an app."""
ENTRY, ANCHOR, MOMENT = "\ue000entry\ue001", "\ue000anchor\ue001", "\ue000moment\ue001"
"""Placeholders for the state of the journal in published pages.

They are filled in when a page is sent, which happens only if something else on it has changed.
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
        finalize=jinja_filters.translate_marked_value,
    )
    made.filters.update({name: jinja_filters.FILTERS[name] for name in ("points",)})
    shared = ("Footnotes", "called", "crest", "mark_of", "stage_tag", "version", "written")
    made.globals.update(
        {name: jinja_filters.GLOBALS[name] for name in shared}, **jinja_filters.SPEAKERS
    )
    made.globals.update(TEMPLATE_GLOBALS)
    return made


def read_asset(name: str) -> bytes:
    """Return the content of a style sheet, script or logo that all public pages share."""
    room = "topboard.web" if name in SHARED_WITH_THE_DESK else "topboard.web.public"
    return files(room).joinpath("static", name).read_bytes()


@lru_cache
def add_digest_to_file_name(name: str) -> str:
    """Return the file name of a shared style sheet, script or logo, with a digest of its
    content.
    """
    stem, _, ending = name.rpartition(".")
    return f"{stem}-{sha256(read_asset(name)).hexdigest()[:10]}.{ending}"


@dataclass
class EventSite:
    """All public pages of an event in one state. A page is rendered when it is requested."""

    snapshot: EventSnapshot
    again: Again
    """A function that pairs a published round again, with its reasons."""
    live: bool = False
    """Whether a server sends live updates to these pages."""
    published: bool = False
    """Whether the pages are published as files, which must look for updates themselves."""
    preview: bool = False
    """Whether this is a preview that only users of the desk can see."""
    codes: bool = True
    """Whether the pages show QR codes, which phones must be able to open."""
    playground: str = ""
    """The address of the page that runs Topboard in the browser, which each round links to."""
    lock: RLock = field(default_factory=RLock)

    @cached_property
    def sections(self) -> dict[str, SectionPages]:
        """Return the public pages of each section, keyed by the section's name in URLs."""
        event = self.snapshot.event
        return {
            slug: SectionPages(event, event.section(name), slug, self.again, self.playground)
            for slug, name in self.snapshot.sections().items()
        }

    @property
    def last_entry_number(self) -> int | str:
        """Return the number of the last journal entry, or its placeholder in published files."""
        return ENTRY if self.published else self.snapshot.event.last

    @property
    def journal_state_line(self) -> str:
        """Return the text at the foot of a page that identifies the state of the journal.

        In published files it is a placeholder.
        """
        return (
            ANCHOR
            if self.published
            else last_entry_and_hash_line(self.snapshot.event, self.snapshot.head)
        )

    @property
    def last_entry_time_line(self) -> str:
        """Return the sentence that says when the last journal entry was made.

        In published files it is a placeholder.
        """
        return MOMENT if self.published else format_last_entry_time(self.snapshot)

    def asset_file_name(self, name: str) -> str:
        """Return the file name under which a page links to a shared style sheet, script or logo.

        In published files it contains a digest of the content, so that it can be cached forever.
        """
        return add_digest_to_file_name(name) if self.published else name

    @property
    def logo(self) -> Logo | None:
        """Return the logo of the event, or None if it has none."""
        return decode_logo(self.snapshot.event.logo)

    def page_paths(self) -> Iterator[str]:
        """Yield the paths of all pages, relative to the URL of the event."""
        yield from ("index.html", "event.json", MANIFEST)
        for slug, section in self.sections.items():
            yield from (f"{slug}/{name}" for name in section.page_names())

    def render_page(self, path: str) -> str | None:
        """Return the text of the page at this path, or None if there is no such page."""
        with self.lock:
            return self._render_file_at_path(path)

    def _render_file_at_path(self, path: str) -> str | None:
        slug, slash, name = path.rpartition("/")
        if not slash:
            return self._render_event_page(name)
        section = self.sections.get(slug)
        if section is not None and name == "section.json":
            return format_json({"entry": self.last_entry_number, **section.to_json()})
        if section is not None and (proof := PROOF.fullmatch(name)):
            return section.proof_text(int(proof[1]))
        found = None if section is None else section.find_template_and_variables(name)
        if section is None or found is None:
            return None
        template, content = found
        return self._render_template(
            template, root="../", section=section, here=name, to="", **content
        )

    def _render_event_page(self, name: str) -> str | None:
        match name:
            case "index.html":
                return self._render_front_page()
            case "event.json":
                return format_json({"entry": self.last_entry_number, **self._event_to_json()})
            case "manifest.json":
                return format_json(self._manifest_to_json())
            case _:
                return None

    def _render_front_page(self) -> str:
        """Return the first page of the event, which is the overview of its only section if it has
        just one.
        """
        if len(self.sections) != 1:
            return self._render_template("event.html", root="", section=None, here="", to="")
        ((slug, section),) = self.sections.items()
        return self._render_template(
            "section.html", root="", section=section, here="index.html", to=f"{slug}/"
        )

    @property
    def is_over(self) -> bool:
        """Return whether all sections of the event are over."""
        return bool(self.sections) and all(one.is_over for one in self.sections.values())

    def _manifest_to_json(self) -> dict[str, Any]:
        """Return the web app manifest of the event, with which phones install its pages."""
        name = self.snapshot.event.name or say("Event")
        icons = [("mark.svg", "any"), ("icon-192.png", "192x192"), ("icon-512.png", "512x512")]
        return {
            "name": name,
            "short_name": name if len(name) <= LONGEST_SHORT_NAME else event_crest(name)[0],
            "start_url": "index.html",
            "scope": "./",
            "display": "standalone",
            "background_color": "#f4f6f2",
            "theme_color": "#0f4a32",
            "icons": [
                {"src": self.asset_file_name(file), "sizes": sizes, "type": ASSETS[file]}
                for file, sizes in icons
            ],
        }

    def _event_to_json(self) -> dict[str, Any]:
        """Return a summary of the event as JSON data, with links to the data of its sections."""
        event = self.snapshot.event
        return {
            "name": event.name,
            "about": list(describe_event_details(event.details)),
            "closed": event.closed,
            "sections": [
                {
                    "name": one.section.name,
                    "system": one.section.system,
                    "rounds": one.section.settings.rounds,
                    "published": one.last_published_round,
                    "competitors": len(one.competitors),
                    "data": f"{slug}/section.json",
                }
                for slug, one in self.sections.items()
            ],
        }

    def _render_template(self, template: str, **content: Any) -> str:
        return jinja_environment().get_template(template).render(site=self, **content)


def format_last_entry_time(snapshot: EventSnapshot) -> str:
    """Return the time of the last journal entry as a sentence, in the time zone of the event.

    Without a time zone, it is the local time of the desk. An event without entries has no time.
    """
    if not snapshot.event.last:
        return ""
    moment = parse_time(snapshot.entry(snapshot.event.last).time)
    if moment is None:
        return ""
    return say(
        "Updated {time}.",
        time=format_moment(convert_to_time_zone(moment, snapshot.event.details.time_zone)),
    )


def format_json(value: object) -> str:
    """Return a value as indented JSON. Every "<" is escaped, so that it contains no HTML tags."""
    return json.dumps(value, ensure_ascii=False, indent=1).replace("<", "\\u003c") + "\n"


def qr_code(address: str) -> bytes:
    """Return a QR code for an address, as an SVG image."""
    written = BytesIO()
    code = segno.make(address, micro=False, error="m")
    code.save(written, kind="svg", scale=4, border=2, title=address, light="#ffffff")
    return written.getvalue()


PICTURE_LINE = 19
"""The number of characters on a line of a picture with text."""


def text_picture(*lines: str) -> bytes:
    """Return a square SVG image with short lines of text, in the place of a QR code."""
    wrapped = [part for line in lines for part in (*wrap(line, PICTURE_LINE), "")][:-1]
    first = 96 - 10 * len(wrapped)
    shown = "".join(
        f'<text x="90" y="{first + 20 * number}" text-anchor="middle">{escape(line)}</text>'
        for number, line in enumerate(wrapped)
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 180 180" width="180" height="180">'
        f"<title>{escape(' '.join(lines))}</title>"
        '<rect width="180" height="180" fill="#ffffff"/>'
        f'<g font-family="sans-serif" font-size="15" fill="#1a1a1a">{shown}</g></svg>'
    ).encode()


def qr_code_markup(address: str) -> str:
    """Return a QR code for an address, as an SVG element for a printed document."""
    code = segno.make(address, micro=False, error="m")
    return str(code.svg_inline(border=1, omitsize=True))


# --- functions for the templates --------------------------------------------------------------


NUMBER_OF = {
    "white": "white_number",
    "black": "black_number",
    "name": "number",
    "opponent": "opponent_number",
}
"""The keys of name columns, each with the key of the column that has the participants' numbers."""


def build_table_cells(document: Document) -> Iterator[list[tuple[str, str, str, str]]]:
    """Yield the cells of each row of a document.

    Each cell has its key, alignment, text and participant.
    """
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


def count_entrants(section: SectionSummary) -> str:
    """Return the number of players or teams of a section as text."""
    if jinja_filters.has_teams(section):
        return say_count("{count} team", "{count} teams", section.competitors)
    return say_count("{count} player", "{count} players", section.competitors)


LONGEST_SHORT_NAME = 12
"""The number of characters of a name that phones show in full below an icon."""


TEMPLATE_GLOBALS: dict[str, Any] = {
    "about_event": describe_event_details,
    "cells": build_table_cells,
    "split_result": split_result,
    "split_title": split_title,
    "drawn": chart_markup,
    "outcome_of": describe_outcome,
    "outcomes_of": count_outcomes,
    "occasion": event_details_line,
    "days_in_full": format_event_days_in_full,
    "location": event_location,
    "rating_of": people.rating_or_average_cell,
    "round_start": format_round_start,
    "starts_told": format_start_times,
    "zone_told": format_schedule_time_zone,
    "entrants": count_entrants,
    "is_web_address": is_web_address,
    "how_far": format_round_progress,
    "LONG_NAME": 24,
    "TOP_BOARDS": 6,
    "MOST_STEPS": 15,
}
