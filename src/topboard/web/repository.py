"""The repository of a desk's events, and the handles through which requests share the events.

A repository is a data folder, or a server with a database of many events. The pages use only this
interface, so they do not depend on files.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

from topboard.errors import CannotReadOrWrite, Conflict, Problem, Refused
from topboard.event.actions import Act, Redo, ReportResult, Undo
from topboard.event.entries import Entry
from topboard.event.replay import Replay, replay_round
from topboard.event.session import ActionContext, EventSession, PendingEntry
from topboard.event.state import Event
from topboard.messages import say
from topboard.model import EventInfo
from topboard.storage.addresses import LONGEST_SLUG
from topboard.storage.journal import Journal
from topboard.storage.register import EventRegister
from topboard.storage.session import EventSnapshot, JournalCopy, JournalSession
from topboard.storage.templates import Templates
from topboard.web.accounts import Accounts
from topboard.web.api_tokens import ApiTokens
from topboard.web.jobs import JobQueue, JobType
from topboard.web.membership import AccessRules
from topboard.web.sessions import Throttle


class OvertakenByNewerEntry(Conflict):
    """Raised when someone else has recorded an action that may conflict with this one.

    The other action was recorded after the page was rendered.
    """

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entries = tuple(entries)
        last = entries[-1]
        super().__init__(
            say(
                "{who} has made a change in the meantime (journal entry {last})",
                who=last.who,
                last=last.number,
            )
        )


class UnknownEvent(CannotReadOrWrite):
    """Raised when an event does not exist, or when the user must not learn that it exists."""


class EventHandle:
    """An event in a repository. All requests share its copy of the journal in memory."""

    def __init__(self, stem: str, journal: Callable[[bool], Journal]) -> None:
        self.stem = stem
        """The name of the event in URLs."""
        self._journal = journal
        """A function that opens the journal, for reading only or also for writing."""
        self._copy = JournalCopy()
        self._replays: dict[tuple[str, int, int], Replay] = {}

    def open(self, *, read_only: bool = False) -> JournalSession:
        """Open the journal, and return a session with all journal entries recorded so far."""
        return JournalSession(self._journal(read_only), self._copy)

    def snapshot(self) -> EventSnapshot:
        """Return the current state of the event. The journal is closed again."""
        with self.open(read_only=True) as session:
            return session.snapshot()

    def snapshot_at(self, number: int) -> EventSnapshot:
        """Return the state of the event after the journal entry with this number."""
        with self.open(read_only=True) as session:
            snapshot = session.snapshot()
            if snapshot.event.last == number:
                return snapshot
            head = session.journal.load_stored_entries(number - 1)[0].hash
        then = EventSession(snapshot.known[:number]).event
        return EventSnapshot(then, snapshot.known, head, snapshot.public)

    def replay_round(self, section: str, round_number: int) -> Replay:
        """Return the published pairing of a round together with the pairing that the rules give."""
        snapshot = self.snapshot()
        entry = snapshot.event.section(section).round(round_number).pairing_entry_number
        key = (section, entry, round_number)
        if key not in self._replays:
            self._replays[key] = replay_round(snapshot.entries, section, round_number)
        return self._replays[key]


def record_unless_overtaken(
    session: JournalSession, act: Act, context: ActionContext, seen: int | None = None
) -> PendingEntry:
    """Record an action, or raise ``OvertakenByNewerEntry`` if a newer entry may conflict with it.

    ``seen`` is the number of the last journal entry that the author knew. None skips the check.
    """

    def check_not_overtaken(_: Event) -> Act:
        newer = () if seen is None else session.entries[seen:]
        if found := [entry for entry in newer if _may_actions_conflict(entry.act, act)]:
            raise OvertakenByNewerEntry(found)
        return act

    # Another program that writes to the file waits until this action is recorded.
    return session.build_and_record(check_not_overtaken, context)


def _may_actions_conflict(newer: Act, act: Act) -> bool:
    """Return whether two actions may conflict, because they concern the same section.

    A report from a phone changes nothing that is recorded. Actions on the whole event, and actions
    that undo or redo something, may always conflict.
    """
    if isinstance(newer, ReportResult):
        return False
    section: str | None = getattr(act, "section", None)
    other: str | None = getattr(newer, "section", section)
    return section is None or isinstance(newer, Undo | Redo) or other == section


class EventRepository(Protocol):
    """The events of a desk, and the data that all its workers share."""

    @property
    def display_name(self) -> str:
        """Return the path of the data folder for display, or an empty string for a server."""

    @property
    def data_folder(self) -> Path | None:
        """Return the absolute path of the data folder, or None for a server."""

    @property
    def has_only_this_process(self) -> bool:
        """Return whether this process answers all requests about these events."""

    @property
    def accounts(self) -> Accounts:
        """Return the accounts of the users who may sign in."""

    @property
    def api_tokens(self) -> ApiTokens:
        """Return the tokens for the API."""

    @property
    def sign_in_throttle(self) -> Throttle:
        """Return the limit on failed sign-in attempts."""

    @property
    def access_rules(self) -> AccessRules:
        """Return the access rules, which determine a user's role in each event."""

    @property
    def templates(self) -> Templates:
        """Return the event templates saved in the repository."""

    @property
    def search_index(self) -> EventRegister:
        """Return the search index of all events and actions."""

    def list_event_slugs(self) -> list[str]:
        """Return the URL names of all events."""

    def event(self, stem: str) -> EventHandle:
        """Return the event with this URL name, or raise ``UnknownEvent``."""

    def create(
        self,
        name: str,
        action_context: ActionContext,
        details: EventInfo | None = None,
        once: str = "",
    ) -> EventHandle:
        """Create an event, or return the one already created with this ``once`` token."""

    def lock_and_check_for_no_events(self) -> AbstractContextManager[bool]:
        """Hold a lock, and yield whether the repository has no events yet. Other callers wait."""

    def open_job_queue(self, kinds: Iterable[JobType[Any]]) -> JobQueue:
        """Return a queue that can run background jobs of these types."""

    def hide_location(self, text: str) -> str:
        """Return the text without the location of the repository, which users must not see."""

    def check_repository_responds(self) -> None:
        """Raise ``CannotReadOrWrite`` if the repository does not respond."""

    def read_event_change_marker(self, stem: str) -> Hashable:
        """Return a value that changes with every new journal entry of an event, or None if
        unknown.
        """

    async def listen_for_new_entries(self, wake: Callable[[str | None], None]) -> None:
        """Call ``wake`` with the URL name of each event that has new entries, until cancelled.

        It is called with None if any event may have new ones.
        """

    def close(self) -> None:
        """Close all open files and connections."""


def find_free_slug(wanted: str, is_free: Callable[[str], bool]) -> str:
    """Return an unused URL name for a new event, with a number appended if necessary.

    Raise ``Refused`` if too many events have the same name.
    """
    # The name must not be too long for URLs, even with its number.
    short = wanted[: LONGEST_SLUG - len("-999")].rstrip("-")
    for stem in (wanted, *(f"{short}-{number}" for number in range(2, 1000))):
        if is_free(stem):
            return stem
    what, remedy = say("Too many events have this name."), say("Choose a different name.")
    raise Refused([Problem(what, quoted=wanted, remedy=remedy)])
