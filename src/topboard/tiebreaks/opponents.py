"""Tie-breaks computed from the opponents' points, with the contribution of each round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.messages import worded
from topboard.model import (
    DoubleForfeit,
    ForfeitLoss,
    ForfeitWin,
    PairingBye,
    Pending,
    Played,
    Unfinished,
)
from topboard.model.scoring import convert_unfinished_to_draws
from topboard.tiebreaks.standings import Item, Value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from fractions import Fraction

    from topboard.model import Number, Outcome, Tenths
    from topboard.tiebreaks.ranking import Facts

    NotPlayed = PairingBye | ForfeitWin
    Unplayed = Callable[[Number, NotPlayed, Mapping[Number, Tenths]], "OpponentContribution"]


DRAWN_GAME_POINTS: Tenths = 20
THREE_ONE_GAME_POINTS: Tenths = 30


@dataclass(frozen=True, slots=True)
class OpponentContribution:
    """The contribution of a round to a tie-break: the opponent's points and the participant's
    result.
    """

    opponent: Number | None
    opponent_points: Tenths
    result: Tenths
    """The factor for the opponent's points, such as a team's game points in the match."""
    note: str = ""
    goes_first: bool = False
    """Whether the round is left out before any round that was played."""
    open: bool = False
    """Whether the round has no result yet. Such a round adds nothing and is never left out."""

    @property
    def product(self) -> int:
        """Return the opponent's points times the participant's result, in hundredths of a point."""
        return self.opponent_points * self.result


def _build_contribution_as_draw_against_self(
    number: Number, outcome: NotPlayed, points: Mapping[Number, Tenths], *, goes_first: bool
) -> OpponentContribution:
    note = (
        worded("bye, counted as a draw against the team itself")
        if isinstance(outcome, PairingBye)
        else worded("forfeit win, counted as a draw against the team itself")
    )
    return OpponentContribution(None, points[number], DRAWN_GAME_POINTS, note, goes_first)


def score_unplayed_win_as_draw_against_self(
    number: Number, outcome: NotPlayed, points: Mapping[Number, Tenths]
) -> OpponentContribution:
    """Return the contribution of a bye or forfeit win, counted as a draw against the team itself.

    Such a round is the first to be cut.
    """
    return _build_contribution_as_draw_against_self(number, outcome, points, goes_first=True)


def score_forfeit_win_as_three_one(
    number: Number, outcome: NotPlayed, points: Mapping[Number, Tenths]
) -> OpponentContribution:
    """Return the contribution of a bye or forfeit win.

    A bye counts as a draw against the team itself, and a forfeit win as a 3-1 win.
    """
    if isinstance(outcome, PairingBye):
        return _build_contribution_as_draw_against_self(number, outcome, points, goes_first=False)
    absent = outcome.opponent
    against = 0 if absent is None else points[absent]
    return OpponentContribution(
        absent, against, THREE_ONE_GAME_POINTS, worded("won by forfeit, counted as a 3-1 win")
    )


def opponent_contributions(
    number: Number,
    row: Sequence[Outcome],
    points: Mapping[Number, Tenths],
    unplayed: Unplayed,
    boards: int,
) -> tuple[OpponentContribution, ...]:
    """Return the contribution of each round to a participant's tie-breaks.

    A round in which the participant was not paired contributes nothing.
    """
    return tuple(
        _opponent_contribution(number, outcome, points, unplayed, boards) for outcome in row
    )


def _opponent_contribution(
    number: Number,
    outcome: Outcome,
    points: Mapping[Number, Tenths],
    unplayed: Unplayed,
    boards: int,
) -> OpponentContribution:
    match outcome:
        case Played():
            return OpponentContribution(outcome.opponent, points[outcome.opponent], outcome.points)
        case Unfinished():
            provisional = convert_unfinished_to_draws(outcome, boards).points
            return OpponentContribution(
                outcome.opponent, points[outcome.opponent], provisional, worded("unfinished")
            )
        case PairingBye() | ForfeitWin():
            return unplayed(number, outcome, points)
        case ForfeitLoss() | DoubleForfeit():
            return OpponentContribution(
                outcome.opponent, 0, 0, worded("lost by forfeit"), goes_first=True
            )
        case Pending():
            return OpponentContribution(outcome.opponent, 0, 0, worded("no result yet"), open=True)
        case _:
            return OpponentContribution(None, 0, 0, worded("not paired"), goes_first=True)


def _find_lowest_round_to_leave_out(faced_: Sequence[OpponentContribution]) -> int | None:
    """Return the index of the round to leave out, or None if no round has a result.

    It is the round against the opponent with the fewest match points. Among equals, it is the round
    with the smallest product of match points and game points.
    """
    over = [
        (not one.goes_first, one.opponent_points, one.product, place)
        for place, one in enumerate(faced_)
        if not one.open
    ]
    return min(over)[-1] if over else None


def _build_value_without_lowest_round(
    faced_: Sequence[OpponentContribution], values: list[int], left_out: int | None, scale: int
) -> Value:
    items = [
        Item(i + 1, one.opponent, value, i == left_out, one.note)
        for i, (one, value) in enumerate(zip(faced_, values, strict=True))
    ]
    less = 0 if left_out is None else values[left_out]
    return Value(sum(values) - less, scale, tuple(items))


def sonneborn_berger(facts: Facts, tied: Sequence[Number]) -> dict[Number, Value]:
    """Return each participant's Sonneborn-Berger.

    It is the sum of the final scores of the opponents beaten, plus half the scores of those drawn
    with. Lost and unplayed games add nothing.
    """
    found = {}
    for one, row in _generate_contributions_of_tied(facts, tied):
        items = tuple(
            Item(number, faced_.opponent, faced_.product)
            for number, faced_ in enumerate(row, start=1)
            if faced_.result and faced_.opponent is not None
        )
        found[one] = Value(sum(item.value for item in items), 100, items)
    return found


def sonneborn_berger_without_lowest(facts: Facts, tied: Sequence[Number]) -> dict[Number, Value]:
    """Return, for each team, the sum of opponents' match points times the game points scored.

    The opponent with the fewest match points is left out.
    """
    return {
        n: _build_value_without_lowest_round(
            row, [one.product for one in row], _find_lowest_round_to_leave_out(row), 100
        )
        for n, row in _generate_contributions_of_tied(facts, tied)
    }


def points_of_opponents_without_lowest(facts: Facts, tied: Sequence[Number]) -> dict[Number, Value]:
    """Return, for each team, the sum of its opponents' match points.

    The opponent with the fewest match points is left out.
    """
    return {
        n: _build_value_without_lowest_round(
            row, [one.opponent_points for one in row], _find_lowest_round_to_leave_out(row), 10
        )
        for n, row in _generate_contributions_of_tied(facts, tied)
    }


def points_of_opponents(facts: Facts, tied: Sequence[Number]) -> dict[Number, Value]:
    """Return, for each team, the sum of its opponents' match points."""
    return {
        n: _build_value_without_lowest_round(row, [one.opponent_points for one in row], None, 10)
        for n, row in _generate_contributions_of_tied(facts, tied)
    }


def _generate_contributions_of_tied(
    facts: Facts, tied: Sequence[Number]
) -> Iterator[tuple[Number, Sequence[OpponentContribution]]]:
    assert facts.faced is not None
    return ((n, facts.faced[n]) for n in tied)


def explain_missing_opponent_points(facts: Facts) -> str:
    """Return why sums of opponents' points cannot be computed, or an empty string if they can."""
    return (
        ""
        if facts.faced is not None
        else worded("this tie-break needs the scores of opponents, which these rules do not define")
    )


@dataclass(frozen=True, slots=True)
class OpponentRatingAverage:
    """A player's average rating of opponents (ARO), with the opponents on which it is based."""

    number: Number
    rating: int
    points: Tenths
    aro: Fraction | int | None
    """The average rating, an integer if the rules round it, or None before the first game."""
    opponents: tuple[tuple[int, Number, int], ...]
    """The opponents as (round, opponent's TPN, opponent's rating)."""
