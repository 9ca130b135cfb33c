"""The subject of an action, for programs: its kind, section, round, table and participants."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.event.codec import journal_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.event.actions import Act

PLACES = ("section", "round", "table", "entry", "purpose")
"""The fields that locate an action within the event, in output order."""


def describe_subject(act: Act) -> dict[str, object]:
    """Return the journal name of an action, what it is about and the participants it names."""
    found: dict[str, object] = {"act": journal_name(type(act))}
    found |= {name: getattr(act, name) for name in PLACES if getattr(act, name, None)}
    if numbers := list(dict.fromkeys(_participant_numbers(act))):
        found["numbers"] = numbers
    return found


def _participant_numbers(act: Act) -> Iterator[object]:
    for name in ("number", "a", "b"):
        if getattr(act, name, None) is not None:
            yield getattr(act, name)
    yield from getattr(act, "others", ())
    if (competitor := getattr(act, "competitor", None)) is not None:
        yield competitor.number
