"""The types of JSON answers, which OpenAPI documents and type checkers read.

Points are numbers, and optional keys are left out if they do not apply. Reasons are objects with
the keys that ``topboard-reasons-1.schema.json`` defines for their ``kind``.
"""

from __future__ import annotations

import sys
from typing import Any, TypeAlias

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

JsonObject: TypeAlias = dict[str, Any]


class ProblemJson(TypedDict):
    """A problem: what is wrong, where, the text it concerns, and what to do about it."""

    what: str
    where: str
    quoted: str
    remedy: str


# --- pairings -------------------------------------------------------------------------------------


class PairJson(TypedDict):
    """Two participants who meet, at a board or a table, with the article that decided it."""

    table: int
    white: int
    black: int
    article: str
    white_name: str
    black_name: str


FloaterJson = TypedDict(
    "FloaterJson", {"number": int, "from": JsonNumber, "to": JsonNumber, "article": str}
)
"""A participant who is paired in another scoregroup."""


class PairingJson(TypedDict):
    """The pairing of a round. ``bye`` is the number of the participant with the bye."""

    system: str
    round: int
    pairs: list[PairJson]
    bye: int | None
    floaters: list[FloaterJson]
    warnings: list[str]
    reasons: NotRequired[list[JsonObject]]


class ExplanationJson(PairingJson):
    """A pairing with its reasons as sentences, one list for each decision.

    With ``about``, they are the reasons about the participant with this number.
    """

    explanation: list[list[str]]
    about: NotRequired[int]


class WhyNotJson(TypedDict):
    """The reason why two participants do not meet, as a value and as sentences."""

    a: int
    b: int
    verdict: JsonObject
    explanation: list[str]


# --- checks ---------------------------------------------------------------------------------------


class DifferenceJson(TypedDict):
    """A difference between what was published and what the rules give."""

    kind: str
    article: str
    published: list[int | None]
    ours: list[int | None]
    text: str


class RoundCheckJson(TypedDict):
    """The comparison of a published round with the pairing under the rules."""

    round: int
    pairs: int
    same_pairs: int
    same_colours: int
    bye_same: bool
    differences: list[DifferenceJson]


class StandingsCheckJson(TypedDict):
    """The comparison of the points and ranks in a file with those that its results give."""

    after_round: int
    with_points: int
    same_points: int
    with_rank: int
    same_ranks: int
    tie_breaks: list[str]
    differences: list[DifferenceJson]
    not_compared: str


class FindingJson(TypedDict):
    """A contradiction in a file."""

    kind: str
    round: int | None
    numbers: list[int]
    text: str


class EditionCheckJson(TypedDict):
    """Whether another edition of the rules reproduces a round that differs."""

    round: int
    system: str
    reproduced: bool


class NotedCheckJson(TypedDict):
    """Whether a round agrees with the assumptions that the file notes for it."""

    round: int
    agrees: bool
    sets_aside: bool


class EventCheckJson(TypedDict):
    """The check of all published rounds of an event, of its standings and of its file.

    ``left_out`` lists rounds that cannot be paired again.
    """

    system: str
    rounds: list[RoundCheckJson]
    proofs: NotRequired[list[JsonObject]]
    noted_assumptions: NotRequired[list[NotedCheckJson]]
    left_out: NotRequired[list[int]]
    standings: NotRequired[StandingsCheckJson]
    file: list[FindingJson]
    other_editions: list[EditionCheckJson]


# --- standings ------------------------------------------------------------------------------------


class ColumnJson(TypedDict):
    """A column of the standings: a tie-break, with its code, its title and its article."""

    key: str
    title: str
    article: str


class TieBreakItemJson(TypedDict):
    """A term of a tie-break value. A term that is left out does not count."""

    round: int | None
    opponent: int | None
    value: JsonNumber
    left_out: bool
    note: str


class TieBreakValueJson(TypedDict):
    """A tie-break value with its terms. An undefined value is null."""

    value: JsonNumber | None
    items: list[TieBreakItemJson]


class StandingsLineJson(TypedDict):
    """A line of the standings. ``tie_breaks`` has the values as text, keyed by code."""

    place: int
    number: int
    name: str
    withdrawn: NotRequired[bool]
    points: JsonNumber
    values: list[TieBreakValueJson]
    tie_breaks: dict[str, str | None]


class StandingsJson(TypedDict):
    """The standings after a round, with the terms of every tie-break value."""

    system: str
    after_round: int
    columns: list[ColumnJson]
    lines: list[StandingsLineJson]


# --- files and systems ----------------------------------------------------------------------------


class ConversionJson(TypedDict):
    """An event in another format, with what this format cannot store."""

    file: str
    text: str
    losses: list[str]


class ProofScopeJson(TypedDict):
    """The parts of a round that a proof shows with evidence, and those it only recomputes."""

    proved: list[str]
    recomputed: list[str]


class SystemJson(TypedDict):
    """A pairing system: its name, its source and its articles."""

    name: str
    title: str
    source: str
    competitors: str
    revision: int
    articles: list[str]
    proof: ProofScopeJson | None


# --- answers to questions -------------------------------------------------------------------------


class PairAnswer(PairingJson):
    """A pairing, with the notes about the file."""

    notes: list[ProblemJson]


class CheckAnswer(EventCheckJson):
    """A check of an event, with the notes about the file."""

    notes: list[ProblemJson]


class ExplainAnswer(ExplanationJson):
    """An explained pairing, with the notes about the file."""

    notes: list[ProblemJson]


class WhyNotAnswer(WhyNotJson):
    """The reason why two participants do not meet, with the notes about the file."""

    notes: list[ProblemJson]


class StandingsAnswer(StandingsJson):
    """The standings, with the notes about the file."""

    notes: list[ProblemJson]


class ConvertAnswer(ConversionJson):
    """An event in another format, with the notes about the file."""

    notes: list[ProblemJson]


class PlacedProblemJson(ProblemJson):
    """A problem, with the line and column if it is in a file that has them."""

    line: int | None
    column: int | None


class ProblemDocument(TypedDict):
    """The answer to a failed request, as in RFC 9457, with every problem.

    ``blocking`` has the numbers of participants who cannot all be paired.
    """

    type: str
    kind: str
    title: str
    status: int
    detail: str
    problems: list[PlacedProblemJson]
    blocking: NotRequired[list[int]]


class ProblemKindJson(TypedDict):
    """A kind of problem document, with its HTTP status."""

    kind: str
    status: int
    title: str


class SystemsAnswer(TypedDict):
    """All pairing systems."""

    systems: list[SystemJson]
