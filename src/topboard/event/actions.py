"""The arbiter's actions, each of which is an immutable class.

Each action that is carried out becomes a journal entry. Until entries are closed, a participant is
identified by an entry number, and afterwards by a tournament pairing number (TPN). Numbers, points
and rounds have the same meaning as in the model.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Annotated, TypeAlias

from topboard._frozen import dataclass, field, fields
from topboard.event.arrangement_actions import (
    Arrangement,
    BoardPrizeOrder as BoardPrizeOrder,
    Category as Category,
    ChangeDetails as ChangeDetails,
    LabelCompetitors as LabelCompetitors,
    Prize as Prize,
    PrizeSharing as PrizeSharing,
    ScheduleRounds as ScheduleRounds,
    SetBoardPrizes as SetBoardPrizes,
    SetCategories as SetCategories,
    SetLogo as SetLogo,
    SetPrizes as SetPrizes,
    SetVisibility as SetVisibility,
)
from topboard.event.line_up_actions import (
    CaptainLink as CaptainLink,
    GiveCaptainLinks as GiveCaptainLinks,
    HandInLineUps as HandInLineUps,
    LineUpAct,
    PublishLineUps as PublishLineUps,
    RevokeCaptainLinks as RevokeCaptainLinks,
    SetLineUpDeadline as SetLineUpDeadline,
    TeamLineUp as TeamLineUp,
)
from topboard.event.parameters import (
    Argument,
    FirstParticipant,
    FirstRound,
    FromRound,
    LastRound,
    Option,
    OtherParticipants,
    RoundNumber,
    SecondParticipant,
    Whom,
)
from topboard.event.report_actions import (
    PhoneResults as PhoneResults,
    ReportResult as ReportResult,
    SetPhoneResults as SetPhoneResults,
)
from topboard.event.round_actions import (
    BeginManual as BeginManual,
    ChangeGround as ChangeGround,
    ChangeManual as ChangeManual,
    ChangePublished as ChangePublished,
    CorrectResult as CorrectResult,
    EndManual as EndManual,
    EnterResults as EnterResults,
    Exclusion as Exclusion,
    PairRound as PairRound,
    Protest as Protest,
    PublishRound as PublishRound,
    RemoveResult as RemoveResult,
    RoundAct,
    Table as Table,
    TableResult as TableResult,
)
from topboard.event.undo_actions import Redo as Redo, TakingBack, Undo as Undo
from topboard.messages import message
from topboard.model import (
    Absence,
    Colour,
    Competitor,
    EventInfo,
    FullPointBye,
    HalfPointBye,
    Number,
    RatingChoice,
    Scale,
    Tenths,
    Tournament,
    ZeroPointBye,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

# --- the event and its sections -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CreateEvent:
    """Action that creates the event and is always the first journal entry."""

    name: str
    details: EventInfo = field(default_factory=EventInfo)
    key: str = ""
    """The public part of the signing key, as hexadecimal digits; empty if the event has no key."""


@dataclass(frozen=True, slots=True)
class NameKey:
    """Action that introduces a new key, which signs all later publications."""

    key: str
    introduction: str = ""
    """The previous key's signature of the new key, in hexadecimal; empty if there is none."""


@dataclass(frozen=True, slots=True)
class AddSection:
    """Action that adds a section with its own pairing system and settings."""

    section: str
    system: str
    rounds: int
    boards: int = 1
    variations: tuple[str, ...] = ()
    tie_breaks: tuple[str, ...] = ()
    unrated_as: int | None = None
    match_scale: Scale | None = None
    game_scale: Scale | None = None
    rating_order: tuple[RatingChoice, ...] = ()
    tie_break_edition: str = ""


@dataclass(frozen=True, slots=True)
class ChangeSection:
    """Action that replaces the settings of a section."""

    section: str
    rounds: int
    boards: int = 1
    variations: tuple[str, ...] = ()
    tie_breaks: tuple[str, ...] = ()
    unrated_as: int | None = None
    match_scale: Scale | None = None
    game_scale: Scale | None = None
    rating_order: tuple[RatingChoice, ...] = ()
    tie_break_edition: str = ""


@dataclass(frozen=True, slots=True)
class TakeOver:
    """Action that imports a section started in another program, with all data from its file."""

    section: str
    facts: Tournament
    source: str = ""
    differences: tuple[str, ...] = ()
    """Descriptions of how the imported rounds differ from the pairings that the rules give."""
    changed: tuple[str, ...] = ()
    """Descriptions of the data that the import changed."""

    @property
    def add_section_action(self) -> AddSection:
        """Return the action that adds the section with the settings from the file."""
        facts = self.facts
        shared = [one.name for one in fields(AddSection)[3:]]
        settled = {name: getattr(facts, name) for name in shared}
        return AddSection(self.section, facts.system, facts.planned_rounds, **settled)


