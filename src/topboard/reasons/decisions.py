"""The reasons for the pairing of a round, one value per decision in the order they were made.

Every reason names the article it is based on and the facts that the article refers to.
``topboard.reasons.sentences`` turns the reasons into sentences.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

from topboard._frozen import dataclass
from topboard.reasons.criteria import (
    BarredByRuling as BarredByRuling,
    HadBye as HadBye,
    WonWithoutPlaying as WonWithoutPlaying,
)
from topboard.text.numbers import table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from topboard.model import Colour, Number, Outcome, Pair, Tenths, Tournament
    from topboard.reasons.brackets import (
        BlocksTheBest,
        BracketJudged,
        BracketOpened,
        CriterionSuffers,
        Exchanged,
        LeftOverBelow,
        OpponentOfAnother,
    )
    from topboard.reasons.columns import (
        ColourFixed,
        ColumnChanged,
        ColumnsDrawn,
        FewerPairsLeft,
        LeavesRowsOpen,
        LimitsLifted,
        MayNotRise,
        MoreWouldLeave,
        NoneInOtherColumn,
        PlayerDropped,
        PlayerRaised,
        RiseLimitYields,
    )
    from topboard.reasons.exchanges import (
        ByeToLowestRated,
        ColourByLot,
        DueSameColour,
        FloatedLastRound,
        FloaterChosen,
        LeavesLater,
        MedianBlocked,
        MoreDisadvantaged,
        NotDueMajority,
        PairCracked,
        ScoreGroupOpened,
    )
    from topboard.reasons.opposition import RankedByOpposition, SeedingRound
    from topboard.reasons.round_robin import (
        CompatriotsMeet,
        FreeByTable,
        LeavesNoDraw,
        MeetsCompatriot,
        NumberDrawn,
        OpponentMissing,
        PairedByTable,
    )
    from topboard.reasons.subgroups import (
        NotAcross,
        Shifted,
        StrandsOthers,
        SubgroupsFormed,
        UpfloatersNeeded,
    )
    from topboard.reasons.upfloaters import BracketFilled, PairingJudged, TopMembersChanged
    from topboard.reasons.weighing import (
        GroupPassed,
        Measured,
        OthersWorse,
        RatedFirst,
        ScoreGroupPaired,
        WishesHeard,
        WorseBy,
    )

# --- obstacles: why a candidate that came earlier in the order was not taken --------------


@dataclass(frozen=True, slots=True)
class HaveMet:
    """The obstacle that the two participants have already met.

    In some systems it is enough that they were paired, even if they did not play.
    """

    round: int
    by_default: bool = False
    """Whether the two were paired but did not play, because one or both did not come."""


@dataclass(frozen=True, slots=True)
class Forbidden:
    """The obstacle that the organiser does not allow the two to meet."""


@dataclass(frozen=True, slots=True)
class SameColourDue:
    """The obstacle that both participants may have only this colour."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class NoColourLeft:
    """The obstacle that this participant may have neither White nor Black."""

    number: Number


@dataclass(frozen=True, slots=True)
class RequiredElsewhere:
    """The obstacle that one of the two has to meet a different opponent.

    Either a ruling requires it, or the caller asked what the round would be with that pair.
    """

    number: Number


@dataclass(frozen=True, slots=True)
class LeavesUnpairable:
    """The obstacle that, with this pair, the remaining participants could not all be paired.

    The proof is a set of participants (the bridge) and several odd sets of participants (the
    islands). Outside their own island, members of an island can meet only members of the bridge. An
    odd set cannot be paired within itself, so each island needs a member of the bridge or has to
    let one of its members leave the group. There are more islands than the bridge and ``may_leave``
    together allow.
    """

    bridge: tuple[Number, ...]
    islands: tuple[tuple[Number, ...], ...]
    may_leave: int = 0
    """The number of participants who may leave their group, in addition to those in the bridge.

    A negative number is the number who must leave in addition to those the islands leave over.
    """


