"""A round that was played, and the pairs of the next round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.model.participants import Number, Tenths
from topboard.model.results import Away, Meeting, PairingBye

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Round:
    """One round: the meetings in the order of the boards, and who was away and why.

    A participant in neither list was absent.
    """

    number: int
    meetings: tuple[Meeting, ...] = ()
    away: tuple[tuple[Number, Away], ...] = ()
    tables_known: bool = True
    numbers_in_force: bool = True
    """Whether the numbers are those of this round; otherwise it cannot be paired again.

    It is False if a record gives the numbers of a later round.
    """

    def __repr__(self) -> str:
        return f"<Round {self.number}: {len(self.meetings)} meetings, {len(self.away)} away>"

    @property
    def bye(self) -> Number | None:
        """Return who had the pairing-allocated bye."""
        return next((n for n, outcome in self.away if isinstance(outcome, PairingBye)), None)


@dataclass(frozen=True, slots=True)
class Pair:
    """A board of the round: who meets whom, with the colours (for teams, on board 1)."""

    table: int
    white: Number
    black: Number


@dataclass(frozen=True, slots=True)
class Tables:
    """A round without its reasons: the pairs in order, and who has the bye."""

    pairs: tuple[Pair, ...]
    bye: Number | None
    points: Mapping[Number, Tenths]
    """Everyone's score, without virtual points."""
