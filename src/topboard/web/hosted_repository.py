"""The repository of a desk on a server, with its events in a database and any number of workers.

No worker holds data that other workers need. Each one caches the states of recently used events and
reads only newer journal entries.
"""

from __future__ import annotations

import re
import secrets
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any
from uuid import NAMESPACE_OID, uuid4, uuid5

from topboard.errors import CannotReadOrWrite
from topboard.event.session import ActionContext
from topboard.messages import say
from topboard.model import EventInfo
from topboard.storage.addresses import is_slug, make_slug_from_name
from topboard.storage.keys import can_make_signatures
from topboard.storage.postgres import accounts as tables
from topboard.storage.postgres.connections import Host
from topboard.storage.postgres.events import (
    HostedEvent,
    find_event_by_id,
    find_event_by_slug,
    list_events_on_server,
)
from topboard.storage.postgres.journal import PostgresJournal
from topboard.storage.postgres.notifications import NotificationListener
from topboard.storage.postgres.register import RegisterOnHost
from topboard.storage.postgres.templates import TemplatesOnHost
from topboard.storage.session import build_first_journal_entry
from topboard.web.accounts import Accounts, Role, SignedInSession, UserAccount
from topboard.web.hosted_jobs import HostedJobQueue
from topboard.web.hosted_membership import HostedAccessRules
from topboard.web.hosted_tokens import TokensOnHost
from topboard.web.jobs import JobType
from topboard.web.repository import EventHandle, UnknownEvent, find_free_slug
from topboard.web.sessions import MOST_FAILURES, PAUSE

MOST_EVENTS = 500
"""The largest number of events that a worker caches. A federation may have thousands."""


class HostedRepository:
    """A database server that holds the events of a desk."""

    has_only_this_process = False
    data_folder = None

    def __init__(self, url: str) -> None:
        self.host = Host.open(url)
        self.accounts = AccountsOnHost(self.host)
        self.api_tokens = TokensOnHost(self.host, self.accounts)
        self.sign_in_throttle = ThrottleOnHost(self.host)
        self.search_index = RegisterOnHost(self.host)
        self.access_rules = HostedAccessRules(self.host)
        self.templates = TemplatesOnHost(self.host)
        self._events: OrderedDict[str, EventHandle] = OrderedDict()
        self._lock = Lock()
        self._listening: NotificationListener | None = None

    @property
    def display_name(self) -> str:
        """Return an empty string, because only the server's operators may see its address."""
        return ""

    def list_event_slugs(self) -> list[str]:
        """Return the URL names of all events."""
        return [one.slug for one in list_events_on_server(self.host)]

    def event(self, stem: str) -> EventHandle:
        """Return the event with this URL name, or raise ``UnknownEvent``."""
        with self._lock:
            if (known := self._events.get(stem)) is not None:
                self._events.move_to_end(stem)
                return known
        found = find_event_by_slug(self.host, stem) if is_slug(stem) else None
        if found is None:
            raise UnknownEvent(say("there is no event {stem!r} on this server", stem=stem))
        return self._cache_handle(EventHandle(stem, self._build_journal_opener(found)))

    def _build_journal_opener(self, found: HostedEvent) -> Callable[[bool], PostgresJournal]:
        return lambda read_only: PostgresJournal.open_journal_of_found_event(
            self.host, found, read_only=read_only
        )

    def _cache_handle(self, handle: EventHandle) -> EventHandle:
        with self._lock:
            known = self._events.setdefault(handle.stem, handle)
            self._events.move_to_end(handle.stem)
            # An event that was dropped while in use still reads and writes the same journal.
            while len(self._events) > MOST_EVENTS:
                self._events.popitem(last=False)
            return known

    def create(
        self,
        name: str,
        action_context: ActionContext,
        details: EventInfo | None = None,
        once: str = "",
    ) -> EventHandle:
        """Create an event, or return the one already created with this ``once`` token.

        The event ID is derived from the token and the author, so all workers agree on it.
        """
        event = uuid5(NAMESPACE_OID, f"{once} {action_context.who}") if once else uuid4()
        beginning = build_first_journal_entry(
            name, action_context, details, with_key=can_make_signatures()
        )
        while (found := find_event_by_id(self.host, event)) is None:
            stem = find_free_slug(
                make_slug_from_name(name), lambda word: find_event_by_slug(self.host, word) is None
            )
            try:
                PostgresJournal.create(self.host, stem, *beginning, event=event)
            except CannotReadOrWrite:
                # Another request with the same form or the same name was faster, so look again.
                if (
                    find_event_by_id(self.host, event) is None
                    and find_event_by_slug(self.host, stem) is None
                ):
                    raise
        return self._cache_handle(EventHandle(found.slug, self._build_journal_opener(found)))

    @contextmanager
    def lock_and_check_for_no_events(self) -> Iterator[bool]:
        """Hold a lock for creating the first event, and yield whether the server has no events yet.

        Other workers wait for the lock.
        """
        with self.host.transaction() as connection:
            connection.exec_driver_sql(
                "SELECT pg_advisory_xact_lock(hashtextextended('the first event', 0))"
            )
            yield not self.list_event_slugs()

    def open_job_queue(self, kinds: Iterable[JobType[Any]]) -> HostedJobQueue:
        """Return a queue of background jobs that any free worker can run."""
        return HostedJobQueue(self.event, self.host, kinds)

    def hide_location(self, text: str) -> str:
        """Return the text without the address of the database server."""
        address = re.escape(self.host.address)
        text = re.sub(rf"{address}#", "", text)
        return re.sub(rf"(['\"]?){address}\1", say("the server"), text)

    def check_repository_responds(self) -> None:
        """Raise ``CannotReadOrWrite`` if the database does not respond."""
        with self.host.transaction() as connection:
            connection.exec_driver_sql("SELECT 1")

    def read_event_change_marker(self, stem: str) -> Hashable:
        """Return a value that changes with every new journal entry, or None while it is not
        known.
        """
        return None if self._listening is None else self._listening.notification_mark(stem)

    async def listen_for_new_entries(self, wake: Callable[[str | None], None]) -> None:
        """Call ``wake`` with the URL name of each event that has a new entry, until cancelled."""
        self._listening = NotificationListener(self.host, wake)
        try:
            await self._listening.run()
        finally:
            self._listening = None

    def close(self) -> None:
        """Close the connections to the database."""
        self.host.close()