@dataclass(frozen=True, slots=True)
class NoOpponentInNextGroup:
    """The obstacle that the participant has met everyone in the group it would float into."""

    points: Tenths


@dataclass(frozen=True, slots=True)
class IncomingFloater:
    """The obstacle that the participant floated into the group and may not float again."""


@dataclass(frozen=True, slots=True)
class FloatersDoNotMeet:
    """The obstacle that floaters may not meet, from opposite directions or the same one."""


@dataclass(frozen=True, slots=True)
class JoinedLate:
    """The obstacle that the participant joined after the first round was published."""

    round: int


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A candidate that came earlier in the order and the obstacle that ruled it out."""

    candidate: Number
    obstacle: Obstacle


# --- decisions ----------------------------------------------------------------------------


class Side(Enum):
    """The position of a scoregroup relative to the median, which decides how it is paired."""

    ABOVE = "above the median group"
    BELOW = "below the median group"
    MEDIAN = "the median group"


@dataclass(frozen=True, slots=True)
class GroupOpened:
    """A scoregroup about to be paired, with its members and the number who must leave it."""

    article: str
    points: Tenths
    side: Side
    residents: tuple[Number, ...]
    incoming: tuple[Number, ...]
    leavers: int
    limits_kept: bool = True
    limits_article: str = ""
    gave_way: bool = False
    """Whether more teams leave than the group requires, so that other groups can be paired."""
    imaginary: tuple[Number, ...] = ()
    """The members whose points in this group include imaginary points."""
    imaginary_article: str = ""

    @property
    def leaves_because_odd(self) -> bool:
        """Return whether the number of members leaving is the minimum: one if odd, none if even."""
        return self.leavers == (len(self.residents) + len(self.incoming)) % 2


@dataclass(frozen=True, slots=True)
class GroupArranged:
    """The members of a group still to be paired, in the order in which opponents are sought."""

    article: str
    points: Tenths
    side: Side
    first: tuple[Number, ...]
    """The half whose teams are given opponents, in order, or the whole undivided group."""
    second: tuple[Number, ...] = ()
    """The half from which opponents are taken, in order, or empty for an undivided group."""


class Order(Enum):
    """The order in which candidates were considered, up to the step that decided."""

    LAST_TWO = "no others are left"
    OTHER_HALF = "the other half from its first"
    OWN_HALF = "then its own half from the end"
    HIGHEST = "the highest ranked of the group first"
    LOWEST = "the lowest ranked of the group first"
    HIGHEST_NUMBERED = "the highest numbered first, if possible due the other colour"
    LOWEST_NUMBERED = "the lowest numbered first, if possible due the other colour"
    FLOATERS = "the floaters after everybody of the group"
    LAST = "the last of the list first"
    HALVES_OF_LIST = "the upper half of the list against the lower"
    ROW = "the other column from its first"
    OWN_COLUMN = "then the own column"
    HIGHEST_RATING = "the highest rating, if possible due the other colour"
    LOWEST_RATING = "the lowest rating of those due the dominating colour"
    MOVED_UP = "the player moved up for this one"


@dataclass(frozen=True, slots=True)
class OpponentChosen:
    """The choice of the first opponent that a participant may meet in its order of candidates."""

    article: str
    chooser: Number
    chosen: Number
    points: Tenths
    """The match points of the group in which the pair was made."""
    passed_over: tuple[PassedOver, ...] = ()
    order: Order | None = None


@dataclass(frozen=True, slots=True)
class Floated:
    """A participant that leaves its group, or a floater that floats on to the next group."""

    article: str
    number: Number
    from_points: Tenths
    to_points: Tenths
    passed_over: tuple[PassedOver, ...] = ()
    imaginary: Tenths = 0
    """The imaginary points included in the participant's points."""
    order: Order | None = None
    """The order in which candidates for floating were considered, or None.

    It is the lowest or the highest ranked first, or ``FLOATERS`` for a floater that moves on.
    """


