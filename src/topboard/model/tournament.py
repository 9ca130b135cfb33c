"""A tournament with all facts known before the next round is paired."""

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
    """Two participants that may not be paired in the rounds ``first`` to ``last``."""

    a: Number
    b: Number
    first: int = 1
    last: int = 10_000
    wish: bool = False
    """Whether the two have asked not to meet, which the rules may or may not grant."""


@dataclass(frozen=True, slots=True)
class Request:
    """A round in which a participant is not to be paired, and how the round counts for it.

    A Withdrawn request also applies to all later rounds.
    """

    number: Number
    round: int
    outcome: Absence = field(default_factory=ZeroPointBye)


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points added or deducted by a ruling, counted from round ``known_from`` on.

    A player's points change by the game points or, if these are 0, by the match points.
    """

    number: Number
    match_points: Tenths = 0
    game_points: Tenths = 0
    known_from: int = 1
    last: int = 10_000
    """The last round for whose pairing the adjustment counts."""

    @property
    def of_player(self) -> Tenths:
        """Return the change to a player's points, in tenths."""
        return self.game_points or self.match_points


@dataclass(frozen=True, slots=True)
class AwardedPoints:
    """Points awarded to a participant for one round in place of the usual ones.

    A team gets match points and game points as awarded, and None means the usual ones. A player has
    only one kind of points: the game points count or, if these are None, the match points. If there
    are several awards for one round, only the last counts.
    """

    number: Number
    round: int
    match_points: Tenths | None = None
    game_points: Tenths | None = None
    kind: str = ""
    """The kind of result that the points represent, as in TRF26 record 299."""

    @property
    def of_player(self) -> Tenths | None:
        """Return the points of the round for a player, or None for the usual ones."""
        return self.match_points if self.game_points is None else self.game_points


@dataclass(frozen=True, slots=True)
class ByeRuling:
    """A ruling about a participant's eligibility for the bye that does not follow from the results.

    ``allowed`` False bars the participant and True lifts a bar, for the rounds first to last.
    """

    number: Number
    allowed: bool
    first: int = 1
    last: int = 10_000


@dataclass(frozen=True, slots=True)
class FixedTable:
    """A participant that plays at a given board or table, whatever the order of publication."""

    number: Number
    table: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Lot:
    """A drawing of lots, with its purpose and the participants in the order drawn."""

    purpose: str
    order: tuple[Number, ...]
    values: tuple[Tenths, ...] = ()
    """The value of each participant in the order, for an external tie-break such as a play-off."""


EQUAL_RATINGS = "equal ratings"
"""The purpose of the lot that orders participants with equal ratings or without a rating."""
PAIRING_NUMBERS = "pairing numbers"
"""The purpose of the lot that assigns numbers of the table, beginning with number 1."""


@dataclass(frozen=True, slots=True)
class Scale:
    """The points for a win, a draw, a loss and each kind of unplayed round.

    None means the system's value, which is usually that of a win, a draw or a loss.
    """

    win: Tenths = 10
    draw: Tenths = 5
    loss: Tenths = 0
    bye: Tenths | None = None
    """The points for the pairing-allocated bye."""
    half_bye: Tenths | None = None
    """The points for a half-point bye, usually those of a draw."""
    full_bye: Tenths | None = None
    """The points for a full-point bye, usually those of a win."""
    won_by_default: Tenths | None = None
    lost_by_default: Tenths | None = None
    both_defaulted: Tenths | None = None
    zero_bye: Tenths | None = None
    """The points for a missed round, with or without permission, usually none."""


@dataclass(frozen=True, slots=True)
class VirtualPoints:
    """The points added to a participant's score for pairing each round, round 1 first."""

    number: Number
    points: tuple[Tenths, ...]
    """The points for each round; for a team, match points."""
    game_points: tuple[Tenths, ...] = ()
    """The game points for each round, if a team has both kinds."""


@dataclass(frozen=True, slots=True)
class MemberBye:
    """The points that a report shows for an individual player whose team had a bye."""

    number: Number
    round: int
    points: Tenths
    outcome: Away = field(default_factory=PairingBye)


