"""The acts of the arbiter: a closed set of frozen values, each of which may become an entry.

Before entries are closed a competitor is named by the number of its entry, afterwards by its
pairing number. Numbers, points and rounds are those of the model.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Annotated, TypeAlias

from topboard._frozen import dataclass, field, fields
from topboard.event.arrangement_actions import (
    Arrangement,
    Category as Category,
    ChangeDetails as ChangeDetails,
    LabelCompetitors as LabelCompetitors,
    Prize as Prize,
    PrizeSharing as PrizeSharing,
    ScheduleRounds as ScheduleRounds,
    SetCategories as SetCategories,
    SetPrizes as SetPrizes,
    SetVisibility as SetVisibility,
)
from topboard.event.parameters import (
    Argument,
    FirstRound,
    FromRound,
    LastRound,
    Option,
    RoundNumber,
    Whom,
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
    PublishLineUps as PublishLineUps,
    PublishRound as PublishRound,
    RemoveResult as RemoveResult,
    Table as Table,
    TableResult as TableResult,
)
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
    """The first entry: an event, its name and details, and the key that signs."""

    name: str
    details: EventInfo = field(default_factory=EventInfo)
    key: str = ""
    """The public part of the key that signs the publications, in hexadecimal digits."""


@dataclass(frozen=True, slots=True)
class NameKey:
    """A key is named that signs the publications from here on."""

    key: str
    introduction: str = ""
    """Its signature by the key before it, in hexadecimal digits; empty where there is none."""


@dataclass(frozen=True, slots=True)
class AddSection:
    """A section of the event, with its own system and settings."""

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
    """The settings of a section are replaced by others."""

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
    """A section that was begun in another program goes on here, with all that its file says."""

    section: str
    facts: Tournament
    source: str = ""
    differences: tuple[str, ...] = ()
    """Where its rounds depart from the rules."""
    changed: tuple[str, ...] = ()
    """What is not taken over as the file has it."""

    @property
    def begins(self) -> AddSection:
        """The section with the settings of the file."""
        facts = self.facts
        shared = [one.name for one in fields(AddSection)[3:]]
        settled = {name: getattr(facts, name) for name in shared}
        return AddSection(self.section, facts.system, facts.planned_rounds, **settled)


@dataclass(frozen=True, slots=True)
class Announce:
    """The variations and tie-breaks are announced: from now on they are frozen."""

    section: str
    how: Annotated[str, Option("--how", "TEXT")] = "in writing"


@dataclass(frozen=True, slots=True)
class LeaveFideMode:
    """A section of a FIDE system does without FIDE mode from here on, for good."""

    section: str


@dataclass(frozen=True, slots=True)
class SignJournal:
    """Everything up to here is signed, without publishing anything."""

    signature: str = ""
    """By the key of the event, in hexadecimal digits; empty where there is none."""


@dataclass(frozen=True, slots=True)
class CloseEvent:
    """The event is over: nothing is changed any more."""

    signature: str = ""
    """By the key of the event, in hexadecimal digits; empty where there is none."""


# --- entries --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Enter:
    """Competitors enter a section before entries are closed; ``source`` is where they stood."""

    section: str
    competitors: tuple[Competitor, ...]
    source: str = ""


@dataclass(frozen=True, slots=True)
class EnterLate:
    """A competitor enters after entries were closed, with a score for pairing if one is given."""

    section: str
    competitor: Competitor
    others_move: bool = False
    """Whether its number was somebody's: he and all behind him move down by one."""


@dataclass(frozen=True, slots=True)
class ChangeEntry:
    """What is on record about a competitor (name, rating, roster, board order) is replaced."""

    section: str
    competitor: Competitor


@dataclass(frozen=True, slots=True)
class Withdraw:
    """A competitor leaves, from a round on; before entries are closed the entry is struck out."""

    section: str
    number: Whom
    round: FromRound = 1


@dataclass(frozen=True, slots=True)
class Readmit:
    """A competitor that had left, or was expelled, takes part again."""

    section: str
    number: Whom


@dataclass(frozen=True, slots=True)
class Expel:
    """A competitor is expelled, from a round on."""

    section: str
    number: Whom
    round: FromRound


@dataclass(frozen=True, slots=True)
class CloseEntries:
    """The entry list is closed: the first of the order has pairing number 1."""

    section: str
    order: tuple[Number, ...]
    rounds: int = 0
    """How many rounds the entries make, where everybody meets everybody; 0 where not."""


@dataclass(frozen=True, slots=True)
class Renumber:
    """Pairing numbers are given anew: the first of the order, in old numbers, has number 1."""

    section: str
    order: tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class ErasePersonal:
    """Birth, ids and contact of a competitor, or of everybody, are erased for good."""

    section: str
    number: Number | None = None
    """Whose; of everybody where none is named."""
    member: Number | None = None
    """Of a team only the member with this number."""
    fields: tuple[str, ...] = ()
    """Which of the personal fields; all where none is named."""


