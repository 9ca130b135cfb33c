"""Old names for the classes in ``topboard.storage.session``, to be removed in the next release."""

from __future__ import annotations

from typing import TYPE_CHECKING
from warnings import warn

from topboard.event.session import ActionContext
from topboard.storage.session import JournalCopy, JournalSession

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from contextlib import AbstractContextManager

    from topboard.event.actions import Act
    from topboard.event.session import PendingEntry
    from topboard.event.state import Event
    from topboard.storage.journal import Journal

__all__ = ["ActionContext", "EventFile"]


class EventFile(JournalSession):
    """The old name of ``JournalSession``, with the old names of its methods."""

    def __init__(self, journal: Journal, copy: JournalCopy | None = None) -> None:
        message = "topboard.storage.event_file.EventFile is now {module}.JournalSession"
        warn(message.format(module="topboard.storage.session"), DeprecationWarning, stacklevel=3)
        super().__init__(journal, copy)

    def take(self, act: Act, context: ActionContext) -> PendingEntry:
        """Record an action. The current name of this method is ``record``."""
        return self.record(act, context)

    def take_made(self, make: Callable[[Event], Act], context: ActionContext) -> PendingEntry:
        """Record an action built from the latest state.

        The current name is ``build_and_record``.
        """
        return self.build_and_record(make, context)

    def take_all(self, several: Iterable[Act], context: ActionContext) -> list[PendingEntry]:
        """Record several actions. The current name of this method is ``record_several_actions``."""
        return self.record_several_actions(several, context)

    def one_transaction(self) -> AbstractContextManager[None]:
        """Record several actions or none. The current name of this method is ``transaction``."""
        return self.transaction()
