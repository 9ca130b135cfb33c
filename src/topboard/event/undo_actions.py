"""Actions that undo and restore earlier journal entries."""

from __future__ import annotations

from typing import TypeAlias

from topboard._frozen import dataclass
from topboard.event.round_actions import ChangeGround
from topboard.model import Number


@dataclass(frozen=True, slots=True)
class Undo:
    """Action that undoes an earlier journal entry, which then no longer counts."""

    entry: int
    ground: ChangeGround = ChangeGround.OTHER
    """The reason for changing a published pairing, if undoing the entry changes one."""
    informed: tuple[Number, ...] = ()
    """The participants or captains who were informed, if undoing changes a published pairing."""


@dataclass(frozen=True, slots=True)
class Redo:
    """Action that restores a journal entry that was undone."""

    entry: int


TakingBack: TypeAlias = Undo | Redo
