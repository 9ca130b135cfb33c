"""The repository of a desk: where its events are, and each event as all requests share it.

A repository is a folder of files, or a server with a database of many events. The pages use the
repository and know nothing of files.
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
    """Return the sections of an event by their names in addresses."""
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
    """There is no such event in the repository."""


@dataclass(frozen=True, slots=True)
class EventSnapshot:
    """An event at one moment: its state and the journal entries that led to it."""

    event: Event
    known: Sequence[Entry]
    """The journal entries, perhaps with later ones, in a list that is shared and not copied."""
    head: str
    """The hash of the last journal entry."""
    public: bool
    """Whether everybody may see the public pages."""

    @classmethod
    def of(cls, file: EventFile) -> Self:
        """Return the event as its open file has it."""
        with file.lock:
            return cls(file.event, file.entries, file.head, file.is_public)

    @property
    def entries(self) -> Sequence[Entry]:
        """Return a copy of the journal entries that led to the state."""
        return self.known[: self.event.last]

    def entry(self, number: int) -> Entry:
        """Return one journal entry, without copying the others."""
        return self.known[number - 1]

    def sections(self) -> dict[str, str]:
        """Return the sections by their names in addresses."""
        return by_words(self.event.sections)

    def slug_of(self, section: str) -> str:
        """Return the name of a section in addresses."""
        return next(word for word, name in self.sections().items() if name == section)


class EventHandle:
    """An event of a repository: its journal there, and its state in memory."""

    def __init__(self, stem: str, journal: Callable[[bool], Journal]) -> None:
        self.stem = stem
        """The name of the event in the addresses of pages."""
        self._journal = journal
        """The function that opens the journal, read-only or for writing."""
        self._known = JournalReplica()
        self._replays: dict[tuple[str, int, int], Replay] = {}

    def open(self, *, read_only: bool = False) -> EventFile:
        """Return the event with its journal open and everything recorded so far."""
        return EventFile.of(self._journal(read_only), self._known)

    def now(self) -> EventSnapshot:
        """Return the event as it is now, with its journal closed again."""
        with self.open(read_only=True) as file:
            return EventSnapshot.of(file)

    def at(self, number: int) -> EventSnapshot:
        """Return the event as it was after the journal entry with this number."""
        with self.open(read_only=True) as file:
            moment = EventSnapshot.of(file)
            if moment.event.last == number:
                return moment
            head = file.journal.records(number - 1)[0].hash
        then = EventSession(moment.known[:number]).event
        return EventSnapshot(then, moment.known, head, moment.public)

    def replay(self, section: str, round_number: int) -> Replay:
        """Return the pairing in force of a published round, beside the round paired again."""
        moment = self.now()
        entry = moment.event.section(section).round(round_number).settled_by
        key = (section, entry, round_number)
        if key not in self._replays:
            self._replays[key] = replay(moment.entries, section, round_number)
        return self._replays[key]


def take(file: EventFile, act: Act, hand: ActionContext, seen: int | None = None) -> PendingEntry:
    """Record the action; ``seen`` is the last entry that its author knew, if that matters."""

    def unless_overtaken(_: Event) -> Act:
        newer = () if seen is None else file.entries[seen:]
        if found := [entry for entry in newer if _may_conflict(entry.act, act)]:
            raise Overtaken(found)
        return act

    # Another program may write to the file too; it waits until this action is recorded.
    return file.take_made(unless_overtaken, hand)


def _may_conflict(newer: Act, act: Act) -> bool:
    """Return whether a newer action may concern the same matter as this one."""
    section: str | None = getattr(act, "section", None)
    other: str | None = getattr(newer, "section", section)
    return section is None or isinstance(newer, Undo | Redo) or other == section


class EventRepository(Protocol):
    """The place of a desk's events, with everything its workers must know of each other."""

    @property
    def shown(self) -> str:
        """Return its name on the pages for users who are signed in."""

    @property
    def accounts(self) -> Accounts:
        """Return the accounts: who may sign in, and whose cookies are invalid."""

    @property
    def throttle(self) -> Throttle:
        """Return the limit on how often a password may be tried."""

    @property
    def admission(self) -> Admission:
        """Return the rules on who may do what in which event."""

    @property
    def templates(self) -> Templates:
        """Return the templates from which events are created."""

    @property
    def register(self) -> Register:
        """Return the index of its events, and of who acted when in any of them."""

    def stems(self) -> list[str]:
        """Return the names of its events in addresses."""

    def event(self, stem: str) -> EventHandle:
        """Return the event with this name."""

    def create(
        self, name: str, hand: ActionContext, details: EventInfo | None = None, once: str = ""
    ) -> EventHandle:
        """Create an event, or return the one that was already created with this ``once`` token."""

    def empty_for_one(self) -> AbstractContextManager[bool]:
        """Yield whether there is no event yet; others who ask wait until this one is done."""

    def labours(self, kinds: Iterable[JobType[Any]]) -> JobQueue:
        """Return its background jobs, which are of these types."""

    def discreet(self, text: str) -> str:
        """Return a text without the location of the repository, which must not be revealed."""

    def refuse_silence(self) -> None:
        """Raise an error if it does not respond."""

    def mark(self, stem: str) -> Hashable:
        """Return a value that changes with every new entry, or None if that is unknown."""

    async def listen(self, wake: Callable[[str | None], None]) -> None:
        """Announce events with new entries until cancelled; None means that any may have one."""

    def close(self) -> None:
        """Release what is open."""


def free_stem(wanted: str, is_free: Callable[[str], bool]) -> str:
    """Return the name of a new event in addresses, with a number if others have its name."""
    # The name must be valid in addresses even with its number.
    short = wanted[: LONGEST_SLUG - len("-999")].rstrip("-")
    for stem in (wanted, *(f"{short}-{number}" for number in range(2, 1000))):
        if is_free(stem):
            return stem
    raise Refused([Problem(say("too many events have this name"), quoted=wanted)])
