"""The folder of event files, and each event as all who look at it share it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from topboard.errors import CannotReadOrWrite, Conflict, Problem, Refused
from topboard.event.acts import Redo, Undo
from topboard.event.replay import replay
from topboard.store.desk import Desk
from topboard.store.following import Following
from topboard.store.journal import Journal
from topboard.store.keys import can_sign, key_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.event.acts import Act
    from topboard.event.entries import Entry
    from topboard.event.replay import Replay
    from topboard.event.sitting import Hand, Prepared
    from topboard.event.state import Event
    from topboard.model import Details

SUFFIX = ".topboard"
LONGEST_STEM = 60


def slug(name: str) -> str:
    """A name as it stands in an address."""
    bare = re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")
    return bare[:LONGEST_STEM].strip("-") or "event"


class Overtaken(Conflict):
    """Somebody else acted on the same matter after the page was made."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entries = tuple(entries)
        last = entries[-1]
        super().__init__(f"{last.who} has acted meanwhile (entry {last.number})")


class UnknownEvent(CannotReadOrWrite):
    """There is no such event in the folder."""


@dataclass(frozen=True, slots=True)
class Moment:
    """An event at one moment: its state and the entries that led to it."""

    event: Event
    entries: tuple[Entry, ...]
    head: str
    """The hash of the last entry."""

    def sections(self) -> dict[str, str]:
        """The sections by the words that stand in addresses."""
        found: dict[str, str] = {}
        for place, name in enumerate(self.event.sections, start=1):
            word = slug(name)
            found[word if word not in found else f"{word}-{place}"] = name
        return found

    def slug_of(self, section: str) -> str:
        """The word for a section in addresses."""
        return next(word for word, name in self.sections().items() if name == section)


class LiveEvent:
    """An event of the folder: the journal on disk, and its state in memory."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.stem = path.name.removesuffix(SUFFIX)
        self._lock = Lock()
        self._following = Following()
        self._replays: dict[tuple[str, int], Replay] = {}

    def now(self) -> Moment:
        """The event with all that anybody has put down so far."""
        with self._lock, Journal.open(self.path, read_only=True) as journal:
            self._following.take_in(journal)
            sitting = self._following.sitting
            return Moment(sitting.event, tuple(sitting.entries), self._following.head)

    def take(self, act: Act, hand: Hand, seen: int | None = None) -> Prepared:
        """Do the act; ``seen`` is the last entry its author knew of, where that matters."""
        with self._lock, Journal.open(self.path) as journal:
            # Another program may write to the file too; it waits until this act is done.
            with journal.exclusively():
                self._following.take_in(journal)
                if seen is not None:
                    self._refuse_overtaken(act, seen)
                written = self._following.write(journal, act, hand)
            return self._following.accept(written)

    def _refuse_overtaken(self, act: Act, seen: int) -> None:
        section = getattr(act, "section", None)
        newer = [
            entry
            for entry in self._following.sitting.entries[seen:]
            if section is None
            or isinstance(entry.act, Undo | Redo)
            or getattr(entry.act, "section", section) == section
        ]
        if newer:
            raise Overtaken(newer)

    def replay(self, section: str, round_number: int) -> Replay:
        """A published round made again from the entries before its publication."""
        moment = self.now()
        entry = moment.event.section(section).round(round_number).entry
        key = (section, entry)
        if key not in self._replays:
            self._replays[key] = replay(moment.entries, section, round_number)
        return self._replays[key]


class Folder:
    """The folder in which the events of the desk lie, one file for each."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CannotReadOrWrite(f"cannot use {self.path}: {error.strerror}") from error
        self._events: dict[str, LiveEvent] = {}
        self._lock = Lock()

    def stems(self) -> list[str]:
        """The names of the files, without their ending."""
        return sorted(p.name.removesuffix(SUFFIX) for p in self.path.glob(f"*{SUFFIX}"))

    def event(self, stem: str) -> LiveEvent:
        """The event in the file of that name."""
        # Only what the folder lists is opened: no name leads out of it.
        if stem not in self.stems():
            raise UnknownEvent(f"there is no event {stem!r} in {self.path}")
        with self._lock:
            return self._events.setdefault(stem, LiveEvent(self.path / f"{stem}{SUFFIX}"))

    def create(self, name: str, hand: Hand, details: Details | None = None) -> LiveEvent:
        """A new event in a file of its own."""
        stem = self._free_stem(slug(name))
        with Desk.create(self.path / f"{stem}{SUFFIX}", name, hand, details, with_key=can_sign()):
            return self.event(stem)

    def _free_stem(self, wanted: str) -> str:
        taken = {*self.stems()}
        for stem in _numbered(wanted):
            # A key that is still there belongs to an event that may come back.
            if stem not in taken and not Path(key_file(self.path / f"{stem}{SUFFIX}")).exists():
                return stem
        raise Refused([Problem("too many events have this name", quoted=wanted)])


def _numbered(wanted: str) -> Iterator[str]:
    yield wanted
    for number in range(2, 1000):
        yield f"{wanted}-{number}"
