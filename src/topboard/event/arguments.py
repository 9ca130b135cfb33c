"""Acts as people ask for them: on the command line and in the forms of the desk.

What a verb asks for stands in its synopsis (``event/verbs.py``), in the order in which its act has
the fields. Words in capitals say what is meant, and so how it is read; what is not said is left
to the act. Programs send acts as journals have them (``event/codec.py``).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from topboard._frozen import MISSING, fields
from topboard.errors import BadInput, Problem
from topboard.event import actions
from topboard.event.codec import ACTS
from topboard.event.results import parse_points
from topboard.formats.lookup import find_by_number_or_name as named
from topboard.formats.problems import parse_whole_number
from topboard.messages import Message, say
from topboard.model import FullPointBye, HalfPointBye, Number, Scale, ZeroPointBye

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from enum import Enum

    from topboard.event.state import Section
    from topboard.model import Tenths


class Asked:
    """What somebody asked for: texts under their names, in their order."""

    def __init__(self, said: Iterable[tuple[str, str]] = ()) -> None:
        self.said = tuple(said)

    def all(self, name: str) -> list[str]:
        """All that was said under a name, in its order; nothing where it was not."""
        return [value for key, value in self.said if key == name]

    def several(self, name: str) -> list[str]:
        """The values of a field that asks for several."""
        return self.all(name)

    def text(self, name: str, default: str = "") -> str:
        """The last value of a field, without blanks around it."""
        values = self.all(name)
        return values[-1].strip() if values else default

    def has(self, name: str) -> bool:
        """Whether an option was given, a box ticked, or a button pressed."""
        return any(key == name for key, _ in self.said)


# --- how texts become values ------------------------------------------------------------------


def find_competitor(section: Section, text: str) -> Number:
    """A competitor of a section by number, by number and name as lists offer them, or by name."""
    names = {number: one.name for number, one in section.competitors.items()}
    return named(names, text, section.name)


def find_competitors(section: Section, texts: Sequence[str]) -> tuple[Number, ...]:
    """Competitors as they are named, in the order of the texts."""
    return tuple(find_competitor(section, text) for text in texts)


def parse_tables(section: Section, pairs: Sequence[str]) -> tuple[actions.Table, ...]:
    """Pairs with White first, from table 1 on."""
    found = []
    for place, text in enumerate(pairs, start=1):
        white, dash, black = text.partition("-")
        if not dash:
            remedy = say("write WHITE-BLACK")
            raise BadInput([Problem(say("not a pair"), quoted=text, remedy=remedy)])
        found.append(
            actions.Table(place, find_competitor(section, white), find_competitor(section, black))
        )
    return tuple(found)


def points(text: str, where: str = "") -> Tenths:
    """Points as people write them (1, 1.5, ½, -1), in tenths."""
    if (found := parse_points(text)) is None:
        raise BadInput([Problem(say("not a number of points"), where, text, say("as in 1.5"))])
    return found


def parse_scale(text: str, where: str) -> Scale:
    """What a win, a draw, a loss and perhaps the bye are worth, as in ``3,1,0,3``."""
    values = [parse_points(word) for word in text.split(",")]
    if None in values or not 3 <= len(values) <= 4:
        what = say("what a win, a draw and a loss are worth, and perhaps the bye")
        remedy = say("write it as in 3,1,0 or 1,0.5,0,0.5")
        raise BadInput([Problem(what, where, text, remedy)])
    return Scale(*(value for value in values if value is not None))


def number(text: str, where: str = "") -> int:
    """A whole number; whether it can be one of this act is asked when the act is taken."""
    if (found := parse_whole_number(text.removeprefix("-"))) is None:
        raise BadInput([Problem(say("not a whole number"), where, text)])
    return -found if text.startswith("-") else found


def parse_choice(choices: Mapping[str, Any], text: str, where: str) -> Any:
    """What a word to choose stands for; forms offer a ground as it is told, and no word."""
    for word, value in choices.items():
        if text in (word, getattr(value, "value", word)):
            return value
    remedy = say("one of: {choices}", choices=", ".join(choices))
    raise BadInput([Problem(say("no such choice"), where, text, remedy)])


def _words(grounds: type[Enum]) -> dict[str, Any]:
    return {ground.name.lower().replace("_", "-"): ground for ground in grounds}


WHOLE = ("N", "ROUND", "TABLE", "ENTRY", "RATING", "WHITE BLACK")
"""What is a whole number."""
CHOICES: dict[str, dict[str, Any]] = {
    "OUTCOME": {"0": ZeroPointBye(), "half": HalfPointBye(), "full": FullPointBye()},
    "RULING": {"bar": False, "allow": True},
    "TABLE-GROUND": _words(actions.TableGround),
    "CHANGE-GROUND": _words(actions.ChangeGround),
}
"""The words to choose from, with what they stand for."""
READERS: dict[str, Callable[[Section, Asked, str], object]] = {
    "": lambda _, asked, name: asked.has(name),
    "TEXT": lambda _, asked, name: asked.text(name),
    "POINTS": lambda _, asked, name: points(asked.text(name), name.replace("_", " ")),
    "WHITE-BLACK+": lambda section, asked, name: parse_tables(section, asked.several(name)),
    **dict.fromkeys(WHOLE, lambda _, asked, name: number(asked.text(name), name)),
    **dict.fromkeys(
        ("WHOM", "A", "B"), lambda section, asked, name: find_competitor(section, asked.text(name))
    ),
    **dict.fromkeys(
        ("WHOM+", "WHOM*"),
        lambda section, asked, name: find_competitors(section, asked.several(name)),
    ),
}
"""How a field is read, by what it says; anything else is a text."""
USUAL: dict[str, Callable[[Section], object]] = {
    "--from": lambda section: section.round_to_pair,
    "@coming": lambda section: section.round_to_pair,
    "@last": lambda section: len(section.rounds),
    "--bye": lambda _: None,
}
"""What is meant where nothing is said, unless the act itself knows; ``@`` is never asked for."""


# --- verbs and what they ask for --------------------------------------------------------------


class AskedField(NamedTuple):
    """Something that a verb asks for."""

    word: str
    """An option of the command, or the name of what stands in this place."""
    says: str
    """In capitals what it is, or the words to choose from; nothing for an option that says it."""
    many: str = ""
    """As usual ``?``, ``*`` and ``+``; ``...`` if it is said again, ``!`` if it must be said."""
    help: Message | None = None
    instead: bool = False
    """Whether it is said instead of the others so marked."""

    @property
    def name(self) -> str:
        """Its name in forms."""
        return self.word.strip("-").replace("-", "_")

    @property
    def choices(self) -> dict[str, Any]:
        """The words to choose from, with their values; none where it is no choice."""
        plain = {word: word for word in self.says.split("|")} if "|" in self.says else {}
        return CHOICES.get(self.says, plain)

    def read(self, section: Section, asked: Asked) -> object:
        """What was said in it, as the act has it; refused if it cannot be read."""
        if self.choices:
            return parse_choice(self.choices, asked.text(self.name), self.name)
        reader = READERS.get(self.says + self.many) or READERS.get(self.says, READERS["TEXT"])
        return reader(section, asked, self.name)


class Verb(NamedTuple):
    """A verb, its words, what it asks for, and the acts that are nothing but these fields."""

    name: str
    words: Message
    fields: tuple[AskedField, ...]
    kinds: tuple[type[Any], ...]
    """Of acts: none where a function makes the act; a second one where the verb also cancels it."""

    def act(self, section: Section, asked: Asked, *, cancel: bool = False) -> actions.Act:
        """The act, of the fields that were said; what was not is left to the act or is usual."""
        kind = self.kinds[-1 if cancel or asked.has("cancel") else 0]
        content: dict[str, object] = {}
        for part, field in zip(fields(kind)[1:], self.fields, strict=False):
            said = asked.text(field.name)
            # There is no round 0, and nobody has that number.
            if field.word in USUAL and said in ("", "0"):
                content[part.name] = USUAL[field.word](section)
            elif said or part.default is MISSING:
                content[part.name] = field.read(section, asked)
        made: actions.Act = kind(section.name, **content)
        return made


def parse_verbs(synopsis: str) -> Iterator[Verb]:
    """The verbs of a text: a line with its acts and words, and indented what it asks for."""
    for first, *lines in (verb.splitlines() for verb in re.split(r"\n(?=\w)", synopsis)):
        names, _, words = first.partition(": ")
        name, *kinds = names.split()
        asked = tuple(field for line in lines for field in _parse_fields(line.strip()))
        yield Verb(name, Message(words), asked, tuple(ACTS[kind] for kind in kinds))


def _parse_fields(line: str) -> Iterator[AskedField]:
    """The fields of a line: what stands in its place first, then options; help after two blanks."""
    line, _, words = line.partition("  ")
    help = Message(words.strip()) if words else None
    places, *options = f" {line.removeprefix('| ')}".split(" --")
    for place in places.split():
        name, _, says = place.rpartition("=")
        bare = says.rstrip("?*+")
        yield AskedField(name or bare.lower(), bare, says[len(bare) :], help)
    for option in options:
        word, _, says = option.partition(" ")
        bare = says.rstrip("*+.!")
        more = says[len(bare) :], help, line.startswith("|")
        yield AskedField(f"--{word}", bare, *more)
