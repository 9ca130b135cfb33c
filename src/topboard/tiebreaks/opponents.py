"""Tie-breaks of the Olympiads, made of the opponents' match points and one's own game points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from topboard.model import (
    POINT,
    DoubleForfeit,
    ForfeitLoss,
    ForfeitWin,
    PairingBye,
    Pending,
    Played,
    Unfinished,
)
from topboard.tiebreaks.standings import Item, Value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from topboard.model import Number, Outcome, Tenths

    NoShow = Callable[[Number, ForfeitWin, Mapping[Number, Tenths]], "Faced"]

DRAWN_GAME_POINTS: Tenths = 20
THREE_ONE_GAME_POINTS: Tenths = 30


@dataclass(frozen=True, slots=True)
class Faced:
    """What a round counts in a tie-break: an opponent's match points, own game points."""

    opponent: Number | None
    opponent_points: Tenths
    game_points: Tenths
    note: str = ""

    @property
    def product(self) -> int:
        """Opponent's match points times game points achieved against it, in hundredths."""
        return self.opponent_points * self.game_points


def drawn_with_itself(number: Number, points: Mapping[Number, Tenths], note: str) -> Faced:
    """A drawn match against the team itself."""
    return Faced(None, points[number], DRAWN_GAME_POINTS, note)


def no_show_as_draw(number: Number, _outcome: ForfeitWin, points: Mapping[Number, Tenths]) -> Faced:
    """Opponents that did not appear count as a drawn match against the team itself."""
    return drawn_with_itself(number, points, "opponents did not come: a draw with itself")


def no_show_as_three_one(
    _number: Number, outcome: ForfeitWin, points: Mapping[Number, Tenths]
) -> Faced:
    """Opponents that did not appear count as a match won by three to one."""
    absent = outcome.opponent
    against = 0 if absent is None else points[absent]
    return Faced(absent, against, THREE_ONE_GAME_POINTS, "opponents did not come: won 3-1")


def faced(
    number: Number,
    row: Sequence[Outcome],
    points: Mapping[Number, Tenths],
    no_show: NoShow,
    boards: int,
) -> tuple[Faced, ...]:
    """What each round counts; a round without any opponent counts nothing at all."""
    return tuple(_faced(number, outcome, points, no_show, boards) for outcome in row)


def _faced(
    number: Number,
    outcome: Outcome,
    points: Mapping[Number, Tenths],
    no_show: NoShow,
    boards: int,
) -> Faced:
    match outcome:
        case Played():
            return Faced(outcome.opponent, points[outcome.opponent], outcome.points)
        case Unfinished():
            # The games still going on are draws, as in the totals.
            going_on = boards * POINT - outcome.points - outcome.against
            provisional = outcome.points + going_on // 2
            return Faced(outcome.opponent, points[outcome.opponent], provisional, "unfinished")
        case PairingBye():
            return drawn_with_itself(number, points, "bye: a draw with itself")
        case ForfeitWin():
            return no_show(number, outcome, points)
        case ForfeitLoss() | DoubleForfeit():
            return Faced(outcome.opponent, 0, 0, "did not come")
        case Pending():
            return Faced(outcome.opponent, points[outcome.opponent], 0, "no result yet")
        case _:
            return Faced(None, 0, 0, "not paired")


def _lowest(faced_: Sequence[Faced]) -> int | None:
    """Which round is left out: the fewest match points, among equals the smallest product."""
    if not faced_:
        return None
    return min(range(len(faced_)), key=lambda i: (faced_[i].opponent_points, faced_[i].product, i))


def _sum(faced_: Sequence[Faced], values: Iterable[int], left_out: int | None, scale: int) -> Value:
    items = tuple(
        Item(i + 1, one.opponent, value, i == left_out, one.note)
        for i, (one, value) in enumerate(zip(faced_, values, strict=True))
    )
    return Value(sum(item.value for item in items if not item.left_out), scale, items)


def sonneborn_berger_without_lowest(faced_: Sequence[Faced]) -> Value:
    """Match points of each opponent but the lowest, times the game points achieved against it."""
    return _sum(faced_, (one.product for one in faced_), _lowest(faced_), 100)


def match_points_of_opponents_without_lowest(faced_: Sequence[Faced]) -> Value:
    """The sum of the match points of all opponents but the lowest."""
    return _sum(faced_, (one.opponent_points for one in faced_), _lowest(faced_), 10)


def match_points_of_opponents(faced_: Sequence[Faced]) -> Value:
    """The sum of the match points of all opponents."""
    return _sum(faced_, (one.opponent_points for one in faced_), None, 10)


def game_points_scored(total: Tenths) -> Value:
    """The number of game points scored."""
    return Value(total)
