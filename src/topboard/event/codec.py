"""Frozen values as JSON and back, by the types of their fields.

What equals its default is left out, a value of several possible types carries its type's name,
and keys stand in the order of the fields, so that one value has one text.
"""

from __future__ import annotations

import json
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, NewType, TypeVar, Union, cast, get_args, get_origin
from typing import get_type_hints as type_hints

from topboard.errors import BadInput, Problem
from topboard.event import acts as _acts

if TYPE_CHECKING:
    from collections.abc import Callable

    from topboard.event.acts import Act

    Decode = Callable[[Any], Any]

Value = TypeVar("Value")

ACTS: dict[str, type[Act]] = {
    kind.__name__: kind
    for kind in (
        _acts.CreateEvent,
        _acts.NameKey,
        _acts.CloseEvent,
        *get_args(_acts.SectionAct),
        *get_args(_acts.TakingBack),
    )
}
"""Every kind of act by its name."""


_READER = json.JSONDecoder()


def text_of(value: object) -> str:
    """A frozen value as JSON text, always the same for the same value."""
    return compact(plain(value))


def compact(value: object) -> str:
    """A JSON value on one line, without blanks."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def act_in(name: str, text: str) -> Act:
    """The act of that name with the content written in the text."""
    kind = ACTS.get(name)
    if kind is None:
        raise BadInput([Problem("unknown act", "journal", name, "a newer Topboard may know it")])
    try:
        return cast("Act", decoder(cast("Any", kind))(_READER.decode(text)))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        what = f"the content of the act {name} cannot be read ({error})"
        raise BadInput([Problem(what, "journal", text[:80])]) from error


# --- values to JSON -------------------------------------------------------------------------


def plain(value: object) -> Any:
    """A frozen value as a JSON value."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    if isinstance(value, frozenset | set):
        return sorted(plain(item) for item in value)
    assert is_dataclass(value), f"no JSON for {value!r}"
    content: dict[str, Any] = {}
    for name, default, tagged in _layout(cast("Any", type(value))):
        part = getattr(value, name)
        if part == default:
            continue
        content[name] = _tagged(part) if tagged else plain(part)
    return content


def told(value: object) -> Any:
    """Any frozen value as a JSON value in which everything carries its type's name.

    It needs no types of fields, so it serves for values that are only written. What equals its
    default is left out: a later Topboard may add to a type without changing what it wrote.
    """
    if isinstance(value, tuple):
        return [told(item) for item in value]
    if not is_dataclass(value):
        return plain(value)
    content: dict[str, Any] = {"type": type(value).__name__}
    for name, default in _defaults(cast("Any", type(value))):
        part = getattr(value, name)
        if part != default:
            content[name] = told(part)
    return content


@cache
def _defaults(kind: Any) -> tuple[tuple[str, object], ...]:
    return tuple((f.name, _default(f)) for f in fields(kind))


def _tagged(value: object) -> Any:
    if isinstance(value, tuple):
        return [_tagged(item) for item in value]
    content = plain(value)
    return {"type": type(value).__name__, **content} if is_dataclass(value) else content


@cache
def _layout(kind: Any) -> tuple[tuple[str, object, bool], ...]:
    """Name, default, and whether the type must be named, of each field."""
    hints = _hints(kind)
    return tuple((f.name, _default(f), _is_open(hints[f.name])) for f in fields(kind))


def _default(one: Field[Any]) -> object:
    if one.default is not MISSING:
        return one.default
    return one.default_factory() if one.default_factory is not MISSING else MISSING


def _is_open(hint: Any) -> bool:
    """Whether values of the hint can be of several of our types."""
    hint = _bare(hint)
    if get_origin(hint) is tuple:
        return any(_is_open(part) for part in get_args(hint))
    if get_origin(hint) in (Union, UnionType):
        return sum(is_dataclass(_bare(part)) for part in get_args(hint)) > 1
    return False


def _bare(hint: Any) -> Any:
    return hint.__supertype__ if isinstance(hint, NewType) else hint


@cache
def _hints(kind: type) -> dict[str, Any]:
    from topboard import model

    # The model imports Fraction for the type checker only.
    known = {**vars(model), "Fraction": Fraction, **vars(_acts)}
    return type_hints(kind, globalns=known)


# --- JSON to values -------------------------------------------------------------------------


@cache
def decoder(hint: Any) -> Decode:
    """The function that makes a value of the type from a JSON value."""
    hint = _bare(hint)
    if get_origin(hint) in (Union, UnionType):
        return _union(tuple(_bare(part) for part in get_args(hint)))
    if get_origin(hint) is tuple:
        return _tuple(get_args(hint))
    if isinstance(hint, type) and is_dataclass(hint):
        return _dataclass(cast("Any", hint))
    if isinstance(hint, type) and issubclass(hint, Enum | Fraction):
        return hint
    if hint in (int, str, bool, NoneType):
        return _checked(hint)
    raise TypeError(f"no JSON for the type {hint}")


def _checked(kind: type) -> Decode:
    def decode(value: Any) -> Any:
        if type(value) is not kind:
            raise TypeError(f"{value!r} is not of the type {kind.__name__}")
        return value

    return decode


def _tuple(parts: tuple[Any, ...]) -> Decode:
    if parts[-1] is Ellipsis:
        inner = decoder(parts[0])
        return lambda value: tuple([inner(item) for item in value])
    inners = [decoder(part) for part in parts]
    return lambda value: tuple(inner(item) for inner, item in zip(inners, value, strict=True))


def _union(parts: tuple[Any, ...]) -> Decode:
    ours: list[Any] = [part for part in parts if is_dataclass(part)]
    others = [part for part in parts if part is not NoneType and part not in ours]
    if len(ours) > 1:
        named = {part.__name__: decoder(part) for part in ours}
        return lambda value: (
            None
            if value is None
            else named[value["type"]]({k: v for k, v in value.items() if k != "type"})
        )
    only: Any
    (only,) = ours or others
    inner = decoder(only)
    return lambda value: None if value is None else inner(value)


def _dataclass(kind: type) -> Decode:
    hints = {f.name: _bare(_hints(kind)[f.name]) for f in fields(kind)}
    simple = {name: hint for name, hint in hints.items() if hint in (int, str, bool)}
    nested = {name: decoder(hint) for name, hint in hints.items() if name not in simple}

    def decode(value: Any) -> Any:
        made = {}
        for name, part in value.items():
            if name not in simple:
                made[name] = nested[name](part)
            elif type(part) is simple[name]:
                made[name] = part
            else:
                raise TypeError(f"{name}: {part!r} is not of the type {simple[name].__name__}")
        return kind(**made)

    return decode
