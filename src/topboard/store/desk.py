"""The desk: a journal with the state it leads to, and the one way to add an act to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.event.acts import CreateEvent
from topboard.event.entries import BEGINNING, entry_of, recorded
from topboard.event.sitting import Hand, Prepared, Sitting
from topboard.model import Details
from topboard.store.journal import Journal

if TYPE_CHECKING:
    import os
    from types import TracebackType
    from typing import Self

    from topboard.event.acts import Act
    from topboard.event.entries import Entry
    from topboard.event.state import Event

__all__ = ["Desk", "Hand"]


class Desk:
    """An event that is open: its journal, its entries and its state."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        records = journal.verified()
        self._last_hash = records[-1].hash if records else BEGINNING
        self._sitting = Sitting(entry_of(record) for record in records)

    @classmethod
    def create(
        cls,
        path: str | os.PathLike[str],
        name: str,
        hand: Hand,
        details: Details | None = None,
    ) -> Self:
        """A new event in a new file."""
        first = Sitting().prepare(CreateEvent(name, details or Details()), hand).entry
        return cls(Journal.create(path, [recorded(first, BEGINNING)]))

    @classmethod
    def open(cls, path: str | os.PathLike[str], *, read_only: bool = False) -> Self:
        """The event in a file."""
        journal = Journal.open(path, read_only=read_only)
        try:
            return cls(journal)
        except BaseException:
            journal.close()
            raise

    def __enter__(self) -> Self:
        """The desk itself; its journal is closed at the end of the block."""
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
        """The state of the event."""
        return self._sitting.event

    @property
    def entries(self) -> list[Entry]:
        """The entries of the journal, as far as they have been read."""
        return self._sitting.entries

    def refresh(self) -> None:
        """Take in what others have added to the journal."""
        records = self.journal.verified(len(self.entries), self._last_hash)
        if records:
            self._sitting.take_in(entry_of(record) for record in records)
            self._last_hash = records[-1].hash

    def take(self, act: Act, hand: Hand) -> Prepared:
        """Do the act: the articles are asked, it is tried, and then it is put down for good."""
        prepared = self._sitting.prepare(act, hand)
        record = self.journal.append(prepared.entry)
        self._last_hash = record.hash
        self._sitting.accept(prepared)
        return prepared