@dataclass(frozen=True, slots=True)
class Announce:
    """Action that announces a section's options and tie-breaks. Later changes require a ruling."""

    section: str
    how: Annotated[
        str,
        Option(
            "--how",
            "TEXT",
            message("how the options and tie-breaks were announced (default: in writing)"),
        ),
    ] = "in writing"


@dataclass(frozen=True, slots=True)
class LeaveFideMode:
    """Action that takes a section out of FIDE mode permanently."""

    section: str


@dataclass(frozen=True, slots=True)
class SignJournal:
    """Action that signs the journal so far without publishing anything."""

    signature: str = ""
    """The signature made with the event's key, in hexadecimal; empty if there is no key."""


@dataclass(frozen=True, slots=True)
class CloseEvent:
    """Action that closes the event.

    Afterwards, personal data can still be erased and the public pages shown or hidden. Anything
    else requires a ruling that undoes the closing.
    """

    signature: str = ""
    """The signature made with the event's key, in hexadecimal; empty if there is no key."""


# --- entries --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Enter:
    """Action that enters participants before entries are closed.

    ``source`` names the file or list that they come from.
    """

    section: str
    competitors: tuple[Competitor, ...]
    source: str = ""


@dataclass(frozen=True, slots=True)
class EnterLate:
    """Action that enters a participant after entries are closed."""

    section: str
    competitor: Competitor
    others_move: bool = False
    """Whether the TPN is in use, so that its holder and all later participants move down."""


