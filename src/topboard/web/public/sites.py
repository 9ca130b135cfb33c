"""A cache of the public pages of all events.

A page is rendered and compressed once for each new journal entry and then sent unchanged to all
readers. Pages do not depend on the reader, because readers do not sign in.
"""

from __future__ import annotations

import gzip
from collections import OrderedDict
from functools import cached_property
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING

from topboard import __version__
from topboard.errors import Unreachable
from topboard.messages import current_language, say
from topboard.web.public.site import HTML, JSON, EventSite
from topboard.web.repository import UnknownEvent

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from topboard.storage.session import EventSnapshot
    from topboard.web.repository import EventHandle, EventRepository

    Answer = tuple[bytes, list[tuple[bytes, bytes]]]

FRESH = 0.2
"""Seconds for which all readers share the result of one check of a journal."""
LONGEST_SILENCE = 30.0
"""Seconds after which a journal is read even if no new journal entry was announced."""
LONGEST_LOOK = 2.0
"""Seconds for which readers get cached pages while a journal is being read."""
MOST_EVENTS = 200
"""The largest number of events in the cache. The most recently requested events are kept."""
MOST_BYTES = 32_000_000
"""The largest total size in bytes of the cached pages of all events."""
WORTH_PACKING = 500
PACKING = 6


class CachedPage:
    """A rendered public page, stored exactly as it is sent."""

    def __init__(self, shown: PublicEventPages, site: EventSite, text: str, kind: str) -> None:
        self.shown, self.site, self.kind = shown, site, kind
        self.body = text.encode()
        snapshot = site.snapshot
        language = current_language()
        spoken = "" if language is None else f"-{language.name}"
        self.asked_for = False
        """Whether the page was requested again since the cache last considered dropping it."""
        closed = "" if site.codes else "-here"
        self._mark = f"{snapshot.event.last}-{snapshot.head[:12]}-{__version__}{spoken}{closed}"

    @property
    def last_entry_number(self) -> int:
        """Return the number of the last journal entry that the page shows."""
        return self.site.snapshot.event.last

    @cached_property
    def compressed_body(self) -> bytes:
        """Return the page compressed with gzip. The same page always gives the same bytes."""
        return gzip.compress(self.body, PACKING, mtime=0)

    @property
    def memory_size(self) -> int:
        """Return the estimated memory use of the page in bytes, including its compressed form."""
        return len(self.body) * 5 // 4

    def matches_etags(self, marks: str) -> bool:
        """Return whether an If-None-Match header shows that the reader already has this page."""
        return any(self.etag(packed=packed) in marks for packed in (True, False))

    def etag(self, *, packed: bool) -> str:
        """Return the ETag of the plain or of the compressed page."""
        return f'"{self._mark}-gzip"' if packed else f'"{self._mark}"'

    @cached_property
    def plain_response(self) -> Answer:
        """Return the body and headers of the uncompressed page."""
        return self.body, self._response_headers(self.body, packed=False)

    @cached_property
    def compressed_response(self) -> Answer:
        """Return the body and headers of the compressed page."""
        return self.compressed_body, self._response_headers(self.compressed_body, packed=True)

    def not_modified_response(self, *, packed: bool) -> Answer:
        """Return an empty body and the caching headers, for a reader who already has the page."""
        return b"", self._caching_headers(packed=packed)

    def _caching_headers(self, *, packed: bool) -> list[tuple[bytes, bytes]]:
        """Return the headers that let browsers store the page but make them revalidate it."""
        mark = self.etag(packed=packed).encode()
        return [(b"cache-control", b"no-cache"), (b"vary", b"Accept-Encoding"), (b"etag", mark)]

    def _response_headers(self, content: bytes, *, packed: bool) -> list[tuple[bytes, bytes]]:
        return [
            (b"content-type", self.kind.encode()),
            (b"content-length", str(len(content)).encode()),
            *([(b"content-encoding", b"gzip")] if packed else []),
            *self._caching_headers(packed=packed),
        ]

    def is_compressed_for(self, accepted: str) -> bool:
        """Return whether a reader with this Accept-Encoding header gets the compressed page."""
        return len(self.body) >= WORTH_PACKING and accepts_gzip(accepted)


def accepts_gzip(accepted: str) -> bool:
    """Return whether an Accept-Encoding header allows gzip."""
    for one in accepted.split(","):
        name, _, weight = one.partition(";")
        if name.strip() == "gzip":
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


