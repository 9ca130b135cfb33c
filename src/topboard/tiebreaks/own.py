"""Tie-breaks of a competitor's own results."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from topboard.model import POINT, ForfeitWin, FullPointBye, PairingBye, Pending
from topboard.tiebreaks.standings import Item, Value

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.model import Number, Outcome, Tenths
    from topboard.tiebreaks.ranking import Facts


def cumulative(facts: Facts, tied: Sequence[Number]) -> dict[Number, Value]:
    """The sum of the tournament scores after each round, less a point for each unplayed win.

    A round without a result is not over yet.
    """
    assert facts.rounds is not None
    return {
        n: _cumulative(facts.outcomes[n], [points for _, points in facts.rounds[n]]) for n in tied
    }


def _cumulative(row: Sequence[Outcome], scores: Sequence[Tenths]) -> Value:
    running = accumulate(scores)
    items = [
        Item(number, getattr(outcome, "opponent", None), total)
        for number, (outcome, total) in enumerate(zip(row, running, strict=True), start=1)
        if not isinstance(outcome, Pending)
    ]
    items += _unplayed_wins(row, scores)
    return Value(sum(item.value for item in items), items=tuple(items))


def _unplayed_wins(row: Sequence[Outcome], scores: Sequence[Tenths]) -> Iterator[Item]:
    """A point less for each round won without playing, a bye of one point included."""
    for number, (outcome, points) in enumerate(zip(row, scores, strict=True), start=1):
        if isinstance(outcome, ForfeitWin | FullPointBye | PairingBye) and points >= POINT:
            yield Item(number, None, -POINT, note="unplayed win")


def rounds_not_counted(facts: Facts) -> str:
    """Why nothing that goes by single rounds applies."""
    return "" if facts.rounds is not None else "these rules do not count points by rounds"


def game_points_scored(facts: Facts, tied: Sequence[Number]) -> dict[Number, Value]:
    """The number of game points scored."""
    assert facts.game_points is not None
    return {n: Value(facts.game_points[n]) for n in tied}


def no_game_points(facts: Facts) -> str:
    """Why game points do not apply."""
    return "" if facts.game_points is not None else "no game points stand beside the points"
