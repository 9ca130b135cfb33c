"""Why a round was paired as it was: values, one for each decision, in the order taken.

Every reason names the article it rests on and the facts the article speaks of. Sentences are
made from them elsewhere (``topboard.reasons.sentences``).
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
    """The two have played each other, or were paired where that alone closes the pair."""

    round: int
    by_default: bool = False
    """True where they were paired and one of them, or neither, came."""


@dataclass(frozen=True, slots=True)
class Forbidden:
    """The organiser does not let the two meet."""


@dataclass(frozen=True, slots=True)
class SameColourDue:
    """Both may only have this colour."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class NoColourLeft:
    """This competitor may have neither colour."""

    number: Number


@dataclass(frozen=True, slots=True)
class RequiredElsewhere:
    """One of the two is required to meet somebody else, by an authority or for a question."""

    number: Number


@dataclass(frozen=True, slots=True)
class LeavesUnpairable:
    """The others could not all be paired any more.

    The islands are more in number than the members of the bridge and those who may leave;
    each has an odd number of competitors who, outside their island, can meet only members of
    the bridge (or leave).
    """

    bridge: tuple[Number, ...]
    islands: tuple[tuple[Number, ...], ...]
    may_leave: int = 0
    """How many may leave their group besides those in the bridge; below zero: how many more
    have to leave it than the islands leave over."""


@dataclass(frozen=True, slots=True)
class NoOpponentInNextGroup:
    """The competitor has met everybody in the group it would float to."""

    points: Tenths


@dataclass(frozen=True, slots=True)
class IncomingFloater:
    """The competitor came into the group as a floater and may not be the one left over."""


@dataclass(frozen=True, slots=True)
class FloatersDoNotMeet:
    """A floater from above and one from below, or two of one side."""


@dataclass(frozen=True, slots=True)
class JoinedLate:
    """The competitor joined after the first round was published."""

    round: int


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A candidate that came earlier in the order, and what stood in its way."""

    candidate: Number
    obstacle: Obstacle


# --- decisions ----------------------------------------------------------------------------


class Side(Enum):
    """Where a score group lies: it decides the direction in which the group is paired."""

    ABOVE = "above the median group"
    BELOW = "below the median group"
    MEDIAN = "the median group"


@dataclass(frozen=True, slots=True)
class GroupOpened:
    """A score group is paired: who is in it and how many must leave it."""

    article: str
    points: Tenths
    side: Side
    residents: tuple[Number, ...]
    incoming: tuple[Number, ...]
    leavers: int
    limits_kept: bool = True
    limits_article: str = ""
    gave_way: bool = False
    """True where more leave than the group itself needs, so that the rest can be paired."""
    imaginary: tuple[Number, ...] = ()
    """Who of them has imaginary points among those of the group."""
    imaginary_article: str = ""

    @property
    def leaves_because_odd(self) -> bool:
        """Whether only one leaves, since the number is odd."""
        return self.leavers == (len(self.residents) + len(self.incoming)) % 2


@dataclass(frozen=True, slots=True)
class GroupArranged:
    """Who is left of a group to be paired, in the order in which opponents are sought."""

    article: str
    points: Tenths
    side: Side
    first: tuple[Number, ...]
    """The half whose teams seek, the first first; or the whole list."""
    second: tuple[Number, ...] = ()
    """The half in which they seek, the first first; empty where there are no halves."""


class Order(Enum):
    """The order in which a competitor seeks its opponent, as far as it came in it."""

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
    """A competitor got the first opponent of its order that it may meet."""

    article: str
    chooser: Number
    chosen: Number
    points: Tenths
    """Match points of the group in which the pair was made."""
    passed_over: tuple[PassedOver, ...] = ()
    order: Order | None = None


@dataclass(frozen=True, slots=True)
class Floated:
    """A competitor leaves its group (or, a floater already, goes on)."""

    article: str
    number: Number
    from_points: Tenths
    to_points: Tenths
    passed_over: tuple[PassedOver, ...] = ()
    imaginary: Tenths = 0
    """How many of its points are imaginary."""
    order: Order | None = None
    """Who leaves first, the lowest or the highest ranked, where that decided; or a floater."""


@dataclass(frozen=True, slots=True)
class ByeGiven:
    """A competitor gets the bye."""

    article: str
    number: Number
    passed_over: tuple[PassedOver, ...] = ()
    by_list: bool = False
    """Whether the initial list is gone through from its end, and not the ranking."""


@dataclass(frozen=True, slots=True)
class ByeDespiteForfeits(ByeGiven):
    """A team gets the bye that has won a match in which all boards were forfeited.

    It would be barred if the other team had not arrived, and that is not on record.
    """

    bar: str = ""
    """The article that bars who has won without playing."""
    open: tuple[int, ...] = ()
    """The rounds of such matches of which nobody has said whether the other team arrived."""
    arrived: tuple[int, ...] = ()
    """The rounds of those in which it had arrived."""


class ColourGround(Enum):
    """What decided the colours of a pair."""

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
    """The colours of a pair (of board 1)."""

    article: str
    white: Number
    black: Number
    ground: ColourGround
    white_history: tuple[Colour, ...] = ()
    black_history: tuple[Colour, ...] = ()
    higher: Number | None = None
    """The higher ranked of the two, where its rank decided."""
    differed: tuple[int, int] | None = None
    """The rounds of White and of Black in which, counted back, their colours last differed."""
    moved: tuple[Number, ...] = ()
    """Who of the two was moved to its column and is not due the colour."""


@dataclass(frozen=True, slots=True)
class TableFixed:
    """A pair sits at a table by decision, not by the order of publication."""

    article: str
    number: Number
    table: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class Warned:
    """Something the arbiter should know about the round."""

    article: str
    what: str


@dataclass(frozen=True, slots=True)
class Floater:
    """A competitor paired outside its own score group."""

    number: Number
    from_points: Tenths
    to_points: Tenths


@dataclass(frozen=True, slots=True)
class ReadRounds:
    """What ``history`` has read from the rounds of a tournament: nobody need do so again."""

    tournament: Tournament
    outcomes: Mapping[Number, tuple[Outcome, ...]]
    colours: Mapping[Number, tuple[Colour, ...]]
    """Those that everybody to be paired has had, oldest first."""
    met: Mapping[Number, Mapping[Number, int]]
    """Whom everybody to be paired has met at the board, and when."""


@dataclass(frozen=True, slots=True)
class RoundPairing:
    """A round as the rules pair it: tables, bye, floaters, and the reasons."""

    system: str
    round: int
    pairs: tuple[Pair, ...]
    bye: Number | None
    floaters: tuple[Floater, ...]
    reasons: tuple[Reason, ...]
    people: Callable[[], Mapping[Number, tuple[str, str]]] | None = None
    """Gives everybody's name and points, as a person writes them, where they are known."""
    decided: object = None
    """How the rules came to it, for whoever makes its proof."""
    made_from: ReadRounds | None = None
    """The facts that were paired, and what has been read from them."""

    BESIDE = ("people", "decided", "made_from")
    """What is known beside the round, and is no part of it where it is compared or put down."""

    def __eq__(self, other: object) -> bool:
        """Two rounds are the same whoever looks up the names."""
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
        """The tables as flat rows, the bye last: numbers, names and points of both sides."""
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
