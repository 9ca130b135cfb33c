"""The families of systems that have reasons and obstacles of their own, and their words.

Each is a module with ``SENTENCES`` and ``OBSTACLES`` (type -> speaker) and ``concerned``
(reason -> the competitors it is about).
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from topboard.model import Number

    Name = Callable[[Number], str]

FAMILIES = ("dubov", "cfc", "round_robin")


def _speaking_for(value: object, table: str) -> Any:
    for family in FAMILIES:
        module = import_module(f"topboard.explain.{family}")
        if type(value) in getattr(module, table):
            return module
    raise AssertionError(f"no words for {type(value).__name__}")


def family_sentence(reason: object, name: Name) -> str:
    """A reason of one of the families in words."""
    spoken: str = _speaking_for(reason, "SENTENCES").SENTENCES[type(reason)](reason, name)
    return spoken


def family_obstacle(obstacle: object, name: Name) -> str:
    """An obstacle of one of the families in words."""
    spoken: str = _speaking_for(obstacle, "OBSTACLES").OBSTACLES[type(obstacle)](obstacle, name)
    return spoken


def family_concerned(reason: object) -> Iterable[Number]:
    """The competitors a reason of one of the families is about."""
    found: Iterable[Number] = _speaking_for(reason, "SENTENCES").concerned(reason)
    return found
