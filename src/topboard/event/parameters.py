"""Annotations on the fields of actions and requests about the way people enter the values. The type
of a field says what it holds, and its annotation says where the value comes from::

    table: Annotated[int, Argument("TABLE")]
    note: Annotated[str, Option("--note", "TEXT")] = ""

The command line is built from these annotations, and the forms of the desk are parsed with them
(``event/arguments.py``). Annotations are resolved only when they are needed. A program that only
reads journals resolves none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from topboard.messages import Message, message
from topboard.model import Number

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from topboard.event.state import Section


class Argument:
    """Annotation of a field that people enter as a positional argument."""

    flag = ""
    """The name of the option, such as ``--note``; empty for a positional argument."""
    short = ""
    required = repeated = exclusive = in_tenths = old_positional = False
    default: Callable[[Section], object] | None = None

    def __init__(
        self,
        metavar: str = "",
        help: Message | None = None,
        *,
        name: str = "",
        nargs: Literal["", "?", "*", "+"] = "",
        choices: Mapping[str, object] | None = None,
    ) -> None:
        self.metavar: str | tuple[str, ...] = metavar
        self.help = help
        self.name = name or metavar.lower()
        """The name of the argument in forms and in the parsed command line."""
        self.nargs = nargs
        self.choices = choices
        """The words to choose from, with their values; None if the field's type defines them."""


class Option(Argument):
    """Annotation of a field that people enter with a named option, or set with a flag."""

    def __init__(
        self,
        flag: str,
        metavar: str | tuple[str, ...] = "",
        help: Message | None = None,
        *,
        nargs: Literal["", "+"] = "",
        choices: Mapping[str, object] | None = None,
        required: bool = False,
        repeated: bool = False,
        exclusive: bool = False,
        in_tenths: bool = False,
        default: Callable[[Section], object] | None = None,
        short: str = "",
        old_positional: bool = False,
    ) -> None:
        name = flag.removeprefix("--").replace("-", "_")
        super().__init__(help=help, name=name, nargs=nargs, choices=choices)
        self.flag = flag
        self.metavar = metavar
        self.required = required
        self.repeated = repeated
        """Whether the option may be repeated, with one value each time."""
        self.exclusive = exclusive
        """Whether the option is one of several options of which exactly one must be used."""
        self.in_tenths = in_tenths
        """Whether the value is points, which people enter as 1.5 and the field stores as 15."""
        self.default = default
        """The function that supplies the value if the user enters none or 0.

        Without a function, the field keeps its own default.
        """
        self.short = short
        """The short form of the option, such as ``-o``."""
        self.old_positional = old_positional
        """Whether the value is still accepted as the last positional argument, for old scripts."""


class FilledFromSection:
    """Annotation of a field whose value is taken from the section instead of being entered."""

    def __init__(self, find: Callable[[Section], object]) -> None:
        self.find = find


class FilledAutomatically:
    """Annotation of a field that people do not enter.

    The field keeps its default until Topboard fills it in before writing the journal entry.
    """


class ArgumentGroup:
    """Annotation of a field whose type has annotated fields of its own.

    People enter those fields.
    """


Mark: TypeAlias = Argument | FilledFromSection | FilledAutomatically | ArgumentGroup


# --- values from the section ------------------------------------------------------------------


def next_round(section: Section) -> int:
    """Return the number of the next round to be paired."""
    return section.round_to_pair


def last_published_round(section: Section) -> int:
    """Return the number of the last published round."""
    return len(section.rounds)


def no_participant(_: Section) -> None:
    """Return None, for no participant."""


# --- fields of several actions ------------------------------------------------------------------

Whom: TypeAlias = Annotated[Number, Argument("WHOM", message("number or name of the participant"))]
FirstParticipant: TypeAlias = Annotated[
    Number, Argument("A", message("number or name of a participant"))
]
SecondParticipant: TypeAlias = Annotated[
    Number, Argument("B", message("number or name of a second participant"))
]
OtherParticipants: TypeAlias = Annotated[
    tuple[Number, ...],
    Argument(
        "WHOM",
        message("other participants covered by the same restriction"),
        name="others",
        nargs="*",
    ),
]
RoundNumber: TypeAlias = Annotated[int, Argument("ROUND", message("number of the round"))]
FromRound: TypeAlias = Annotated[
    int,
    Option(
        "--from",
        "ROUND",
        message("first round to which this applies (default: the next round)"),
        default=next_round,
    ),
]
FirstRound: TypeAlias = Annotated[
    int, Option("--first", "ROUND", message("first round to which this applies (default: 1)"))
]
LastRound: TypeAlias = Annotated[
    int,
    Option(
        "--last",
        "ROUND",
        message("last round to which this applies (default: the last round of the event)"),
    ),
]
Signature: TypeAlias = Annotated[str, FilledAutomatically()]
