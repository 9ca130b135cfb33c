"""Conversion of actions to the JSON that a journal stores, and back.

A field that equals its default is left out. A value that may be of several types includes the name
of its type. Keys are in the order of the fields, so equal values always give the same string.
"""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, cast

from topboard import model
from topboard._frozen import fields
from topboard.errors import BadInput, Problem
from topboard.event import actions
from topboard.messages import say
from topboard.serialize.codec import (
    Codec,
    default_value,
    is_record,
    is_record_union,
    record_fields,
    unwrap_new_type,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.event.actions import Act
    from topboard.serialize.codec import Read, RecordField, Write

Record = TypeVar("Record")

ACTS: dict[str, type[Act]] = {
    "CreateEvent": actions.CreateEvent,
    "ChangeDetails": actions.ChangeDetails,
    "SetVisibility": actions.SetVisibility,
    "SetLogo": actions.SetLogo,
    "NameKey": actions.NameKey,
    "SignJournal": actions.SignJournal,
    "CloseEvent": actions.CloseEvent,
    "AddSection": actions.AddSection,
    "ChangeSection": actions.ChangeSection,
    "TakeOver": actions.TakeOver,
    "ScheduleRounds": actions.ScheduleRounds,
    "SetCategories": actions.SetCategories,
    "LabelCompetitors": actions.LabelCompetitors,
    "SetPrizes": actions.SetPrizes,
    "SetBoardPrizes": actions.SetBoardPrizes,
    "Announce": actions.Announce,
    "LeaveFideMode": actions.LeaveFideMode,
    "Enter": actions.Enter,
    "EnterLate": actions.EnterLate,
    "ChangeEntry": actions.ChangeEntry,
    "Withdraw": actions.Withdraw,
    "Readmit": actions.Readmit,
    "Expel": actions.Expel,
    "CloseEntries": actions.CloseEntries,
    "Renumber": actions.Renumber,
    "ErasePersonal": actions.ErasePersonal,
    "CommitLot": actions.CommitLot,
    "DrawLot": actions.DrawLot,
    "RecordLot": actions.RecordLot,
    "RecordPresence": actions.RecordPresence,
    "RecordAllPresent": actions.RecordAllPresent,
    "GrantException": actions.GrantException,
    "RequestBye": actions.RequestBye,
    "CancelBye": actions.CancelBye,
    "ForbidPair": actions.ForbidPair,
    "AllowPair": actions.AllowPair,
    "RuleOnBye": actions.RuleOnBye,
    "FixTable": actions.FixTable,
    "SettleImaginary": actions.SettleImaginary,
    "AdjustPoints": actions.AdjustPoints,
    "Suspend": actions.Suspend,
    "LiftSuspension": actions.LiftSuspension,
    "PairRound": actions.PairRound,
    "BeginManual": actions.BeginManual,
    "ChangeManual": actions.ChangeManual,
    "EndManual": actions.EndManual,
    "PublishRound": actions.PublishRound,
    "PublishLineUps": actions.PublishLineUps,
    "HandInLineUps": actions.HandInLineUps,
    "SetLineUpDeadline": actions.SetLineUpDeadline,
    "GiveCaptainLinks": actions.GiveCaptainLinks,
    "RevokeCaptainLinks": actions.RevokeCaptainLinks,
    "ChangePublished": actions.ChangePublished,
    "Protest": actions.Protest,
    "EnterResults": actions.EnterResults,
    "CorrectResult": actions.CorrectResult,
    "RemoveResult": actions.RemoveResult,
    "SetPhoneResults": actions.SetPhoneResults,
    "ReportResult": actions.ReportResult,
    "Undo": actions.Undo,
    "Redo": actions.Redo,
}
"""Every kind of action, keyed by its name in journals.

The name stays the same when a class is renamed.
"""

_NAMES: dict[type, str] = {
    **{kind: name for name, kind in ACTS.items()},
    model.Player: "Player",
    model.Team: "Team",
    model.PairingBye: "PairingBye",
    model.HalfPointBye: "HalfPointBye",
    model.FullPointBye: "FullPointBye",
    model.ZeroPointBye: "ZeroPointBye",
    model.NotYetEntered: "NotYetEntered",
    model.Withdrawn: "Withdrawn",
}
"""The names of classes in journals.

A class that is not listed here, such as a reason, uses its own name.
"""

_READER = json.JSONDecoder()
Value = TypeVar("Value")


def class_name_in_journal(kind: type) -> str:
    """Return the name under which journals store a class."""
    return _NAMES.get(kind) or kind.__name__


def dump_record_as_json(value: object) -> str:
    """Return a record as a JSON string; equal records always give the same string."""
    return format_compact_json(plain(value))


def format_compact_json(value: object) -> str:
    """Return a JSON value as a single line without whitespace."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def load_record_from_json(kind: type[Record], text: str) -> Record:
    """Return the record of class ``kind`` parsed from a string made by ``dump_record_as_json``."""
    return cast("Record", _JOURNAL.reader(kind)(_READER.decode(text)))


def load_stored_action(name: str, text: str) -> Act:
    """Return the action that a journal stores under ``name`` with the JSON string ``text``.

    Raise ``BadInput`` if the name is unknown or the content cannot be read.
    """
    kind = ACTS.get(name)
    if kind is None:
        raise BadInput(
            [
                Problem(
                    say("unknown action"),
                    "journal",
                    name,
                    say("Use a newer version of Topboard, which may know this action."),
                )
            ]
        )
    try:
        return load_record_from_json(kind, text)
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        what = say(
            "the content of the action {name} cannot be read ({error})", name=name, error=error
        )
        raise BadInput([Problem(what, "journal", text[:80])]) from error


def load_typed_value_from_json(kind: type[Value], text: str) -> Value:
    """Return the value of type ``kind`` parsed from a string written by ``dump_record_as_json``."""
    return cast("Value", _JOURNAL.reader(kind)(_READER.decode(text)))


def to_json_with_type_names(value: object) -> Any:
    """Return a record as a JSON value in which every record includes the name of its type.

    Such values are never parsed again, so no type hints are needed. Fields with their default
    values are left out. A later version of Topboard can therefore add fields without changing the
    output for older values.
    """
    if isinstance(value, tuple):
        return [to_json_with_type_names(item) for item in value]
    kind: Any = type(value)
    if not is_record(kind):
        return plain(value)
    content: dict[str, Any] = {"type": class_name_in_journal(kind)}
    for name, default in _list_fields_with_json_defaults(kind):
        part = getattr(value, name)
        if part != default:
            content[name] = to_json_with_type_names(part)
    return content


@cache
def _list_fields_with_json_defaults(kind: Any) -> tuple[tuple[str, object], ...]:
    beside = getattr(kind, "BESIDE", ())
    return tuple(
        (one.name, default_value(one.default)) for one in fields(kind) if one.name not in beside
    )


class _JournalCodec(Codec):
    """A codec for the JSON in journals, which stops at the first error."""

    def field_writer(self, kind: type, part: RecordField) -> Write:
        """Return the function that writes a field.

        It adds the name of the type if the field may hold values of several types.
        """
        return self._write_with_type if is_record_union(part.hint) else self.value_to_json

    def _write_with_type(self, value: object) -> Any:
        if isinstance(value, tuple):
            return [self._write_with_type(item) for item in value]
        content, kind = self.value_to_json(value), type(value)
        return {"type": class_name_in_journal(kind), **content} if is_record(kind) else content

    def union_reader(self, kinds: Sequence[type]) -> Read:
        """Return a reader for a JSON object that includes the name of its type."""
        named = {class_name_in_journal(kind): self.reader(kind) for kind in kinds}

        def read_by_type(value: Any) -> Any:
            if value is None:
                return None
            return named[value["type"]]({k: v for k, v in value.items() if k != "type"})

        return read_by_type

    def optional_reader(self, read: Read) -> Read:
        """Return a reader that accepts null in addition to the values accepted by ``read``."""
        return lambda value: None if value is None else read(value)

    def fixed_tuple_reader(self, hints: Sequence[Any]) -> Read:
        """Return a reader for a list whose items have the types in ``hints``, in this order."""
        readers = [self.reader(hint) for hint in hints]
        return lambda value: tuple(read(item) for read, item in zip(readers, value, strict=True))

    def sequence_reader(self, hint: Any, into: type) -> Read:
        """Return a reader for a list of any length whose items have the type ``hint``."""
        read = self.reader(hint)
        return lambda value: into([read(item) for item in value])

    def record_reader(self, kind: Any) -> Read:
        """Return a reader for a JSON object whose keys must all be fields of the record."""
        hints = {part.name: unwrap_new_type(part.hint) for part in record_fields(kind)}
        simple = {name: hint for name, hint in hints.items() if hint in (int, str, bool)}
        nested = {name: self.reader(hint) for name, hint in hints.items() if name not in simple}

        def read_record(value: Any) -> Any:
            made = {}
            for name, part in value.items():
                if name not in simple:
                    made[name] = nested[name](part)
                elif type(part) is simple[name]:
                    made[name] = part
                else:
                    raise TypeError(f"{name}: {part!r} is not of the type {simple[name].__name__}")
            return kind(**made)

        return read_record

    def scalar_reader(self, hint: Any) -> Read:
        """Return a reader for a number, string or Boolean, or a type built from one of them."""
        hint = unwrap_new_type(hint)
        if hint not in (int, str, bool):
            return cast("Read", hint)

        def read_checked_scalar(value: Any) -> Any:
            if type(value) is not hint:
                raise TypeError(f"{value!r} is not of the type {hint.__name__}")
            return value

        return read_checked_scalar


_JOURNAL = _JournalCodec()
plain = _JOURNAL.value_to_json
