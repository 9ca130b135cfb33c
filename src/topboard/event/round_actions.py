"""Acts about the rounds: pairing, by the rules and by hand, publishing, results."""

from __future__ import annotations

from enum import Enum

from topboard._frozen import dataclass
from topboard.model import (
    Game,
    Manner,
    Number,
    Tenths,
)

# --- rounds ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a pairing: White first."""

    table: int
    white: Number
    black: Number


@dataclass(frozen=True, slots=True)
class Exclusion:
    """Somebody who is not paired, and the article that says so."""

    number: Number
    article: str


@dataclass(frozen=True, slots=True)
class PairRound:
    """The round as the rules pair it, with the digests by which it can be recognised.

    Journals of versions 1 and 2 have a ``digest`` only, over the pairs and the objects of the
    reasons of their time. It is of no use to later programs.
    """

    section: str
    round: int
    tables: tuple[Table, ...]
    bye: Number | None
    digest: str
    """Of the identity of the round: system, revision, facts, tables, bye and exclusions."""
    excluded: tuple[Exclusion, ...] = ()
    system_revision: int = 1
    """The revision of the system that paired it."""
    facts: str = ""
    """The digest of the facts that it was paired from."""
    explanation: str = ""
    """The digest of the reasons as JSON."""


@dataclass(frozen=True, slots=True)
class BeginManual:
    """The arbiter pairs the round by hand from here on."""

    section: str
    round: int


@dataclass(frozen=True, slots=True)
class ChangeManual:
    """The tables and the bye of the round as the arbiter sets them."""

    section: str
    round: int
    tables: tuple[Table, ...]
    bye: Number | None = None


@dataclass(frozen=True, slots=True)
class EndManual:
    """The manual pairing ends; its differences from the pairing by the rules are on record."""

    section: str
    round: int
    differences: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PublishRound:
    """The pairing of the round is published, and so locked."""

    section: str
    round: int
    signature: str = ""
    """By the key of the event, in hexadecimal digits; empty where there is none."""
    proof: str = ""
    """That of the pairing, without the facts, which the journal has; empty where there is none."""


@dataclass(frozen=True, slots=True)
class PublishLineUps:
    """The individual pairings of a round are published: who plays whom at the boards."""

    section: str
    round: int


class ChangeGround(Enum):
    """Why a published pairing is changed."""

    REMATCH = "the two had met before"
    COLOUR_LIMIT = "a colour limit was broken"
    COMPETITION_RULES = "the rules of the event allow it"
    NO_OPPONENT = "two without an opponent agree to play"
    LATE_ENTRY = "a late entry is seated"
    LAST_ROUND = "unforeseen at the top tables of the last round"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class ChangePublished:
    """A published pairing is replaced; those concerned, or their captains, are informed."""

    section: str
    round: int
    tables: tuple[Table, ...]
    bye: Number | None
    ground: ChangeGround
    informed: tuple[Number, ...] = ()
    postponed_to: str = ""
    agreed: tuple[Number, ...] = ()
    """Who agreed to the change, where it rests on that."""
    signature: str = ""
    """By the key of the event, in hexadecimal digits; empty where there is none."""


@dataclass(frozen=True, slots=True)
class Protest:
    """Somebody protests against the pairing of a round."""

    section: str
    round: int
    by: str
    text: str


# --- results --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableResult:
    """What came of the meeting at a table."""

    table: int
    white_points: Tenths
    black_points: Tenths
    manner: Manner = Manner.PLAYED
    rated: bool = True
    present: tuple[int, int] | None = None
    """How many players each team brought, where it is not seen from the boards."""
    games: tuple[Game, ...] = ()
    did_not_arrive: bool | None = None
    """Whether a team that lost every board by forfeit had not arrived; None: nobody has said."""


@dataclass(frozen=True, slots=True)
class EnterResults:
    """Results of tables that had none."""

    section: str
    round: int
    results: tuple[TableResult, ...]
    informed: tuple[Number, ...] = ()
    """The teams whose captains were told of a line-up that changed after its publication."""


@dataclass(frozen=True, slots=True)
class CorrectResult:
    """A result is replaced by another."""

    section: str
    round: int
    result: TableResult
    known_from: int = 0
    """The first round that is paired with it, where others were paired with the one before."""
    rating_only: bool = False
    """Whether it comes too late for points and pairings, and counts for the ratings only."""
    informed: tuple[Number, ...] = ()
    """The teams whose captains were told of a line-up that changed after its publication."""


@dataclass(frozen=True, slots=True)
class RemoveResult:
    """A result is taken away."""

    section: str
    round: int
    table: int
