"""The sentences for reasons and obstacles that only some families of systems use.

The sentences for a module of ``topboard.reasons`` are in the module of the same name here. It has
``SENTENCES`` and ``OBSTACLES`` (from type to formatting function) and
``participants_concerned`` (from a reason to its participants).
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from topboard.model import Number

    Name = Callable[[Number], str]


def _words_for(value: object) -> Any:
    return _words_of(type(value).__module__)


@cache
def _words_of(module: str) -> Any:
    return import_module(f"topboard.reasons.sentences.{module.rpartition('.')[2]}")


def family_sentence(reason: object, name: Name) -> str:
    """Return the sentence for a reason that belongs to one family of systems."""
    spoken: str = _words_for(reason).SENTENCES[type(reason)](reason, name)
    return spoken


def family_obstacle(obstacle: object, name: Name) -> str:
    """Return the clause for an obstacle that belongs to one family of systems."""
    spoken: str = _words_for(obstacle).OBSTACLES[type(obstacle)](obstacle, name)
    return spoken


def family_participants_concerned(reason: object) -> Iterable[Number]:
    """Return the participants that a reason of one family of systems is about."""
    found: Iterable[Number] = _words_for(reason).participants_concerned(reason)
    return found