@dataclass(frozen=True, slots=True)
class ChangeEntry:
    """Action that replaces a participant's data, such as name, rating, roster or board order."""

    section: str
    competitor: Competitor


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Action that withdraws a participant from the given round onward.

    Before entries are closed, it removes the participant from the list.
    """

    section: str
    number: Whom
    round: FromRound = 1


@dataclass(frozen=True, slots=True)
class Readmit:
    """Action that readmits a participant who withdrew or was expelled."""

    section: str
    number: Whom


@dataclass(frozen=True, slots=True)
class Expel:
    """Action that expels a participant from the given round onward."""

    section: str
    number: Whom
    round: FromRound


@dataclass(frozen=True, slots=True)
class CloseEntries:
    """Action that closes the entry list and assigns TPNs in the order of ``order``."""

    section: str
    order: tuple[Number, ...]
    rounds: int = 0
    """The number of rounds that a round robin needs for its participants; 0 in other systems."""


@dataclass(frozen=True, slots=True)
class Renumber:
    """Action that assigns new TPNs. ``order`` lists the old TPNs in the new order."""

    section: str
    order: tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class ErasePersonal:
    """Action that permanently erases the birth dates, IDs and contact details of participants."""

    section: str
    number: Number | None = None
    """The participant whose data are erased; None means all participants."""
    member: Number | None = None
    """The team member whose data are erased; None means all members of a team."""
    fields: tuple[str, ...] = ()
    """The personal fields to erase; empty means all of them."""


# --- drawing of lots ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CommitLot:
    """Action that commits to a drawing of lots by publishing the hash of its secret seed."""

    section: str
    purpose: str
    commitment: str
    among: tuple[Number, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawLot:
    """Action that reveals the committed seed and draws lots with it."""

    section: str
    purpose: str
    seed: str


@dataclass(frozen=True, slots=True)
class RecordLot:
    """Action that records lots drawn by hand, or the values of an external tie-break."""

    section: str
    purpose: str
    order: tuple[Number, ...] = ()
    colour: Colour | None = None
    values: tuple[Tenths, ...] = ()


# --- presence, byes, restrictions and points ------------------------------------------------


@dataclass(frozen=True, slots=True)
class RecordPresence:
    """Action that records how many players of a team are present, and how the others travel."""

    section: str
    number: Number
    players: int
    travel: str = ""
    in_time: bool = False
    """Whether the players who are still travelling will arrive in time for round 1."""


@dataclass(frozen=True, slots=True)
class RecordAllPresent:
    """Action that checks in several participants, each with the number of players present."""

    section: str
    present: tuple[tuple[Number, int], ...]


@dataclass(frozen=True, slots=True)
class GrantException:
    """Action that records a ruling to pair a participant excluded by an article."""

    section: str
    number: Whom
    article: Annotated[
        str, Argument("ARTICLE", message("article that the exception applies to, such as 2.1"))
    ]


BYES: Mapping[str, Absence] = {
    "0": ZeroPointBye(),
    "half": HalfPointBye(),
    "full": FullPointBye(),
}
"""The kinds of bye that can be requested, keyed by the value of the option ``--points``."""


@dataclass(frozen=True, slots=True)
class RequestBye:
    """Action that records a bye requested for a round, with the points it is worth."""

    section: str
    number: Whom
    round: RoundNumber
    outcome: Annotated[
        Absence, Option("--points", help=message("points for the bye (default: 0)"), choices=BYES)
    ] = field(default_factory=ZeroPointBye)


@dataclass(frozen=True, slots=True)
class CancelBye:
    """Action that cancels a requested bye, so that the participant is paired in that round."""

    section: str
    number: Whom
    round: RoundNumber


@dataclass(frozen=True, slots=True)
class ForbidPair:
    """Action that keeps participants from meeting in some rounds, by rule or on request."""

    section: str
    a: FirstParticipant
    b: SecondParticipant
    others: OtherParticipants = ()
    first: FirstRound = 1
    last: LastRound = 10_000
    wish: Annotated[
        bool,
        Option(
            "--wish",
            help=message(
                "record a request by all the participants named; the rules decide whether it is "
                "granted"
            ),
        ),
    ] = False
    """Whether the participants only ask not to meet.

    The rules decide whether this has an effect.
    """


@dataclass(frozen=True, slots=True)
class AllowPair:
    """Action that lifts a restriction, so that the participants may meet each other again."""

    section: str
    a: FirstParticipant
    b: SecondParticipant
    others: OtherParticipants = ()


@dataclass(frozen=True, slots=True)
class RuleOnBye:
    """Action that records a ruling on whether a participant may get the pairing-allocated bye."""

    section: str
    number: Whom
    allowed: Annotated[
        bool,
        Argument(
            name="ruling",
            help=message("bar the participant from the pairing-allocated bye, or allow it again"),
            choices={"bar": False, "allow": True},
        ),
    ]
    first: FirstRound = 1
    last: LastRound = 10_000


class TableGround(Enum):
    """The reasons for assigning a participant to a fixed table."""

    SPONSOR = "sponsor or media"
    HOST = "the host's A team"
    DISABILITY = "needs of a disabled player"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class FixTable:
    """Action that assigns a participant to a fixed table; table 0 removes the assignment."""

    section: str
    number: Whom
    table: Annotated[
        int, Argument("TABLE", message("number of the table, or 0 to remove the assignment"))
    ]
    ground: Annotated[
        TableGround, Option("--ground", help=message("reason for the fixed table (default: other)"))
    ] = TableGround.OTHER
    note: Annotated[
        str, Option("--note", "TEXT", message("note that explains the reason for the fixed table"))
    ] = ""


@dataclass(frozen=True, slots=True)
class SettleImaginary:
    """Action that sets the participants who get virtual points in the first rounds."""

    section: str
    numbers: Annotated[
        tuple[Number, ...],
        Argument(
            "WHOM", message("participants who have virtual points"), name="numbers", nargs="*"
        ),
    ]


@dataclass(frozen=True, slots=True)
class AdjustPoints:
    """Action that adds or deducts points by a ruling, for pairings from one round onward."""

    section: str
    number: Whom
    match_points: Annotated[
        Tenths,
        Option(
            "--match-points",
            "POINTS",
            message("match points to add, or to deduct with a minus sign (default: 0)"),
            in_tenths=True,
        ),
    ] = 0
    game_points: Annotated[
        Tenths,
        Option(
            "--game-points",
            "POINTS",
            message("game points to add, or to deduct with a minus sign (default: 0)"),
            in_tenths=True,
        ),
    ] = 0
    known_from: FromRound = 1


@dataclass(frozen=True, slots=True)
class Suspend:
    """Action that suspends a participant from pairing until the suspension is lifted."""

    section: str
    number: Whom


@dataclass(frozen=True, slots=True)
class LiftSuspension:
    """Action that lifts a suspension, for example because an excuse was accepted."""

    section: str
    number: Whom


SectionAct: TypeAlias = (
    AddSection
    | ChangeSection
    | TakeOver
    | Announce
    | LeaveFideMode
    | Enter
    | EnterLate
    | ChangeEntry
    | Withdraw
    | Readmit
    | Expel
    | CloseEntries
    | Renumber
    | ErasePersonal
    | CommitLot
    | DrawLot
    | RecordLot
    | RecordPresence
    | RecordAllPresent
    | GrantException
    | RequestBye
    | CancelBye
    | ForbidPair
    | AllowPair
    | RuleOnBye
    | FixTable
    | SettleImaginary
    | AdjustPoints
    | Suspend
    | LiftSuspension
    | RoundAct
    | LineUpAct
    | Arrangement
)
Act: TypeAlias = (
    CreateEvent
    | ChangeDetails
    | SetVisibility
    | SetLogo
    | NameKey
    | SignJournal
    | CloseEvent
    | SectionAct
    | TakingBack
)
