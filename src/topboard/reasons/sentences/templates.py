"""Sentence templates: messages whose places are fields of a reason, each with a format.

In ``"{number:name} with {points:points} gets the bye ({article})."``, the field ``number`` is shown
as the participant's name and ``points`` as a number of points. A reason with a sentence of its own
is one more row in a table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from topboard._frozen import fields
from topboard.messages import say_kept, say_kept_count
from topboard.reasons.sentences.words import (
    colour_letters,
    colour_word,
    format_names,
    format_names_or_span,
    left_over_sentences,
    points_with_word,
    unpairable_sentences,
)
from topboard.text.numbers import format_points

if TYPE_CHECKING:
    from collections.abc import Callable

    from topboard.messages import Message
    from topboard.model import Number

    Name = Callable[[Number], str]


FORMATS: dict[str, Callable[[Any, Name], str]] = {
    "": lambda value, _name: str(value),
    "name": lambda number, name: name(number),
    "names": format_names,
    "span": format_names_or_span,
    "points": lambda tenths, _name: points_with_word(tenths),
    "score": lambda tenths, _name: format_points(tenths),
    "colour": lambda colour, _name: colour_word(colour),
    "history": lambda colours, _name: colour_letters(colours),
    "proof": left_over_sentences,
    "leaving": unpairable_sentences,
}
"""How the value of a placeholder is written, keyed by the format that follows its colon."""


class TemplatePlace:
    """A field value, formatted as its place in a sentence template requires."""

    __slots__ = ("name", "value")

    def __init__(self, value: object, name: Name) -> None:
        self.value = value
        self.name = name

    def __format__(self, form: str) -> str:
        return FORMATS[form](self.value, self.name)


class CandidateTemplates(NamedTuple):
    """Two templates: one if the first candidate was chosen, and one if some were passed over."""

    first: Message
    possible: Message


if TYPE_CHECKING:
    Row: TypeAlias = Message | CandidateTemplates | Callable[[Any, Name], str]
    """A template, or a function for a sentence that depends on more than one field."""


def render_sentence(row: Row, reason: object, name: Name) -> str:
    """Return the sentence for a reason, an obstacle or an answer, from its template or function."""
    if isinstance(row, CandidateTemplates):
        row = row.possible if getattr(reason, "passed_over", ()) else row.first
    if isinstance(row, str):
        return fill_template(row, reason, name)
    return row(reason, name)


def fill_template(template: Message, reason: object, name: Name, /, **more: object) -> str:
    """Return a template with its places filled from the fields of the reason and ``more``."""
    return say_kept(template, **{**_template_places(reason, name), **more})


def fill_count_template(
    templates: tuple[Message, Message], count: int, reason: object, name: Name, /, **more: object
) -> str:
    """Return the singular or plural template for a count, with its places filled."""
    return say_kept_count(templates, count, **{**_template_places(reason, name), **more})


def _template_places(reason: Any, name: Name) -> dict[str, object]:
    return {
        field.name: TemplatePlace(getattr(reason, field.name), name) for field in fields(reason)
    }
