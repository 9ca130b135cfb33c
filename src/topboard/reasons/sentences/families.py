"""The words of the reasons and obstacles that only some systems have.

A module of ``topboard.reasons`` has its words in the module of the same name here, with
``SENTENCES`` and ``OBSTACLES`` (type -> speaker) and ``concerned`` (reason -> the competitors it
is about).
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
    """A reason of one of the families in words."""
    spoken: str = _words_for(reason).SENTENCES[type(reason)](reason, name)
    return spoken


def family_obstacle(obstacle: object, name: Name) -> str:
    """An obstacle of one of the families in words."""
    spoken: str = _words_for(obstacle).OBSTACLES[type(obstacle)](obstacle, name)
    return spoken


def family_concerned(reason: object) -> Iterable[Number]:
    """The competitors a reason of one of the families is about."""
    found: Iterable[Number] = _words_for(reason).concerned(reason)
    return found
