"""The strength of the opposition that everybody has met, by which a bracket is ranked."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.model import Pending, Played, Unfinished, Withdrawn, ZeroPointBye

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping

    from topboard.model import Number, Tenths
    from topboard.systems.fide_common.players import History, Roll


@dataclass(frozen=True, slots=True)
class Index:
    """What the opponents of a player have scored."""

    buchholz: Tenths
    """The sum of their points."""
    sonneborn_berger: int
    """Of each his points times what was scored against him, in hundredths."""


def indices(history: History) -> dict[Number, Index]:
    """The index of everybody to be paired; virtual points have no part in it."""
    points = history.points()
    missing = away_for_nothing(history)
    worth = {n: points[n] + gained_by_absence(history, n, missing) for n in points}
    return {n: index_of(history, n, points[n], worth) for n in history.present}


def index_of(
    history: History, number: Number, own: Tenths, worth: Mapping[Number, Tenths]
) -> Index:
    """The index of one player, who has met himself in every round that he did not play."""
    buchholz = sonneborn_berger = 0
    for outcome, scored in zip(history.rows[number], history.scored[number], strict=True):
        met = own
        if isinstance(outcome, Played | Unfinished | Pending):
            met = worth[outcome.opponent]
        buchholz += met
        sonneborn_berger += scored * met
    return Index(buchholz, sonneborn_berger)


def away_for_nothing(history: History) -> set[Number]:
    """The players who have a zero-point bye in the round to be paired, or have withdrawn."""
    upcoming = history.tournament.round_to_pair
    return {
        request.number
        for request in history.tournament.requests
        if (request.round == upcoming and isinstance(request.outcome, ZeroPointBye))
        or (request.round <= upcoming and isinstance(request.outcome, Withdrawn))
    }


def gained_by_absence(history: History, number: Number, missing: Container[Number]) -> Tenths:
    """What the opponents of a player gain because the player has stayed away.

    A series of zero-point byes that reaches the round to be paired, so that the player is one of
    the ``missing``, counts as draws for them in the rounds before it.
    """
    if number not in missing:
        return 0
    rounds = zip(reversed(history.rows[number]), reversed(history.scored[number]), strict=True)
    away = takewhile(lambda one: isinstance(one[0], ZeroPointBye | Withdrawn), rounds)
    return sum(history.scale.draw - scored for _, scored in away)


def ranks(found: Mapping[Number, Index]) -> dict[Number, int]:
    """Everybody's rank, 0 the highest: by Buchholz, Sonneborn-Berger and number, not by score."""

    def key(number: Number) -> tuple[int, int, Number]:
        index = found[number]
        return -index.buchholz, -index.sonneborn_berger, number

    return {number: rank for rank, number in enumerate(sorted(found, key=key))}


def by_rank(roll: Roll, ranked: Mapping[Number, int], places: Iterable[int]) -> list[int]:
    """Some places of a roll, the highest ranked first."""
    return sorted(places, key=lambda place: ranked[roll.number(place)])