# --- lots -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CommitLot:
    """A lot is to be drawn among these: the hash of its secret seed is made known first."""

    section: str
    purpose: str
    commitment: str
    among: tuple[Number, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawLot:
    """The seed is shown, and with it the lot is drawn."""

    section: str
    purpose: str
    seed: str


@dataclass(frozen=True, slots=True)
class RecordLot:
    """A lot drawn by hand: the order, or the colour of number 1; or values of a play-off."""

    section: str
    purpose: str
    order: tuple[Number, ...] = ()
    colour: Colour | None = None
    values: tuple[Tenths, ...] = ()


# --- who is paired --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RecordPresence:
    """How many players of a team are here, and what is known of the travel of the others."""

    section: str
    number: Number
    players: int
    travel: str = ""
    in_time: bool = False
    """Whether by their travel arrangements they arrive in time for round 1."""


@dataclass(frozen=True, slots=True)
class RecordAllPresent:
    """Many are here, each with so many players."""

    section: str
    present: tuple[tuple[Number, int], ...]


@dataclass(frozen=True, slots=True)
class GrantException:
    """An authority lets a competitor be paired although an article says otherwise."""

    section: str
    number: Whom
    article: Annotated[str, Argument("ARTICLE")]


BYES: Mapping[str, Absence] = {
    "0": ZeroPointBye(),
    "half": HalfPointBye(),
    "full": FullPointBye(),
}
"""How a round counts for a participant that is not paired, by the word for it."""


@dataclass(frozen=True, slots=True)
class RequestBye:
    """A competitor shall not be paired in a round, and how the round counts for it."""

    section: str
    number: Whom
    round: RoundNumber
    outcome: Annotated[Absence, Option("--points", choices=BYES)] = field(
        default_factory=ZeroPointBye
    )


@dataclass(frozen=True, slots=True)
class CancelBye:
    """A competitor shall be paired in a round after all."""

    section: str
    number: Whom
    round: RoundNumber


@dataclass(frozen=True, slots=True)
class ForbidPair:
    """Two or more competitors may not meet each other in some rounds, or ask not to."""

    section: str
    a: Annotated[Number, Argument("A")]
    b: Annotated[Number, Argument("B")]
    others: Annotated[tuple[Number, ...], Argument("WHOM", name="others", nargs="*")] = ()
    first: FirstRound = 1
    last: LastRound = 10_000
    wish: Annotated[
        bool,
        Option(
            "--wish",
            help=message(
                "a request: all who are named asked for it, and the rules decide whether it is"
                " heard"
            ),
        ),
    ] = False
    """True where all who are named ask for it, and the rules decide whether it is heard."""


@dataclass(frozen=True, slots=True)
class AllowPair:
    """Two or more competitors may meet each other again."""

    section: str
    a: Annotated[Number, Argument("A")]
    b: Annotated[Number, Argument("B")]
    others: Annotated[tuple[Number, ...], Argument("WHOM", name="others", nargs="*")] = ()


@dataclass(frozen=True, slots=True)
class RuleOnBye:
    """A competitor is barred from the pairing bye, or the bar is lifted."""

    section: str
    number: Whom
    allowed: Annotated[bool, Argument(name="ruling", choices={"bar": False, "allow": True})]
    first: FirstRound = 1
    last: LastRound = 10_000


class TableGround(Enum):
    """Why a competitor sits at a table out of the order of publication."""

    SPONSOR = "sponsor or media"
    HOST = "the host's A team"
    DISABILITY = "needs of a disabled player"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class FixTable:
    """A competitor plays at a given table; table 0 frees it again."""

    section: str
    number: Whom
    table: Annotated[int, Argument("TABLE")]
    ground: Annotated[TableGround, Option("--ground")] = TableGround.OTHER
    note: Annotated[str, Option("--note", "TEXT")] = ""


@dataclass(frozen=True, slots=True)
class SettleImaginary:
    """Who has the imaginary points of the first rounds, where a person settles it."""

    section: str
    numbers: Annotated[tuple[Number, ...], Argument("WHOM", name="numbers", nargs="*")]


@dataclass(frozen=True, slots=True)
class AdjustPoints:
    """Points are added or taken away by decision, for the pairings from a round on."""

    section: str
    number: Whom
    match_points: Annotated[Tenths, Option("--match-points", "POINTS", in_tenths=True)] = 0
    game_points: Annotated[Tenths, Option("--game-points", "POINTS", in_tenths=True)] = 0
    known_from: FromRound = 1


@dataclass(frozen=True, slots=True)
class Suspend:
    """A competitor is not paired until the suspension is lifted."""

    section: str
    number: Whom


@dataclass(frozen=True, slots=True)
class LiftSuspension:
    """An excuse is accepted, or the suspension ends: the competitor is paired again."""

    section: str
    number: Whom


# --- taking back ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Undo:
    """An earlier entry counts as not made."""

    entry: int
    ground: ChangeGround = ChangeGround.OTHER
    """Why, where the entry is a published pairing: it is taken back as it would be changed."""
    informed: tuple[Number, ...] = ()
    """The captains told of it, where the entry is a published pairing."""


@dataclass(frozen=True, slots=True)
class Redo:
    """An entry that was undone counts again."""

    entry: int


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
    | PairRound
    | BeginManual
    | ChangeManual
    | EndManual
    | PublishRound
    | PublishLineUps
    | ChangePublished
    | Protest
    | EnterResults
    | CorrectResult
    | RemoveResult
    | Arrangement
)
TakingBack: TypeAlias = Undo | Redo
Act: TypeAlias = (
    CreateEvent
    | ChangeDetails
    | SetVisibility
    | NameKey
    | SignJournal
    | CloseEvent
    | SectionAct
    | TakingBack
)
