"""The actions of the arbiter: a closed set of immutable classes.

An action that is carried out becomes a journal entry. Before entries are closed, a participant is
identified by the number of its entry, and afterwards by its TPN. Numbers, points and rounds have
the same meaning as in the model.
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
    """The creation of the event, with its name, its details and the signing key.

    This is always the first journal entry.
    """

    name: str
    details: EventInfo = field(default_factory=EventInfo)
    key: str = ""
    """The public part of the key that signs publications, as hexadecimal digits."""


@dataclass(frozen=True, slots=True)
class NameKey:
    """The introduction of a new key, which signs all publications from here on."""

    key: str
    introduction: str = ""
    """The signature of the new key by the previous one, as hexadecimal digits; empty if there is
    none."""


@dataclass(frozen=True, slots=True)
class AddSection:
    """The addition of a section with its own pairing system and settings."""

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
    """The replacement of a section's settings."""

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
    """The import of a section that was started in another program, with all data of its file."""

    section: str
    facts: Tournament
    source: str = ""
    differences: tuple[str, ...] = ()
    """The differences between the imported rounds and the rules."""
    changed: tuple[str, ...] = ()
    """The facts of the file that were changed on import."""

    @property
    def add_section_action(self) -> AddSection:
        """Return the action that adds the section with the settings of the file."""
        facts = self.facts
        shared = [one.name for one in fields(AddSection)[3:]]
        settled = {name: getattr(facts, name) for name in shared}
        return AddSection(self.section, facts.system, facts.planned_rounds, **settled)


@dataclass(frozen=True, slots=True)
class Announce:
    """The announcement of the options and tie-breaks, which cannot be changed afterwards."""

    section: str
    how: Annotated[
        str, Option("--how", "TEXT", message("how they were announced (default: in writing)"))
    ] = "in writing"


@dataclass(frozen=True, slots=True)
class LeaveFideMode:
    """The permanent end of FIDE mode for a section that uses a FIDE system."""

    section: str


@dataclass(frozen=True, slots=True)
class SignJournal:
    """A signature over the journal up to this point, without a publication."""

    signature: str = ""
    """The signature by the event's key, as hexadecimal digits; empty if the event has no key."""


@dataclass(frozen=True, slots=True)
class CloseEvent:
    """The end of the event, after which nothing can be changed."""

    signature: str = ""
    """The signature by the event's key, as hexadecimal digits; empty if the event has no key."""


# --- entries --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Enter:
    """The entry of participants before entries are closed.

    ``source`` names where they were listed.
    """

    section: str
    competitors: tuple[Competitor, ...]
    source: str = ""


@dataclass(frozen=True, slots=True)
class EnterLate:
    """The entry of a participant after entries were closed, with an optional pairing score."""

    section: str
    competitor: Competitor
    others_move: bool = False
    """Whether the TPN was taken, so that its holder and all later participants move down by one."""


@dataclass(frozen=True, slots=True)
class ChangeEntry:
    """The replacement of a participant's data (name, rating, roster, board order)."""

    section: str
    competitor: Competitor


@dataclass(frozen=True, slots=True)
class Withdraw:
    """The withdrawal of a participant from a round on.

    Before entries are closed, the participant is removed from the list.
    """

    section: str
    number: Whom
    round: FromRound = 1


@dataclass(frozen=True, slots=True)
class Readmit:
    """The return of a participant who had withdrawn or was expelled."""

    section: str
    number: Whom


@dataclass(frozen=True, slots=True)
class Expel:
    """The expulsion of a participant from a round on."""

    section: str
    number: Whom
    round: FromRound


@dataclass(frozen=True, slots=True)
class CloseEntries:
    """The closing of the entry list; the first participant in the order gets TPN 1."""

    section: str
    order: tuple[Number, ...]
    rounds: int = 0
    """The number of rounds that the number of entries requires in a round robin; otherwise 0."""


@dataclass(frozen=True, slots=True)
class Renumber:
    """The assignment of new TPNs.

    The order lists the old TPNs; the first of them gets TPN 1.
    """

    section: str
    order: tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class ErasePersonal:
    """The permanent erasure of the birth date, IDs and contact of one participant or of all."""

    section: str
    number: Number | None = None
    """The participant whose data are erased; None means all participants."""
    member: Number | None = None
    """The member whose data are erased, if the participant is a team; None means all members."""
    fields: tuple[str, ...] = ()
    """The personal fields to erase; empty means all of them."""


