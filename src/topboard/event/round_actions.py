"""Actions about rounds: pairing by the rules or by hand, publication and results."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, TypeAlias

from topboard._frozen import dataclass
from topboard.event.parameters import (
    Argument,
    FilledAutomatically,
    FilledFromSection,
    Option,
    RoundNumber,
    Signature,
    last_published_round,
    next_round,
    no_participant,
)
from topboard.event.report_actions import ReportAct
from topboard.messages import message
from topboard.model import (
    Game,
    Manner,
    Number,
    Tenths,
)

# --- rounds ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Table:
    """A pair of participants, with the number of their board or match."""

    table: int
    white: Number
    black: Number


@dataclass(frozen=True, slots=True)
class Exclusion:
    """A participant excluded from pairing, with the article."""

    number: Number
    article: str


@dataclass(frozen=True, slots=True)
class PairRound:
    """Action that pairs a round by the rules, with digests that identify the pairing later.

    Journals of versions 1 and 2 have only a ``digest`` of the pairs and reasons. Later versions
    cannot check it, because it has an old form.
    """

    section: str
    round: int
    tables: tuple[Table, ...]
    bye: Number | None
    digest: str
    """The digest of the data that identify the round, such as system, pairings and exclusions."""
    excluded: tuple[Exclusion, ...] = ()
    system_revision: int = 1
    """The revision of the system that paired the round."""
    facts: str = ""
    """The digest of the tournament data on which the pairing is based."""
    explanation: str = ""
    """The digest of the reasons for the pairing, computed from their JSON."""


@dataclass(frozen=True, slots=True)
class BeginManual:
    """Action that starts the manual pairing of a round."""

    section: str
    round: int


@dataclass(frozen=True, slots=True)
class ChangeManual:
    """Action that sets the pairings and the bye of a round by hand."""

    section: str
    round: int
    tables: tuple[Table, ...]
    bye: Number | None = None


@dataclass(frozen=True, slots=True)
class EndManual:
    """Action that finishes a manual pairing and lists how it differs from the rules' pairing."""

    section: str
    round: int
    differences: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PublishRound:
    """Action that publishes and locks the pairing of a round."""

    section: str
    round: Annotated[int, FilledFromSection(next_round)]
    signature: Signature = ""
    """The signature made with the event's key, as hexadecimal digits; empty if there is no key."""
    proof: Annotated[str, FilledAutomatically()] = ""
    """The proof of the pairing without the tournament data, which the journal contains.

    It is empty if there is no proof.
    """


class ChangeGround(Enum):
    """The reasons for changing a published pairing."""

    REMATCH = "the two had met before"
    COLOUR_LIMIT = "a colour limit was broken"
    COMPETITION_RULES = "the rules of the event allow it"
    NO_OPPONENT = "two without an opponent agree to play"
    LATE_ENTRY = "a late entry is seated"
    LAST_ROUND = "unforeseen at the top tables of the last round"
    BY_MISTAKE = "published by mistake"
    UNSEEN = "published by mistake and seen by nobody"
    """Only for undoing a publication that was made less than a minute ago."""
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class ChangePublished:
    """Action that changes a published pairing, and lists the participants who were informed."""

    section: str
    round: Annotated[int, FilledFromSection(last_published_round)]
    tables: Annotated[
        tuple[Table, ...],
        Option(
            "--pairs",
            "WHITE-BLACK",
            message("pairs in order, starting with board 1 (for teams, table 1)"),
            nargs="+",
        ),
    ]
    bye: Annotated[
        Number | None,
        Option(
            "--bye",
            "WHOM",
            message("participant who receives the pairing-allocated bye (default: nobody)"),
            default=no_participant,
        ),
    ]
    ground: Annotated[
        ChangeGround,
        Option("--ground", help=message("reason for the change (required)"), required=True),
    ]
    informed: Annotated[
        tuple[Number, ...],
        Option(
            "--informed",
            "WHOM",
            message("participants who were informed (for teams, their captains)"),
            nargs="+",
        ),
    ] = ()
    postponed_to: Annotated[
        str,
        Option(
            "--postponed-to",
            "TIME",
            message("new start of the round, such as '2026-05-01 19:00' (default: unchanged)"),
        ),
    ] = ""
    agreed: Annotated[
        tuple[Number, ...],
        Option("--agreed", "WHOM", message("participants who agreed to the change"), nargs="+"),
    ] = ()
    """The participants who agreed to the change, if their agreement is required."""
    signature: Signature = ""
    """The signature made with the event's key, as hexadecimal digits; empty if there is no key."""


@dataclass(frozen=True, slots=True)
class Protest:
    """Action that records a protest against the pairing of a round."""

    section: str
    round: RoundNumber
    by: Annotated[str, Argument("WHO", message("name of the person making the protest"), name="by")]
    text: Annotated[str, Argument("TEXT", message("text of the protest"))]


# --- results --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableResult:
    """The result of one board or match."""

    table: int
    white_points: Tenths
    black_points: Tenths
    manner: Manner = Manner.PLAYED
    rated: bool = True
    present: tuple[int, int] | None = None
    """The number of players that each team brought, if the board results do not show it."""
    games: tuple[Game, ...] = ()
    did_not_arrive: bool | None = None
    """Whether a team that forfeited every board had not arrived; None if that was not recorded."""


@dataclass(frozen=True, slots=True)
class EnterResults:
    """Action that enters results for boards or matches that had none."""

    section: str
    round: int
    results: tuple[TableResult, ...]
    informed: tuple[Number, ...] = ()
    """The teams whose captains were informed that a published line-up has changed."""


@dataclass(frozen=True, slots=True)
class CorrectResult:
    """Action that corrects a recorded result."""

    section: str
    round: int
    result: TableResult
    known_from: int = 0
    """The first round to be paired with the new result; 0 if none was paired with the old one."""
    rating_only: bool = False
    """Whether the correction is too late for points and pairings and counts only for ratings."""
    informed: tuple[Number, ...] = ()
    """The teams whose captains were informed that a published line-up has changed."""


@dataclass(frozen=True, slots=True)
class RemoveResult:
    """Action that removes a recorded result."""

    section: str
    round: int
    table: int


RoundAct: TypeAlias = (
    PairRound
    | BeginManual
    | ChangeManual
    | EndManual
    | PublishRound
    | ChangePublished
    | Protest
    | EnterResults
    | CorrectResult
    | RemoveResult
    | ReportAct
)
