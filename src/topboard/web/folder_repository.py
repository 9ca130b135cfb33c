"""A data folder with a file for each event. It is the repository of a desk on one machine."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock, RLock
from typing import Any

from topboard import platforms
from topboard.errors import CannotReadOrWrite
from topboard.event.session import ActionContext
from topboard.messages import say
from topboard.model import EventInfo
from topboard.storage.addresses import make_slug_from_name
from topboard.storage.journal import Journal
from topboard.storage.keys import can_make_signatures, private_key_file_path
from topboard.storage.locations import open_journal
from topboard.storage.register import RegisterInFile
from topboard.storage.session import JournalSession
from topboard.storage.templates import TemplatesInFile
from topboard.web.accounts import AccountsInFile
from topboard.web.api_tokens import TokensInFile
from topboard.web.jobs import JobType
from topboard.web.membership import OpenAccessRules
from topboard.web.repository import EventHandle, UnknownEvent, find_free_slug
from topboard.web.sessions import ThrottleInMemory
from topboard.web.thread_jobs import ThreadedJobQueue

SUFFIX = ".topboard"


class FolderRepository:
    """A data folder that holds the events of a desk, each in its own file."""

    has_only_this_process = True

    def __init__(self, path: str | Path) -> None:
        self.display_name = str(path)
        """The path of the folder, as the user wrote it."""
        # Messages contain the absolute path, because a relative one, such as "events", may also be
        # an ordinary word in a message.
        self.path = Path(path).absolute()
        with self._convert_os_errors():
            platforms.check_new_path(str(path))
            self.path.mkdir(parents=True, exist_ok=True)
        self.accounts = AccountsInFile(self.path / "users.json")
        self.api_tokens = TokensInFile(self.path / "tokens.json", self.accounts)
        self.sign_in_throttle = ThrottleInMemory()
        self.access_rules = OpenAccessRules()
        self.templates = TemplatesInFile(self.path / "templates.json")
        self._events: dict[str, EventHandle] = {}
        self._lock = Lock()
        self._creating = RLock()
        self._created: dict[tuple[str, str], str] = {}
        """The URL names of the events created, keyed by their author and the ``once`` token of the
        form.
        """
        self.search_index = RegisterInFile(self.path, self._open_event_for_reading)
        """The search index of all events and actions."""

    @property
    def data_folder(self) -> Path:
        """Return the absolute path of the folder."""
        return self.path

    def _open_event_for_reading(self, stem: str) -> JournalSession:
        """Return a read-only session of an event.

        Journal entries already in memory are not read again.
        """
        known = self._events.get(stem)
        if known is not None:
            return known.open(read_only=True)
        return JournalSession.open(self._event_file_path(stem), read_only=True)

    def list_event_slugs(self) -> list[str]:
        """Return the sorted names of the event files, without their extension."""
        return sorted(p.name.removesuffix(SUFFIX) for p in self.path.glob(f"*{SUFFIX}"))

    def event(self, stem: str) -> EventHandle:
        """Return the event with this file name, or raise ``UnknownEvent``."""
        # Only files listed in the folder are opened, so that no name can refer outside of it.
        if stem not in self.list_event_slugs():
            raise UnknownEvent(
                say("there is no event {stem!r} in {path}", stem=stem, path=self.path)
            )
        with self._lock:
            return self._events.setdefault(
                stem, EventHandle(stem, self._build_journal_opener(stem))
            )

    def create(
        self,
        name: str,
        action_context: ActionContext,
        details: EventInfo | None = None,
        once: str = "",
    ) -> EventHandle:
        """Create an event in its own file, or return the one already created with this ``once``
        token.
        """
        with self._creating:
            stem = self._created.get((action_context.who, once))
            if stem is None or not once:
                stem = find_free_slug(make_slug_from_name(name), self._is_free_slug)
                JournalSession.create(
                    self._event_file_path(stem),
                    name,
                    action_context,
                    details,
                    with_key=can_make_signatures(),
                ).journal.close()
                self._created[action_context.who, once] = stem
            return self.event(stem)

    @contextmanager
    def lock_and_check_for_no_events(self) -> Iterator[bool]:
        """Hold the lock for creating events, and yield whether the folder has no events yet.

        Only one program uses a folder, so a lock within this process is enough.
        """
        with self._creating:
            yield not self.list_event_slugs()

    def open_job_queue(self, _kinds: Iterable[JobType[Any]]) -> ThreadedJobQueue:
        """Return a queue that runs background jobs in threads of this process."""
        return ThreadedJobQueue(self.event)

    def hide_location(self, text: str) -> str:
        """Return the text with its file paths relative to the data folder."""
        # A longer path that contains this one is not replaced.
        repository = rf"(?<![\w./\\-]){re.escape(str(self.path))}"
        text = re.sub(rf"{repository}[/\\]+", "", text)
        return re.sub(rf"(['\"]?){repository}(?![\w-]|\.\w)\1", say("the data folder"), text)

    def check_repository_responds(self) -> None:
        """Raise ``CannotReadOrWrite`` if the folder cannot be read."""
        with self._convert_os_errors():
            next(self.path.iterdir(), None)

    def read_event_change_marker(self, stem: str) -> None:
        """Return None, because files do not signal changes made by other programs."""

    async def listen_for_new_entries(self, wake: Callable[[str | None], None]) -> None:
        """Do nothing, because a folder does not announce new journal entries."""

    def close(self) -> None:
        """Close the search index. Event files are already closed after every request."""
        self.search_index.close()

    @contextmanager
    def _convert_os_errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise CannotReadOrWrite(
                say(
                    "cannot use {path}: {strerror}. Choose a different folder, or change its "
                    "permissions.",
                    path=self.path,
                    strerror=error.strerror,
                )
            ) from error

    def _build_journal_opener(self, stem: str) -> Callable[[bool], Journal]:
        file = self._event_file_path(stem)
        return lambda read_only: open_journal(file, read_only=read_only)

    def _event_file_path(self, stem: str) -> str:
        return str(self.path / f"{stem}{SUFFIX}")

    def _is_free_slug(self, stem: str) -> bool:
        file = self._event_file_path(stem)
        # A key file without an event file belongs to an event that may be restored.
        return not Path(file).exists() and not Path(private_key_file_path(file)).exists()
