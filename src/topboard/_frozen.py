"""Frozen dataclasses that are fast to define, for all modules needed to pair a round.

Pairing programs start the engine once per round. The standard library took half a millisecond to
create each dataclass, which was most of the time the engine needed to start. This module replaces
four functions of ``dataclasses``, but supports only ``@dataclass(frozen=True, slots=True)``. It
creates a class in a tenth of the time. The fields of a standard dataclass are created on demand,
for example for ``dataclasses.replace``.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass, field, fields, replace
    from typing import Any

__all__ = ["dataclass", "field", "fields", "replace"]

MISSING = object()
"""The value that marks a field without a default."""


class DefaultFactory:
    """The default value of a field, created separately for each instance."""

    __slots__ = ("make",)

    def __init__(self, make: Any) -> None:
        self.make = make


class RecordField:
    """A field of a frozen dataclass, with its name and its default (or ``MISSING``)."""

    __slots__ = ("default", "name")

    def __init__(self, name: str, default: Any) -> None:
        self.name = name
        self.default = default


class _LazyAttribute:
    """A descriptor for a rarely used class attribute.

    The value of the attribute is created when it is first read.
    """

    __slots__ = ("made", "make")

    def __init__(self, make: Any) -> None:
        self.make = make
        self.made: Any = None

    def __get__(self, value: object, owner: Any) -> Any:
        if self.made is None:
            self.made = self.make(owner)
        return self.made


def _import_standard_dataclasses() -> Any:
    import dataclasses

    return dataclasses


def _build_standard_dataclass_fields(owner: Any) -> Any:
    """Return the fields of a class as ``dataclasses.Field`` objects, keyed by name."""
    dataclasses = _import_standard_dataclasses()
    own = {one.name: object for one in owner.__record_fields__}
    given = {
        one.name: dataclasses.field(default_factory=one.default.make)
        if isinstance(one.default, DefaultFactory)
        else one.default
        for one in owner.__record_fields__
        if one.default is not MISSING
    }
    plain = type(owner.__name__, (), {"__annotations__": own, **given})
    made: Any = dataclasses.dataclass(frozen=True)(plain)
    return made.__dataclass_fields__


def _build_constructor_signature(owner: Any) -> Any:
    """Return the signature of a class's constructor, as shown by ``help`` and editors."""
    import inspect

    signature = inspect.signature(_compile_constructor(owner))
    return signature.replace(parameters=list(signature.parameters.values())[1:])


if not TYPE_CHECKING:

    def dataclass(*, frozen, slots):
        """Return a decorator for frozen dataclasses, like the one in the standard library."""
        if not (frozen and slots):
            raise TypeError("records are frozen and have slots")
        return _build_frozen_class

    def field(*, default_factory):
        """Return a field default that creates a separate value for each instance."""
        return DefaultFactory(default_factory)

    def fields(value):
        """Return the fields of a frozen dataclass or of an instance, in order."""
        return value.__record_fields__

    def replace(value, /, **changes):
        """Return a copy of the value with some fields changed."""
        for one in value.__record_fields__:
            if one.name not in changes:
                changes[one.name] = getattr(value, one.name)
        return value.__class__(**changes)


def _build_frozen_class(cls: Any) -> Any:
    own = [
        RecordField(name, cls.__dict__.get(name, MISSING))
        for name, kind in cls.__annotations__.items()
        if not str(kind).startswith("ClassVar")
    ]
    inherited = getattr(cls, "__record_fields__", ())
    names = {one.name for one in own}
    all_fields = (*(one for one in inherited if one.name not in names), *own)
    old = {one.name for one in inherited}
    body = {k: v for k, v in cls.__dict__.items() if k not in names | {"__dict__", "__weakref__"}}
    body["__slots__"] = tuple(one.name for one in own if one.name not in old)
    body["__record_fields__"] = all_fields
    body["__match_args__"] = tuple(one.name for one in all_fields)
    body["__qualname__"] = cls.__qualname__
    for name, method in _build_frozen_class_methods(all_fields).items():
        # A subclass of a record must not inherit methods that were created for fewer fields.
        if name not in cls.__dict__:
            body[name] = method
    made = type(cls)(cls.__name__, cls.__bases__, body)
    made.__init__ = _build_lazy_constructor(made)
    return made