# --- lots -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CommitLot:
    """The announcement of a drawing of lots among some participants.

    The hash of the secret seed is published before the drawing.
    """

    section: str
    purpose: str
    commitment: str
    among: tuple[Number, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawLot:
    """The drawing of lots, which reveals the seed."""

    section: str
    purpose: str
    seed: str


@dataclass(frozen=True, slots=True)
class RecordLot:
    """The result of a drawing of lots by hand, or the values of a play-off.

    The drawing gives an order or the colour of number 1.
    """

    section: str
    purpose: str
    order: tuple[Number, ...] = ()
    colour: Colour | None = None
    values: tuple[Tenths, ...] = ()


# --- who is paired --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RecordPresence:
    """The number of a team's players who are present, and the travel plans of the others."""

    section: str
    number: Number
    players: int
    travel: str = ""
    in_time: bool = False
    """Whether the other players will arrive in time for round 1, according to their travel
    plans."""


@dataclass(frozen=True, slots=True)
class RecordAllPresent:
    """The presence of several teams, each with the same number of players."""

    section: str
    present: tuple[tuple[Number, int], ...]


@dataclass(frozen=True, slots=True)
class GrantException:
    """Permission by an authority to pair a participant although an article forbids it."""

    section: str
    number: Whom
    article: Annotated[
        str, Argument("ARTICLE", message("article that the exception is from, such as 2.1"))
    ]


BYES: Mapping[str, Absence] = {
    "0": ZeroPointBye(),
    "half": HalfPointBye(),
    "full": FullPointBye(),
}
"""The kinds of bye that can be requested, keyed by the word that people use for them."""


@dataclass(frozen=True, slots=True)
class RequestBye:
    """A request that a participant not be paired in a round, and how that round counts for it."""

    section: str
    number: Whom
    round: RoundNumber
    outcome: Annotated[
        Absence, Option("--points", help=message("points for the round (default: 0)"), choices=BYES)
    ] = field(default_factory=ZeroPointBye)


@dataclass(frozen=True, slots=True)
class CancelBye:
    """The cancellation of a bye, so that the participant is paired in that round after all."""

    section: str
    number: Whom
    round: RoundNumber


@dataclass(frozen=True, slots=True)
class ForbidPair:
    """A rule or a wish that two or more participants do not meet each other in some rounds."""

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
    """Whether this is a wish of all the participants named, which the rules may or may not
    grant."""


@dataclass(frozen=True, slots=True)
class AllowPair:
    """The end of a restriction, so that two or more participants may meet each other again."""

    section: str
    a: FirstParticipant
    b: SecondParticipant
    others: OtherParticipants = ()


@dataclass(frozen=True, slots=True)
class RuleOnBye:
    """A ruling that bars a participant from the pairing-allocated bye, or that lifts the bar."""

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
    """The reason why a participant is assigned a fixed table."""

    SPONSOR = "sponsor or media"
    HOST = "the host's A team"
    DISABILITY = "needs of a disabled player"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class FixTable:
    """The assignment of a participant to a fixed table; table 0 removes the assignment."""

    section: str
    number: Whom
    table: Annotated[
        int, Argument("TABLE", message("number of the table, or 0 to remove the assignment"))
    ]
    ground: Annotated[
        TableGround, Option("--ground", help=message("reason for the fixed table (default: other)"))
    ] = TableGround.OTHER
    note: Annotated[str, Option("--note", "TEXT", message("further explanation of the reason"))] = (
        ""
    )


@dataclass(frozen=True, slots=True)
class SettleImaginary:
    """The participants who get virtual points in the first rounds, if the arbiter decides that."""

    section: str
    numbers: Annotated[
        tuple[Number, ...],
        Argument(
            "WHOM", message("participants who have virtual points"), name="numbers", nargs="*"
        ),
    ]


@dataclass(frozen=True, slots=True)
class AdjustPoints:
    """A ruling that adds or deducts points for the pairings from a round on."""

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
    """The suspension of a participant, who is not paired until the suspension is lifted."""

    section: str
    number: Whom


@dataclass(frozen=True, slots=True)
class LiftSuspension:
    """The end of a suspension, for example because an excuse was accepted."""

    section: str
    number: Whom


# --- taking back ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Undo:
    """The reversal of an earlier journal entry, which then no longer counts."""

    entry: int
    ground: ChangeGround = ChangeGround.OTHER
    """The reason, if the entry is a published pairing; changing such a pairing needs a
    reason too."""
    informed: tuple[Number, ...] = ()
    """The captains who have been informed, if the entry is a published pairing."""


@dataclass(frozen=True, slots=True)
class Redo:
    """The restoration of a journal entry that was undone."""

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
