"""Conversion of input from the command line or a form into actions and requests.

Each field of an action (``event/actions.py``) or request (``event/commands.py``) has an annotation
that says how people enter its value (``event/parameters.py``). This module reads these annotations
and converts strings to values. Programs send actions in the form in which journals store them
(``event/codec.py``).
"""

from __future__ import annotations

from enum import Enum
from types import NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Literal,
    NamedTuple,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from topboard._frozen import MISSING, fields
from topboard.errors import BadInput, Problem
from topboard.event import actions
from topboard.event.parameters import Argument, ArgumentGroup, FilledFromSection, Mark
from topboard.event.results import parse_points
from topboard.formats.lookup import find_participant_number_in_text as named
from topboard.formats.problems import parse_whole_number
from topboard.messages import say
from topboard.model import Number, Scale

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from topboard.event.state import Section
    from topboard.model import Tenths

Value = TypeVar("Value")
Choice = TypeVar("Choice", bound=Enum)
Action = TypeVar("Action", bound=actions.SectionAct)


class UserInput:
    """The input of a command or form, as pairs of argument name and string in the order entered."""

    def __init__(self, said: Iterable[tuple[str, str]] = ()) -> None:
        self.said = tuple(said)

    @classmethod
    def from_values(cls, values: Mapping[str, object]) -> UserInput:
        """Return the input that a form filled in with these values would send.

        Values of None or False are left out.
        """
        said: list[tuple[str, str]] = []
        for name, value in values.items():
            if value is not None and value is not False:
                several = value if isinstance(value, list | tuple) else [value]
                said += [(name, str(one)) for one in several]
        return cls(said)

    def all_values_of_argument(self, name: str) -> list[str]:
        """Return all values given for an argument, in order, or an empty list if there are none."""
        return [value for key, value in self.said if key == name]

    def values_of_list_argument(self, name: str) -> list[str]:
        """Return the values of an argument that accepts several.

        Forms override this method, because they send such values in one string.
        """
        return self.all_values_of_argument(name)

    def text(self, name: str, default: str = "") -> str:
        """Return the last value of an argument, stripped of whitespace, or the default."""
        values = self.all_values_of_argument(name)
        return values[-1].strip() if values else default

    def has(self, name: str) -> bool:
        """Return whether an option was given, a box was ticked or a button was pressed."""
        return any(key == name for key, _ in self.said)


# --- conversion of strings to values ----------------------------------------------------------


def find_competitor_number(section: Section, text: str) -> Number:
    """Return the number of the participant identified by a string.

    The string may contain the number, the name, or both as they appear in lists.
    """
    names = {number: one.name for number, one in section.competitors.items()}
    return named(names, text, section.name)


def find_competitor_numbers(section: Section, texts: Sequence[str]) -> tuple[Number, ...]:
    """Return the numbers of the participants identified by the strings, in the same order."""
    return tuple(find_competitor_number(section, text) for text in texts)


def parse_pairs_as_tables(section: Section, pairs: Sequence[str]) -> tuple[actions.Table, ...]:
    """Return the pairings parsed from strings such as ``3-7`` (White-Black).

    The first pair gets table number 1.
    """
    found = []
    for place, text in enumerate(pairs, start=1):
        white, dash, black = text.partition("-")
        if not dash:
            remedy = say("Write each pair as WHITE-BLACK, such as 3-7.")
            raise BadInput(
                [Problem(say("invalid pair of participants"), quoted=text, remedy=remedy)]
            )
        found.append(
            actions.Table(
                place,
                find_competitor_number(section, white),
                find_competitor_number(section, black),
            )
        )
    return tuple(found)


def read_points(text: str, where: str = "") -> Tenths:
    """Return points in tenths, parsed from a string such as ``1.5``, ``½`` or ``-1``.

    Raise ``BadInput`` if the string is invalid.
    """
    if (found := parse_points(text)) is None:
        raise BadInput(
            [
                Problem(
                    say("invalid number of points"),
                    where,
                    text,
                    say("Enter a number of points, such as 1.5."),
                )
            ]
        )
    return found


def parse_scoring_scale(text: str, where: str) -> Scale:
    """Return the scoring scale parsed from a string such as ``3,1,0,3``.

    The points are for a win, a draw, a loss and, optionally, a bye.
    """
    values = [parse_points(word) for word in text.split(",")]
    if None in values or not 3 <= len(values) <= 4:
        what = say("invalid points for a win, a draw and a loss")
        remedy = say("Enter the points in the form 3,1,0 or, with points for a bye, 1,0.5,0,0.5.")
        raise BadInput([Problem(what, where, text, remedy)])
    return Scale(*(value for value in values if value is not None))


def read_whole_number(text: str, where: str = "") -> int:
    """Return the whole number in a string, which may be negative.

    Raise ``BadInput`` if the string is invalid. The range is checked later.
    """
    if (found := parse_whole_number(text.removeprefix("-"))) is None:
        raise BadInput([Problem(say("this is not a whole number"), where, text)])
    return -found if text.startswith("-") else found


def parse_choice(choices: Mapping[str, Value], text: str, where: str) -> Value:
    """Return the value selected by a string.

    On the command line, the string is the key of a choice. In a form, it is the value of an
    enumeration member.
    """
    for word, value in choices.items():
        if text in (word, getattr(value, "value", word)):
            return value
    remedy = say("Choose one of: {choices}.", choices=", ".join(choices))
    raise BadInput([Problem(say("invalid choice"), where, text, remedy)])