@dataclass(frozen=True, slots=True)
class OfficialRanks:
    """The ranks stated in a file, as (number, rank), if they differ from the computed ones.

    They may come from tie-breaks or rulings that Topboard does not know.
    """

    after_round: int
    places: tuple[tuple[Number, int], ...] = ()
    members: tuple[tuple[Number, int], ...] = ()
    """The ranks of the individual players of teams."""


@dataclass(frozen=True, slots=True)
class ClaimedStandings:
    """The standings stated in a file, to be compared with its results."""

    ranks: dict[Number, int]
    """The rank of each participant as stated in the file."""
    wrong_points: tuple[tuple[Number, str, Tenths], ...] = ()
    """Points that do not match the results, as (number, written text, correct points)."""
    with_points: int = 0
    """The number of participants whose points are stated in the file."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament with all facts that the rules may use, and nothing else."""

    competitors: tuple[Competitor, ...]
    rounds: tuple[Round, ...] = ()
    """The rounds played so far, round 1 first."""
    planned_rounds: int = 0
    boards: int = 1
    """The number of boards in a team match, or of games that two players play per round."""
    name: str = ""
    system: str = ""
    lot: Colour | None = None
    """The colour drawn for number 1 (for teams, on board 1) in round 1, or None."""
    lots: tuple[Lot, ...] = ()
    requests: tuple[Request, ...] = ()
    forbidden: tuple[ForbiddenPair, ...] = ()
    required: tuple[tuple[Number, Number], ...] = ()
    """The pairs that must be made in the next round, because of a ruling or a why-not question."""
    bye_rulings: tuple[ByeRuling, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    awarded: tuple[AwardedPoints, ...] = ()
    fixed_tables: tuple[FixedTable, ...] = ()
    accelerated: frozenset[Number] | None = None
    """The participants given virtual points by a ruling, or None if the rule decides."""
    virtual: tuple[VirtualPoints, ...] = ()
    """Recorded virtual points by round, used only for pairing; if empty, the rule decides."""
    match_scale: Scale | None = None
    """The match points for a team match, or None for the system's scale."""
    game_scale: Scale | None = None
    """The points for a game, or None for the system's scale."""
    unrated_as: int | None = None
    """The rating used for unrated players, or None for the system's rule."""
    variations: tuple[str, ...] = ()
    tie_breaks: tuple[str, ...] = ()
    """The codes of the announced tie-breaks in order, or empty for those of the system."""
    tie_break_edition: str = ""
    """The edition of FIDE's tie-breaks, or empty to choose it by the first day of the event."""
    published: Round | None = None
    """The published pairing of the next round, or None."""
    official_ranks: OfficialRanks | None = None
    member_byes: tuple[MemberBye, ...] = ()
    rating_order: tuple[RatingChoice, ...] = ()
    """The ratings in order of preference, or empty for the system's order.

    The first one that a player has is used.
    """
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
        """Return the names of all participants, keyed by number."""
        return {c.number: c.name for c in self.competitors}

    @property
    def round_to_pair(self) -> int:
        """Return the number of the next round."""
        return len(self.rounds) + 1

    def before(self, number: int) -> Tournament:
        """Return the facts as they were when round ``number`` was paired."""
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
            rounds=tuple(_round_as_known_before(number, r) for r in self.rounds[: number - 1]),
            requests=asked,
            required=(),
            published=then,
        )


def _round_as_known_before(number: int, earlier: Round) -> Round:
    """Return the round with the results that were known when round ``number`` was paired."""
    if all(m.paired_as is None for m in earlier.meetings):
        return earlier
    meetings = (_meeting_known_before(number, earlier.number, m) for m in earlier.meetings)
    return replace(earlier, meetings=tuple(meetings))


def _meeting_known_before(number: int, earlier: int, meeting: Meeting) -> Meeting:
    if meeting.paired_as is None or number >= (meeting.known_from or earlier + 2):
        return meeting
    white, black = meeting.paired_as
    # The recorded games belong to the later result.
    games = () if meeting.paired_manner is Manner.UNFINISHED else meeting.games
    manner = meeting.paired_manner
    return replace(meeting, white_points=white, black_points=black, manner=manner, games=games)
