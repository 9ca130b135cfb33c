"""Marks on the fields of actions and requests: how people give the value of a field.

The type of a field says what it holds; its mark says where the value comes from::

    table: Annotated[int, Argument("TABLE")]
    note: Annotated[str, Option("--note", "TEXT")] = ""

The command builds its options from these marks, and forms of the desk are read by them
(``event/arguments.py``). Annotations are texts until somebody asks for them, so this module imports
little and nothing is resolved when a program only reads a journal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from topboard.messages import Message
from topboard.model import Number

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from topboard.event.state import Section


class Argument:
    """A value that people give in its place."""

    flag = ""
    """The option that introduces the value; none for a value that stands in its place."""
    required = repeated = exclusive = in_tenths = False
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
        """The name in forms, and in what the command has parsed."""
        self.nargs = nargs
        self.choices = choices
        """The words to choose from with their values, unless the type of the field has them."""


class Option(Argument):
    """A value that people give after the name of an option; a flag has no value."""

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
    ) -> None:
        name = flag.removeprefix("--").replace("-", "_")
        super().__init__(help=help, name=name, nargs=nargs, choices=choices)
        self.flag = flag
        self.metavar = metavar
        self.required = required
        self.repeated = repeated
        """Whether the option may be given several times, with one value each."""
        self.exclusive = exclusive
        """Whether exactly one of the options with this mark must be given."""
        self.in_tenths = in_tenths
        """Whether the number is points: people write 1.5, the field has 15."""
        self.default = default
        """Finds the value if none is given, or 0; without it the field keeps its own default."""


class Known:
    """A value that follows from the section: nobody is asked for it."""

    def __init__(self, find: Callable[[Section], object]) -> None:
        self.find = find


class NotAsked:
    """The field keeps its default until the journal fills it in: nobody is asked for it."""


class Group:
    """The field is a class of its own: its fields are asked for in this place."""


Mark: TypeAlias = Argument | Known | NotAsked | Group


# --- values found in the section --------------------------------------------------------------


def next_round(section: Section) -> int:
    """Return the round that is paired next."""
    return section.round_to_pair


def last_round(section: Section) -> int:
    """Return the last round that is paired."""
    return len(section.rounds)


def nobody(_: Section) -> None:
    """Return None: no participant."""


# --- fields of several actions ------------------------------------------------------------------

Whom: TypeAlias = Annotated[Number, Argument("WHOM")]
RoundNumber: TypeAlias = Annotated[int, Argument("ROUND")]
FromRound: TypeAlias = Annotated[int, Option("--from", "ROUND", default=next_round)]
FirstRound: TypeAlias = Annotated[int, Option("--first", "ROUND")]
LastRound: TypeAlias = Annotated[int, Option("--last", "ROUND")]
Signature: TypeAlias = Annotated[str, NotAsked()]