def list_enum_choices(kind: type[Choice]) -> dict[str, Choice]:
    """Return the members of an enumeration, keyed by their names in lower case with hyphens."""
    return {one.name.lower().replace("_", "-"): one for one in kind}


# --- fields and their annotations -------------------------------------------------------------


class Parameter(NamedTuple):
    """A field of an action or request, with its type and the annotation on how to enter it."""

    field: str
    kind: Any
    """The type of the field's value. For an optional field, it is the type other than None."""
    mark: Mark
    may_be_none: bool
    has_default: bool

    @property
    def has_several_values(self) -> bool:
        """Return whether the field holds several values."""
        return get_origin(self.kind) is tuple

    @property
    def item_type(self) -> Any:
        """Return the type of a single value of the field."""
        return get_args(self.kind)[0] if self.has_several_values else self.kind

    @property
    def choices(self) -> Mapping[str, Any]:
        """Return the allowed values, keyed by the words that select them.

        The result is empty if any value is allowed.
        """
        if isinstance(self.mark, Argument) and self.mark.choices is not None:
            return self.mark.choices
        if get_origin(self.item_type) is Literal:
            return {word: word for word in get_args(self.item_type)}
        if isinstance(self.item_type, type) and issubclass(self.item_type, Enum):
            return list_enum_choices(self.item_type)
        return {}


def parameters_of_class(kind: type) -> tuple[Parameter, ...]:
    """Return the fields of an action or request class as parameters, in order.

    Raise TypeError if a field has no annotation on how to enter it. Only the field ``section`` of
    an action needs none.
    """
    hints = get_type_hints(kind, include_extras=True)
    return tuple(
        _build_parameter_from_annotation(
            kind, one.name, hints[one.name], has_default=one.default is not MISSING
        )
        for one in fields(kind)
        if one.name != "section" or get_origin(hints[one.name]) is Annotated
    )


def _build_parameter_from_annotation(
    kind: type, name: str, hint: Any, *, has_default: bool
) -> Parameter:
    found, *marks = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    if len(marks) != 1 or not isinstance(marks[0], Mark):
        raise TypeError(f"{kind.__qualname__}.{name} has no annotation that says how to enter it")
    may_be_none = get_origin(found) in (Union, UnionType) and NoneType in get_args(found)
    if may_be_none:
        (found,) = (one for one in get_args(found) if one is not NoneType)
    return Parameter(name, found, marks[0], may_be_none, has_default)


def list_entered_fields_of_class(kind: type) -> Iterator[tuple[Parameter, Argument]]:
    """Yield each field that people enter, with its annotation.

    The fields of a group are included.
    """
    for one in parameters_of_class(kind):
        if isinstance(one.mark, ArgumentGroup):
            yield from list_entered_fields_of_class(one.kind)
        elif isinstance(one.mark, Argument):
            yield one, one.mark


# --- actions and requests -----------------------------------------------------------------------

_READERS: dict[Any, Callable[[Section, UserInput, str], object]] = {
    bool: lambda _, asked, name: asked.has(name),
    int: lambda _, asked, name: read_whole_number(asked.text(name), name),
    str: lambda _, asked, name: asked.text(name),
    Number: lambda section, asked, name: find_competitor_number(section, asked.text(name)),
    tuple[Number, ...]: lambda section, asked, name: find_competitor_numbers(
        section, asked.values_of_list_argument(name)
    ),
    tuple[actions.Table, ...]: lambda section, asked, name: parse_pairs_as_tables(
        section, asked.values_of_list_argument(name)
    ),
}
"""Functions that read the value of a field from the input, keyed by the type of the field."""


def build_action_from_input(kind: type[Action], section: Section, asked: UserInput) -> Action:
    """Return an action built from user input.

    Fields that people do not enter are taken from the section or have their default values.
    """
    content: dict[str, object] = {}
    for one in parameters_of_class(kind):
        if isinstance(one.mark, FilledFromSection):
            content[one.field] = one.mark.find(section)
        elif isinstance(one.mark, Argument):
            said = asked.text(one.mark.name)
            # There is no round 0 and no participant with the number 0.
            if one.mark.default is not None and said in ("", "0"):
                content[one.field] = one.mark.default(section)
            elif said or not one.has_default:
                content[one.field] = _read_field_value_from_input(one, one.mark, section, asked)
    build: Callable[..., Action] = kind
    return build(section=section.name, **content)


def _read_field_value_from_input(
    one: Parameter, mark: Argument, section: Section, asked: UserInput
) -> object:
    if one.choices:
        return parse_choice(one.choices, asked.text(mark.name), mark.name)
    if mark.in_tenths:
        return read_points(asked.text(mark.name), mark.name.replace("_", " "))
    return _READERS[one.kind](section, asked, mark.name)


def build_request_from_command_line(kind: type[Value], said: Mapping[str, Any]) -> Value:
    """Return a request built from the parsed command line.

    The parsed values are keyed by argument name.
    """
    content: dict[str, object] = {}
    for one in parameters_of_class(kind):
        if isinstance(one.mark, ArgumentGroup):
            content[one.field] = build_request_from_command_line(one.kind, said)
        elif isinstance(one.mark, Argument):
            content[one.field] = _convert_parsed_value_for_field(one, said[one.mark.name])
    return kind(**content)


def _convert_parsed_value_for_field(one: Parameter, value: Any) -> object:
    """Convert a parsed value to the type of the field.

    A list becomes a tuple, and a word from a list of choices becomes the value for which it stands.
    """
    if value is None:
        return None
    choices = one.choices
    if isinstance(value, list):
        return tuple(choices[item] if choices else item for item in value)
    return choices[value] if choices else value
