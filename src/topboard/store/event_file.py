"""The file of an event, open: its journal, the state it leads to, and the ways to add an act."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from topboard.event.acts import CreateEvent, NameKey
from topboard.event.entries import BEGINNING, recorded
from topboard.event.sitting import Hand, Prepared, Sitting
from topboard.model import Details
from topboard.records import replace
from topboard.store.following import Following
from topboard.store.journal import Journal
from topboard.store.keys import key_file, make_key

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType
    from typing import Self

    from topboard.event.acts import Act
    from topboard.event.entries import Entry
    from topboard.event.state import Event

__all__ = ["EventFile", "Hand"]


class EventFile:
    """An event in its file, open: its journal, its entries and its state."""

    def __init__(self, journal: Journal, known: Following | None = None) -> None:
        self.journal = journal
        self._following = known or Following()
        self.lock = self._following.lock
        """Held so that nobody else in this program adds to the entries."""
        self.refresh()

    @classmethod
    def create(
        cls,
        path: str | os.PathLike[str],
        name: str,
        hand: Hand,
        details: Details | None = None,
        *,
        with_key: bool = False,
    ) -> Self:
        """A new event in a new file, with a key of its own if it is asked for."""
        act = CreateEvent(name, details or Details())
        first = Sitting().prepare(act, hand).entry
        if not with_key:
            return cls(Journal.create(path, [recorded(first, BEGINNING)]))
        first = replace(first, act=replace(act, key=make_key(path)))
        try:
            return cls(Journal.create(path, [recorded(first, BEGINNING)]))
        except BaseException:
            os.unlink(key_file(path))
            raise

    def name_key(self, hand: Hand) -> Prepared:
        """Make a key that signs the publications from here on."""
        act = NameKey(make_key(self.journal.path))
        try:
            return self.take_made(lambda _: act, hand)
        except BaseException:
            os.unlink(key_file(self.journal.path))
            raise

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str],
        *,
        read_only: bool = False,
        known: Following | None = None,
    ) -> Self:
        """The event in a file, of which this much may be ``known`` already."""
        journal = Journal.open(path, read_only=read_only)
        try:
            return cls(journal, known)
        except BaseException:
            journal.close()
            raise

    def __enter__(self) -> Self:
        """The file itself; its journal is closed at the end of the block."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the journal."""
        self.journal.close()

    @property
    def event(self) -> Event:
        """The state to which the entries read so far lead."""
        return self._following.sitting.event

    @property
    def entries(self) -> list[Entry]:
        """The entries of the journal, as far as they have been read."""
        return self._following.sitting.entries

    @property
    def head(self) -> str:
        """The hash of the last entry: it stands for the whole journal up to there."""
        return self._following.head

    def refresh(self) -> None:
        """Take in what others have added to the journal."""
        with self.lock:
            self._following.take_in(self.journal)

    def take(self, act: Act, hand: Hand) -> Prepared:
        """Do the act: the articles are asked, it is tried, and then it is put down for good."""
        with self.lock:
            written = self._following.write(self.journal, act, hand)
            return self._following.accept(written, self.journal)

    def take_made(self, make: Callable[[Event], Act], hand: Hand) -> Prepared:
        """Make an act of the newest state and do it, while all others who write are waiting.

        However busy they are, nobody is faster than this.
        """
        with self.lock:
            with self.journal.exclusively():
                self.refresh()
                written = self._following.write(self.journal, make(self.event), hand)
            return self._following.accept(written, self.journal)
