"""Tie-breaks of round robins: Sonneborn-Berger, results between the tied, the director's word."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from topboard.errors import BadInput, Problem
from topboard.records import dataclass
from topboard.tiebreaks.standings import Item, Line, Standings, Value, ranked

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from topboard.model import Lot, Number, Tenths
    from topboard.tiebreaks.standings import Column

PURPOSE = "director's order of the tied"
"""The purpose of the lot that holds the director's word, the better placed first."""


@dataclass(frozen=True, slots=True)
class Counted:
    """What a round counts: against whom, the points, and the share of the opponent's score."""

    opponent: Number | None = None
    score: Tenths = 0
    """The points that decide the place: of the game, or of the match."""
    share: Tenths = 0
    """All of the opponent's score for a game won over the board, half of it for a drawn one."""


def sonneborn_berger(row: Sequence[Counted], final: Mapping[Number, Tenths]) -> Value:
    """The final scores of those beaten and half the final scores of those drawn with.

    Games lost and games not played add nothing.
    """
    items = tuple(
        Item(number, counted.opponent, counted.share * final[counted.opponent])
        for number, counted in enumerate(row, start=1)
        if counted.share and counted.opponent is not None
    )
    return Value(sum(item.value for item in items), 100, items)


def results_between(row: Sequence[Counted], tied: Collection[Number]) -> Value:
    """The points of the games between the players who are tied."""
    items = tuple(
        Item(number, counted.opponent, counted.score)
        for number, counted in enumerate(row, start=1)
        if counted.opponent in tied
    )
    return Value(sum(item.value for item in items), 10, items)


def directors_order(lots: Sequence[Lot], numbers: Collection[Number]) -> dict[Number, Value]:
    """The director's word on ties that nothing else has broken; who is not named comes last."""
    words = [lot for lot in lots if lot.purpose == PURPOSE]
    named = [number for word in words for number in word.order]
    problems = [
        Problem("nobody has this number", f"lot {PURPOSE!r}", str(n), "correct it")
        for n in named
        if n not in numbers
    ] + [
        Problem("named twice", f"lot {PURPOSE!r}", str(n), "keep it once")
        for n in sorted({n for n in named if named.count(n) > 1})
    ]
    if problems:
        raise BadInput(problems)
    return {
        number: Value(len(word.order) - place, 1)
        for word in words
        for place, number in enumerate(word.order)
    }


def standings(
    system: str,
    after_round: int,
    columns: tuple[Column, Column, Column],
    rows: Mapping[Number, Sequence[Counted]],
    final: Mapping[Number, Tenths],
    void: Collection[Number],
    lots: Sequence[Lot],
) -> Standings:
    """The table by score and the tie-breaks; ``void`` are those whose games do not count.

    They stay in the table, below the others and without points. The last column is there only
    where the director has spoken.
    """
    word = directors_order(lots, final.keys())
    first = {n: sonneborn_berger(rows[n], final) for n in final if n not in void}
    tied: dict[tuple[int, int], list[Number]] = defaultdict(list)
    for number, value in first.items():
        tied[final[number], value.value].append(number)
    values: dict[Number, tuple[Value, ...]] = {}
    for number, value in first.items():
        between = results_between(rows[number], tied[final[number], value.value])
        values[number] = (value, between, word.get(number, Value(0, 1)))[: 3 if word else 2]
    shown = columns if word else columns[:2]
    table = ranked(system, after_round, shown, {n: final[n] for n in first}, values)
    last = len(table.lines) + 1
    left = tuple(Line(last, n, 0, (Value(0),) * len(shown), annulled=True) for n in sorted(void))
    return Standings(system, after_round, shown, (*table.lines, *left))