@dataclass(frozen=True, slots=True)
class ByeGiven:
    """The pairing-allocated bye given to a participant."""

    article: str
    number: Number
    passed_over: tuple[PassedOver, ...] = ()
    by_list: bool = False
    """Whether candidates are considered from the end of the initial list instead of the ranking."""


@dataclass(frozen=True, slots=True)
class ByeDespiteForfeits(ByeGiven):
    """The bye given to a team that has won a match in which all boards were forfeited.

    The rules bar a team whose opponent did not arrive, but it is not recorded that this was so.
    """

    bar: str = ""
    """The article that bars a team that has won without playing."""
    open: tuple[int, ...] = ()
    """The rounds of such matches for which the record does not say whether the opponent arrived."""
    arrived: tuple[int, ...] = ()
    """The rounds of such matches in which the opponent had arrived."""


class ColourGround(Enum):
    """The rule that decided the colours of a pair."""

    LOT = "the lot"
    LIMITS = "only one allocation respects the limits"
    EQUALISE = "equalisation"
    ALTERNATE = "alternation from the latest difference"
    BALANCE_HIGHER = "balance of the higher ranked"
    ALTERNATE_HIGHER = "alternation of the higher ranked"
    DUE = "each the colour due"
    DUE_OF_HIGHER = "the colour due to the higher ranked"
    DUE_OF_LOWER = "the colour due to the lower ranked"
    LOT_OF_PAIRS = "the lot for the first pair, by turns down the list"
    COLUMN = "the column of the due colour"
    HIGHER_ARO = "White to the higher average of opponents"
    LOWER_RATING = "White to the lower rating"
    ALPHABET = "White to the first in the alphabet"


@dataclass(frozen=True, slots=True)
class ColourGiven:
    """The colours of a pair (for teams, the colours on board 1)."""

    article: str
    white: Number
    black: Number
    ground: ColourGround
    white_history: tuple[Colour, ...] = ()
    black_history: tuple[Colour, ...] = ()
    higher: Number | None = None
    """The higher-ranked participant of the two if its rank decided, or else None."""
    differed: tuple[int, int] | None = None
    """The most recent rounds in which the colours of the two differed, or None.

    The first number is White's round and the second is Black's. The colour histories are compared
    from the latest match backwards.
    """
    moved: tuple[Number, ...] = ()
    """The participants of the pair that were moved to a column whose colour they are not due."""


@dataclass(frozen=True, slots=True)
class TableFixed:
    """A pair assigned to a board or table by a ruling instead of the order of publication."""

    article: str
    number: Number
    table: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class Warned:
    """A warning for the arbiter about the round."""

    article: str
    what: str


@dataclass(frozen=True, slots=True)
class Floater:
    """A participant paired outside its own scoregroup."""

    number: Number
    from_points: Tenths
    to_points: Tenths


@dataclass(frozen=True, slots=True)
class ReadRounds:
    """The data that ``history`` has read from a tournament's rounds, so that it is read once."""

    tournament: Tournament
    outcomes: Mapping[Number, tuple[Outcome, ...]]
    colours: Mapping[Number, tuple[Colour, ...]]
    """The colours that each participant to be paired has had, oldest first."""
    met: Mapping[Number, Mapping[Number, int]]
    """The opponents played by each participant to be paired, with the round of each game."""


