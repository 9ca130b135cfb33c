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
class Withdrawal:
    """The withdrawal or expulsion of a participant from a round robin."""

    number: Number
    round: int
    """The first round that the participant missed."""
    completed: int
    games: int
    """The number of games that the participant was scheduled to play."""

    @property
    def has_completed_half(self) -> bool:
        """Return whether the participant completed at least half of their scheduled games."""
        return 2 * self.completed >= self.games

    def did_opponent_withdraw_later(self, opponent: Withdrawal | None, round_number: int) -> bool:
        """Return whether the opponent withdrew later and was still present in the given round.

        Pass None for an opponent who has not withdrawn.
        """
        return opponent is None or opponent.round > max(round_number, self.round)


def find_withdrawals(tournament: Tournament, games: int) -> dict[Number, Withdrawal]:
    """Return the withdrawals that take effect by the next round, keyed by participant.

    ``games`` is the number of games scheduled for each participant.
    """
    rows = outcomes(tournament)
    return {
        n: Withdrawal(n, first, count_finished_games(rows[n]), games)
        for n, first in find_withdrawal_rounds(tournament).items()
    }


def find_withdrawal_rounds(tournament: Tournament) -> dict[Number, int]:
    """Return the first round that each withdrawn participant misses, keyed by participant.

    Both recorded outcomes and withdrawal requests count.
    """
    rows = outcomes(tournament)
    gone = {n: first for n, row in rows.items() if (first := _find_recorded_withdrawal_round(row))}
    for number, first in _generate_requested_withdrawals(tournament):
        if number in rows:
            gone[number] = min(first, gone.get(number, first))
    return gone


def list_withdrawn_participants(tournament: Tournament, *, may_return: bool) -> frozenset[Number]:
    """Return the participants who have left the event.

    If ``may_return`` is true and rounds remain, only withdrawal requests count, because a
    participant recorded as withdrawn may still return.
    """
    asked = frozenset(number for number, _ in _generate_requested_withdrawals(tournament))
    goes_on = tournament.round_to_pair <= tournament.planned_rounds
    return asked if may_return and goes_on else asked | find_withdrawal_rounds(tournament).keys()


def _generate_requested_withdrawals(tournament: Tournament) -> Iterator[tuple[Number, int]]:
    """Yield each participant with a withdrawal request that has taken effect, and its round."""
    for request in tournament.requests:
        if isinstance(request.outcome, Withdrawn) and request.round <= tournament.round_to_pair:
            yield request.number, request.round


def _find_recorded_withdrawal_round(row: tuple[Outcome, ...]) -> int:
    """Return the round from which a participant is recorded as withdrawn, or 0 if there is none."""
    missing = sum(1 for _ in takewhile(lambda o: isinstance(o, Withdrawn), reversed(row)))
    return len(row) - missing + 1 if missing else 0


def count_finished_games(row: tuple[Outcome, ...]) -> int:
    """Return the number of games played to the end. Forfeited and unfinished games do not count."""
    return sum(isinstance(outcome, Played) for outcome in row)


def find_annulled_participants(gone: Mapping[Number, Withdrawal]) -> frozenset[Number]:
    """Return the withdrawn participants who completed less than half of their games.

    Points scored by them or against them do not count.
    """
    return frozenset(n for n, leaver in gone.items() if not leaver.has_completed_half)
