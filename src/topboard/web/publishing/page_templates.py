"""The files of an event to publish, each with a digest of its content.

Every page shows the last journal entry at its foot. A new entry alone is no reason to send a page
again, so the digest is computed before the entry is filled in.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import sha256
from html import escape

from topboard._frozen import dataclass
from topboard.documents.section_input import last_entry_and_hash_line
from topboard.web.public.site import (
    ANCHOR,
    ASSETS,
    ENTRY,
    HTML,
    JSON,
    MOMENT,
    EventSite,
    add_digest_to_file_name,
    format_last_entry_time,
    qr_code,
    read_asset,
)
from topboard.web.publishing.targets import PublishedFile

SECONDS = 20
"""Seconds for which browsers may cache a page that can change."""
SHORT = f"public, max-age={SECONDS}"
LASTING = "public, max-age=31536000, immutable"
SVG = "image/svg+xml"


@dataclass(frozen=True, slots=True)
class FileTemplate:
    """A file to publish, with placeholders for the state of the journal."""

    text: bytes
    kind: str
    cache: str = SHORT

    @property
    def digest(self) -> str:
        """Return a digest of the content, the content type and the caching rule."""
        return sha256(f"{self.kind}\n{self.cache}\n".encode() + self.text).hexdigest()[:16]

    def fill_placeholders(self, site: EventSite) -> PublishedFile:
        """Return the file with the state of the journal in place of the placeholders."""
        event, head = site.snapshot.event, site.snapshot.head
        text = self.text
        if self.kind == JSON:
            # In JSON the entry is a number.
            text = text.replace(f'"{ENTRY}"'.encode(), str(event.last).encode())
        text = text.replace(ENTRY.encode(), str(event.last).encode())
        moment = escape(format_last_entry_time(site.snapshot))
        text = text.replace(MOMENT.encode(), moment.encode())
        text = text.replace(ANCHOR.encode(), last_entry_and_hash_line(event, head).encode())
        return PublishedFile(text, self.kind, self.cache)


class SiteFiles:
    """All files of an event in one state, keyed by path.

    ``address`` is the URL of the published pages, which the QR codes contain. Files that cannot
    have changed since ``before`` are not rendered again.
    """

    def __init__(self, site: EventSite, address: str = "", before: SiteFiles | None = None) -> None:
        self.site = site
        self.files: dict[str, FileTemplate] = {}
        settled = {} if before is None else _find_last_unchanged_rounds(before.site, site)
        for name, kind in ASSETS.items():
            self.files[add_digest_to_file_name(name)] = FileTemplate(
                read_asset(name), kind, LASTING
            )
        if site.logo:
            self.files[site.logo.file_name] = FileTemplate(
                site.logo.content, site.logo.media_type, LASTING
            )
        for path in site.page_paths():
            known = None if before is None else before.files.get(path)
            if known is None or not _is_page_unchanged(path, settled):
                known = _render_file_template(site, path)
            self.files[path] = known
        for slug in site.sections if address else ():
            code = qr_code(f"{address.rstrip('/')}/{slug}/index.html")
            self.files[f"{slug}/qr.svg"] = FileTemplate(code, SVG)


def _render_file_template(site: EventSite, path: str) -> FileTemplate:
    text = site.render_page(path)
    assert text is not None, f"{path} is one of the pages"
    return FileTemplate(text.encode(), JSON if path.endswith(".json") else HTML)


ALL = 1_000_000
"""A number larger than any number of rounds, which means that all pages are unchanged."""
OF_ROUND = re.compile(r"(?:round|names|reasons|proof|standings)-([1-9][0-9]*)\b.*")


def _find_last_unchanged_rounds(before: EventSite, now: EventSite) -> dict[str, int]:
    """Return the number of the last round whose pages are unchanged, for each section.

    It is ``ALL`` if nothing in the section has changed. While a round is being played, only its own
    pages change.
    """
    old, new = before.snapshot.event, now.snapshot.event
    heads = [(one.name, one.details, one.closed, one.logo, *one.sections) for one in (old, new)]
    if heads[0] != heads[1] or before.is_over != now.is_over:
        return {}
    settled = {}
    for slug, name in now.snapshot.sections().items():
        earlier, later = old.section(name), new.section(name)
        if earlier == later:
            settled[slug] = ALL
        elif earlier.with_rounds(later.rounds) == later and len(earlier.rounds) == len(
            later.rounds
        ):
            same = earlier.rounds[:-1] == later.rounds[:-1]
            settled[slug] = len(later.rounds) - 1 if same else 0
    return settled


def _is_page_unchanged(path: str, settled: Mapping[str, int]) -> bool:
    slug, _, name = path.rpartition("/")
    last = settled.get(slug, 0)
    found = OF_ROUND.fullmatch(name)
    # All pages of a section in which nothing has happened are unchanged.
    return last == ALL or (found is not None and int(found[1]) <= last)
