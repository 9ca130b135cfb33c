"""The pages of all events as they are shown, computed once for everybody and kept as bytes.

A page is made once for an entry of the journal, compressed once, and then sent unchanged to
everybody. Nothing that is kept here depends on the reader, because the public pages have no users.
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
from topboard.messages import in_force, say
from topboard.web.public.site import HTML, JSON, Site
from topboard.web.repository import UnknownEvent

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from topboard.web.repository import EventHandle, EventRepository, EventSnapshot

    Answer = tuple[bytes, list[tuple[bytes, bytes]]]

FRESH = 0.2
"""Seconds for which all readers of pages share one look into a journal."""
LONGEST_SILENCE = 30.0
"""Seconds after which a journal is read even though nothing new was announced."""
LONGEST_LOOK = 2.0
"""Seconds for which readers get the known pages while the journal is being read."""
MOST_EVENTS = 200
"""The most events that are kept as they are shown, which are the most recently requested ones."""
MOST_BYTES = 32_000_000
"""The most bytes of pages that are kept, for all events together."""
WORTH_PACKING = 500
PACKING = 6


class CachedPage:
    """A page of an event at one moment, as it is sent."""

    def __init__(self, shown: PageVersion, site: Site, text: str, kind: str) -> None:
        self.shown, self.site, self.kind = shown, site, kind
        self.body = text.encode()
        moment = site.moment
        language = in_force()
        spoken = "" if language is None else f"-{language.name}"
        self.asked_for = False
        """Whether it was requested again."""
        self._mark = f"{moment.event.last}-{moment.head[:12]}-{__version__}{spoken}"

    @property
    def number(self) -> int:
        """Return the last entry that it knows."""
        return self.site.moment.event.last

    @cached_property
    def packed(self) -> bytes:
        """Return the page compressed, always to the same bytes."""
        return gzip.compress(self.body, PACKING, mtime=0)

    @property
    def size(self) -> int:
        """Return how much space it takes, including the compressed page."""
        return len(self.body) * 5 // 4

    def is_known(self, marks: str) -> bool:
        """Return whether a reader with these ETags already has this page."""
        return any(self.mark(packed=packed) in marks for packed in (True, False))

    def mark(self, *, packed: bool) -> str:
        """Return the ETag of the page."""
        return f'"{self._mark}-gzip"' if packed else f'"{self._mark}"'

    @cached_property
    def plain_answer(self) -> Answer:
        """Return the page as it is."""
        return self.body, self._headers(self.body, packed=False)

    @cached_property
    def packed_answer(self) -> Answer:
        """Return the compressed page."""
        return self.packed, self._headers(self.packed, packed=True)

    def known_answer(self, *, packed: bool) -> Answer:
        """Return an empty answer for a reader who already has the page."""
        return b"", self._about(packed=packed)

    def _about(self, *, packed: bool) -> list[tuple[bytes, bytes]]:
        """Return the headers: the page may be kept, but must be revalidated."""
        mark = self.mark(packed=packed).encode()
        return [(b"cache-control", b"no-cache"), (b"vary", b"Accept-Encoding"), (b"etag", mark)]

    def _headers(self, content: bytes, *, packed: bool) -> list[tuple[bytes, bytes]]:
        return [
            (b"content-type", self.kind.encode()),
            (b"content-length", str(len(content)).encode()),
            *([(b"content-encoding", b"gzip")] if packed else []),
            *self._about(packed=packed),
        ]

    def is_packed_for(self, accepted: str) -> bool:
        """Return whether it is sent compressed to a client that accepts this."""
        return len(self.body) >= WORTH_PACKING and takes_gzip(accepted)


def takes_gzip(accepted: str) -> bool:
    """Return whether a header says that gzip is accepted."""
    for one in accepted.split(","):
        name, _, weight = one.partition(";")
        if name.strip() == "gzip":
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


class PageVersion:
    """An event as everybody sees it, with its pages at the last known moment."""

    def __init__(self, live: EventHandle, mark: Callable[[str], Hashable]) -> None:
        self.live = live
        self._mark_of = mark
        """The function whose value changes with a new entry, and is None if that is unknown."""
        self._mark: Hashable = None
        self.site: Site | None = None
        self._looked = 0.0
        self._looking = False
        self._lock = Lock()

    def now(self, age: float = FRESH) -> Site:
        """Return the current pages, or those from at most ``age`` seconds ago.

        Raise ``UnknownEvent`` while the event is private, because it does not exist for the public.
        """
        with self._lock:
            if self.site is None or not self._is_known(age):
                self._looked, self._looking = monotonic(), True
                try:
                    self.site = self._seen()
                    self._looked = monotonic()
                finally:
                    self._looking = False
            if not self.site.moment.public:
                raise UnknownEvent(say("there is no such event"))
            return self.site

    def _seen(self) -> Site:
        """Return the pages after a look into the journal."""
        # The mark is taken first, because the look may miss what arrives during it.
        mark = self._mark_of(self.live.stem)
        try:
            moment = self.live.now()
        except Unreachable:
            if self.site is None:
                raise
            # If nothing can be read, nothing can be written either, so the known pages are still
            # valid.
            return self.site
        self._mark = mark
        if self.site is not None and _same(self.site.moment, moment):
            return self.site
        return Site(moment, self.live.replay, live=True)

    def holds(self, site: Site) -> bool:
        """Return whether these pages are current, without a look into the journal."""
        return site is self.site and self._is_known(LONGEST_LOOK if self._looking else FRESH)

    @property
    def is_told(self) -> bool:
        """Return whether news of the event is announced."""
        return self._mark_of(self.live.stem) is not None

    def _is_known(self, age: float) -> bool:
        """Return whether there can be nothing new, or the last look is recent enough."""
        since = monotonic() - self._looked
        mark = self._mark_of(self.live.stem)
        if mark is None or self._looking:
            return since < age
        return mark == self._mark and since < LONGEST_SILENCE


def _same(one: EventSnapshot, other: EventSnapshot) -> bool:
    return (one.event.last, one.head) == (other.event.last, other.head)


class Sites:
    """The events of a repository as they are shown, and their most recently requested pages."""

    def __init__(self, home: EventRepository) -> None:
        self._home = home
        self._shown: OrderedDict[str, PageVersion] = OrderedDict()
        self._leaves: OrderedDict[tuple[str, str], CachedPage] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def of(self, live: EventHandle) -> PageVersion:
        """Return an event as it is shown."""
        with self._lock:
            found = self._shown.setdefault(live.stem, PageVersion(live, self._home.mark))
            self._shown.move_to_end(live.stem)
            if len(self._shown) > MOST_EVENTS:
                self._shown.popitem(last=False)
            return found

    def known(self, address: str) -> CachedPage | None:
        """Return the page at an address, if it is kept and still valid."""
        leaf = self._leaves.get(_key(address))
        if leaf is None or not leaf.shown.holds(leaf.site):
            return None
        leaf.asked_for = True
        return leaf

    def leaf(self, shown: PageVersion, site: Site, path: str) -> CachedPage | None:
        """Return a page of an event at a moment, or None if there is none."""
        key = _key(f"{shown.live.stem}/{path}")
        known = self._leaves.get(key)
        if known is not None and known.site is site:
            return known
        text = site.page(path)
        if text is None:
            return None
        made = CachedPage(shown, site, text, JSON if path.endswith(".json") else HTML)
        self._keep(key, made)
        return made

    def _keep(self, key: tuple[str, str], leaf: CachedPage) -> None:
        with self._lock:
            if (old := self._leaves.pop(key, None)) is not None:
                self._bytes -= old.size
            self._leaves[key] = leaf
            self._bytes += leaf.size
            while self._bytes > MOST_BYTES and len(self._leaves) > 1:
                self._forget_one()

    def _forget_one(self) -> None:
        """Drop the oldest page, unless it was requested again since it was last passed over."""
        key, oldest = self._leaves.popitem(last=False)
        if oldest.asked_for:
            oldest.asked_for = False
            self._leaves[key] = oldest
        else:
            self._bytes -= oldest.size


def _key(address: str) -> tuple[str, str]:
    language = in_force()
    return address, "" if language is None else language.name