FEW = 20
"""The number of instances after which compiling a constructor pays off."""


def _build_lazy_constructor(made: Any) -> Any:
    """Return a constructor that sets the fields one by one until it is used often.

    Only then is it compiled, because most classes have few instances in a process, or none.
    """
    left = FEW

    def init(self: Any, *values: object, **named: object) -> None:
        nonlocal left
        left -= 1
        if left < 0 or not _set_all_fields_from_arguments(self, values, named):
            made.__init__ = _compile_constructor(made)
            made.__init__(self, *values, **named)

    return init


def _set_all_fields_from_arguments(
    value: Any, given: tuple[object, ...], named: dict[str, object]
) -> bool:
    """Set all fields of a new instance, and return whether the arguments fit the fields.

    If an argument is missing or unknown, return False, so that the compiled constructor can raise
    the usual error.
    """
    all_fields = value.__record_fields__
    for at, one in enumerate(all_fields):
        if at < len(given):
            if one.name in named:
                return False
            set_to = given[at]
        else:
            set_to = named.get(one.name, one.default)
        # A caller that reads the signature may pass on the default shown there, from which a value
        # has to be created.
        if set_to is MISSING:
            set_to = one.default
        if set_to is MISSING:
            return False
        if isinstance(set_to, DefaultFactory):
            set_to = set_to.make()
        object.__setattr__(value, one.name, set_to)
    names = {one.name for one in all_fields}
    if len(given) > len(all_fields) or not names.issuperset(named):
        return False
    if hasattr(value, "__post_init__"):
        value.__post_init__()
    return True


def _build_frozen_class_methods(all_fields: tuple[RecordField, ...]) -> dict[str, Any]:
    names = [one.name for one in all_fields]
    content: Any = attrgetter(*names) if names else _return_empty_tuple

    def equal_fields(self: Any, other: object) -> Any:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return content(self) == content(other)

    def hash_fields(self: Any) -> int:
        return hash(content(self))

    return {
        "__eq__": equal_fields,
        "__hash__": hash_fields,
        "__repr__": _format_record_repr,
        "__reduce__": _reduce_record_for_pickling,
        "__setattr__": _refuse_field_assignment,
        "__delattr__": _refuse_field_assignment,
        "__dataclass_fields__": _LazyAttribute(_build_standard_dataclass_fields),
        "__signature__": _LazyAttribute(_build_constructor_signature),
    }


def _return_empty_tuple(_: object) -> tuple[()]:
    return ()


def _format_record_repr(self: Any) -> str:
    shown = ", ".join(f"{one.name}={getattr(self, one.name)!r}" for one in self.__record_fields__)
    return f"{self.__class__.__qualname__}({shown})"


def _reduce_record_for_pickling(self: Any) -> tuple[Any, ...]:
    return self.__class__, tuple(getattr(self, one.name) for one in self.__record_fields__)


def _refuse_field_assignment(self: Any, name: str, value: object = None) -> None:
    raise _import_standard_dataclasses().FrozenInstanceError(f"cannot assign to field {name!r}")


def _compile_constructor(made: Any) -> Any:
    """Return a compiled constructor for a class, which sets each field through its slot."""
    scope: dict[str, Any] = {}
    parameters, lines = [], []
    for one in made.__record_fields__:
        value = one.name
        if isinstance(one.default, DefaultFactory):
            scope[f"make_{one.name}"], scope["missing"] = one.default.make, MISSING
            parameters.append(f"{one.name}=missing")
            value = f"make_{one.name}() if {one.name} is missing else {one.name}"
        elif one.default is not MISSING:
            scope[f"default_{one.name}"] = one.default
            parameters.append(f"{one.name}=default_{one.name}")
        else:
            parameters.append(one.name)
        scope[f"set_{one.name}"] = getattr(made, one.name).__set__
        lines.append(f" set_{one.name}(self, {value})")
    if hasattr(made, "__post_init__"):
        lines.append(" self.__post_init__()")
    text = f"def __init__(self, {', '.join(parameters)}):\n" + ("\n".join(lines) or " pass")
    exec(text, scope)
    init = scope["__init__"]
    init.__qualname__ = f"{made.__qualname__}.__init__"
    return init
