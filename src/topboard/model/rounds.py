"""Rounds that have been paired or played, and the pairs of the next round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from topboard._frozen import dataclass
from topboard.model.participants import Number, Tenths
from topboard.model.results import Away, Meeting, PairingBye

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Round:
    """One round: its pairings in board order, and the absent participants with the kind of absence.

    A participant in neither list counts as absent.
    """

    number: int
    meetings: tuple[Meeting, ...] = ()
    away: tuple[tuple[Number, Away], ...] = ()
    tables_known: bool = True
    numbers_in_force: bool = True
    """Whether the round is recorded with the TPNs that were valid when it was paired.

    If not, the round cannot be paired again for comparison.
    """

    def __repr__(self) -> str:
        return f"<Round {self.number}: {len(self.meetings)} meetings, {len(self.away)} away>"

    @property
    def bye(self) -> Number | None:
        """Return the participant with the pairing-allocated bye, or None if there is none."""
        return next((n for n, outcome in self.away if isinstance(outcome, PairingBye)), None)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two participants paired at a board, with their colours (for teams, those on board 1)."""

    table: int
    white: Number
    black: Number


@dataclass(frozen=True, slots=True)
class Tables:
    """The pairing of a round without reasons: its pairs in board order and the bye."""

    pairs: tuple[Pair, ...]
    bye: Number | None
    points: Mapping[Number, Tenths]
    """The score of each participant before the round, without virtual points."""


class PairedRound(Protocol):
    """A pairing of the next round, such as a ``RoundPairing``."""

    @property
    def round(self) -> int:
        """Return the number of the round."""

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """Return the pairs in board order."""

    @property
    def bye(self) -> Number | None:
        """Return the participant with the pairing-allocated bye, or None."""
