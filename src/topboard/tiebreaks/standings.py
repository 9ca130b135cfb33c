"""Standings in which the terms of every tie-break value can be shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass, field
from topboard.messages import say
from topboard.text.numbers import (
    JsonNumber,
    format_decimal,
    format_html_table,
    format_points,
    to_json_number,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from fractions import Fraction
    from typing import Any

    from topboard.model import Number, Tenths


@dataclass(frozen=True, slots=True)
class Item:
    """One term of a tie-break value: the round, the opponent (or None) and the amount it adds."""

    round: int
    opponent: Number | None
    value: int
    left_out: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Value:
    """A participant's tie-break value, with the items from which it was computed.

    ``value`` is an integer, and ``scale`` is the number of units in one point: 10 for points in
    tenths, 100 for products of tenths.
    """

    value: int
    scale: int = 10
    made_of: tuple[Item, ...] | Callable[[Number], tuple[Item, ...]] = ()
    """The items, or a function that creates them for a participant when they are needed."""
    compared: tuple[int | Fraction, ...] | None = None
    """The key to compare by, higher first, or None to compare the value itself.

    An undefined value has the empty key ``()`` and ranks last.
    """
    exact: Fraction | None = None
    """The exact number if ``value`` is rounded, else None."""
    of: Number | None = None
    """The participant's TPN, which is needed if the items are created on demand."""

    @property
    def items(self) -> tuple[Item, ...]:
        """Return the items from which the value was computed, creating them on demand."""
        if isinstance(self.made_of, tuple):
            return self.made_of
        assert self.of is not None
        return self.made_of(self.of)

    @property
    def _equality_key(self) -> tuple[Any, ...]:
        return self.value, self.scale, self.items, self.compared, self.exact

    def __eq__(self, other: object) -> bool:
        """Return whether two values and their items are equal."""
        return isinstance(other, Value) and self._equality_key == other._equality_key

    def __hash__(self) -> int:
        return hash((self.value, self.scale, self.compared))

    def __reduce__(self) -> tuple[Any, ...]:
        return Value, self._equality_key

    @property
    def sort_key(self) -> tuple[int | Fraction, ...]:
        """Return the key by which values are compared. A higher key ranks higher."""
        if self.compared is not None:
            return self.compared
        return (self.value if self.exact is None else self.exact,)

    @property
    def is_defined(self) -> bool:
        """Return whether the participant has a value for the tie-break."""
        return self.compared != ()

    @property
    def is_sum(self) -> bool:
        """Return whether the items add up to the value."""
        return self.value == sum(item.value for item in self.items if not item.left_out)

    @property
    def formatted(self) -> str:
        """Return the value as shown in standings, or "-" if it is undefined."""
        return format_points(self.value, self.scale) if self.is_defined else "-"

    @property
    def number(self) -> JsonNumber | None:
        """Return the value as a number, or None if it is undefined."""
        return to_json_number(self.value, self.scale) if self.is_defined else None

    @property
    def decimal_text(self) -> str:
        """Return the value as a decimal number, or an empty string if it is undefined.

        If the value is rounded, the exact number is given to four decimal places.
        """
        if not self.is_defined:
            return ""
        if self.exact is None:
            return format_decimal(self.value, self.scale)
        return format_decimal(round_half_up(self.exact * FOUR_PLACES), FOUR_PLACES)


UNDEFINED = Value(0, compared=())
FOUR_PLACES = 10_000


def round_half_up(number: Fraction) -> int:
    """Return the nearest integer, with halves rounded up."""
    return (2 * number.numerator + number.denominator) // (2 * number.denominator)


def build_rounded_value(
    number: Fraction,
    scale: int = 100,
    made_of: tuple[Item, ...] | Callable[[Number], tuple[Item, ...]] = (),
    of: Number | None = None,
) -> Value:
    """Return a tie-break value that is shown rounded but compared exactly."""
    shown = (2 * scale * number.numerator + number.denominator) // (2 * number.denominator)
    return Value(shown, scale, made_of, None, number, of)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the standings: the code of a tie-break, its title and its article."""

    code: str
    title: str
    article: str


@dataclass(frozen=True, slots=True)
class Line:
    """A participant's row in the standings. Tied participants share the higher place."""

    place: int
    number: Number
    points: Tenths
    values: tuple[Value, ...]
    annulled: bool = False
    """Whether all of the participant's results are annulled. Such a line comes below all others."""
    withdrawn: bool = False
    """Whether the participant has left the event."""


def format_name_with_withdrawal(name: str, line: Line) -> str:
    """Return the name for standings, followed by "(withdrawn)" if the participant has left."""
    return say("{name} (withdrawn)", name=name) if line.withdrawn else name


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings after a round, with a column for each tie-break in order."""

    system: str
    after_round: int
    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    names: Mapping[Number, str] = field(default_factory=dict)
    """The names of the participants by TPN, if known."""

    def __eq__(self, other: object) -> bool:
        """Return whether two standings are equal, ignoring the names of participants."""
        if not isinstance(other, Standings):
            return NotImplemented
        return self._equality_key == other._equality_key

    def __hash__(self) -> int:
        return hash(self._equality_key)

    @property
    def _equality_key(self) -> tuple[object, ...]:
        return self.system, self.after_round, self.columns, self.lines

    def __repr__(self) -> str:
        codes = ", ".join(column.code for column in self.columns) or "points only"
        return (
            f"<Standings {self.system} after round {self.after_round}:"
            f" {len(self.lines)} lines, {codes}>"
        )

    def displayed_name(self, line: Line) -> str:
        """Return the name on a line, followed by "(withdrawn)" if the participant has left."""
        return format_name_with_withdrawal(self.names.get(line.number, ""), line)

    def rows(self, *, numbers: bool = False) -> list[dict[str, JsonNumber | str | None]]:
        """Return the standings as dictionaries of place, number, name, points and tie-breaks.

        With ``numbers``, points and tie-break values are numbers such as 2.5, and an undefined
        value is None. Otherwise they are text such as ``2½``.
        """
        return [
            {
                "place": line.place,
                "number": line.number,
                "name": self.displayed_name(line),
                "points": to_json_number(line.points) if numbers else format_points(line.points),
                **{
                    column.code: value.number if numbers else value.formatted
                    for column, value in zip(self.columns, line.values, strict=True)
                },
            }
            for line in self.lines
        ]

    def _repr_html_(self) -> str:
        return format_html_table(self.rows())
