"""The folder of event files: the home of a desk on one machine."""

from __future__ import annotations

import re
from contextlib import contextmanager
from pathlib import Path
from threading import Lock, RLock
from typing import TYPE_CHECKING

from topboard.errors import CannotReadOrWrite
from topboard.messages import say
from topboard.storage.addresses import slug
from topboard.storage.event_file import EventFile, open_journal
from topboard.storage.keys import can_sign, key_file
from topboard.storage.register import RegisterInFile
from topboard.storage.templates import TemplatesInFile
from topboard.web.accounts import AccountsInFile
from topboard.web.membership import EverybodyEverywhere
from topboard.web.repository import EventHandle, UnknownEvent, free_stem
from topboard.web.sessions import ThrottleInMemory
from topboard.web.thread_jobs import ThreadedLabours

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from topboard.event.session import ActionContext
    from topboard.model import EventInfo
    from topboard.storage.journal import Journal
    from topboard.web.jobs import JobType

SUFFIX = ".topboard"


class Folder:
    """The folder in which the events of the desk lie, one file for each."""

    def __init__(self, path: str | Path) -> None:
        self.shown = str(path)
        """Where it is, as it was given."""
        # Messages have the absolute path: a bare name, such as events, may be an ordinary word.
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
        """The words of events by who created them and by what was to be done once."""
        self.register = RegisterInFile(self.path, self._opened)
        """The events in short, and who acted when in any of them."""

    def _opened(self, stem: str) -> EventFile:
        """An event to look into; what was known of it is not read again."""
        known = self._events.get(stem)
        if known is not None:
            return known.open(read_only=True)
        return EventFile.open(self._file(stem), read_only=True)

    def stems(self) -> list[str]:
        """The names of the files, without their ending."""
        return sorted(p.name.removesuffix(SUFFIX) for p in self.path.glob(f"*{SUFFIX}"))

    def event(self, stem: str) -> EventHandle:
        """The event in the file of that name."""
        # Only what the folder lists is opened: no name leads out of it.
        if stem not in self.stems():
            raise UnknownEvent(
                say("there is no event {stem!r} in {path}", stem=stem, path=self.path)
            )
        with self._lock:
            return self._events.setdefault(stem, EventHandle(stem, self._journal_of(stem)))

    def create(
        self, name: str, hand: ActionContext, details: EventInfo | None = None, once: str = ""
    ) -> EventHandle:
        """A new event in a file of its own; what was to be done once is known to this program."""
        with self._creating:
            stem = self._created.get((hand.who, once))
            if stem is None or not once:
                stem = free_stem(slug(name), self._is_free)
                EventFile.create(
                    self._file(stem), name, hand, details, with_key=can_sign()
                ).journal.close()
                self._created[hand.who, once] = stem
            return self.event(stem)

    @contextmanager
    def empty_for_one(self) -> Iterator[bool]:
        """Whether there is no event yet; a folder is that of one program."""
        with self._creating:
            yield not self.stems()

    def labours(self, _kinds: Iterable[JobType[Any]]) -> ThreadedLabours:
        """Its long works, done in threads of this process."""
        return ThreadedLabours(self.event)

    def discreet(self, text: str) -> str:
        """A text that names files as they are in the folder."""
        # Neither in front of it nor behind it may the path go on.
        home = rf"(?<![\w./\\-]){re.escape(str(self.path))}"
        text = re.sub(rf"{home}[/\\]+", "", text)
        return re.sub(rf"(['\"]?){home}(?![\w-]|\.\w)\1", say("the folder of the desk"), text)

    def refuse_silence(self) -> None:
        """Refuse to be called healthy where the folder cannot be read."""
        with self._trouble():
            next(self.path.iterdir(), None)

    def mark(self, stem: str) -> None:
        """Any program may write to a file without a word: who wants to know looks."""

    async def listen(self, wake: Callable[[str | None], None]) -> None:
        """Nobody tells of new entries."""

    def close(self) -> None:
        """Close the register; of the events nothing is open between two looks."""
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
        # A key that is still there belongs to an event that may come back.
        return not Path(file).exists() and not Path(key_file(file)).exists()
