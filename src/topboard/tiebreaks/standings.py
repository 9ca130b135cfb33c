"""A table of standings whose every number can be opened to the sum behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass, field
from topboard.messages import say
from topboard.text.numbers import format_decimal, format_points, table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from fractions import Fraction
    from typing import Any

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
    made_of: tuple[Item, ...] | Callable[[Number], tuple[Item, ...]] = ()
    """The items, or what makes them of a competitor's number: few are ever opened."""
    compared: tuple[int | Fraction, ...] | None = None
    """What decides where the value itself does not: the higher first, from left to right. A value
    that is not defined has nothing here, ``()``, and comes last."""
    exact: Fraction | None = None
    """The number itself where ``value`` is rounded."""
    of: Number | None = None
    """Whose it is, where the items are still to be made."""

    @property
    def items(self) -> tuple[Item, ...]:
        """The items whose sum or order the value is; made when somebody asks."""
        if isinstance(self.made_of, tuple):
            return self.made_of
        assert self.of is not None
        return self.made_of(self.of)

    @property
    def _content(self) -> tuple[Any, ...]:
        return self.value, self.scale, self.items, self.compared, self.exact

    def __eq__(self, other: object) -> bool:
        """Two values are the same if their items are, whether or not they are made yet."""
        return isinstance(other, Value) and self._content == other._content

    def __hash__(self) -> int:
        return hash((self.value, self.scale, self.compared))

    def __reduce__(self) -> tuple[Any, ...]:
        return Value, self._content

    @property
    def order(self) -> tuple[int | Fraction, ...]:
        """By what it is compared with others, the higher first."""
        if self.compared is not None:
            return self.compared
        return (self.value if self.exact is None else self.exact,)

    @property
    def defined(self) -> bool:
        """Whether there is a value at all."""
        return self.compared != ()

    @property
    def is_sum(self) -> bool:
        """Whether the items add up to the value."""
        return self.value == sum(item.value for item in self.items if not item.left_out)

    @property
    def written(self) -> str:
        """The value as a person writes it."""
        return format_points(self.value, self.scale) if self.defined else "-"

    @property
    def decimal(self) -> str:
        """The value as a decimal number, to four places where it is not exact; else nothing."""
        if not self.defined:
            return ""
        if self.exact is None:
            return format_decimal(self.value, self.scale)
        return format_decimal(half_up(self.exact * FOUR_PLACES), FOUR_PLACES)


UNDEFINED = Value(0, compared=())
FOUR_PLACES = 10_000


def half_up(number: Fraction) -> int:
    """The nearest whole number; what lies in the middle goes up."""
    return (2 * number.numerator + number.denominator) // (2 * number.denominator)


def round_value(
    number: Fraction,
    scale: int = 100,
    made_of: tuple[Item, ...] | Callable[[Number], tuple[Item, ...]] = (),
    of: Number | None = None,
) -> Value:
    """A value shown rounded, and compared as it is."""
    shown = (2 * scale * number.numerator + number.denominator) // (2 * number.denominator)
    return Value(shown, scale, made_of, None, number, of)


@dataclass(frozen=True, slots=True)
class Column:
    """A criterion of the standings: the code of its tie-break, a title and its article."""

    code: str
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
    withdrawn: bool = False
    """Whether the competitor has left the event; every standings mark such a line."""


def marked_name(name: str, line: Line) -> str:
    """Return the name as standings show it: with a mark if the competitor has left the event."""
    return say("{name} (withdrawn)", name=name) if line.withdrawn else name


@dataclass(frozen=True, slots=True)
class Claimed:
    """What a file says itself of the standings after its rounds."""

    ranks: Mapping[Number, int]
    """The rank of everybody who has one."""
    wrong_points: tuple[tuple[Number, str, Tenths], ...] = ()
    """Points that are not those of the results: whose, as they are written, as they should be."""
    with_points: int = 0
    """How many have points."""


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
        codes = ", ".join(column.code for column in self.columns) or "points only"
        return (
            f"<Standings {self.system} after round {self.after_round}:"
            f" {len(self.lines)} lines, {codes}>"
        )

    def name_of(self, line: Line) -> str:
        """The name on a line, marked if the competitor has left the event."""
        return marked_name(self.names.get(line.number, ""), line)

    def rows(self) -> list[dict[str, int | str]]:
        """The table as flat rows: place, number, name, points and every tie-break."""
        return [
            {
                "place": line.place,
                "number": line.number,
                "name": self.name_of(line),
                "points": format_points(line.points),
                **{
                    column.code: value.written
                    for column, value in zip(self.columns, line.values, strict=True)
                },
            }
            for line in self.lines
        ]

    def _repr_html_(self) -> str:
        return table(self.rows())
