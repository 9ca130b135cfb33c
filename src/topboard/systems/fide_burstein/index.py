"""The opposition index, which ranks players by the strength of the opponents they have met."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.model import Pending, Played, Unfinished, Withdrawn, ZeroPointBye

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping

    from topboard.model import Number, Tenths
    from topboard.systems.fide_common.players import FideField, PairingHistory


@dataclass(frozen=True, slots=True)
class OppositionIndex:
    """A player's opposition index, which consists of a Buchholz and a Sonneborn-Berger score."""

    buchholz: Tenths
    """The sum of the opponents' points, in tenths of a point."""
    sonneborn_berger: int
    """The sum of each opponent's points times the points scored against them, in hundredths."""


def compute_opposition_indices(history: PairingHistory) -> dict[Number, OppositionIndex]:
    """Return the opposition index of each player to be paired. Virtual points do not count."""
    points = history.scores_without_virtual_points()
    missing = find_players_with_zero_points_for_absence(history)
    worth = {
        n: points[n] + count_added_points_of_absent_player(history, n, missing) for n in points
    }
    return {n: opposition_index(history, n, points[n], worth) for n in history.present}


def opposition_index(
    history: PairingHistory, number: Number, own: Tenths, worth: Mapping[Number, Tenths]
) -> OppositionIndex:
    """Return the opposition index of one player.

    In every round without a game, the player counts as their own opponent. ``worth`` maps each
    player to the points that count for an opponent's index.
    """
    buchholz = sonneborn_berger = 0
    for outcome, scored in zip(history.rows[number], history.scored[number], strict=True):
        met = own
        if isinstance(outcome, Played | Unfinished | Pending):
            met = worth[outcome.opponent]
        buchholz += met
        sonneborn_berger += scored * met
    return OppositionIndex(buchholz, sonneborn_berger)


def find_players_with_zero_points_for_absence(history: PairingHistory) -> set[Number]:
    """Return the players who have withdrawn or have a zero-point bye in the next round."""
    upcoming = history.tournament.round_to_pair
    return {
        request.number
        for request in history.tournament.requests
        if (request.round == upcoming and isinstance(request.outcome, ZeroPointBye))
        or (request.round <= upcoming and isinstance(request.outcome, Withdrawn))
    }


def count_added_points_of_absent_player(
    history: PairingHistory, number: Number, missing: Container[Number]
) -> Tenths:
    """Return the points added to an absent player's score for the opposition indices of opponents.

    If the player is in ``missing``, the most recent rounds with a zero-point bye or a withdrawal
    count as draws. Otherwise the result is 0.
    """
    if number not in missing:
        return 0
    rounds = zip(reversed(history.rows[number]), reversed(history.scored[number]), strict=True)
    away = takewhile(lambda one: isinstance(one[0], ZeroPointBye | Withdrawn), rounds)
    return sum(history.scale.draw - scored for _, scored in away)


def rank_by_opposition_index(found: Mapping[Number, OppositionIndex]) -> dict[Number, int]:
    """Return each player's rank by opposition index, with 0 as the highest rank.

    Players are sorted by Buchholz, then by Sonneborn-Berger, then by TPN. Their own scores do not
    count.
    """

    def sort_key(number: Number) -> tuple[int, int, Number]:
        index = found[number]
        return -index.buchholz, -index.sonneborn_berger, number

    return {number: rank for rank, number in enumerate(sorted(found, key=sort_key))}


def sort_players_by_rank(
    field: FideField, ranked: Mapping[Number, int], places: Iterable[int]
) -> list[int]:
    """Return the player indices in ranking order, highest rank first."""
    return sorted(places, key=lambda place: ranked[field.number_at_index(place)])