@dataclass(frozen=True, slots=True)
class RoundPairing:
    """A round as paired by the rules, with its pairs, bye, floaters and reasons."""

    system: str
    round: int
    pairs: tuple[Pair, ...]
    bye: Number | None
    floaters: tuple[Floater, ...]
    reasons: tuple[Reason, ...]
    people: Callable[[], Mapping[Number, tuple[str, str]]] | None = None
    """A function that returns each participant's name and formatted points, or None if unknown."""
    decided: object = None
    """The facts and intermediate results of the pairing, for proofs and why-not questions."""
    made_from: ReadRounds | None = None
    """The tournament that was paired and the data read from its rounds, or None."""

    BESIDE = ("people", "decided", "made_from")
    """The names of the fields that are ignored when a round is compared or saved."""

    def __eq__(self, other: object) -> bool:
        """Return whether the rounds are equal, ignoring the fields in ``BESIDE``."""
        if not isinstance(other, RoundPairing):
            return NotImplemented
        return self._decided == other._decided

    def __hash__(self) -> int:
        return hash(self._decided)

    @property
    def _decided(self) -> tuple[object, ...]:
        return self.system, self.round, self.pairs, self.bye, self.floaters, self.reasons

    def __repr__(self) -> str:
        bye = "no bye" if self.bye is None else f"bye {self.bye}"
        return f"<RoundPairing {self.system} round {self.round}: {len(self.pairs)} pairs, {bye}>"

    def rows(self) -> list[dict[str, int | str]]:
        """Return one flat row per board, with the number, name and points of both participants.

        The bye is the last row.
        """
        known = {} if self.people is None else self.people()
        articles = {
            frozenset((r.chooser, r.chosen)): r.article
            for r in self.reasons
            if isinstance(r, OpponentChosen)
        }
        rows = [
            {
                "table": p.table,
                **_side("white", p.white, known),
                **_side("black", p.black, known),
                "article": articles.get(frozenset((p.white, p.black)), ""),
            }
            for p in self.pairs
        ]
        if self.bye is not None:
            article = next(r.article for r in self.reasons if isinstance(r, ByeGiven))
            nobody = {"black": "", "black_name": "bye", "black_points": ""}
            bye = {**_side("white", self.bye, known), **nobody}
            rows.append({"table": "", **bye, "article": article})
        return rows

    def _repr_html_(self) -> str:
        return table(self.rows())


def _side(
    side: str, number: Number, known: Mapping[Number, tuple[str, str]]
) -> dict[str, int | str]:
    name, points = known.get(number, ("", ""))
    return {side: number, f"{side}_name": name, f"{side}_points": points}


if TYPE_CHECKING:
    Obstacle: TypeAlias = (
        HaveMet
        | Forbidden
        | SameColourDue
        | NoColourLeft
        | RequiredElsewhere
        | LeavesUnpairable
        | NoOpponentInNextGroup
        | IncomingFloater
        | FloatersDoNotMeet
        | HadBye
        | WonWithoutPlaying
        | JoinedLate
        | BarredByRuling
        | MayNotRise
        | FewerPairsLeft
        | MoreWouldLeave
        | ColourFixed
        | LeavesRowsOpen
        | DueSameColour
        | MoreDisadvantaged
        | FloatedLastRound
        | NotDueMajority
        | LeavesLater
        | MedianBlocked
        | MeetsCompatriot
        | LeavesNoDraw
        | WorseBy
        | OthersWorse
        | RatedFirst
        | CriterionSuffers
        | BlocksTheBest
        | LeftOverBelow
        | OpponentOfAnother
        | NotAcross
        | StrandsOthers
    )

    Reason: TypeAlias = (
        GroupOpened
        | GroupArranged
        | OpponentChosen
        | Floated
        | ByeGiven
        | ColourGiven
        | TableFixed
        | Warned
        | ColumnsDrawn
        | PlayerRaised
        | RiseLimitYields
        | ColumnChanged
        | NoneInOtherColumn
        | PlayerDropped
        | LimitsLifted
        | ScoreGroupOpened
        | FloaterChosen
        | PairCracked
        | ByeToLowestRated
        | ColourByLot
        | PairedByTable
        | FreeByTable
        | OpponentMissing
        | NumberDrawn
        | CompatriotsMeet
        | Measured
        | ScoreGroupPaired
        | GroupPassed
        | WishesHeard
        | BracketOpened
        | BracketJudged
        | Exchanged
        | RankedByOpposition
        | SeedingRound
        | UpfloatersNeeded
        | SubgroupsFormed
        | Shifted
        | BracketFilled
        | PairingJudged
        | TopMembersChanged
    )
