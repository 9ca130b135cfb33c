"""Who left a round robin, and whether half of their games were completed by then."""

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
    """A competitor who withdrew or was expelled."""

    number: Number
    round: int
    """The first round he is no longer there for."""
    completed: int
    games: int
    """How many games the table has for him."""

    @property
    def counts(self) -> bool:
        """Whether at least half of his games were completed."""
        return 2 * self.completed >= self.games

    def outlasted_by(self, opponent: Leaver | None, round_number: int) -> bool:
        """Whether the opponent was there in the round, and still when this competitor left."""
        return opponent is None or opponent.round > max(round_number, self.round)


def leavers(tournament: Tournament, games: int) -> dict[Number, Leaver]:
    """Everybody who has left by the round to come; ``games`` is what each was to play."""
    rows = outcomes(tournament)
    return {
        n: Leaver(n, first, games_completed(rows[n]), games)
        for n, first in rounds_of_leaving(tournament).items()
    }


def rounds_of_leaving(tournament: Tournament) -> dict[Number, int]:
    """The first round that somebody is no longer there for, by the record or by request."""
    rows = outcomes(tournament)
    gone = {n: first for n, row in rows.items() if (first := _recorded_withdrawal_round(row))}
    for number, first in _requested_withdrawals(tournament):
        if number in rows:
            gone[number] = min(first, gone.get(number, first))
    return gone


def withdrawn(tournament: Tournament, *, may_return: bool) -> frozenset[Number]:
    """Return everybody who has left the event.

    Somebody whom the record has as withdrawn is back if they ``may_return``, there is a next round
    and no request keeps them out of it.
    """
    asked = frozenset(number for number, _ in _requested_withdrawals(tournament))
    goes_on = tournament.round_to_pair <= tournament.planned_rounds
    return asked if may_return and goes_on else asked | rounds_of_leaving(tournament).keys()


def _requested_withdrawals(tournament: Tournament) -> Iterator[tuple[Number, int]]:
    """Who leaves by the next round at the latest, and from which round on."""
    for request in tournament.requests:
        if isinstance(request.outcome, Withdrawn) and request.round <= tournament.round_to_pair:
            yield request.number, request.round


def _recorded_withdrawal_round(row: tuple[Outcome, ...]) -> int:
    """The round from which the record has the competitor as withdrawn; 0 if it has not."""
    missing = sum(1 for _ in takewhile(lambda o: isinstance(o, Withdrawn), reversed(row)))
    return len(row) - missing + 1 if missing else 0


def games_completed(row: tuple[Outcome, ...]) -> int:
    """The games played to their end; a default or an unfinished game is not completed."""
    return sum(isinstance(outcome, Played) for outcome in row)


def annulled_participants(gone: Mapping[Number, Leaver]) -> frozenset[Number]:
    """Who completed less than half: points scored by them or against them do not count."""
    return frozenset(n for n, leaver in gone.items() if not leaver.counts)
