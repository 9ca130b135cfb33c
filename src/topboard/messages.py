"""All sentences shown to people, collected in a catalogue with the English message as key.

``say("they met in round {round}", round=3)`` returns the sentence in the current language. The
message is a literal with named placeholders. ``tools/messages.py`` collects all messages in the
catalogue ``languages/catalogue.json`` and rejects any that is not a literal. A language is a table
that maps these messages to translations. English needs no table. Output for programs is never
translated, so files, hashes and JSON are always in English.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, NewType

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

Message = NewType("Message", str)
"""A message that is stored in a table until it is used.

Only ``message`` and ``counted`` create one.
"""


class Language:
    """A language, with a table that maps the messages of the catalogue to translations.

    A message with a count has several translations. ``form`` returns the index of the one to use
    for a number.
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
        """Return a message in this language, or in English if there is no translation."""
        found = self.table.get(message, message)
        return found if isinstance(found, str) else found[0]

    def counted(self, one: str, many: str, count: int) -> str:
        """Return a message with a count in this language, or in English if there is no
        translation.
        """
        found = self.table.get(one)
        if not isinstance(found, tuple):
            return one if count == 1 else many
        return found[self.form(count)]


_IN_FORCE: ContextVar[Language | None] = ContextVar("language", default=None)


@contextmanager
def use_language(language: Language | None) -> Iterator[None]:
    """Set the language of this thread or request within a ``with`` block. None means English."""
    before = _IN_FORCE.set(language)
    try:
        yield
    finally:
        _IN_FORCE.reset(before)


def current_language() -> Language | None:
    """Return the current language, or None for English."""
    return _IN_FORCE.get()


def message(text: str) -> Message:
    """Return the literal unchanged. It is meant to be stored for ``say_kept``, such as in a
    table.
    """
    return Message(text)


def counted(one: str, many: str) -> tuple[Message, Message]:
    """Return the singular and plural literals, to be stored for ``say_kept_count``."""
    return Message(one), Message(many)


def say(message: str, /, **places: object) -> str:
    """Fill in the placeholders of a message, and return it in the current language.

    The message must be a literal.
    """
    language = _IN_FORCE.get()
    if language is not None:
        message = language.one(message)
    return message.format_map(places)


def say_kept(message: Message, /, **places: object) -> str:
    """Fill in the placeholders of a message from a table, and return it in the current language."""
    return say(message, **places)


def say_kept_count(kept: tuple[Message, Message], count: int, /, **places: object) -> str:
    """Return the singular or plural of a message from a table, depending on the count."""
    return say_count(*kept, count, **places)


def say_count(one: str, many: str, count: int, /, **places: object) -> str:
    """Return the singular or plural of a message, depending on the count.

    Both must be literals, in which ``{count}`` stands for the number.
    """
    language = _IN_FORCE.get()
    text = one if count == 1 else many
    if language is not None:
        text = language.counted(one, many, count)
    return text.format_map({"count": count, **places})


class Worded(str):
    """An English string that remembers its message and values, so that it can be translated later.

    Pairing rules use it for reasons. In files it is an ordinary string.
    """

    __slots__ = ("many", "message", "number", "places")

    message: str
    places: dict[str, object]
    many: str
    """The plural of the message, or an empty string if the message has no count."""
    number: int
    """The count that chooses between singular and plural."""

    def __reduce__(self) -> tuple[object, ...]:
        return _build_worded, (self.message, self.places, self.many, self.number)


class Who(int):
    """A participant's number in a message.

    It is shown with the name if that is known, else as "#11".
    """

    __slots__ = ()

    def __str__(self) -> str:
        return f"#{int(self)}"


def worded(message: str, /, **places: object) -> Worded:
    """Return a reason or an error of the rules as a string that can be translated later.

    The message must be a literal.
    """
    return _build_worded(message, places)


def worded_count(one: str, many: str, count: int, /, **places: object) -> Worded:
    """Return the singular or plural of a message as a string that can be translated later.

    Both must be literals, in which ``{count}`` stands for the number.
    """
    return _build_worded(one, places, many, count)


def worded_kept(message: Message, /, **places: object) -> Worded:
    """Return a message from a table as a string that can be translated later."""
    return worded(message, **places)


def worded_kept_count(kept: tuple[Message, Message], count: int, /, **places: object) -> Worded:
    """Return the singular or plural of a message from a table, as a string that can be translated
    later.
    """
    return worded_count(*kept, count, **places)


def _build_worded(
    message: str, places: dict[str, object], many: str = "", count: int = 1
) -> Worded:
    text = many if many and count != 1 else message
    made = Worded(text.format_map({"count": count, **places} if many else places))
    made.message, made.places, made.many, made.number = message, places, many, count
    return made


def join_worded_names(names: Sequence[str]) -> str:
    """Join names to a list such as "A, B and C" that can be translated later."""
    if len(names) < 2:
        return "".join(names)
    return worded("{others} and {last}", others=", ".join(names[:-1]), last=names[-1])


def translate_worded(words: str, name: Callable[[Any], str] = str) -> str:
    """Return the text in the current language if it can be translated, and otherwise unchanged.

    ``name`` converts a participant's number to text, such as "India 2 (#11)".
    """
    if not isinstance(words, Worded):
        return words
    places = {key: _translate_placeholder_value(value, name) for key, value in words.places.items()}
    if words.many:
        return say_count(words.message, words.many, words.number, **places)
    return say(words.message, **places)


def _translate_placeholder_value(value: object, name: Callable[[Any], str]) -> object:
    if isinstance(value, Who):
        return name(value)
    return translate_worded(value, name) if isinstance(value, str) else value
