"""Sentence templates: messages whose places are fields of a reason, each with a format.

In ``"{number:name} with {points:points} gets the bye ({article})."``, the field ``number`` is shown
as the participant's name and ``points`` as a number of points.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from topboard._frozen import fields
from topboard.messages import say_kept, say_kept_count
from topboard.reasons.sentences.words import (
    colour_word,
    format_colour_history,
    format_names,
    format_names_or_span,
    format_points_with_word,
    left_over_sentences,
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
    "points": lambda tenths, _name: format_points_with_word(tenths),
    "score": lambda tenths, _name: format_points(tenths),
    "colour": lambda colour, _name: colour_word(colour),
    "history": lambda colours, _name: format_colour_history(colours),
    "proof": left_over_sentences,
    "leaving": unpairable_sentences,
}
"""The function that formats the value of a place, keyed by the format after its colon."""


class FormattedTemplatePlace:
    """A field value that is formatted as a sentence template requires."""

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
    """Return the sentence for a reason, an obstacle or an answer.

    It comes from the template or the function in its row.
    """
    if isinstance(row, CandidateTemplates):
        row = row.possible if getattr(reason, "passed_over", ()) else row.first
    if isinstance(row, str):
        return fill_template(row, reason, name)
    return row(reason, name)


def fill_template(template: Message, reason: object, name: Name, /, **more: object) -> str:
    """Return a template with its places filled from the fields of the reason and from ``more``."""
    return say_kept(template, **{**_format_template_places(reason, name), **more})


def fill_count_template(
    templates: tuple[Message, Message], count: int, reason: object, name: Name, /, **more: object
) -> str:
    """Return the singular or plural template for a count, with its places filled."""
    return say_kept_count(templates, count, **{**_format_template_places(reason, name), **more})


def _format_template_places(reason: Any, name: Name) -> dict[str, object]:
    return {
        field.name: FormattedTemplatePlace(getattr(reason, field.name), name)
        for field in fields(reason)
    }
