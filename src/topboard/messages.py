"""Every sentence that a person reads: one catalogue, keyed by the English message itself.

``say("they met in round {round}", round=3)`` is the sentence in the language in force. The message
is a literal with named places; ``tools/messages.py`` collects them all into the catalogue
``languages/catalogue.json`` and refuses one that is not constant. A language is a table from these
messages to its own. English needs none, and whoever answers a program puts no language in force:
what files, hashes and JSON hold is always English.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, NewType

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

Message = NewType("Message", str)
"""A message that stands in a table until it is said; only ``message`` makes one."""


class Language:
    """A table from the messages of the catalogue to those of a language.

    What counts has several forms; ``form`` tells for a number which of them is meant.
    """

    __slots__ = ("form", "name", "table")

    def __init__(
        self,
        name: str,
        table: Mapping[str, str | tuple[str, ...]],
        form: Callable[[int], int] = lambda count: int(count != 1),
    ) -> None:
        self.name = name
        self.table = table
        self.form = form

    def one(self, message: str) -> str:
        """A message in this language; English where the table has a gap."""
        found = self.table.get(message, message)
        return found if isinstance(found, str) else found[0]

    def counted(self, one: str, many: str, count: int) -> str:
        """The form for a number; English where the table has a gap."""
        found = self.table.get(one)
        if not isinstance(found, tuple):
            return one if count == 1 else many
        return found[self.form(count)]


_IN_FORCE: ContextVar[Language | None] = ContextVar("language", default=None)


@contextmanager
def speaking(language: Language | None) -> Iterator[None]:
    """Put a language in force, for this thread or request; None is English."""
    before = _IN_FORCE.set(language)
    try:
        yield
    finally:
        _IN_FORCE.reset(before)


def in_force() -> Language | None:
    """The language in which sentences are made now; None is English."""
    return _IN_FORCE.get()


def message(text: str) -> Message:
    """A literal for a table of messages, which ``say_kept`` says later."""
    return Message(text)


def counted(one: str, many: str) -> tuple[Message, Message]:
    """Two literals for a table, which ``say_kept_count`` says later: of one, and of many."""
    return Message(one), Message(many)


def say(message: str, /, **places: object) -> str:
    """A sentence in the language in force; the message is a literal."""
    language = _IN_FORCE.get()
    if language is not None:
        message = language.one(message)
    return message.format_map(places)


def say_kept(message: Message, /, **places: object) -> str:
    """A message out of a table, as a sentence in the language in force."""
    return say(message, **places)


def say_kept_count(kept: tuple[Message, Message], count: int, /, **places: object) -> str:
    """A pair of messages out of a table, as a sentence about so many."""
    return say_count(*kept, count, **places)


def say_count(one: str, many: str, count: int, /, **places: object) -> str:
    """A sentence that is another for one than for many; both are literals with {count}."""
    language = _IN_FORCE.get()
    text = one if count == 1 else many
    if language is not None:
        text = language.counted(one, many, count)
    return text.format_map({"count": count, **places})


class Worded(str):
    """English words that remember their message, for values which know no language.

    The rules put them into reasons: there, and in files, they are nothing but their text.
    """

    __slots__ = ("message", "places")

    message: str
    places: dict[str, object]

    def __reduce__(self) -> tuple[object, ...]:
        return _worded_again, (self.message, self.places)


class Who(int):
    """A competitor's number among the places of a message, told with the name where it is known."""

    __slots__ = ()


def worded(message: str, /, **places: object) -> Worded:
    """Words for a reason or an error of the rules; the message is a literal."""
    made = Worded(message.format_map(places))
    made.message, made.places = message, places
    return made


def worded_kept(message: Message, /, **places: object) -> Worded:
    """Words out of a table, for values which know no language."""
    return worded(message, **places)


def _worded_again(message: str, places: dict[str, object]) -> Worded:
    return worded(message, **places)


def and_worded(names: Sequence[str]) -> str:
    """Names as a list: A, B and C."""
    if len(names) < 2:
        return "".join(names)
    return worded("{others} and {last}", others=", ".join(names[:-1]), last=names[-1])


def retold(words: str, name: Callable[[Any], str] = str) -> str:
    """Words of the rules in the language in force; other text is said as it stands.

    ``name`` gives a competitor's number and name.
    """
    if not isinstance(words, Worded):
        return words
    return say(words.message, **{key: _retold(value, name) for key, value in words.places.items()})


def _retold(value: object, name: Callable[[Any], str]) -> object:
    if isinstance(value, Who):
        return name(value)
    return retold(value, name) if isinstance(value, str) else value
