"""A host as the home of a desk: many events in a database, and any number of workers before it.

A worker keeps nothing that another one needs. What it knows of an event is the state after some
entry, which never changes: only what was added is read, and what nobody asked for lately is
forgotten.
"""

from __future__ import annotations

import re
import secrets
from collections import OrderedDict
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING
from uuid import NAMESPACE_OID, uuid4, uuid5

from topboard.errors import CannotReadOrWrite
from topboard.messages import say
from topboard.storage.addresses import is_slug, slug
from topboard.storage.event_file import beginning_of
from topboard.storage.keys import can_sign
from topboard.storage.postgres import accounts as tables
from topboard.storage.postgres.connections import Host
from topboard.storage.postgres.events import event_called, event_of, events_of
from topboard.storage.postgres.journal import PostgresJournal
from topboard.storage.postgres.notifications import Listening
from topboard.storage.postgres.register import RegisterOnHost
from topboard.storage.postgres.templates import TemplatesOnHost
from topboard.web.accounts import Accounts, Role, UserAccount
from topboard.web.hosted_jobs import HostedLabours
from topboard.web.membership import MembersOnly
from topboard.web.repository import EventHandle, UnknownEvent, free_stem
from topboard.web.sessions import MOST_FAILURES, PAUSE

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator
    from typing import Any

    from topboard.event.session import ActionContext
    from topboard.model import EventInfo
    from topboard.storage.postgres.events import HostedEvent
    from topboard.web.jobs import JobType

MOST_EVENTS = 500
"""Events whose state a worker keeps; a federation has thousands."""


class HostHome:
    """The host in which the events of the desk live."""

    def __init__(self, url: str) -> None:
        self.host = Host.open(url)
        self.accounts = AccountsOnHost(self.host)
        self.throttle = ThrottleOnHost(self.host)
        self.register = RegisterOnHost(self.host)
        self.admission = MembersOnly(self.host)
        self.templates = TemplatesOnHost(self.host)
        self._events: OrderedDict[str, EventHandle] = OrderedDict()
        self._lock = Lock()
        self._listening: Listening | None = None

    @property
    def shown(self) -> str:
        """Its address is for those who run it."""
        return say("the host of the desk")

    def stems(self) -> list[str]:
        """The words for its events."""
        return [one.slug for one in events_of(self.host)]

    def event(self, stem: str) -> EventHandle:
        """The event of that word."""
        with self._lock:
            if (known := self._events.get(stem)) is not None:
                self._events.move_to_end(stem)
                return known
        found = event_called(self.host, stem) if is_slug(stem) else None
        if found is None:
            raise UnknownEvent(say("there is no event {stem!r} on this host", stem=stem))
        return self._kept(EventHandle(stem, self._journal_of(found)))

    def _journal_of(self, found: HostedEvent) -> Callable[[bool], PostgresJournal]:
        return lambda read_only: PostgresJournal.of(self.host, found, read_only=read_only)

    def _kept(self, live: EventHandle) -> EventHandle:
        with self._lock:
            known = self._events.setdefault(live.stem, live)
            self._events.move_to_end(live.stem)
            # Who still uses one that is forgotten reads and writes the same journal.
            while len(self._events) > MOST_EVENTS:
                self._events.popitem(last=False)
            return known

    def create(
        self, name: str, hand: ActionContext, details: EventInfo | None = None, once: str = ""
    ) -> EventHandle:
        """A new event; what is to be done once gives it its number, at whichever worker."""
        event = uuid5(NAMESPACE_OID, f"{once} {hand.who}") if once else uuid4()
        beginning = beginning_of(name, hand, details, with_key=can_sign())
        while (found := event_of(self.host, event)) is None:
            stem = free_stem(slug(name), lambda word: event_called(self.host, word) is None)
            try:
                PostgresJournal.create(self.host, stem, *beginning, event=event)
            except CannotReadOrWrite:
                # Another was faster, with the same form or with the same name: look again.
                if event_of(self.host, event) is None and event_called(self.host, stem) is None:
                    raise
        return self._kept(EventHandle(found.slug, self._journal_of(found)))

    @contextmanager
    def empty_for_one(self) -> Iterator[bool]:
        """Whether there is no event yet; workers who ask wait until this one is done."""
        with self.host.begin() as connection:
            connection.exec_driver_sql(
                "SELECT pg_advisory_xact_lock(hashtextextended('the first event', 0))"
            )
            yield not self.stems()

    def labours(self, kinds: Iterable[JobType[Any]]) -> HostedLabours:
        """Its long works, done by whichever worker is free."""
        return HostedLabours(self.event, self.host, kinds)

    def discreet(self, text: str) -> str:
        """A text that names events by their words, and not where the database is."""
        address = re.escape(self.host.address)
        text = re.sub(rf"{address}#", "", text)
        return re.sub(rf"(['\"]?){address}\1", say("the host of the desk"), text)

    def refuse_silence(self) -> None:
        """Refuse to be called healthy where the database does not answer."""
        with self.host.begin() as connection:
            connection.exec_driver_sql("SELECT 1")

    def mark(self, stem: str) -> Hashable:
        """The same as before as long as the event has no new entry; None while that is unknown."""
        return None if self._listening is None else self._listening.mark(stem)

    async def listen(self, wake: Callable[[str | None], None]) -> None:
        """Tell of every new entry until cancelled."""
        self._listening = Listening(self.host, wake)
        try:
            await self._listening.run()
        finally:
            self._listening = None

    def close(self) -> None:
        """Close the connections."""
        self.host.close()


class AccountsOnHost(Accounts):
    """The accounts of a host, the same for all its workers."""

    def __init__(self, host: Host) -> None:
        self._host = host

    def is_empty(self) -> bool:
        """Whether nobody may sign in."""
        return not tables.has_accounts(self._host)

    def signing_key(self) -> str:
        """The secret with which cookies are signed; made when it is asked for first."""
        return tables.cookie_key(self._host, secrets.token_urlsafe(32))

    def account(self, name: str, mark: str = "") -> UserAccount | None:
        """The account of that name, unless the session with this mark was ended."""
        # Nobody has such a name, and not all of it can be asked for.
        found = tables.find_account(self._host, name, mark) if name.isprintable() else None
        return None if found is None else UserAccount(Role(found[0]), found[1])

    def roles(self) -> dict[str, Role]:
        """Everybody who may sign in, with the role of each."""
        return {name: Role(role) for name, role in tables.every_account(self._host)}

    def put(self, name: str, account: UserAccount) -> None:
        """Keep an account, in the place of the one that has the name."""
        tables.put_account(self._host, name, account.role.value, account.hash)

    def put_ended(self, mark: str, now: float, longest: float) -> None:
        """Keep the mark of a session that was ended, and forget those older than the longest."""
        tables.end_session(self._host, mark, now, longest)


class ThrottleOnHost:
    """Failures counted over all workers."""

    def __init__(self, host: Host) -> None:
        self._host = host

    def wait(self, key: str, most: int | None = None) -> float:
        """How many seconds the key has to wait; 0: it may try."""
        return tables.seconds_to_wait(self._host, key, most or MOST_FAILURES, PAUSE)

    def failed(self, key: str) -> None:
        """One more failure of the key."""
        tables.count_failure(self._host, key, PAUSE)
