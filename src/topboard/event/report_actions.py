"""Actions about results that players or captains report from their phones."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, TypeAlias

from topboard._frozen import dataclass
from topboard.event.parameters import Option
from topboard.messages import message


class PhoneResults(Enum):
    """The treatment of results that players or captains report from phones."""

    OFF = "off"
    """Nobody can report a result."""
    ACCEPT = "accept"
    """An arbiter accepts each reported result."""
    AGREED = "agreed"
    """A result that both sides reported from different phones is entered at once."""


@dataclass(frozen=True, slots=True)
class SetPhoneResults:
    """Action that allows or stops reports of results from phones."""

    section: str
    mode: Annotated[
        PhoneResults,
        Option(
            "--mode",
            help=message(
                "off, accept (an arbiter accepts each report) or agreed (results on which both "
                "sides agree are entered at once)"
            ),
            required=True,
        ),
    ]


@dataclass(frozen=True, slots=True)
class ReportResult:
    """Action that records the report of one side of a board or match, which is not a result yet."""

    section: str
    round: int
    table: int
    side: int
    """0 for the side named first, 1 for the other."""
    results: tuple[str, ...]
    """The result of the game or match, or of each board, with the score of the first side first."""
    device: str = ""
    """A random mark of the phone, to notice that both sides used the same one."""


ReportAct: TypeAlias = SetPhoneResults | ReportResult
