"""The types of JSON answers about events and journals, which OpenAPI and type checkers read.

Values that are also in the journal, such as settings and participants, are objects as the journal
stores them.
"""

from __future__ import annotations

import sys

from topboard.serialize.answer_types import JsonObject, PairingJson
from topboard.text.numbers import JsonNumber

if sys.version_info >= (3, 12):
    from typing import NotRequired, TypedDict
else:
    # Packages that read these types at run time need this one on Python 3.11.
    try:
        from typing import NotRequired

        from typing_extensions import TypedDict
    except ImportError:
        from typing import NotRequired, TypedDict


class SectionSummaryJson(TypedDict):
    """A section in the summary of an event. ``section`` is its name in addresses."""

    section: str
    name: str
    system: str
    rounds: int
    published: int
    competitors: int


class EventSummaryJson(TypedDict):
    """The summary of an event. ``last`` is the number of its last journal entry."""

    event: str
    name: str
    closed: bool
    public: bool
    last: int
    details: JsonObject
    sections: list[SectionSummaryJson]


class LastEntryJson(TypedDict):
    """The number, the author and the time of the last journal entry."""

    last: int
    who: str
    time: str


class JournalEntryJson(TypedDict):
    """A journal entry. Its action has the same form as in the journal."""

    entry: int
    time: str
    who: str
    act: str
    content: JsonObject
    reason: str
    authority: str
    undone: bool


class RecordedEntryJson(JournalEntryJson):
    """A new journal entry, with the notices that the author should read."""

    notices: list[str]


class AbsenceJson(TypedDict):
    """A participant who is not paired in a round, and why."""

    number: int
    outcome: str


class RequestJson(AbsenceJson):
    """A bye that a participant has requested for a round."""

    round: int


class TableJson(TypedDict):
    """A board or, for teams, a table of a published round. ``result`` is null until it is known."""

    table: int
    white: int | None
    black: int | None
    result: str | None
    white_points: JsonNumber
    black_points: JsonNumber
    games: NotRequired[list[str]]


class PublishedRoundJson(TypedDict):
    """A published round. ``revision`` counts the changes after publication."""

    round: int
    manual: bool
    revision: int
    tables: list[TableJson]
    away: list[AbsenceJson]


class SectionJson(TypedDict):
    """A section: its settings, its participants, and its rounds with their results."""

    section: str
    name: str
    system: str
    settings: JsonObject
    announced: bool
    left_fide_mode: NotRequired[bool]
    entries_closed: bool
    round_to_pair: int
    competitors: list[JsonObject]
    requests: list[RequestJson]
    draft: JsonObject | None
    rounds: list[PublishedRoundJson]


class ChangedReadingJson(TypedDict):
    """An interpretation of the rules that has changed since a round was paired."""

    revision: int
    articles: list[str]
    page: str


class ReplayComparisonJson(TypedDict):
    """Whether a published round is the same when it is paired again."""

    same: bool
    comparison: str
    system_revision: int
    changed_readings: NotRequired[list[ChangedReadingJson]]
    departures: NotRequired[list[str]]


class ReplayedRoundJson(ReplayComparisonJson):
    """A published round that was paired again, with the result of verifying its proof."""

    section: str
    round: int
    entry: int
    manual: bool
    revision: int
    differences: list[str]
    proved: NotRequired[bool]
    refused: NotRequired[JsonObject]


class ActionJson(TypedDict):
    """An action, as it is sent to record it."""

    act: str
    content: JsonObject


class PairingPreviewJson(PairingJson):
    """The pairing of the next round, with the action that records it."""

    act: ActionJson


class PublishedExplanationJson(PairingJson):
    """The pairing of a published round under the rules, with the reasons as sentences."""

    explanation: list[list[str]]
