"""Conversion of frozen records to and from JSON, based on the types of their fields.

Two codecs are built on this module. The codec for journals (``event/codec``) works on plain values
and stops at the first error. Topboard wrote these files itself, and opening an event must be fast.
The codec for both JSON formats and for the remarks in report files (``formats/json/codec``) reads
with cursors and lists all problems. A cursor knows the place of its value. This module analyses the
types, and each codec adds what is specific to its files.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Any,
    NamedTuple,
    NewType,
    Union,
    get_args,
    get_origin,
    get_type_hints as type_hints,
)

from topboard import model
from topboard._frozen import MISSING, DefaultFactory, fields

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Read = Callable[..., Any]
    Write = Callable[[Any], Any]


class RecordField(NamedTuple):
    """A field of a record: its name, its type and its default value (or ``MISSING``)."""

    name: str
    hint: Any
    default: object


class Codec(ABC):
    """The base class of codecs.

    Each converts records to and from the JSON of one kind of file. The reader for a type is created
    once and cached.
    """

    def __init__(self) -> None:
        self._readers: dict[Any, Read] = {}
        self._layouts: dict[type, tuple[tuple[str, str, object, Write], ...]] = {}

    # --- values to JSON ---------------------------------------------------------------------

    def value_to_json(self, value: object) -> Any:
        """Return a frozen value as JSON. Fields that have their default value are omitted."""
        if value is None or isinstance(value, bool | int | str):
            return value
        if isinstance(value, tuple):
            return [self.value_to_json(item) for item in value]
        if isinstance(value, Enum):
            return value.value
        if isinstance(value, frozenset):
            return sorted(self.value_to_json(item) for item in value)
        if not is_record(type(value)):
            return self.fraction_to_json(value)
        return self.record_to_json(value)

    def record_to_json(self, value: Any) -> Any:
        """Return a record as a JSON object, as it is written in the file."""
        content: dict[str, Any] = {}
        for name, key, usual, write in self._cached_field_layout(type(value)):
            part = getattr(value, name)
            if part != usual:
                content[key] = write(part)
        return content

    def _cached_field_layout(self, kind: type) -> tuple[tuple[str, str, object, Write], ...]:
        found = self._layouts.get(kind)
        if found is None:
            found = self._layouts[kind] = tuple(
                (
                    part.name,
                    self.field_key_in_file(part.name),
                    self.value_omitted_from_file(kind, part),
                    self.field_writer(kind, part),
                )
                for part in self.fields_to_write(kind)
            )
        return found

    def fields_to_write(self, kind: type) -> Sequence[RecordField]:
        """Return the fields of a record class that are written to the file, in order."""
        return record_fields(kind)

    def field_key_in_file(self, name: str) -> str:
        """Return the key of a field in the file, which is its name by default."""
        return name

    def value_omitted_from_file(self, kind: type, part: RecordField) -> object:
        """Return the value for which a field is omitted.

        Unless overridden, it is the field's default.
        """
        return part.default

    def field_writer(self, kind: type, part: RecordField) -> Write:
        """Return the function that converts a field of a record to JSON."""
        return self.value_to_json

    def fraction_to_json(self, value: object) -> Any:
        """Return an exact fraction as it is written in the file, such as "1/3"."""
        return str(value)

    # --- JSON to values ---------------------------------------------------------------------

    def reader(self, hint: Any) -> Read:
        """Return the function that converts a JSON value to a value of the given type."""
        if hint not in self._readers:
            self._readers[hint] = self._build_reader_for_type(hint)
        return self._readers[hint]

    def _build_reader_for_type(self, hint: Any) -> Read:
        origin, inner = get_origin(hint), get_args(hint)
        if origin in (Union, UnionType):
            ours = [part for part in inner if is_record(part)]
            if len(ours) > 1:
                return self.union_reader(ours)
            (only,) = (part for part in inner if part is not NoneType)
            return self.optional_reader(self.reader(only))
        if origin is tuple and inner[-1] is not Ellipsis:
            return self.fixed_tuple_reader(inner)
        if origin in (tuple, frozenset):
            return self.sequence_reader(inner[0], origin)
        return self.record_reader(hint) if is_record(hint) else self.scalar_reader(hint)

    @abstractmethod
    def union_reader(self, kinds: Sequence[type]) -> Read:
        """Return the reader for a value that can be a record of several classes."""

    @abstractmethod
    def optional_reader(self, read: Read) -> Read:
        """Return the reader for a value that may be None. Any other value is read with ``read``."""

    @abstractmethod
    def fixed_tuple_reader(self, hints: Sequence[Any]) -> Read:
        """Return the reader for a list in which each position has its own type."""

    @abstractmethod
    def sequence_reader(self, hint: Any, into: type) -> Read:
        """Return the reader for a list whose values all have the same type."""

    @abstractmethod
    def record_reader(self, kind: Any) -> Read:
        """Return the reader for a record class, which reads each field according to its type."""

    @abstractmethod
    def scalar_reader(self, hint: Any) -> Read:
        """Return the reader for a type that is not a record or a container, such as ``str``."""


def is_record(kind: Any) -> bool:
    """Return whether a class is a frozen dataclass created by ``topboard._frozen``."""
    return hasattr(kind, "__record_fields__")


def unwrap_new_type(hint: Any) -> Any:
    """Return the type that a ``NewType`` is based on, or the type itself if it is not one."""
    return hint.__supertype__ if isinstance(hint, NewType) else hint


def is_record_union(hint: Any) -> bool:
    """Return whether a type allows several record classes, each of which must name its class."""
    if get_origin(hint) is tuple:
        return any(is_record_union(part) for part in get_args(hint))
    if get_origin(hint) in (Union, UnionType):
        return sum(is_record(part) for part in get_args(hint)) > 1
    return False


@cache
def record_fields(kind: Any) -> tuple[RecordField, ...]:
    """Return the fields of a record class, with resolved types and default values."""
    hints = _resolve_type_hints(kind)
    return tuple(
        RecordField(one.name, hints[one.name], default_value(one.default)) for one in fields(kind)
    )


def default_value(default: object) -> object:
    """Return a field's default value, calling its factory if it has one."""
    return default.make() if isinstance(default, DefaultFactory) else default


def _resolve_type_hints(kind: type) -> dict[str, Any]:
    known = {**vars(model), **vars(sys.modules[kind.__module__])}
    if any("Fraction" in str(hint) for hint in kind.__annotations__.values()):
        # The model imports Fraction only for the type checker, to start faster.
        from fractions import Fraction

        known["Fraction"] = Fraction
    return type_hints(kind, globalns=known)


__all__ = [
    "MISSING",
    "Codec",
    "RecordField",
    "default_value",
    "is_record",
    "is_record_union",
    "record_fields",
    "unwrap_new_type",
]
