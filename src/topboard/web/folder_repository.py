"""A folder of event files, which is the repository of a desk on one machine."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock, RLock
from typing import Any

from topboard.errors import CannotReadOrWrite
from topboard.event.session import ActionContext
from topboard.messages import say
from topboard.model import EventInfo
from topboard.storage.addresses import slug
from topboard.storage.journal import Journal
from topboard.storage.keys import can_sign, key_file
from topboard.storage.locations import open_journal
from topboard.storage.register import RegisterInFile
from topboard.storage.session import JournalSession
from topboard.storage.templates import TemplatesInFile
from topboard.web.accounts import AccountsInFile
from topboard.web.jobs import JobType
from topboard.web.membership import EverybodyEverywhere
from topboard.web.repository import EventHandle, UnknownEvent, free_stem
from topboard.web.sessions import ThrottleInMemory
from topboard.web.thread_jobs import ThreadedJobs

SUFFIX = ".topboard"


class Folder:
    """The folder with the events of the desk, each in its own file."""

    def __init__(self, path: str | Path) -> None:
        self.shown = str(path)
        """The path of the folder, as it was given."""
        # Messages contain the absolute path, because a bare name such as events may be a common
        # word.
        self.path = Path(path).absolute()
        with self._trouble():
            self.path.mkdir(parents=True, exist_ok=True)
        self.accounts = AccountsInFile(self.path / "users.json")
        self.throttle = ThrottleInMemory()
        self.admission = EverybodyEverywhere()
        self.templates = TemplatesInFile(self.path / "templates.json")
        self._events: dict[str, EventHandle] = {}
        self._lock = Lock()
        self._creating = RLock()
        self._created: dict[tuple[str, str], str] = {}
        """The URL names of created events, keyed by their creator and the form's token."""
        self.register = RegisterInFile(self.path, self._open)
        """The index of all events and their actions, for searches."""

    def _open(self, stem: str) -> JournalSession:
        """Return an event opened for reading; data already in memory is not read again."""
        known = self._events.get(stem)
        if known is not None:
            return known.open(read_only=True)
        return JournalSession.open(self._file(stem), read_only=True)

    def stems(self) -> list[str]:
        """Return the names of the event files without their extension, sorted."""
        return sorted(p.name.removesuffix(SUFFIX) for p in self.path.glob(f"*{SUFFIX}"))

    def event(self, stem: str) -> EventHandle:
        """Return the event with this file name, or raise ``UnknownEvent``."""
        # Only files listed in the folder are opened, so that no name can refer outside of it.
        if stem not in self.stems():
            raise UnknownEvent(
                say("there is no event {stem!r} in {path}", stem=stem, path=self.path)
            )
        with self._lock:
            return self._events.setdefault(stem, EventHandle(stem, self._journal_of(stem)))

    def create(
        self,
        name: str,
        action_context: ActionContext,
        details: EventInfo | None = None,
        once: str = "",
    ) -> EventHandle:
        """Create an event in its own file. A repeated ``once`` token returns the existing one."""
        with self._creating:
            stem = self._created.get((action_context.who, once))
            if stem is None or not once:
                stem = free_stem(slug(name), self._is_free)
                JournalSession.create(
                    self._file(stem), name, action_context, details, with_key=can_sign()
                ).journal.close()
                self._created[action_context.who, once] = stem
            return self.event(stem)

    @contextmanager
    def empty_for_one(self) -> Iterator[bool]:
        """Hold the lock for creating events, and yield whether there is no event yet.

        A lock within this process is enough, because only one program uses a folder.
        """
        with self._creating:
            yield not self.stems()

    def jobs(self, _kinds: Iterable[JobType[Any]]) -> ThreadedJobs:
        """Return the background jobs, which run in threads of this process."""
        return ThreadedJobs(self.event)

    def discreet(self, text: str) -> str:
        """Return the text with file paths made relative to the folder."""
        # The path must not be part of a longer one.
        repository = rf"(?<![\w./\\-]){re.escape(str(self.path))}"
        text = re.sub(rf"{repository}[/\\]+", "", text)
        return re.sub(rf"(['\"]?){repository}(?![\w-]|\.\w)\1", say("the folder of the desk"), text)

    def refuse_silence(self) -> None:
        """Raise ``CannotReadOrWrite`` if the folder cannot be read."""
        with self._trouble():
            next(self.path.iterdir(), None)

    def mark(self, stem: str) -> None:
        """Return None, because files do not signal changes made by other programs."""

    async def listen(self, wake: Callable[[str | None], None]) -> None:
        """Do nothing, because a folder does not announce new entries."""

    def close(self) -> None:
        """Close the index. No event file is open between requests."""
        self.register.close()

    @contextmanager
    def _trouble(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise CannotReadOrWrite(
                say("cannot use {path}: {strerror}", path=self.path, strerror=error.strerror)
            ) from error

    def _journal_of(self, stem: str) -> Callable[[bool], Journal]:
        file = self._file(stem)
        return lambda read_only: open_journal(file, read_only=read_only)

    def _file(self, stem: str) -> str:
        return str(self.path / f"{stem}{SUFFIX}")

    def _is_free(self, stem: str) -> bool:
        file = self._file(stem)
        # A remaining key belongs to an event that may be restored.
        return not Path(file).exists() and not Path(key_file(file)).exists()
