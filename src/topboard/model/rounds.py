"""A round that was played, and the pairs of a round to come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.model.participants import Number, Tenths
from topboard.model.results import Away, Meeting, PairingBye

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Round:
    """One round: the meetings in the order of the tables, and who was away and why.

    A competitor that is in neither list was absent.
    """

    number: int
    meetings: tuple[Meeting, ...] = ()
    away: tuple[tuple[Number, Away], ...] = ()
    tables_known: bool = True
    numbers_in_force: bool = True
    """False where a record gives the numbers of a later round: it cannot be paired again."""

    def __repr__(self) -> str:
        return f"<Round {self.number}: {len(self.meetings)} meetings, {len(self.away)} away>"

    @property
    def bye(self) -> Number | None:
        """Who had the pairing bye."""
        return next((n for n, outcome in self.away if isinstance(outcome, PairingBye)), None)


@dataclass(frozen=True, slots=True)
class Pair:
    """A table of the round: who meets whom, with the colours (of board 1)."""

    table: int
    white: Number
    black: Number


@dataclass(frozen=True, slots=True)
class Tables:
    """A round without its reasons: the tables in their order, and who has the bye."""

    pairs: tuple[Pair, ...]
    bye: Number | None
    points: Mapping[Number, Tenths]
    """What everybody has scored, without virtual points."""
