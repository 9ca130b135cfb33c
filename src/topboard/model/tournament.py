"""A tournament: everything that is known before the next round is paired."""

from __future__ import annotations

from topboard._frozen import dataclass, field, replace
from topboard.model.event_info import EventInfo
from topboard.model.participants import Colour, Competitor, Number, RatingChoice, Team, Tenths
from topboard.model.results import (
    Absence,
    Away,
    Manner,
    Meeting,
    PairingBye,
    ZeroPointBye,
)
from topboard.model.rounds import Round


@dataclass(frozen=True, slots=True)
class ForbiddenPair:
    """Two competitors that may not be paired in the rounds ``first`` to ``last``."""

    a: Number
    b: Number
    first: int = 1
    last: int = 10_000
    wish: bool = False
    """True where both ask not to meet, and the rules decide whether that is heard."""


@dataclass(frozen=True, slots=True)
class Request:
    """A competitor that shall not be paired in a round, and how the round counts for it.

    A Withdrawn request holds for every later round too.
    """

    number: Number
    round: int
    outcome: Absence = field(default_factory=ZeroPointBye)


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points added or taken away by decision, counted from round ``known_from`` on.

    Those of a player change by the game points or, where these are 0, by the match points.
    """

    number: Number
    match_points: Tenths = 0
    game_points: Tenths = 0
    known_from: int = 1
    last: int = 10_000
    """The last round whose pairing counts it."""

    @property
    def of_player(self) -> Tenths:
        """By how much it changes the points of a player."""
        return self.game_points or self.match_points


@dataclass(frozen=True, slots=True)
class AwardedPoints:
    """Points a competitor got for one round in place of the usual ones.

    A team gets match points and game points each as awarded, the usual ones where None stands. A
    player has points of one kind: the game points count or, where these are None, the match
    points. Of several awards for one round only the last counts.
    """

    number: Number
    round: int
    match_points: Tenths | None = None
    game_points: Tenths | None = None
    kind: str = ""
    """The kind of result it stands for, as in TRF26 record 299."""

    @property
    def of_player(self) -> Tenths | None:
        """What the round was worth to a player; None: as usual."""
        return self.match_points if self.game_points is None else self.game_points


@dataclass(frozen=True, slots=True)
class ByeRuling:
    """A word about somebody's right to the bye that the history does not show.

    ``allowed`` False bars the competitor, True lifts a bar, for the rounds first to last.
    """

    number: Number
    allowed: bool
    first: int = 1
    last: int = 10_000


@dataclass(frozen=True, slots=True)
class FixedTable:
    """A competitor that plays at a given table whatever the order of publication."""

    number: Number
    table: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Lot:
    """A lot drawn: what it was for, and the competitors in the order drawn."""

    purpose: str
    order: tuple[Number, ...]
    values: tuple[Tenths, ...] = ()
    """What each of the order has, where it is a tie-break from outside, as a play-off."""


EQUAL_RATINGS = "equal ratings"
"""The lot that arranges entrants with equal ratings and entrants without any."""
PAIRING_NUMBERS = "pairing numbers"
"""The lot whose first competitor has number 1 of the table."""


@dataclass(frozen=True, slots=True)
class Scale:
    """What a win, a draw and a loss are worth, and what is got without playing.

    What is None counts as the system says: as a rule like a win, a draw or a loss.
    """

    win: Tenths = 10
    draw: Tenths = 5
    loss: Tenths = 0
    bye: Tenths | None = None
    """The bye that falls to one competitor of an odd field."""
    half_bye: Tenths | None = None
    """A bye asked for and granted, as a rule worth a draw."""
    full_bye: Tenths | None = None
    """A bye granted at the value of a win."""
    won_by_default: Tenths | None = None
    lost_by_default: Tenths | None = None
    both_defaulted: Tenths | None = None
    zero_bye: Tenths | None = None
    """A round missed, with leave or without; as a rule worth nothing."""


@dataclass(frozen=True, slots=True)
class VirtualPoints:
    """What is added to a competitor's score when the rounds are paired, round 1 first."""

    number: Number
    points: tuple[Tenths, ...]
    """Of a team its match points."""
    game_points: tuple[Tenths, ...] = ()
    """Those of a team, where it has both kinds."""


@dataclass(frozen=True, slots=True)
class MemberBye:
    """What a report counts for a single player of a team that had a bye."""

    number: Number
    round: int
    points: Tenths
    outcome: Away = field(default_factory=PairingBye)