class AccountsOnHost(Accounts):
    """The accounts on a server, shared by all its workers."""

    def __init__(self, host: Host) -> None:
        self._host = host

    def is_empty(self) -> bool:
        """Return whether there are no accounts."""
        return not tables.has_server_any_accounts(self._host)

    def signing_key(self) -> str:
        """Return the secret that signs cookies, creating it on first use."""
        return tables.get_or_create_cookie_key(self._host, secrets.token_urlsafe(32))

    def find_account(self, name: str, mark: str = "") -> UserAccount | None:
        """Return the account with this name, or None if there is none.

        Also return None if the session with the token hash ``mark`` was ended by signing out.
        """
        # Account names have no unprintable characters, some of which the database would reject.
        found = tables.find_account(self._host, name, mark) if name.isprintable() else None
        return None if found is None else UserAccount(Role(found[0]), found[1])

    def roles_by_user(self) -> dict[str, Role]:
        """Return the role of every user who can sign in, keyed by user name."""
        return {name: Role(role) for name, role in tables.list_accounts(self._host)}

    def store_account(self, name: str, account: UserAccount) -> None:
        """Store an account, replacing any account with the same name."""
        tables.store_account(self._host, name, account.role.value, account.hash)

    def delete_account(self, name: str) -> None:
        """Delete an account with its sessions."""
        tables.delete_account(self._host, name)

    def store_session(self, name: str, session: SignedInSession, longest: float) -> None:
        """Store a session of a user. Sessions begun more than ``longest`` seconds earlier are
        deleted.
        """
        tables.store_session(self._host, name, session.mark, session.device, session.begun, longest)

    def list_sessions(self, name: str, since: float) -> list[SignedInSession]:
        """Return the sessions of a user begun after a time and not ended, latest first."""
        return [SignedInSession(*one) for one in tables.list_sessions(self._host, name, since)]

    def store_ended_session(self, mark: str, now: float, longest: float) -> None:
        """Store the token hash ``mark`` of a session that ended at the time ``now``.

        Hashes stored more than ``longest`` seconds earlier are deleted.
        """
        tables.end_session(self._host, mark, now, longest)


class ThrottleOnHost:
    """A limit on failed sign-in attempts, which are counted across all workers of a server."""

    def __init__(self, host: Host) -> None:
        self._host = host

    def seconds_to_wait(self, key: str, most: int | None = None) -> float:
        """Return the seconds until another sign-in attempt with this key is allowed, or 0."""
        return tables.compute_sign_in_wait_seconds(self._host, key, most or MOST_FAILURES, PAUSE)

    def count_failed_attempt(self, key: str) -> None:
        """Count a failed sign-in attempt for this key."""
        tables.record_failed_sign_in(self._host, key, PAUSE)
