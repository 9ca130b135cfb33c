"""The pages of all events as they are shown: looked for once for everybody, kept as bytes.

A page is made once for an entry of the journal, packed once, and then sent as it is to whoever
asks. Nothing that is kept here depends on who asks: the public pages know no users.
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
"""Seconds after which a journal is looked into although nothing new was heard of."""
LONGEST_LOOK = 2.0
"""Seconds for which readers are content with what is known while somebody looks."""
MOST_EVENTS = 200
"""Events that are kept as they are shown: those that were asked for last."""
MOST_BYTES = 32_000_000
"""How much of the pages is kept, of all events together."""
WORTH_PACKING = 500
PACKING = 6


class CachedPage:
    """A page of an event at one moment, as it goes over the wire."""

    def __init__(self, shown: PageVersion, site: Site, text: str, kind: str) -> None:
        self.shown, self.site, self.kind = shown, site, kind
        self.body = text.encode()
        moment = site.moment
        language = in_force()
        spoken = "" if language is None else f"-{language.name}"
        self.asked_for = False
        """Whether somebody has asked for it again."""
        self._mark = f"{moment.event.last}-{moment.head[:12]}-{__version__}{spoken}"

    @property
    def number(self) -> int:
        """The last entry that it knows of."""
        return self.site.moment.event.last

    @cached_property
    def packed(self) -> bytes:
        """The page compressed, always to the same bytes."""
        return gzip.compress(self.body, PACKING, mtime=0)

    @property
    def size(self) -> int:
        """How much room it takes, packed or not."""
        return len(self.body) * 5 // 4

    def is_known(self, marks: str) -> bool:
        """Whether somebody who knows pages of these marks knows this one."""
        return any(self.mark(packed=packed) in marks for packed in (True, False))

    def mark(self, *, packed: bool) -> str:
        """By what somebody who has the page knows it again."""
        return f'"{self._mark}-gzip"' if packed else f'"{self._mark}"'

    @cached_property
    def plain_answer(self) -> Answer:
        """The page as it is."""
        return self.body, self._headers(self.body, packed=False)

    @cached_property
    def packed_answer(self) -> Answer:
        """The page compressed."""
        return self.packed, self._headers(self.packed, packed=True)

    def known_answer(self, *, packed: bool) -> Answer:
        """Nothing, for who has the page."""
        return b"", self._about(packed=packed)

    def _about(self, *, packed: bool) -> list[tuple[bytes, bytes]]:
        """What is said of the page: it may be kept, but whether it still holds is to be asked."""
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
        """Whether it is sent compressed to somebody who accepts this."""
        return len(self.body) >= WORTH_PACKING and takes_gzip(accepted)


def takes_gzip(accepted: str) -> bool:
    """Whether a header says that gzip is understood."""
    for one in accepted.split(","):
        name, _, weight = one.partition(";")
        if name.strip() == "gzip":
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


class PageVersion:
    """An event as everybody sees it: its pages at the last known moment."""

    def __init__(self, live: EventHandle, mark: Callable[[str], Hashable]) -> None:
        self.live = live
        self._mark_of = mark
        """What is another one once the event has a new entry; None where that is unknown."""
        self._mark: Hashable = None
        self.site: Site | None = None
        self._looked = 0.0
        self._looking = False
        self._lock = Lock()

    def now(self, age: float = FRESH) -> Site:
        """The pages as they are, or were at most that many seconds ago.

        Raise ``UnknownEvent`` while the event is private: for the public there is no such event.
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
        """The pages after a look into the journal."""
        # Before the look: what comes during it may be missed by it.
        mark = self._mark_of(self.live.stem)
        try:
            moment = self.live.now()
        except Unreachable:
            if self.site is None:
                raise
            # Where nothing can be read nothing can be written either: what was shown still holds.
            return self.site
        self._mark = mark
        if self.site is not None and _same(self.site.moment, moment):
            return self.site
        return Site(moment, self.live.replay, live=True)

    def holds(self, site: Site) -> bool:
        """Whether these are the pages to be shown, without a look into the journal."""
        return site is self.site and self._is_known(LONGEST_LOOK if self._looking else FRESH)

    @property
    def is_told(self) -> bool:
        """Whether news of the event come by themselves."""
        return self._mark_of(self.live.stem) is not None

    def _is_known(self, age: float) -> bool:
        """Whether there can be nothing new, or the last look was at most so long ago."""
        since = monotonic() - self._looked
        mark = self._mark_of(self.live.stem)
        if mark is None or self._looking:
            return since < age
        return mark == self._mark and since < LONGEST_SILENCE


def _same(one: EventSnapshot, other: EventSnapshot) -> bool:
    return (one.event.last, one.head) == (other.event.last, other.head)


class Sites:
    """The events of a home as they are shown, and their pages that were asked for last."""

    def __init__(self, home: EventRepository) -> None:
        self._home = home
        self._shown: OrderedDict[str, PageVersion] = OrderedDict()
        self._leaves: OrderedDict[tuple[str, str], CachedPage] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def of(self, live: EventHandle) -> PageVersion:
        """An event as it is shown."""
        with self._lock:
            found = self._shown.setdefault(live.stem, PageVersion(live, self._home.mark))
            self._shown.move_to_end(live.stem)
            if len(self._shown) > MOST_EVENTS:
                self._shown.popitem(last=False)
            return found

    def known(self, address: str) -> CachedPage | None:
        """The page at an address, if it is kept and still holds."""
        leaf = self._leaves.get(_key(address))
        if leaf is None or not leaf.shown.holds(leaf.site):
            return None
        leaf.asked_for = True
        return leaf

    def leaf(self, shown: PageVersion, site: Site, path: str) -> CachedPage | None:
        """A page of an event at a moment; None where there is none."""
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
        """Forget the oldest page, unless somebody has asked for it again since it was passed."""
        key, oldest = self._leaves.popitem(last=False)
        if oldest.asked_for:
            oldest.asked_for = False
            self._leaves[key] = oldest
        else:
            self._bytes -= oldest.size


def _key(address: str) -> tuple[str, str]:
    language = in_force()
    return address, "" if language is None else language.name
