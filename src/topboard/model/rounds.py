"""Rounds that were played, and the pairs of the next round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.model.participants import Number, Tenths
from topboard.model.results import Away, Meeting, PairingBye

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Round:
    """One round: its meetings in board order, and the absent participants with the reason.

    A participant in neither list was absent.
    """

    number: int
    meetings: tuple[Meeting, ...] = ()
    away: tuple[tuple[Number, Away], ...] = ()
    tables_known: bool = True
    numbers_in_force: bool = True
    """Whether the numbers are those in force in this round; if not, it cannot be paired again.

    It is False if a record gives the numbers of a later round.
    """

    def __repr__(self) -> str:
        return f"<Round {self.number}: {len(self.meetings)} meetings, {len(self.away)} away>"

    @property
    def bye(self) -> Number | None:
        """Return the participant with the pairing-allocated bye, or None."""
        return next((n for n, outcome in self.away if isinstance(outcome, PairingBye)), None)


@dataclass(frozen=True, slots=True)
class Pair:
    """The two participants of a board with their colours (for teams, those on board 1)."""

    table: int
    white: Number
    black: Number


@dataclass(frozen=True, slots=True)
class Tables:
    """A round without its reasons: the pairs in board order and the receiver of the bye."""

    pairs: tuple[Pair, ...]
    bye: Number | None
    points: Mapping[Number, Tenths]
    """The score of each participant, without virtual points."""