@dataclass(frozen=True, slots=True)
class OfficialRanks:
    """The ranks that a file gave, (number, rank), where they are not those we would give.

    They may come from tie-breaks, or from decisions, that Topboard knows nothing of.
    """

    after_round: int
    places: tuple[tuple[Number, int], ...] = ()
    members: tuple[tuple[Number, int], ...] = ()
    """Those of the single players of teams."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """Everything the rules may look at, and nothing else."""

    competitors: tuple[Competitor, ...]
    rounds: tuple[Round, ...] = ()
    """The rounds played so far, round 1 first."""
    planned_rounds: int = 0
    boards: int = 1
    """Of a match of teams; of two players how many games they have against each other."""
    name: str = ""
    system: str = ""
    lot: Colour | None = None
    """The colour drawn for board 1 of competitor number 1 in round 1."""
    lots: tuple[Lot, ...] = ()
    requests: tuple[Request, ...] = ()
    forbidden: tuple[ForbiddenPair, ...] = ()
    required: tuple[tuple[Number, Number], ...] = ()
    """Pairs that must be made in the round to come (a question, or an authority's word)."""
    bye_rulings: tuple[ByeRuling, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    awarded: tuple[AwardedPoints, ...] = ()
    fixed_tables: tuple[FixedTable, ...] = ()
    accelerated: frozenset[Number] | None = None
    """Who has the imaginary points, where a person settled it; None: by the rule."""
    virtual: tuple[VirtualPoints, ...] = ()
    """Points for the pairing only, round by round, where they are recorded; none: by the rule."""
    match_scale: Scale | None = None
    """Match points of a team match; None: as the system says."""
    game_scale: Scale | None = None
    """Points of a game; None: as the system says."""
    unrated_as: int | None = None
    """The rating that stands in for a missing one; None: as the system says."""
    variations: tuple[str, ...] = ()
    tie_breaks: tuple[str, ...] = ()
    """The keys of the tie-breaks announced, in their order; none: as the system says."""
    tie_break_edition: str = ""
    """The year of the text by which FIDE's tie-breaks are counted; none: by the first day."""
    published: Round | None = None
    """The pairing published for the round to come, where it is known."""
    official_ranks: OfficialRanks | None = None
    member_byes: tuple[MemberBye, ...] = ()
    rating_order: tuple[RatingChoice, ...] = ()
    """Which rating counts: the first of these that a player has; none: as the system says."""
    details: EventInfo = field(default_factory=EventInfo)

    def __repr__(self) -> str:
        teams = any(isinstance(c, Team) for c in self.competitors)
        who = f"{len(self.competitors)} {'teams' if teams else 'players'}"
        of = f" of {self.planned_rounds}" if self.planned_rounds else ""
        named = f" {self.name!r}" if self.name else ""
        system = f", {self.system}" if self.system else ""
        return f"<Tournament{named}: {who}, {len(self.rounds)}{of} rounds played{system}>"

    @property
    def names(self) -> dict[Number, str]:
        """Everybody's name, by number."""
        return {c.number: c.name for c in self.competitors}

    @property
    def round_to_pair(self) -> int:
        """The number of the round to come."""
        return len(self.rounds) + 1

    def before(self, number: int) -> Tournament:
        """The facts as they stood when round ``number`` was paired."""
        if number == self.round_to_pair:
            return self
        then = self.rounds[number - 1]
        paired = {n for m in then.meetings for n in (m.white, m.black)}
        away = dict(then.away)
        asked = tuple(
            Request(c.number, number, absence)
            for c in self.competitors
            if c.number not in paired
            and not isinstance(absence := away.get(c.number, ZeroPointBye()), PairingBye)
        )
        return replace(
            self,
            rounds=tuple(_as_known_before(number, r) for r in self.rounds[: number - 1]),
            requests=asked,
            required=(),
            published=then,
        )


def _as_known_before(number: int, earlier: Round) -> Round:
    """The round with its meetings as they counted when ``number`` was paired."""
    if all(m.paired_as is None for m in earlier.meetings):
        return earlier
    meetings = (_meeting_known_before(number, earlier.number, m) for m in earlier.meetings)
    return replace(earlier, meetings=tuple(meetings))


def _meeting_known_before(number: int, earlier: int, meeting: Meeting) -> Meeting:
    if meeting.paired_as is None or number >= (meeting.known_from or earlier + 2):
        return meeting
    white, black = meeting.paired_as
    # The games on record are those of the result that came later.
    games = () if meeting.paired_manner is Manner.UNFINISHED else meeting.games
    manner = meeting.paired_manner
    return replace(meeting, white_points=white, black_points=black, manner=manner, games=games)