class PublicEventPages:
    """The public pages of an event, which are updated when the journal has new entries."""

    def __init__(
        self,
        handle: EventHandle,
        mark: Callable[[str], Hashable],
        playground: str = "",
        *,
        codes: bool = True,
    ) -> None:
        self.handle = handle
        self._codes = codes
        self._playground = playground
        self._mark_of = mark
        """A function whose value changes with every new journal entry, or is None if that is
        unknown.
        """
        self._mark: Hashable = None
        self.site: EventSite | None = None
        self._looked = 0.0
        self._looking = False
        self._lock = Lock()

    def current_site(self, age: float = FRESH) -> EventSite:
        """Return the public pages in a state that is at most ``age`` seconds old.

        Raise ``UnknownEvent`` if the event is private, so that the public does not learn of it.
        """
        with self._lock:
            if self.site is None or not self._is_up_to_date(age):
                self._looked, self._looking = monotonic(), True
                try:
                    self.site = self._reload_site()
                    self._looked = monotonic()
                finally:
                    self._looking = False
            if not self.site.snapshot.public:
                raise UnknownEvent(say("this event does not exist"))
            return self.site

    def show_codes(self, codes: bool) -> None:
        """Show QR codes on the pages from now on, or leave them out."""
        with self._lock:
            if codes != self._codes:
                self._codes, self.site = codes, None

    def _reload_site(self) -> EventSite:
        """Read the journal, and return the public pages for its current state."""
        # The change marker is read first, because entries may arrive while the journal is read.
        mark = self._mark_of(self.handle.stem)
        try:
            snapshot = self.handle.snapshot()
        except Unreachable:
            if self.site is None:
                raise
            # If the journal cannot be read, it cannot be written either, so the known pages are
            # still valid.
            return self.site
        self._mark = mark
        if self.site is not None and _is_same_journal_state(self.site.snapshot, snapshot):
            return self.site
        return EventSite(
            snapshot,
            self.handle.replay_round,
            live=True,
            codes=self._codes,
            playground=self._playground,
        )

    def is_site_up_to_date(self, site: EventSite) -> bool:
        """Return whether these pages are still up to date, without reading the journal."""
        return site is self.site and self._is_up_to_date(LONGEST_LOOK if self._looking else FRESH)

    @property
    def has_entry_announcements(self) -> bool:
        """Return whether the repository announces new journal entries of the event."""
        return self._mark_of(self.handle.stem) is not None

    def _is_up_to_date(self, age: float) -> bool:
        """Return whether the journal has no new entries or was read in the last ``age`` seconds."""
        since = monotonic() - self._looked
        mark = self._mark_of(self.handle.stem)
        if mark is None or self._looking:
            return since < age
        return mark == self._mark and since < LONGEST_SILENCE


def _is_same_journal_state(one: EventSnapshot, other: EventSnapshot) -> bool:
    return (one.event.last, one.head) == (other.event.last, other.head)


class SiteCache:
    """A cache of the public events of a repository and of their recently requested pages."""

    def __init__(
        self, repository: EventRepository, playground: str = "", *, codes: bool = True
    ) -> None:
        self._repository = repository
        self.codes = codes
        """Whether the pages show QR codes, which phones must be able to open."""
        self.playground = playground
        """The address of the page that runs Topboard in the browser, or an empty string."""
        self._shown: OrderedDict[str, PublicEventPages] = OrderedDict()
        self._leaves: OrderedDict[tuple[str, str], CachedPage] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()
        self._shown_entries: dict[str, int] = {}
        """The number of the last journal entry that anybody was shown, keyed by event."""

    def record_view(self, stem: str, entry_number: int) -> None:
        """Record that somebody other than the arbiters got a page with this state of an event."""
        if entry_number > self._shown_entries.get(stem, 0):
            self._shown_entries[stem] = entry_number

    def was_entry_shown(self, stem: str, entry_number: int) -> bool:
        """Return whether anybody got a page of the event that may show this journal entry."""
        return self._shown_entries.get(stem, 0) >= entry_number

    def show_codes(self, codes: bool) -> None:
        """Show QR codes on the pages from now on, or leave them out."""
        with self._lock:
            self.codes = codes
            for shown in self._shown.values():
                shown.show_codes(codes)

    def pages_of_event(self, handle: EventHandle) -> PublicEventPages:
        """Return the public pages of an event, and mark the event as recently requested."""
        with self._lock:
            marker = self._repository.read_event_change_marker
            found = self._shown.setdefault(
                handle.stem,
                PublicEventPages(handle, marker, self.playground, codes=self.codes),
            )
            self._shown.move_to_end(handle.stem)
            if len(self._shown) > MOST_EVENTS:
                self._shown.popitem(last=False)
            return found

    def find_cached_page(self, address: str) -> CachedPage | None:
        """Return the page at an address if it is in the cache and up to date, or else None."""
        leaf = self._leaves.get(_build_cache_key(address))
        if leaf is None or not leaf.shown.is_site_up_to_date(leaf.site):
            return None
        leaf.asked_for = True
        return leaf

    def render_page(self, shown: PublicEventPages, site: EventSite, path: str) -> CachedPage | None:
        """Return a page from the cache or newly rendered, or None if it does not exist."""
        key = _build_cache_key(f"{shown.handle.stem}/{path}")
        known = self._leaves.get(key)
        if known is not None and known.site is site:
            return known
        text = site.render_page(path)
        if text is None:
            return None
        made = CachedPage(shown, site, text, JSON if path.endswith(".json") else HTML)
        self._cache_page(key, made)
        return made

    def _cache_page(self, key: tuple[str, str], leaf: CachedPage) -> None:
        with self._lock:
            if (old := self._leaves.pop(key, None)) is not None:
                self._bytes -= old.memory_size
            self._leaves[key] = leaf
            self._bytes += leaf.memory_size
            while self._bytes > MOST_BYTES and len(self._leaves) > 1:
                self._drop_oldest_page()

    def _drop_oldest_page(self) -> None:
        """Drop the oldest page from the cache.

        If it has been requested again since, it becomes the newest page instead.
        """
        key, oldest = self._leaves.popitem(last=False)
        if oldest.asked_for:
            oldest.asked_for = False
            self._leaves[key] = oldest
        else:
            self._bytes -= oldest.memory_size


def _build_cache_key(address: str) -> tuple[str, str]:
    language = current_language()
    return address, "" if language is None else language.name
