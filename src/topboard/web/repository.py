"""The home of a desk: where its events are, and each event as all who look at it share it.

A home is a folder of files, or a host: a database in which many events live. The pages ask a home
and know nothing of files.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from topboard.errors import CannotReadOrWrite, Conflict, Problem, Refused
from topboard.event.actions import Redo, Undo
from topboard.event.replay import replay
from topboard.event.session import EventSession
from topboard.messages import say
from topboard.storage.addresses import LONGEST_SLUG, slug
from topboard.storage.event_file import EventFile
from topboard.storage.replica import JournalReplica

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence
    from contextlib import AbstractContextManager
    from typing import Any, Self

    from topboard.event.actions import Act
    from topboard.event.entries import Entry
    from topboard.event.replay import Replay
    from topboard.event.session import ActionContext, PendingEntry
    from topboard.event.state import Event
    from topboard.model import EventInfo
    from topboard.storage.journal import Journal
    from topboard.storage.register import Register
    from topboard.storage.templates import Templates
    from topboard.web.accounts import Accounts
    from topboard.web.jobs import JobQueue, JobType
    from topboard.web.membership import Admission
    from topboard.web.sessions import Throttle


def by_words(sections: Iterable[str]) -> dict[str, str]:
    """The names of the sections of an event by the words that stand in addresses."""
    found: dict[str, str] = {}
    for place, name in enumerate(sections, start=1):
        word = slug(name)
        found[word if word not in found else f"{word}-{place}"] = name
    return found


class Overtaken(Conflict):
    """Somebody else acted on the same matter after the page was made."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entries = tuple(entries)
        last = entries[-1]
        super().__init__(
            say("{who} has acted meanwhile (entry {last})", who=last.who, last=last.number)
        )


class UnknownEvent(CannotReadOrWrite):
    """There is no such event in the home."""


@dataclass(frozen=True, slots=True)
class EventSnapshot:
    """An event at one moment: its state and the entries that led to it."""

    event: Event
    known: Sequence[Entry]
    """The entries, and perhaps later ones: others add to the same list, nobody copies it."""
    head: str
    """The hash of the last entry."""
    public: bool
    """Whether everybody may see the public pages."""

    @classmethod
    def of(cls, file: EventFile) -> Self:
        """The event as its open file has it."""
        with file.lock:
            return cls(file.event, file.entries, file.head, file.is_public)

    @property
    def entries(self) -> Sequence[Entry]:
        """A copy of the entries that led to the state."""
        return self.known[: self.event.last]

    def entry(self, number: int) -> Entry:
        """One entry, without a copy of the others."""
        return self.known[number - 1]

    def sections(self) -> dict[str, str]:
        """The sections by the words that stand in addresses."""
        return by_words(self.event.sections)

    def slug_of(self, section: str) -> str:
        """The word for a section in addresses."""
        return next(word for word, name in self.sections().items() if name == section)


class EventHandle:
    """An event of a home: its journal there, and its state in memory."""

    def __init__(self, stem: str, journal: Callable[[bool], Journal]) -> None:
        self.stem = stem
        """The word for the event in the addresses of pages."""
        self._journal = journal
        """Opens it, to read only or to write too."""
        self._known = JournalReplica()
        self._replays: dict[tuple[str, int, int], Replay] = {}

    def open(self, *, read_only: bool = False) -> EventFile:
        """The event with its journal open, with all that anybody has put down so far."""
        return EventFile.of(self._journal(read_only), self._known)

    def now(self) -> EventSnapshot:
        """The event as it is now, with its journal closed again."""
        with self.open(read_only=True) as file:
            return EventSnapshot.of(file)

    def at(self, number: int) -> EventSnapshot:
        """The event as it was after the entry of that number."""
        with self.open(read_only=True) as file:
            moment = EventSnapshot.of(file)
            if moment.event.last == number:
                return moment
            head = file.journal.records(number - 1)[0].hash
        then = EventSession(moment.known[:number]).event
        return EventSnapshot(then, moment.known, head, moment.public)

    def replay(self, section: str, round_number: int) -> Replay:
        """The pairing of a published round that is in force, beside the round made again."""
        moment = self.now()
        entry = moment.event.section(section).round(round_number).settled_by
        key = (section, entry, round_number)
        if key not in self._replays:
            self._replays[key] = replay(moment.entries, section, round_number)
        return self._replays[key]


def take(file: EventFile, act: Act, hand: ActionContext, seen: int | None = None) -> PendingEntry:
    """Do the act; ``seen`` is the last entry its author knew of, where that matters."""

    def unless_overtaken(_: Event) -> Act:
        newer = () if seen is None else file.entries[seen:]
        if found := [entry for entry in newer if _may_conflict(entry.act, act)]:
            raise Overtaken(found)
        return act

    # Another program may write to the file too; it waits until this act is done.
    return file.take_made(unless_overtaken, hand)


def _may_conflict(newer: Act, act: Act) -> bool:
    """Whether a newer act may be about the matter of this one."""
    section: str | None = getattr(act, "section", None)
    other: str | None = getattr(newer, "section", section)
    return section is None or isinstance(newer, Undo | Redo) or other == section


class EventRepository(Protocol):
    """Where the events of a desk are, with all that its workers must know of each other."""

    @property
    def shown(self) -> str:
        """How the pages name it to those who are signed in."""

    @property
    def accounts(self) -> Accounts:
        """Who may sign in, and whose cookies are void."""

    @property
    def throttle(self) -> Throttle:
        """How often somebody may try a password."""

    @property
    def admission(self) -> Admission:
        """Who may do what in which event."""

    @property
    def templates(self) -> Templates:
        """Arrangements of events from which others are begun."""

    @property
    def register(self) -> Register:
        """Its events in short, and who acted when in any of them."""

    def stems(self) -> list[str]:
        """The words for its events in addresses."""

    def event(self, stem: str) -> EventHandle:
        """The event of that word."""

    def create(
        self, name: str, hand: ActionContext, details: EventInfo | None = None, once: str = ""
    ) -> EventHandle:
        """A new event; the one that somebody has created before by what is to be done ``once``."""

    def empty_for_one(self) -> AbstractContextManager[bool]:
        """Whether there is no event yet; others who ask wait until this one is done."""

    def labours(self, kinds: Iterable[JobType[Any]]) -> JobQueue:
        """Its long works, which are of these kinds."""

    def discreet(self, text: str) -> str:
        """A text without where the home stands: that is nobody's business."""

    def refuse_silence(self) -> None:
        """Refuse to be called healthy where it does not answer."""

    def mark(self, stem: str) -> Hashable:
        """The same as before as long as the event has no new entry; None where that is unknown."""

    async def listen(self, wake: Callable[[str | None], None]) -> None:
        """Tell of events with new entries until cancelled; None: any may have one."""

    def close(self) -> None:
        """Let go of what is open."""


def free_stem(wanted: str, is_free: Callable[[str], bool]) -> str:
    """The word for a new event, with a number where others have its name."""
    # With its number the word must still be one for addresses.
    short = wanted[: LONGEST_SLUG - len("-999")].rstrip("-")
    for stem in (wanted, *(f"{short}-{number}" for number in range(2, 1000))):
        if is_free(stem):
            return stem
    raise Refused([Problem(say("too many events have this name"), quoted=wanted)])
