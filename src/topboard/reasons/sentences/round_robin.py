"""Sentences that explain the reasons of round robins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topboard.messages import say, say_count
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
    from topboard.reasons.decisions import Reason

    Name = Callable[[Number], str]


def _pair_sentence(reason: PairedByTable, name: Name) -> str:
    first, second = reason.white_seat, reason.black_seat
    turned = ""
    if reason.colours_reversed:
        first, second, turned = second, first, say(", colours reversed in the second cycle")
    return say(
        "{white} has White against {black}: the table for {size} sets {first} - {second} in its"
        " round {row}{turned} ({article}).",
        white=name(reason.white),
        black=name(reason.black),
        size=reason.size,
        first=first,
        second=second,
        row=reason.row,
        turned=turned,
        article=reason.article,
    )


def _free(reason: FreeByTable, name: Name) -> str:
    return say(
        "{who} is free: the table for {size} has no opponent for number {seat} in its round"
        " {row}; a bye is not scored ({article}).",
        who=name(reason.number),
        size=reason.size,
        seat=reason.seat,
        row=reason.row,
        article=reason.article,
    )


def _missing(reason: OpponentMissing, name: Name) -> str:
    opponent = name(reason.opponent)
    if not reason.left:
        what = say(
            "{opponent} is absent; the game is played at another time or scored as a default",
            opponent=opponent,
        )
    elif reason.counts:
        what = say(
            "{opponent} has left after at least half of the games; the game counts as won",
            opponent=opponent,
        )
    else:
        what = say(
            "{opponent} has left before half of the games; none of them counts", opponent=opponent
        )
    return say(
        "{who} has no opponent: {what} ({article}).",
        who=name(reason.number),
        what=what,
        article=reason.article,
    )


def _number_drawn(reason: NumberDrawn, name: Name) -> str:
    how = say("the first in the order drawn")
    if reason.passed_over:
        how += " " + say("by whom compatriots stay apart")
    return say(
        "Number {seat} goes to {who}, {how} ({article}).",
        seat=reason.seat,
        who=name(reason.number),
        how=how,
        article=reason.article,
    )


def _compatriots(reason: CompatriotsMeet, name: Name) -> str:
    bound = say_count(
        "no draw leaves fewer than {count} such game",
        "no draw leaves fewer than {count} such games",
        reason.least,
    )
    if not reason.proved:
        bound = say_count(
            "the best draw found leaves {count} such game; a better one may exist",
            "the best draw found leaves {count} such games; a better one may exist",
            reason.least,
        )
    return say(
        "{first} and {second}, both of {province}, meet in round {round}: {bound} ({article}).",
        first=name(reason.first),
        second=name(reason.second),
        province=reason.province,
        round=reason.round,
        bound=bound,
        article=reason.article,
    )


def _meets_compatriot(obstacle: MeetsCompatriot, name: Name) -> str:
    return say(
        "would meet {other}, also of {province}, in round {round}",
        other=name(obstacle.other),
        province=obstacle.province,
        round=obstacle.round,
    )


def _leaves_no_draw(obstacle: LeavesNoDraw, _name: Name) -> str:
    if obstacle.proved:
        return say("the other numbers could not keep compatriots apart as well")
    return say("no arrangement of the other numbers was found")


SENTENCES: dict[type, Callable[[Any, Name], str]] = {
    PairedByTable: _pair_sentence,
    FreeByTable: _free,
    OpponentMissing: _missing,
    NumberDrawn: _number_drawn,
    CompatriotsMeet: _compatriots,
}

OBSTACLES: dict[type, Callable[[Any, Name], str]] = {
    MeetsCompatriot: _meets_compatriot,
    LeavesNoDraw: _leaves_no_draw,
}


def participants_concerned(reason: Reason) -> Iterable[Number]:
    """Return the participants a reason is about."""
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
