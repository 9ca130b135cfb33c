"""The tie-breaks of the editions, from one item per round."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .olympiad_record import BYE_GAME_POINTS, Kind

if TYPE_CHECKING:
    from collections.abc import Callable

    from topboard.model import Number

    from .olympiad_record import Line, Record

    TieBreak = Callable[[Record, Number], int]
    ItemOf = Callable[[Record, Number, Line], "Item"]

NO_SHOW_WIN_2008 = 30


class Item(NamedTuple):
    """An opponent's match points and the game points scored against it."""

    played: bool
    """False: the item that is left out, whatever the others are."""
    match_points: int
    game_points: int


def item_2008(record: Record, number: Number, line: Line) -> Item:
    """A bye is a draw against the team itself, a no-show a match won by 3 - 1."""
    if line.kind is Kind.DEFAULT_WIN:
        # Where the record does not name the absent team, its match points are not known.
        points = record.match_points[line.opponent] if line.opponent is not None else 0
        return Item(True, points, NO_SHOW_WIN_2008)
    if line.kind is Kind.BYE:
        return Item(True, record.match_points[number], BYE_GAME_POINTS)
    return _item(line, record.match_points)


def item_2009(record: Record, number: Number, line: Line) -> Item:
    """A bye or a no-show is a drawn match against the team itself, also where the team is an
    opponent; of a team's own rounds it is the one left out."""
    points = record.match_points_with_no_shows_drawn
    if line.kind in (Kind.DEFAULT_WIN, Kind.BYE):
        return Item(False, points[number], BYE_GAME_POINTS)
    return _item(line, points)


def _item(line: Line, match_points: dict[Number, int]) -> Item:
    if line.kind is Kind.MATCH:
        assert line.opponent is not None
        return Item(True, match_points[line.opponent], line.points)
    return Item(False, 0, 0)


def sonneborn_berger(item_of: ItemOf) -> TieBreak:
    """The opponents' match points times the game points against them, without one opponent.

    Left out is a round not played, else the opponent with the fewest match points; among several
    the smallest product. In tenths times tenths.
    """

    def value(record: Record, number: Number) -> int:
        products = sorted(
            (item.played, item.match_points, item.match_points * item.game_points)
            for item in _items(item_of, record, number)
        )
        return sum(product for _, _, product in products[1:])

    return value


def opponents_points_without_lowest(item_of: ItemOf) -> TieBreak:
    """The sum of the opponents' match points without the lowest."""

    def value(record: Record, number: Number) -> int:
        points = sorted(
            (item.played, item.match_points) for item in _items(item_of, record, number)
        )
        return sum(match_points for _, match_points in points[1:])

    return value


def opponents_points(item_of: ItemOf) -> TieBreak:
    """The sum of the opponents' match points."""

    def value(record: Record, number: Number) -> int:
        return sum(item.match_points for item in _items(item_of, record, number))

    return value


def game_points(record: Record, number: Number) -> int:
    """The number of game points scored."""
    return record.game_points[number]


def _items(item_of: ItemOf, record: Record, number: Number) -> list[Item]:
    return [item_of(record, number, line) for line in record.lines[number]]


TIE_BREAKS_2008 = (
    sonneborn_berger(item_2008),
    opponents_points_without_lowest(item_2008),
    opponents_points(item_2008),
)
TIE_BREAKS_DRESDEN = (*TIE_BREAKS_2008[:2], game_points)
TIE_BREAKS_2009 = (
    sonneborn_berger(item_2009),
    game_points,
    opponents_points_without_lowest(item_2009),
)
