"""Withdrawals from an event, and the annulment of a withdrawn participant's results."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.model import Played, Withdrawn
from topboard.model.history import outcomes

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from topboard.model import Number, Outcome, Tournament


@dataclass(frozen=True, slots=True)
class Leaver:
    """A participant who withdrew or was expelled from a round robin."""

    number: Number
    round: int
    """The first round that the participant missed."""
    completed: int
    games: int
    """The number of games that the participant was scheduled to play."""

    @property
    def has_completed_half(self) -> bool:
        """Whether the participant completed at least half of their scheduled games."""
        return 2 * self.completed >= self.games

    def is_outlasted_by(self, opponent: Leaver | None, round_number: int) -> bool:
        """Return whether the opponent left later and was still present in the given round.

        Pass None for an opponent who has not left.
        """
        return opponent is None or opponent.round > max(round_number, self.round)


def find_leavers(tournament: Tournament, games: int) -> dict[Number, Leaver]:
    """Return the participants who will be gone by the next round, keyed by number.

    ``games`` is the number of games scheduled for each participant.
    """
    rows = outcomes(tournament)
    return {
        n: Leaver(n, first, games_completed(rows[n]), games)
        for n, first in withdrawal_rounds(tournament).items()
    }


def withdrawal_rounds(tournament: Tournament) -> dict[Number, int]:
    """Return the first round that each withdrawn participant misses, keyed by participant.

    Both recorded outcomes and withdrawal requests count.
    """
    rows = outcomes(tournament)
    gone = {n: first for n, row in rows.items() if (first := _recorded_withdrawal_round(row))}
    for number, first in _requested_withdrawals(tournament):
        if number in rows:
            gone[number] = min(first, gone.get(number, first))
    return gone


def withdrawn_participants(tournament: Tournament, *, may_return: bool) -> frozenset[Number]:
    """Return the participants who have left the event.

    If ``may_return`` is true and rounds remain, only those with a withdrawal request count. Anyone
    else who is recorded as withdrawn may still return.
    """
    asked = frozenset(number for number, _ in _requested_withdrawals(tournament))
    goes_on = tournament.round_to_pair <= tournament.planned_rounds
    return asked if may_return and goes_on else asked | withdrawal_rounds(tournament).keys()


def _requested_withdrawals(tournament: Tournament) -> Iterator[tuple[Number, int]]:
    """Yield each participant with a withdrawal request that has taken effect, and its round."""
    for request in tournament.requests:
        if isinstance(request.outcome, Withdrawn) and request.round <= tournament.round_to_pair:
            yield request.number, request.round


def _recorded_withdrawal_round(row: tuple[Outcome, ...]) -> int:
    """Return the round from which a participant is recorded as withdrawn, or 0 if there is none."""
    missing = sum(1 for _ in takewhile(lambda o: isinstance(o, Withdrawn), reversed(row)))
    return len(row) - missing + 1 if missing else 0


def games_completed(row: tuple[Outcome, ...]) -> int:
    """Return the number of games played to the end. Forfeited and unfinished games do not count."""
    return sum(isinstance(outcome, Played) for outcome in row)


def annulled_participants(gone: Mapping[Number, Leaver]) -> frozenset[Number]:
    """Return the leavers who completed less than half of their games.

    Points scored by them or against them do not count.
    """
    return frozenset(n for n, leaver in gone.items() if not leaver.has_completed_half)
