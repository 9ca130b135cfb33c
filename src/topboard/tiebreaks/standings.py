"""A table of standings whose every number can be opened to the sum behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.errors import BadInput, Problem
from topboard.records import dataclass, field, replace

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from topboard.model import Number, Tenths


@dataclass(frozen=True, slots=True)
class Item:
    """One addend of a tie-break: a round, the opponent (None: no opponent) and what it adds."""

    round: int
    opponent: Number | None
    value: int
    left_out: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Value:
    """A tie-break of one competitor: its value and the items it is made of.

    ``value`` is an integer in the unit of the tie-break: ``scale`` of it make one point
    (10 for a sum of points in tenths, 100 for a sum of products of tenths).
    """

    value: int
    scale: int = 10
    items: tuple[Item, ...] = ()


@dataclass(frozen=True, slots=True)
class Column:
    """A criterion of the standings: a short name, a title and its article."""

    key: str
    title: str
    article: str


@dataclass(frozen=True, slots=True)
class Line:
    """A competitor's line; equal competitors share the higher place."""

    place: int
    number: Number
    points: Tenths
    values: tuple[Value, ...]
    annulled: bool = False
    """Whether nothing that was played counts: such a line stays below all others."""


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings after the rounds played: the columns are the tie-breaks in their order."""

    system: str
    after_round: int
    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    names: Mapping[Number, str] = field(default_factory=dict)
    """The names of the competitors, where they are known."""

    def __eq__(self, other: object) -> bool:
        """Two tables are the same whether or not the names are known."""
        if not isinstance(other, Standings):
            return NotImplemented
        return self._content == other._content

    def __hash__(self) -> int:
        return hash(self._content)

    @property
    def _content(self) -> tuple[object, ...]:
        return self.system, self.after_round, self.columns, self.lines

    def __repr__(self) -> str:
        keys = ", ".join(column.key for column in self.columns) or "points only"
        return (
            f"<Standings {self.system} after round {self.after_round}:"
            f" {len(self.lines)} lines, {keys}>"
        )

    def rows(self) -> list[dict[str, int | str]]:
        """The table as flat rows: place, number, name, points and every tie-break."""
        from topboard.figures import written

        return [
            {
                "place": line.place,
                "number": line.number,
                "name": self.names.get(line.number, ""),
                "points": written(line.points),
                **{
                    column.key: written(value.value, value.scale)
                    for column, value in zip(self.columns, line.values, strict=True)
                },
            }
            for line in self.lines
        ]

    def _repr_html_(self) -> str:
        from topboard.figures import table

        return table(self.rows())


def ranked(
    system: str,
    after_round: int,
    columns: tuple[Column, ...],
    points: Mapping[Number, Tenths],
    values: Mapping[Number, tuple[Value, ...]],
) -> Standings:
    """The table by points and the tie-breaks in their order; equal teams in order of number."""

    def key(number: Number) -> tuple[int, ...]:
        return (-points[number], *(-value.value for value in values[number]))

    lines: list[Line] = []
    for index, number in enumerate(sorted(points, key=lambda n: (*key(n), n)), start=1):
        place = index
        if lines and key(lines[-1].number) == key(number):
            place = lines[-1].place
        lines.append(Line(place, number, points[number], values[number]))
    return Standings(system, after_round, columns, tuple(lines))


def in_announced_order(table: Standings, keys: tuple[str, ...], own: Sequence[str]) -> Standings:
    """The table with the tie-breaks of these keys only, in their order.

    ``own`` are the keys of the edition. A column beyond them is somebody's word on those who are
    still tied: it stays, and stays last.
    """
    places = {column.key: i for i, column in enumerate(table.columns)}
    _refuse_unknown(keys, own)
    chosen = [places[key] for key in (*keys, *(key for key in places if key not in own))]
    columns = tuple(table.columns[i] for i in chosen)
    values = {line.number: tuple(line.values[i] for i in chosen) for line in table.lines}
    counting = {line.number: line.points for line in table.lines if not line.annulled}
    found = ranked(table.system, table.after_round, columns, counting, values)
    below = tuple(replace(o, values=values[o.number]) for o in table.lines if o.annulled)
    return replace(found, lines=(*found.lines, *below))


def _refuse_unknown(keys: Sequence[str], own: Sequence[str]) -> None:
    offered = f"one of: {', '.join(own)}" if own else "the system has none"
    unknown = [key for key in keys if key not in own]
    problems = [Problem("unknown tie-break", quoted=key, remedy=offered) for key in unknown]
    if len(set(keys)) < len(keys):
        problems.append(Problem("a tie-break is named twice", quoted=", ".join(keys)))
    if problems:
        raise BadInput(problems)
