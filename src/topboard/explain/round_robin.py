"""The reasons of round robins in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topboard.reasons.round_robin import (
    CompatriotsMeet,
    FreeByTable,
    LeavesNoDraw,
    MeetsCompatriot,
    NumberDrawn,
    OpponentMissing,
    PairedByTable,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from topboard.model import Number
    from topboard.reasons import Reason

    Name = Callable[[Number], str]


def _paired(reason: PairedByTable, name: Name) -> str:
    first, second = reason.white_seat, reason.black_seat
    turned = ""
    if reason.colours_reversed:
        first, second, turned = second, first, ", colours reversed in the second cycle"
    return (
        f"{name(reason.white)} has White against {name(reason.black)}: the table for"
        f" {reason.size} sets {first} - {second} in its round {reason.row}{turned}"
        f" ({reason.article})."
    )


def _free(reason: FreeByTable, name: Name) -> str:
    return (
        f"{name(reason.number)} is free: the table for {reason.size} has no opponent for number"
        f" {reason.seat} in its round {reason.row}; a bye is not scored ({reason.article})."
    )


def _missing(reason: OpponentMissing, name: Name) -> str:
    opponent = name(reason.opponent)
    if not reason.left:
        what = f"{opponent} is absent; the game is played at another time or scored as a default"
    elif reason.counts:
        what = f"{opponent} has left after at least half of the games; the game counts as won"
    else:
        what = f"{opponent} has left before half of the games; none of them counts"
    return f"{name(reason.number)} has no opponent: {what} ({reason.article})."


def _number_drawn(reason: NumberDrawn, name: Name) -> str:
    how = "the first in the order drawn"
    if reason.passed_over:
        how += " by whom the provinces stay apart"
    return f"Number {reason.seat} goes to {name(reason.number)}, {how} ({reason.article})."


def _compatriots(reason: CompatriotsMeet, name: Name) -> str:
    games = "game" if reason.least == 1 else "games"
    bound = f"no draw leaves fewer than {reason.least} such {games}"
    if not reason.proved:
        bound = f"the best draw found leaves {reason.least} such {games}; a better one may exist"
    return (
        f"{name(reason.first)} and {name(reason.second)}, both of {reason.province}, meet in"
        f" round {reason.round}: {bound} ({reason.article})."
    )


def _meets_compatriot(obstacle: MeetsCompatriot, name: Name) -> str:
    return (
        f"would meet {name(obstacle.other)}, also of {obstacle.province}, in round {obstacle.round}"
    )


def _leaves_no_draw(obstacle: LeavesNoDraw, _name: Name) -> str:
    if obstacle.proved:
        return "the other numbers could not keep the provinces apart as well"
    return "no arrangement of the other numbers was found"


SENTENCES: dict[type, Callable[[Any, Name], str]] = {
    PairedByTable: _paired,
    FreeByTable: _free,
    OpponentMissing: _missing,
    NumberDrawn: _number_drawn,
    CompatriotsMeet: _compatriots,
}

OBSTACLES: dict[type, Callable[[Any, Name], str]] = {
    MeetsCompatriot: _meets_compatriot,
    LeavesNoDraw: _leaves_no_draw,
}


def concerned(reason: Reason) -> Iterable[Number]:
    """The competitors a reason is about."""
    match reason:
        case PairedByTable():
            return reason.white, reason.black
        case FreeByTable() | NumberDrawn():
            return (reason.number,)
        case OpponentMissing():
            return reason.number, reason.opponent
        case CompatriotsMeet():
            return reason.first, reason.second
        case _:
            return ()
