"""Tie-breaks based on a participant's own results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.messages import worded
from topboard.model import POINT, ForfeitWin, FullPointBye, PairingBye, Pending
from topboard.tiebreaks.standings import Item, Value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.model import Number, Outcome, Tenths
    from topboard.tiebreaks.ranking import Facts


def cumulative_score(facts: Facts, tied: Sequence[Number]) -> dict[Number, Value]:
    """Return each participant's sum of the scores after each round, minus one point for each
    unplayed win.

    A round without a result does not count yet.
    """
    assert facts.rounds is not None
    return {n: _build_cumulative_value(facts.outcomes[n], facts.rounds[n]) for n in tied}


def _build_cumulative_value(
    row: Sequence[Outcome], rounds: Sequence[tuple[Number | None, Tenths]]
) -> Value:
    running = 0
    items, unplayed_wins = [], []
    for number, (outcome, (opponent, points)) in enumerate(zip(row, rounds, strict=True), start=1):
        running += points
        if not isinstance(outcome, Pending):
            items.append(Item(number, opponent, running))
        # This includes a bye of one point.
        if isinstance(outcome, ForfeitWin | FullPointBye | PairingBye) and points >= POINT:
            unplayed_wins.append(Item(number, None, -POINT, note=worded("unplayed win")))
    items += unplayed_wins
    return Value(sum(item.value for item in items), POINT, tuple(items))


def explain_missing_round_points(facts: Facts) -> str:
    """Return why the points for each round are not available, or an empty string if they are."""
    return (
        ""
        if facts.rounds is not None
        else worded("this tie-break needs points for each round, which these rules do not define")
    )


def game_points_scored(facts: Facts, tied: Sequence[Number]) -> dict[Number, Value]:
    """Return each team's game points."""
    assert facts.game_points is not None
    return {n: Value(facts.game_points[n]) for n in tied}


def explain_missing_game_points(facts: Facts) -> str:
    """Return why game points are not available, or an empty string if they are."""
    return (
        ""
        if facts.game_points is not None
        else worded("this tie-break needs game points, which this event does not have")
    )
